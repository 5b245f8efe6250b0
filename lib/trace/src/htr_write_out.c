/* SPDX-License-Identifier: Apache-2.0 */
/* The buffer of a writer; executed addresses, one per line. */
#include <string.h>

#include "flow/flow_le.h"
#include "htr_write_priv.h"

static void put_out(struct htr_writer *w, const void *bytes, size_t n)
{
    w->failed = w->out == NULL || fwrite(bytes, 1, n, w->out) != n || w->failed;
}

void htr_write_full(struct htr_writer *w)
{
    if (w->fill > 0) {
        put_out(w, w->buffer, w->fill);
    }
    w->fill = 0;
}

void htr_write_flush(struct htr_writer *w)
{
    if (w->out != NULL) {
        htr_write_full(w);
    }
}

void htr_write_bytes(struct htr_writer *w, const void *bytes, size_t n)
{
    if (w->out != NULL) {
        htr_write_full(w);
        put_out(w, bytes, n);
    } else if (n > w->room - w->fill) {
        w->failed = true;
    } else {
        memcpy(w->buffer + w->fill, bytes, n);
        w->fill += n;
    }
}

void htr_write_part(struct htr_writer *w, const char *text, size_t n)
{
    if (n > w->room) {
        htr_write_bytes(w, text, n);
        return;
    }
    htr_write_reserve(w, n);
    memcpy(w->buffer + w->fill, text, n);
    w->fill += n;
}

/* Eight hexadecimal digits, upper case: the nibbles side by side, then '0' or 'A' - 10 added. */
static uint64_t hex8(uint32_t v)
{
    uint64_t x = __builtin_bswap32(v);
    x = (x | x << 16) & UINT64_C(0x0000FFFF0000FFFF);
    x = (x | x << 8) & UINT64_C(0x00FF00FF00FF00FF);
    x = (x >> 4 & UINT64_C(0x000F000F000F000F)) | (x << 8 & UINT64_C(0x0F000F000F000F00));
    uint64_t letter = (x + UINT64_C(0x0606060606060606)) >> 4 & UINT64_C(0x0101010101010101);
    return x + UINT64_C(0x3030303030303030) + letter * 7;
}

/* "0x80000000\n": at least 8 digits, or no leading zeros, as the reference tool writes it. */
void htr_write_pc(void *writer, uint64_t pc)
{
    struct htr_writer *w = writer;
    uint8_t digit[16];
    unsigned digits = w->format == HTR_WRITE_NEXRV ? 1 : 8;
    htr_write_reserve(w, 19);
    uint8_t *p = w->buffer + w->fill;
    p[0] = '0';
    p[1] = 'x';
    if (pc >> 32 == 0 && (digits == 8 || pc >> 28 != 0)) {
        flow_le_put64(p + 2, hex8((uint32_t)pc));
        p[10] = '\n';
        w->fill += 11;
        return;
    }
    while (digits < 16 && (pc >> (4 * digits)) != 0) {
        digits++;
    }
    flow_le_put64(digit, hex8((uint32_t)(pc >> 32)));
    flow_le_put64(digit + 8, hex8((uint32_t)pc));
    memcpy(p + 2, digit + 16 - digits, digits);
    p[2 + digits] = '\n';
    w->fill += digits + 3;
}

void htr_write_pcs(struct htr_writer *w, const struct flow_elem *e)
{
    struct flow_range_iter it;
    const struct flow_insn *insn;
    if (e->type != FLOW_ELEM_RANGE) {
        return;
    }
    flow_range_begin(&it, e);
    while (flow_range_next(&it, &w->code->code, &insn) == FLOW_OK) {
        htr_write_pc(w, it.where.pc);
    }
}
