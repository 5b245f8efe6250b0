/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Port over OpenOCD's Tcl RPC server (OpenOCD User's Guide, chapter "Tcl Scripting API", section
 * "Tcl RPC server"): the driver runs on the host, every access goes through the target's
 * read_memory and write_memory, physical and 32 bits wide. Whether that is System Bus Access, a
 * program buffer or an abstract command is OpenOCD's setting (`riscv set_mem_access`). Hosted:
 * POSIX sockets.
 */
#ifndef HARTRACE_RVT_IO_OPENOCD_H
#define HARTRACE_RVT_IO_OPENOCD_H

#include <stdbool.h>

#include "hartrace/rvt_io.h"
#include "hartrace/rvt_io_clock.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    RVT_IO_OPENOCD_PORT = 6666,       /* OpenOCD's default */
    RVT_IO_OPENOCD_TIMEOUT_MS = 5000, /* for connecting and for each answer */
    RVT_IO_OPENOCD_NAME_MAX = 63,     /* longest name of a target */
    RVT_IO_OPENOCD_BATCH = 1024,      /* words in one command; longer blocks take several */
};

/* How memory is reached. */
enum rvt_io_openocd_access {
    RVT_IO_OPENOCD_MEMORY, /* OpenOCD's read_memory and write_memory */
    /* The same, but one address again and again (trRamData) by commands to the debug module, which
     * is quicker. */
    RVT_IO_OPENOCD_STREAM,
    /* Everything by commands to the debug module, which look at sbbusy before each step: for a
     * system bus that takes longer than a scan. Reads of OpenOCD 0.12 go wrong there. */
    RVT_IO_OPENOCD_SBA,
};

/* One connection; private but for timeout_ms and clock.limit_ms, which may be changed after
 * opening. Must live as long as its io is used, and must not move. */
struct rvt_io_openocd {
    int fd; /* -1: not connected */
    uint32_t timeout_ms;
    struct rvt_io_clock clock;
    char target[RVT_IO_OPENOCD_NAME_MAX + 1]; /* "": OpenOCD's current target */
    char message[256];
    enum rvt_io_openocd_access access;
    bool holds_polling;
    size_t length; /* of the string in text */
    char text[RVT_IO_OPENOCD_BATCH * 11 + 256];
};

/*
 * Connect and fill in *io. host is a name or a numeric address, service the decimal port; target
 * the name of an OpenOCD target ("riscv.cpu"), or NULL for the current one. poll_limit: reads
 * before a poll gives up, 1 or more; each takes about a third of a millisecond on a local OpenOCD.
 * Over a slow link a poll ends earlier, after clock.limit_ms (RVT_IO_POLL_MS).
 *
 * RVT_ERR_ARG: poll_limit is 0, or target is longer than RVT_IO_OPENOCD_NAME_MAX or has characters
 * other than letters, digits and . _ - :
 * RVT_ERR_IO: no connection within RVT_IO_OPENOCD_TIMEOUT_MS; rvt_io_openocd_message says why.
 *
 * Accesses through *io then return
 * RVT_ERR_BUS: OpenOCD could not make the access (its log has the reason: no way to memory, or an
 * error of the target's bus), or the target is not there;
 * RVT_ERR_IO: the connection is lost, no answer came in time, or the answer made no sense. The
 * connection is closed then, since a late answer would be taken for that of the next command, and
 * every further access returns RVT_ERR_IO at once.
 */
RVT_MUST_CHECK enum rvt_status rvt_io_openocd_open(struct rvt_io *io, struct rvt_io_openocd *o,
                                                   const char *host, const char *service,
                                                   const char *target, uint32_t poll_limit);

/* Close the connection; polling is then as OpenOCD has it. Allowed more than once, and after a
 * failed open. */
void rvt_io_openocd_close(struct rvt_io_openocd *o);

/*
 * Run a Tcl script on the server. *result, if result is not NULL, is set to what it returned: a
 * string of at most sizeof text - 1 bytes, valid until the next access through o. Whatever the
 * script raises becomes the message.
 *
 * RVT_ERR_ARG: the script is empty, holds the byte 0x1A, has braces that do not match, or is longer
 * than sizeof text - 96.
 * RVT_ERR_BUS: the script raised an error. RVT_ERR_IO: as above.
 */
RVT_MUST_CHECK enum rvt_status rvt_io_openocd_eval(struct rvt_io_openocd *o, const char *script,
                                                   const char **result);

/*
 * Choose how memory is reached; RVT_IO_OPENOCD_MEMORY after opening. The other two leave procedures
 * in the namespace hartrace_port of the server.
 *
 * RVT_ERR_ARG: no such access. RVT_ERR_UNSUPPORTED: the target has no System Bus Access of 32 bits,
 * or this OpenOCD no `riscv dmi_read`; the access stays as it was. RVT_ERR_IO: as above.
 */
RVT_MUST_CHECK enum rvt_status rvt_io_openocd_set_access(struct rvt_io_openocd *o,
                                                         enum rvt_io_openocd_access access);

/*
 * Make accesses quicker: OpenOCD 0.12 polls all targets before each command, which takes several
 * times as long as an access. From now on it polls once in 100 ms (its own interval) while accesses
 * come, and as before when none has come for 300 ms, before a script of rvt_io_openocd_eval, and
 * after closing. Leaves procedures in the namespace hartrace_poll of the server.
 *
 * RVT_ERR_UNSUPPORTED: polling is off (`poll off`), or this OpenOCD has no `after`; accesses stay
 * as they were. RVT_ERR_IO: as above.
 */
RVT_MUST_CHECK enum rvt_status rvt_io_openocd_hold_polling(struct rvt_io_openocd *o);

/*
 * Write n words, 0 or more, to ascending addresses, RVT_IO_OPENOCD_BATCH in a command. For memory;
 * registers are written one by one, so that an error names its register.
 *
 * RVT_ERR_ARG: addr is not 4-byte aligned. RVT_ERR_BUS, RVT_ERR_IO: as above; words before the
 * error may have been written.
 */
RVT_MUST_CHECK enum rvt_status rvt_io_openocd_write_block(struct rvt_io_openocd *o, uint64_t addr,
                                                          const uint32_t *src, size_t n);

/* What the last error was, in the words of OpenOCD or of the system; "" when there was none. */
const char *rvt_io_openocd_message(const struct rvt_io_openocd *o);

#ifdef __cplusplus
}
#endif

#endif
