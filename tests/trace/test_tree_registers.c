/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A decode tree out of a device tree and register values, and out of the snapshot that is written
 * from the same. Values by hand, after the tables of TCI 1.0 and N-Trace 1.0.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "htr/htr_dtb.h"
#include "htr/htr_snapshot_write.h"
#include "htr/htr_tree_parts.h"

/* dts/three-sinks.dts. */
enum {
    ENCODER0,
    ENCODER1,
    FUNNEL,
    RAMSINK,
    PIBSINK,
    ATBBRIDGE,
    COMPONENTS,
    NEVER = 99,
};

enum {
    CONTROL = 0x000, /* of each */
    IMPL = 0x004,
    FEATURES = 0x008,
    TS = 0x040,
    WP_LOW = 0x020, /* trRamWPLow, trRamWPHigh */
    WP_HIGH = 0x024,
    WORDS = 0x1000 / 4,
};

static uint32_t reg[COMPONENTS][WORDS];
static unsigned broken;
static struct htr_dtb dtb;
static struct htr_host host;
static struct htr_tree_parts parts;
static struct htr_settings settings;

static const char *read_it(void *ctx, unsigned component, uint32_t offset, uint32_t *value)
{
    assert_ptr_equal(ctx, reg);
    assert_true(component < COMPONENTS && offset % 4 == 0 && offset / 4 < WORDS);
    *value = reg[component][offset / 4];
    return component == broken ? "no answer" : NULL;
}

/* trCompType is in bits 11:8; version 1.0. Control 3: Active, Enable. */
static void set_up(void)
{
    static const uint32_t type[COMPONENTS] = {0x1, 0x1, 0x8, 0x9, 0xA, 0xE};
    const char *build = getenv("BUILD");
    char path[300];
    (void)snprintf(path, sizeof path, "%s/dts/three-sinks.dtb", build != NULL ? build : "build");
    memset(&host, 0, sizeof host);
    memset(reg, 0, sizeof reg);
    broken = NEVER;
    htr_dtb_close(&dtb);
    memset(&dtb, 0, sizeof dtb);
    assert_int_equal(htr_dtb_open(&dtb, &host, path), HTR_OK);
    assert_int_equal(dtb.tree.ncomponents, COMPONENTS);
    htr_settings_init(&settings);
    for (unsigned i = 0; i < COMPONENTS; i++) {
        reg[i][IMPL / 4] = type[i] << 8 | 0x01;
        reg[i][CONTROL / 4] = 1;
    }
    /* SRC of 4 bits (31:28), trTeSrcID 5 and 6 (27:16); the timestamps of encoder 1: trTsEnable
     * (15), trTsWidth 48 (29:24). */
    reg[ENCODER0][FEATURES / 4] = 4u << 28 | 5u << 16;
    reg[ENCODER1][FEATURES / 4] = 4u << 28 | 6u << 16;
    reg[ENCODER1][TS / 4] = 48u << 24 | 1u << 15;
}

static int of_dtb(const struct topology_use *use)
{
    return htr_tree_parts_of_dtb(&parts, &host, &dtb.tree, use, read_it, reg, &settings);
}

static void the_registers_say_how_to_decode(void **state)
{
    (void)state;
    set_up();
    reg[RAMSINK][WP_LOW / 4] = 0x84000400 | 1; /* trRamWrap */
    assert_int_equal(of_dtb(NULL), HTR_OK);
    assert_int_equal(parts.sources, 2);
    assert_int_equal(parts.source[0].src, 5);
    assert_int_equal(parts.source[1].src, 6);
    assert_int_equal(parts.source[0].cfg.src_bits, 4);
    assert_false(parts.source[0].cfg.timestamps);
    assert_true(parts.source[1].cfg.timestamps);
    assert_int_equal(parts.source[1].cfg.timestamp_bits, 48);
    assert_string_equal(parts.source[1].name, "encoder-1");
    assert_int_equal(parts.source_component[1], ENCODER1);
    /* None is enabled: the first that is active. */
    assert_int_equal(parts.buffers, 1);
    assert_int_equal(parts.buffer_component[0], RAMSINK);
    assert_string_equal(parts.buffer[0].name, "ramsink-0");
    assert_true(parts.buffer[0].wrapped);
    assert_int_equal(parts.buffer[0].format, HTR_BYTES_MESSAGES);
    assert_null(parts.buffer[0].bytes);
    htr_tree_parts_free(&parts);
}

/* Without SRC in the messages (trTeInhibitSrc, bit 15 of trTeControl, or 0 bits) every SRC counts.
 */
static void without_src_there_is_one_source(void **state)
{
    (void)state;
    set_up();
    reg[ENCODER0][CONTROL / 4] |= 1u << 15;
    reg[ENCODER1][CONTROL / 4] = 0;
    assert_int_equal(of_dtb(NULL), HTR_OK);
    assert_int_equal(parts.sources, 1);
    assert_int_equal(parts.source[0].src, HTR_SRC_ANY);
    assert_int_equal(parts.source[0].cfg.src_bits, 0);
}

/* trAtbBridgeID: bits 14:8 of its control register. */
static void the_sink_that_is_enabled(void **state)
{
    (void)state;
    set_up();
    reg[ATBBRIDGE][CONTROL / 4] = 0x2A << 8 | 3;
    assert_int_equal(of_dtb(NULL), HTR_OK);
    assert_int_equal(parts.buffers, 1);
    assert_int_equal(parts.buffer_component[0], ATBBRIDGE);
    assert_int_equal(parts.buffer[0].format, HTR_BYTES_FRAMES);
    assert_int_equal(parts.source[0].trace_id, 0x2A);
    assert_int_equal(parts.source[1].trace_id, 0x2A);
    /* As the caller knows it, whatever is enabled; that of encoder 1 is not used. */
    struct topology_use use[COMPONENTS];
    for (unsigned i = 0; i < COMPONENTS; i++) {
        use[i] = (struct topology_use){.sink = TOPOLOGY_NONE};
    }
    use[ENCODER0].sink = PIBSINK;
    assert_int_equal(of_dtb(use), HTR_OK);
    assert_int_equal(parts.sources, 1);
    assert_int_equal(parts.buffer_component[0], PIBSINK);
    assert_int_equal(parts.buffer[0].format, HTR_BYTES_MESSAGES);
    assert_int_equal(parts.source[0].trace_id, 0);
}

/* The tree says rv64; the user may know better. */
static void xlen_is_that_of_the_tree(void **state)
{
    (void)state;
    set_up();
    settings.encoder.xlen = 32;
    assert_int_equal(of_dtb(NULL), HTR_OK);
    assert_int_equal(parts.source[0].cfg.xlen, 64);
    assert_int_equal(htr_settings_param(&settings, &host, "xlen=32"), HTR_OK);
    assert_int_equal(of_dtb(NULL), HTR_OK);
    assert_int_equal(parts.source[0].cfg.xlen, 32);
}

static void what_is_refused(void **state)
{
    (void)state;
    set_up();
    for (broken = 0; broken < COMPONENTS; broken++) {
        /* A funnel says nothing about decoding; the sinks are asked which of them is enabled. */
        assert_int_equal(of_dtb(NULL), broken == FUNNEL ? HTR_OK : HTR_ERR_TARGET);
    }
    set_up();
    reg[ENCODER0][CONTROL / 4] = reg[ENCODER1][CONTROL / 4] = 0;
    assert_int_equal(of_dtb(NULL), HTR_ERR_MISSING);
    assert_int_equal(parts.sources, 0);
    set_up();
    reg[RAMSINK][CONTROL / 4] = reg[PIBSINK][CONTROL / 4] = reg[ATBBRIDGE][CONTROL / 4] = 0;
    assert_int_equal(of_dtb(NULL), HTR_ERR_MISSING);
    assert_int_equal(htr_tree_parts_of_snapshot(&parts, &host, "/nothing/here", &settings),
                     HTR_ERR_OPEN);
}

/* ---- the snapshot ---- */

static char folder[200];
static const uint8_t one_byte[1];

static void forget_folder(void)
{
    char command[300];
    (void)snprintf(command, sizeof command, "rm -rf '%s'", folder);
    assert_int_equal(system(command), 0);
}

static int write_snapshot(const struct topology_use *use, const uint8_t *bytes, size_t size,
                          bool frames)
{
    const char *tmp = getenv("TMPDIR");
    (void)snprintf(folder, sizeof folder, "%.100s/tree-registers-%d", tmp != NULL ? tmp : "/tmp",
                   (int)getpid());
    const struct htr_snapshot_buffer buffer = {.component = frames ? ATBBRIDGE : RAMSINK,
                                               .bytes = bytes,
                                               .size = size,
                                               .coresight = frames};
    const struct htr_snapshot_source s = {.folder = folder,
                                          .description = "by hand",
                                          .tree = &dtb.tree,
                                          .use = use,
                                          .read = read_it,
                                          .ctx = reg,
                                          .buffers = &buffer,
                                          .nbuffers = 1};
    return htr_snapshot_write(&s, &host);
}

static void a_snapshot_of_the_same(bool frames)
{
    static const uint8_t bytes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    struct topology_use use[COMPONENTS] = {{0}};
    set_up();
    reg[RAMSINK][WP_LOW / 4] = 0x400 | 1;
    reg[RAMSINK][WP_HIGH / 4] = 2;
    reg[ATBBRIDGE][CONTROL / 4] = 0x13 << 8 | 1;
    for (unsigned i = 0; i < COMPONENTS; i++) {
        use[i].sink = frames ? ATBBRIDGE : RAMSINK;
    }
    assert_int_equal(write_snapshot(use, bytes, sizeof bytes, frames), HTR_OK);
    assert_int_equal(htr_tree_parts_of_snapshot(&parts, &host, folder, &settings), HTR_OK);
    assert_int_equal(parts.sources, 2);
    assert_int_equal(parts.buffers, 1);
    assert_int_equal(parts.source[0].src, 5);
    assert_int_equal(parts.source[1].src, 6);
    assert_int_equal(parts.source[1].cfg.timestamp_bits, 48);
    assert_int_equal(parts.source[1].trace_id, frames ? 0x13 : 0);
    assert_int_equal(parts.buffer[0].format, frames ? HTR_BYTES_FRAMES : HTR_BYTES_MESSAGES);
    assert_int_equal(parts.buffer[0].wrapped, !frames);
    assert_int_equal(parts.buffer[0].size, sizeof bytes);
    assert_memory_equal(parts.buffer[0].bytes, bytes, sizeof bytes);
    htr_tree_parts_free(&parts);
    forget_folder();
}

static void snapshots_hold_the_same(void **state)
{
    (void)state;
    a_snapshot_of_the_same(false);
    a_snapshot_of_the_same(true);
}

static void what_cannot_be_in_a_snapshot(void **state)
{
    struct topology_use use[COMPONENTS] = {{0}};
    (void)state;
    for (unsigned i = 0; i < COMPONENTS; i++) {
        set_up();
        broken = i;
        assert_int_equal(write_snapshot(use, one_byte, 1, false), HTR_ERR_TARGET);
        forget_folder();
    }
    set_up();
    reg[FUNNEL][IMPL / 4] = 0x201; /* type 2 does not exist */
    assert_int_equal(write_snapshot(use, one_byte, 1, false), HTR_ERR_TARGET);
    reg[FUNNEL][CONTROL / 4] = 0; /* in reset it is left out */
    assert_int_equal(write_snapshot(use, one_byte, 1, false), HTR_OK);
    forget_folder();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_registers_say_how_to_decode),
        cmocka_unit_test(without_src_there_is_one_source),
        cmocka_unit_test(the_sink_that_is_enabled),
        cmocka_unit_test(xlen_is_that_of_the_tree),
        cmocka_unit_test(what_is_refused),
        cmocka_unit_test(snapshots_hold_the_same),
        cmocka_unit_test(what_cannot_be_in_a_snapshot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
