/* SPDX-License-Identifier: Apache-2.0 */
/* htr_shape.h: a stream for another port has its limits, and the same half-words, ends of blocks
 * and traps in the same order. Expected values are those of the stream that the random hart made.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "htr/htr_ingress.h"
#include "htr/htr_shape.h"
#include "random_hart.h"

enum {
    RECORDS = 3000,
    FACTS = 1 << 20,
};

/* What happened, without how it was packed: a half-word that retired, how an instruction ended, a
 * register write, a level. */
struct fact {
    uint64_t value, context, extra;
    uint8_t kind, priv, itype, ilastsize, sijump, zero[3]; /* compared as bytes: no padding */
};

struct facts {
    struct fact at[FACTS];
    size_t n, records;
    uint64_t last; /* clock */
};

static struct facts want, got;
static char from[] = "/dev/shm/hartrace-shape-XXXXXX", to[sizeof from + 8];

static void add(struct facts *f, struct fact x)
{
    assert_true(f->n < FACTS);
    f->at[f->n++] = x;
}

static uint8_t narrow(uint8_t itype, bool three)
{
    static const uint8_t code[16] = {0, 1, 2, 3, 4, 5, 6, 7, 6, 0, 6, 0, 6, 6, 6, 0};
    return three ? code[itype] : itype;
}

static void take_block(struct facts *f, const struct ingress_cycle *in, unsigned k, bool three)
{
    const struct ingress_block *b = &in->block[k];
    for (uint32_t i = 0; i < b->iretire; i++) {
        add(f, (struct fact){.value = b->iaddr + 2 * (uint64_t)i,
                             .kind = 1,
                             .priv = in->priv,
                             .context = in->context});
    }
    if (b->itype != INGRESS_ITYPE_NONE) {
        const bool trap =
            b->itype == INGRESS_ITYPE_EXCEPTION || b->itype == INGRESS_ITYPE_INTERRUPT;
        if (narrow(b->itype, three) != INGRESS_ITYPE_NONE) {
            add(f, (struct fact){.kind = 2,
                                 .itype = narrow(b->itype, three),
                                 .ilastsize = b->iretire > 0 ? b->ilastsize : 0,
                                 .sijump = b->sijump,
                                 .value = trap ? in->cause : 0,
                                 .extra = trap ? in->tval : 0});
        }
    }
}

/* Read a stream; check limits when there are any. */
static void read_facts(const char *path, struct facts *f, const struct htr_shape *limits,
                       bool three)
{
    static struct htr_ingress s;
    struct htr_host host = {0};
    struct ingress_record r;
    int more;
    f->n = f->records = 0;
    assert_int_equal(htr_ingress_open(&s, &host, path), HTR_OK);
    while ((more = ingress_read(&s.reader, &r)) == 1) {
        if (r.kind == INGRESS_REG) {
            add(f, (struct fact){.kind = 3, .value = r.reg_value, .extra = r.reg_offset});
            continue;
        }
        f->records++;
        f->last = r.in.cycle;
        for (unsigned k = 0; k < r.in.nblocks; k++) {
            take_block(f, &r.in, k, three);
        }
        if (r.in.halted) {
            add(f, (struct fact){.kind = 4});
        }
        if (limits != NULL) {
            assert_in_range(r.in.nblocks, 0, limits->blocks);
            for (unsigned k = 0; k < r.in.nblocks; k++) {
                assert_in_range(r.in.block[k].iretire, 0, (1u << limits->iretire_bits) - 1);
                assert_in_range(r.in.block[k].itype, 0, three ? 6 : 15);
            }
        }
    }
    assert_int_equal(more, 0);
    htr_ingress_close(&s);
}

/* A stream of single instructions. */
static void make_stream(uint64_t seed, unsigned xlen)
{
    static struct ingress_writer w;
    static struct rh_hart hart;
    static struct rh_step step;
    const struct rh_cfg cfg = {.base = 0x80000000,
                               .xlen = xlen,
                               .itype_width = 4,
                               .max_block = 1,
                               .trap_one_in = 30,
                               .context_one_in = 25,
                               .branch_bias = 10,
                               .indirect_bias = 5};
    const struct ingress_header h = {.xlen = (uint8_t)xlen, .itype_width = 4, .harts = 1};
    FILE *f = fopen(from, "wb");
    assert_non_null(f);
    assert_int_equal(ingress_writer_open(&w, f, false, &h), INGRESS_OK);
    rh_init(&hart, &cfg, seed);
    for (unsigned i = 0; i < RECORDS; i++) {
        rh_step(&hart, &step);
        assert_int_equal(ingress_write_cycle(&w, 0, &step.in), INGRESS_OK);
        if (i % 500 == 250) {
            struct ingress_cycle pause = step.in;
            pause.nblocks = 0;
            pause.halted = true;
            pause.ctype = 0;
            assert_int_equal(ingress_write_reg(&w, 0, step.in.cycle, 0, i), INGRESS_OK);
            assert_int_equal(ingress_write_cycle(&w, 0, &pause), INGRESS_OK);
        }
    }
    assert_int_equal(ingress_writer_close(&w), INGRESS_OK);
    assert_int_equal(fclose(f), 0);
}

static int shape(const struct htr_shape *o, struct htr_host *host)
{
    FILE *f = fopen(to, "wb");
    assert_non_null(f);
    const int status = htr_shape_write(host, from, o, f, false);
    assert_int_equal(fclose(f), 0);
    return status;
}

static void test_same_facts(void **state)
{
    static const struct htr_shape shapes[] = {
        {.blocks = 1, .iretire_bits = 2},
        {.blocks = 1, .iretire_bits = 5, .itype_width = 3},
        {.blocks = 2, .iretire_bits = 5, .itype_width = 3, .gaps = true, .seed = 7},
        {.blocks = 4, .iretire_bits = 8},
        {.blocks = 3, .iretire_bits = 3, .itype_width = 4, .gaps = true, .seed = 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        struct htr_host host = {0};
        const bool three = shapes[i].itype_width == 3;
        make_stream(i + 1, i % 2 == 0 ? 64 : 32);
        assert_int_equal(shape(&shapes[i], &host), HTR_OK);
        read_facts(from, &want, NULL, three);
        read_facts(to, &got, &shapes[i], three);
        assert_int_equal(want.n, got.n);
        for (size_t k = 0; k < want.n; k++) {
            assert_memory_equal(&want.at[k], &got.at[k], sizeof want.at[k]);
        }
        assert_true(got.records < want.records); /* something was packed */
        assert_true(shapes[i].gaps == (got.last > want.last));
    }
}

/* More blocks need fewer records. */
static void test_more_blocks(void **state)
{
    struct htr_host host = {0};
    size_t before = SIZE_MAX;
    (void)state;
    make_stream(99, 64);
    for (unsigned blocks = 1; blocks <= 4; blocks++) {
        const struct htr_shape o = {.blocks = blocks, .iretire_bits = 6};
        assert_int_equal(shape(&o, &host), HTR_OK);
        read_facts(to, &got, &o, false);
        assert_true(got.records < before);
        before = got.records;
    }
}

static void test_seed(void **state)
{
    static const struct htr_shape a = {.gaps = true, .seed = 5}, b = {.gaps = true, .seed = 6};
    struct htr_host host = {0};
    (void)state;
    make_stream(3, 64);
    assert_int_equal(shape(&a, &host), HTR_OK);
    read_facts(to, &got, NULL, false);
    const uint64_t last = got.last;
    assert_int_equal(shape(&a, &host), HTR_OK);
    read_facts(to, &got, NULL, false);
    assert_int_equal(got.last, last);
    assert_int_equal(shape(&b, &host), HTR_OK);
    read_facts(to, &got, NULL, false);
    assert_int_not_equal(got.last, last);
}

static void refused(const struct htr_shape *o, int status, const char *what)
{
    struct htr_host host = {0};
    assert_int_equal(shape(o, &host), status);
    if (strstr(host.last.text, what) == NULL) {
        fail_msg("'%s' does not say '%s'", host.last.text, what);
    }
}

static void test_refused(void **state)
{
    static const struct htr_shape five = {.blocks = 5}, wide = {.iretire_bits = 33},
                                  one = {.iretire_bits = 1}, two = {.itype_width = 2},
                                  three = {.itype_width = 3}, four = {.itype_width = 4},
                                  tight = {.iretire_bits = 2}, loose = {.iretire_bits = 6};
    struct htr_host host = {0};
    (void)state;
    make_stream(4, 64);
    refused(&five, HTR_ERR_ARG, "it is 1 to 4");
    refused(&wide, HTR_ERR_ARG, "it has 2 to 32");
    refused(&one, HTR_ERR_ARG, "it has 2 to 32");
    refused(&two, HTR_ERR_ARG, "it has 3 or 4");
    /* Of a stream that has long blocks, or an itype of 3 bits. */
    assert_int_equal(shape(&loose, &host), HTR_OK);
    assert_int_equal(rename(to, from), 0);
    refused(&tight, HTR_ERR_RANGE, "record with one instruction in a block");
    assert_int_equal(shape(&three, &host), HTR_OK);
    assert_int_equal(rename(to, from), 0);
    refused(&four, HTR_ERR_ARG, "record with 4");
}

static int make_names(void **state)
{
    (void)state;
    const int fd = mkstemp(from);
    snprintf(to, sizeof to, "%s.to", from);
    return fd < 0 ? -1 : close(fd);
}

static int remove_files(void **state)
{
    (void)state;
    (void)unlink(from);
    (void)unlink(to);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_facts),
        cmocka_unit_test(test_more_blocks),
        cmocka_unit_test(test_seed),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, make_names, remove_files);
}
