/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Quirks of an implementation: what its stream has that N-Trace 1.0 does not, and what it means. A
 * stream with quirks is rewritten as N-Trace, message by message, and each use of a quirk is
 * counted: a quirk never passes as conformance.
 *
 *   struct htk_profile p;
 *   if (htk_profile_find(&p, &host, "tt-dfd") != HTR_OK) ...         or a file, my.toml
 *   struct htk_normal n = {0};
 *   if (htk_normalize(&p, &cfg, bytes, size, &host, &n) != HTR_OK) ...
 *   if (htk_normalize_code(&p, &cfg, &code, &host, &n) != HTR_OK) ...      when there is code
 *   n.bytes, n.use[HTK_QUIRK_IDLE_ANY]
 *   htk_normal_free(&n);
 */
#ifndef HTK_PROFILE_H
#define HTK_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "htr/htr_host.h"
#include "flow/flow_code.h"
#include "nexus/nexus_cfg.h"

#ifdef __cplusplus
extern "C" {
#endif

enum htk_quirk {
    HTK_QUIRK_IDLE_ANY,      /* idle bytes: any with MSEO 11 */
    HTK_QUIRK_EMPTY_FIELD,   /* the first variable field may have no bits: it is 0 */
    HTK_QUIRK_NO_SYNC_ICNT,  /* ProgTraceSync has no I-CNT: it is 0 */
    HTK_QUIRK_NO_CDF,        /* ProgTraceCorrelation has no CDF and no HIST: CDF is 0 */
    HTK_QUIRK_TIME_ABSOLUTE, /* TSTAMP is absolute in all messages */
    HTK_QUIRK_TIME_XOR,      /* TSTAMP without SYNC is the XOR with the time before */
    HTK_QUIRK_REPEAT_XOR,    /* RepeatBranch applies U-ADDR once more for each repetition */
    HTK_QUIRK_OWNER_0,       /* Ownership with FORMAT 0 has the context of FORMAT 2 */
    HTK_QUIRK_SYNC_BRANCH,   /* HTM: HIST of a sync lacks the branch that the sync comes after */
    HTK_QUIRK_ITYPE_3,       /* itype of 3 bits: implicit returns can be set, and none is */
    HTK_QUIRK_VENDOR,        /* messages with reserved TCODEs are a vendor's */
    HTK_QUIRKS,
};

/* "idle_any", the rule of the conformance list that it breaks, and what it is in words. */
const char *htk_quirk_name(enum htk_quirk quirk);
const char *htk_quirk_rule(enum htk_quirk quirk);
const char *htk_quirk_text(enum htk_quirk quirk);

enum {
    HTK_EXCUSES = 16 /* at most */
};

struct htk_profile {
    char name[80];    /* "tt-dfd" or the file */
    char source[120]; /* where the implementation is, and the commit that was read; or "" */
    bool quirk[HTK_QUIRKS];
    uint64_t vendor;              /* HTK_QUIRK_VENDOR: the TCODEs, as bits */
    char excuse[HTK_EXCUSES][16]; /* ids of rules that it breaks, and that nothing can rewrite */
    unsigned excuses;
};

/* One of the built-in profiles, or a file whose name ends in .toml: lines "NAME = true" for quirks,
 * vendor_tcodes = "40 41", excused = "ID ID ...", name, source; "#" begins a comment. Returns
 * HTR_OK, or after a message HTR_ERR_ARG (no such profile), HTR_ERR_OPEN, _READ, _FORMAT. */
int htk_profile_find(struct htk_profile *p, struct htr_host *host, const char *name) HTR_MUST_CHECK;

/* Name of built-in profile i; NULL after the last. */
const char *htk_profile_name(unsigned i);

/* The names of all of them, "tt-dfd, spike-n-trace, ...", for messages and help. */
const char *htk_profile_names(void);

enum {
    HTK_DIALECTS = 120 /* bytes for their names */
};

/* The same for the dialects that decoders know, which --profile names as well: "1.0, ...". */
void htk_profile_dialects(char out[HTK_DIALECTS]);

/* Is the breach of a rule expected? */
bool htk_profile_excuses(const struct htk_profile *p, const char *id);

/* Where a message of a rewritten stream is from. */
struct htk_normal_place {
    uint64_t to;     /* offset in the rewritten stream */
    uint64_t from;   /* and in the original */
    uint64_t number; /* of the message in the original, from 0 */
};

struct htk_normal {
    uint8_t *bytes; /* owned */
    size_t n, room;
    struct htk_normal_place *place; /* owned; ascending */
    size_t places, place_room;
    uint64_t use[HTK_QUIRKS];
};

/* Rewrite a stream of one encoder, or of several without quirks of time and RepeatBranch. Messages
 * without quirks stay as they are, damaged ones too. Returns HTR_OK, or after a message
 * HTR_ERR_MEMORY, HTR_ERR_ARG (cfg). In every case end with htk_normal_free. */
int htk_normalize(const struct htk_profile *p, const struct nexus_stream_cfg *cfg,
                  const uint8_t *bytes, size_t size, struct htr_host *host,
                  struct htk_normal *out) HTR_MUST_CHECK;
void htk_normal_free(struct htk_normal *n);

/* The quirk that shows in the code alone, HTK_QUIRK_SYNC_BRANCH: rewrite what htk_normalize made
 * once more. The branch is the last instruction that I-CNT counts, and F-ADDR says which way it
 * went: its outcome becomes the last bit of HIST. cfg: how the flow is decoded. Returns HTR_OK, or
 * after a message HTR_ERR_MEMORY, HTR_ERR_ARG (cfg). */
int htk_normalize_code(const struct htk_profile *p, const struct nexus_stream_cfg *cfg,
                       struct flow_code *code, struct htr_host *host,
                       struct htk_normal *n) HTR_MUST_CHECK;

/* The place of the message that has an offset of the rewritten stream; NULL: none. */
const struct htk_normal_place *htk_normal_from(const struct htk_normal *n, uint64_t offset);

#ifdef __cplusplus
}
#endif

#endif
