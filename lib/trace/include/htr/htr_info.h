/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Identifies a file: a trace, with its contents, how certain they are, and how to decode it; or a
 * file of another kind (htr_kind.h).
 *
 *   static struct htr_info i;
 *   if (htr_info_of(&i, &host, &(struct htr_trace_options){.path = "t.nex"}, NULL, NULL) == HTR_OK)
 * { htr_info_print(&i, stdout);
 *   }
 */
#ifndef HTR_INFO_H
#define HTR_INFO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "htr/htr_guess.h"
#include "htr/htr_host.h"
#include "htr/htr_kind.h"
#include "htr/htr_search.h"
#include "htr/htr_trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The contents of a stream, with a known width of SRC. */
struct htr_info_facts {
    uint64_t size; /* of the file */
    uint64_t messages, damaged,
        extra; /* extra: among the damaged, TSTAMP where none was expected */
    uint64_t count[NEXUS_TCODES], bytes[NEXUS_TCODES];
    uint64_t idle;         /* bytes */
    uint64_t zeros;        /* zero bytes at the end of the file */
    uint64_t stamped;      /* messages with TSTAMP */
    uint64_t hist, direct; /* messages that only history or only branch trace has */
    uint64_t sifive;       /* messages that only SiFive's 0.x dialects have */
    uint64_t reserved;     /* messages with reserved values */
    uint64_t syncs, first_sync, gap_bytes, gap_messages; /* first: offset; gap: the largest */
    uint64_t per_src[1 << NEXUS_MAX_SRC_BITS];
    unsigned sources;
    uint64_t first_good; /* offset of the first message that is not damaged */
    bool inside;         /* the bytes begin inside a message */
    uint64_t wrap;       /* offset where a ring buffer seems to begin, 0 = no sign of one */
    const char *wrap_why;
    bool wrap_sure;
    bool wrap_by_time; /* the sign is a time that goes back */
    bool cut;          /* the last message is cut off */
};

/* Scan bytes in memory. *f is set. Cannot fail. */
void htr_info_scan(struct htr_info_facts *f, const uint8_t *bytes, size_t size, unsigned src_bits);

/* Scan an open trace from its start, with t->cfg. Returns HTR_OK, or after a message HTR_ERR_OPEN,
 * _READ (it breaks off), _ARG (no decoder can have these settings). */
int htr_info_scan_trace(struct htr_info_facts *f, struct htr_trace *t) HTR_MUST_CHECK;

/* The verdict on the facts. */
enum htr_info_mode {
    HTR_INFO_UNTOLD, /* no message shows it */
    HTR_INFO_HTM,
    HTR_INFO_BTM,
    HTR_INFO_BOTH,
};

enum {
    HTR_INFO_OPTIONS = 16,
    HTR_INFO_VALUE = 40,
    HTR_INFO_ADVICES = 2,
    HTR_INFO_ADVICE = 192,
};

struct htr_info_verdict {
    bool confident; /* that it is a trace */
    enum htr_info_mode mode;
    bool mode_confident;
    bool sifive;        /* profile sifive-0.x, a guess; else 1.0, and */
    bool profile_clear; /* nothing speaks against that */
    bool k3;            /* profile spacemit-k3: it was given, or a perf.data file is of it */
    const char *option[HTR_INFO_OPTIONS];         /* of decode, each with its value, */
    char value[HTR_INFO_OPTIONS][HTR_INFO_VALUE]; /* or without one: empty */
    unsigned options;
    bool decoded;      /* options and profile were found by decoding (htr_search.h) */
    bool profile_told; /* decoded, and the other profile gives another result */
    char advice[HTR_INFO_ADVICES][HTR_INFO_ADVICE];
    unsigned advices;
};

void htr_info_judge(const struct htr_info_facts *f, const struct htr_guess *g,
                    struct htr_info_verdict *v);

/* The trace was read with profile spacemit-k3: name that instead of what it sets. */
void htr_info_take_k3(struct htr_info_verdict *v);

/* Take what a search found, when it is clear: its options replace those that were judged. */
void htr_info_take_search(struct htr_info_verdict *v, const struct htr_search *s);

/* A file that holds no trace bytes (htr/htr_kind.h). */
struct htr_info_file {
    enum htr_kind kind;
    char problem[200]; /* of an ELF or ingress stream that cannot be read, or empty */
    unsigned xlen;     /* ELF, ingress stream */
    uint64_t entry;    /* ELF */
    unsigned segments;
    unsigned version, harts; /* ingress stream */
    char note[1024];
};

/* Identify the bytes of a file. whole: they are all of it; they may be read up to 8 bytes past
 * size, as htr_bytes_load leaves them. Returns false when it may be a trace, or is empty. */
bool htr_info_other(struct htr_info_file *file, const uint8_t *bytes, size_t size, bool whole);

enum {
    HTR_INFO_TEXT = 320
};

/* What bytes that are no trace look like: frames or packets around one. whole: the bytes are all of
 * the file. Returns text, or a constant, or NULL when they look like neither. */
const char *htr_info_frames(const uint8_t *bytes, size_t size, bool whole,
                            char text[HTR_INFO_TEXT]);

/* ---- all of it ---- */

enum htr_info_what {
    HTR_INFO_TRACE,   /* facts, guess, verdict */
    HTR_INFO_UNKNOWN, /* bytes that are no trace: facts, guess, like */
    HTR_INFO_FILE,    /* file */
    HTR_INFO_FOLDER,  /* maybe a snapshot */
    HTR_INFO_ETRACE,  /* a trace that the settings call E-Trace: etrace */
};

/* Of a perf.data file. */
struct htr_info_perf {
    bool is;                /* it is one */
    bool framed;            /* in frames of a CoreSight formatter */
    uint64_t pieces;        /* of the AUX areas, */
    uint64_t bytes;         /* in all */
    uint64_t encoders;      /* described in it */
    uint64_t tasks, maps;   /* maps: of code */
    uint64_t aux, aux_lost; /* AUX records, and those that say that trace was lost */
};

/* The contents of a stream of E-Trace, with its encapsulation as the settings say. */
struct htr_info_etrace {
    uint64_t size;
    unsigned src_bits, ts_bytes, type_bits;
    uint64_t packets, damaged;
    uint64_t others;                       /* no instruction trace */
    uint64_t stamped;                      /* with a timestamp */
    uint64_t syncs, first_sync, gap_bytes; /* first: offset; gap: the largest distance */
    uint64_t supports;
    uint32_t options; /* after the last one */
    uint64_t nulls;   /* null packets */
    uint64_t left;    /* bytes of a packet that is cut off */
    uint64_t sources, seen[(1 << 16) / 64];
};

struct htr_info {
    const char *path;   /* the caller's string */
    const char *packed; /* "gzip", "zstd", or NULL */
    enum htr_info_what what;
    struct htr_info_facts facts;
    struct htr_guess guess;
    bool searched;            /* there was code: search is filled in */
    struct htr_search search; /* by decoding */
    struct htr_info_verdict verdict;
    struct htr_info_file file;
    char like[HTR_INFO_TEXT]; /* or empty */
    struct htr_info_perf perf;
    struct htr_frame_sum unframed; /* frames 0: the trace is in none */
    struct htr_info_etrace etrace;
};

/* Look at the file o->path; settings of o are known ones, and with code the guess is made by
 * decoding. pass, unless NULL, is called before the trace is read from its start; progress
 * (htr_host.h) counts its bytes. Returns HTR_OK; or after a message HTR_ERR_FORMAT (the file is
 * empty), HTR_ERR_READ (it breaks off), or what htr_trace_open and htr_code_choose return. */
int htr_info_of(struct htr_info *i, struct htr_host *host, const struct htr_trace_options *o,
                void (*pass)(void *ctx, const struct htr_trace *t), void *ctx) HTR_MUST_CHECK;

/* The settings to decode a trace with: the width of SRC, timestamps, profile, and with code all
 * that a clear search found, as far as they have not been set in *s. With htr_settings_stream they
 * give the configuration of the stream; a trace with facts.inside is read as a wrapped one too.
 * Returns HTR_OK, or HTR_ERR_ARG after a message (*s is full). */
int htr_info_settings(const struct htr_info *i, struct htr_host *host,
                      struct htr_settings *s) HTR_MUST_CHECK;

/* Text for people. */
void htr_info_print(const struct htr_info *i, FILE *out);

/* One object of JSON (docs/reference/formats.md, hartrace-info-1). Returns HTR_OK, or HTR_ERR_WRITE
 * without a message. */
int htr_info_json(const struct htr_info *i, FILE *out) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
