/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Private: a run of `kit encoder`, in layers that each call only those below:
 *
 * - htk_encoder.c: the run
 * - htk_enc_registers.c, _places.c, _overflow.c, _losses.c, _period.c, _repeats.c, _filters.c: what
 * is tried
 * - htk_enc_timestamps.c, _vectors.c, _random.c, _events.c: more of it
 * - htk_stream.c, htk_enc_stretches.c: random streams, and all of one compared
 * - htk_enc_caps.c: what the device can do
 * - htk_enc_judge.c: bytes against rules, and who is to blame
 */
#ifndef HTK_ENC_H
#define HTK_ENC_H

#include "htk/htk_encoder.h"
#include "htk/htk_lint.h"
#include "htk/htk_dut.h"
#include "etrace/etrace_cfg.h"
#include "etrace/etrace_frame.h"
#include "htk_params.h"
#include "ntt.h"

struct htk_enc {
    const struct htk_encoder_options *o;
    struct htk_verdicts *v;
    struct htr_host *host;
    struct htk_encoder_sum *sum;
    struct htk_dut dut;
    struct htk_dut golden;       /* the model with its parameters; end is not RUNS: there is none */
    bool golden_ran;             /* it was there */
    struct trm_encoder_cfg cfg;  /* of the device; what is not known has its default */
    bool known[HTK_PARAMS_MAX];  /* stated, or found */
    bool stated[HTK_PARAMS_MAX]; /* by the device or the user */
    struct trm_encoder_cfg claim; /* what was stated */
    struct htk_breach at;         /* the scenario that is tried */
    bool spoiled;                 /* a rule was broken in it */
    bool by_model;                /* only the golden model says what is right in it */
};

/* ---- htk_enc_judge.c ---- */

/* Begin a scenario. */
void htk_enc_begin(struct htk_enc *e, uint64_t seed, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Is a scenario of this name wanted? */
bool htk_enc_wants(const struct htk_enc *e, const char *name);

/* A rule is broken in the scenario; expected and got are texts. */
void htk_enc_break(struct htk_enc *e, const char *id, const char *expected, const char *got);

/* For each id in holds, which are divided by blanks. */
void htk_enc_break_all(struct htk_enc *e, const char *holds, const char *expected, const char *got);
void htk_enc_hold(struct htk_enc *e, const char *holds);
void htk_enc_judge(struct htk_enc *e, const char *holds, bool good, const char *expected,
                   const char *got);
void htk_enc_skip(struct htk_enc *e, const char *holds, const char *why);

/* Hold the bytes of the device against the rules of a stream alone. Returns whether none is broken.
 */
bool htk_enc_lint(struct htk_enc *e, const struct nexus_stream_cfg *cfg);

/* The bytes of the device are right: hold the rules about the form of each message (
 * htk_enc_formats.c). */
void htk_enc_hold_formats(struct htk_enc *e, const struct nexus_stream_cfg *cfg);

/* Leave out the idle bytes between the messages of the device. */
void htk_enc_strip(struct htk_enc *e);

/* Rewrite the quirk of its bytes that shows in the code alone; cfg: how they are decoded. */
void htk_enc_complete(struct htk_enc *e, const struct nexus_stream_cfg *cfg,
                      struct flow_code *code);

/* The bytes of the device are not these: name the first message that differs and the rules that it
 * breaks, of those that the scenario is for if they fit. */
void htk_enc_differs(struct htk_enc *e, const struct nexus_stream_cfg *cfg, const uint8_t *want,
                     size_t n, const char *holds);

/* The rule of the field in which the first message that differs does; NULL when it is another
 * message. */
const char *htk_enc_rule_of_bytes(struct htk_enc *e, const struct nexus_stream_cfg *cfg,
                                  const uint8_t *want, size_t n);

/* The rule about a value of SYNC. */
const char *htk_enc_rule_of_sync(uint64_t sync);

/* The rule that a status of the decoder points to. */
const char *htk_enc_rule_of_status(int status);

/* ---- htk_enc_caps.c ---- */

/* Find out what the device can do, from what it and the user state, from its registers, and from
 * what it sends. Returns HTR_OK, HTR_ERR_TARGET when the device failed, or a status for the file.
 */
int htk_enc_caps(struct htk_enc *e);

/* Write a value out of reset, and read it back: the other fields are 0. */
bool htk_enc_try(struct htk_enc *e, uint32_t offset, uint32_t value, uint32_t *granted);

/* trTeControl of an encoder that traces in this trTeInstMode, N-Trace, no option. */
uint32_t htk_enc_control(uint32_t mode);

/* The same in a mode that the device has. */
uint32_t htk_enc_any_mode(const struct htk_enc *e);

/* n jumps between 0x1000 and a place `apart` bytes from there, each with a message of its own, with
 * `gap` clocks after each. */
bool htk_enc_jumps(struct htk_enc *e, unsigned n, unsigned gap, uint64_t apart);

/* How its messages are read without options. */
struct nexus_stream_cfg htk_enc_cfg(const struct htk_enc *e);

/* Write trTeInstFeatures, with a source field beside `features`, and let messages have timestamps,
 * as far as the device has them. *cfg: how its messages are read then. */
bool htk_enc_dress(struct htk_enc *e, uint32_t features, struct nexus_stream_cfg *cfg);

/* Reset, trTeActive = 1, and registers without a reset value are 0, trTeFormat is N-Trace, or
 * `format`. */
bool htk_enc_wake(struct htk_dut *d);
bool htk_enc_wake_as(struct htk_dut *d, uint32_t format);

/* What the device and the user state is in e->cfg. Returns HTR_OK, or a status for the file. */
int htk_enc_statements(struct htk_enc *e);

/* Its parameters as text, in the sum. */
void htk_enc_list(struct htk_enc *e);

/* The half-words that all messages of the device count; *ends: the last one ends the trace; *lost:
 * the queue has overflowed. */
uint64_t htk_enc_counted(struct htk_enc *e, bool *ends, bool *lost);

/* ---- what is tried: returns false when the device failed ---- */

bool htk_enc_registers(struct htk_enc *e);
bool htk_enc_places(struct htk_enc *e);
bool htk_enc_overflow(struct htk_enc *e);
bool htk_enc_losses(struct htk_enc *e);
bool htk_enc_period(struct htk_enc *e);
bool htk_enc_repeats(struct htk_enc *e);
bool htk_enc_filters(struct htk_enc *e);
bool htk_enc_timestamps(struct htk_enc *e);
bool htk_enc_vectors(struct htk_enc *e);
bool htk_enc_random(struct htk_enc *e);
bool htk_enc_events(struct htk_enc *e);

/* Data trace, of both protocols (htk_enc_data.c). */
bool htk_enc_data(struct htk_enc *e);

/* All of it for E-Trace (htk_enc_etrace.c). */
bool htk_enc_etrace(struct htk_enc *e);
bool htk_enc_etrace_registers(struct htk_enc *e); /* htk_enc_etrace_regs.c */
bool htk_enc_etrace_scenes(struct htk_enc *e);    /* htk_enc_etrace_scenes.c */

/* Hold the bytes of the device against the rules that packets alone can break. look is called after
 * each, or NULL. Returns false without memory. */
typedef void htk_enc_look(void *ctx, const struct etrace_frame *f, bool first);
bool htk_enc_etrace_lint(struct htk_enc *e, const struct etrace_cfg *cfg, htk_enc_look *look,
                         void *ctx);

/* How packets without srcID are read; false: the parameters are none, or memory is short. */
bool htk_enc_etrace_cfg(const struct htk_enc *e, struct etrace_cfg *cfg);

/* Bit n: the bytes of the device name the instruction at base + 4 n. *wrong: ETRACE_OK, or why they
 * cannot be followed. */
uint32_t htk_enc_etrace_traced(const struct htk_enc *e, struct flow_code *code, uint64_t base,
                               int *wrong);

/* The rule about the field in which the first packet that differs does; NULL: it is another packet.
 * htk_enc_etrace_name.c. */
const char *htk_enc_etrace_rule(const struct etrace_cfg *cfg, const uint8_t *want, size_t n,
                                const uint8_t *got, size_t m);

/* At the end: rules that say the same as another. */
void htk_enc_twins(struct htk_enc *e);

#endif
