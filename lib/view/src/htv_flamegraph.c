/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writer flamegraph: the call tree as an SVG that needs nothing else: boxes as wide as what was
 * spent in a function and what it called; click to enlarge one, search by text.
 */
#include <stdlib.h>
#include <string.h>

#include "htr/htr_out.h"
#include "htr/htr_text.h"
#include "htv/htv_calltree.h"
#include "htv/htv_names.h"
#include "htv_flamegraph_page.h"
#include "htv_text.h"
#include "htv_writers.h"

enum {
    WIDTH = 1200, /* pixels of all */
    ROW = 17,
    MARGIN = 10,
    HEAD = 54,     /* above the boxes */
    FOOT = 26,     /* below them */
    SMALLEST = 20, /* boxes narrower than 1/20 of a pixel are left out */
    LEVELS = 2000, /* deeper boxes are left out */
    SCALE = 1000,  /* positions have three decimals */
};

struct box {
    uint64_t total, x; /* with its children; where it begins */
    uint32_t level;
};

struct flamegraph {
    const struct htv_about *about;
    struct htv_calltree tree;
    struct htr_out text;
    struct box *box;
    uint64_t left_out; /* boxes */
    uint32_t levels;
};

static int begin(void *state, const struct htv_about *about)
{
    struct flamegraph *f = state;
    f->about = about;
    f->text.out = about->out;
    return htv_text_fail(about, htv_calltree_init(&f->tree, about->harts));
}

static int take(void *state, const struct htv_event *e)
{
    struct flamegraph *f = state;
    return htv_text_fail(f->about, htv_calltree_take(&f->tree, e));
}

static int calls(void *state, const struct htv_event *e, const struct htv_summary_call *call,
                 size_t n)
{
    struct flamegraph *f = state;
    return htv_text_fail(f->about, htv_calltree_calls(&f->tree, e, call, n));
}

/* ---- where the boxes are ---- */

static uint64_t own(const struct flamegraph *f, const struct htv_node *n)
{
    return f->about->weight_time != 0 ? n->time : n->insns;
}

/* A parent has a smaller index than its children. What a function spent itself is at the right. */
static void lay_out(struct flamegraph *f)
{
    struct htv_node *node = f->tree.node;
    for (uint32_t i = f->tree.count; i-- > 0;) {
        f->box[i].total += own(f, &node[i]);
        if (i > 0) {
            f->box[node[i].parent].total += f->box[i].total;
        }
    }
    for (uint32_t i = 0; i < f->tree.count; i++) {
        uint64_t x = f->box[i].x;
        for (uint32_t k = node[i].child; k != 0; k = node[k].next) {
            f->box[k].x = x;
            f->box[k].level = f->box[i].level + 1;
            x += f->box[k].total;
        }
    }
}

/* ---- text ---- */

static void put(struct flamegraph *f, const char *text)
{
    htr_out_string(&f->text, text);
}

static void put_number(struct flamegraph *f, const char *before, uint64_t n)
{
    put(f, before);
    htr_out_decimal(&f->text, n);
}

static void put_escaped(struct flamegraph *f, const char *text)
{
    while (*text != '\0') {
        const unsigned char c = (unsigned char)*text;
        const unsigned n = htr_utf8(text);
        if (c == '<' || c == '>' || c == '&' || c == '"') {
            put_number(f, "&#", c);
            put(f, ";");
        } else if (c >= ' ' && c < 0x7F) {
            htr_out_char(&f->text, (char)c);
        } else if (c >= 0x80 && n > 0) {
            htr_out_bytes(&f->text, text, n);
        } else { /* XML has no such character */
            put(f, "\xEF\xBF\xBD");
        }
        text += c >= 0x80 && n > 0 ? n : 1;
    }
}

/* Pixels, of the whole graph: a part of all. */
static void put_pixels(struct flamegraph *f, const char *before, uint64_t part, uint64_t all)
{
    const uint64_t n =
        (uint64_t)((__extension__(unsigned __int128) part) * WIDTH * SCALE / (all > 0 ? all : 1));
    put_number(f, before, n / SCALE);
    put(f, ".");
    for (uint64_t digit = SCALE / 10; digit > 0; digit /= 10) {
        htr_out_char(&f->text, (char)('0' + n / digit % 10));
    }
}

static const char *unit(const struct flamegraph *f)
{
    return f->about->weight_time != 0 ? htv_axis_unit(f->about->axis) : "instructions";
}

/* The same function has the same color: one between yellow and red, of its name. */
static void put_color(struct flamegraph *f, const char *name)
{
    uint32_t h = 2166136261U;
    for (const char *p = name; *p != '\0'; p++) {
        h = (h ^ (unsigned char)*p) * 16777619U;
    }
    put_number(f, "\" fill=\"rgb(", 205 + h % 50);
    put_number(f, ",", 60 + (h >> 8) % 170);
    put_number(f, ",", (h >> 16) % 60);
    put(f, ")\"/>");
}

static void write_box(struct flamegraph *f, uint32_t id)
{
    const struct box *b = &f->box[id];
    const uint64_t all = f->box[0].total;
    const uint64_t y = HEAD + (uint64_t)ROW * (f->levels - b->level);
    const uint64_t parts =
        all > 0 ? (uint64_t)((__extension__(unsigned __int128) b->total) * 10000 / all) : 0;
    const char *name =
        id == 0 ? "all" : htv_names_get(f->about->names, f->tree.node[id].function)->name;
    put(f, "<g class=\"b\" data-name=\"");
    put_escaped(f, name);
    put_pixels(f, "\" data-x=\"", b->x, all);
    put_pixels(f, "\" data-w=\"", b->total, all);
    put_number(f, "\" data-l=\"", b->level);
    put_number(f, "\" data-n=\"", b->total);
    put(f, "\"><title>");
    put_escaped(f, name);
    put_number(f, ": ", b->total);
    put(f, " ");
    put(f, unit(f));
    put_number(f, ", ", parts / 100);
    put(f, parts % 100 < 10 ? ".0" : ".");
    htr_out_decimal(&f->text, parts % 100);
    put(f, "%</title><rect height=\"16\"");
    put_pixels(f, " x=\"", b->x, all);
    put_pixels(f, "\" width=\"", b->total, all);
    put_number(f, "\" y=\"", y);
    put_color(f, name);
    put_pixels(f, "<text x=\"", b->x, all);
    put(f, "\" dx=\"3");
    put_number(f, "\" y=\"", y + 12);
    put(f, "\"></text></g>\n");
}

/* Too narrow or too deep to be seen; then its children are, too. */
static bool seen(const struct flamegraph *f, uint32_t id)
{
    const uint64_t all = f->box[0].total;
    return f->box[id].level <= LEVELS && f->box[id].total > 0 &&
           f->box[id].total >= all / ((uint64_t)WIDTH * SMALLEST);
}

static void write_head(struct flamegraph *f)
{
    const uint64_t height = HEAD + (uint64_t)ROW * (f->levels + 1) + FOOT;
    put(f, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"");
    put_number(f, " width=\"", WIDTH + 2 * MARGIN);
    put_number(f, "\" height=\"", height);
    put_number(f, "\" viewBox=\"0 0 ", WIDTH + 2 * MARGIN);
    put_number(f, " ", height);
    put_number(f, "\" data-width=\"", WIDTH);
    put_number(f, "\" data-total=\"", f->box[0].total);
    put(f, "\">\n");
    put(f, htv_flamegraph_style);
    put(f, "<rect width=\"100%\" height=\"100%\" fill=\"#f8f8f8\"/>\n<text class=\"big\" x=\"10\" "
           "y=\"22\">");
    put_escaped(f, f->about->trace);
    put_number(f, ": ", f->box[0].total);
    put(f, " ");
    put(f, unit(f));
    put(f, "</text>\n<text class=\"button\" id=\"search\" x=\"10\" y=\"44\">search</text>\n"
           "<text id=\"matched\" x=\"80\" y=\"44\"></text>\n"
           "<text class=\"button\" id=\"reset\" x=\"1130\" y=\"44\" style=\"display:none\">show all"
           "</text>\n");
}

static void write_totals(struct flamegraph *f, const struct htv_totals *totals)
{
    put(f, "<metadata>");
    for (unsigned i = 0; i < HTV_TOTALS; i++) {
        const struct htv_total t = htv_total(totals, i);
        put(f, t.name);
        put_number(f, "=", t.value);
        put(f, i + 1 < HTV_TOTALS ? " " : "</metadata>\n");
    }
}

static int end(void *state, const struct htv_totals *totals)
{
    struct flamegraph *f = state;
    f->box = calloc(f->tree.count, sizeof *f->box);
    if (f->box == NULL) {
        return htr_fail(f->about->host, HTR_ERR_MEMORY, f->about->trace, "not enough memory");
    }
    lay_out(f);
    for (uint32_t i = 0; i < f->tree.count; i++) {
        const uint32_t level = f->box[i].level;
        f->levels = seen(f, i) && level > f->levels ? level : f->levels;
    }
    write_head(f);
    write_totals(f, totals);
    put_number(f, "<g transform=\"translate(", MARGIN);
    put(f, ",0)\">\n");
    for (uint32_t i = 0; i < f->tree.count; i++) {
        if (i == 0 || seen(f, i)) {
            write_box(f, i);
        } else {
            f->left_out++;
        }
    }
    put_number(f, "</g>\n<text x=\"10\" y=\"", HEAD + (uint64_t)ROW * (f->levels + 1) + 18);
    put_number(f, "\">not shown, too narrow: ", f->left_out);
    put(f, "</text>\n");
    put(f, htv_flamegraph_script);
    put(f, "</svg>\n");
    htr_out_flush(&f->text);
    return f->text.failed ? HTR_ERR_WRITE : HTR_OK;
}

static void close(void *state)
{
    struct flamegraph *f = state;
    htv_calltree_free(&f->tree);
    free(f->box);
}

const struct htv_writer htv_flamegraph = {
    .name = "flamegraph",
    .help = "an SVG to look at: call tree, search, zoom",
    .state_size = sizeof(struct flamegraph),
    .begin = begin,
    .wants = HTV_WANTS_TIMES,
    .take = take,
    .calls = calls,
    .end = end,
    .close = close,
};
