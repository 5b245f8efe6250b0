/* SPDX-License-Identifier: Apache-2.0 */
/* Code from files: images, PCINFO lists, ingress streams; what the files say about the hart; what
 * is refused, with its status and place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "htr/htr_code.h"

static struct htr_host host; /* prints nothing */
static char name[2][256];
static struct htr_code code; /* large */
static struct htr_code_facts facts;
static const struct flow_isa rv64c = {64, FLOW_ISA_C, 0};

static int set_up(void **state)
{
    (void)state;
    const char *dir = getenv("TMPDIR");
    for (unsigned i = 0; i < 2; i++) {
        snprintf(name[i], sizeof name[i], "%s/hartrace-code-%ld-%u", dir != NULL ? dir : "/tmp",
                 (long)getpid(), i);
    }
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    (void)remove(name[0]);
    (void)remove(name[1]);
    return 0;
}

static void save(unsigned i, const void *bytes, size_t n)
{
    FILE *f = fopen(name[i], "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

/* The code that is open, as a PCINFO list. */
static void check_list(const char *expected)
{
    char text[512] = "";
    FILE *f = tmpfile();
    assert_non_null(f);
    assert_int_equal(htr_code_write_pcinfo(&code, &host, f), HTR_OK);
    rewind(f);
    (void)fread(text, 1, sizeof text - 1, f);
    fclose(f);
    assert_string_equal(text, expected);
}

/* Opening fails with this status, and a message that has this text. */
static void check_refused(const struct htr_code_options *o, int status, const char *text)
{
    host.last.status = HTR_OK;
    assert_int_equal(htr_code_open(&code, &host, o, &facts), status);
    assert_int_equal(host.last.status, status);
    assert_non_null(strstr(host.last.text, text));
    assert_null(code.tables); /* nothing is held */
}

/* nop; c.jr ra; ecall */
static const uint8_t three[] = {0x13, 0x00, 0x00, 0x00, 0x82, 0x80, 0x73, 0x00, 0x00, 0x00};

static void images_are_swept(void **state)
{
    static const uint8_t branch[] = {0x63, 0x04, 0x00, 0x00}; /* beqz x0, +8 */
    char text[2][300];
    const char *const image[] = {text[0], text[1]};
    const struct htr_code_options o = {.image = image, .nimages = 2};
    uint32_t opcode = 0;
    (void)state;
    save(0, three, sizeof three);
    save(1, branch, sizeof branch);
    snprintf(text[0], sizeof text[0], "%s@0x80000000", name[0]);
    snprintf(text[1], sizeof text[1], "%s@4096", name[1]);
    assert_int_equal(htr_code_open(&code, &host, &o, &facts), HTR_OK);
    assert_false(facts.xlen_known || facts.isa_known);
    htr_code_start(&code, rv64c);
    check_list("0x80000000,L4\n0x80000004,R2\n0x80000006,CI4\n0x1000,BD4,0x1008\n");
    struct flow_where where = {.pc = 0x80000004};
    assert_true(htr_code_opcode(&code, &where, &opcode));
    assert_int_equal(opcode, 0x8082);
    where.pc = 0x8000000A; /* after the image */
    assert_false(htr_code_opcode(&code, &where, &opcode));
    htr_code_close(&code);
}

static void lists_are_sorted_and_checked(void **state)
{
    static const char good[] = "# a comment\n0x80000004,R2\n0x80000000,L4\n0x80000000,L4\n";
    static const char twice[] = "0x80000000,L4\n0x80000000,L2\n";
    static const char bad[] = "0x80000000,L4\nhello\n";
    const struct htr_code_options o = {.pcinfo = name[0]};
    (void)state;
    save(0, good, sizeof good - 1);
    assert_int_equal(htr_code_open(&code, &host, &o, &facts), HTR_OK);
    assert_false(facts.xlen_known || facts.isa_known);
    htr_code_start(&code, rv64c);
    check_list("0x80000000,L4\n0x80000004,R2\n");
    htr_code_close(&code);
    save(0, twice, sizeof twice - 1);
    check_refused(&o, HTR_ERR_CONFLICT, "0x80000000 is described twice");
    save(0, bad, sizeof bad - 1);
    check_refused(&o, HTR_ERR_FORMAT, "line 2: 'hello'");
    assert_string_equal(host.last.file, name[0]);
    save(0, "", 0);
    check_refused(&o, HTR_ERR_FORMAT, "is empty");
}

/* The opcode at an address changes; each counts from its place in the execution on. */
static void opcodes_count_from_their_place(void **state)
{
    const struct ingress_header header = {
        .xlen = 32, .itype_width = 4, .isa = FLOW_ISA_C | FLOW_ISA_ZCMP, .harts = 1, .jvt = 0x40};
    const struct ingress_cycle in = {.nblocks = 1, .block[0] = {.iaddr = 0x1000, .iretire = 2}};
    const struct htr_code_options o = {.ingress = name[0]};
    static struct ingress_writer w; /* large */
    uint32_t opcode = 0;
    (void)state;
    FILE *f = fopen(name[0], "wb");
    assert_non_null(f);
    assert_int_equal(ingress_writer_open(&w, f, false, &header), INGRESS_OK);
    assert_int_equal(ingress_write_opcode(&w, 0x1000, 0x13), INGRESS_OK);
    assert_int_equal(ingress_write_cycle(&w, 0, &in), INGRESS_OK); /* half-words 0 and 1 */
    assert_int_equal(ingress_write_opcode(&w, 0x1000, 0x100073), INGRESS_OK);
    assert_int_equal(ingress_write_cycle(&w, 0, &in), INGRESS_OK);
    assert_int_equal(ingress_writer_close(&w), INGRESS_OK);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(htr_code_open(&code, &host, &o, &facts), HTR_OK);
    assert_true(facts.xlen_known && facts.isa_known);
    assert_int_equal(facts.xlen, 32);
    assert_int_equal(facts.itype_width, 4);
    assert_int_equal(facts.isa, FLOW_ISA_C | FLOW_ISA_ZCMP);
    assert_int_equal(facts.jvt, 0x40);
    htr_code_start(&code, (struct flow_isa){32, facts.isa, facts.jvt});
    struct flow_where where = {.pc = 0x1000, .position = 1};
    assert_true(htr_code_opcode(&code, &where, &opcode));
    assert_int_equal(opcode, 0x13);
    where.position = 2;
    assert_true(htr_code_opcode(&code, &where, &opcode));
    assert_int_equal(opcode, 0x100073);
    htr_code_close(&code);
}

static void what_cannot_be_is_refused(void **state)
{
    const char *image[HTR_CODE_IMAGES + 1];
    char text[300];
    (void)state;
    save(0, three, sizeof three);
    const struct htr_code_options none = {.elf = NULL}, both = {.elf = name[0], .pcinfo = name[0]},
                                  not_elf = {.elf = name[0]}, away = {.elf = "/nowhere/a.elf"},
                                  one = {.image = image, .nimages = 1},
                                  many = {.image = image, .nimages = HTR_CODE_IMAGES + 1};
    check_refused(&none, HTR_ERR_MISSING, "no code given");
    check_refused(&both, HTR_ERR_CONFLICT, "more than one source of code");
    check_refused(&not_elf, HTR_ERR_FORMAT, "not an ELF file");
    assert_string_equal(host.last.file, name[0]);
    check_refused(&away, HTR_ERR_OPEN, "cannot be opened");
    check_refused(&many, HTR_ERR_RANGE, "64 images");
    image[0] = name[0];
    check_refused(&one, HTR_ERR_ARG, "no address");
    snprintf(text, sizeof text, "%s@0xFFFFFFFFFFFFFFF8", name[0]); /* 10 bytes */
    image[0] = text;
    check_refused(&one, HTR_ERR_RANGE, "do not fit below 2^64");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images_are_swept),
        cmocka_unit_test(lists_are_sorted_and_checked),
        cmocka_unit_test(opcodes_count_from_their_place),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
