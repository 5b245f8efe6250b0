/* SPDX-License-Identifier: Apache-2.0 */
/* Verb lint: a trace against the rules of the specification. */
#include "htk/htk_lint.h"
#include "htk/htk_profile.h"

#include <inttypes.h>
#include <string.h>

#include "host.h"
#include "htr/htr_json.h"
#include "htr/htr_text.h"
#include "import.h"
#include "progress.h"
#include "trace_options.h"

static const char verb[] = "lint";

enum {
    PROFILES_HELP = 400
};

struct lint {
    struct htr_trace_options trace;
    uint64_t most;    /* findings that are shown for each rule */
    bool rules, json; /* show the rules that hold too */
    bool partial;     /* the ingress is of more than the trace */
    struct htr_json j;
    uint64_t shown[HTK_RULES];
    bool quirky; /* the stream is rewritten, by: */
    struct htk_profile profile;
};

/* ---- findings, as they come ---- */

static void show_finding(void *ctx, const struct htk_finding *f)
{
    struct lint *v = ctx;
    const char *name = f->name;
    if (v->shown[f->rule]++ >= v->most) {
        return;
    }
    if (v->json) {
        htr_json_object(&v->j, NULL);
        htr_json_text(&v->j, "rule", htk_rule_id(f->rule));
        htr_json_number(&v->j, "message", f->message);
        htr_json_number(&v->j, "offset", f->offset);
        htr_json_number(&v->j, "src", f->src);
        htr_json_text(&v->j, "name", name);
        htr_json_text(&v->j, "text", f->text);
        htr_json_end(&v->j);
        return;
    }
    printf("#%" PRIu64 " @%" PRIu64, f->message, f->offset);
    if (f->src != 0) {
        printf(" SRC=%u", (unsigned)f->src);
    }
    printf(" %s%s%s: %s: %s\n", name != NULL ? name : "", name != NULL ? ": " : "", f->text,
           htk_rule_id(f->rule), htk_rule_text(f->rule));
}

/* ---- the sum ---- */

static const char *verdict(const struct htk_count *c)
{
    return c->broken > 0   ? "broken"
           : c->quirks > 0 ? "quirk"
           : c->looked > 0 ? "held"
                           : "not reached";
}

/* Each use of a quirk: it never passes as conformance. */
static void show_quirks(const struct lint *v, const struct htk_lint *l)
{
    if (!v->quirky) {
        return;
    }
    printf("profile %s%s%s\n", v->profile.name, v->profile.source[0] != '\0' ? ", of " : "",
           v->profile.source);
    for (unsigned q = 0; q < HTK_QUIRKS; q++) {
        const enum htk_quirk quirk = (enum htk_quirk)q;
        if (v->profile.quirk[q]) {
            printf("%-10s  quirk        %" PRIu64 "  %s (%s)\n", htk_quirk_rule(quirk),
                   l->normal.use[q], htk_quirk_text(quirk), htk_quirk_name(quirk));
        }
    }
    for (unsigned i = 0; i < HTK_RULES; i++) {
        const char *id = htk_rule_id((enum htk_rule)i);
        if (htk_profile_excuses(&v->profile, id)) {
            printf("%-10s  quirk        %" PRIu64 "  excused: %s\n", id, l->rule[i].quirks,
                   htk_rule_text((enum htk_rule)i));
        }
    }
}

static void show_rules(const struct lint *v, const struct htk_lint *l)
{
    unsigned held = 0, broken = 0, quirks = 0;
    enum htk_rule first, end;
    htk_lint_rules(l, &first, &end);
    for (unsigned i = first; i < end; i++) {
        const struct htk_count *c = &l->rule[i];
        broken += c->broken > 0;
        quirks += c->broken == 0 && c->quirks > 0;
        held += c->looked > 0 && c->broken == 0 && c->quirks == 0;
    }
    printf("%" PRIu64 " message%s, %" PRIu64 " finding%s; rules: %u held, %u broken, %u not "
           "reached\n",
           l->messages, htr_s(l->messages), l->findings, htr_s(l->findings), held, broken,
           end - first - held - broken - quirks);
    show_quirks(v, l);
    for (unsigned i = first; i < end; i++) {
        const struct htk_count *c = &l->rule[i];
        if (v->rules || c->broken > 0) {
            printf("%-10s  %-11s  %" PRIu64 " of %" PRIu64 "  %s\n", htk_rule_id(i), verdict(c),
                   c->broken, c->looked, htk_rule_text(i));
        }
    }
}

static void json_begin(struct lint *v)
{
    htr_json_begin(&v->j, stdout);
    htr_json_object(&v->j, NULL);
    htr_json_text(&v->j, "schema", "hartrace-lint-1");
    htr_json_text(&v->j, "trace", v->trace.path);
    htr_json_array(&v->j, "findings");
}

static void json_quirks(struct lint *v, const struct htk_lint *l)
{
    htr_json_text(&v->j, "profile", v->profile.name);
    htr_json_text(&v->j, "source", v->profile.source);
    htr_json_array(&v->j, "quirks");
    for (unsigned q = 0; q < HTK_QUIRKS; q++) {
        if (v->profile.quirk[q]) {
            htr_json_object(&v->j, NULL);
            htr_json_text(&v->j, "name", htk_quirk_name((enum htk_quirk)q));
            htr_json_text(&v->j, "rule", htk_quirk_rule((enum htk_quirk)q));
            htr_json_number(&v->j, "uses", l->normal.use[q]);
            htr_json_end(&v->j);
        }
    }
    htr_json_end(&v->j);
}

static int json_end(struct lint *v, const struct htk_lint *l)
{
    htr_json_end(&v->j);
    htr_json_number(&v->j, "messages", l->messages);
    htr_json_number(&v->j, "broken", l->findings);
    htr_json_array(&v->j, "rules");
    enum htk_rule first, end;
    htk_lint_rules(l, &first, &end);
    for (unsigned i = first; i < end; i++) {
        htr_json_object(&v->j, NULL);
        htr_json_text(&v->j, "rule", htk_rule_id(i));
        htr_json_text(&v->j, "text", htk_rule_text(i));
        htr_json_text(&v->j, "verdict", verdict(&l->rule[i]));
        htr_json_number(&v->j, "looked_at", l->rule[i].looked);
        htr_json_number(&v->j, "broken", l->rule[i].broken);
        htr_json_number(&v->j, "quirks", l->rule[i].quirks);
        htr_json_end(&v->j);
    }
    htr_json_end(&v->j);
    if (v->quirky) {
        json_quirks(v, l);
    }
    htr_json_end(&v->j);
    return htr_json_finish(&v->j) ? HTR_OK : HTR_ERR_WRITE;
}

/* ---- the work ---- */

static int look(struct lint *v, struct htr_trace *t, bool code)
{
    struct htk_lint *l = htk_lint_new(t, show_finding, v);
    if (l == NULL) {
        return tool_fail(verb, t->path, "not enough memory");
    }
    if (v->json) {
        json_begin(v);
    }
    trace_progress(t, stdout);
    int status = v->quirky ? htk_lint_rewrite(l, &v->profile) : HTR_OK;
    status = status == HTR_OK ? htk_lint_messages(l) : status;
    if (status == HTR_OK && code) {
        trace_progress(t, stdout);
        status = htk_lint_code(l);
    }
    if (status == HTR_OK && v->trace.code.ingress != NULL) {
        v->trace.in_pieces = false;
        status = htk_lint_ingress(l, &v->trace, v->partial);
    }
    progress_end();
    int result = status != HTR_OK ? status : l->findings > 0 ? TOOL_DIFFERS : TOOL_OK;
    if (v->json) {
        result = tool_written(verb, json_end(v, l), result);
    } else {
        show_rules(v, l);
        result = tool_written(verb, fflush(stdout) == 0 ? HTR_OK : HTR_ERR_WRITE, result);
    }
    htk_lint_free(l);
    return result;
}

/* --profile is a dialect that decoders know, or a profile of quirks. */
static int choose_profile(struct lint *v)
{
    const char *name = v->trace.profile;
    for (unsigned i = 0; name != NULL && nexus_profile_name(i) != NULL; i++) {
        name = strcmp(name, nexus_profile_name(i)) == 0 ? NULL : name;
    }
    if (name == NULL) {
        return TOOL_OK;
    }
    v->quirky = true;
    v->trace.profile = NULL;
    if (v->trace.code.ingress != NULL) {
        return tool_fail(verb, NULL, "--profile %s and --ingress: not both; leave one out", name);
    }
    return htk_profile_find(&v->profile, tool_host(verb), name);
}

static int lint(struct lint *v)
{
    struct htr_trace t = {0};
    const bool code = htr_code_is_chosen(&v->trace.code);
    v->trace.in_pieces = !v->quirky && (!code || htr_trace_pieces_twice(v->trace.path));
    int status = code ? htr_trace_open_decoder(&t, tool_host(verb), &v->trace)
                      : htr_trace_open(&t, tool_host(verb), &v->trace);
    if (status == HTR_OK) {
        status = look(v, &t, code);
        htr_trace_close(&t);
    }
    return status;
}

int lint_main(int argc, char **argv)
{
    struct lint v = {.most = 10};
    struct htr_search_options found;
    const char *format = NULL;
    bool automatic = false;
    char profiles[PROFILES_HELP], dialects[HTK_DIALECTS];
    htk_profile_dialects(dialects);
    snprintf(profiles, sizeof profiles,
             "a dialect (%s), or quirks to rewrite and count: %s, or a file that ends in .toml "
             "(1.0)",
             dialects, htk_profile_names());
    const struct tool_option options[] = {
        {.name = "limit",
         .letter = 'n',
         .arg = "N",
         .help = "findings to show for each rule (10)",
         .number = &v.most},
        {.name = "rules",
         .help = "list the rules that hold or are not reached too",
         .flag = &v.rules},
        {.name = "partial",
         .help = "with --ingress: the trace may begin late, end early, and have regions missing",
         .flag = &v.partial},
        FORMAT_OPTION(&format),
        CODE_OPTIONS(&v.trace.code),
        CODE_IN_OPTION(&v.trace.code),
        INGRESS_OPTIONS(&v.trace.code, "code, and what the hart did, from an ingress stream"),
        TRACE_OPTIONS_PROFILE(&v.trace, NULL, profiles),
        AUTO_OPTION(&automatic),
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "TRACE [CODE] [OPTION]...",
        .text =
            "Hold a trace against the rules of N-Trace 1.0, or of E-Trace 2.0 (trTeFormat=0): "
            "bytes, "
            "fields, reserved values,\nthe order of messages.\n"
            "With code (--elf, --pcinfo, --image) also that it can be followed, and with --ingress "
            "that it is what the hart did.\n"
            "Each finding has the message, its offset and the rule, with the id of "
            "docs/reference/conformance.md or conformance-etrace.md.\nExit status 1 when a rule is "
            "broken.",
        .example = "  hartrace lint T.nex --te trTeSrcBits=2\n"
                   "  hartrace lint T.nex --elf P.elf --rules\n"
                   "  hartrace lint T.nex --ingress T.ing",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .more = te_print_decoder_params,
    };
    int status;
    if (!trace_parse(&usage, argc, argv, &v.trace.path, "TRACE [CODE]", &status)) {
        return status;
    }
    if (tool_format(verb, format, &v.json) != 0 || choose_profile(&v) != TOOL_OK ||
        import_code(verb, &v.trace.code, &v.trace.params) != 0 ||
        trace_find(verb, automatic, &found, &v.trace, false) != TOOL_OK) {
        return TOOL_CANNOT;
    }
    return lint(&v);
}
