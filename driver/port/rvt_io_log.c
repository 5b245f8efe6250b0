/* SPDX-License-Identifier: Apache-2.0 */
/* Decorator port: forwards every access and reports it as a line of text. Hosted. */
#include "hartrace/rvt_io_log.h"

#include <inttypes.h>
#include <stdio.h>

/* Longest line: "B 0x" + 16 digits + " n=" + 20 digits + " step=4: " + the longest status text. */
#define LINE_SIZE 160

static void report(const struct rvt_io_log *log, const char *what, enum rvt_status st)
{
    char line[LINE_SIZE];

    if (st == RVT_OK) {
        snprintf(line, sizeof(line), "%s", what);
    } else {
        snprintf(line, sizeof(line), "%s: %s", what, rvt_strerror(st));
    }
    log->line(log->line_ctx, line);
}

static enum rvt_status read32(const struct rvt_io *io, uint64_t addr, uint32_t *val)
{
    const struct rvt_io_log *log = io->ctx;
    enum rvt_status st = log->inner->ops->read32(log->inner, addr, val);
    char what[64];

    if (st == RVT_OK) {
        snprintf(what, sizeof(what), "R 0x%" PRIx64 " = 0x%08" PRIx32, addr, *val);
    } else {
        snprintf(what, sizeof(what), "R 0x%" PRIx64, addr);
    }
    report(log, what, st);
    return st;
}

static enum rvt_status write32(const struct rvt_io *io, uint64_t addr, uint32_t val)
{
    const struct rvt_io_log *log = io->ctx;
    enum rvt_status st = log->inner->ops->write32(log->inner, addr, val);
    char what[64];

    snprintf(what, sizeof(what), "W 0x%" PRIx64 " = 0x%08" PRIx32, addr, val);
    report(log, what, st);
    return st;
}

static enum rvt_status write_part(const struct rvt_io *io, uint64_t addr, unsigned bytes,
                                  uint32_t val)
{
    const struct rvt_io_log *log = io->ctx;
    enum rvt_status st = log->inner->ops->write_part(log->inner, addr, bytes, val);
    char what[64];

    snprintf(what, sizeof(what), "W%u 0x%" PRIx64 " = 0x%0*" PRIx32, 8 * bytes, addr,
             (int)(2 * bytes), val & (0xFFFFFFFFu >> (32 - 8 * bytes)));
    report(log, what, st);
    return st;
}

static enum rvt_status read_block(const struct rvt_io *io, uint64_t addr, uint32_t *dst, size_t n,
                                  uint32_t step)
{
    const struct rvt_io_log *log = io->ctx;
    enum rvt_status st = log->inner->ops->read_block(log->inner, addr, dst, n, step);
    char what[80];

    snprintf(what, sizeof(what), "B 0x%" PRIx64 " n=%zu step=%" PRIu32, addr, n, step);
    report(log, what, st);
    return st;
}

static enum rvt_status relax(const struct rvt_io *io)
{
    const struct rvt_io_log *log = io->ctx;

    return log->inner->ops->relax(log->inner);
}

void rvt_io_log_init(struct rvt_io *io, struct rvt_io_log *log, const struct rvt_io *inner,
                     rvt_io_log_line line, void *line_ctx)
{
    const struct rvt_io_ops *in = inner->ops;

    *log = (struct rvt_io_log){.inner = inner, .line = line, .line_ctx = line_ctx};
    /* An optional operation is there when inner has it, so that the driver sees the same port. */
    log->ops = (struct rvt_io_ops){.read32 = read32,
                                   .write32 = write32,
                                   .read_block = in->read_block != NULL ? read_block : NULL,
                                   .relax = in->relax != NULL ? relax : NULL,
                                   .write_part = in->write_part != NULL ? write_part : NULL};
    *io = (struct rvt_io){.ops = &log->ops, .ctx = log, .poll_limit = inner->poll_limit};
}
