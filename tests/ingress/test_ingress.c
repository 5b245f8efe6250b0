/* SPDX-License-Identifier: Apache-2.0 */
/* Ingress streams: round trip, every cut, damaged bytes, hand-made bytes
 * (docs/reference/ingress-format.md).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "files.h"
#include "htr/htr_ingress.h"

enum {
    CYCLES = 400,
    MAX_FILE = 1 << 20
};

/* The records of the test stream, made by a small generator so that both sides see the same. */
static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static void make_cycle(uint32_t *seed, struct ingress_cycle *in)
{
    uint64_t cycle = in->cycle, time = in->time;
    struct ingress_cycle before = *in;
    memset(in, 0, sizeof *in);
    in->cycle = cycle + (next_random(seed) % 4 == 0 ? next_random(seed) % 100000 : 1);
    in->time = time + next_random(seed) % 3;
    in->nblocks = (uint8_t)(next_random(seed) % 5);
    for (unsigned i = 0; i < in->nblocks; i++) {
        struct ingress_block *b = &in->block[i];
        b->iaddr = UINT64_C(0x80000000) + (next_random(seed) & 0xFFFE);
        b->iaddr |= next_random(seed) % 8 == 0 ? UINT64_C(0xFFFFFFFF00000000) : 0;
        b->iretire = next_random(seed) % 40;
        b->itype = (uint8_t)(next_random(seed) % 16);
        b->ilastsize = (uint8_t)(next_random(seed) % 2);
        b->sijump = next_random(seed) % 2 != 0;
    }
    in->priv = (uint8_t)(next_random(seed) % 4 == 0 ? next_random(seed) % 7 : before.priv);
    in->context = next_random(seed) % 8 == 0 ? next_random(seed) : before.context;
    in->hcontext = next_random(seed) % 8 == 0 ? next_random(seed) : before.hcontext;
    in->impdef = next_random(seed) % 8 == 0 ? next_random(seed) : before.impdef;
    in->halted = next_random(seed) % 8 == 0;
    in->reset = next_random(seed) % 8 == 0;
    in->lowpower = next_random(seed) % 8 == 0;
    in->trigger = (uint16_t)(next_random(seed) % 8 == 0 ? next_random(seed) : 0);
    in->ext_trig = (uint8_t)(next_random(seed) % 8 == 0 ? next_random(seed) : 0);
    in->ctype = (uint8_t)(next_random(seed) % 4);
    in->cause = next_random(seed) % 8 == 0 ? UINT64_C(1) << 62 : 0;
    in->tval = next_random(seed) % 8 == 0 ? ~UINT64_C(0) : 0;
    in->naccess = (uint8_t)(in->nblocks == 0 ? 0 : next_random(seed) % 5);
    for (unsigned i = 0; i < in->naccess; i++) {
        struct ingress_access *a = &in->access[i];
        static const uint8_t dtype[] = {0, 1, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15};
        a->dtype = dtype[next_random(seed) % sizeof dtype];
        a->dsize = (uint8_t)(next_random(seed) % 4);
        a->block = (uint8_t)(next_random(seed) % in->nblocks);
        a->insn = (uint8_t)(next_random(seed) % 3 == 0 ? next_random(seed) : 0);
        a->daddr = UINT64_C(0x80000000) + next_random(seed);
        a->load = a->dtype != 1 && a->dtype != 15 ? next_random(seed) : 0;
        a->store = a->dtype != 0 && a->dtype != 15 ? ~UINT64_C(0) - next_random(seed) : 0;
    }
}

static void temp_name(char *name, const char *suffix)
{
    const char *dir = getenv("TMPDIR");
    snprintf(name, 256, "%s/hartrace-ingress-%ld%s", dir != NULL ? dir : "/tmp", (long)getpid(),
             suffix);
}

static const struct ingress_header header = {.data = true,
                                             .xlen = 64,
                                             .itype_width = 4,
                                             .isa = 5,
                                             .harts = 2,
                                             .jvt = 0x12345678,
                                             .note = "a note"};

static void write_stream(const char *name)
{
    struct ingress_writer w;
    struct ingress_cycle in[2] = {{.priv = 3}, {.priv = 3}};
    uint32_t seed = 1;
    assert_int_equal(files_ingress(&w, name, &header), INGRESS_OK);
    for (unsigned i = 0; i < CYCLES; i++) {
        unsigned hart = next_random(&seed) % 2;
        make_cycle(&seed, &in[hart]);
        assert_int_equal(ingress_write_opcode(&w, 0x1000 + 2 * (uint64_t)i, 0x8082), INGRESS_OK);
        assert_int_equal(ingress_write_cycle(&w, hart, &in[hart]), INGRESS_OK);
        if (i % 16 == 0) {
            assert_int_equal(ingress_write_reg(&w, hart, in[hart].cycle, 8, i), INGRESS_OK);
        }
    }
    assert_int_equal(files_ingress_close(&w), INGRESS_OK);
}

static size_t load(const char *name, uint8_t *bytes)
{
    FILE *f = fopen(name, "rb");
    assert_non_null(f);
    size_t n = fread(bytes, 1, MAX_FILE, f);
    fclose(f);
    return n;
}

static void assert_same_cycle(const struct ingress_cycle *a, const struct ingress_cycle *b)
{
    assert_int_equal(a->cycle, b->cycle);
    assert_int_equal(a->time, b->time);
    assert_int_equal(a->nblocks, b->nblocks);
    for (unsigned i = 0; i < a->nblocks; i++) {
        assert_int_equal(a->block[i].iaddr, b->block[i].iaddr);
        assert_int_equal(a->block[i].iretire, b->block[i].iretire);
        assert_int_equal(a->block[i].itype, b->block[i].itype);
        assert_int_equal(a->block[i].ilastsize, b->block[i].ilastsize);
        assert_int_equal(a->block[i].sijump, b->block[i].sijump);
    }
    assert_int_equal(a->priv, b->priv);
    assert_int_equal(a->ctype, b->ctype);
    assert_int_equal(a->ext_trig, b->ext_trig);
    assert_int_equal(a->trigger, b->trigger);
    assert_int_equal(a->halted, b->halted);
    assert_int_equal(a->reset, b->reset);
    assert_int_equal(a->lowpower, b->lowpower);
    assert_int_equal(a->impdef, b->impdef);
    assert_int_equal(a->context, b->context);
    assert_int_equal(a->hcontext, b->hcontext);
    assert_int_equal(a->cause, b->cause);
    assert_int_equal(a->tval, b->tval);
    assert_int_equal(a->naccess, b->naccess);
    for (unsigned i = 0; i < a->naccess; i++) {
        assert_int_equal(a->access[i].daddr, b->access[i].daddr);
        assert_int_equal(a->access[i].load, b->access[i].load);
        assert_int_equal(a->access[i].store, b->access[i].store);
        assert_int_equal(a->access[i].dtype, b->access[i].dtype);
        assert_int_equal(a->access[i].dsize, b->access[i].dsize);
        assert_int_equal(a->access[i].block, b->access[i].block);
        assert_int_equal(a->access[i].insn, b->access[i].insn);
    }
}

static void compare_stream(struct ingress_reader *r)
{
    struct ingress_record rec;
    struct ingress_cycle in[2] = {{.priv = 3}, {.priv = 3}};
    uint32_t seed = 1;
    assert_string_equal(r->header.note, "a note");
    assert_int_equal(r->header.xlen, 64);
    assert_int_equal(r->header.itype_width, 4);
    assert_int_equal(r->header.isa, 5);
    assert_int_equal(r->header.harts, 2);
    assert_int_equal(r->header.jvt, 0x12345678);
    for (unsigned i = 0; i < CYCLES; i++) {
        unsigned hart = next_random(&seed) % 2;
        make_cycle(&seed, &in[hart]);
        assert_int_equal(ingress_read(r, &rec), 1);
        assert_int_equal(rec.kind, INGRESS_OPCODE);
        assert_int_equal(rec.pc, 0x1000 + 2 * (uint64_t)i);
        assert_int_equal(rec.opcode, 0x8082);
        assert_int_equal(ingress_read(r, &rec), 1);
        assert_int_equal(rec.kind, INGRESS_CYCLE);
        assert_int_equal(rec.hart, hart);
        assert_same_cycle(&rec.in, &in[hart]);
        if (i % 16 == 0) {
            assert_int_equal(ingress_read(r, &rec), 1);
            assert_int_equal(rec.kind, INGRESS_REG);
            assert_int_equal(rec.hart, hart);
            assert_int_equal(rec.reg_offset, 8);
            assert_int_equal(rec.reg_value, i);
        }
    }
    assert_int_equal(ingress_read(r, &rec), 0);
    assert_int_equal(ingress_read(r, &rec), 0);
}

static void every_field_survives_a_round_trip(void **state)
{
    struct htr_host host = {0};
    (void)state;
    static const char *const suffixes[] = {".ing", ".ing.gz"};
    for (unsigned i = 0; i < 2; i++) {
        char name[256];
        struct htr_ingress r;
        temp_name(name, suffixes[i]);
        write_stream(name);
        assert_int_equal(htr_ingress_open(&r, &host, name), INGRESS_OK);
        compare_stream(&r.reader);
        htr_ingress_close(&r);
        remove(name);
    }
}

/* Read all of a damaged stream; every answer is allowed but a loop, a crash or a read out of
 * bounds. */
static int read_all(const uint8_t *bytes, size_t size, uint64_t *records)
{
    struct ingress_reader r;
    struct ingress_record rec;
    /* A block of its own, so that a sanitizer sees a read past the end. */
    uint8_t *copy = malloc(size + (size == 0));
    memcpy(copy, bytes, size);
    int status = ingress_reader_open_memory(&r, copy, size);
    *records = 0;
    if (status == INGRESS_OK) {
        while ((status = ingress_read(&r, &rec)) == 1) {
            (*records)++;
        }
        ingress_reader_close(&r);
    }
    free(copy);
    return status;
}

static void a_stream_cut_at_any_byte_keeps_what_was_whole(void **state)
{
    (void)state;
    static uint8_t bytes[MAX_FILE];
    char name[256];
    uint64_t records, before = 0;
    temp_name(name, ".cut");
    write_stream(name);
    size_t n = load(name, bytes);
    remove(name);
    assert_int_equal(read_all(bytes, 0, &records), INGRESS_ERR_FORMAT);
    for (size_t cut = 1; cut < n; cut++) {
        assert_int_equal(read_all(bytes, cut, &records), INGRESS_ERR_TRUNCATED);
        assert_true(records >= before && records <= before + 1);
        before = records;
    }
    assert_int_equal(read_all(bytes, n, &records), 0);
    assert_int_equal(records, CYCLES * 2 + CYCLES / 16);
}

static void damaged_bytes_give_an_answer(void **state)
{
    (void)state;
    static uint8_t bytes[MAX_FILE];
    char name[256];
    uint64_t records;
    uint32_t seed = 7;
    temp_name(name, ".mut");
    write_stream(name);
    size_t n = load(name, bytes);
    remove(name);
    for (unsigned i = 0; i < 4000; i++) {
        size_t at = next_random(&seed) % n;
        uint8_t old = bytes[at];
        bytes[at] = (uint8_t)next_random(&seed);
        int status = read_all(bytes, n, &records);
        assert_true(status == 0 || status == INGRESS_ERR_FORMAT ||
                    status == INGRESS_ERR_TRUNCATED || status == INGRESS_ERR_VERSION);
        assert_true(records <= n);
        bytes[at] = old;
    }
}

/* Bytes written by hand from docs/reference/ingress-format.md. */
static void bytes_made_by_hand_are_read_as_documented(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {
        0x89, 'H',         'T',  'I',  'N',  'G',  0x0D, 0x0A, 1,   0,
        32,   3,           1,    0,    0,    0,    1,    0,    2,   0, /* header */
        0,    0,           0,    0,    0,    0,    0,    0,    'o', 'k',
        0x81, 0x80,        0x20, 0x13, 0x00, 0x00, 0x00, /* 0x1000: zigzag(0x800) = 0x1000 */
        0x01, 0x05 | 0x20, 0x80, 0x20, 0x03, /* iaddr 0x1000, taken, 3 half-words, last 32 bits */
        0x02, 0x0A,        0x04, 0x02, /* 10 cycles later at 0x1006: not taken, 2 half-words */
        0x84, 0x00,        0x02, 0x08, 0x01, /* 2 cycles later: offset 8 = 1 */
        0x8F, 0x04,        0x05};
    struct ingress_reader r;
    struct ingress_record rec;
    assert_int_equal(ingress_reader_open_memory(&r, bytes, sizeof bytes), INGRESS_OK);
    assert_string_equal(r.header.note, "ok");
    assert_int_equal(ingress_read(&r, &rec), 1);
    assert_int_equal(rec.offset, 30);
    assert_int_equal(rec.pc, 0x1000);
    assert_int_equal(rec.opcode, 0x13);
    assert_int_equal(ingress_read(&r, &rec), 1);
    assert_int_equal(rec.in.cycle, 1);
    assert_int_equal(rec.in.priv, INGRESS_PRIV_M);
    assert_int_equal(rec.in.block[0].iaddr, 0x1000);
    assert_int_equal(rec.in.block[0].iretire, 3);
    assert_int_equal(rec.in.block[0].itype, INGRESS_ITYPE_TAKEN);
    assert_int_equal(rec.in.block[0].ilastsize, 1);
    assert_int_equal(ingress_read(&r, &rec), 1);
    assert_int_equal(rec.in.cycle, 11);
    assert_int_equal(rec.in.block[0].iaddr, 0x1006);
    assert_int_equal(rec.in.block[0].itype, INGRESS_ITYPE_NOT_TAKEN);
    assert_int_equal(ingress_read(&r, &rec), 1);
    assert_int_equal(rec.kind, INGRESS_REG);
    assert_int_equal(rec.cycle, 13);
    assert_int_equal(rec.reg_offset, 8);
    assert_int_equal(rec.reg_value, 1);
    assert_int_equal(ingress_read(&r, &rec), 0);
}

/* The same of version 2: a store of 0x55 to 0x2001, one byte, at the second instruction. The same
 * record in a stream of version 1 is damage. */
static void accesses_made_by_hand_are_read_as_documented(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {
        0x89, 'H',  'T',  'I',  'N', 'G', 0x0D, 0x0A, 2,    0,    32,   3,
        1,    0,    0,    0,    1,   0,   0,    0,                      /* header */
        0,    0,    0,    0,    0,   0,   0,    0,    0x09, 0x80, 0x10, /* CYCLE with address and
                                                                           fields; mask bit 11 */
        0x01, 0x41, 0x00, 0x01, /* one access: dtype 1, dsize 0, placed: block 0, insn 1 */
        0x82, 0x80, 0x01, 0x55, /* zigzag(0x2001) = 0x4002; the value */
        0x00, 0x80, 0x20, 0x02, /* block: itype 0, iaddr 0x1000, 2 half-words */
        0x8F, 0x01, 0x02};
    uint8_t old[sizeof bytes];
    struct ingress_reader r;
    struct ingress_record rec;
    assert_int_equal(ingress_reader_open_memory(&r, bytes, sizeof bytes), INGRESS_OK);
    assert_true(r.header.data);
    assert_int_equal(ingress_read(&r, &rec), 1);
    assert_int_equal(rec.present, INGRESS_HAS_DATA);
    assert_int_equal(rec.in.naccess, 1);
    assert_int_equal(rec.in.access[0].dtype, INGRESS_DTYPE_STORE);
    assert_int_equal(rec.in.access[0].dsize, 0);
    assert_int_equal(rec.in.access[0].insn, 1);
    assert_int_equal(rec.in.access[0].daddr, 0x2001);
    assert_int_equal(rec.in.access[0].store, 0x55);
    assert_int_equal(rec.in.block[0].iaddr, 0x1000);
    assert_int_equal(ingress_read(&r, &rec), 0);
    memcpy(old, bytes, sizeof old);
    old[8] = 1;
    assert_int_equal(ingress_reader_open_memory(&r, old, sizeof old), INGRESS_OK);
    assert_false(r.header.data);
    assert_int_equal(ingress_read(&r, &rec), INGRESS_ERR_FORMAT);
}

/* A stream whose header does not ask for data is version 1, byte for byte, with accesses or not. */
static void a_stream_without_data_is_that_of_version_1(void **state)
{
    (void)state;
    static uint8_t bytes[2][MAX_FILE];
    size_t n[2];
    for (unsigned i = 0; i < 2; i++) {
        char name[256];
        struct ingress_writer w;
        struct ingress_header plain = header;
        struct ingress_cycle in = {.priv = 3, .nblocks = 1, .naccess = (uint8_t)i};
        temp_name(name, ".v1");
        plain.data = false;
        in.block[0] = (struct ingress_block){.iaddr = 0x1000, .iretire = 2};
        in.access[0] = (struct ingress_access){.daddr = 0x2000, .dsize = 3};
        assert_int_equal(files_ingress(&w, name, &plain), INGRESS_OK);
        assert_int_equal(ingress_write_cycle(&w, 0, &in), INGRESS_OK);
        assert_int_equal(files_ingress_close(&w), INGRESS_OK);
        n[i] = load(name, bytes[i]);
        remove(name);
    }
    assert_int_equal(bytes[0][8], 1);
    assert_int_equal(n[0], n[1]);
    assert_memory_equal(bytes[0], bytes[1], n[0]);
}

static void an_opcode_is_written_once_until_it_changes(void **state)
{
    struct htr_host host = {0};
    (void)state;
    char name[256];
    struct ingress_writer w;
    struct htr_ingress r;
    struct ingress_record rec;
    temp_name(name, ".op");
    assert_int_equal(files_ingress(&w, name, &header), INGRESS_OK);
    for (unsigned pass = 0; pass < 3; pass++) {
        for (uint64_t pc = 0; pc < 200000; pc += 2) { /* more than the first table holds */
            assert_int_equal(ingress_write_opcode(&w, pc, 0x0001), INGRESS_OK);
        }
    }
    assert_int_equal(ingress_write_opcode(&w, 100, 0x8082), INGRESS_OK);
    assert_int_equal(ingress_write_opcode(&w, 101, 0x8082), INGRESS_ERR_ARG);
    assert_int_equal(ingress_write_opcode(&w, 100, 0x1F), INGRESS_ERR_ARG); /* 48-bit encoding */
    assert_int_equal(files_ingress_close(&w), INGRESS_OK);
    assert_int_equal(htr_ingress_open(&r, &host, name), INGRESS_OK);
    uint64_t n = 0;
    while (ingress_read(&r.reader, &rec) == 1) {
        n++;
    }
    assert_int_equal(n, 100001);
    assert_int_equal(rec.pc, 100);
    htr_ingress_close(&r);
    remove(name);
}

static void wrong_arguments_are_refused(void **state)
{
    struct htr_host host = {0};
    (void)state;
    char name[256];
    struct ingress_writer w;
    struct htr_ingress r;
    struct ingress_header bad = header;
    struct ingress_cycle in = {.cycle = 5, .nblocks = 1, .priv = 3};
    temp_name(name, ".arg");
    bad.xlen = 16;
    assert_int_equal(files_ingress(&w, name, &bad), INGRESS_ERR_ARG);
    assert_int_equal(htr_ingress_open(&r, &host, "/nonexistent/x.ing"), HTR_ERR_OPEN);
    assert_int_equal(files_ingress(&w, name, &header), INGRESS_OK);
    assert_int_equal(ingress_write_cycle(&w, 0, &in), INGRESS_OK);
    in.cycle = 4;
    assert_int_equal(ingress_write_cycle(&w, 0, &in), INGRESS_ERR_ARG);
    in.cycle = 6;
    assert_int_equal(ingress_write_cycle(&w, 2, &in), INGRESS_ERR_ARG);
    in.nblocks = 5;
    assert_int_equal(ingress_write_cycle(&w, 0, &in), INGRESS_ERR_ARG);
    assert_int_equal(ingress_write_reg(&w, 0, 9, 2, 0), INGRESS_ERR_ARG);
    assert_int_equal(ingress_write_reg(&w, 0, 4, 4, 0), INGRESS_ERR_ARG);
    assert_int_equal(files_ingress_close(&w), INGRESS_OK);
    remove(name);
}

/* Distances of 2^64 - 1 and then 2, or the default of 1: the cycle would start again from 0. */
static void the_cycle_may_not_wrap(void **state)
{
    (void)state;
    static const uint8_t last[3][6] = {
        {0x02, 0x02, 0x00, 0x01},       /* CYCLE, distance 2 */
        {0x00, 0x00, 0x01, 0x00},       /* CYCLE, distance 1 */
        {0x84, 0x00, 0x02, 0x08, 0x01}, /* REG, distance 2 */
    };
    for (unsigned i = 0; i < 3; i++) {
        uint8_t bytes[28 + 13 + 6] = {0x89, 'H', 'T', 'I', 'N', 'G', 0x0D, 0x0A, 1,
                                      0,    64,  4,   1,   0,   0,   0,    1};
        static const uint8_t far_cycle[] = {0x02, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
                                            0xFF, 0xFF, 0xFF, 0x01, 0x00, 0x01};
        uint64_t records;
        memcpy(bytes + 28, far_cycle, sizeof far_cycle);
        memcpy(bytes + 28 + sizeof far_cycle, last[i], sizeof last[i]);
        assert_int_equal(read_all(bytes, sizeof bytes, &records), INGRESS_ERR_FORMAT);
        assert_int_equal(records, 1);
    }
}

/* E-Trace 2.0, table of itype: 8, 10, 12, 13, 14 are uninferable jumps, 9, 11, 15 inferable ones; 7
 * is reserved. */
static void a_port_of_three_bits_has_one_code_for_uninferable_jumps(void **state)
{
    static const uint8_t code[16] = {0, 1, 2, 3, 4, 5, 6, 7, 6, 0, 6, 0, 6, 6, 6, 0};
    (void)state;
    for (uint8_t i = 0; i < 16; i++) {
        assert_int_equal(ingress_itype_narrow(i), code[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_port_of_three_bits_has_one_code_for_uninferable_jumps),
        cmocka_unit_test(every_field_survives_a_round_trip),
        cmocka_unit_test(a_stream_cut_at_any_byte_keeps_what_was_whole),
        cmocka_unit_test(damaged_bytes_give_an_answer),
        cmocka_unit_test(bytes_made_by_hand_are_read_as_documented),
        cmocka_unit_test(accesses_made_by_hand_are_read_as_documented),
        cmocka_unit_test(a_stream_without_data_is_that_of_version_1),
        cmocka_unit_test(an_opcode_is_written_once_until_it_changes),
        cmocka_unit_test(wrong_arguments_are_refused),
        cmocka_unit_test(the_cycle_may_not_wrap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
