/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A little code, packets written by hand, and what the flow decoder of E-Trace says of them, one
 * line for each element.
 */
#ifndef ETRACE_SAID_H
#define ETRACE_SAID_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "etrace/etrace_flow.h"

/* clang-format off */
static const uint8_t code_bytes[] = {
    0x01, 0x00,             /* 1000 nop */
    0x01, 0x00,             /* 1002 nop */
    0x01, 0xC5,             /* 1004 beqz a0, 100c */
    0x01, 0x00,             /* 1006 nop */
    0x01, 0x00,             /* 1008 nop */
    0x01, 0x00,             /* 100a nop */
    0x02, 0x85,             /* 100c jr a0 */
    0x01, 0x00,             /* 100e nop */
    0x73, 0x00, 0x00, 0x00, /* 1010 ecall */
    0x01, 0x00,             /* 1014 nop */
    0x01, 0xA0,             /* 1016 j 1016 */
    0x01, 0x00,             /* 1018 nop */
    0x01, 0x00,             /* 101a nop: handler */
    0x73, 0x00, 0x20, 0x30, /* 101c mret */
};
/* clang-format on */

static struct etrace_cfg cfg;
static struct flow_region region = {0x1000, sizeof code_bytes, code_bytes};
static struct flow_code_image image = {&region, 1};
static struct flow_code code;
static struct etrace_flow flow;
static char said[4096];
static uint64_t at;

static inline int setup(void **state)
{
    (void)state;
    etrace_cfg_init(&cfg);
    return 0;
}

static inline void begin(void)
{
    flow_code_init_image(&code, etrace_cfg_isa(&cfg), &image);
    assert_int_equal(etrace_flow_init(&flow, &cfg, &code), ETRACE_OK);
    said[0] = '\0';
    at = 0;
}

/* One line for each element that is there; of a long walk only the last ones stay. */
static inline void fetch(void)
{
    struct flow_elem e;
    while (etrace_flow_next(&flow, &e) == ETRACE_OK) {
        size_t n = strlen(said);
        if (n > sizeof said / 2) {
            n = 0;
        }
        char *to = said + n;
        size_t room = sizeof said - n;
        switch (e.type) {
        case FLOW_ELEM_RANGE:
            snprintf(to, room, "%x-%x %u\n", (unsigned)e.start, (unsigned)e.end, e.count);
            break;
        case FLOW_ELEM_ERROR:
        case FLOW_ELEM_ADDR_NACC:
            snprintf(to, room, "error %d msg %u at %u\n", e.status, (unsigned)e.msg,
                     (unsigned)e.offset);
            assert_non_null(e.hint);
            break;
        case FLOW_ELEM_EXCEPTION:
            snprintf(to, room, "trap %u from %s%x to %x cause %u\n", e.code, e.known ? "" : "?",
                     (unsigned)e.start, (unsigned)e.end, (unsigned)e.value);
            break;
        case FLOW_ELEM_CONTEXT:
            snprintf(to, room, "context %u%s %u\n", e.context.prv, e.context.v ? "v" : "",
                     (unsigned)e.context.scontext);
            break;
        case FLOW_ELEM_TIMESTAMP:
            snprintf(to, room, "time %u\n", (unsigned)e.value);
            break;
        case FLOW_ELEM_OTHER:
            snprintf(to, room, "other %u bytes msg %u\n", e.raw_length, (unsigned)e.msg);
            break;
        default:
            snprintf(to, room, "%s code %u at %s%x\n", flow_elem_name(e.type), e.code,
                     e.type == FLOW_ELEM_TRACE_OFF && !e.known ? "?" : "", (unsigned)e.start);
            break;
        }
    }
}

static inline void push_frame(struct etrace_frame *f)
{
    f->offset = at;
    at += 10;
    assert_int_equal(etrace_flow_push(&flow, f), ETRACE_OK);
    fetch();
}

static inline void push(const struct etrace_packet *p)
{
    struct etrace_frame f = {.kind = ETRACE_KIND_INST};
    assert_int_equal(etrace_packet_encode(&cfg, flow.options, p, f.payload, &f.size), ETRACE_OK);
    push_frame(&f);
}

static inline void start(uint64_t addr, unsigned privilege)
{
    struct etrace_packet p = {.format = ETRACE_FORMAT_SYNC,
                              .branch = true,
                              .privilege = (uint8_t)privilege,
                              .has_address = true,
                              .address = addr};
    push(&p);
}

/* A difference, behind n branches whose outcomes are in map. */
static inline void report(int64_t difference, unsigned n, uint32_t map)
{
    struct etrace_packet p = {.format = n != 0 ? ETRACE_FORMAT_BRANCH : ETRACE_FORMAT_ADDR,
                              .branches = (uint8_t)n,
                              .branch_map = map,
                              .has_address = true,
                              .address = (uint64_t)difference};
    push(&p);
}

static inline void support(unsigned qual_status, uint32_t options)
{
    struct etrace_packet p = {.format = ETRACE_FORMAT_SYNC,
                              .subformat = ETRACE_SYNC_SUPPORT,
                              .ienable = true,
                              .qual_status = (uint8_t)qual_status,
                              .ioptions = etrace_cfg_ioptions(&cfg, options)};
    push(&p);
}

static inline struct etrace_packet trap_packet(bool interrupt, unsigned cause, bool thaddr,
                                               uint64_t addr)
{
    return (struct etrace_packet){.format = ETRACE_FORMAT_SYNC,
                                  .subformat = ETRACE_SYNC_TRAP,
                                  .branch = true,
                                  .privilege = 3,
                                  .interrupt = interrupt,
                                  .ecause = cause,
                                  .thaddr = thaddr,
                                  .has_address = true,
                                  .address = addr};
}

#define EXPECT(text)                                                                               \
    do {                                                                                           \
        assert_string_equal(said, text);                                                           \
        said[0] = '\0';                                                                            \
    } while (0)

#define OPT(name) (UINT32_C(1) << ETRACE_OPT_##name)

#endif
