/* SPDX-License-Identifier: Apache-2.0 */
/* Verdicts as text and for other programs. */
#include <inttypes.h>
#include <string.h>

#include "htk/htk_verdicts.h"
#include "htr/htr_json.h"
#include "htr/htr_version.h"

/* ---- text ---- */

static void print_breach(const struct htk_breach *b, FILE *out)
{
    fprintf(out, "    in %s", b->scenario);
    if (b->seed != HTK_NO_SEED) {
        fprintf(out, ", seed %" PRIu64, b->seed);
    }
    if (b->has_message) {
        fprintf(out, ": message #%" PRIu64 " @%" PRIu64, b->message, b->offset);
    }
    fprintf(out, "\n    expected: %s\n    got:      %s\n", b->expected, b->got);
}

void htk_verdicts_print(const struct htk_verdicts *v, FILE *out, bool all)
{
    for (unsigned i = 0; i < htk_verdicts_count(v); i++) {
        const enum htk_verdict verdict = htk_verdicts_of(v, i);
        const struct htk_rule_state *s = htk_verdicts_state(v, i);
        if (!all && verdict != HTK_BROKEN && verdict != HTK_QUIRK) {
            continue;
        }
        fprintf(out, "%-11s %-14s %s", htk_verdicts_id(v, i), htk_verdict_name(verdict),
                htk_verdicts_text(v, i));
        if (verdict == HTK_NOT_APPLICABLE) {
            fprintf(out, s->why[0] != '\0' ? " (needs %s)" : " (it permits: nothing can break it)",
                    s->why);
        }
        if (verdict == HTK_QUIRK) {
            fprintf(out, " (%" PRIu64 " times)", s->quirks);
        }
        putc('\n', out);
        if (verdict == HTK_BROKEN) {
            print_breach(&s->first, out);
        }
    }
}

/* ---- JSON ---- */

static void json_breach(struct htr_json *j, const struct htk_breach *b)
{
    htr_json_text(j, "scenario", b->scenario);
    htr_json_known_number(j, "seed", b->seed != HTK_NO_SEED, b->seed);
    htr_json_known_number(j, "message", b->has_message, b->message);
    htr_json_known_number(j, "offset", b->has_message, b->offset);
    htr_json_text(j, "expected", b->expected);
    htr_json_text(j, "got", b->got);
}

static void json_failures(struct htr_json *j, const struct htk_run *run)
{
    htr_json_array(j, "failures");
    for (size_t i = 0; i < run->failures; i++) {
        const struct htk_failure *f = &run->failure[i];
        htr_json_object(j, NULL);
        htr_json_text(j, "rule", f->rule);
        htr_json_text(j, "defect", f->defect);
        json_breach(j, &f->where);
        htr_json_end(j);
    }
    htr_json_end(j);
}

static void json_parts(struct htr_json *j, const struct htk_run *run)
{
    htr_json_array(j, "components");
    for (unsigned i = 0; i < run->nparts; i++) {
        const struct htk_run_part *p = &run->part[i];
        htr_json_object(j, NULL);
        htr_json_text(j, "name", p->name);
        htr_json_text(j, "kind", p->kind);
        htr_json_number(j, "base", p->base);
        htr_json_number(j, "impl", p->impl);
        htr_json_text(j, "state", p->state);
        htr_json_text(j, "why", p->why);
        htr_json_number(j, "times_held", p->held);
        htr_json_number(j, "times_broken", p->broken);
        htr_json_text(j, "broken", p->rules);
        htr_json_end(j);
    }
    htr_json_end(j);
}

static void json_run(struct htr_json *j, const struct htk_verdicts *v, const struct htk_run *run)
{
    htr_json_text(j, "schema", "hartrace-kit-1");
    htr_json_text(j, "kit_version", HTK_VERSION);
    htr_json_text(j, "kit", run->kit);
    htr_json_text(j, "device", run->device);
    htr_json_text(j, "command", run->command);
    htr_json_number(j, "seed", run->seed);
    htr_json_number(j, "scenarios", run->scenarios);
    htr_json_number(j, "streams", run->streams);
    htr_json_text(j, "stopped", htk_verdicts_why_void(v));
    htr_json_number(j, "held", htk_verdicts_sum(v, HTK_HELD));
    htr_json_number(j, "broken", htk_verdicts_sum(v, HTK_BROKEN));
    htr_json_number(j, "quirks", htk_verdicts_sum(v, HTK_QUIRK));
    htr_json_number(j, "not_applicable", htk_verdicts_sum(v, HTK_NOT_APPLICABLE));
    htr_json_number(j, "not_reached", htk_verdicts_sum(v, HTK_NOT_REACHED));
}

int htk_verdicts_json(const struct htk_verdicts *v, const struct htk_run *run, FILE *out)
{
    struct htr_json j;
    htr_json_begin(&j, out);
    htr_json_object(&j, NULL);
    json_run(&j, v, run);
    if (run->nparts > 0) {
        json_parts(&j, run);
    }
    htr_json_array(&j, "rules");
    for (unsigned i = 0; i < htk_verdicts_count(v); i++) {
        const struct htk_rule_state *s = htk_verdicts_state(v, i);
        const enum htk_verdict verdict = htk_verdicts_of(v, i);
        htr_json_object(&j, NULL);
        htr_json_text(&j, "rule", htk_verdicts_id(v, i));
        htr_json_text(&j, "text", htk_verdicts_text(v, i));
        htr_json_text(&j, "verdict", htk_verdict_name(verdict));
        htr_json_number(&j, "times_held", s->held);
        htr_json_number(&j, "times_by_model", s->by_model);
        htr_json_number(&j, "times_broken", s->broken);
        htr_json_number(&j, "quirks", s->quirks);
        if (verdict == HTK_NOT_APPLICABLE && s->why[0] != '\0') {
            htr_json_text(&j, "needs", s->why);
        }
        if (verdict == HTK_BROKEN) {
            htr_json_object(&j, "first");
            json_breach(&j, &s->first);
            htr_json_end(&j);
        }
        htr_json_end(&j);
    }
    htr_json_end(&j);
    if (run->has_failures) {
        json_failures(&j, run);
    }
    htr_json_end(&j);
    return htr_json_finish(&j) ? HTR_OK : HTR_ERR_WRITE;
}

/* ---- JUnit ---- */

static void xml(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        const unsigned char c = (unsigned char)*text;
        switch (c) {
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '&':
            fputs("&amp;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        default:
            fputc(c >= 32 && c < 127 ? c : '?', out);
        }
    }
}

static void junit_case(const struct htk_verdicts *v, unsigned i, FILE *out)
{
    const struct htk_rule_state *s = htk_verdicts_state(v, i);
    const enum htk_verdict verdict = htk_verdicts_of(v, i);
    fprintf(out, "  <testcase classname=\"%s\" name=\"", htk_verdicts_id(v, i));
    xml(out, htk_verdicts_text(v, i));
    fputs("\">", out);
    if (verdict == HTK_BROKEN) {
        fputs("<failure message=\"", out);
        xml(out, s->first.scenario);
        fputs("\">expected: ", out);
        xml(out, s->first.expected);
        fputs("; got: ", out);
        xml(out, s->first.got);
        fputs("</failure>", out);
    } else if (verdict != HTK_HELD) {
        fprintf(out, "<skipped message=\"%s\"/>", htk_verdict_name(verdict));
    }
    fputs("</testcase>\n", out);
}

int htk_verdicts_junit(const struct htk_verdicts *v, const struct htk_run *run, FILE *out)
{
    const bool whole = htk_verdicts_why_void(v) == NULL;
    fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                 "<testsuite name=\"hartrace kit ");
    xml(out, run->kit);
    fprintf(out, "\" tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\">\n",
            htk_verdicts_count(v) + !whole, htk_verdicts_sum(v, HTK_BROKEN), whole ? 0 : 1,
            htk_verdicts_sum(v, HTK_NOT_REACHED) + htk_verdicts_sum(v, HTK_NOT_APPLICABLE) +
                htk_verdicts_sum(v, HTK_QUIRK));
    if (!whole) {
        fputs("  <testcase classname=\"kit\" name=\"the run comes to its end\"><error message=\"",
              out);
        xml(out, htk_verdicts_why_void(v));
        fputs("\"/></testcase>\n", out);
    }
    for (unsigned i = 0; i < htk_verdicts_count(v); i++) {
        junit_case(v, i, out);
    }
    fputs("</testsuite>\n", out);
    return fflush(out) == 0 && !ferror(out) ? HTR_OK : HTR_ERR_WRITE;
}

/* ---- SARIF ---- */

static void sarif_message(struct htr_json *j, const char *name, const char *text)
{
    htr_json_object(j, name);
    htr_json_text(j, "text", text);
    htr_json_end(j);
}

static void sarif_rules(struct htr_json *j, const struct htk_verdicts *v)
{
    htr_json_object(j, "tool");
    htr_json_object(j, "driver");
    htr_json_text(j, "name", "hartrace kit");
    htr_json_text(j, "version", htr_version());
    htr_json_array(j, "rules");
    for (unsigned i = 0; i < htk_verdicts_count(v); i++) {
        if (htk_verdicts_of(v, i) == HTK_BROKEN) {
            htr_json_object(j, NULL);
            htr_json_text(j, "id", htk_verdicts_id(v, i));
            sarif_message(j, "shortDescription", htk_verdicts_text(v, i));
            htr_json_end(j);
        }
    }
    htr_json_end(j);
    htr_json_end(j);
    htr_json_end(j);
}

static void sarif_results(struct htr_json *j, const struct htk_verdicts *v)
{
    htr_json_array(j, "results");
    for (unsigned i = 0; i < htk_verdicts_count(v); i++) {
        const struct htk_breach *b = &htk_verdicts_state(v, i)->first;
        char text[3 * HTK_TEXT];
        if (htk_verdicts_of(v, i) != HTK_BROKEN) {
            continue;
        }
        snprintf(text, sizeof text, "%s: in %s: expected %s; got %s", htk_verdicts_text(v, i),
                 b->scenario, b->expected, b->got);
        htr_json_object(j, NULL);
        htr_json_text(j, "ruleId", htk_verdicts_id(v, i));
        htr_json_text(j, "level", "error");
        sarif_message(j, "message", text);
        htr_json_end(j);
    }
    htr_json_end(j);
}

int htk_verdicts_sarif(const struct htk_verdicts *v, const struct htk_run *run, FILE *out)
{
    struct htr_json j;
    const char *why = htk_verdicts_why_void(v);
    htr_json_begin(&j, out);
    htr_json_object(&j, NULL);
    htr_json_text(&j, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    htr_json_text(&j, "version", "2.1.0");
    htr_json_array(&j, "runs");
    htr_json_object(&j, NULL);
    sarif_rules(&j, v);
    htr_json_array(&j, "invocations");
    htr_json_object(&j, NULL);
    htr_json_text(&j, "commandLine", run->command);
    htr_json_bool(&j, "executionSuccessful", why == NULL);
    if (why != NULL) {
        htr_json_text(&j, "exitCodeDescription", why);
    }
    htr_json_end(&j);
    htr_json_end(&j);
    sarif_results(&j, v);
    htr_json_end(&j);
    htr_json_end(&j);
    htr_json_end(&j);
    return htr_json_finish(&j) ? HTR_OK : HTR_ERR_WRITE;
}
