/* SPDX-License-Identifier: Apache-2.0 */
/* Waves of harts as a value change dump. */
#include "htv_vcd_waves.h"

#include <stdio.h>
#include <stdlib.h>

#include "htv/htv_names.h"
#include "htv_text.h"

enum {
    CODES = 94, /* printable characters, from '!' on */
};

#define NS UINT64_C(1000000000)
#define PS UINT64_C(1000000000000)

struct htv_vcd_hart {
    uint64_t value[HTV_WAVES];
    uint64_t shown[HTV_WAVES];
    uint8_t known, dirty; /* bit n: wave n */
    uint8_t written;      /* its value is in the file */
};

/* ---- text ---- */

static unsigned width(const struct htv_vcd *v, enum htv_wave w)
{
    static const unsigned bits[HTV_WAVES] = {
        [HTV_WAVE_DEPTH] = 32, [HTV_WAVE_PRIVILEGE] = 2, [HTV_WAVE_CONTEXT] = 64,
        [HTV_WAVE_TRAP] = 1,   [HTV_WAVE_TRACED] = 1,    [HTV_WAVE_FUNCTION] = 1,
        [HTV_WAVE_MESSAGE] = 1};
    return w == HTV_WAVE_PC ? v->about->xlen : bits[w];
}

static unsigned waves(const struct htv_vcd *v)
{
    return v->about->firmware != NULL ? HTV_WAVES : HTV_WAVE_MESSAGE;
}

static bool is_string(enum htv_wave w)
{
    return w == HTV_WAVE_FUNCTION || w == HTV_WAVE_MESSAGE;
}

static void put_code(struct htv_vcd *v, unsigned hart, unsigned wave)
{
    for (unsigned n = hart * HTV_WAVES + wave + 1; n > 0; n = (n - 1) / CODES) {
        htr_out_char(&v->out, (char)('!' + (n - 1) % CODES));
    }
}

static void put_string(struct htv_vcd *v, const char *s)
{
    htr_out_char(&v->out, 's');
    for (; *s != '\0'; s++) {
        const unsigned char c = (unsigned char)*s;
        if (c > ' ' && c < 0x7F && c != '\\') {
            htr_out_char(&v->out, (char)c);
        } else {
            htr_out_char(&v->out, '\\');
            htr_out_char(&v->out, (char)('0' + (c >> 6)));
            htr_out_char(&v->out, (char)('0' + (c >> 3 & 7)));
            htr_out_char(&v->out, (char)('0' + (c & 7)));
        }
    }
    htr_out_char(&v->out, ' ');
}

static void put_number(struct htv_vcd *v, uint64_t value)
{
    char *to = htr_out_room(&v->out, 2 + 64), *p = to;
    *p++ = 'b';
    for (unsigned bit = value == 0 ? 1 : 64 - (unsigned)__builtin_clzll(value); bit-- > 0;) {
        *p++ = (char)('0' + (value >> bit & 1));
    }
    *p++ = ' ';
    htr_out_took(&v->out, (size_t)(p - to));
}

static void put_value(struct htv_vcd *v, unsigned hart, enum htv_wave w)
{
    struct htv_vcd_hart *h = &v->hart[hart];
    const bool known = (h->known >> w & 1) != 0;
    const uint64_t value = h->value[w];
    if (w == HTV_WAVE_FUNCTION) {
        put_string(v, known ? htv_names_get(v->about->names, (uint32_t)value)->name : "");
    } else if (w == HTV_WAVE_MESSAGE) {
        put_string(v, known ? htv_text_message(v->about, value)->text : "");
    } else if (width(v, w) == 1) {
        htr_out_char(&v->out, !known ? 'x' : value != 0 ? '1' : '0');
    } else if (!known) {
        htr_out_string(&v->out, "bx ");
    } else {
        put_number(v, value);
    }
    put_code(v, hart, w);
    htr_out_char(&v->out, '\n');
    h->shown[w] = value;
    h->written |= (uint8_t)(known ? 1u << w : 0);
}

static void put_tick(struct htv_vcd *v, uint64_t time)
{
    htr_out_char(&v->out, '#');
    htr_out_decimal(&v->out, time);
    htr_out_char(&v->out, '\n');
}

/* Totals are waves too, known at the end: readers of waves know no comments there. */
static void totals_head(struct htv_vcd *v)
{
    const struct htv_totals none = {0};
    htr_out_string(&v->out, "$scope module totals $end\n");
    for (unsigned i = 0; i < HTV_TOTALS; i++) {
        htr_out_string(&v->out, "$var reg 64 ");
        put_code(v, v->about->harts, i);
        htr_out_char(&v->out, ' ');
        htr_out_string(&v->out, htv_total(&none, i).name);
        htr_out_string(&v->out, " [63:0] $end\n");
    }
    htr_out_string(&v->out, "$upscope $end\n");
}

static void head(struct htv_vcd *v)
{
    static const char *const name[HTV_WAVES] = {"pc",       "function", "depth",  "privilege",
                                                "scontext", "trap",     "traced", "message"};
    char text[64];
    htr_out_string(&v->out,
                   v->per_second == PS ? "$timescale 1 ps $end\n" : "$timescale 1 ns $end\n");
    for (unsigned i = 0; i < v->about->harts; i++) {
        htr_out_string(&v->out, "$scope module ");
        for (const char *s = v->about->hart[i].name; *s != '\0'; s++) {
            htr_out_char(&v->out, *s == ' ' ? '_' : *s);
        }
        htr_out_string(&v->out, " $end\n");
        for (unsigned w = 0; w < waves(v); w++) {
            const unsigned bits = width(v, (enum htv_wave)w);
            snprintf(text, sizeof text, "$var %s %u ",
                     is_string((enum htv_wave)w) ? "string" : "reg", bits);
            htr_out_string(&v->out, text);
            put_code(v, i, w);
            snprintf(text, sizeof text, bits > 1 ? " %s [%u:0] $end\n" : " %s $end\n", name[w],
                     bits - 1);
            htr_out_string(&v->out, text);
        }
        htr_out_string(&v->out, "$upscope $end\n");
    }
    totals_head(v);
    htr_out_string(&v->out, "$enddefinitions $end\n");
}

/* ---- changes ---- */

static void flush(struct htv_vcd *v)
{
    if (!v->any) {
        return;
    }
    if (!v->ticked) {
        put_tick(v, v->time);
    }
    v->ticked = true;
    for (unsigned i = 0; i < v->about->harts; i++) {
        for (unsigned w = 0; v->hart[i].dirty >> w != 0; w++) {
            if ((v->hart[i].dirty >> w & 1) != 0) {
                put_value(v, i, (enum htv_wave)w);
            }
        }
        v->hart[i].dirty = 0;
    }
    v->any = false;
}

void htv_vcd_set(struct htv_vcd *v, unsigned hart, enum htv_wave w, uint64_t value)
{
    struct htv_vcd_hart *h = &v->hart[hart];
    const uint8_t bit = (uint8_t)(1u << w);
    h->value[w] = value;
    if ((h->written & bit) != 0 && h->shown[w] == value) {
        h->dirty &= (uint8_t)~bit;
        return;
    }
    h->dirty |= bit;
    h->known |= bit;
    v->any = true;
}

void htv_vcd_advance(struct htv_vcd *v, uint64_t ticks)
{
    const uint64_t time = htv_time(v->about, ticks, v->per_second);
    if (!v->begun) {
        put_tick(v, time);
        htr_out_string(&v->out, "$dumpvars\n");
        for (unsigned i = 0; i < v->about->harts; i++) {
            for (unsigned w = 0; w < waves(v); w++) {
                put_value(v, i, (enum htv_wave)w);
            }
        }
        htr_out_string(&v->out, "$end\n");
        v->begun = v->ticked = true;
        v->time = time;
    } else if (time > v->time) {
        flush(v);
        v->ticked = false;
        v->time = time;
    }
}

/* ---- begin and end ---- */

int htv_vcd_begin(struct htv_vcd *v, const struct htv_about *about)
{
    *v = (struct htv_vcd){.about = about, .out.out = about->out};
    v->per_second = about->ticks_per_second > NS ? PS : NS;
    v->hart = calloc(about->harts, sizeof *v->hart);
    head(v);
    return v->hart != NULL ? HTR_OK : HTR_ERR_MEMORY;
}

void htv_vcd_end(struct htv_vcd *v, const struct htv_totals *totals)
{
    v->any = true;
    flush(v);
    for (unsigned i = 0; i < HTV_TOTALS; i++) {
        put_number(v, htv_total(totals, i).value);
        put_code(v, v->about->harts, i);
        htr_out_char(&v->out, '\n');
    }
    htr_out_flush(&v->out);
}

void htv_vcd_free(struct htv_vcd *v)
{
    free(v->hart);
}
