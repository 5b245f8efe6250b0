/* SPDX-License-Identifier: Apache-2.0 */
/* A million words to a UART that takes a part of them, and to a ring that goes round, from threads
 * and signals at once, and what the host makes of log and memory: received words and lost ones are
 * the sent ones. */
#include "fw_rig.h"
#include "fwt_stress.h"

struct line {
    struct fwt_uart u;
    uint32_t memory[16 + 2 * 256];
    uint8_t *log;
    size_t fill, room;
    uint32_t offered;
};

/* Not the same bytes each time. The one who sends is alone here. */
static int take_some(void *ctx, uint8_t byte)
{
    struct line *l = ctx;
    l->offered = l->offered * 1664525u + 1013904223u;
    if (l->offered >> 30 != 0) {
        return FWT_ERR_FULL;
    }
    assert_true(l->fill < l->room);
    l->log[l->fill++] = byte;
    return FWT_OK;
}

static void poll(void *ctx)
{
    struct line *l = ctx;
    (void)fwt_uart_poll(&l->u);
}

static int see_nothing(void *ctx, const struct htr_fw_event *e)
{
    (void)ctx;
    (void)e;
    return HTR_OK;
}

static void a_million(enum fwt_uart_form form)
{
    static struct rig g;
    static struct line l;
    memset(&l, 0, sizeof l);
    begin(&g, form); /* table and ELF */
    const char *soak = getenv("HARTRACE_SOAK");
    l.room = ((size_t)1 << 26) * (soak != NULL ? (size_t)atoi(soak) : 1);
    l.log = malloc(l.room);
    assert_non_null(l.log);
    assert_int_equal(fwt_uart_init(&l.u, l.memory, sizeof l.memory, form, take_some, &l), FWT_OK);
    stress(&(struct fwt_port){.put = fwt_uart_put, .put_block = fwt_uart_put_block, .ctx = &l.u},
           poll, &l);
    while (!fwt_uart_poll(&l.u)) {
    }
    struct htr_fw f = reader(&g);
    f.take = see_nothing;
    assert_int_equal(form == FWT_UART_TEXT ? htr_fw_uart_text(&f, l.log, l.fill)
                                           : htr_fw_uart_binary(&f, l.log, l.fill),
                     HTR_OK);
    assert_int_equal(htr_fw_end(&f), HTR_OK);
    assert_int_equal(f.count.damaged, 0);
    assert_true(f.count.words > 1000);
    assert_true(f.count.lost > 1000);
    assert_int_equal(f.count.words + f.count.lost, stress_sent);
    assert_int_equal(f.count.lost, l.u.queue.head->lost);
    htr_fw_table_free(&g.table);
    free(l.log);
}

static void as_text(void **state)
{
    (void)state;
    a_million(FWT_UART_TEXT);
}

static void as_frames(void **state)
{
    (void)state;
    a_million(FWT_UART_BINARY);
}

static void read_nothing(void *ctx)
{
    (void)ctx;
}

static void in_a_ring(void **state)
{
    static struct rig g;
    static uint32_t memory[16 + 2 * 64];
    struct fwt_ring ring;
    (void)state;
    begin(&g, FWT_UART_BINARY);
    assert_int_equal(fwt_ring_init(&ring, memory, sizeof memory, FWT_RING_OVERWRITE), FWT_OK);
    stress(&(struct fwt_port){.put = fwt_ring_put, .put_block = fwt_ring_put_block, .ctx = &ring},
           read_nothing, NULL);
    struct htr_fw f = reader(&g);
    f.take = see_nothing;
    assert_int_equal(htr_fw_ring(&f, (const uint8_t *)memory, sizeof memory, 0), HTR_OK);
    assert_int_equal(htr_fw_end(&f), HTR_OK);
    assert_in_range(f.count.words, 32, 64);
    assert_int_equal(f.count.words + f.count.lost, stress_sent);
    htr_fw_table_free(&g.table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_text),
        cmocka_unit_test(as_frames),
        cmocka_unit_test(in_a_ring),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
