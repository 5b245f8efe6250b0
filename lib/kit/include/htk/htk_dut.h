/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kit's end of the pipe protocol (docs/reference/kit-protocol.md): a device in a process of its
 * own. A device that hangs, floods, dies or answers nonsense ends the run: every later call returns
 * false, and `end` and `why` say what happened. No call takes longer than timeout_ms, plus what it
 * takes to end a process.
 *
 *   struct htk_dut *d = calloc(1, sizeof *d);
 *   d->timeout_ms = 10000;
 *   if (htk_dut_open(d, "./encoder.so", NULL, NULL) && htk_dut_write(d, 0, 1)) ...
 *   htk_dut_close(d);
 */
#ifndef HTK_DUT_H
#define HTK_DUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "htk/hartrace_dut.h"
#include "htk/htk_profile.h"
#include "ingress/ingress_port.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTK_DUT_OUT = 1 << 15,
    HTK_DUT_IN = 1 << 14,
};

enum htk_dut_end {
    HTK_DUT_RUNS,
    HTK_DUT_NOT_STARTED,
    HTK_DUT_HANGS,
    HTK_DUT_DIED,
    HTK_DUT_FLOODS,
    HTK_DUT_NONSENSE,
    HTK_DUT_GAVE_UP, /* by a FAIL frame */
    HTK_DUT_LATE,    /* the time of the run is over */
};

/* A device inside this program: runs in a child process, with its end of the pipes. */
typedef int htk_dut_main(void *ctx, FILE *in, FILE *out);

struct htk_dut {
    unsigned timeout_ms;
    uint64_t deadline_ms; /* of the whole run, on the clock of htk_dut_now; 0: none */
    enum htk_dut_end end;
    char why[200];
    char name[64], params[HARTRACE_DUT_PAYLOAD];
    uint8_t xlen, itype_width, blocks, iretire_bits;
    bool takes_accesses; /* it states data_trace=1: records have their data accesses */
    uint8_t *bytes;      /* of trace, since the reset */
    size_t n, room;
    uint64_t clocks; /* since the reset */

    /* Quirks: bytes are rewritten at each flush, with the settings that the registers have. */
    const struct htk_profile *profile; /* NULL: none */
    struct nexus_stream_cfg cfg;
    uint8_t src_bits;
    bool inhibit_src;
    size_t plain; /* bytes that have been rewritten */
    uint64_t use[HTK_QUIRKS];

    /* Private. */
    pid_t pid;
    int to, from;
    bool loading; /* a shared object that has not answered yet */
    bool answered;
    uint8_t answer_type;
    uint8_t answer[HARTRACE_DUT_PAYLOAD];
    size_t answer_size;
    size_t out_fill, in_fill;
    uint8_t out[HTK_DUT_OUT], in[HTK_DUT_IN];
};

/* Milliseconds of a clock that only goes forward. */
uint64_t htk_dut_now(void);

/* Start a device and exchange HELLO. The command is a shared object with its arguments
 * (htk_dut_is_object), or one of the shell; `main` when it is NULL. d is zero but for timeout_ms
 * and deadline_ms. Whatever is returned, end with htk_dut_close. */
bool htk_dut_open(struct htk_dut *d, const char *command, htk_dut_main *main, void *ctx);

/* END, and the process is gone when this returns. Returns whether the device ended as it should. */
bool htk_dut_close(struct htk_dut *d);

/* Out of reset again: clocks and bytes are 0. */
bool htk_dut_reset(struct htk_dut *d);
bool htk_dut_read(struct htk_dut *d, uint32_t offset, uint32_t *value);
bool htk_dut_write(struct htk_dut *d, uint32_t offset, uint32_t value);
/* Accesses are left out unless takes_accesses. */
bool htk_dut_cycle(struct htk_dut *d, const struct ingress_cycle *in);
bool htk_dut_tick(struct htk_dut *d, uint32_t clocks);
bool htk_dut_link(struct htk_dut *d, bool ready);

/* All bytes that leave by themselves are in bytes[0..n). */
bool htk_dut_flush(struct htk_dut *d);

/* Is "data_trace=1" a word of these parameters? */
bool htk_dut_states_data(const char *params);

/* "died", "hangs". */
const char *htk_dut_end_name(enum htk_dut_end end);

/* True if the first word of a command is the name of a shared object: it ends in ".so", or in ".so"
 * and a version. */
bool htk_dut_is_object(const char *command);

/* A descriptor that is open as a stream, for htk_dut_main and htk_dut_object_serve. Returns NULL
 * when memory is short. */
FILE *htk_dut_stream(int fd, bool to_kit);

/* Load the object of a command and serve the protocol (hartrace_dut_lib.h), in the process that
 * calls: for a child. Returns the exit status for the process. */
int htk_dut_object_serve(const char *command, int in, int out);

#ifdef __cplusplus
}
#endif

#endif
