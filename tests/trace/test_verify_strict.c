/* SPDX-License-Identifier: Apache-2.0 */
/* Strict verification (htr_verify.h): a hart's doings are encoded; then one of them is changed, and
 * the comparison of the trace with the changed record has to say what, and where. */
#include "strict_rig.h"

static void what_was_encoded_is_equal(void **state)
{
    static struct rig r;
    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        open_rig(&r);
        r.ts_mode = 1 + i / 2;
        encode(&r, modes[i % 2]);
        verify(&r, HTR_COMPARE_EQUAL);
        assert_int_equal(strncmp(r.text, "equal: ", 7), 0);
        close_rig(&r);
    }
}

/* Change one thing, and look for what is said of it, at which instruction (counted from 1). */
struct planted {
    const char *name;
    void (*change)(struct ingress_cycle in[RECORDS]);
    unsigned instruction;
    const char *says[2];
};

static void as_interrupt(struct ingress_cycle in[RECORDS])
{
    in[EXCEPTION].block[0].itype = INGRESS_ITYPE_INTERRUPT;
}

static void as_exception(struct ingress_cycle in[RECORDS])
{
    in[INTERRUPT].block[0].itype = INGRESS_ITYPE_EXCEPTION;
}

static void elsewhere(struct ingress_cycle in[RECORDS])
{
    in[EXCEPTION].block[0].iaddr = 0x1010;
}

static void no_trap(struct ingress_cycle in[RECORDS])
{
    in[INTERRUPT].nblocks = 0;
}

static void one_more_trap(struct ingress_cycle in[RECORDS])
{
    in[9].block[0].itype = INGRESS_ITYPE_EXCEPTION;
    in[9].cause = 5;
}

static void no_return(struct ingress_cycle in[RECORDS])
{
    in[MRET_2].block[0].itype = INGRESS_ITYPE_UNINFERABLE_JUMP;
}

static void one_more_return(struct ingress_cycle in[RECORDS])
{
    in[AT_1004].block[0].itype = INGRESS_ITYPE_TRAP_RETURN;
}

static void other_privilege(struct ingress_cycle in[RECORDS])
{
    in[HANDLER].priv = in[MRET_1].priv = INGRESS_PRIV_S;
}

static void not_virtual(struct ingress_cycle in[RECORDS])
{
    for (unsigned i = AT_101C; i < RECORDS; i++) {
        in[i].priv = INGRESS_PRIV_U;
    }
}

static void other_context(struct ingress_cycle in[RECORDS])
{
    for (unsigned i = AT_1020; i < RECORDS; i++) {
        in[i].context = 0x56;
    }
}

static void later(struct ingress_cycle in[RECORDS])
{
    in[EXCEPTION].time += 2;
}

static void not_in_debug(struct ingress_cycle in[RECORDS])
{
    in[DEBUG].halted = false;
}

static void one_more(struct ingress_cycle in[RECORDS])
{
    retire(&in[DEBUG], 0x1018, INGRESS_ITYPE_NONE);
    retire(&in[13], 0x101c, INGRESS_ITYPE_NONE);
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
    {"a trap that is not reported",
     one_more_trap,
     9,
     {"the exception before 0x1014 (cause 5) is not reported"}},
    {"a return that was not",
     no_return,
     8,
     {"got a return from a trap to 0x1010; 0x1104 was none"}},
    {"a return that is not reported",
     one_more_return,
     3,
     {"the return from a trap at 0x1004 is not reported"}},
    {"another privilege", other_privilege, 5, {"the trace says M; 0x1104 was executed in S"}},
    {"another virtual mode",
     not_virtual,
     10,
     {"got VU, scontext 0x11", "0x1018 in M, 0x11, 0x0 to 0x1024 in U, 0x55"}},
    {"another context",
     other_context,
     10,
     {"got VU, scontext 0x55", "0x1018 in M, 0x11, 0x0 to 0x1024 in VU, 0x56"}},
    {"another time", later, 3, {"no instruction here has time 1014"}},
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
            verify(&r, HTR_COMPARE_DIFFERENT);
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
        verify(&r, HTR_COMPARE_DIFFERENT);
        assert_non_null(strstr(r.text, "no instruction here has time"));
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
        verify(&r, r.ts_mode == 2 ? HTR_COMPARE_DIFFERENT : HTR_COMPARE_EQUAL);
        assert_true(r.ts_mode == 3 || strstr(r.text, "no instruction here has time") != NULL);
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
    verify(&r, HTR_COMPARE_DIFFERENT);
    assert_non_null(strstr(r.text, "no context was reported since trace on"));
    close_rig(&r);
}

static void it_needs_an_ingress_stream(void **state)
{
    struct htr_host host = {0};
    struct htr_verify_options o = {.strict = true, .pcs = "x.pcs", .limit = 1};
    (void)state;
    assert_int_equal(htr_verify_check(&host, &o), HTR_ERR_CONFLICT);
    o.trace.code.ingress = "x.ing";
    assert_int_equal(htr_verify_check(&host, &o), HTR_ERR_CONFLICT);
    o.pcs = NULL;
    assert_int_equal(htr_verify_check(&host, &o), HTR_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_encoded_is_equal),
        cmocka_unit_test(every_planted_error_is_found),
        cmocka_unit_test(a_cycle_more_or_less_is_found_in_internal_time),
        cmocka_unit_test(cycles_between_two_regions_count_in_system_time),
        cmocka_unit_test(contexts_that_never_come_are_missed),
        cmocka_unit_test(it_needs_an_ingress_stream),
    };
    return cmocka_run_group_tests_name("strict verification", tests, NULL, NULL);
}
