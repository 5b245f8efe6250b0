/* SPDX-License-Identifier: Apache-2.0 */
/* A live target, on the models of all its components: started, stopped and fetched, the trace is
 * that of encoders that stand alone; what is refused; a snapshot. */
#include "target_rig.h"

#include <stdlib.h>
#include <unistd.h>

#include "hartrace/rvt_field.h"
#include "htr/htr_tree_parts.h"
#include "htt/htt_encoder.h"
#include "htt/htt_fetch.h"
#include "htt/htt_info.h"
#include "htt/htt_sinks.h"
#include "htt/htt_snapshot.h"

static const char *const boards[] = {"clusters", "mixed", "quad-funnel-rv64", "single-sram-rv32"};

enum {
    NBOARDS = sizeof boards / sizeof boards[0],
};

/* Those messages of a sink that encoder e has sent are what it sends alone. Returns how many. */
static unsigned check_source(const struct htr_bytes *all, unsigned e)
{
    static struct bytes want, got;
    const struct rvt_encoder *encoder = rvt_fdt_encoder(&t.fdt, e);
    struct nexus_stream_cfg cfg;
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    unsigned n = 0;
    nexus_cfg_init(&cfg);
    cfg.src_bits = encoder->src_bits;
    assert_int_equal(nexus_msg_decoder_init(&d, &cfg, all->bytes, all->size), NEXUS_OK);
    got.n = 0;
    while (nexus_msg_next(&d, &m) == NEXUS_OK) {
        if (m.src == encoder->src_id) {
            take(&got, all->bytes + m.offset, m.length);
            n++;
        }
    }
    expected_of(e, encoder->src_bits, encoder->src_id, &want);
    assert_int_equal(got.n, want.n);
    assert_memory_equal(got.byte, want.byte, want.n);
    return n;
}

/* The same bytes through a file. */
static void check_file(unsigned sink, const struct htr_bytes *all)
{
    struct htt_fetched x;
    static uint8_t again[TRACE_BYTES];
    FILE *f = tmpfile();
    assert_non_null(f);
    ok(htt_fetch(&t, sink, f, &x));
    assert_int_equal(x.size, all->size);
    assert_int_equal(x.got, all->size);
    assert_false(x.wrapped);
    rewind(f);
    assert_int_equal(fread(again, 1, sizeof again, f), all->size);
    assert_memory_equal(again, all->bytes, all->size);
    (void)fclose(f);
}

static void the_trace_is_that_of_the_encoders(void **state)
{
    (void)state;
    for (unsigned k = 0; k < NBOARDS; k++) {
        uint8_t sink[TOPOLOGY_MAX_COMPONENTS];
        unsigned sources = 0, encoders = 0;
        run_once(boards[k], 7 * k);
        const unsigned n = htt_ramsinks(&t, sink);
        assert_true(n > 0);
        for (unsigned i = 0; i < n; i++) {
            struct htr_bytes all;
            struct htt_fetched x;
            ok(htt_fetch_bytes(&t, sink[i], &all, &x));
            assert_int_equal(x.got, x.size);
            check_file(sink[i], &all);
            for (unsigned e = 0; e < r.told.ncomponents; e++) {
                if (r.told.component[e].kind == TOPOLOGY_ENCODER && t.use[e].sink == sink[i]) {
                    assert_true(check_source(&all, e) > RECORDS / 2);
                    sources++;
                }
            }
            htr_bytes_free(&all);
        }
        for (unsigned e = 0; e < r.told.ncomponents; e++) {
            encoders += r.told.component[e].kind == TOPOLOGY_ENCODER;
        }
        assert_int_equal(sources, encoders);
        htt_close(&t);
    }
}

/* More than is read at a time. */
static void a_long_trace_is_fetched_whole(void **state)
{
    struct htr_bytes all;
    struct htt_fetched x;
    uint8_t sink[TOPOLOGY_MAX_COMPONENTS];
    bool active = false;
    (void)state;
    open_board("single-sram-rv64", 0, false);
    ok(htt_start(&t, &how, NULL));
    for (unsigned k = 0; k < 60; k++) {
        run_harts();
    }
    ok(htt_stop(&t));
    ok(htt_attach(&t, &active));
    assert_int_equal(htt_ramsinks(&t, sink), 1);
    ok(htt_fetch_bytes(&t, sink[0], &all, &x));
    assert_true(all.size > 9000 && all.size < TRACE_BYTES);
    check_file(sink[0], &all);
    htr_bytes_free(&all);
}

static void a_running_trace_stays(void **state)
{
    bool running = false, active = false;
    uint32_t before = 0, after = 0;
    (void)state;
    open_board("clusters", 1, false);
    ok(htt_start(&t, &how, NULL));
    run_harts();
    ok(htt_attach(&t, &active));
    assert_true(active && htt_running(&t));
    expect(rvt_reg_read(t.part[0].c, 0x008, &before), RVT_OK);
    ok(htr_settings_field(&how.settings, &host, "trTeInstMode=htm"));
    ok(htt_start(&t, &how, &running));
    assert_true(running);
    expect(rvt_reg_read(t.part[0].c, 0x008, &after), RVT_OK);
    assert_int_equal(before, after);
    ok(htt_stop(&t));
}

/* Every 256 messages: trTeInstSyncMode (bits 17:16 of trTeControl) 1, trTeInstSyncMax (23:20) 4. */
static void without_a_sync_mode_there_are_synchronizing_messages(void **state)
{
    const struct htr_list none = {.n = 0};
    uint32_t control = 0;
    (void)state;
    open_board("single-sram-rv64", 2, false);
    ok(htr_settings_parse(&how.settings, &host, NULL, &none, &none));
    ok(htt_start(&t, &how, NULL));
    expect(rvt_reg_read(t.part[0].c, 0x000, &control), RVT_OK);
    assert_int_equal(control >> 16 & 3, 1);
    assert_int_equal(control >> 20 & 15, 4);
    ok(htt_stop(&t));
}

/* ---- what is refused ---- */

static void no_such_way(void **state)
{
    static const struct {
        const char *io;
        int status;
    } way[] = {
        {NULL, HTR_ERR_ARG},
        {"sim", HTR_ERR_ARG},
        {"mmio:", HTR_ERR_ARG},
        {"openocd:", HTR_ERR_ARG},
        {"openocd:localhost", HTR_ERR_ARG},
        {"openocd:localhost:0", HTR_ERR_ARG},
        {"openocd:localhost:65536", HTR_ERR_ARG},
        {"openocd:localhost:1:two words", HTR_ERR_ARG},
        {"openocd:127.0.0.1:1", HTR_ERR_OPEN}, /* no server listens on tcpmux */
        {"mmio:/nothing/here", HTR_ERR_OPEN},
    };
    (void)state;
    read_tree("single-sram-rv64");
    for (size_t i = 0; i < sizeof way / sizeof way[0]; i++) {
        const struct htt_options o = {.way = {.io = way[i].io}};
        memset(&host, 0, sizeof host);
        assert_int_equal(htt_open(&t, &host, &r.told, &o), way[i].status);
        assert_int_equal(host.last.status, way[i].status);
        htt_close(&t); /* is allowed */
    }
}

static void no_such_sink(void **state)
{
    static const struct {
        const char *name;
        int status;
    } sink[] = {
        {"ramsink-7", HTR_ERR_MISSING},   {"nothing", HTR_ERR_MISSING},
        {"4=ramsink-0", HTR_ERR_MISSING}, {"0=ramsink-1", HTR_ERR_CONFLICT},
        {"x=ramsink-0", HTR_ERR_MISSING},
    };
    (void)state;
    for (size_t i = 0; i < sizeof sink / sizeof sink[0]; i++) {
        open_board("mixed", i, false); /* four harts; only that of hart 3 reaches ramsink-1 */
        how.sinks.item[how.sinks.n++] = sink[i].name;
        assert_int_equal(htt_start(&t, &how, NULL), sink[i].status);
        all_are_in_reset();
    }
}

static void a_target_for_reading_is_not_started(void **state)
{
    bool active = true;
    (void)state;
    open_board("clusters", 4, true);
    assert_int_equal(htt_start(&t, &how, NULL), HTR_ERR_TARGET);
    assert_true(t.readonly.refused > 0);
    all_are_in_reset();
    ok(htt_attach(&t, &active));
    assert_false(active);
}

/* Whichever access fails, each call says so, and that it was the target. */
static void a_broken_way_is_reported(void **state)
{
    struct fault_io fault;
    static struct htt_info info;
    bool active;
    (void)state;
    open_board("single-sram-rv64", 0, false);
    fault_io_init(&fault, &r.board.io, RVT_ERR_BUS);
    fault.sticky = true;
    const struct htt_options o = {.port = &fault.io};
    ok(htt_open(&t, &host, &r.told, &o));
    for (fault.fail_at = 0; fault.fail_at < 40; fault.fail_at++) {
        fault.count = 0;
        assert_int_equal(htt_start(&t, &how, NULL), HTR_ERR_TARGET);
        assert_int_equal(host.last.status, HTR_ERR_TARGET);
        fault.fail_at += UINT64_C(1) << 32; /* repaired */
        bool found = false;
        ok(htt_attach(&t, &found));
        if (found && htt_running(&t)) {
            ok(htt_stop(&t));
        }
        fault.fail_at -= UINT64_C(1) << 32;
    }
    fault.count = 0;
    fault.fail_at = 0;
    assert_int_equal(htt_attach(&t, &active), HTR_ERR_TARGET);
    assert_int_equal(htt_find(&t, HTT_ACTIVITY, NULL, 0, NULL, &info), HTR_ERR_TARGET);
    ok(htt_find(&t, HTT_IDENTITY, NULL, 0, NULL, &info));
    assert_int_equal(info.n, r.told.ncomponents);
    assert_int_equal(info.odd, r.told.ncomponents);
}

/* SRC: trTeSrcID must fit in trTeSrcBits, of which there are at most 12; those that send to one
 * sink must differ. */
static void sources_that_cannot_be(void **state)
{
    struct topology_problem why;
    struct htr_settings settings;
    (void)state;
    open_board("three-sinks", 0, false); /* of two harts */
    expect(rvt_fdt_identify(&t.fdt, &why), RVT_OK);
    struct rvt_encoder *e[2] = {NULL, NULL};
    for (unsigned i = 0, n = 0; i < r.told.ncomponents && n < 2; i++) {
        e[n] = rvt_fdt_encoder(&t.fdt, i);
        n += e[n] != NULL;
    }
    assert_non_null(e[1]);
    htr_settings_init(&settings);
    ok(htr_settings_field(&settings, &host, "trTeSrcBits=13"));
    assert_int_equal(htt_encoder_program(e[0], &host, &settings), HTR_ERR_ARG);
    assert_non_null(strstr(host.last.text, "at most 12 bits"));
    ok(htr_settings_field(&settings, &host, "trTeSrcBits=2"));
    ok(htr_settings_field(&settings, &host, "trTeSrcID=4"));
    assert_int_equal(htt_encoder_program(e[0], &host, &settings), HTR_ERR_ARG);
    ok(htr_settings_field(&settings, &host, "trTeSrcID=3"));
    ok(htt_encoder_program(e[0], &host, &settings));
    assert_int_equal(e[0]->src_id, 3);
    ok(htt_encoder_program(e[1], &host, &settings));
    ok(htt_sinks_use(&t.fdt, &host, &how.sinks));
    assert_int_equal(htt_sinks_distinct(&t.fdt, &host), HTR_ERR_CONFLICT);
    assert_non_null(strstr(host.last.text, "SRC is 3"));
    ok(htr_settings_field(&settings, &host, "trTeSrcID=2"));
    ok(htt_encoder_program(e[1], &host, &settings));
    ok(htt_sinks_distinct(&t.fdt, &host));
}

/* ---- a snapshot, and what is decoded with ---- */

static void same_source(const struct htr_tree_source_spec *a, const struct htr_tree_source_spec *b)
{
    assert_string_equal(a->name, b->name);
    assert_int_equal(a->buffer, b->buffer);
    assert_int_equal(a->src, b->src);
    assert_int_equal(a->trace_id, b->trace_id);
    assert_int_equal(a->cfg.src_bits, b->cfg.src_bits);
    assert_int_equal(a->cfg.timestamps, b->cfg.timestamps);
    assert_int_equal(a->cfg.timestamp_bits, b->cfg.timestamp_bits);
}

/* A snapshot of the target, and the target itself, give the same parts of a decode tree. */
static void a_snapshot_is_the_target(void **state)
{
    static struct htr_tree_parts saved, live;
    char folder[200], command[300];
    (void)state;
    const char *tmp = getenv("TMPDIR");
    (void)snprintf(folder, sizeof folder, "%.100s/target-%d", tmp != NULL ? tmp : "/tmp",
                   (int)getpid());
    run_once("mixed", 3);
    const struct htt_snapshot s = {.folder = folder};
    ok(htt_snapshot(&t, &s, true));
    ok(htr_tree_parts_of_snapshot(&saved, &host, folder, &how.settings));
    ok(htt_fetch_parts(&t, &how.settings, &live));
    assert_int_equal(saved.sources, 4);
    assert_int_equal(live.sources, 4);
    assert_int_equal(saved.buffers, live.buffers);
    for (size_t i = 0; i < live.sources; i++) {
        same_source(&saved.source[i], &live.source[i]);
    }
    for (size_t k = 0; k < live.buffers; k++) {
        assert_string_equal(saved.buffer[k].name, live.buffer[k].name);
        assert_true(live.buffer[k].size > RECORDS);
        assert_int_equal(live.buffer[k].size, saved.buffer[k].size);
        assert_memory_equal(live.buffer[k].bytes, saved.buffer[k].bytes, saved.buffer[k].size);
    }
    htr_tree_parts_free(&saved);
    htr_tree_parts_free(&live);
    (void)snprintf(command, sizeof command, "rm -rf '%s'", folder);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_trace_is_that_of_the_encoders),
        cmocka_unit_test(a_long_trace_is_fetched_whole),
        cmocka_unit_test(a_running_trace_stays),
        cmocka_unit_test(without_a_sync_mode_there_are_synchronizing_messages),
        cmocka_unit_test(no_such_way),
        cmocka_unit_test(no_such_sink),
        cmocka_unit_test(a_target_for_reading_is_not_started),
        cmocka_unit_test(a_broken_way_is_reported),
        cmocka_unit_test(sources_that_cannot_be),
        cmocka_unit_test(a_snapshot_is_the_target),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
