/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The conformance kit for encoders: a device at the other end of a pipe
 * (docs/reference/kit-protocol.md) is held against N-Trace 1.0 (chapters Messages, Synchronizing
 * Messages, Rules of Generating Messages, ...) and the Trace Control Interface 1.0 (chapters Trace
 * Encoder, Filters, Triggers, Timestamps). Which rules: docs/reference/conformance.md.
 *
 *   struct htk_encoder_options o = {.command = "./my-encoder"};
 *   htk_encoder_options_init(&o);
 *   struct htk_verdicts *v = htk_verdicts_new();
 *   if (htk_encoder_run(&o, v, &host, &sum) != HTR_OK) ...
 *   htk_verdicts_print(v, stdout, false);
 */
#ifndef HTK_ENCODER_H
#define HTK_ENCODER_H

#include "htk/htk_verdicts.h"

#ifdef __cplusplus
extern "C" {
#endif

struct htk_encoder_options {
    const char *command; /* of the shell, which starts the device; NULL: the encoder model */
    const char *params;  /* of the model: "NAME=VALUE ...", or NULL */
    const char *caps;    /* file that states the device's parameters, or NULL */
    const struct htk_profile *profile; /* quirks of the device, or NULL */
    const char *only;                  /* scenarios with this in their names; NULL: all */
    bool etrace;         /* hold it against E-Trace (trTeFormat 0) instead of N-Trace; v is of
                            htk_verdicts_new_for("claim etrace") */
    uint64_t seed;       /* of the first random stream; those after it have the next numbers */
    unsigned streams;    /* random streams, and as many with events; 0: none */
    unsigned timeout_ms; /* for one answer of the device, at least 1 */
    unsigned limit_ms;   /* for the whole run; 0: none */
};

/* The usual values; command, params, caps, profile and only stay as they are. */
void htk_encoder_options_init(struct htk_encoder_options *o);

/* What the run was. */
struct htk_encoder_sum {
    char device[64];       /* as it names itself */
    char can[1024];        /* its parameters as far as they are known: "icnt_bits=22 ..." */
    uint64_t scenarios;    /* that ran */
    uint64_t exact;        /* of them: byte by byte */
    uint64_t by_meaning;   /* of them: decoded and compared */
    uint64_t left_out;     /* what the device cannot do */
    uint64_t streams;      /* random ones */
    uint64_t instructions; /* that the random streams retired and the kit compared */
};

/* Run everything. Returns HTR_OK when the run came to its end, whatever it found; HTR_ERR_TARGET
 * when the device could not be run to the end (v is void then, htk_verdicts_void); HTR_ERR_ARG,
 * _OPEN, _READ, _FORMAT for the parameters; HTR_ERR_MEMORY. */
int htk_encoder_run(const struct htk_encoder_options *o, struct htk_verdicts *v,
                    struct htr_host *host, struct htk_encoder_sum *sum) HTR_MUST_CHECK;

/* The encoder model as a device: serve the protocol on two streams, with these parameters
 * ("NAME=VALUE ...", names of regmap/gen/md/params.md; NULL: the usual ones). Returns the exit
 * status for the process: 0 after END; 1 when the protocol is not kept, the other end is gone, a
 * parameter is wrong or memory is short. */
int htk_encoder_model_serve(const char *params, FILE *in, FILE *out);

#ifdef __cplusplus
}
#endif

#endif
