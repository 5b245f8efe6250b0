/* SPDX-License-Identifier: Apache-2.0 */
/* For htv_branches*.c. */
#ifndef HTV_BRANCHES_INT_H
#define HTV_BRANCHES_INT_H

#include "htr/htr_sources.h"
#include "htv/htv_branches.h"
#include "htv_ring.h"

enum {
    HTV_CONTEXTS = 1 << 10, /* that code is looked up in; those after them share the last one */
};

struct htv_branch_hart {
    struct htr_trace trace; /* open: for its code */
    struct htv_ring ring;
    struct flow_context *context;
    unsigned ncontexts;

    /* Where it is: a block, the instruction in it, and its address. */
    uint64_t number;
    uint32_t index;
    uint64_t pc;
    char src[8], name[24];
};

struct htv_branches {
    struct htr_host *host;
    struct htr_trace_options options;
    uint64_t keep;
    struct htv_branch_hart *hart[HTV_GDB_HARTS];
    unsigned harts;
};

/* htv_branches_ops.c: where moving begins: at the last instruction. */
void htv_branches_to_end(struct htv_branch_hart *h);

#endif
