/* SPDX-License-Identifier: Apache-2.0 */
/* What diff found: text, JSON. */
#include "htr/htr_diff.h"

#include <inttypes.h>

#include "htr/htr_json.h"
#include "htr/htr_text.h"

/* ---- text ---- */

static void print_bytes(struct htr_host *host, const struct htr_diff_report *r)
{
    htr_note(host, NULL, "differ at byte %" PRIu64 ":", r->place[0].offset);
    for (unsigned i = 0; i < 2; i++) {
        char text[16] = "the end";
        if (r->place[i].byte >= 0) {
            snprintf(text, sizeof text, "0x%02X", (unsigned)r->place[i].byte);
        }
        htr_note(host, r->path[i], "message %" PRIu64 ": %s", r->place[i].msg, text);
    }
}

static void print_items(struct htr_host *host, const struct htr_diff_report *r)
{
    char why[64] = "";
    if (r->in_time) {
        snprintf(why, sizeof why, " in time, %" PRIu64 " and %" PRIu64, r->place[0].time,
                 r->place[1].time);
    }
    htr_note(host, NULL, "differ%s:", why);
    for (unsigned i = 0; i < 2; i++) {
        htr_note(host, r->path[i], "message %" PRIu64 " at offset %" PRIu64 ": %s", r->place[i].msg,
                 r->place[i].offset, r->place[i].text);
    }
    if (r->by == HTR_DIFF_BY_MESSAGES) {
        htr_note(host, NULL,
                 "only messages were compared; with code (--elf, --pcinfo, --image, "
                 "--ingress) it is what was executed");
    }
    if (r->one_source) {
        htr_note(host, NULL, "in source %u", r->src);
    }
}

void htr_diff_print(const struct htr_diff_report *r, struct htr_host *host, FILE *out)
{
    if (r->differs && r->by == HTR_DIFF_BY_BYTES) {
        print_bytes(host, r);
    } else if (r->differs) {
        print_items(host, r);
    } else if (r->by == HTR_DIFF_BY_BYTES) {
        fprintf(out, "equal: %" PRIu64 " byte%s\n", r->items, htr_s(r->items));
    } else {
        fprintf(out, "equal in meaning: %" PRIu64 " item%s, %" PRIu64 " and %" PRIu64 " byte%s\n",
                r->items, htr_s(r->items), r->size[0], r->size[1], htr_s(r->size[1]));
    }
}

/* ---- JSON ---- */

static void put_place(struct htr_json *j, const char *name, const struct htr_diff_report *r,
                      unsigned i)
{
    const struct htr_diff_place *p = &r->place[i];
    htr_json_object(j, name);
    htr_json_number(j, "message", p->msg);
    htr_json_number(j, "offset", p->offset);
    if (r->by == HTR_DIFF_BY_BYTES) {
        if (p->byte >= 0) {
            htr_json_number(j, "byte", (uint64_t)p->byte);
        } else {
            htr_json_null(j, "byte");
        }
    } else {
        htr_json_text(j, "text", p->text);
        if (p->timed) {
            htr_json_number(j, "time", p->time);
        } else {
            htr_json_null(j, "time");
        }
    }
    htr_json_end(j);
}

static void put_difference(struct htr_json *j, const struct htr_diff_report *r)
{
    htr_json_object(j, "difference");
    htr_json_text(j, "in", r->by == HTR_DIFF_BY_BYTES ? "bytes" : r->in_time ? "time" : "meaning");
    if (r->one_source) {
        htr_json_number(j, "source", r->src);
    } else {
        htr_json_null(j, "source");
    }
    put_place(j, "a", r, 0);
    put_place(j, "b", r, 1);
    htr_json_end(j);
}

int htr_diff_json(const struct htr_diff_report *r, FILE *out)
{
    static const char *const by[] = {"messages", "execution", "bytes"};
    struct htr_json j;
    htr_json_begin(&j, out);
    htr_json_object(&j, NULL);
    htr_json_text(&j, "schema", "hartrace-diff-1");
    htr_json_text(&j, "verdict", r->differs ? "different" : "equal");
    htr_json_text(&j, "by", by[r->by]);
    htr_json_text(&j, "a", r->path[0]);
    htr_json_text(&j, "b", r->path[1]);
    htr_json_number(&j, "equal_items", r->items);
    if (r->differs) {
        htr_json_null(&j, "a_bytes");
        htr_json_null(&j, "b_bytes");
        put_difference(&j, r);
    } else {
        htr_json_number(&j, "a_bytes", r->size[0]);
        htr_json_number(&j, "b_bytes", r->size[1]);
        htr_json_null(&j, "difference");
    }
    htr_json_end(&j);
    return htr_json_finish(&j) ? HTR_OK : HTR_ERR_WRITE;
}
