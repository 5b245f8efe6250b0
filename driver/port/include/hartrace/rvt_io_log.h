/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decorator: forwards every access to another port and reports it as a line of text.
 */
#ifndef HARTRACE_RVT_IO_LOG_H
#define HARTRACE_RVT_IO_LOG_H

#include "hartrace/rvt_io.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Takes one line, without end of line; text is valid during the call only. */
typedef void (*rvt_io_log_line)(void *ctx, const char *text);

/* One decorator; private. Must live as long as its io is used, and must not move. */
struct rvt_io_log {
    struct rvt_io_ops ops;
    const struct rvt_io *inner;
    rvt_io_log_line line;
    void *line_ctx;
};

/*
 * Make *io a port that forwards to inner (poll_limit, and which optional operations it has, are
 * taken from inner) and calls line(line_ctx, text) after each access. Lines look like "R 0x4000000
 * = 0x00000001", "W 0x4000000 = 0x00000003", "B 0x4000040 n=64 step=0"; a failed access ends in a
 * colon and rvt_strerror. relax is not reported.
 */
void rvt_io_log_init(struct rvt_io *io, struct rvt_io_log *log, const struct rvt_io *inner,
                     rvt_io_log_line line, void *line_ctx);

#ifdef __cplusplus
}
#endif

#endif
