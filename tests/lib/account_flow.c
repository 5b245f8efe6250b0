/* SPDX-License-Identifier: Apache-2.0 */
/* The flow layer beside the account of its stream. */
#include "account_flow.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

typedef unsigned long long ull;

/* The decoder's runs beside the regions of the account. */
struct compared {
    const struct account *a;
    const struct account_result *r;
    const char *where;
    size_t regions; /* begun */
    bool open;      /* the last one has not ended: a start is the way out of a reset of the hart */
    size_t at;      /* next instruction of insn */
    uint64_t decoded;
};

static void end_run(const struct compared *c)
{
    const struct account_region *g = c->regions > 0 ? &c->r->region[c->regions - 1] : NULL;
    if (g != NULL && c->at != g->first + g->count) {
        fail_msg("%s: region %zu: %zu instructions decoded, the messages determine %zu", c->where,
                 c->regions - 1, c->at - g->first, g->count);
    }
}

static void take_range(struct compared *c, struct flow_code *code, const struct flow_elem *e)
{
    struct flow_range_iter it;
    const struct flow_insn *insn;
    flow_range_begin(&it, e);
    while (flow_range_next(&it, code, &insn) == FLOW_OK) {
        if (c->at >= c->a->insns || c->a->insn[c->at].pc != it.where.pc) {
            fail_msg("%s: region %zu: decoded 0x%llx at message %llu, executed 0x%llx", c->where,
                     c->regions - 1, (ull)it.where.pc, (ull)e->msg,
                     c->at < c->a->insns ? (ull)c->a->insn[c->at].pc : 0);
        }
        c->at++;
        c->decoded++;
    }
}

static void take(struct compared *c, struct flow_code *code, const struct flow_elem *e)
{
    if (e->type == FLOW_ELEM_RANGE) {
        take_range(c, code, e);
    } else if (e->type == FLOW_ELEM_TRACE_OFF || e->type == FLOW_ELEM_LOST) {
        c->open = false;
    } else if (e->type == FLOW_ELEM_TRACE_ON && !c->open) {
        c->open = true;
        end_run(c);
        assert_true(c->regions < c->r->regions);
        c->at = c->r->region[c->regions++].first;
    } else if (e->type == FLOW_ELEM_ERROR || e->type == FLOW_ELEM_ADDR_NACC) {
        fail_msg("%s: message %llu at byte %llu: %s", c->where, (ull)e->msg, (ull)e->offset,
                 e->hint);
    }
}

uint64_t account_flow(const struct account *a, const struct nexus_stream_cfg *cfg,
                      struct flow_code *code, const struct account_bytes *stream,
                      const struct account_result *r, const char *where)
{
    static struct nexus_decoder d;
    struct compared c = {.a = a, .r = r, .where = where};
    struct flow_elem e;
    assert_int_equal(nexus_decoder_init(&d, cfg, code, stream->bytes, stream->size), NEXUS_OK);
    d.all_sources = stream->any;
    d.src = stream->src;
    while (nexus_decoder_next(&d, &e) == NEXUS_OK) {
        take(&c, code, &e);
    }
    end_run(&c);
    assert_int_equal(c.regions, r->regions);
    return c.decoded;
}
