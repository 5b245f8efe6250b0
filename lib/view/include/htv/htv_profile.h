/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How often each range of instructions was executed. Programs walk the same ranges again and
 * again, so that counting ranges costs little, and instructions, lines and branches follow exactly.
 * Memory grows with the different ranges of the code, not with the trace.
 */
#ifndef HTV_PROFILE_H
#define HTV_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "flow/flow_code.h"
#include "flow/flow_path.h"
#include "htr/htr_host.h"

#ifdef __cplusplus
extern "C" {
#endif

struct htv_profile_entry {
    uint64_t start, end; /* addresses: first instruction, after the last one */
    uint64_t count;      /* times; 0: a free place in the table */
    uint32_t insns;      /* instructions in it */
    uint32_t branches;   /* conditional branches among these */
    uint16_t space;      /* address space, as in events */
    uint8_t last_cls;    /* class of the last instruction, and whether it changed the flow */
    uint8_t last_taken;
    uint8_t last_size;
};

struct htv_profile {
    struct htv_profile_entry *entry; /* a table with free places */
    size_t size;                     /* places: a power of two, or 0 */
    size_t used;
};

void htv_profile_free(struct htv_profile *p);

/* Count a range. code and where: to look for branches when it is new; where->pc is set here.
 * Returns HTR_OK or HTR_ERR_MEMORY, without a message. */
int htv_profile_new(struct htv_profile *p, const struct flow_range *r, uint16_t space,
                    struct flow_code *code, struct flow_where *where, size_t at) HTR_MUST_CHECK;

/* Add the count of an entry, of the same code, to that in p. Returns the same. */
int htv_profile_merge(struct htv_profile *p, const struct htv_profile_entry *e) HTR_MUST_CHECK;

static inline size_t htv_profile_hash(const struct flow_range *r, uint16_t space)
{
    uint64_t h =
        (r->start * UINT64_C(0x9e3779b97f4a7c15)) ^
        ((r->end + ((uint64_t)space << 48) + r->last_taken) * UINT64_C(0xc2b2ae3d27d4eb4f));
    return (size_t)(h >> 20 ^ h >> 43);
}

static inline int htv_profile_add(struct htv_profile *p, const struct flow_range *r, uint16_t space,
                                  struct flow_code *code, struct flow_where *where)
{
    size_t at = htv_profile_hash(r, space);
    for (; p->size != 0; at++) {
        struct htv_profile_entry *e = &p->entry[at & (p->size - 1)];
        if (e->start == r->start && e->end == r->end && e->last_taken == r->last_taken &&
            e->insns == r->count && e->space == space && e->count != 0) {
            e->count++;
            return HTR_OK;
        }
        if (e->count == 0) {
            break;
        }
    }
    return htv_profile_new(p, r, space, code, where, at);
}

/* ---- by instruction: what the entries say of single addresses ---- */

/* One instruction, or one conditional branch. */
struct htv_insn_count {
    uint64_t pc;
    uint64_t count;  /* times it was executed */
    uint64_t taken;  /* of a conditional branch: times it was taken */
    uint64_t target; /* of branches and direct jumps and calls, else 0 */
    uint16_t space;
    uint8_t size, cls; /* enum flow_insn_class */
};

struct htv_insn_counts {
    struct htv_insn_count *insn; /* ascending by space, then pc */
    size_t n;
};

/* Walk all ranges through their code. code_of gives the code of a space. Ends with
 * htv_insn_counts_free. Returns HTR_OK, or HTR_ERR_MEMORY after a message. */
int htv_profile_insns(const struct htv_profile *p, struct htr_host *host,
                      struct flow_code *(*code_of)(void *ctx, uint16_t space,
                                                   struct flow_context *context),
                      void *ctx, struct htv_insn_counts *out) HTR_MUST_CHECK;
void htv_insn_counts_free(struct htv_insn_counts *c);

#ifdef __cplusplus
}
#endif

#endif
