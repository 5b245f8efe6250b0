/* SPDX-License-Identifier: Apache-2.0 */
/* Logs of simulators, the same execution in three formats: which format it is, what was executed,
 * what is refused, with its status and place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "htr/htr_import.h"
#include "htr/htr_ingress.h"
#include "htr/htr_pcs.h"

static unsigned notes; /* remarks */
static char name[2][256];

static void on_message(void *ctx, const struct htr_message *m)
{
    (void)ctx;
    notes += m->severity == HTR_NOTE;
}

static struct htr_host host = {.message = on_message};

static int set_up(void **state)
{
    (void)state;
    const char *dir = getenv("TMPDIR");
    for (unsigned i = 0; i < 2; i++) {
        snprintf(name[i], sizeof name[i], "%s/hartrace-import-%ld-%u", dir != NULL ? dir : "/tmp",
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

static void save(const char *text)
{
    FILE *f = fopen(name[0], "wb");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

/* 0x1000 beq x0,x0,+8 (taken); 0x1008 ecall, which traps; 0x2000 c.nop; 0x2002 mret to 0x100C
 * c.nop. The ecall does not retire. */
static const char etrace[] = "VALID,ADDRESS,INSN,PRIVILEGE,EXCEPTION,ECAUSE,TVAL,INTERRUPT\n"
                             "1,1000,463,3,0,0,0,0\n"
                             "1,1008,73,3,1,b,0,0\n"
                             "1,2000,1,3,0,0,0,0\n"
                             "1,2002,30200073,3,0,0,0,0\n"
                             "1,100c,1,3,0,0,0,0\n";
static const char spike[] = "core   0: 3 0x00001000 (0x00000463)\n"
                            "core   1: 3 0x00003000 (0x0001)\n"
                            "core   0: exception trap_machine_ecall, epc 0x00001008\n"
                            "core   0:           tval 0x00000000\n"
                            "core   0: 3 0x00002000 (0x0001)\n"
                            "core   0: 3 0x00002002 (0x30200073)\n"
                            "core   0: 3 0x0000100c (0x0001)\n";
static const char rvfi[] = "rvfi_insn,rvfi_pc_rdata,rvfi_pc_wdata,rvfi_trap,rvfi_cause\n"
                           "463,1000,1008,0,0\n"
                           "73,1008,2000,1,b\n"
                           "1,2000,2002,0,0\n"
                           "30200073,2002,100c,0,0\n"
                           "1,100c,100e,0,0\n";
static const uint64_t executed[] = {0x1000, 0x2000, 0x2002, 0x100C};

/* Import what was saved. Returns the status. */
static int import(const struct htr_import_options *o)
{
    struct htr_import *i;
    host.last.status = HTR_OK;
    notes = 0;
    int status = htr_import_open(&i, &host, name[0], o);
    if (status != HTR_OK) {
        assert_null(i);
        return status;
    }
    FILE *f = fopen(name[1], "wb");
    assert_non_null(f);
    status = htr_import_write(i, f, false);
    assert_int_equal(fclose(f), 0);
    htr_import_close(i);
    return status;
}

static void check_stream(unsigned xlen, unsigned hart)
{
    struct htr_ingress s;
    struct htr_pcs p;
    uint64_t pc[8];
    assert_int_equal(htr_ingress_open(&s, &host, name[1]), HTR_OK);
    assert_int_equal(s.reader.header.xlen, xlen);
    htr_ingress_close(&s);
    assert_int_equal(htr_pcs_open_ingress(&p, &host, name[1], hart), HTR_OK);
    assert_int_equal(htr_pcs_read(&p, pc, 8), sizeof executed / sizeof executed[0]);
    assert_memory_equal(pc, executed, sizeof executed);
    htr_pcs_close(&p);
}

static void each_format_is_recognized_and_read(void **state)
{
    static const struct {
        const char *text, *name;
        enum htr_import_format format;
        unsigned xlen;
    } log[] = {{etrace, "etrace", HTR_IMPORT_ETRACE, 64},
               {spike, "spike", HTR_IMPORT_SPIKE, 32}, /* its addresses have 8 digits */
               {rvfi, "rvfi", HTR_IMPORT_RVFI, 64}};
    (void)state;
    for (unsigned k = 0; k < 3; k++) {
        struct htr_import_options o = {.format = HTR_IMPORT_AUTO};
        enum htr_import_format format;
        save(log[k].text);
        assert_int_equal(htr_import_detect(&host, name[0], &format), HTR_OK);
        assert_int_equal(format, log[k].format);
        assert_int_equal(import(&o), HTR_OK);
        check_stream(log[k].xlen, 0);
        assert_int_equal(htr_import_format(&host, log[k].name, &o.format), HTR_OK);
        assert_int_equal(o.format, log[k].format);
        o.xlen = 64;
        assert_int_equal(import(&o), HTR_OK);
        assert_int_equal(notes, 0);
        check_stream(64, 0);
    }
}

/* The last c.nop is not where the one before it goes on. */
static void a_trap_that_is_not_shown_is_inferred(void **state)
{
    const struct htr_import_options o = {.format = HTR_IMPORT_SPIKE};
    (void)state;
    save("core   0: 3 0x00001000 (0x00000063)\n" /* beq x0,x0,+0: to itself */
         "core   0: 3 0x00001000 (0x00000063)\n"
         "core   0: 3 0x00001004 (0x0001)\n"
         "core   0: 3 0x00002000 (0x0001)\n");
    assert_int_equal(import(&o), HTR_OK);
    assert_int_equal(notes, 1);
}

static void what_is_no_log_is_refused(void **state)
{
    struct htr_import_options o = {.format = HTR_IMPORT_AUTO};
    enum htr_import_format format;
    (void)state;
    save("hello\n");
    assert_int_equal(htr_import_detect(&host, name[0], &format), HTR_OK);
    assert_int_equal(format, HTR_IMPORT_AUTO);
    assert_int_equal(import(&o), HTR_ERR_FORMAT);
    assert_non_null(strstr(host.last.text, "unknown kind of log"));
    assert_string_equal(host.last.file, name[0]);
    assert_int_equal(htr_import_format(&host, "csv", &format), HTR_ERR_ARG);
    o.format = HTR_IMPORT_ETRACE;
    save("VALID,ADDRESS,INSN,PRIVILEGE,EXCEPTION,ECAUSE,TVAL,INTERRUPT\n1,1000,1,3,0,0,0\n");
    assert_int_equal(import(&o), HTR_ERR_FORMAT);
    assert_non_null(strstr(host.last.text, "line 2: '1,1000,1,3,0,0,0': not 8 fields"));
    save(spike);
    o = (struct htr_import_options){.format = HTR_IMPORT_SPIKE, .hart = 2};
    assert_int_equal(import(&o), HTR_ERR_MISSING); /* no line of core 2 */
    o.hart = INGRESS_MAX_HARTS;
    assert_int_equal(import(&o), HTR_ERR_ARG);
    (void)remove(name[0]);
    assert_int_equal(import(&o), HTR_ERR_ARG);
    o.hart = 0;
    assert_int_equal(import(&o), HTR_ERR_OPEN);
}

/* Whoever closes the output reports it. */
static void a_full_device_is_an_error_without_a_message(void **state)
{
    const struct htr_import_options o = {.format = HTR_IMPORT_RVFI};
    struct htr_import *i;
    (void)state;
    FILE *f = fopen("/dev/full", "wb");
    if (f == NULL) {
        skip();
    }
    setvbuf(f, NULL, _IONBF, 0);
    save(rvfi);
    host.last.status = HTR_OK;
    assert_int_equal(htr_import_open(&i, &host, name[0], &o), HTR_OK);
    assert_int_equal(htr_import_write(i, f, false), HTR_ERR_WRITE);
    assert_int_equal(host.last.status, HTR_OK);
    htr_import_close(i);
    (void)fclose(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_format_is_recognized_and_read),
        cmocka_unit_test(a_trap_that_is_not_shown_is_inferred),
        cmocka_unit_test(what_is_no_log_is_refused),
        cmocka_unit_test(a_full_device_is_an_error_without_a_message),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
