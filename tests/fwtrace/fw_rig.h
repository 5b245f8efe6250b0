/* SPDX-License-Identifier: Apache-2.0 */
/* The firmware library and the host's reader joined by a log, or a ring in memory. */
#ifndef FW_RIG_H
#define FW_RIG_H

#include "fwt_fake.h"
#include "fwtrace/fwt_uart.h"
#include "htr/htr_fw.h"

enum {
    EVENTS = 300,
    LOG = 60000,
};

struct seen {
    unsigned n;
    char text[EVENTS][120];
    enum htr_fw_kind kind[EVENTS];
    uint32_t word[EVENTS];
};

struct rig {
    struct fwt t;
    struct fwt_uart u;
    uint32_t memory[16 + 2 * 128];
    uint8_t log[LOG];
    size_t fill;
    struct htr_host host;
    struct htr_fw_table table;
    struct htr_fw_elf elf;
    struct seen seen;
};

static inline int write_log(void *ctx, uint8_t byte)
{
    struct rig *g = ctx;
    assert_true(g->fill < LOG);
    g->log[g->fill++] = byte;
    return FWT_OK;
}

static inline int see(void *ctx, const struct htr_fw_event *e)
{
    struct seen *s = ctx;
    if (s->n < EVENTS) {
        s->kind[s->n] = e->kind;
        s->word[s->n] = e->word;
        (void)htr_fw_event_text(e, s->text[s->n], sizeof s->text[0]);
    }
    s->n++;
    return HTR_OK;
}

/* The ELF of this test: its section of formats, as the tokens count. */
static inline void fake_elf(struct htr_fw_elf *e)
{
    extern const char __stop_fwtrace_str[] __attribute__((weak));
    memset(e, 0, sizeof *e);
    e->path = "test.elf";
    e->elf.xlen = 64;
    static uint8_t text[8192]; /* a zero byte, the section */
    const size_t size = (size_t)(__stop_fwtrace_str - __start_fwtrace_str);
    assert_true(size < sizeof text);
    memcpy(text + 1, __start_fwtrace_str, size);
    e->text = (struct htr_fw_span){text, size + 1};
}

static inline void begin(struct rig *g, enum fwt_uart_form form)
{
    memset(g, 0, sizeof *g);
    assert_int_equal(fwt_uart_init(&g->u, g->memory, sizeof g->memory, form, write_log, g), FWT_OK);
    fwt_init(&g->t, 0xf);
    assert_int_equal(
        fwt_attach(
            &g->t,
            &(struct fwt_port){.put = fwt_uart_put, .put_block = fwt_uart_put_block, .ctx = &g->u},
            NULL),
        FWT_OK);
    assert_int_equal(htr_fw_table_load(&g->table, &g->host, "ti-sysfw"), HTR_OK);
    fake_elf(&g->elf);
}

static inline struct htr_fw reader(struct rig *g)
{
    memset(&g->seen, 0, sizeof g->seen);
    return (struct htr_fw){.table = &g->table,
                           .elf = &g->elf,
                           .host = &g->host,
                           .path = "log",
                           .take = see,
                           .ctx = &g->seen};
}

static inline void a_few(struct fwt *t)
{
    fwt_debug(t, 3, 4, 5u << 17 | 100u << 10 | 3);
    fwt_debug(t, 3, 4 | FWT_FAIL, 0);
    fwt_print(t, "clock %u: %d Hz, %c, 0x%08x, %llu", 3u, -5, 'A', 0xbeefu, 1ull << 40);
    fwt_debug(t, 2, 61, 0x3fffff);
    fwt_debug(t, 2, 60, 1);
    fwt_print(t, "alone");
}

static const char *const a_few_texts[] = {
    "pm.CLOCK_SET_RATE: exponent=5 significand=100 clock_id=3",
    "pm.CLOCK_SET_RATE failed: exponent=0 significand=0 clock_id=0",
    "clock 3: -5 Hz, A, 0x0000beef, 1099511627776",
    "rm.RESOURCE_GET: host_id=63 type=1023 subtype=63",
    "rm: word 0x4f000001: not in the table",
    "alone",
};

static inline void check_a_few(const struct rig *g)
{
    for (unsigned i = 0; i < 6; i++) {
        assert_string_equal(g->seen.text[i], a_few_texts[i]);
    }
}

#endif
