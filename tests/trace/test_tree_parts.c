/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decode tree: what may be attached to what, and what the attached parts do: code, instruction
 * decode; the caller's memory.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "tree_rig.h"

static struct htr_host host;
static struct htr_tree t;

static unsigned read_nothing(void *ctx, const struct flow_where *where, uint64_t addr, uint8_t *buf,
                             unsigned n)
{
    (void)ctx;
    (void)where;
    (void)addr;
    (void)buf;
    (void)n;
    return 0;
}

static void see_nothing(void *ctx, const struct htr_seen *seen)
{
    (void)ctx;
    (void)seen;
}

/* One of each kind, in the order of enum htr_component_kind. */
static void one_of_each(void)
{
    struct htr_packets packets = {.longest = 0};
    const struct htr_log log = {.level = HTR_LEVEL_NOTES};
    nexus_cfg_init(&packets.cfg);
    packets.cfg.src_bits = 4;
    htr_tree_init(&t, &host, NULL, 0);
    assert_int_equal(htr_tree_buffer(&t, "b", HTR_BYTES_MESSAGES), HTR_BUFFER);
    assert_int_equal(htr_tree_deformatter(&t, "f"), HTR_DEFORMATTER);
    assert_int_equal(htr_tree_packets(&t, "p", &packets), HTR_PACKETS);
    assert_int_equal(htr_tree_decoder(&t, "d", NULL), HTR_DECODER);
    assert_int_equal(htr_tree_memory(&t, "c", read_nothing, NULL, 0), HTR_CODE);
    assert_int_equal(htr_tree_insn(&t, "i", NULL, NULL), HTR_INSN);
    assert_int_equal(htr_tree_monitor(&t, "m", see_nothing, NULL), HTR_MONITOR);
    assert_int_equal(htr_tree_indexer(&t, "x"), HTR_INDEXER);
    assert_int_equal(htr_tree_sink(&t, "s", NULL, NULL), HTR_SINK);
    assert_int_equal(htr_tree_log(&t, "l", &log), HTR_LOG);
}

/* Rows: what it is attached to; columns: what is attached. b f p d  c i m x s l */
static const char *const fits[HTR_COMPONENT_KINDS] = {
    [HTR_BUFFER] = "0110001001",  [HTR_DEFORMATTER] = "0010001101", [HTR_PACKETS] = "0001001111",
    [HTR_DECODER] = "0000111011", [HTR_CODE] = "0000000000",        [HTR_INSN] = "0000000000",
    [HTR_MONITOR] = "0000000000", [HTR_INDEXER] = "0000000000",     [HTR_SINK] = "0000000000",
    [HTR_LOG] = "0000000000",
};

static void kinds_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    for (int32_t p = 0; p < HTR_COMPONENT_KINDS; p++) {
        for (int32_t c = 0; c < HTR_COMPONENT_KINDS; c++) {
            one_of_each();
            unsigned key = p == HTR_DEFORMATTER && c == HTR_PACKETS ? 1 : 0;
            bool fit = fits[p][c] == '1';
            int want = !fit                                      ? HTR_ERR_ARG
                       : p == HTR_BUFFER && c == HTR_DEFORMATTER ? HTR_ERR_CONFLICT
                                                                 : HTR_OK;
            host.last.text[0] = '\0';
            assert_int_equal(htr_tree_attach(&t, p, c, key), want);
            if (want == HTR_ERR_ARG) {
                assert_non_null(strstr(host.last.text, "cannot be attached to a "));
                assert_string_equal(host.last.component, t.component[p].name);
                assert_non_null(
                    strstr(host.last.text, htr_component_info((enum htr_component_kind)c)->name));
            }
            if (want == HTR_OK) { /* twice is refused; detached, it can be attached again */
                assert_int_equal(htr_tree_attach(&t, p, c, key), HTR_ERR_CONFLICT);
                assert_int_equal(htr_tree_detach(&t, p, c), HTR_OK);
                assert_int_equal(htr_tree_detach(&t, p, c), HTR_ERR_ARG);
                assert_int_equal(htr_tree_attach(&t, p, c, key), HTR_OK);
            }
            htr_tree_close(&t);
        }
    }
}

static void refused(int status, const char *text, int got)
{
    assert_int_equal(got, status);
    assert_non_null(strstr(host.last.text, text));
    assert_non_null(strchr(host.last.text, ';')); /* what to do */
}

static void keys_and_places_are_checked(void **state)
{
    struct htr_packets packets = {.longest = 0};
    (void)state;
    one_of_each();
    nexus_cfg_init(&packets.cfg);
    int32_t frames = htr_tree_buffer(&t, "frames", HTR_BYTES_FRAMES);
    int32_t more = htr_tree_packets(&t, "more", &packets);
    refused(HTR_ERR_ARG, "components", htr_tree_attach(&t, 99, 0, 0));
    refused(HTR_ERR_ARG, "components", htr_tree_attach(&t, 0, -1, 0));
    refused(HTR_ERR_CONFLICT, "holds frames", htr_tree_attach(&t, frames, more, 0));
    assert_int_equal(htr_tree_attach(&t, frames, HTR_DEFORMATTER, 0), HTR_OK);
    refused(HTR_ERR_ARG, "0x70", htr_tree_attach(&t, HTR_DEFORMATTER, more, 0x70));
    refused(HTR_ERR_ARG, "0x0", htr_tree_attach(&t, HTR_DEFORMATTER, more, 0));
    assert_int_equal(htr_tree_attach(&t, HTR_DEFORMATTER, more, 0x6F), HTR_OK);
    refused(HTR_ERR_CONFLICT, "taken by 'more'",
            htr_tree_attach(&t, HTR_DEFORMATTER, HTR_PACKETS, 0x6F));
    refused(HTR_ERR_ARG, "does not fit", htr_tree_attach(&t, HTR_PACKETS, HTR_DECODER, 16));
    assert_int_equal(htr_tree_attach(&t, HTR_PACKETS, HTR_DECODER, 15), HTR_OK);
    refused(HTR_ERR_CONFLICT, "attached to 'p' already", htr_tree_attach(&t, more, HTR_DECODER, 0));
    refused(HTR_ERR_ARG, "means nothing", htr_tree_attach(&t, HTR_DECODER, HTR_CODE, 3));
    htr_tree_close(&t);
}

static void an_incomplete_tree_does_not_begin(void **state)
{
    struct flow_elem e;
    size_t taken;
    (void)state;
    one_of_each();
    refused(HTR_ERR_MISSING, "leads nowhere", htr_tree_begin(&t));
    assert_int_equal(htr_tree_attach(&t, HTR_BUFFER, HTR_PACKETS, 0), HTR_OK);
    refused(HTR_ERR_MISSING, "has no buffer", htr_tree_begin(&t)); /* the deformatter */
    int32_t frames = htr_tree_buffer(&t, "frames", HTR_BYTES_FRAMES);
    assert_int_equal(htr_tree_attach(&t, frames, HTR_DEFORMATTER, 0), HTR_OK);
    refused(HTR_ERR_MISSING, "has no decoder", htr_tree_begin(&t));
    assert_int_equal(htr_tree_attach(&t, HTR_PACKETS, HTR_DECODER, 1), HTR_OK);
    refused(HTR_ERR_MISSING, "has no code", htr_tree_begin(&t));
    assert_string_equal(host.last.component, "d");
    assert_false(htr_tree_next(&t, HTR_DECODER, &e));
    assert_non_null(strstr(host.last.text, "has not begun"));
    assert_int_equal(htr_tree_data(&t, HTR_BUFFER, NULL, 0, &taken), HTR_FATAL);
    assert_int_equal(htr_tree_attach(&t, HTR_DECODER, HTR_CODE, 0), HTR_OK);
    assert_int_equal(htr_tree_begin(&t), HTR_OK);
    assert_false(htr_tree_next(&t, HTR_DECODER, &e));
    assert_non_null(strstr(host.last.text, "cannot be pulled"));
    assert_int_equal(htr_tree_data(&t, HTR_DECODER, NULL, 0, &taken), HTR_FATAL);
    assert_non_null(strstr(host.last.text, "is no buffer"));
    assert_int_equal(htr_tree_data(&t, HTR_BUFFER, NULL, 0, &taken), HTR_CONT);
    htr_tree_close(&t);
}

/* ---- code by hand: custom-0 at 0x1000, c.nop and c.beqz at 0x1004 and at 0x1010 ---- */

static uint8_t stream[64];
static size_t nstream;

static void add_message(const struct nexus_msg *m)
{
    struct nexus_stream_cfg cfg;
    nexus_cfg_init(&cfg);
    int n = nexus_msg_encode(&cfg, m, stream + nstream, sizeof stream - nstream);
    assert_true(n > 0);
    nstream += (size_t)n;
}

/* Trace starts at 0x1000; then four half-words to a branch that is taken. */
static void make_stream(void)
{
    struct nexus_msg m = {.tcode = NEXUS_PROG_TRACE_SYNC};
    nstream = 0;
    m.value[NEXUS_F_SYNC] = NEXUS_SYNC_TRACE_ENABLE;
    m.value[NEXUS_F_ADDR] = 0x1000 >> 1;
    m.present =
        UINT64_C(1) << NEXUS_F_SYNC | UINT64_C(1) << NEXUS_F_ICNT | UINT64_C(1) << NEXUS_F_ADDR;
    add_message(&m);
    m = (struct nexus_msg){.tcode = NEXUS_DIRECT_BRANCH};
    m.value[NEXUS_F_ICNT] = 4;
    m.present = UINT64_C(1) << NEXUS_F_ICNT;
    add_message(&m);
}

static uint8_t memory[0x40];

static void make_code(void)
{
    static const uint8_t custom[] = {0x0B, 0, 0, 0}, block[] = {0x01, 0x00, 0x11, 0xC0};
    memset(memory, 0, sizeof memory);
    memcpy(memory, custom, sizeof custom);
    memcpy(memory + 0x04, block, sizeof block);
    memcpy(memory + 0x10, block, sizeof block); /* c.nop; c.beqz x8, +4 */
}

static int32_t build_by_hand(int32_t (*code)(void))
{
    struct htr_packets packets = {.longest = 0};
    nexus_cfg_init(&packets.cfg);
    htr_tree_init(&t, &host, NULL, 0);
    int32_t b = htr_tree_buffer(&t, "sink", HTR_BYTES_MESSAGES);
    int32_t p = htr_tree_packets(&t, "messages", &packets);
    int32_t d = htr_tree_decoder(&t, "hart", NULL);
    assert_int_equal(htr_tree_attach(&t, b, p, 0), HTR_OK);
    assert_int_equal(htr_tree_attach(&t, p, d, HTR_SRC_ANY), HTR_OK);
    assert_int_equal(htr_tree_attach(&t, d, code(), 0), HTR_OK);
    make_stream();
    assert_int_equal(htr_tree_bytes(&t, b, stream, nstream), HTR_OK);
    return d;
}

static int32_t as_image(void)
{
    static const struct flow_region region = {0x1000, sizeof memory, memory};
    return htr_tree_image(&t, "image", &region, 1);
}

/* custom-0 jumps 16 bytes ahead. */
static unsigned asked;
static bool decode_custom(void *ctx, const struct flow_where *where, uint32_t opcode,
                          struct flow_insn *insn)
{
    assert_ptr_equal(ctx, &asked);
    if ((opcode & 0x7F) != 0x0B) {
        return false;
    }
    asked++;
    assert_int_equal(where->pc, 0x1000);
    *insn = (struct flow_insn){.size = 4, .cls = FLOW_INSN_DIRECT_JUMP, .target = where->pc + 16};
    return true;
}

/* Returns the text of the ranges: "1000-1004 1010-1014". */
static const char *ranges(int32_t d)
{
    static char text[200];
    struct flow_elem e;
    text[0] = '\0';
    while (htr_tree_next(&t, d, &e)) {
        if (e.type == FLOW_ELEM_RANGE) {
            size_t n = strlen(text);
            snprintf(text + n, sizeof text - n, "%s%x-%x", n > 0 ? " " : "", (unsigned)e.start,
                     (unsigned)e.end);
        }
    }
    return text;
}

static void instruction_decode_is_replaceable(void **state)
{
    (void)state;
    make_code();
    int32_t d = build_by_hand(as_image);
    assert_int_equal(htr_tree_begin(&t), HTR_OK);
    assert_string_equal(ranges(d), "1000-1008");
    int32_t insn = htr_tree_insn(&t, "custom", decode_custom, &asked);
    assert_int_equal(htr_tree_attach(&t, d, insn, 0), HTR_OK);
    assert_int_equal(htr_tree_begin(&t), HTR_OK);
    asked = 0;
    assert_string_equal(ranges(d), "1000-1004 1010-1014");
    assert_true(asked > 0);
    htr_tree_close(&t);
}

/* ---- a live target ---- */

static unsigned reads;
static size_t read_target(void *ctx, uint64_t addr, uint8_t *buf, size_t n)
{
    (void)ctx;
    reads++;
    assert_int_equal(addr % HTR_TARGET_LINE, 0);
    assert_int_equal(n, HTR_TARGET_LINE);
    if (addr != 0x1000) {
        return 0;
    }
    memcpy(buf, memory, sizeof memory);
    return sizeof memory;
}

static int32_t target_index;
static int32_t as_target(void)
{
    target_index = htr_tree_target(&t, "target", read_target, NULL);
    return target_index;
}

static void a_target_is_read_by_the_line(void **state)
{
    (void)state;
    make_code();
    memory[0] = 0x6F; /* jal x0, +16 */
    memory[2] = 0x00;
    memory[3] = 0x01;
    reads = 0;
    int32_t d = build_by_hand(as_target);
    assert_int_equal(htr_tree_begin(&t), HTR_OK);
    assert_string_equal(ranges(d), "1000-1004 1010-1014");
    assert_int_equal(reads, 1);
    memory[0] = 0x13; /* nop: what was read counts until it is said that it changed */
    memory[3] = 0x00;
    assert_int_equal(htr_tree_begin(&t), HTR_OK);
    assert_string_equal(ranges(d), "1000-1004 1010-1014");
    assert_int_equal(htr_tree_code_changed(&t, target_index, 0x103F, 1), HTR_OK);
    assert_int_equal(htr_tree_begin(&t), HTR_OK);
    assert_string_equal(ranges(d), "1000-1008");
    assert_int_equal(reads, 2);
    assert_int_equal(htr_tree_code_changed(&t, target_index, 0x1040, 1), HTR_OK);
    assert_int_equal(htr_tree_begin(&t), HTR_OK);
    assert_string_equal(ranges(d), "1000-1008");
    assert_int_equal(reads, 2);
    assert_int_equal(htr_tree_code_changed(&t, d, 0, 1), HTR_ERR_ARG);
    htr_tree_close(&t);
}

/* Several: the first that has something there. */
static void code_is_asked_for_in_order(void **state)
{
    static const uint8_t jump[] = {0x6F, 0x00, 0x00, 0x01};
    static const struct flow_region patch = {0x1000, 4, jump};
    (void)state;
    make_code();
    int32_t d = build_by_hand(as_image);
    int32_t over = htr_tree_image(&t, "patch", &patch, 1);
    int32_t image = over - 1; /* made before */
    assert_int_equal(htr_tree_attach(&t, d, over, 0), HTR_OK);
    assert_int_equal(htr_tree_begin(&t), HTR_OK);
    assert_string_equal(ranges(d), "1000-1008");
    assert_int_equal(htr_tree_detach(&t, d, image), HTR_OK);
    assert_int_equal(htr_tree_attach(&t, d, image, 0), HTR_OK); /* now the last */
    assert_int_equal(htr_tree_begin(&t), HTR_OK);
    assert_string_equal(ranges(d), "1000-1004 1010-1014");
    htr_tree_close(&t);
}

/* ---- memory of the caller ---- */

static void the_callers_memory_is_enough_or_not(void **state)
{
    static _Alignas(128) uint8_t arena[1 << 18];
    size_t least = 0;
    (void)state;
    make_code();
    make_stream();
    for (size_t size = 1024; size <= sizeof arena; size += 4096) {
        static const struct flow_region region = {0x1000, sizeof memory, memory};
        const struct htr_tree_buffer_spec buffer = {
            .name = "sink", .bytes = stream, .size = nstream};
        struct htr_tree_source_spec source = {
            .name = "hart", .src = HTR_SRC_ANY, .region = &region, .regions = 1};
        int32_t d;
        nexus_cfg_init(&source.cfg);
        memset(arena, 0xA5, sizeof arena);
        htr_tree_init(&t, &host, arena, size);
        t.cache = 16;
        int rc = htr_tree_build(&t, &buffer, 1, &source, 1, &d);
        assert_true(rc == HTR_OK || rc == HTR_ERR_MEMORY);
        assert_true(rc == HTR_OK || least == 0); /* more never is too little */
        for (unsigned again = 0; rc == HTR_OK && again < 50; again++) {
            assert_string_equal(ranges(d), "1000-1008");
            assert_int_equal(htr_tree_begin(&t), HTR_OK); /* does not use it up */
        }
        least = rc == HTR_OK && least == 0 ? size : least;
        for (size_t i = size; i < sizeof arena; i++) {
            assert_int_equal(arena[i], 0xA5);
        }
        htr_tree_close(&t);
    }
    assert_true(least > 4096 && least < sizeof arena / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_that_do_not_fit_are_refused),
        cmocka_unit_test(keys_and_places_are_checked),
        cmocka_unit_test(an_incomplete_tree_does_not_begin),
        cmocka_unit_test(instruction_decode_is_replaceable),
        cmocka_unit_test(a_target_is_read_by_the_line),
        cmocka_unit_test(code_is_asked_for_in_order),
        cmocka_unit_test(the_callers_memory_is_enough_or_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
