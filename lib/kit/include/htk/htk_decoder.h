/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The conformance kit for decoders: a command that decodes a file
 * (docs/reference/kit-protocol.md) is held against N-Trace 1.0, or E-Trace 2.0, case by case.
 *
 *   struct htk_decoder_options o = {.command = "./my-decoder {trace} {elf} {out}"};
 *   htk_decoder_options_init(&o);
 *   struct htk_verdicts *v = htk_verdicts_new_for(HTK_DECODER);
 *   if (htk_decoder_run(&o, v, &host, &sum) != HTR_OK) ...
 *   htk_verdicts_print(v, stdout, false);
 *   htk_decoder_sum_free(&sum);
 */
#ifndef HTK_DECODER_H
#define HTK_DECODER_H

#include "htk/htk_verdicts.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sets of rules for htk_verdicts_new_for: those of decoders, and of bytes and fields. */
#define HTK_DECODER        "decoding decoder codec"
#define HTK_ETRACE_DECODER "decoding etdecoder"

struct htk_decoder_options {
    const char *command; /* of the shell, run once for each case; NULL: our decoder */
    const char *known;   /* file of known defects, or NULL */
    bool known_nexrv;    /* the known defects are those of the reference program */
    bool etrace;         /* cases of E-Trace; v is of HTK_ETRACE_DECODER */
    const char *only;    /* cases with this in their names; NULL: all */
    uint64_t seed;       /* of the random programs, from 1 */
    unsigned streams;    /* random programs; 0: none */
    unsigned timeout_ms; /* for one case */
    unsigned limit_ms;   /* for the whole run; 0: none */
};

/* The usual values; command, known, known_nexrv, etrace and only stay as they
 * are. */
void htk_decoder_options_init(struct htk_decoder_options *o);

/* A group of cases that the decoder cannot do. */
struct htk_left_out {
    char why[40]; /* "profile sifive-0.x" */
    uint64_t cases;
};

enum {
    HTK_LEFT_OUT = 8
};

/* What the run was. */
struct htk_decoder_sum {
    uint64_t cases;        /* that ran */
    uint64_t vectors;      /* of them: text vectors */
    uint64_t streams;      /* random programs */
    uint64_t hostile;      /* damaged, cut, or with other code */
    uint64_t instructions; /* that were compared */
    uint64_t events;
    struct htk_left_out left_out[HTK_LEFT_OUT];
    unsigned left_outs;
    struct htk_failure *failure; /* owned */
    size_t failures;
    char **defect; /* owned: the names of the known defects, in the order of the file */
    size_t defects;
};

/* Run everything. Returns HTR_OK when the run came to its end, whatever it found; HTR_ERR_TARGET
 * when the decoder could not be run to the end (v is void then, htk_verdicts_void); HTR_ERR_ARG (no
 * {trace} in the command), HTR_ERR_OPEN, _READ, _FORMAT (known), HTR_ERR_WRITE (the files of a
 * case), HTR_ERR_MEMORY. In every case end with htk_decoder_sum_free. */
int htk_decoder_run(const struct htk_decoder_options *o, struct htk_verdicts *v,
                    struct htr_host *host, struct htk_decoder_sum *sum) HTR_MUST_CHECK;
void htk_decoder_sum_free(struct htk_decoder_sum *sum);

/* The files of a case, as the placeholders of a command name them; NULL: not there. */
struct htk_case_files {
    const char *trace, *elf, *pcinfo, *settings, *out;
};

/* Our decoder as a device: decode the case and write its output. Returns the exit status for the
 * process: 0, 1 (not all of it can be decoded), 2 (it could not begin; standard error says why). */
int htk_decoder_serve(const struct htk_case_files *files);

#ifdef __cplusplus
}
#endif

#endif
