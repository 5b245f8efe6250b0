/* SPDX-License-Identifier: Apache-2.0 */
/*
 * verify --strict: a hart's doings are encoded; then one of them is changed, and the comparison of
 * the trace with the changed record has to say what, and where.
 *
 * The program: 0x1000.. are nops but for an ecall at 0x1008 and a trap return at 0x1104. It goes
 * 0x1000 0x1004, exception at 0x1008, 0x1100 0x1104, back to 0x100c, interrupt before 0x1010,
 * 0x1100 0x1104, 0x1010 0x1014, into debug mode and out, 0x1018, then 0x101c in VU and 0x1020 with
 * another context, a jump to itself at 0x1024. Every record has a cycle and time of its own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <unistd.h>

#include <cmocka.h>

#include "ingress.h"
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

static void retire(struct trm_ingress *in, uint64_t pc, uint8_t itype)
{
    in->nblocks = 1;
    in->block[0] = (struct trm_block){.iaddr = pc, .iretire = 2, .itype = itype, .ilastsize = 1};
}

static void make(struct trm_ingress in[RECORDS])
{
    memset(in, 0, RECORDS * sizeof *in);
    for (unsigned i = 0; i < RECORDS; i++) {
        in[i].cycle = 10u + i;
        in[i].time = 1000u + 7u * i;
        in[i].priv = i >= AT_101C ? TRM_PRIV_VU : TRM_PRIV_M;
        in[i].context = i >= AT_1020 ? 0x55 : 0x11;
    }
    retire(&in[0], 0x1000, TRM_ITYPE_NONE);
    retire(&in[AT_1004], 0x1004, TRM_ITYPE_NONE);
    in[EXCEPTION].nblocks = 1;
    in[EXCEPTION].block[0] = (struct trm_block){.iaddr = 0x1008, .itype = TRM_ITYPE_EXCEPTION};
    in[EXCEPTION].cause = 11;
    retire(&in[HANDLER], 0x1100, TRM_ITYPE_NONE);
    retire(&in[MRET_1], 0x1104, TRM_ITYPE_TRAP_RETURN);
    retire(&in[AT_100C], 0x100c, TRM_ITYPE_NONE);
    in[INTERRUPT].nblocks = 1;
    in[INTERRUPT].block[0] = (struct trm_block){.iaddr = 0x1010, .itype = TRM_ITYPE_INTERRUPT};
    in[INTERRUPT].cause = 7;
    retire(&in[7], 0x1100, TRM_ITYPE_NONE);
    retire(&in[MRET_2], 0x1104, TRM_ITYPE_TRAP_RETURN);
    retire(&in[9], 0x1010, TRM_ITYPE_NONE);
    retire(&in[AT_1014], 0x1014, TRM_ITYPE_NONE);
    in[DEBUG].halted = true;
    in[DEBUG_OUT].halted = false;
    retire(&in[13], 0x1018, TRM_ITYPE_NONE);
    retire(&in[AT_101C], 0x101c, TRM_ITYPE_NONE);
    retire(&in[AT_1020], 0x1020, TRM_ITYPE_NONE);
    in[AT_1020].ctype = TRM_CTYPE_PRECISE;
    for (unsigned i = AT_1020 + 1; i < RECORDS; i++) {
        retire(&in[i], 0x1024, TRM_ITYPE_UNINFERABLE_JUMP);
    }
}

struct rig {
    char trace[64], encoded[64], changed[64], said[64];
    struct trm_ingress in[RECORDS];
    unsigned ts_mode; /* trTsMode; 0: External */
    char text[TEXT];
};

static void save(const char *path, const struct trm_ingress in[RECORDS])
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

static int run(int (*verb)(int, char **), const char **argv)
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

static void encode(struct rig *r, const char *mode)
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

/* Verify with what was changed; what it prints goes to r->text. */
static void verify(struct rig *r, int want)
{
    const char *argv[] = {"verify",        r->trace, "--strict",     "--ingress",
                          r->changed,      "--te",   "trTsEnable=1", "--te",
                          "trTeContext=1", "--te",   ts_mode(r),     NULL};
    save(r->changed, r->in);
    fflush(NULL);
    int keep[] = {dup(STDOUT_FILENO), dup(STDERR_FILENO)};
    int to = open(r->said, O_WRONLY | O_TRUNC);
    assert_true(keep[0] >= 0 && keep[1] >= 0 && to >= 0);
    assert_true(dup2(to, STDOUT_FILENO) >= 0 && dup2(to, STDERR_FILENO) >= 0);
    int got = run(verify_main, argv);
    fflush(NULL);
    (void)dup2(keep[0], STDOUT_FILENO);
    (void)dup2(keep[1], STDERR_FILENO);
    (void)close(keep[0]);
    (void)close(keep[1]);
    (void)close(to);
    FILE *f = fopen(r->said, "r");
    assert_non_null(f);
    size_t n = fread(r->text, 1, TEXT - 1, f);
    (void)fclose(f);
    r->text[n] = '\0';
    if (got != want) {
        fail_msg("status %d, expected %d: %s", got, want, r->text);
    }
}

static void open_rig(struct rig *r)
{
    memset(r, 0, sizeof *r);
    const char *folder = getenv("TMPDIR");
    char *const name[] = {r->trace, r->encoded, r->changed, r->said};
    for (unsigned i = 0; i < 4; i++) {
        snprintf(name[i], sizeof r->trace, "%.40s/strict-XXXXXX", folder ? folder : "/tmp");
        int fd = mkstemp(name[i]);
        assert_true(fd >= 0);
        (void)close(fd);
    }
    make(r->in);
}

static void close_rig(struct rig *r)
{
    (void)unlink(r->trace);
    (void)unlink(r->encoded);
    (void)unlink(r->changed);
    (void)unlink(r->said);
}

static const char *const modes[] = {"htm", "btm"};

static void what_was_encoded_is_equal(void **state)
{
    static struct rig r;
    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        open_rig(&r);
        r.ts_mode = 1 + i / 2;
        encode(&r, modes[i % 2]);
        verify(&r, TOOL_OK);
        assert_int_equal(strncmp(r.text, "equal: ", 7), 0);
        close_rig(&r);
    }
}

/* Change one thing, and look for what is said of it, at which instruction (counted from 1). */
struct planted {
    const char *name;
    void (*change)(struct trm_ingress in[RECORDS]);
    unsigned instruction;
    const char *says[2];
};

static void as_interrupt(struct trm_ingress in[RECORDS])
{
    in[EXCEPTION].block[0].itype = TRM_ITYPE_INTERRUPT;
}

static void as_exception(struct trm_ingress in[RECORDS])
{
    in[INTERRUPT].block[0].itype = TRM_ITYPE_EXCEPTION;
}

static void elsewhere(struct trm_ingress in[RECORDS])
{
    in[EXCEPTION].block[0].iaddr = 0x1010;
}

static void no_trap(struct trm_ingress in[RECORDS])
{
    in[INTERRUPT].nblocks = 0;
}

static void one_more_trap(struct trm_ingress in[RECORDS])
{
    in[9].block[0].itype = TRM_ITYPE_EXCEPTION;
    in[9].cause = 5;
}

static void no_return(struct trm_ingress in[RECORDS])
{
    in[MRET_2].block[0].itype = TRM_ITYPE_UNINFERABLE_JUMP;
}

static void one_more_return(struct trm_ingress in[RECORDS])
{
    in[AT_1004].block[0].itype = TRM_ITYPE_TRAP_RETURN;
}

static void other_privilege(struct trm_ingress in[RECORDS])
{
    in[HANDLER].priv = in[MRET_1].priv = TRM_PRIV_S;
}

static void not_virtual(struct trm_ingress in[RECORDS])
{
    for (unsigned i = AT_101C; i < RECORDS; i++) {
        in[i].priv = TRM_PRIV_U;
    }
}

static void other_context(struct trm_ingress in[RECORDS])
{
    for (unsigned i = AT_1020; i < RECORDS; i++) {
        in[i].context = 0x56;
    }
}

static void later(struct trm_ingress in[RECORDS])
{
    in[EXCEPTION].time += 2;
}

static void not_in_debug(struct trm_ingress in[RECORDS])
{
    in[DEBUG].halted = false;
}

static void one_more(struct trm_ingress in[RECORDS])
{
    retire(&in[DEBUG], 0x1018, TRM_ITYPE_NONE);
    retire(&in[13], 0x101c, TRM_ITYPE_NONE);
}

static const struct planted planted[] = {
    {"an exception is an interrupt",
     as_interrupt,
     3,
     {"got an exception, expected an interrupt (cause 11) before 0x1008"}},
    {"an interrupt is an exception",
     as_exception,
     6,
     {"got an interrupt, expected an exception (cause 7) before 0x1010"}},
    {"an exception elsewhere",
     elsewhere,
     3,
     {"the exception (cause 11) came before 0x1010, got 0x1008"}},
    {"a trap that was not", no_trap, 6, {"got a trap to 0x1100, expected 0x1100"}},
    {"a trap that is not told",
     one_more_trap,
     9,
     {"the exception before 0x1014 (cause 5) is not told"}},
    {"a return that was not",
     no_return,
     8,
     {"got a return from a trap to 0x1010; 0x1104 was none"}},
    {"a return that is not told",
     one_more_return,
     3,
     {"the return from a trap at 0x1004 is not told"}},
    {"another privilege", other_privilege, 5, {"the trace says M; 0x1104 was executed in S"}},
    {"another virtual mode",
     not_virtual,
     10,
     {"got VU, scontext 0x11", "0x1018 in M, 0x11, 0x0 to 0x1024 in U, 0x55"}},
    {"another context",
     other_context,
     10,
     {"got VU, scontext 0x55", "0x1018 in M, 0x11, 0x0 to 0x1024 in VU, 0x56"}},
    {"another time", later, 3, {"time 1014 is that of no instruction here"}},
    {"no debug mode", not_in_debug, 10, {"debug mode entered before 0x1018 was not"}},
    {"another instruction", one_more, 12, {"expected 0x101c, got 0x1020"}},
};

static void every_planted_error_is_found(void **state)
{
    static struct rig r;
    char where[48];
    (void)state;
    for (unsigned i = 0; i < sizeof planted / sizeof planted[0]; i++) {
        for (unsigned m = 0; m < 2; m++) {
            open_rig(&r);
            encode(&r, modes[m]);
            planted[i].change(r.in);
            verify(&r, TOOL_DIFFERS);
            snprintf(where, sizeof where, "differs at instruction %u: message ",
                     planted[i].instruction);
            bool found = strstr(r.text, where) != NULL && strstr(r.text, " at offset ") != NULL;
            for (unsigned k = 0; k < 2 && planted[i].says[k] != NULL; k++) {
                found = found && strstr(r.text, planted[i].says[k]) != NULL;
            }
            if (!found) {
                fail_msg("%s, %s: not at %u: %s", planted[i].name, modes[m], planted[i].instruction,
                         r.text);
            }
            close_rig(&r);
        }
    }
}

static void a_cycle_more_or_less_is_found_in_internal_time(void **state)
{
    static struct rig r;
    (void)state;
    for (unsigned m = 0; m < 4; m++) {
        open_rig(&r);
        r.ts_mode = 2 + m / 2;
        encode(&r, modes[m % 2]);
        for (unsigned i = EXCEPTION; i < RECORDS; i++) {
            r.in[i].cycle += 20;
        }
        verify(&r, TOOL_DIFFERS);
        assert_non_null(strstr(r.text, "is that of no instruction here"));
        close_rig(&r);
    }
}

/* In debug mode the counter of the hart's clock may stop; that of the system does not (TCI 1.0,
 * Timestamp Unit). */
static void cycles_between_two_regions_count_in_system_time(void **state)
{
    static struct rig r;
    (void)state;
    for (unsigned m = 0; m < 4; m++) {
        open_rig(&r);
        r.ts_mode = 2 + m / 2;
        encode(&r, modes[m % 2]);
        for (unsigned i = DEBUG_OUT; i < RECORDS; i++) {
            r.in[i].cycle += 20;
        }
        verify(&r, r.ts_mode == 2 ? TOOL_DIFFERS : TOOL_OK);
        assert_true(r.ts_mode == 3 || strstr(r.text, "is that of no instruction here") != NULL);
        close_rig(&r);
    }
}

static void contexts_that_never_come_are_missed(void **state)
{
    static struct rig r;
    (void)state;
    open_rig(&r);
    const char *argv[] = {"encode", "--ingress", r.encoded, "--mode",       "htm",
                          "-o",     r.trace,     "--te",    "trTsEnable=1", NULL};
    save(r.encoded, r.in);
    assert_int_equal(run(encode_main, argv), TOOL_OK);
    verify(&r, TOOL_DIFFERS);
    assert_non_null(strstr(r.text, "no context was told since trace on"));
    close_rig(&r);
}

/* Bytes of the trace. */
struct bytes {
    uint8_t at[256];
    size_t n;
};

static void load(const struct rig *r, struct bytes *b)
{
    FILE *f = fopen(r->trace, "rb");
    assert_non_null(f);
    b->n = fread(b->at, 1, sizeof b->at, f);
    assert_in_range(b->n, 20, sizeof b->at - 1);
    (void)fclose(f);
}

static void store(const struct rig *r, const struct bytes *b)
{
    FILE *f = fopen(r->trace, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(b->at, 1, b->n, f), b->n);
    assert_int_equal(fclose(f), 0);
}

/* Offset of message number n that has this TCODE (from 0): a message ends with MSEO 11. */
static size_t find_message(const struct bytes *b, unsigned tcode, unsigned n)
{
    for (size_t i = 0, start = 0; i < b->n; i++) {
        if ((b->at[i] & 3) == 3) {
            if (b->at[start] >> 2 == tcode && n-- == 0) {
                return start;
            }
            start = i + 1;
        }
    }
    fail_msg("no such message");
    return 0;
}

/* An Ownership message, TCODE 2, ends with PROCESS (its last byte MSEO 01) and TSTAMP, here 0 in
 * one byte: 0x03. Without it no time is wrong. */
static void a_timestamp_that_is_lost_is_missed(void **state)
{
    static struct rig r;
    struct bytes b;
    (void)state;
    for (unsigned m = 0; m < 2; m++) {
        open_rig(&r);
        encode(&r, modes[m]);
        load(&r, &b);
        size_t at = find_message(&b, 2, 0) + 1;
        while ((b.at[at] & 3) == 0) {
            at++;
        }
        assert_int_equal(b.at[at] & 3, 1);
        assert_int_equal(b.at[at + 1], 0x03);
        b.at[at] |= 3;
        memmove(b.at + at + 1, b.at + at + 2, b.n - at - 2);
        b.n--;
        store(&r, &b);
        verify(&r, TOOL_DIFFERS);
        assert_non_null(strstr(r.text, "message 1 at offset"));
        assert_non_null(strstr(r.text, "Ownership has no TSTAMP"));
        close_rig(&r);
    }
}

/* Field B-TYPE: either 1 only, or both 2 and 3. It is in bits 3:2 of the second byte of
 * IndirectBranch (TCODE 4) and IndirectBranchHist (28): 2 is the exception, 3 the interrupt. */
static void a_branch_type_that_is_not_told_apart_is_missed(void **state)
{
    static struct rig r;
    struct bytes b;
    (void)state;
    for (unsigned type = 2; type <= 3; type++) {
        unsigned n = 0;
        size_t at;
        open_rig(&r);
        encode(&r, "btm");
        load(&r, &b);
        do {
            at = find_message(&b, 4, n++);
        } while ((b.at[at + 1] >> 2 & 3u) != type);
        b.at[at + 1] = (uint8_t)((b.at[at + 1] & ~0x0Cu) | 1u << 2);
        store(&r, &b);
        verify(&r, TOOL_DIFFERS);
        assert_non_null(strstr(r.text, "IndirectBranch has B-TYPE 1"));
        close_rig(&r);
    }
}

static void it_needs_an_ingress_stream(void **state)
{
    const char *list[] = {"verify", "x.nex", "--strict", "--pcs", "x.pcs", NULL};
    const char *both[] = {"verify", "x.nex",     "--strict", "--pcs",
                          "x.pcs",  "--ingress", "x.ing",    NULL};
    (void)state;
    assert_int_equal(run(verify_main, list), TOOL_CANNOT);
    assert_int_equal(run(verify_main, both), TOOL_CANNOT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_encoded_is_equal),
        cmocka_unit_test(every_planted_error_is_found),
        cmocka_unit_test(a_cycle_more_or_less_is_found_in_internal_time),
        cmocka_unit_test(cycles_between_two_regions_count_in_system_time),
        cmocka_unit_test(contexts_that_never_come_are_missed),
        cmocka_unit_test(a_timestamp_that_is_lost_is_missed),
        cmocka_unit_test(a_branch_type_that_is_not_told_apart_is_missed),
        cmocka_unit_test(it_needs_an_ingress_stream),
    };
    return cmocka_run_group_tests_name("verify --strict", tests, NULL, NULL);
}
