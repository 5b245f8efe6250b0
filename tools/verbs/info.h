/* SPDX-License-Identifier: Apache-2.0 */
/* Verb info: what raw bytes are. */
#ifndef TOOLS_INFO_H
#define TOOLS_INFO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "htr/htr_kind.h"
#include "nexus/nexus_flow.h"

/* What speaks against each width of SRC is summed up in points; the width with the fewest is the
 * guess (docs/formats.md, "How info guesses the width of SRC"). */
struct info_guess {
    unsigned src_bits;
    bool confident;    /* margin >= INFO_MARGIN + against / 4, and lead >= half of that */
    uint64_t messages; /* looked at, with this width */
    uint64_t damaged;
    uint64_t points;  /* against it, addresses included */
    uint64_t against; /* the same without what addresses cost at any width */
    uint64_t margin;  /* points that the next best width has more */
    bool decoded;     /* with the code, by info_guess_by_code; */
    uint64_t errors;  /* of that */
    uint64_t lead;    /* points without addresses that every other width has more */
};

enum {
    INFO_MARGIN = 60,
    INFO_SAMPLE = 1 << 18, /* bytes looked at, at most */
};

/* Guess the width of SRC. */
void info_guess_src(const uint8_t *bytes, size_t size, struct info_guess *guess);

/* Bytes of a trace, what a decoder must know besides SRC, and the code that ran. */
struct info_code {
    const uint8_t *bytes;
    size_t size;
    const struct nexus_stream_cfg *cfg;
    struct flow_code *code;
};

/* Correct a guess by decoding with each width. It is confident then when the best width makes at
 * least 16 messages more into paths, and twice as many, as any other. */
void info_guess_by_code(const struct info_code *c, struct info_guess *guess);

/* What a stream holds, with a known width of SRC. */
struct info_facts {
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
    bool cut; /* the last message is cut off */
};

/* Messages one after the other, and the decoder that makes them: at the end it holds what is left.
 */
struct info_input {
    int (*next)(void *ctx, struct nexus_msg *m); /* as nexus_decode_next, and NEXUS_ERR_LONG; */
    bool (*rest)(void *ctx, uint64_t *zeros);    /* after that: did it go on up to the end? */
    void *ctx;
    const struct nexus_msg_decoder *decoder;
};

void info_scan_input(const struct info_input *in, struct info_facts *f);

/* The same of bytes in memory. */
void info_scan(const uint8_t *bytes, size_t size, unsigned src_bits, struct info_facts *f);

/* What the facts mean. */
enum info_mode {
    INFO_UNTOLD, /* no message tells */
    INFO_HTM,
    INFO_BTM,
    INFO_BOTH,
};

enum {
    INFO_OPTIONS = 4,
    INFO_ADVICES = 2,
    INFO_ADVICE = 192,
};

struct info_verdict {
    bool confident; /* that it is a trace */
    enum info_mode mode;
    bool mode_confident;
    bool sifive;                      /* profile sifive-0.x, always a guess; else 1.0, and */
    bool profile_clear;               /* nothing speaks against that */
    const char *option[INFO_OPTIONS]; /* of decode, each with its value, */
    char value[INFO_OPTIONS][24];     /* or without one: empty */
    unsigned options;
    char advice[INFO_ADVICES][INFO_ADVICE];
    unsigned advices;
};

void info_judge(const struct info_facts *f, const struct info_guess *g, struct info_verdict *v);

/* A file that holds no trace bytes (htr/htr_kind.h). */
struct info_file {
    enum htr_kind kind;
    char problem[200]; /* of an ELF or ingress stream that cannot be read, or empty */
    unsigned xlen;     /* ELF, ingress stream */
    uint64_t entry;    /* ELF */
    unsigned segments;
    unsigned version, harts; /* ingress stream */
    char note[1024];
};

/* What is it? whole: the bytes are all of it. Returns false when it may be a trace, or is empty. */
bool info_other(const uint8_t *bytes, size_t size, bool whole, struct info_file *file);
void info_print_other(const char *path, struct info_file *file);

/* Bytes that may be a trace, and what was found out about them. */
struct info_report {
    const char *path;
    const char *packed; /* "gzip", "zstd", or NULL */
    const struct info_facts *facts;
    const struct info_guess *guess;
};

/* One object of JSON on stdout, for a trace; for bytes that are none, with what they look like
 * (info_frames) or NULL; for other files; for a folder. Return status, or TOOL_CANNOT after a
 * message. */
int info_json_trace(const char *verb, const struct info_report *r);
int info_json_unknown(const char *verb, const struct info_report *r, const char *like);
int info_json_other(const char *verb, const struct info_report *r, const struct info_file *file);
int info_json_folder(const char *verb, const char *path);

/* What bytes look like that are no trace: frames or packets around one. Returns NULL when like
 * neither. whole: the bytes are all of the file. */
enum {
    INFO_TEXT = 160
};
const char *info_frames(const uint8_t *bytes, size_t size, bool whole, char text[INFO_TEXT]);

#endif
