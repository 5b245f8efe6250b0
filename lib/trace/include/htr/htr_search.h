/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Finds the settings of a decoder by decoding. Widths of SRC that the messages leave possible
 * (htr_guess.h) are combined with all other settings that change how a decoder reads messages; the
 * code that ran decides. The search returns one configuration, whether it is the only one, and the
 * settings that make no difference because both values decode the same.
 *
 *   struct htr_search s;
 *   htr_search(&s, &(struct htr_guess_input){bytes, size, &cfg, &code.code}, 0);
 *   if (s.clear)
 *       cfg = s.found[0].cfg;
 *
 * Sources: N-Trace 1.0, chapter "N-Trace Specific Trace Controls"; TCI 1.0, trTeInstFeatures. How
 * the search judges: docs/reference/formats.md, "How the settings of a trace are found".
 */
#ifndef HTR_SEARCH_H
#define HTR_SEARCH_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "htr/htr_guess.h"
#include "htr/htr_host.h"
#include "htr/htr_trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Settings that are searched for, as a set: or-ed. The mode of implicit return and repeated history
 * are not among them: a decoder reads all modes with one stack, and repetitions in the messages.
 * Nor is the depth of the encoder's return stack, so long as the decoder's is not smaller. */
enum htr_search_setting {
    HTR_SEARCH_SRC = 1,         /* trTeSrcBits */
    HTR_SEARCH_TIMES = 2,       /* trTsEnable */
    HTR_SEARCH_PROFILE = 4,     /* 1.0 or sifive-0.x */
    HTR_SEARCH_RETURN = 8,      /* implicit return */
    HTR_SEARCH_ALL_JUMPS = 16,  /* trTeInstEnAllJumps */
    HTR_SEARCH_SEQUENTIAL = 32, /* trTeInstEnSequentialJump */
    HTR_SEARCH_MSB = 64,        /* trTeInstExtendAddrMSB */
    HTR_SEARCH_DEPTH = 128,     /* return_depth: 32, or as deep as a decoder can have it */
    HTR_SEARCH_TS_WIDTH = 256,  /* ts_width: by times that wrap, or do not fit the default */
    HTR_SEARCH_ALL = 511,
};

/* Name of one setting as users write it, "trTeSrcBits", "return_depth"; never NULL. */
const char *htr_search_setting_name(unsigned setting);

enum {
    HTR_SEARCH_BYTES = 1 << 16, /* bytes decoded to distinguish settings, at most */
    HTR_SEARCH_FIRST = 1 << 12, /* bytes decoded with every combination, at most */
    HTR_SEARCH_FOUND = 4,
    HTR_SEARCH_ERRORS = 16, /* a trial ends with that many, for each source, or with that many */
    HTR_SEARCH_INSTRUCTIONS = 1 << 17,
};

/* The result of decoding with one configuration. */
struct htr_search_trial {
    struct nexus_stream_cfg cfg;
    int64_t score;         /* messages that make a path, less 8 for each error, and less those of
                              sources that never synchronize */
    uint64_t errors;       /* damaged messages, contradictions of messages and code, addresses
                              without code */
    uint64_t messages;     /* messages that make a path */
    uint64_t instructions; /* executed */
    unsigned sources;      /* messages that synchronize */
    uint64_t back;         /* times that go backwards */
    bool endless;          /* one message, not the last, has more instructions than half of
                              HTR_SEARCH_INSTRUCTIONS: never clear, its count may be damaged */
    uint64_t path,
        times; /* digests: equal when the same instructions were executed, at the same times */
};

struct htr_search {
    /* The best one; then, unless clear, others that execute something else and are not clearly
     * worse, best first. Of configurations that decode the same, each is the plainest. */
    struct htr_search_trial found[HTR_SEARCH_FOUND];
    unsigned n;
    bool clear;      /* found[0] decodes, and nothing else is possible */
    unsigned open;   /* settings whose other value executes the same here (or-ed) */
    unsigned timing; /* of these, settings whose other value changes times */
    unsigned trials; /* decoded */
    bool wraps;      /* times wrap, and so show the width that found[0] has */
};

/* Search in the bytes. in->cfg has the known settings: XLEN, ISA, and the settings in `fixed` (enum
 * htr_search_setting, or-ed), which are kept. Without in->code, or without a synchronizing message,
 * nothing is found: n is 0. Cannot fail. */
void htr_search(struct htr_search *s, const struct htr_guess_input *in, unsigned fixed);

/* Decode the bytes with one configuration, up to HTR_SEARCH_ERRORS errors. Cannot fail; with a
 * configuration that no decoder can have all is 0. */
struct htr_search_trial htr_search_try(const struct htr_guess_input *in,
                                       const struct nexus_stream_cfg *cfg);

/* ---- for a file ---- */

/* Settings that were found, as options; they belong to the options that point to them. */
struct htr_search_options {
    char text[HTR_STREAM_OPTIONS][HTR_OPTION_TEXT];
    unsigned n;
    struct htr_search search;
};

/* Search in the file o->path, by messages alone when o names no code, and add what was found to
 * o->te, o->params and o->wrapped; the texts are in *found, which must stay. Settings that o
 * has, and those of a sidecar or a snapshot, are kept. Nothing is reported when the evidence is
 * unambiguous. Returns HTR_OK; or after a message HTR_ERR_MISSING (the candidates are named, or
 * several sources are mixed, o->src is NULL, and the caller cannot take them: `mixed` is false),
 * HTR_ERR_ARG (standard input, which is read once), or what htr_trace_open and htr_code_choose
 * return. */
int htr_search_trace(struct htr_search_options *found, struct htr_host *host,
                     struct htr_trace_options *o, bool mixed) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
