/* SPDX-License-Identifier: Apache-2.0 */
/* UARTs: bytes of frames and lines, a UART that refuses at every byte, contexts that come while one
 * sends. */
#include <pthread.h>

#include "fwt_fake.h"
#include "fwtrace/fwt_uart.h"

struct wire {
    uint8_t bytes[20000];
    unsigned n, calls;
    unsigned refuse;   /* every refuse-th call; 0: never */
    unsigned from, to; /* these calls, too */
    struct fwt *t;     /* words come from here while byte `at` is sent */
    unsigned at;
};

static int write_byte(void *ctx, uint8_t byte)
{
    struct wire *w = ctx;
    const unsigned call = w->calls++;
    if (w->t != NULL && call == w->at) {
        fwt_debug(w->t, 1, 2, 3);
        fwt_print(w->t, "%u", 4u);
    }
    if ((w->refuse != 0 && call % w->refuse == 0) || (call >= w->from && call < w->to)) {
        return FWT_ERR_FULL;
    }
    assert_true(w->n < sizeof w->bytes);
    w->bytes[w->n++] = byte;
    return FWT_OK;
}

struct rig {
    struct fwt t;
    struct fwt_uart u;
    struct wire w;
    uint32_t memory[16 + 2 * 64];
};

static void begin(struct rig *g, enum fwt_uart_form form)
{
    memset(g, 0, sizeof *g);
    assert_int_equal(fwt_uart_init(&g->u, g->memory, sizeof g->memory, form, write_byte, &g->w),
                     FWT_OK);
    fwt_init(&g->t, 0xf);
    assert_int_equal(
        fwt_attach(
            &g->t,
            &(struct fwt_port){.put = fwt_uart_put, .put_block = fwt_uart_put_block, .ctx = &g->u},
            NULL),
        FWT_OK);
}

/* Checksums by Python's binascii.crc_hqx(data, 0xffff), COBS by hand. */
static void bytes_of_frames(void **state)
{
    static const uint8_t want[] = {
        0x02, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x03, 0xaf, 0x49, 0x00, /* channel 1, 0, 0 */
        0x0a, 0x04, 0xff, 0x01, 0xff, 0xff, 0xff, 0x7f, 0xa1, 0xc6, 0x00, /* 4, 511, 0x7fffffff */
    };
    static struct rig g;
    (void)state;
    begin(&g, FWT_UART_BINARY);
    fwt_debug(&g.t, 0, 0, 0);
    g.u.queue.head->wpos = g.u.queue.head->rpos = 511;
    fwt_debug(&g.t, 3, 127, 0x3fffff);
    assert_int_equal(g.w.n, sizeof want);
    assert_memory_equal(g.w.bytes, want, sizeof want);
}

static void bytes_of_a_print(void **state)
{
    static const uint8_t want[] = {0x01, 0x02, 0x02, 0x02, 0x05, 0x01, 0x05, 0x04,
                                   0x03, 0x02, 0x01, 0x03, 0xb0, 0x0d, 0x00};
    static struct rig g;
    const uint32_t words[] = {0x04000005, 0x00010203};
    (void)state;
    begin(&g, FWT_UART_BINARY);
    g.u.queue.head->wpos = g.u.queue.head->rpos = 2;
    fwt_message(&g.t, words, 2);
    assert_int_equal(g.w.n, sizeof want);
    assert_memory_equal(g.w.bytes, want, sizeof want);
}

static void lines_of_text(void **state)
{
    static struct rig g;
    const uint32_t words[] = {0x08000005, 1, 0xffffffffu};
    (void)state;
    begin(&g, FWT_UART_TEXT);
    fwt_debug(&g.t, 2, 44, 0x15);
    fwt_message(&g.t, words, 3);
    fwt_printf(&g.t, "id %d %s", -7, "on");
    fwt_printf(&g.t, "0x%x", 5u); /* looks like a word */
    fwt_printf(&g.t, "#1");
    fwt_printf(&g.t, "!2");
    fwt_printf(&g.t, "%s%s", "0123456789012345678901234567890123456789",
               "01234567890123456789012345678901234567890123456789");
    fwt_printf(&g.t, "%s", "");
    const char want[] =
        "0x4B000015\n# 0x08000005 0x00000001 0xFFFFFFFF\nid -7 on\n 0x5\n #1\n !2\n"
        "012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"
        "\n\n";
    g.w.bytes[g.w.n] = 0;
    assert_string_equal((char *)g.w.bytes, want);
}

static void small_formatter(void **state)
{
    static const struct {
        const char *format, *want;
        uint64_t arg;
    } rows[] = {
        {"%d", "-1", (uint64_t)-1},
        {"%d", "2147483647", 0x7fffffff},
        {"%d", "-2147483648", 0x80000000},
        {"%u", "4294967295", 0xffffffffffffffffu},
        {"%llu", "18446744073709551615", 0xffffffffffffffffu},
        {"%lld", "-9223372036854775808", 0x8000000000000000u},
        {"%x", "deadbeef", 0x1deadbeef},
        {"%016llX", "00000001DEADBEEF", 0x1deadbeef},
        {"%08x|", "0000002a|", 42},
        {"%-5u|", "42   |", 42},
        {"%05d", "-0042", (uint64_t)-42},
        {"%5c|", "    A|", 'A'},
        {"%p", "0x80000000", 0x80000000},
        {"%s", "(null)", 0},
        {"100%% %q", "100% %q", 0},
        {"%", "%", 0},
    };
    char text[40];
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(fwt_format(text, sizeof text, rows[i].format, &rows[i].arg, 1),
                         strlen(rows[i].want));
        assert_string_equal(text, rows[i].want);
    }
    assert_int_equal(fwt_format(text, 4, "abcdef", NULL, 0), 6);
    assert_string_equal(text, "abc");
    assert_int_equal(fwt_format(text, 0, "abcdef %d", NULL, 0), 9); /* no argument: copied */
}

static void send_twenty(struct rig *g)
{
    for (unsigned i = 0; i < 10; i++) {
        fwt_debug(&g->t, i & 3u, i, i);
        fwt_print(&g->t, "%u", i);
    }
}

/* What the UART refuses waits: the bytes are the same, however often it refuses. */
static void a_uart_that_refuses_at_every_byte(void **state)
{
    static struct rig good, bad;
    (void)state;
    for (unsigned form = FWT_UART_TEXT; form <= FWT_UART_BINARY; form++) {
        begin(&good, form);
        send_twenty(&good);
        for (unsigned from = 0; from < good.w.n; from++) {
            begin(&bad, form);
            bad.w.from = from;
            bad.w.to = from + 1 + from % 5;
            bad.w.refuse = from % 7 == 0 ? 3 : 0;
            send_twenty(&bad);
            while (!fwt_uart_poll(&bad.u)) {
            }
            assert_int_equal(bad.w.n, good.w.n);
            assert_memory_equal(bad.w.bytes, good.w.bytes, good.w.n);
        }
    }
}

static unsigned frames(const struct wire *w)
{
    unsigned n = 0;
    for (unsigned i = 0; i < w->n; i++) {
        n += w->bytes[i] == 0;
    }
    return n;
}

static void somebody_comes_while_one_sends(void **state)
{
    static struct rig g;
    (void)state;
    begin(&g, FWT_UART_BINARY);
    send_twenty(&g);
    const unsigned bytes = g.w.n;
    for (unsigned at = 0; at < bytes; at++) {
        begin(&g, FWT_UART_BINARY);
        g.w.t = &g.t;
        g.w.at = at;
        send_twenty(&g);
        /* Everything is out, without another poll. */
        assert_int_equal(frames(&g.w), 22);
        assert_int_equal(g.u.queue.head->rpos, g.u.queue.head->wpos);
    }
}

static void a_full_queue_loses_and_announces(void **state)
{
    static struct rig g;
    (void)state;
    begin(&g, FWT_UART_TEXT);
    g.w.to = 0xffffffffu; /* refuses everything */
    for (uint32_t i = 0; i < 1000; i++) {
        fwt_debug(&g.t, 0, 0, i);
    }
    g.w.to = 0;
    while (fwt_flush(&g.t) != FWT_OK) {
        (void)fwt_uart_poll(&g.u);
    }
    /* One message waits as a line, 64 in the queue. */
    g.w.bytes[g.w.n] = 0;
    char want[65 * 11 + 20];
    size_t n = 0;
    for (unsigned i = 0; i < 65; i++) {
        n += (size_t)snprintf(want + n, sizeof want - n, "0x%08X\n", i);
    }
    snprintf(want + n, sizeof want - n, "!lost %u\n", 1000 - 65);
    assert_string_equal((char *)g.w.bytes, want);
}

/* ---- two harts ---- */

enum {
    ROUNDS = 3000
};

static pthread_barrier_t barrier;
static unsigned bytes_out;

static int count_byte(void *ctx, uint8_t byte)
{
    (void)ctx;
    bytes_out += byte == 0; /* only the one who sends is here */
    return FWT_OK;
}

static void *one_word_per_round(void *arg)
{
    struct rig *g = arg;
    for (unsigned i = 0; i < ROUNDS; i++) {
        pthread_barrier_wait(&barrier);
        fwt_debug(&g->t, 0, 0, i);
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

/* Whoever comes when the other has found the queue empty, and still holds the UART, is not
 * forgotten. */
static void two_harts_at_once(void **state)
{
    static struct rig g;
    pthread_t other;
    (void)state;
    begin(&g, FWT_UART_BINARY);
    g.u.write = count_byte;
    bytes_out = 0;
    assert_int_equal(pthread_barrier_init(&barrier, NULL, 2), 0);
    assert_int_equal(pthread_create(&other, NULL, one_word_per_round, &g), 0);
    for (unsigned i = 0; i < ROUNDS; i++) {
        pthread_barrier_wait(&barrier);
        for (volatile unsigned k = i % 200; k > 0; k--) {
        }
        fwt_debug(&g.t, 1, 0, i);
        pthread_barrier_wait(&barrier);
        assert_int_equal(g.u.queue.head->rpos, g.u.queue.head->wpos);
        assert_int_equal(bytes_out, 2 * (i + 1));
    }
    pthread_join(other, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_of_frames),
        cmocka_unit_test(bytes_of_a_print),
        cmocka_unit_test(lines_of_text),
        cmocka_unit_test(small_formatter),
        cmocka_unit_test(a_uart_that_refuses_at_every_byte),
        cmocka_unit_test(somebody_comes_while_one_sends),
        cmocka_unit_test(two_harts_at_once),
        cmocka_unit_test(a_full_queue_loses_and_announces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
