/* SPDX-License-Identifier: Apache-2.0 */
/* What verify found: text, remarks, JSON, JUnit. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "htr/htr_json.h"
#include "htr/htr_text.h"
#include "htr/htr_verify.h"

/* ---- text ---- */

static void put_strict(const struct htr_verify_report *r, FILE *f)
{
    const struct htr_compare_result *sum = &r->result.sum;
    fprintf(f,
            "strict: %" PRIu64 " trap%s, %" PRIu64 " trap return%s, %" PRIu64 " context%s, %" PRIu64
            " time%s%s\n",
            sum->traps, htr_s(sum->traps), sum->returns, htr_s(sum->returns), sum->contexts,
            htr_s(sum->contexts), sum->times, htr_s(sum->times),
            r->no_clock ? " (not compared: trTsMode is none or the vendor's)" : "");
}

static void put_gaps(const struct htr_compare_parts_result *p, FILE *f)
{
    for (unsigned i = 0; i < p->gaps && i < HTR_COMPARE_GAPS; i++) {
        const struct htr_compare_gap *g = &p->gap[i];
        fprintf(f,
                "gap: message %" PRIu64 " at offset %" PRIu64
                ": trace was lost after instruction %" PRIu64 " of the list; ",
                g->msg, g->offset, g->before);
        if (g->open) {
            fprintf(f, "nothing follows, %" PRIu64 " instruction%s not compared\n", g->missing,
                    htr_s(g->missing));
        } else {
            fprintf(f, "at least %" PRIu64 " instruction%s missing\n", g->missing,
                    htr_s(g->missing));
        }
    }
    if (p->gaps > HTR_COMPARE_GAPS) {
        fprintf(f, "%" PRIu64 " more gaps\n", p->gaps - HTR_COMPARE_GAPS);
    }
}

static void put_equal(const struct htr_verify_report *r, FILE *f)
{
    const struct htr_compare_parts_result *p = &r->result;
    char text[HTR_COMPARE_SUMMARY];
    if (!r->parts || p->sum.instructions == p->listed) {
        fprintf(f, "%s\n", htr_compare_summary(&p->sum, r->bytes, text));
    } else {
        fprintf(f,
                "equal in part: %" PRIu64 " of %" PRIu64 " instructions, from number %" PRIu64
                " on, %" PRIu64 " message%s, %" PRIu64 " byte%s, %" PRIu64 " gap%s\n",
                p->sum.instructions, p->listed, p->first + 1, p->sum.messages,
                htr_s(p->sum.messages), r->bytes, htr_s(r->bytes), p->gaps, htr_s(p->gaps));
    }
    if (r->parts) {
        put_gaps(p, f);
    }
    if (r->strict) {
        put_strict(r, f);
    }
}

/* "FILE: differs at ..." */
static void put_place(const char *path, const struct htr_difference *d, FILE *f)
{
    char name[HTR_TEXT], text[HTR_DIFFERENCE_TEXT];
    snprintf(name, sizeof name, "%s", strcmp(path, "-") == 0 ? "(standard input)" : path);
    (void)htr_difference_text(d, text);
    fprintf(f, "%s: %s\n", htr_plain(name), htr_plain(text));
}

/* The cause. */
static void put_reasons(const struct htr_verify_difference *d, FILE *f)
{
    static const char *const label[] = {"from", "expected", "got"};
    const char *const place[] = {d->from, d->expected, d->got};
    if (d->because[0] != '\0') {
        fprintf(f, "  %s\n", d->because);
    }
    for (unsigned i = 0; i < 3; i++) {
        if (place[i][0] != '\0') {
            fprintf(f, "  %-9s %s\n", label[i], place[i]);
        }
    }
    for (unsigned i = 0; i < d->messages; i++) {
        const struct htr_verify_message *m = &d->message[i];
        fprintf(f, "  #%" PRIu64 " @%" PRIu64 " %s\n", m->number, m->offset, m->text);
    }
}

int htr_verify_text(const struct htr_verify_report *r, bool explain, FILE *out)
{
    if (r->verdict == HTR_COMPARE_EQUAL || r->data) {
        put_equal(r, out);
    }
    if (r->data && r->accesses.what == NULL) {
        char text[HTR_DATA_SUMMARY];
        fprintf(out, "%s\n", htr_data_summary(&r->accesses, text));
    }
    for (unsigned i = 0; i < r->differences; i++) {
        put_place(r->path, &r->difference[i].at, out);
        if (explain) {
            put_reasons(&r->difference[i], out);
        }
    }
    return ferror(out) ? HTR_ERR_WRITE : HTR_OK;
}

/* ---- remarks ---- */

static void note_total(const struct htr_verify_report *r, struct htr_host *host)
{
    const struct htr_compare_parts_result *p = &r->result;
    htr_note(host, r->path, "%u difference%s%s; %" PRIu64 " of %" PRIu64 " instructions are equal",
             p->differences, htr_s(p->differences),
             r->limit == p->differences && p->differences > 1 ? ", the limit (--max-differences)"
                                                              : "",
             p->sum.instructions, p->listed);
}

void htr_verify_note(const struct htr_verify_report *r, bool total, struct htr_host *host)
{
    if (total && r->parts && !r->data && r->verdict == HTR_COMPARE_DIFFERENT) {
        note_total(r, host);
    }
    for (unsigned i = 0; i < HTR_VERIFY_RULES; i++) {
        const struct htr_verify_remark *m = &r->scan.remark[i];
        const char *id = htr_verify_rule_id((enum htr_verify_rule)i);
        if (m->count != 0) {
            htr_note(host, r->path,
                     "remark%s%s: message %" PRIu64 " at offset %" PRIu64 " (%s): %s; %" PRIu64
                     " such message%s",
                     id[0] != '\0' ? " " : "", id, m->msg, m->offset, nexus_tcode_name(m->tcode),
                     htr_verify_rule_text((enum htr_verify_rule)i), m->count, htr_s(m->count));
        }
    }
}

/* ---- JSON ---- */

static const char *verdict_name(const struct htr_verify_report *r)
{
    if (r->verdict != HTR_COMPARE_EQUAL) {
        return "different";
    }
    return r->parts && r->result.sum.instructions != r->result.listed ? "equal in part" : "equal";
}

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

static void put_difference(struct htr_json *j, const struct htr_verify_difference *d)
{
    htr_json_object(j, NULL);
    htr_json_known_number(j, "instruction", d->at.instruction != 0, d->at.instruction);
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

static void put_parts(struct htr_json *j, const struct htr_compare_parts_result *p)
{
    htr_json_number(j, "listed", p->listed);
    htr_json_number(j, "first", p->first);
    htr_json_number(j, "segments", p->segments);
    htr_json_number(j, "wrong_segments", p->wrong);
    htr_json_number(j, "gap_count", p->gaps);
    htr_json_array(j, "gaps");
    for (unsigned i = 0; i < p->gaps && i < HTR_COMPARE_GAPS; i++) {
        const struct htr_compare_gap *g = &p->gap[i];
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

static void put_remarks(struct htr_json *j, const struct htr_verify_scan *scan)
{
    htr_json_array(j, "remarks");
    for (unsigned i = 0; i < HTR_VERIFY_RULES; i++) {
        const struct htr_verify_remark *m = &scan->remark[i];
        if (m->count != 0) {
            htr_json_object(j, NULL);
            put_text(j, "rule", htr_verify_rule_id((enum htr_verify_rule)i));
            htr_json_text(j, "what", htr_verify_rule_text((enum htr_verify_rule)i));
            htr_json_number(j, "count", m->count);
            htr_json_number(j, "message", m->msg);
            htr_json_number(j, "offset", m->offset);
            htr_json_end(j);
        }
    }
    htr_json_end(j);
}

int htr_verify_json(const struct htr_verify_report *r, FILE *out)
{
    const struct htr_compare_result *sum = &r->result.sum;
    struct htr_json j;
    htr_json_begin(&j, out);
    htr_json_object(&j, NULL);
    htr_json_text(&j, "schema", "hartrace-verify-1");
    htr_json_text(&j, "verdict", verdict_name(r));
    htr_json_text(&j, "trace", r->path);
    htr_json_known_number(&j, "source", r->source >= 0, (uint64_t)r->source);
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
    if (r->data) {
        htr_json_number(&j, "accesses", r->accesses.tied);
        htr_json_number(&j, "accesses_without_value", r->accesses.no_value);
        htr_json_number(&j, "accesses_without_address", r->accesses.no_addr);
        htr_json_number(&j, "accesses_lost", r->accesses.lost);
        htr_json_number(&j, "data_losses", r->accesses.losses);
    }
    htr_json_array(&j, "differences");
    for (unsigned i = 0; i < r->differences; i++) {
        put_difference(&j, &r->difference[i]);
    }
    htr_json_end(&j);
    put_remarks(&j, &r->scan);
    htr_json_end(&j);
    return htr_json_finish(&j) ? HTR_OK : HTR_ERR_WRITE;
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

static void put_failure(FILE *f, const struct htr_verify_report *r)
{
    fprintf(f, "      <failure type=\"difference\" message=\"");
    put_xml(f, r->difference[0].at.what);
    fputs("\">", f);
    for (unsigned i = 0; i < r->differences; i++) {
        const struct htr_verify_difference *d = &r->difference[i];
        fprintf(f, "instruction %" PRIu64 ", message %" PRIu64 " at offset %" PRIu64 ": ",
                d->at.instruction, d->at.msg, d->at.offset);
        put_xml(f, d->at.what);
        fputs(d->because[0] != '\0' ? "; " : "", f);
        put_xml(f, d->because);
        putc('\n', f);
    }
    fputs("</failure>\n", f);
}

int htr_verify_junit(const struct htr_verify_report *r, FILE *out)
{
    bool differs = r->verdict == HTR_COMPARE_DIFFERENT;
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
            "  <testsuite name=\"hartrace verify\" tests=\"1\" failures=\"%d\" errors=\"0\">\n"
            "    <testcase classname=\"hartrace.verify\" name=\"",
            differs);
    put_xml(out, r->path);
    if (r->source >= 0) {
        fprintf(out, " source %u", (unsigned)r->source);
    }
    fputs("\">\n", out);
    if (differs) {
        put_failure(out, r);
    } else {
        fprintf(out,
                "      <system-out>%s: %" PRIu64 " instruction%s, %" PRIu64
                " message%s</system-out>\n",
                verdict_name(r), r->result.sum.instructions, htr_s(r->result.sum.instructions),
                r->result.sum.messages, htr_s(r->result.sum.messages));
    }
    fputs("    </testcase>\n  </testsuite>\n</testsuites>\n", out);
    return ferror(out) ? HTR_ERR_WRITE : HTR_OK;
}
