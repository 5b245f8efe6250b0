/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Data trace against what the hart loaded and stored, entry by entry. An entry is what one data
 * message says: an atomic has two, a conditional store that failed has one of width 0
 * (docs/reference/data-trace.md). Entries come from a list (docs/reference/formats.md), from an
 * ingress stream, or from the caller.
 */
#ifndef HTR_DATA_COMPARE_H
#define HTR_DATA_COMPARE_H

#include "htr/htr_data.h"
#include "htr/htr_ingress.h"
#include "htr/htr_input.h"
#include "nexus/nexus_flow.h"
#include "etrace/etrace_flow.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An access that the hart made. */
struct htr_data_entry {
    uint64_t pc; /* of the instruction */
    uint64_t addr, value;
    uint8_t width; /* bytes transferred: 1, 2, 4, 8; 0: a conditional store that failed */
    bool write;
    uint64_t line; /* in the list; or its number, from 1 */
};

enum {
    HTR_DATA_TEXT = 96,      /* bytes of an entry as text, with the NUL */
    HTR_DATA_PER_ACCESS = 2, /* entries of one access, at most */
};

/* The entries of a data access at the ingress port, which is one of in's. Returns their number. */
unsigned htr_data_entries(const struct ingress_cycle *in, const struct ingress_access *a,
                          struct htr_data_entry e[HTR_DATA_PER_ACCESS]);

/* A line of a list with its end. Returns its length. */
unsigned htr_data_line(const struct htr_data_entry *e, char to[HTR_DATA_TEXT]);

/* "a write of 8 bytes at 0x80002000: 0x5". Returns to. */
const char *htr_data_text(const struct htr_data_entry *e, char to[HTR_DATA_TEXT]);

/* ---- where entries come from ---- */

/* The next entry. Returns 1, 0 at the end, or HTR_ERR_*. */
typedef int htr_data_next(void *ctx, struct htr_data_entry *e);

/* A list, or the data accesses of one hart of an ingress stream. */
struct htr_data_list {
    struct htr_host *host;
    const char *path;
    bool is_ingress;
    struct htr_lines lines;
    struct htr_ingress ingress;
    struct ingress_record record;
    unsigned hart, access; /* of an ingress stream; next access of the record */
    struct htr_data_entry entry[HTR_DATA_PER_ACCESS];
    unsigned n, at;  /* entries, and the next one */
    uint64_t number; /* entries so far */
};

/* Open a list, or an ingress stream, recognized by content (not from standard input). path must
 * live as long, and l must not move. Returns HTR_OK, or after a message HTR_ERR_OPEN,
 * HTR_ERR_MEMORY; of a stream HTR_ERR_ARG (no such hart), HTR_ERR_MISSING (it has no data
 * accesses), or what htr_ingress_open returns. */
int htr_data_list_open(struct htr_data_list *l, struct htr_host *host, const char *path,
                       unsigned hart) HTR_MUST_CHECK;

/* An htr_data_next; errors after a message: HTR_ERR_FORMAT (a line that is no entry),
 * HTR_ERR_READ. */
int htr_data_list_next(void *list, struct htr_data_entry *e);

void htr_data_list_close(struct htr_data_list *l);

/* ---- the comparison ---- */

/* Do messages have values? trTeDataNoValue leaves them out. */
enum htr_data_values {
    HTR_DATA_VALUES_UNKNOWN = 0, /* either; those without are counted */
    HTR_DATA_VALUES_ALL,
    HTR_DATA_VALUES_NONE,
};

struct htr_data_compared {
    uint64_t tied;     /* accesses with a message, at their instructions */
    uint64_t no_value; /* of these, with a message without a value */
    uint64_t no_addr;  /* and without an address */
    uint64_t lost;     /* accesses without a message, which announced losses left out */
    uint64_t losses;   /* Error messages that announce them */
    /* The first difference: what it is, or NULL. */
    const char *what;
    bool has_got, has_want;
    struct htr_data_access got; /* in the trace; kind MISSING: an access without a message */
    struct htr_data_entry want;
    uint64_t msg, offset; /* of the message that it is about: of the last one when it has none */
    uint64_t instruction; /* its number in the trace, from 1; 0: a message without one */
};

/* Decode a whole trace, which uses up d, and compare its data with the entries. Returns HTR_OK and
 * *out, HTR_ERR_MEMORY (without a message), or what next returned. */
int htr_data_compare(struct nexus_decoder *d, htr_data_next *next, void *ctx,
                     enum htr_data_values values, struct htr_data_compared *out) HTR_MUST_CHECK;

/* The same of E-Trace, with cfg.data_decoded. Packets have addresses unless cfg.data_options says
 * that they have none. */
int htr_data_compare_etrace(struct etrace_decoder *d, htr_data_next *next, void *ctx,
                            enum htr_data_values values,
                            struct htr_data_compared *out) HTR_MUST_CHECK;

/* "data equal: N accesses, M without a message after K announced losses", and what was not
 * compared. Returns to. */
enum {
    HTR_DATA_SUMMARY = 192,
    HTR_DATA_DIFFERENCE = 320,
};
const char *htr_data_summary(const struct htr_data_compared *c, char to[HTR_DATA_SUMMARY]);

/* The difference in one line: "another value: the trace has ...; the hart has ... (line 5)", with
 * what `lines` of entries are. Returns to. */
const char *htr_data_difference_text(const struct htr_data_compared *c, const char *lines,
                                     char to[HTR_DATA_DIFFERENCE]);

#ifdef __cplusplus
}
#endif

#endif
