/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decode tree on programs of the simulator, two harts in one sink: a pause at every element, and a
 * tree in frames of a CoreSight formatter, change nothing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "htr/htr_tree_build.h"
#include "htr/htr_tree_parts.h"
#include "htr/htr_tree_pull.h"
#include "htr/htr_tree_push.h"
#include "htr/htr_snapshot.h"
#include "htr/htr_trace.h"
#include "host.h"

enum {
    HARTS = 2,
    MOST = 1 << 19,
};

static struct htr_trace hart[HARTS];
static char folder[200];
static struct htr_host quiet;

static void shell(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void shell(const char *format, ...)
{
    char command[1024];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(command, sizeof command, format, args);
    va_end(args);
    assert_true(strlen(command) + 20 < sizeof command);
    (void)strcat(command, " >/dev/null 2>&1");
    assert_int_equal(system(command), 0);
}

static int record(void **state)
{
    const char *build = getenv("BUILD"), *tmp = getenv("TMPDIR");
    build = build != NULL ? build : "build";
    (void)state;
    (void)snprintf(folder, sizeof folder, "%.100s/tree-real-%d", tmp != NULL ? tmp : "/tmp",
                   (int)getpid());
    shell("rm -rf %s && mkdir %s", folder, folder);
    shell("%s/hartrace run %s/programs/rv64/smpwork.elf --harts 2 --te trTsEnable=1 -q --console "
          "%s/console --save-snapshot %s/plain",
          build, build, folder, folder);
    shell("%s/hartrace run %s/programs/rv64/smplock.elf --dtb %s/dts/three-sinks.dtb --sink atb -q "
          "--console %s/console --save-snapshot %s/frames",
          build, build, build, folder, folder);
    return 0;
}

static int clean(void **state)
{
    (void)state;
    shell("rm -rf %s", folder);
    return 0;
}

/* The registers of each encoder, its code, and (without frames) the bytes. */
static void open_harts(const char *name, char path[300])
{
    (void)snprintf(path, 300, "%s/%s", folder, name);
    for (unsigned i = 0; i < HARTS; i++) {
        char src[8];
        uint16_t number = 0;
        static struct htr_snapshot s;
        assert_int_equal(htr_snapshot_list(&s, &quiet, path), 0);
        assert_int_equal(s.nencoders, HARTS);
        number = (uint16_t)htr_snapshot_src(&s.encoder[i]);
        (void)snprintf(src, sizeof src, "%u", number);
        const struct htr_trace_options o = {.path = path, .src = src};
        assert_int_equal(htr_trace_open_decoder(&hart[i], tool_host("test"), &o), 0);
    }
}

/* What a decoder gives by itself, and what the sinks take; the interesting fields. */
struct fact {
    uint64_t msg, offset, start, end, value, position;
    uint32_t count;
    uint8_t type, code;
};

struct facts {
    size_t n;
    struct fact fact[MOST];
};

static struct facts want[HARTS], got[HARTS];
static int32_t decoder[HARTS];
static uint64_t pauses, asked;

static void add(struct facts *f, const struct flow_elem *e)
{
    assert_true(f->n < MOST);
    memset(&f->fact[f->n], 0, sizeof f->fact[0]);
    struct fact *x = &f->fact[f->n++];
    x->msg = e->msg;
    x->offset = e->offset;
    x->start = e->start;
    x->end = e->end;
    x->value = e->value;
    x->position = e->position;
    x->count = e->count;
    x->type = e->type;
    x->code = e->code;
}

static enum htr_answer take(void *ctx, int32_t from, const struct flow_elem *e)
{
    struct facts *f = ctx;
    add(&f[from == decoder[1]], e);
    asked += pauses;
    return pauses != 0 ? HTR_WAIT : HTR_CONT;
}

static void expect(unsigned i)
{
    struct flow_elem e;
    want[i].n = 0;
    assert_int_equal(htr_trace_decode_again(&hart[i]), 0);
    while (nexus_decoder_next(&hart[i].decoder, &e) == NEXUS_OK) {
        add(&want[i], &e);
    }
}

static void equal(void)
{
    for (unsigned i = 0; i < HARTS; i++) {
        assert_true(want[i].n > 300);
        assert_int_equal(want[i].n, got[i].n);
        assert_memory_equal(want[i].fact, got[i].fact, want[i].n * sizeof want[i].fact[0]);
    }
}

static void through_a_tree(const struct htr_tree_buffer_spec *buffer,
                           const struct htr_tree_source_spec *source, const uint8_t *bytes,
                           size_t size, size_t piece)
{
    struct htr_host host = {0};
    struct htr_tree t;
    size_t at = 0, taken;
    enum htr_answer answer;
    htr_tree_init(&t, &host, NULL, 0);
    assert_int_equal(htr_tree_build(&t, buffer, 1, source, HARTS, decoder), HTR_OK);
    int32_t sink = htr_tree_sink(&t, "facts", take, got);
    for (unsigned i = 0; i < HARTS; i++) {
        got[i].n = 0;
        flow_code_flush(source[i].code);
        assert_int_equal(htr_tree_attach(&t, decoder[i], sink, 0), HTR_OK);
    }
    assert_int_equal(htr_tree_begin(&t), HTR_OK);
    for (pauses = piece == 0, asked = 0; at < size; at += taken) {
        size_t n = piece == 0 || size - at < piece ? size - at : piece;
        answer = htr_tree_data(&t, 0, bytes + at, n, &taken);
        while (answer == HTR_WAIT) {
            answer = htr_tree_flush(&t, 0);
        }
        assert_int_equal(answer, HTR_CONT);
    }
    answer = htr_tree_eot(&t, HTR_ALL);
    while (answer == HTR_WAIT) {
        answer = htr_tree_flush(&t, HTR_ALL);
    }
    assert_int_equal(answer, HTR_CONT);
    assert_true(piece != 0 || asked == got[0].n + got[1].n);
    htr_tree_close(&t);
}

static void two_harts(const char *name, enum htr_bytes_format format)
{
    char path[300];
    struct htr_tree_source_spec source[HARTS];
    struct htr_tree_buffer_spec buffer = {.name = name, .format = format};
    struct htr_host host = {0};
    struct htr_bytes raw;
    open_harts(name, path);
    for (unsigned i = 0; i < HARTS; i++) {
        source[i] = (struct htr_tree_source_spec){.name = "hart",
                                                  .trace_id = (uint8_t)hart[i].folder->atb_id,
                                                  .src = hart[i].src,
                                                  .cfg = hart[i].cfg,
                                                  .allow_oversize = hart[i].decoder.allow_oversize,
                                                  .code = &hart[i].code.code};
        expect(i);
    }
    assert_int_equal(htr_bytes_load(&raw, &host, hart[0].folder->file), HTR_OK);
    through_a_tree(&buffer, source, raw.bytes, raw.size, 1000);
    equal();
    through_a_tree(&buffer, source, raw.bytes, raw.size, 1);
    equal();
    through_a_tree(&buffer, source, raw.bytes, raw.size, 0); /* a pause at every element */
    equal();
    /* Pulled. */
    struct htr_tree t;
    struct flow_elem e;
    buffer.bytes = raw.bytes;
    buffer.size = raw.size;
    htr_tree_init(&t, &host, NULL, 0);
    assert_int_equal(htr_tree_build(&t, &buffer, 1, source, HARTS, decoder), HTR_OK);
    for (unsigned i = 0; i < HARTS; i++) {
        got[i].n = 0;
        flow_code_flush(source[i].code);
        while (htr_tree_next(&t, decoder[i], &e)) {
            add(&got[i], &e);
        }
    }
    equal();
    htr_tree_close(&t);
    htr_bytes_free(&raw);
    for (unsigned i = 0; i < HARTS; i++) {
        htr_trace_close(&hart[i]);
    }
}

/* A folder gives the whole tree but for the code. */
static void out_of_the_folder(const char *name)
{
    static struct htr_tree_parts p;
    struct htr_host host = {0};
    char path[300];
    struct htr_tree t;
    struct flow_elem e;
    open_harts(name, path);
    assert_int_equal(htr_tree_parts_of_snapshot(&p, &host, path, &hart[0].te), HTR_OK);
    assert_int_equal(p.buffers, 1);
    assert_int_equal(p.sources, HARTS);
    for (unsigned i = 0; i < HARTS; i++) {
        assert_int_equal(p.source[i].src, hart[i].src);
        p.source[i].code = &hart[i].code.code;
        expect(i);
        flow_code_flush(p.source[i].code);
    }
    htr_tree_init(&t, &host, NULL, 0);
    assert_int_equal(htr_tree_build(&t, p.buffer, p.buffers, p.source, p.sources, decoder), HTR_OK);
    for (unsigned i = 0; i < HARTS; i++) {
        got[i].n = 0;
        while (htr_tree_next(&t, decoder[i], &e)) {
            add(&got[i], &e);
        }
    }
    equal();
    htr_tree_close(&t);
    htr_tree_parts_free(&p);
    for (unsigned i = 0; i < HARTS; i++) {
        htr_trace_close(&hart[i]);
    }
}

static void the_folder_is_a_tree(void **state)
{
    (void)state;
    out_of_the_folder("plain");
    out_of_the_folder("frames");
}

static void messages_of_two_harts(void **state)
{
    (void)state;
    two_harts("plain", HTR_BYTES_MESSAGES);
}

static void frames_of_two_harts(void **state)
{
    (void)state;
    two_harts("frames", HTR_BYTES_FRAMES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_of_two_harts),
        cmocka_unit_test(frames_of_two_harts),
        cmocka_unit_test(the_folder_is_a_tree),
    };
    return cmocka_run_group_tests(tests, record, clean);
}
