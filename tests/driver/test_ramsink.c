/* SPDX-License-Identifier: Apache-2.0 */
/* The Trace RAM Sink: reset, discovery, configuration and its limits; in the order of the chapters.
 */
#include "ramsink_rig.h"
#include "fault_io.h"
#include "script_io.h"

#define IMPL_SRAM 0x00001901u
#define IMPL_SMEM 0x00002901u

static void script_init(struct script_io *s, struct rvt_ramsink *sink)
{
    script_io_init(s, SINK_BASE);
    assert_int_equal(rvt_ramsink_init(sink, &s->io, SINK_BASE), RVT_OK);
}

static void expect_reset(struct script_io *s, uint32_t impl)
{
    script_io_write(s, 0x000, 0);
    script_io_read(s, 0x000, 0x8);
    script_io_write(s, 0x000, 1);
    script_io_read(s, 0x000, 0xFFF9); /* all that is Undef is 1 */
    script_io_read(s, 0x000, 0xFFF9); /* Empty */
    script_io_read(s, 0x004, impl);
    script_io_write(s, 0x000, 1);
}

/* A pair of registers is written High first, and read Low first. */
static void expect_warl64(struct script_io *s, uint32_t low, uint64_t want, uint64_t got)
{
    script_io_write(s, low + 4, (uint32_t)(want >> 32));
    script_io_write(s, low, (uint32_t)want);
    script_io_read(s, low, (uint32_t)got);
    script_io_read(s, low + 4, (uint32_t)(got >> 32));
}

/* Mode first; then the start with both values; then the limit. */
static void expect_discover_smem(struct script_io *s)
{
    script_io_write(s, 0x000, 0x11);
    script_io_read(s, 0x000, 0x19);
    expect_warl64(s, 0x010, UINT64_MAX, 0x000000FFFFFFFFC0);
    expect_warl64(s, 0x010, 0, 0);
    expect_warl64(s, 0x018, UINT64_MAX, 0x000000FFFFFFFFC0);
    expect_warl64(s, 0x018, 0, 0);
}

/* Holds TCI-RST-040 TCI-RAM-039 TCI-RAM-040 */
static void test_reset_writes_control_and_checks_empty(void **state)
{
    struct rvt_ramsink sink;
    struct script_io s;

    (void)state;
    script_init(&s, &sink);
    expect_reset(&s, IMPL_SRAM);
    assert_int_equal(rvt_ramsink_reset(&sink), RVT_OK);
    assert_int_equal(sink.c.state, RVT_STATE_RESET);
    assert_script(&s);
    assert_int_equal(rvt_ramsink_init(NULL, &s.io, SINK_BASE), RVT_ERR_ARG);
    assert_int_equal(rvt_ramsink_init(&sink, &s.io, SINK_BASE + 4), RVT_ERR_ARG);
}

/* Holds TCI-RAM-041 TCI-RAM-048 TCI-RAM-055 TCI-ENA-003..006 TCI-RAM-052 */
static void test_smem_is_set_up_in_the_order_of_the_chapter(void **state)
{
    const struct rvt_ramsink_cfg cfg = {
        .mode = RVT_RAMSINK_SMEM, .start = 0x1080000000, .size = 0x1000, .stop_on_wrap = true};
    struct rvt_ramsink_granted g;
    struct rvt_ramsink sink;
    struct script_io s;

    (void)state;
    script_init(&s, &sink);
    expect_reset(&s, IMPL_SMEM);
    assert_int_equal(rvt_ramsink_reset(&sink), RVT_OK);
    expect_discover_smem(&s);
    script_io_write(&s, 0x000, 0x111);
    script_io_read(&s, 0x000, 0x119);
    expect_warl64(&s, 0x010, 0x1080000000, 0x1080000000);
    expect_warl64(&s, 0x018, 0x1080000FC0, 0x1080000FC0); /* start + size - A */
    expect_warl64(&s, 0x028, 0x1080000FC0, 0);            /* no read pointer */
    expect_warl64(&s, 0x020, 0x1080000000, 0x1080000000);
    assert_int_equal(rvt_ramsink_configure(&sink, &cfg, &g), RVT_OK);
    assert_int_equal(g.start, 0x1080000000);
    assert_int_equal(g.limit, 0x1080000FC0);
    assert_int_equal(g.size, 0x1000);
    assert_int_equal(g.align, 64);
    assert_true(g.stop_on_wrap);
    assert_false(g.data_port);
    assert_script(&s);
    /* A second time in the same mode: nothing is discovered again. */
    script_io_write(&s, 0x000, 0x111);
    script_io_read(&s, 0x000, 0x119);
    expect_warl64(&s, 0x010, 0x1080000000, 0x1080000000);
    expect_warl64(&s, 0x018, 0x1080000FC0, 0x1080000FC0);
    expect_warl64(&s, 0x028, 0x1080000FC0, 0);
    expect_warl64(&s, 0x020, 0x1080000000, 0x1080000000);
    assert_int_equal(rvt_ramsink_configure(&sink, &cfg, &g), RVT_OK);
    assert_script(&s);
    /* Enable: write pointer and wrap flag first, Enable last. */
    script_io_read(&s, 0x000, 0x119);
    script_io_write(&s, 0x024, 0x10);
    script_io_write(&s, 0x020, 0x80000000);
    script_io_write(&s, 0x000, 0x113);
    script_io_read(&s, 0x000, 0x119);
    script_io_read(&s, 0x000, 0x11B);
    assert_int_equal(rvt_ramsink_enable(&sink), RVT_OK);
    script_io_read(&s, 0x000, 0x113); /* enabled already: the write pointer is left alone */
    assert_int_equal(rvt_ramsink_enable(&sink), RVT_OK);
    /* Disable: Enable = 0, wait for it, wait for Empty. */
    script_io_read(&s, 0x000, 0x113);
    script_io_write(&s, 0x000, 0x111);
    script_io_read(&s, 0x000, 0x11B);
    script_io_read(&s, 0x000, 0x111);
    script_io_read(&s, 0x000, 0x111);
    script_io_read(&s, 0x000, 0x119);
    assert_int_equal(rvt_ramsink_disable(&sink), RVT_OK);
    assert_script(&s);
}

/* Holds TCI-RAM-044 */
static void test_sram_is_discovered(void **state)
{
    static struct ramsink_rig r;
    struct rvt_ramsink_caps caps;

    (void)state;
    rig_sram(&r, true);
    assert_int_equal(rvt_ramsink_reset(&r.sink), RVT_OK);
    assert_int_equal(rvt_ramsink_discover(&r.sink, RVT_RAMSINK_SRAM, &caps), RVT_OK);
    assert_int_equal(caps.start_min, 0);
    assert_int_equal(caps.start_max, 0);
    assert_int_equal(caps.limit_min, 0);
    assert_int_equal(caps.limit_max, SRAM_SIZE - 4);
    assert_false(caps.start_high);
    assert_false(caps.limit_high);
    assert_int_equal(caps.align, 4);
    assert_true(caps.has_sram);
    assert_int_equal(r.b.violations, 0);
}

/* Holds TCI-RAM-044 TCI-RAM-047 TCI-RAM-054 */
static void test_smem_is_discovered(void **state)
{
    static struct ramsink_rig r;
    struct rvt_ramsink_caps caps;

    (void)state;
    for (uint32_t align = 4; align <= 256; align *= 2) {
        rig_smem(&r, align);
        assert_int_equal(rvt_ramsink_reset(&r.sink), RVT_OK);
        assert_int_equal(rvt_ramsink_discover(&r.sink, RVT_RAMSINK_SMEM, &caps), RVT_OK);
        assert_int_equal(caps.start_min, 0);
        assert_true(caps.start_max == 0 - (uint64_t)align);
        assert_true(caps.limit_max == 0 - (uint64_t)align);
        assert_true(caps.start_high);
        assert_true(caps.limit_high);
        assert_int_equal(caps.align, align);
        assert_int_equal(r.b.violations, 0);
    }
    /* A 32-bit sink. */
    rig_smem(&r, 4);
    block_io_restrict(r.comp, TR_RAM_START_HIGH_OFFSET, 0, 0);
    block_io_restrict(r.comp, TR_RAM_LIMIT_HIGH_OFFSET, 0, 0);
    assert_int_equal(rvt_ramsink_reset(&r.sink), RVT_OK);
    assert_int_equal(rvt_ramsink_discover(&r.sink, RVT_RAMSINK_SMEM, &caps), RVT_OK);
    assert_int_equal(caps.start_max, 0xFFFFFFFC);
    assert_false(caps.start_high);
    assert_false(caps.limit_high);
}

/* Holds TCI-ENA-002 TCI-ENA-004 */
static void test_a_mode_that_does_not_stick_is_unsupported(void **state)
{
    static struct ramsink_rig r;
    const struct rvt_ramsink_cfg smem = {.mode = RVT_RAMSINK_SMEM, .start = 0x1000, .size = 64};
    const struct rvt_ramsink_cfg sram = {.mode = RVT_RAMSINK_SRAM};

    (void)state;
    rig_sram(&r,
             true); /* the Impl of the fake says that both modes are there: the readback counts */
    assert_int_equal(rvt_ramsink_reset(&r.sink), RVT_OK);
    assert_int_equal(rvt_ramsink_configure(&r.sink, &smem, NULL), RVT_ERR_UNSUPPORTED);
    assert_int_equal(rvt_ramsink_enable(&r.sink), RVT_ERR_STATE);
    assert_int_equal(rvt_ramsink_configure(&r.sink, &sram, NULL), RVT_OK);
    rig_smem(&r, 4);
    assert_int_equal(rvt_ramsink_reset(&r.sink), RVT_OK);
    assert_int_equal(rvt_ramsink_configure(&r.sink, &sram, NULL), RVT_ERR_UNSUPPORTED);
}

static void test_sram_takes_all_or_what_it_is_given(void **state)
{
    static struct ramsink_rig r;
    struct rvt_ramsink_cfg cfg = {.mode = RVT_RAMSINK_SRAM, .exact = true};
    struct rvt_ramsink_granted g;

    (void)state;
    rig_sram(&r, true);
    assert_int_equal(rvt_ramsink_reset(&r.sink), RVT_OK);
    assert_int_equal(rvt_ramsink_configure(&r.sink, &cfg, &g), RVT_OK);
    assert_int_equal(g.start, 0);
    assert_int_equal(g.limit, SRAM_SIZE - 4);
    assert_int_equal(g.size, SRAM_SIZE);
    assert_true(g.data_port);
    cfg.size = 64;
    assert_int_equal(rvt_ramsink_configure(&r.sink, &cfg, &g), RVT_OK);
    assert_int_equal(g.limit, 60);
    assert_int_equal(g.size, 64);
    /* Hard-coded to all of it: less would share the memory with another user, so it is refused. */
    rig_sram(&r, false);
    assert_int_equal(rvt_ramsink_reset(&r.sink), RVT_OK);
    assert_int_equal(rvt_ramsink_configure(&r.sink, &cfg, &g), RVT_ERR_RANGE);
    assert_int_equal(g.size, SRAM_SIZE);
    assert_int_equal(rvt_ramsink_enable(&r.sink), RVT_ERR_STATE);
    cfg.size = 0;
    assert_int_equal(rvt_ramsink_configure(&r.sink, &cfg, &g), RVT_OK);
    /* More than there is: granted less; refused when it must be exact. */
    cfg.size = 2 * SRAM_SIZE;
    assert_int_equal(rvt_ramsink_configure(&r.sink, &cfg, &g), RVT_ERR_UNSUPPORTED);
    cfg.exact = false;
    assert_int_equal(rvt_ramsink_configure(&r.sink, &cfg, &g), RVT_OK);
    assert_int_equal(g.size, SRAM_SIZE);
}

static void test_sram_without_read_pointer_contradicts_the_chapter(void **state)
{
    static struct ramsink_rig r;
    const struct rvt_ramsink_cfg cfg = {.mode = RVT_RAMSINK_SRAM};

    (void)state;
    rig_sram(&r, true);
    block_io_restrict(r.comp, TR_RAM_RP_LOW_OFFSET, 0, 0);
    assert_int_equal(rvt_ramsink_reset(&r.sink), RVT_OK);
    assert_int_equal(rvt_ramsink_configure(&r.sink, &cfg, NULL), RVT_ERR_DATA);
    assert_int_equal(rvt_ramsink_enable(&r.sink), RVT_ERR_STATE);
}

/* For every alignment of hardware and user: inside of what was given, and as much of it as A
 * allows. */
static void test_smem_buffer_is_the_largest_aligned_one_inside(void **state)
{
    static struct ramsink_rig r;

    (void)state;
    for (uint32_t align = 4; align <= 64; align *= 2) {
        for (uint64_t start = MEM_BASE; start < MEM_BASE + 160; start += 4) {
            for (uint64_t size = 4; size < 400; size += 36) {
                const struct rvt_ramsink_cfg cfg = {
                    .mode = RVT_RAMSINK_SMEM, .start = start, .size = size};
                uint64_t first = (start + align - 1) / align * align;
                uint64_t end = (start + size) / align * align;
                struct rvt_ramsink_granted g;

                rig_smem(&r, align);
                assert_int_equal(rvt_ramsink_reset(&r.sink), RVT_OK);
                if (first >= end) {
                    assert_int_equal(rvt_ramsink_configure(&r.sink, &cfg, &g), RVT_ERR_RANGE);
                    assert_int_equal(rvt_ramsink_enable(&r.sink), RVT_ERR_STATE);
                    continue;
                }
                assert_int_equal(rvt_ramsink_configure(&r.sink, &cfg, &g), RVT_OK);
                assert_int_equal(g.start, first);
                assert_int_equal(g.limit, end - align);
                assert_int_equal(g.size, end - first);
                assert_int_equal(r.b.violations, 0);
            }
        }
    }
}

static void test_smem_up_to_the_end_of_the_address_space(void **state)
{
    static struct ramsink_rig r;
    const struct rvt_ramsink_cfg cfg = {
        .mode = RVT_RAMSINK_SMEM, .start = 0xFFFFFFFFFFFFF000, .size = 0x1000, .exact = true};
    struct rvt_ramsink_granted g;

    (void)state;
    rig_smem(&r, 16);
    assert_int_equal(rvt_ramsink_reset(&r.sink), RVT_OK);
    assert_int_equal(rvt_ramsink_configure(&r.sink, &cfg, &g), RVT_OK);
    assert_true(g.limit == 0xFFFFFFFFFFFFFFF0);
    assert_int_equal(g.size, 0x1000);
}

static void refuse(struct ramsink_rig *r, const struct rvt_ramsink_cfg *cfg)
{
    struct rvt_ramsink_granted g;

    assert_int_equal(rvt_ramsink_reset(&r->sink), RVT_OK);
    assert_int_equal(rvt_ramsink_configure(&r->sink, cfg, &g), RVT_ERR_RANGE);
    assert_int_equal(rvt_ramsink_enable(&r->sink), RVT_ERR_STATE);
    assert_int_equal(block_io_peek(r->comp, TR_RAM_CONTROL_OFFSET) & TR_RAM_ENABLE_MASK, 0);
}

/* Holds TCI-RAM-001 TCI-RAM-051 */
static void test_smem_outside_of_the_users_range_is_refused(void **state)
{
    static struct ramsink_rig r;
    struct rvt_ramsink_cfg cfg = {
        .mode = RVT_RAMSINK_SMEM, .start = MEM_BASE + 0x400, .size = 0x400};

    (void)state;
    /* Start trimmed to 4 KiB: below the range. */
    rig_smem(&r, 4);
    block_io_restrict(r.comp, TR_RAM_START_LOW_OFFSET, 0xFFFFF000, 0);
    refuse(&r, &cfg);
    /* No upper half: somewhere else altogether. */
    rig_smem(&r, 4);
    block_io_restrict(r.comp, TR_RAM_START_HIGH_OFFSET, 0, 0);
    block_io_restrict(r.comp, TR_RAM_LIMIT_HIGH_OFFSET, 0, 0);
    refuse(&r, &cfg);
    /* Limit rounded up to the end of a 4 KiB page: above the range. */
    rig_smem(&r, 4);
    block_io_restrict(r.comp, TR_RAM_LIMIT_LOW_OFFSET, 0xFFFFF000, 0x00000FFC);
    refuse(&r, &cfg);
    /* Limit trimmed to below the start. */
    rig_smem(&r, 4);
    block_io_restrict(r.comp, TR_RAM_LIMIT_LOW_OFFSET, 0xFFFFF000, 0x000000FC);
    refuse(&r, &cfg);
    /* A buffer hard-coded elsewhere. */
    rig_smem(&r, 4);
    block_io_restrict(r.comp, TR_RAM_START_LOW_OFFSET, 0, 0x80000800);
    block_io_restrict(r.comp, TR_RAM_START_HIGH_OFFSET, 0, 0x10);
    block_io_restrict(r.comp, TR_RAM_LIMIT_LOW_OFFSET, 0, 0x80000BFC);
    block_io_restrict(r.comp, TR_RAM_LIMIT_HIGH_OFFSET, 0, 0x10);
    refuse(&r, &cfg);
    /* The same one, inside of what may be used, but not exact; and exact. */
    cfg = (struct rvt_ramsink_cfg){.mode = RVT_RAMSINK_SMEM, .start = MEM_BASE, .size = 0x1000};
    assert_int_equal(rvt_ramsink_configure(&r.sink, &cfg, NULL), RVT_OK);
    cfg.exact = true;
    assert_int_equal(rvt_ramsink_configure(&r.sink, &cfg, NULL), RVT_ERR_UNSUPPORTED);
    cfg.start += 0x800;
    cfg.size = 0x400;
    assert_int_equal(rvt_ramsink_configure(&r.sink, &cfg, NULL), RVT_OK);
}

/* Holds TCI-RAM-049 TCI-RAM-050 */
static void test_a_trimmed_limit_inside_is_granted(void **state)
{
    static struct ramsink_rig r;
    const struct rvt_ramsink_cfg cfg = {.mode = RVT_RAMSINK_SMEM, .start = MEM_BASE, .size = 0xC00};
    struct rvt_ramsink_granted g;

    (void)state;
    rig_smem(&r, 4); /* bit 11 of the limit is not there */
    block_io_restrict(r.comp, TR_RAM_LIMIT_LOW_OFFSET, 0xFFFFF7FC, 0);
    assert_int_equal(rvt_ramsink_reset(&r.sink), RVT_OK);
    assert_int_equal(rvt_ramsink_configure(&r.sink, &cfg, &g), RVT_OK);
    assert_int_equal(g.size, 0x400);
    assert_int_equal(g.limit, MEM_BASE + 0x3FC);
}

static void test_arguments_that_cannot_be_right_touch_nothing(void **state)
{
    static const struct rvt_ramsink_cfg bad[] = {
        {.mode = (enum rvt_ramsink_mode)2, .size = 64},
        {.mode = RVT_RAMSINK_SMEM, .start = 0x1000, .size = 0},
        {.mode = RVT_RAMSINK_SMEM, .start = 0x1002, .size = 64},
        {.mode = RVT_RAMSINK_SMEM, .start = 0x1000, .size = 66},
        {.mode = RVT_RAMSINK_SMEM, .start = 0xFFFFFFFFFFFFF000, .size = 0x1004},
        {.mode = RVT_RAMSINK_SRAM, .start = 0x1000},
        {.mode = RVT_RAMSINK_SRAM, .size = 2},
        {.mode = RVT_RAMSINK_SRAM, .mem_format = 4},
        {.mode = RVT_RAMSINK_SRAM, .async_freq = 8},
    };
    static struct ramsink_rig r;

    (void)state;
    rig_sram(&r, true);
    rig_configure(&r, &(struct rvt_ramsink_cfg){.mode = RVT_RAMSINK_SRAM});
    unsigned accesses = r.b.reads + r.b.writes;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        assert_int_equal(rvt_ramsink_configure(&r.sink, &bad[i], NULL), RVT_ERR_ARG);
    }
    assert_int_equal(rvt_ramsink_configure(&r.sink, NULL, NULL), RVT_ERR_ARG);
    assert_int_equal(rvt_ramsink_discover(&r.sink, (enum rvt_ramsink_mode)2, NULL), RVT_ERR_ARG);
    assert_int_equal(r.b.reads + r.b.writes, accesses);
    assert_int_equal(rvt_ramsink_enable(&r.sink), RVT_OK); /* the good configuration still holds */
}

static void test_settings_land_in_the_fields_of_the_specification(void **state)
{
    static const struct {
        struct rvt_ramsink_cfg cfg;
        uint32_t control;
    } rows[] = {
        {{.mode = RVT_RAMSINK_SRAM}, 0x0001},
        {{.mode = RVT_RAMSINK_SRAM, .stop_on_wrap = true}, 0x0101},
        {{.mode = RVT_RAMSINK_SRAM, .mem_format = 3}, 0x0601},
        {{.mode = RVT_RAMSINK_SRAM, .async_freq = 7}, 0x7001},
    };
    static struct ramsink_rig r;

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct rvt_ramsink_cfg cfg = rows[i].cfg;
        struct rvt_ramsink_granted g;

        rig_sram(&r, true);
        block_io_restrict(r.comp, TR_RAM_CONTROL_OFFSET, UINT32_MAX, 0);
        cfg.exact = true;
        assert_int_equal(rvt_ramsink_reset(&r.sink), RVT_OK);
        assert_int_equal(rvt_ramsink_configure(&r.sink, &cfg, &g), RVT_OK);
        assert_int_equal(block_io_peek(r.comp, 0) & ~0x8u, rows[i].control);
        assert_int_equal(g.stop_on_wrap, cfg.stop_on_wrap);
        assert_int_equal(g.mem_format, cfg.mem_format);
        assert_int_equal(g.async_freq, cfg.async_freq);
        block_io_restrict(r.comp, TR_RAM_CONTROL_OFFSET, 0, 0);
        assert_int_equal(rvt_ramsink_configure(&r.sink, &cfg, &g),
                         rows[i].control == 1 ? RVT_OK : RVT_ERR_UNSUPPORTED);
    }
}

/* The fake counts an enable with anything undefined as a violation. Holds TCI-GEN-005 */
static void test_nothing_is_undefined_when_enabled(void **state)
{
    static struct ramsink_rig r;
    const struct rvt_ramsink_cfg sram = {.mode = RVT_RAMSINK_SRAM};
    const struct rvt_ramsink_cfg smem = {
        .mode = RVT_RAMSINK_SMEM, .start = MEM_BASE, .size = MEM_SIZE};

    (void)state;
    for (uint32_t seed = 1; seed < 100; seed++) {
        bool is_smem = seed % 2 != 0;

        if (is_smem) {
            rig_smem(&r, 4);
        } else {
            rig_sram(&r, seed % 4 == 0);
        }
        r.comp->seed = seed * 2654435761u | 1;
        r.comp->active_delay = seed % 7;
        r.comp->enable_delay = seed % 3;
        rig_configure(&r, is_smem ? &smem : &sram);
        assert_null(block_io_forgotten(r.comp));
        assert_int_equal(rvt_ramsink_enable(&r.sink), RVT_OK);
        assert_int_equal(r.b.violations, 0);
    }
}

static void test_contradictions_found_in_discovery(void **state)
{
    static struct ramsink_rig r;

    (void)state;
    rig_sram(&r, true); /* no limit at all */
    block_io_restrict(r.comp, TR_RAM_LIMIT_LOW_OFFSET, 0, 0);
    assert_int_equal(rvt_ramsink_reset(&r.sink), RVT_OK);
    assert_int_equal(rvt_ramsink_discover(&r.sink, RVT_RAMSINK_SRAM, NULL), RVT_ERR_DATA);
    rig_smem(&r, 4);
    block_io_restrict(r.comp, TR_RAM_LIMIT_LOW_OFFSET, 0, 0);
    block_io_restrict(r.comp, TR_RAM_LIMIT_HIGH_OFFSET, 0, 0);
    assert_int_equal(rvt_ramsink_reset(&r.sink), RVT_OK);
    assert_int_equal(rvt_ramsink_discover(&r.sink, RVT_RAMSINK_SMEM, NULL), RVT_ERR_DATA);
    /* A write pointer that does not take the start. */
    rig_smem(&r, 4);
    block_io_restrict(r.comp, TR_RAM_WP_LOW_OFFSET, 0, 0);
    assert_int_equal(rvt_ramsink_reset(&r.sink), RVT_OK);
    assert_int_equal(
        rvt_ramsink_configure(
            &r.sink,
            &(struct rvt_ramsink_cfg){.mode = RVT_RAMSINK_SMEM, .start = MEM_BASE, .size = 64},
            NULL),
        RVT_ERR_DATA);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reset_writes_control_and_checks_empty),
        cmocka_unit_test(test_smem_is_set_up_in_the_order_of_the_chapter),
        cmocka_unit_test(test_sram_is_discovered),
        cmocka_unit_test(test_smem_is_discovered),
        cmocka_unit_test(test_a_mode_that_does_not_stick_is_unsupported),
        cmocka_unit_test(test_sram_takes_all_or_what_it_is_given),
        cmocka_unit_test(test_sram_without_read_pointer_contradicts_the_chapter),
        cmocka_unit_test(test_smem_buffer_is_the_largest_aligned_one_inside),
        cmocka_unit_test(test_smem_up_to_the_end_of_the_address_space),
        cmocka_unit_test(test_smem_outside_of_the_users_range_is_refused),
        cmocka_unit_test(test_a_trimmed_limit_inside_is_granted),
        cmocka_unit_test(test_arguments_that_cannot_be_right_touch_nothing),
        cmocka_unit_test(test_settings_land_in_the_fields_of_the_specification),
        cmocka_unit_test(test_nothing_is_undefined_when_enabled),
        cmocka_unit_test(test_contradictions_found_in_discovery),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
