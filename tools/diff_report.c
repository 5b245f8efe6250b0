/* SPDX-License-Identifier: Apache-2.0 */
/* What diff found: text, JSON. */
#include <inttypes.h>

#include "diff.h"
#include "json.h"

/* ---- text ---- */

static void print_bytes(const char *verb, const struct diff_report *r)
{
    tool_note(verb, NULL, "differ at byte %" PRIu64 ":", r->place[0].offset);
    for (unsigned i = 0; i < 2; i++) {
        char text[16] = "the end";
        if (r->place[i].byte >= 0) {
            snprintf(text, sizeof text, "0x%02X", (unsigned)r->place[i].byte);
        }
        tool_note(verb, r->path[i], "message %" PRIu64 ": %s", r->place[i].msg, text);
    }
}

static void print_items(const char *verb, const struct diff_report *r)
{
    char why[64] = "";
    if (r->in_time) {
        snprintf(why, sizeof why, " in time, %" PRIu64 " and %" PRIu64, r->place[0].time,
                 r->place[1].time);
    }
    tool_note(verb, NULL, "differ%s:", why);
    for (unsigned i = 0; i < 2; i++) {
        tool_note(verb, r->path[i], "message %" PRIu64 " at offset %" PRIu64 ": %s",
                  r->place[i].msg, r->place[i].offset, r->place[i].text);
    }
    if (r->by == DIFF_BY_MESSAGES) {
        tool_note(verb, NULL,
                  "only messages were compared; with code (--elf, --pcinfo, --image, "
                  "--ingress) it is what was executed");
    }
    if (r->one_source) {
        tool_note(verb, NULL, "in source %u", r->src);
    }
}

void diff_print(const char *verb, const struct diff_report *r)
{
    if (r->differs && r->by == DIFF_BY_BYTES) {
        print_bytes(verb, r);
    } else if (r->differs) {
        print_items(verb, r);
    } else if (r->by == DIFF_BY_BYTES) {
        printf("equal: %" PRIu64 " byte%s\n", r->items, tool_s(r->items));
    } else {
        printf("equal in meaning: %" PRIu64 " item%s, %" PRIu64 " and %" PRIu64 " byte%s\n",
               r->items, tool_s(r->items), r->size[0], r->size[1], tool_s(r->size[1]));
    }
}

/* ---- JSON ---- */

static void put_place(struct json *j, const char *name, const struct diff_report *r, unsigned i)
{
    const struct diff_place *p = &r->place[i];
    json_object(j, name);
    json_number(j, "message", p->msg);
    json_number(j, "offset", p->offset);
    if (r->by == DIFF_BY_BYTES) {
        if (p->byte >= 0) {
            json_number(j, "byte", (uint64_t)p->byte);
        } else {
            json_null(j, "byte");
        }
    } else {
        json_text(j, "text", p->text);
        if (p->timed) {
            json_number(j, "time", p->time);
        } else {
            json_null(j, "time");
        }
    }
    json_end(j);
}

static void put_difference(struct json *j, const struct diff_report *r)
{
    json_object(j, "difference");
    json_text(j, "in", r->by == DIFF_BY_BYTES ? "bytes" : r->in_time ? "time" : "meaning");
    if (r->one_source) {
        json_number(j, "source", r->src);
    } else {
        json_null(j, "source");
    }
    put_place(j, "a", r, 0);
    put_place(j, "b", r, 1);
    json_end(j);
}

int diff_json(const char *verb, const struct diff_report *r, int status)
{
    static const char *const by[] = {"messages", "execution", "bytes"};
    struct json j;
    json_begin(&j, stdout);
    json_object(&j, NULL);
    json_text(&j, "schema", "hartrace-diff-1");
    json_text(&j, "verdict", r->differs ? "different" : "equal");
    json_text(&j, "by", by[r->by]);
    json_text(&j, "a", r->path[0]);
    json_text(&j, "b", r->path[1]);
    json_number(&j, "equal_items", r->items);
    if (r->differs) {
        json_null(&j, "a_bytes");
        json_null(&j, "b_bytes");
        put_difference(&j, r);
    } else {
        json_number(&j, "a_bytes", r->size[0]);
        json_number(&j, "b_bytes", r->size[1]);
        json_null(&j, "difference");
    }
    json_end(&j);
    return json_done(&j, verb, status);
}
