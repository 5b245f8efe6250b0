/* SPDX-License-Identifier: Apache-2.0 */
#include "flow_fixture.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

void fx_init(struct flow_fixture *fx)
{
    memset(fx, 0, sizeof *fx);
    nexus_cfg_init(&fx->cfg);
    fx->cfg.timestamps = true;
    for (unsigned i = 0; i < FX_MEMORY; i += 2) {
        fx->memory[i] = 0x01; /* c.nop */
    }
    fx->region = (struct flow_region){.addr = 0, .size = FX_MEMORY, .bytes = fx->memory};
    fx->image = (struct flow_code_image){.region = &fx->region, .count = 1};
    fx_restart(fx);
}

void fx_restart(struct flow_fixture *fx)
{
    flow_code_init_image(&fx->code, nexus_cfg_isa(&fx->cfg), &fx->image);
    assert_int_equal(flow_code_use_cache(&fx->code, fx->line, FX_LINES), FLOW_OK);
    assert_int_equal(flow_code_use_blocks(&fx->code, fx->block, FX_LINES), FLOW_OK);
    assert_int_equal(nexus_flow_init(&fx->flow, &fx->cfg, &fx->code), NEXUS_OK);
}

uint64_t fx_op(struct flow_fixture *fx, uint64_t at, uint32_t opcode)
{
    unsigned size = (opcode & 3) == 3 ? 4 : 2;
    for (unsigned i = 0; i < size; i++) {
        fx->memory[at + i] = (uint8_t)(opcode >> (8 * i));
    }
    return at + size;
}

/* B-type: imm[12|10:5] rs2 rs1 funct3 imm[4:1|11] 1100011; here bne a0, x0. */
uint64_t fx_branch(struct flow_fixture *fx, uint64_t at, uint64_t target)
{
    uint32_t imm = (uint32_t)(target - at);
    uint32_t op = ((imm >> 12) & 1) << 31 | ((imm >> 5) & 0x3f) << 25 | 10u << 15 | 1u << 12 |
                  ((imm >> 1) & 0xf) << 8 | ((imm >> 11) & 1) << 7 | 0x63;
    return fx_op(fx, at, op);
}

/* J-type: imm[20|10:1|11|19:12] rd 1101111. */
uint64_t fx_jal(struct flow_fixture *fx, uint64_t at, unsigned rd, uint64_t target)
{
    uint32_t imm = (uint32_t)(target - at);
    uint32_t op = ((imm >> 20) & 1) << 31 | ((imm >> 1) & 0x3ff) << 21 | ((imm >> 11) & 1) << 20 |
                  ((imm >> 12) & 0xff) << 12 | (uint32_t)rd << 7 | 0x6f;
    return fx_op(fx, at, op);
}

static struct nexus_msg start(enum nexus_tcode tcode)
{
    struct nexus_msg m = {.offset = 0};
    nexus_msg_start(&m, tcode, 0);
    return m;
}

struct nexus_msg fx_sync(unsigned sync, uint64_t icnt, uint64_t addr)
{
    struct nexus_msg m = start(NEXUS_PROG_TRACE_SYNC);
    nexus_msg_set(&m, NEXUS_F_SYNC, sync);
    nexus_msg_set(&m, NEXUS_F_ICNT, icnt);
    nexus_msg_set(&m, NEXUS_F_ADDR, addr >> 1);
    return m;
}

struct nexus_msg fx_direct_sync(unsigned sync, uint64_t icnt, uint64_t addr)
{
    struct nexus_msg m = fx_sync(sync, icnt, addr);
    m.tcode = NEXUS_DIRECT_BRANCH_SYNC;
    return m;
}

struct nexus_msg fx_direct(uint64_t icnt)
{
    struct nexus_msg m = start(NEXUS_DIRECT_BRANCH);
    nexus_msg_set(&m, NEXUS_F_ICNT, icnt);
    return m;
}

struct nexus_msg fx_indirect(unsigned btype, uint64_t icnt, uint64_t uaddr)
{
    struct nexus_msg m = start(NEXUS_INDIRECT_BRANCH);
    nexus_msg_set(&m, NEXUS_F_BTYPE, btype);
    nexus_msg_set(&m, NEXUS_F_ICNT, icnt);
    nexus_msg_set(&m, NEXUS_F_ADDR, uaddr);
    return m;
}

struct nexus_msg fx_indirect_hist(unsigned btype, uint64_t icnt, uint64_t uaddr, uint64_t hist)
{
    struct nexus_msg m = fx_indirect(btype, icnt, uaddr);
    m.tcode = NEXUS_INDIRECT_BRANCH_HIST;
    nexus_msg_set(&m, NEXUS_F_HIST, hist);
    return m;
}

struct nexus_msg fx_indirect_sync(unsigned sync, unsigned btype, uint64_t icnt, uint64_t addr)
{
    struct nexus_msg m = fx_sync(sync, icnt, addr);
    m.tcode = NEXUS_INDIRECT_BRANCH_SYNC;
    nexus_msg_set(&m, NEXUS_F_BTYPE, btype);
    return m;
}

struct nexus_msg fx_indirect_hist_sync(unsigned sync, unsigned btype, uint64_t icnt, uint64_t addr,
                                       uint64_t hist)
{
    struct nexus_msg m = fx_indirect_sync(sync, btype, icnt, addr);
    m.tcode = NEXUS_INDIRECT_BRANCH_HIST_SYNC;
    nexus_msg_set(&m, NEXUS_F_HIST, hist);
    return m;
}

struct nexus_msg fx_full(unsigned rcode, uint64_t rdata)
{
    struct nexus_msg m = start(NEXUS_RESOURCE_FULL);
    nexus_msg_set(&m, NEXUS_F_RCODE, rcode);
    nexus_msg_set(&m, NEXUS_F_RDATA, rdata);
    return m;
}

struct nexus_msg fx_full_repeat(uint64_t hist, uint64_t hrepeat)
{
    struct nexus_msg m = fx_full(NEXUS_RCODE_HIST_REPEAT, hist);
    nexus_msg_set(&m, NEXUS_F_HREPEAT, hrepeat);
    return m;
}

struct nexus_msg fx_repeat(uint64_t bcnt)
{
    struct nexus_msg m = start(NEXUS_REPEAT_BRANCH);
    nexus_msg_set(&m, NEXUS_F_BCNT, bcnt);
    return m;
}

struct nexus_msg fx_correlation(unsigned evcode, uint64_t icnt)
{
    struct nexus_msg m = start(NEXUS_PROG_TRACE_CORRELATION);
    nexus_msg_set(&m, NEXUS_F_EVCODE, evcode);
    nexus_msg_set(&m, NEXUS_F_CDF, 0);
    nexus_msg_set(&m, NEXUS_F_ICNT, icnt);
    return m;
}

struct nexus_msg fx_correlation_hist(unsigned evcode, uint64_t icnt, uint64_t hist)
{
    struct nexus_msg m = fx_correlation(evcode, icnt);
    nexus_msg_set(&m, NEXUS_F_CDF, 1);
    nexus_msg_set(&m, NEXUS_F_HIST, hist);
    return m;
}

struct nexus_msg fx_error(unsigned etype, uint64_t ecode)
{
    struct nexus_msg m = start(NEXUS_ERROR);
    nexus_msg_set(&m, NEXUS_F_ETYPE, etype);
    nexus_msg_set(&m, NEXUS_F_ECODE, ecode);
    return m;
}

struct nexus_msg fx_ownership(uint64_t process)
{
    struct nexus_msg m = start(NEXUS_OWNERSHIP);
    nexus_msg_set(&m, NEXUS_F_PROCESS, process);
    return m;
}

struct nexus_msg fx_other(unsigned tcode)
{
    struct nexus_msg m = start(NEXUS_DEBUG_STATUS);
    m.tcode = (uint8_t)tcode;
    return m;
}

struct nexus_msg fx_stamped(struct nexus_msg m, uint64_t tstamp)
{
    nexus_msg_set(&m, NEXUS_F_TSTAMP, tstamp);
    return m;
}

uint64_t fx_uaddr(uint64_t last, uint64_t to)
{
    return (last ^ to) >> 1;
}

static void format(char *out, size_t size, const struct flow_elem *e)
{
    const struct flow_context *c = &e->context;
    switch (e->type) {
    case FLOW_ELEM_RANGE:
        snprintf(out, size, "R %" PRIx64 "-%" PRIx64 " %u%s", e->start, e->end, e->count,
                 e->last_taken ? " T" : "");
        break;
    case FLOW_ELEM_TRACE_ON:
        snprintf(out, size, "ON %u %" PRIx64, e->code, e->start);
        break;
    case FLOW_ELEM_TRACE_OFF:
        snprintf(out, size, e->known ? "OFF %u %" PRIx64 : "OFF %u ?", e->code, e->start);
        break;
    case FLOW_ELEM_EXCEPTION:
        if (e->known) {
            snprintf(out, size, "EX %u %" PRIx64 ">%" PRIx64, e->code, e->start, e->end);
        } else {
            snprintf(out, size, "EX %u ?>%" PRIx64, e->code, e->end);
        }
        break;
    case FLOW_ELEM_EXCEPTION_RET:
        snprintf(out, size, "XR %" PRIx64, e->end);
        break;
    case FLOW_ELEM_EVENT:
        snprintf(out, size, "EV %u %" PRIx64, e->code, e->start);
        break;
    case FLOW_ELEM_TIMESTAMP:
        snprintf(out, size, "TS %" PRIu64, e->value);
        break;
    case FLOW_ELEM_CONTEXT:
        snprintf(out, size, "CX %u P%u V%u S%" PRIx64 " H%" PRIx64, e->code, c->prv, c->v,
                 c->scontext, c->hcontext);
        break;
    case FLOW_ELEM_LOST:
        snprintf(out, size, "LOST %u %" PRIu64, e->code, e->value);
        break;
    case FLOW_ELEM_NO_SYNC:
        snprintf(out, size, "NOSYNC");
        break;
    case FLOW_ELEM_ADDR_NACC:
        snprintf(out, size, "NACC %" PRIx64, e->start);
        break;
    case FLOW_ELEM_ERROR:
        snprintf(out, size, "ERR %d %" PRIx64, e->status, e->start);
        break;
    case FLOW_ELEM_OTHER:
        snprintf(out, size, "OTHER %u", e->code);
        break;
    case FLOW_ELEM_SWTRACE:
        snprintf(out, size, "SW %" PRIx64 " %" PRIx64, e->start, e->value);
        break;
    case FLOW_ELEM_DATA:
        if (e->known) {
            snprintf(out, size, "DATA %u %" PRIx64 " %" PRIx64 " %u", e->code, e->start, e->value,
                     e->last_size);
        } else {
            snprintf(out, size, "DATA %u ? %" PRIx64 " %u", e->code, e->value, e->last_size);
        }
        break;
    case FLOW_ELEM_CUSTOM:
        snprintf(out, size, "CUSTOM %u", e->code);
        break;
    case FLOW_ELEM_UNKNOWN:
        snprintf(out, size, "UNKNOWN %u", e->code);
        break;
    default:
        snprintf(out, size, "%s", flow_elem_name(e->type));
        break;
    }
}

void fx_describe(char *text, const struct flow_elem *e)
{
    size_t used = strlen(text);
    if (used != 0 && used < FX_TEXT - 3) {
        memcpy(text + used, ", ", 3);
        used += 2;
    }
    format(text + used, FX_TEXT - used, e);
}

const char *fx_push(struct flow_fixture *fx, struct nexus_msg m)
{
    struct flow_elem e;
    fx->text[0] = '\0';
    assert_int_equal(nexus_flow_push(&fx->flow, &m), NEXUS_OK);
    while (nexus_flow_next(&fx->flow, &e) == NEXUS_OK) {
        fx_describe(fx->text, &e);
    }
    return fx->text;
}
