/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Private: what was executed, as a decoder reports it: PCs, and events between them, as the lines
 * of docs/reference/kit-protocol.md or the elements of docs/reference/vectors.md.
 */
#ifndef HTK_ACCOUNT_H
#define HTK_ACCOUNT_H

#include <stdio.h>

#include "ntt.h"

/* Kinds of events. Those before HTK_FLOW_KINDS have a place between two instructions. */
enum htk_event_kind {
    HTK_TRACE_ON,
    HTK_TRACE_OFF,
    HTK_EXCEPTION,
    HTK_EXCEPTION_RETURN,
    HTK_SYNC_EVENT,
    HTK_LOST,
    HTK_FLOW_KINDS,
    HTK_CONTEXT = HTK_FLOW_KINDS,
    HTK_TIME,
    HTK_SOFTWARE_TRACE,
    HTK_DATA,
    HTK_CUSTOM,
    HTK_UNKNOWN,
    HTK_OTHER,
    HTK_COMPARED_KINDS,
    HTK_NO_SYNC = HTK_COMPARED_KINDS, /* never compared */
    HTK_ERROR,                        /* also "no-code" */
    HTK_KINDS,
};
const char *htk_event_name(enum htk_event_kind kind);

struct htk_event {
    enum htk_event_kind kind;
    size_t at;   /* PCs before it */
    size_t soft; /* HTK_ERROR: PCs before the last range ahead of it */
    char text[NTT_ELEM_MAX];
};

struct htk_account {
    uint64_t *pc; /* owned */
    size_t pcs, pc_room;
    struct htk_event *event; /* owned */
    size_t events, event_room;
    uint32_t kinds; /* of events that are listed, as bits */
    size_t soft;    /* PCs before the last range */
};

/* Code: regions in ascending order, or a list of instructions. */
struct htk_code {
    unsigned xlen;
    struct flow_isa isa;
    struct flow_region region[NTT_REGIONS_MAX];
    size_t regions;
    const struct flow_pcinfo *pcinfo; /* ascending; NULL: regions */
    size_t pcinfos;
};

/* Bytes of the instruction at an address; 0: there is none. */
unsigned htk_code_size(const struct htk_code *code, uint64_t pc);

enum {
    HTK_ACCOUNT_PCS = 1 << 22 /* at most */
};

/* Nothing in it; memory is kept. */
void htk_account_clear(struct htk_account *a);
void htk_account_free(struct htk_account *a);

/* Each returns false without memory, or beyond HTK_ACCOUNT_PCS. */
bool htk_account_pc(struct htk_account *a, uint64_t pc);
bool htk_account_event(struct htk_account *a, enum htk_event_kind kind, const char *text);

/* Take a line, without its end: of an output, or an element of a vector. Returns NULL, or what is
 * wrong with it. */
const char *htk_account_line(struct htk_account *a, const struct htk_code *code, char *line);

/* The next event of a kind at or after *i, which moves past it; NULL: no more. */
const struct htk_event *htk_account_next(const struct htk_account *a, enum htk_event_kind kind,
                                         size_t *i);

/* Has `got` nothing but what `want` has? It may leave fields out, and say "?" where `want` has a
 * value with a question mark after it. */
bool htk_event_fits(const char *want, const char *got);

#endif
