/* SPDX-License-Identifier: Apache-2.0 */
/*
 * For tests/robust/test_diagnosis.c: a small program, a stream that is written message by message,
 * and the elements that it decodes to.
 */
#ifndef DIAGNOSIS_RIG_H
#define DIAGNOSIS_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "flow/flow_block.h"
#include "nexus/nexus_flow.h"

#define BASE UINT64_C(0x80000000)

enum {
    MAX_ELEMS = 64,
};

/* Half-words in front: the sums of I-CNT below are counted here. */
static const uint8_t code_bytes[] = {
    0x13, 0x05, 0x15, 0x00, /* 0  00 addi a0, a0, 1 */
    0x63, 0x04, 0x05, 0x00, /* 2  04 beqz a0, 0c */
    0x13, 0x05, 0x15, 0x00, /* 4  08 addi a0, a0, 1 */
    0xEF, 0x00, 0xC0, 0x00, /* 6  0c jal ra, 18 */
    0xC5, 0xBF,             /* 8  10 c.j 00 */
    0x01, 0x00,             /* 9  12 c.nop */
    0x13, 0x05, 0x15, 0x00, /* 10 14 addi a0, a0, 1 */
    0x05, 0x05,             /* 12 18 c.addi a0, 1 */
    0x82, 0x80,             /* 13 1a ret */
    0x37, 0x05, 0x00, 0x80, /* 14 1c lui a0, 0x80000 */
    0x67, 0x00, 0x05, 0x00, /* 16 20 jr a0 */
    0x73, 0x00, 0x20, 0x30, /* 18 24 mret */
    0x73, 0x00, 0x00, 0x00, /* 20 28 ecall */
};

struct rig {
    struct nexus_stream_cfg cfg;
    struct flow_region region;
    struct flow_code_image image;
    struct flow_code code;
    struct flow_block block[2];
    bool use_blocks; /* decode block by block; set after start */
    struct nexus_decoder decoder;
    uint8_t byte[512];
    size_t size;
    unsigned msgs;
    struct flow_elem elem[MAX_ELEMS];
    unsigned elems;
};

static struct rig rig;

static inline void start(void)
{
    memset(&rig, 0, sizeof rig);
    nexus_cfg_init(&rig.cfg);
    rig.region = (struct flow_region){BASE, sizeof code_bytes, code_bytes};
    rig.image = (struct flow_code_image){&rig.region, 1};
}

static inline void send(const struct nexus_msg *m)
{
    int n = nexus_msg_encode(&rig.cfg, m, rig.byte + rig.size, sizeof rig.byte - rig.size);
    assert_true(n > 0);
    rig.size += (size_t)n;
    rig.msgs++;
}

static inline void send_bytes(const uint8_t *bytes, size_t n)
{
    assert_true(n <= sizeof rig.byte - rig.size);
    memcpy(rig.byte + rig.size, bytes, n);
    rig.size += n;
    rig.msgs++;
}

static inline void sync_at(uint64_t addr, unsigned reason, uint64_t icnt)
{
    struct nexus_msg m;
    nexus_msg_start(&m, NEXUS_PROG_TRACE_SYNC, 0);
    nexus_msg_set(&m, NEXUS_F_SYNC, reason);
    nexus_msg_set(&m, NEXUS_F_ICNT, icnt);
    nexus_msg_set(&m, NEXUS_F_ADDR, addr >> 1);
    send(&m);
}

static inline void direct(uint64_t icnt)
{
    struct nexus_msg m;
    nexus_msg_start(&m, NEXUS_DIRECT_BRANCH, 0);
    nexus_msg_set(&m, NEXUS_F_ICNT, icnt);
    send(&m);
}

static inline void indirect(uint64_t icnt, uint64_t uaddr)
{
    struct nexus_msg m;
    nexus_msg_start(&m, NEXUS_INDIRECT_BRANCH, 0);
    nexus_msg_set(&m, NEXUS_F_BTYPE, 0);
    nexus_msg_set(&m, NEXUS_F_ICNT, icnt);
    nexus_msg_set(&m, NEXUS_F_ADDR, uaddr >> 1);
    send(&m);
}

static inline void indirect_hist(uint64_t icnt, uint64_t uaddr, uint64_t hist)
{
    struct nexus_msg m;
    nexus_msg_start(&m, NEXUS_INDIRECT_BRANCH_HIST, 0);
    nexus_msg_set(&m, NEXUS_F_BTYPE, 0);
    nexus_msg_set(&m, NEXUS_F_ICNT, icnt);
    nexus_msg_set(&m, NEXUS_F_ADDR, uaddr >> 1);
    nexus_msg_set(&m, NEXUS_F_HIST, hist);
    send(&m);
}

static inline void full(unsigned rcode, uint64_t data)
{
    struct nexus_msg m;
    nexus_msg_start(&m, NEXUS_RESOURCE_FULL, 0);
    nexus_msg_set(&m, NEXUS_F_RCODE, rcode);
    nexus_msg_set(&m, NEXUS_F_RDATA, data);
    send(&m);
}

static inline void decode(void)
{
    flow_code_init_image(&rig.code, nexus_cfg_isa(&rig.cfg), &rig.image);
    if (rig.use_blocks) {
        assert_int_equal(flow_code_use_blocks(&rig.code, rig.block, 2), FLOW_OK);
    }
    assert_int_equal(nexus_decoder_init(&rig.decoder, &rig.cfg, &rig.code, rig.byte, rig.size),
                     NEXUS_OK);
    rig.elems = 0;
    while (rig.elems < MAX_ELEMS &&
           nexus_decoder_next(&rig.decoder, &rig.elem[rig.elems]) == NEXUS_OK) {
        rig.elems++;
    }
    assert_true(rig.elems < MAX_ELEMS);
}

/* The stream so far is sound; the next message is wrong. */
struct wrong {
    unsigned msg;
    size_t offset;
};

static inline struct wrong next_is_wrong(void)
{
    return (struct wrong){rig.msgs, rig.size};
}

static inline const struct flow_elem *find(unsigned from, unsigned type)
{
    for (unsigned i = from; i < rig.elems; i++) {
        if (rig.elem[i].type == type) {
            return &rig.elem[i];
        }
    }
    fail_msg("no element of type %s", flow_elem_name(type));
    return NULL;
}

#endif
