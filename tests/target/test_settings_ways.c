/* SPDX-License-Identifier: Apache-2.0 */
/* What a decoder must know follows from an encoder's registers, and is the same on all ways: from
 * the registers of a live encoder, from a snapshot, from the options that fetch prints. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "htt/htt_encoder.h"
#include "htr/htr_trace.h"

static struct htr_host host;

enum {
    CONTROL = 0x000,
    FEATURES = 0x008,
    DATA = 0x010,
    DATA_FILTERS = 0x01C,
    TS = 0x040,
};

/* ---- by hand, from the tables of the specifications ---- */

static uint32_t bits(uint32_t reg, unsigned msb, unsigned lsb)
{
    return (reg >> lsb) & ((1u << (msb - lsb + 1)) - 1);
}

static struct nexus_stream_cfg by_hand(const struct htr_registers *r)
{
    const uint32_t width = bits(r->ts, 29, 24);
    struct nexus_stream_cfg c;
    nexus_cfg_init(&c);
    c.src_bits = bits(r->control, 15, 15) != 0 ? 0 : (uint8_t)bits(r->features, 31, 28);
    c.sequential_jump = bits(r->features, 2, 2) != 0;
    c.implicit_return = bits(r->features, 3, 3) != 0;
    c.return_mode = (enum nexus_return_mode)bits(r->features, 7, 6);
    c.repeated_history = bits(r->features, 8, 8) != 0;
    c.all_jumps = bits(r->features, 9, 9) != 0;
    c.extend_addr_msb = bits(r->features, 10, 10) != 0;
    c.timestamps = bits(r->ts, 15, 15) != 0;
    c.timestamp_bits = width != 0 ? (uint8_t)width : 40; /* the default of ts_width */
    c.data_no_addr = bits(r->data, 17, 17) != 0;
    c.data_filtered = bits(r->data_filters, 15, 0) != 0;
    c.return_depth = 32;
    return c;
}

static void same(const char *way, const struct htr_registers *r, const struct nexus_stream_cfg *got)
{
    const struct nexus_stream_cfg want = by_hand(r);
    if (got->xlen != want.xlen || got->src_bits != want.src_bits ||
        got->timestamps != want.timestamps || got->timestamp_bits != want.timestamp_bits ||
        got->extend_addr_msb != want.extend_addr_msb ||
        got->sequential_jump != want.sequential_jump ||
        got->implicit_return != want.implicit_return || got->return_mode != want.return_mode ||
        got->return_depth != want.return_depth || got->repeated_history != want.repeated_history ||
        got->data_no_addr != want.data_no_addr || got->data_filtered != want.data_filtered ||
        got->all_jumps != want.all_jumps || got->isa != want.isa || got->jvt != want.jvt) {
        fail_msg("%s differs for trTeControl 0x%08x, trTeInstFeatures 0x%08x, trTsControl 0x%08x",
                 way, (unsigned)r->control, (unsigned)r->features, (unsigned)r->ts);
    }
}

/* ---- the ways ---- */

static enum rvt_status read_register(const struct rvt_io *io, uint64_t addr, uint32_t *val)
{
    const struct htr_registers *r = io->ctx;
    *val = (addr & 0xFFF) == CONTROL        ? r->control
           : (addr & 0xFFF) == FEATURES     ? r->features
           : (addr & 0xFFF) == TS           ? r->ts
           : (addr & 0xFFF) == DATA         ? r->data
           : (addr & 0xFFF) == DATA_FILTERS ? r->data_filters
                                            : 0xFFFFFFFF;
    return RVT_OK;
}

static enum rvt_status write_register(const struct rvt_io *io, uint64_t addr, uint32_t val)
{
    (void)io;
    (void)addr;
    (void)val;
    return RVT_ERR_RANGE;
}

static void live(const struct htr_registers *r)
{
    static const struct rvt_io_ops ops = {.read32 = read_register, .write32 = write_register};
    struct htr_registers copy = *r;
    const struct rvt_io io = {.ops = &ops, .ctx = &copy, .poll_limit = 1};
    struct rvt_encoder e;
    struct htr_settings te;
    struct nexus_stream_cfg got;
    htr_settings_init(&te);
    assert_int_equal(rvt_encoder_init(&e, &io, 0x3020000), RVT_OK);
    assert_int_equal(htt_encoder_stream(&e, &host, &te, &got), 0);
    same("a live encoder", r, &got);
}

struct options {
    struct htr_list te, params;
    char text[HTR_STREAM_OPTIONS][HTR_OPTION_TEXT];
    unsigned n;
};

static int put(void *ctx, const char *option, const char *assignment)
{
    struct options *o = ctx;
    struct htr_list *list = strcmp(option, "te") == 0 ? &o->te : &o->params;
    assert_true(o->n < HTR_STREAM_OPTIONS);
    assert_true(list == &o->te || strcmp(option, "param") == 0);
    snprintf(o->text[o->n], HTR_OPTION_TEXT, "%s", assignment);
    list->item[list->n++] = o->text[o->n++];
    return 0;
}

static void options(const struct htr_registers *r)
{
    struct options o = {.n = 0};
    struct htr_settings te;
    struct nexus_stream_cfg got;
    assert_int_equal(htr_registers_options(r, put, &o), 0);
    assert_int_equal(htr_settings_parse(&te, &host, NULL, &o.te, &o.params), 0);
    htr_settings_stream(&te, &got);
    same("the printed options", r, &got);
}

static char folder[] = "te-stream-XXXXXX";

static void write_file(const char *name, const char *text)
{
    char path[64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

static void snapshot(const struct htr_registers *r)
{
    const struct htr_trace_options o = {.path = folder};
    static struct htr_trace t;
    char text[600];
    snprintf(text, sizeof text,
             "[device]\nname=encoder-0\nclass=trace_source\ntype=N-Trace1.0\n[regs]\n"
             "trTeControl(id:0x000,size:32)=0x%08X\ntrTeInstFeatures(id:0x002,size:32)=0x%08X\n"
             "trTsControl(id:0x010,size:32)=0x%08X\ntrTeDataControl(id:0x004,size:32)=0x%08X\n"
             "trTeDataFilters(id:0x007,size:32)=0x%08X\n",
             (unsigned)r->control, (unsigned)r->features, (unsigned)r->ts, (unsigned)r->data,
             (unsigned)r->data_filters);
    write_file("encoder-0.ini", text);
    assert_int_equal(htr_trace_open(&t, &host, &o), 0);
    same("a snapshot", r, &t.cfg);
    htr_trace_close(&t);
}

static void every_way(const struct htr_registers *r)
{
    struct htr_settings te;
    struct nexus_stream_cfg got;
    htr_settings_init(&te);
    htr_settings_stream_of(&te, r, &got);
    same("the mapping", r, &got);
    live(r);
    options(r);
    if (bits(r->features, 31, 28) <= 12 || bits(r->control, 15, 15) != 0) {
        snapshot(r); /* refuses what no decoder could take */
    }
}

/* ---- */

static int setup(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL) {
        return -1;
    }
    write_file("snapshot.ini", "[snapshot]\nversion=1.0\n[device_list]\ndevice0=encoder-0.ini\n"
                               "[trace]\nmetadata=trace.ini\n");
    write_file("trace.ini", "[trace_buffers]\nbuffers=buffer0\n[buffer0]\nname=ramsink-0\n"
                            "file=t.bin\nformat=source_data\n[source_buffers]\n"
                            "encoder-0=ramsink-0\n");
    write_file("t.bin", "x");
    return 0;
}

static int teardown(void **state)
{
    static const char *const files[] = {"snapshot.ini", "trace.ini", "t.bin", "encoder-0.ini"};
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        char path[64];
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        (void)unlink(path);
    }
    return rmdir(folder);
}

/* Each value of each field, with zeros around it, and with ones, but for a bit that reads 0. SRC of
 * 12 bits at most. */
static void each_field_by_every_way(void **state)
{
    static const struct {
        unsigned reg, msb, lsb;
    } field[] = {{0, 15, 15}, {1, 2, 2},   {1, 3, 3},   {1, 7, 6},   {1, 8, 8},
                 {1, 9, 9},   {1, 10, 10}, {1, 5, 4},   {1, 27, 25}, {1, 31, 28},
                 {2, 15, 15}, {2, 29, 24}, {3, 17, 17}, {4, 0, 0},   {4, 15, 15}};
    (void)state;
    for (unsigned i = 0; i < sizeof field / sizeof *field; i++) {
        for (uint32_t v = 0; v < 1u << (field[i].msb - field[i].lsb + 1); v++) {
            for (unsigned ones = 0; ones < 2; ones++) {
                uint32_t reg[5] = {ones != 0 ? 0x7FFF7FFF : 0, ones != 0 ? 0xCFFFFFFF : 0,
                                   ones != 0 ? 0x7FFFFFFF : 0, ones != 0 ? 0x7FFFFFFF : 1,
                                   ones != 0 ? 0xFFFF : 0};
                const uint32_t mask = (1u << (field[i].msb - field[i].lsb + 1)) - 1;
                uint32_t *r = &reg[field[i].reg];
                *r = (*r & ~(mask << field[i].lsb)) | v << field[i].lsb;
                every_way(&(struct htr_registers){.control = reg[0],
                                                  .features = reg[1],
                                                  .ts = reg[2],
                                                  .data = reg[3],
                                                  .data_filters = reg[4]});
            }
        }
    }
}

static void random_registers_by_every_way(void **state)
{
    uint32_t seed = 12345, reg[5];
    (void)state;
    for (unsigned i = 0; i < 300; i++) {
        for (unsigned k = 0; k < 5; k++) {
            seed ^= seed << 13;
            seed ^= seed >> 17;
            seed ^= seed << 5;
            reg[k] = seed;
        }
        /* with trTeFormat N-Trace, trTeDataImplemented */
        every_way(&(struct htr_registers){.control = (reg[0] & ~0x07000000u) | 0x01000000u,
                                          .features = reg[1],
                                          .ts = reg[2],
                                          .data = reg[3] | 1,
                                          .data_filters = reg[4] & 0xFFFF});
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_field_by_every_way),
        cmocka_unit_test(random_registers_by_every_way),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
