/* SPDX-License-Identifier: Apache-2.0 */
/* What verify found: text, JSON, JUnit. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "htr/htr_json.h"
#include "output.h"
#include "verify.h"

void verify_print(const struct verify_difference *d)
{
    static const char *const label[] = {"from", "expected", "got"};
    const char *const place[] = {d->from, d->expected, d->got};
    if (tool_is_quiet()) {
        return;
    }
    if (d->because[0] != '\0') {
        printf("  %s\n", d->because);
    }
    for (unsigned i = 0; i < 3; i++) {
        if (place[i][0] != '\0') {
            printf("  %-9s %s\n", label[i], place[i]);
        }
    }
    for (unsigned i = 0; i < d->messages; i++) {
        const struct verify_message *m = &d->message[i];
        printf("  #%" PRIu64 " @%" PRIu64 " %s\n", m->number, m->offset, m->text);
    }
}

static const char *verdict_name(const struct verify_report *r)
{
    if (r->verdict != COMPARE_EQUAL) {
        return "different";
    }
    return r->parts && r->result.sum.instructions != r->result.listed ? "equal in part" : "equal";
}

/* ---- JSON ---- */

static void put_optional(struct htr_json *j, const char *name, bool there, uint64_t pc)
{
    if (there) {
        htr_json_address(j, name, pc);
    } else {
        htr_json_text(j, name, NULL);
    }
}

static void put_text(struct htr_json *j, const char *name, const char *text)
{
    htr_json_text(j, name, text[0] != '\0' ? text : NULL);
}

static void put_difference(struct htr_json *j, const struct verify_difference *d)
{
    htr_json_object(j, NULL);
    if (d->at.instruction != 0) {
        htr_json_number(j, "instruction", d->at.instruction);
    } else {
        htr_json_text(j, "instruction", NULL);
    }
    htr_json_number(j, "message", d->at.msg);
    htr_json_number(j, "offset", d->at.offset);
    put_optional(j, "expected", d->at.has_expected, d->at.expected);
    put_optional(j, "got", d->at.has_got, d->at.got);
    htr_json_text(j, "what", d->at.what);
    put_text(j, "because", d->because);
    put_text(j, "from", d->from);
    put_text(j, "expected_place", d->expected);
    put_text(j, "got_place", d->got);
    htr_json_array(j, "messages");
    for (unsigned i = 0; i < d->messages; i++) {
        htr_json_object(j, NULL);
        htr_json_number(j, "message", d->message[i].number);
        htr_json_number(j, "offset", d->message[i].offset);
        htr_json_text(j, "text", d->message[i].text);
        htr_json_end(j);
    }
    htr_json_end(j);
    htr_json_end(j);
}

static void put_parts(struct htr_json *j, const struct compare_parts_result *p)
{
    htr_json_number(j, "listed", p->listed);
    htr_json_number(j, "first", p->first);
    htr_json_number(j, "segments", p->segments);
    htr_json_number(j, "wrong_segments", p->wrong);
    htr_json_number(j, "gap_count", p->gaps);
    htr_json_array(j, "gaps");
    for (unsigned i = 0; i < p->gaps && i < COMPARE_GAPS; i++) {
        const struct compare_gap *g = &p->gap[i];
        htr_json_object(j, NULL);
        htr_json_number(j, "message", g->msg);
        htr_json_number(j, "offset", g->offset);
        htr_json_number(j, "before", g->before);
        htr_json_number(j, "missing", g->missing);
        htr_json_bool(j, "open", g->open);
        htr_json_end(j);
    }
    htr_json_end(j);
}

static void put_remarks(struct htr_json *j, const struct verify_scan *scan)
{
    htr_json_array(j, "remarks");
    for (unsigned i = 0; i < VERIFY_RULES; i++) {
        const struct verify_remark *m = &scan->remark[i];
        if (m->count != 0) {
            htr_json_object(j, NULL);
            put_text(j, "rule", verify_rule_id((enum verify_rule)i));
            htr_json_text(j, "what", verify_rule_text((enum verify_rule)i));
            htr_json_number(j, "count", m->count);
            htr_json_number(j, "message", m->msg);
            htr_json_number(j, "offset", m->offset);
            htr_json_end(j);
        }
    }
    htr_json_end(j);
}

bool verify_json(const struct verify_report *r)
{
    const struct compare_result *sum = &r->result.sum;
    struct htr_json j;
    htr_json_begin(&j, stdout);
    htr_json_object(&j, NULL);
    htr_json_text(&j, "schema", "hartrace-verify-1");
    htr_json_text(&j, "verdict", verdict_name(r));
    htr_json_text(&j, "trace", r->path);
    if (r->trace->one_source) {
        htr_json_number(&j, "source", r->trace->src);
    } else {
        htr_json_text(&j, "source", NULL);
    }
    htr_json_number(&j, "instructions", sum->instructions);
    htr_json_number(&j, "messages", sum->messages);
    htr_json_number(&j, "bytes", r->bytes);
    if (r->parts) {
        put_parts(&j, &r->result);
    }
    if (r->strict) {
        htr_json_number(&j, "traps", sum->traps);
        htr_json_number(&j, "trap_returns", sum->returns);
        htr_json_number(&j, "contexts", sum->contexts);
        htr_json_number(&j, "times", sum->times);
    }
    htr_json_array(&j, "differences");
    for (unsigned i = 0; i < r->differences; i++) {
        put_difference(&j, &r->difference[i]);
    }
    htr_json_end(&j);
    put_remarks(&j, &r->scan);
    htr_json_end(&j);
    return htr_json_finish(&j);
}

/* ---- JUnit ---- */

/* Text of XML 1.0: what it does not allow becomes '?'. */
static void put_xml(FILE *f, const char *text)
{
    for (const unsigned char *s = (const unsigned char *)text; *s != '\0'; s++) {
        if (*s == '<' || *s == '&' || *s == '"' || *s == '>') {
            fputs(*s == '<' ? "&lt;" : *s == '&' ? "&amp;" : *s == '"' ? "&quot;" : "&gt;", f);
        } else {
            putc((*s < 0x20 && *s != '\n' && *s != '\t') || *s >= 0x7F ? '?' : *s, f);
        }
    }
}

static void put_failure(FILE *f, const struct verify_report *r)
{
    fprintf(f, "      <failure type=\"difference\" message=\"");
    put_xml(f, r->difference[0].at.what);
    fputs("\">", f);
    for (unsigned i = 0; i < r->differences; i++) {
        const struct verify_difference *d = &r->difference[i];
        fprintf(f, "instruction %" PRIu64 ", message %" PRIu64 " at offset %" PRIu64 ": ",
                d->at.instruction, d->at.msg, d->at.offset);
        put_xml(f, d->at.what);
        fputs(d->because[0] != '\0' ? "; " : "", f);
        put_xml(f, d->because);
        putc('\n', f);
    }
    fputs("</failure>\n", f);
}

int verify_junit(const struct verify_report *r, const char *verb, const char *path)
{
    FILE *f = output_open(verb, path);
    bool differs = r->verdict == COMPARE_DIFFERS;
    if (f == NULL) {
        return TOOL_CANNOT;
    }
    fprintf(f,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
            "  <testsuite name=\"hartrace verify\" tests=\"1\" failures=\"%d\" errors=\"0\">\n"
            "    <testcase classname=\"hartrace.verify\" name=\"",
            differs);
    put_xml(f, r->path);
    if (r->trace->one_source) {
        fprintf(f, " source %u", r->trace->src);
    }
    fputs("\">\n", f);
    if (differs) {
        put_failure(f, r);
    } else {
        fprintf(f,
                "      <system-out>%s: %" PRIu64 " instruction%s, %" PRIu64
                " message%s</system-out>\n",
                verdict_name(r), r->result.sum.instructions, htr_s(r->result.sum.instructions),
                r->result.sum.messages, htr_s(r->result.sum.messages));
    }
    fputs("    </testcase>\n  </testsuite>\n</testsuites>\n", f);
    return output_close(f);
}
