/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of htv_hot.h as text and JSON. */
#include <inttypes.h>
#include <string.h>

#include "htr/htr_json.h"
#include "htr/htr_text.h"
#include "htv/htv_symbols.h"
#include "htv_hot_rows.h"
#include "htv_paint.h"

static size_t shown(const struct htv_hot *h)
{
    const size_t rows = h->collected->rows;
    return h->limit == 0 || h->limit > rows ? rows : (size_t)h->limit;
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole == 0 ? 0.0 : 100.0 * (double)part / (double)whole;
}

/* Time in columns of its own: when it is not the number of instructions. */
static bool timed(const struct htv_hot *h)
{
    return h->by == HTV_HOT_FUNCTION && h->collected->about->axis != HTV_AXIS_INSTRUCTIONS;
}

/* ---- text ---- */

static void head(const struct htv_hot *h, FILE *out)
{
    static const char *const title[] = {
        [HTV_HOT_FUNCTION] = "instructions       %    inclusive       %      entered",
        [HTV_HOT_LINE] = "instructions       %  line",
        [HTV_HOT_BRANCH] = "    executed       taken   not taken  taken%",
        [HTV_HOT_INSTRUCTION] = "    executed       %  instruction",
    };
    fputs(htv_paint(h->color, HTV_PAINT_HEAD), out);
    fputs(title[h->by], out);
    if (timed(h)) {
        fprintf(out, " %12s %12s", "time", "inclusive");
    }
    if (h->by == HTV_HOT_FUNCTION) {
        fputs("  function", out);
    } else if (h->by == HTV_HOT_BRANCH) {
        fprintf(out, "%s  branch", h->predictor != HTV_PREDICT_NONE ? "        wrong  wrong%" : "");
    }
    fprintf(out, "%s\n", htv_paint(h->color, HTV_PAINT_END));
}

static void put_name(const struct htv_hot *h, const struct htv_hot_row *r, FILE *out)
{
    fputs(htv_paint(h->color, HTV_PAINT_FUNCTION), out);
    htv_put_plain(r->function, out);
    if (h->by != HTV_HOT_FUNCTION && h->by != HTV_HOT_LINE && r->function_pc != 0) {
        fprintf(out, "+0x%" PRIx64, r->pc - r->function_pc);
    }
    fputs(htv_paint(h->color, HTV_PAINT_END), out);
}

static void put_line(const struct htv_hot *h, const struct htv_hot_row *r, FILE *out)
{
    if (r->line != 0 && r->file[0] != '\0') {
        fputs("  ", out);
        fputs(htv_paint(h->color, HTV_PAINT_PLACE), out);
        htv_put_plain(r->file, out);
        fprintf(out, ":%" PRIu32 "%s", r->line, htv_paint(h->color, HTV_PAINT_END));
    }
}

static void put_source(const struct htv_hot *h, const struct htv_hot_row *r, FILE *out)
{
    size_t length = 0;
    struct htv_symbols *s = h->collected->about->symbols;
    const char *text =
        s != NULL && r->line != 0 ? htv_source_line(s, r->file_id, r->line, &length) : NULL;
    while (length > 0 && (*text == ' ' || *text == '\t')) {
        text++;
        length--;
    }
    if (length > 0) {
        fputs("  | ", out);
        htv_put_plain_bytes(text, length, out);
    }
}

static void put_function(const struct htv_hot *h, const struct htv_hot_row *r,
                         const struct htv_totals *t, FILE *out)
{
    fprintf(out, "%12" PRIu64 " %6.2f%% %12" PRIu64 " %6.2f%% %12" PRIu64, r->count,
            percent(r->count, t->instructions), r->inclusive,
            percent(r->inclusive, t->instructions), r->entered);
    if (timed(h)) {
        fprintf(out, " %12" PRIu64 " %12" PRIu64, r->time, r->inclusive_time);
    }
    fputs("  ", out);
    put_name(h, r, out);
    put_line(h, r, out);
}

static void put_branch(const struct htv_hot *h, const struct htv_hot_row *r, FILE *out)
{
    fprintf(out, "%12" PRIu64 "%12" PRIu64 "%12" PRIu64 " %6.2f%%", r->count, r->taken,
            r->count - r->taken, percent(r->taken, r->count));
    if (h->predictor != HTV_PREDICT_NONE) {
        fprintf(out, "%12" PRIu64 " %6.2f%%", r->wrong, percent(r->wrong, r->count));
    }
    fprintf(out, "  0x%" PRIx64 " -> 0x%" PRIx64 "  ", r->pc, r->target);
    put_name(h, r, out);
    put_line(h, r, out);
}

static void put_other(const struct htv_hot *h, const struct htv_hot_row *r,
                      const struct htv_totals *t, FILE *out)
{
    fprintf(out, "%12" PRIu64 " %6.2f%%", r->count, percent(r->count, t->instructions));
    if (h->by == HTV_HOT_INSTRUCTION) {
        fprintf(out, "  0x%" PRIx64 "  ", r->pc);
        put_name(h, r, out);
        put_line(h, r, out);
    } else {
        put_line(h, r, out);
        fputs("  ", out);
        put_name(h, r, out);
        put_source(h, r, out);
    }
}

void htv_hot_text(const struct htv_hot *h, const struct htv_totals *t, FILE *out)
{
    const struct htv_hot_collected *c = h->collected;
    const size_t n = shown(h);
    uint64_t rest = 0;
    head(h, out);
    for (size_t i = 0; i < n; i++) {
        switch (h->by) {
        case HTV_HOT_FUNCTION:
            put_function(h, &c->row[i], t, out);
            break;
        case HTV_HOT_BRANCH:
            put_branch(h, &c->row[i], out);
            break;
        default:
            put_other(h, &c->row[i], t, out);
            break;
        }
        putc('\n', out);
    }
    for (size_t i = n; i < c->rows; i++) {
        rest += c->row[i].count;
    }
    if (n < c->rows) {
        fprintf(out, "%12" PRIu64 " in %zu more row%s\n", rest, c->rows - n, htr_s(c->rows - n));
    }
    fprintf(out, "%12" PRIu64 " %s%s in all\n",
            h->by == HTV_HOT_BRANCH ? t->branches : t->instructions,
            h->by == HTV_HOT_BRANCH ? "branch" : "instruction",
            h->by == HTV_HOT_BRANCH ? (t->branches == 1 ? "" : "es") : htr_s(t->instructions));
}

/* ---- JSON ---- */

static void put_json(const struct htv_hot *h, const struct htv_hot_row *r, struct htr_json *j)
{
    htr_json_object(j, NULL);
    htr_json_text(j, "function", r->function);
    htr_json_text(j, "file", r->file[0] != '\0' ? r->file : NULL);
    htr_json_known_number(j, "line", r->line != 0, r->line);
    htr_json_address(j, "address", r->pc);
    if (h->by == HTV_HOT_FUNCTION) {
        htr_json_number(j, "instructions", r->count);
        htr_json_number(j, "inclusive_instructions", r->inclusive);
        htr_json_number(j, "time", r->time);
        htr_json_number(j, "inclusive_time", r->inclusive_time);
        htr_json_number(j, "entered", r->entered);
    } else if (h->by == HTV_HOT_BRANCH) {
        htr_json_address(j, "target", r->target);
        htr_json_number(j, "executed", r->count);
        htr_json_number(j, "taken", r->taken);
        htr_json_number(j, "not_taken", r->count - r->taken);
        htr_json_known_number(j, "mispredicted", h->predictor != HTV_PREDICT_NONE, r->wrong);
    } else {
        htr_json_number(j, h->by == HTV_HOT_LINE ? "instructions" : "executed", r->count);
    }
    htr_json_end(j);
}

int htv_hot_json(const struct htv_hot *h, const struct htv_totals *t, FILE *out)
{
    static const char *const by[] = {[HTV_HOT_FUNCTION] = "function",
                                     [HTV_HOT_LINE] = "line",
                                     [HTV_HOT_BRANCH] = "branch",
                                     [HTV_HOT_INSTRUCTION] = "instruction"};
    const struct htv_hot_collected *c = h->collected;
    struct htr_json j;
    htr_json_begin(&j, out);
    htr_json_object(&j, NULL);
    htr_json_text(&j, "schema", "hartrace-hot-1");
    htr_json_text(&j, "trace", c->about->trace);
    htr_json_text(&j, "by", by[h->by]);
    htr_json_text(&j, "predictor", h->predictor == HTV_PREDICT_2BIT ? "2bit" : NULL);
    htr_json_text(&j, "time_unit", htv_axis_unit(c->about->axis));
    htr_json_number(&j, "instructions", t->instructions);
    htr_json_number(&j, "branches", t->branches);
    htr_json_number(&j, "taken", t->taken);
    htr_json_number(&j, "gaps", t->gaps);
    htr_json_number(&j, "losses", t->losses);
    htr_json_number(&j, "rows_in_all", c->rows);
    htr_json_array(&j, "rows");
    for (size_t i = 0; i < shown(h); i++) {
        put_json(h, &c->row[i], &j);
    }
    htr_json_end(&j);
    htr_json_end(&j);
    return htr_json_finish(&j) ? HTR_OK : HTR_ERR_WRITE;
}
