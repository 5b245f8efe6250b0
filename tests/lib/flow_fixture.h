/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A flow over a small memory at 0, hand-built messages, and elements as short text:
 *
 *   R 100-106 2 T    range, instructions, T = ends with a change of flow
 *   ON 3 100         trace on, SYNC, address        OFF 4 114   trace off, EVCODE, pc (? = unknown)
 *   EX 2 114>200     exception, B-TYPE, interrupted at, handler; ?>200 when that is not known
 *   XR 300           exception return to            EV 6 114    event, SYNC, pc
 *   TS 1000          timestamp                      CX 2 P3 V0 S1d H0   context
 *   LOST 0 4         ETYPE, ECODE                   NOSYNC
 *   NACC 300         no code                        ERR -22 100 error, status, pc
 *   OTHER 15, CUSTOM 56, UNKNOWN 40             TCODE
 *   SW 12 345        software trace: IDTAG, data DATA 5 1000 ff 4   TCODE, address or ?, data, size
 */
#ifndef FLOW_FIXTURE_H
#define FLOW_FIXTURE_H

#include <stddef.h>
#include <stdint.h>

#include "nexus/nexus_flow.h"

enum {
    FX_MEMORY = 0x2000,
    FX_LINES = 64,
    FX_TEXT = 4096,
};

struct flow_fixture {
    struct nexus_stream_cfg cfg;
    uint8_t memory[FX_MEMORY];
    struct flow_region region;
    struct flow_code_image image;
    struct flow_code code;
    struct flow_code_line line[FX_LINES];
    struct flow_block block[FX_LINES];
    struct nexus_flow flow;
    char text[FX_TEXT]; /* elements of the last message, separated by ", " */
};

/* RV64, no options. The whole memory is code, filled with c.nop. */
void fx_init(struct flow_fixture *fx);

/* Start the flow again with fx->cfg. */
void fx_restart(struct flow_fixture *fx);

/* Write instructions; each returns the address after it. */
uint64_t fx_op(struct flow_fixture *fx, uint64_t at, uint32_t opcode);
uint64_t fx_branch(struct flow_fixture *fx, uint64_t at, uint64_t target); /* 32 bits */
uint64_t fx_jal(struct flow_fixture *fx, uint64_t at, unsigned rd, uint64_t target);

enum {
    OP_C_ADD = 0x952e,     /* c.add a0, a1 */
    OP_ADD = 0x00b50533,   /* add a0, a0, a1 */
    OP_C_EBREAK = 0x9002,  /* c.ebreak */
    OP_C_JR_A0 = 0x8502,   /* c.jr a0 */
    OP_JR_A0 = 0x00050067, /* jalr x0, 0(a0) */
    OP_C_RET = 0x8082,     /* c.jr ra */
    OP_RET = 0x00008067,   /* jalr x0, 0(ra) */
    OP_C_JALR_A0 = 0x9502, /* c.jalr a0 */
    OP_MRET = 0x30200073,
    OP_ECALL = 0x00000073,
    OP_CUSTOM_0 = 0x0000000b,
};

/* Messages. */
struct nexus_msg fx_sync(unsigned sync, uint64_t icnt, uint64_t addr);        /* ProgTraceSync */
struct nexus_msg fx_direct_sync(unsigned sync, uint64_t icnt, uint64_t addr); /* DirectBranchSync */
struct nexus_msg fx_direct(uint64_t icnt);                                    /* DirectBranch */
struct nexus_msg fx_indirect(unsigned btype, uint64_t icnt, uint64_t uaddr);  /* IndirectBranch */
struct nexus_msg fx_indirect_hist(unsigned btype, uint64_t icnt, uint64_t uaddr, uint64_t hist);
struct nexus_msg fx_indirect_sync(unsigned sync, unsigned btype, uint64_t icnt, uint64_t addr);
struct nexus_msg fx_indirect_hist_sync(unsigned sync, unsigned btype, uint64_t icnt, uint64_t addr,
                                       uint64_t hist);
struct nexus_msg fx_full(unsigned rcode, uint64_t rdata); /* ResourceFull, RCODE 0 or 1 */
struct nexus_msg fx_full_repeat(uint64_t hist, uint64_t hrepeat);
struct nexus_msg fx_repeat(uint64_t bcnt);
struct nexus_msg fx_correlation(unsigned evcode, uint64_t icnt);                     /* CDF 0 */
struct nexus_msg fx_correlation_hist(unsigned evcode, uint64_t icnt, uint64_t hist); /* CDF 1 */
struct nexus_msg fx_error(unsigned etype, uint64_t ecode);
struct nexus_msg fx_ownership(uint64_t process);
struct nexus_msg fx_other(unsigned tcode);
struct nexus_msg fx_stamped(struct nexus_msg m, uint64_t tstamp);

/* U-ADDR field for a jump to `to` when `last` was the address sent before (N-Trace, Address
 * Compression). */
uint64_t fx_uaddr(uint64_t last, uint64_t to);

/* Push a message and return its elements as text. */
const char *fx_push(struct flow_fixture *fx, struct nexus_msg m);

/* One element as text appended to text[FX_TEXT]. */
void fx_describe(char *text, const struct flow_elem *e);

#endif
