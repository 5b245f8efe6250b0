/* SPDX-License-Identifier: Apache-2.0 */
/*
 * For the tests of strict verification: what a hart does, recorded, encoded and verified.
 *
 * The program: 0x1000.. are nops but for an ecall at 0x1008 and a trap return at 0x1104. It goes
 * 0x1000 0x1004, exception at 0x1008, 0x1100 0x1104, back to 0x100c, interrupt before 0x1010,
 * 0x1100 0x1104, 0x1010 0x1014, into debug mode and out, 0x1018, then 0x101c in VU and 0x1020 with
 * another context, a jump to itself at 0x1024. Every record has a cycle and time of its own.
 */
#ifndef STRICT_RIG_H
#define STRICT_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "htr/htr_verify.h"
#include "ingress/ingress.h"
#include "output.h"
#include "rv_asm.h"
#include "tool.h"

enum {
    RECORDS = 19,
    NOP = 0x13,
    MRET = 0x30200073,
    ECALL = 0x73,
    TEXT = 2048,
};

/* Names of records, by what they hold. */
enum {
    AT_1004 = 1,
    EXCEPTION = 2,
    HANDLER = 3,
    MRET_1 = 4,
    AT_100C = 5,
    INTERRUPT = 6,
    MRET_2 = 8,
    AT_1014 = 10,
    DEBUG = 11,
    DEBUG_OUT = 12,
    AT_101C = 14,
    AT_1020 = 15,
    LAST = 18,
};

static inline void retire(struct ingress_cycle *in, uint64_t pc, uint8_t itype)
{
    in->nblocks = 1;
    in->block[0] =
        (struct ingress_block){.iaddr = pc, .iretire = 2, .itype = itype, .ilastsize = 1};
}

static inline void make(struct ingress_cycle in[RECORDS])
{
    memset(in, 0, RECORDS * sizeof *in);
    for (unsigned i = 0; i < RECORDS; i++) {
        in[i].cycle = 10u + i;
        in[i].time = 1000u + 7u * i;
        in[i].priv = i >= AT_101C ? INGRESS_PRIV_VU : INGRESS_PRIV_M;
        in[i].context = i >= AT_1020 ? 0x55 : 0x11;
    }
    retire(&in[0], 0x1000, INGRESS_ITYPE_NONE);
    retire(&in[AT_1004], 0x1004, INGRESS_ITYPE_NONE);
    in[EXCEPTION].nblocks = 1;
    in[EXCEPTION].block[0] =
        (struct ingress_block){.iaddr = 0x1008, .itype = INGRESS_ITYPE_EXCEPTION};
    in[EXCEPTION].cause = 11;
    retire(&in[HANDLER], 0x1100, INGRESS_ITYPE_NONE);
    retire(&in[MRET_1], 0x1104, INGRESS_ITYPE_TRAP_RETURN);
    retire(&in[AT_100C], 0x100c, INGRESS_ITYPE_NONE);
    in[INTERRUPT].nblocks = 1;
    in[INTERRUPT].block[0] =
        (struct ingress_block){.iaddr = 0x1010, .itype = INGRESS_ITYPE_INTERRUPT};
    in[INTERRUPT].cause = 7;
    retire(&in[7], 0x1100, INGRESS_ITYPE_NONE);
    retire(&in[MRET_2], 0x1104, INGRESS_ITYPE_TRAP_RETURN);
    retire(&in[9], 0x1010, INGRESS_ITYPE_NONE);
    retire(&in[AT_1014], 0x1014, INGRESS_ITYPE_NONE);
    in[DEBUG].halted = true;
    in[DEBUG_OUT].halted = false;
    retire(&in[13], 0x1018, INGRESS_ITYPE_NONE);
    retire(&in[AT_101C], 0x101c, INGRESS_ITYPE_NONE);
    retire(&in[AT_1020], 0x1020, INGRESS_ITYPE_NONE);
    in[AT_1020].ctype = INGRESS_CTYPE_PRECISE;
    for (unsigned i = AT_1020 + 1; i < RECORDS; i++) {
        retire(&in[i], 0x1024, INGRESS_ITYPE_UNINFERABLE_JUMP);
    }
}

struct rig {
    char trace[64], encoded[64], changed[64], said[64];
    struct ingress_cycle in[RECORDS];
    unsigned ts_mode; /* trTsMode; 0: External */
    char text[TEXT];
};

static inline void save(const char *path, const struct ingress_cycle in[RECORDS])
{
    static struct ingress_writer w; /* large */
    struct ingress_header h = {.xlen = 64, .itype_width = 4, .harts = 1};
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(ingress_writer_open(&w, f, false, &h), INGRESS_OK);
    for (uint64_t pc = 0x1000; pc < 0x1108; pc += 4) {
        uint32_t code = pc == 0x1008   ? ECALL
                        : pc == 0x1104 ? MRET
                        : pc == 0x1024 ? rv_jalr(0, 5, 0)
                                       : NOP;
        assert_int_equal(ingress_write_opcode(&w, pc, code), INGRESS_OK);
    }
    for (unsigned i = 0; i < RECORDS; i++) {
        assert_int_equal(ingress_write_cycle(&w, 0, &in[i]), INGRESS_OK);
    }
    assert_int_equal(ingress_writer_close(&w), INGRESS_OK);
    assert_int_equal(fclose(f), 0);
}

static inline int run(int (*verb)(int, char **), const char **argv)
{
    char *args[24];
    int argc = 0;
    for (; argv[argc] != NULL; argc++) {
        args[argc] = strdup(argv[argc]);
    }
    int got = output_finish(verb(argc, args));
    for (int i = 0; i < argc; i++) {
        free(args[i]);
    }
    return got;
}

static const char *ts_mode(const struct rig *r)
{
    static const char *const text[] = {"trTsMode=1", "trTsMode=1", "trTsMode=2", "trTsMode=3"};
    return text[r->ts_mode];
}

static inline void encode(struct rig *r, const char *mode)
{
    const char *argv[] = {"encode",
                          "--ingress",
                          r->encoded,
                          "--mode",
                          mode,
                          "-o",
                          r->trace,
                          "--te",
                          "trTsEnable=1",
                          "--te",
                          "trTeContext=1",
                          "--te",
                          ts_mode(r),
                          "--param",
                          "btype_split=1",
                          "--param",
                          "context_bits=16",
                          "--param",
                          "ts_modes=14",
                          NULL};
    save(r->encoded, r->in);
    assert_int_equal(run(encode_main, argv), TOOL_OK);
}

/* Verify with what was changed; the report goes to r->text. */
static inline void verify(struct rig *r, int want)
{
    static struct htr_verify v; /* large */
    struct htr_host host = {0};
    const struct htr_verify_options o = {
        .trace.path = r->trace,
        .trace.code.ingress = r->changed,
        .trace.te = {{"trTsEnable=1", "trTeContext=1", ts_mode(r)}, 3},
        .strict = true,
        .limit = 1,
    };
    FILE *f = fopen(r->said, "w+");
    assert_non_null(f);
    save(r->changed, r->in);
    int got = htr_verify_open(&v, &host, &o);
    if (got == HTR_OK) {
        got = htr_verify_run(&v);
    }
    if (got >= 0) {
        assert_int_equal(htr_verify_text(&v.report, true, f), HTR_OK);
    }
    htr_verify_close(&v);
    rewind(f);
    size_t n = fread(r->text, 1, TEXT - 1, f);
    assert_int_equal(fclose(f), 0);
    r->text[n] = '\0';
    if (got != want) {
        fail_msg("status %d, expected %d: %s%s", got, want, r->text, host.last.text);
    }
}

static inline void open_rig(struct rig *r)
{
    memset(r, 0, sizeof *r);
    const char *folder = getenv("TMPDIR");
    char *const name[] = {r->trace, r->encoded, r->changed, r->said};
    for (unsigned i = 0; i < 4; i++) {
        snprintf(name[i], sizeof r->trace, "%.40s/strict-XXXXXX", folder != NULL ? folder : "/tmp");
        int fd = mkstemp(name[i]);
        assert_true(fd >= 0);
        (void)close(fd);
    }
    make(r->in);
}

static inline void close_rig(struct rig *r)
{
    (void)unlink(r->trace);
    (void)unlink(r->encoded);
    (void)unlink(r->changed);
    (void)unlink(r->said);
}

static const char *const modes[] = {"htm", "btm"};

#endif
