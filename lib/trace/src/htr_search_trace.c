/* SPDX-License-Identifier: Apache-2.0 */
/* Searching for the settings of a file, and giving them as options. */
#include "htr/htr_search.h"

#include <string.h>

#include "htr/htr_info.h"
#include "htr/htr_sidecar.h"
#include "htr/htr_snapshot.h"
#include "htr_info_priv.h"
#include "htr_search_int.h"

enum {
    LINE = 400,
};

/* ---- what the user gave ---- */

static bool asked(const struct htr_settings *te, const char *field)
{
    uint32_t value;
    return htr_settings_asked(te, field, &value);
}

static bool is_param(const char *assignment, const char *name)
{
    const size_t n = strlen(name);
    return strncmp(assignment, name, n) == 0 && assignment[n] == '=';
}

unsigned htr_search_fixed(const struct htr_settings *te, const struct htr_trace_options *o)
{
    unsigned fixed = 0;
    fixed |= asked(te, "trTeSrcBits") || asked(te, "trTeInhibitSrc") ? HTR_SEARCH_SRC : 0u;
    fixed |= asked(te, "trTsEnable") ? HTR_SEARCH_TIMES : 0u;
    fixed |= asked(te, "trTeInstEnImplicitReturn") || asked(te, "trTeInstImplicitReturnMode")
                 ? HTR_SEARCH_RETURN
                 : 0u;
    fixed |= asked(te, "trTeInstEnAllJumps") ? HTR_SEARCH_ALL_JUMPS : 0u;
    fixed |= asked(te, "trTeInstEnSequentialJump") ? HTR_SEARCH_SEQUENTIAL : 0u;
    fixed |= asked(te, "trTeInstExtendAddrMSB") ? HTR_SEARCH_MSB : 0u;
    fixed |= o->profile != NULL ? HTR_SEARCH_PROFILE : 0u;
    for (unsigned i = 0; i < o->params.n; i++) {
        fixed |= is_param(o->params.item[i], "profile") ? HTR_SEARCH_PROFILE : 0u;
        fixed |= is_param(o->params.item[i], "return_depth") ? HTR_SEARCH_DEPTH : 0u;
        fixed |= is_param(o->params.item[i], "ts_width") ? HTR_SEARCH_TS_WIDTH : 0u;
    }
    return fixed;
}

/* ---- options ---- */

struct line {
    char text[LINE];
    size_t n;
};

static void add_word(struct line *l, const char *option, const char *assignment)
{
    if (l->n < sizeof l->text) {
        l->n += (size_t)snprintf(l->text + l->n, sizeof l->text - l->n, "%s--%s %s",
                                 l->n > 0 ? " " : "", option, assignment);
    }
}

static int add_to_line(void *ctx, const char *option, const char *assignment)
{
    add_word(ctx, option, assignment);
    return 0;
}

/* The options of a candidate, as words. */
static void candidate_words(struct line *l, const struct htr_search_trial *t)
{
    *l = (struct line){.n = 0};
    (void)htr_stream_options(&t->cfg, add_to_line, l);
    if (l->n == 0) {
        (void)snprintf(l->text, sizeof l->text, "no option");
    }
}

struct collected {
    struct htr_search_options *found;
    struct htr_trace_options *o;
    struct htr_host *host;
};

static bool has(const struct htr_list *list, const char *assignment)
{
    const size_t n = strcspn(assignment, "=") + 1;
    for (unsigned i = 0; i < list->n; i++) {
        if (strncmp(list->item[i], assignment, n) == 0) {
            return true;
        }
    }
    return false;
}

/* Placed before the user's options, which take precedence; the profile sets defaults of others. */
static int add_option(void *ctx, const char *option, const char *assignment)
{
    struct collected *c = ctx;
    struct htr_list *list = option[0] == 't' ? &c->o->te : &c->o->params;
    char *text = c->found->text[c->found->n];
    if (has(list, assignment)) {
        return HTR_OK;
    }
    if (list->n == HTR_LIST_MAX || c->found->n == HTR_STREAM_OPTIONS) {
        return htr_fail(c->host, HTR_ERR_ARG, NULL, "too many --te or --param");
    }
    (void)snprintf(text, HTR_OPTION_TEXT, "%s", assignment);
    c->found->n++;
    memmove(list->item + 1, list->item, list->n * sizeof list->item[0]);
    list->item[0] = text;
    list->n++;
    return HTR_OK;
}

/* ---- the file ---- */

static int refuse(const struct htr_search *s, struct htr_host *host, const char *path)
{
    struct line a, b;
    candidate_words(&a, &s->found[0]);
    if (s->n > 1) {
        candidate_words(&b, &s->found[1]);
        return htr_fail(host, HTR_ERR_MISSING, path,
                        "--auto: the settings are not clear: with %s %u instructions are decoded "
                        "(%u errors), with %s %u (%u errors); give what you know (--te, "
                        "--profile)",
                        a.text, (unsigned)s->found[0].instructions, (unsigned)s->found[0].errors,
                        b.text, (unsigned)s->found[1].instructions, (unsigned)s->found[1].errors);
    }
    return htr_fail(host, HTR_ERR_MISSING, path,
                    "--auto: the settings are not clear: with %s %u instructions are decoded (%u "
                    "errors), too little to tell, or not the code that ran; give what you know",
                    a.text, (unsigned)s->found[0].instructions, (unsigned)s->found[0].errors);
}

/* Several sources read as one make no sense. */
static int refuse_sources(const struct htr_search *s, struct htr_host *host, const char *path)
{
    struct line l = {.n = 0};
    if (s->n > 0) {
        candidate_words(&l, &s->found[0]);
    } else {
        add_word(&l, "te", "trTeFormat=0");
    }
    return htr_fail(host, HTR_ERR_MISSING, path,
                    "--auto: %u sources are mixed (%s): choose one with --src N; decode has "
                    "--src all",
                    s->found[0].sources, l.text);
}

/* Does it look like E-Trace, and did nobody say otherwise? */
static bool is_etrace(const struct htr_trace *t, struct htr_info_framing *g)
{
    uint32_t format;
    return (!htr_settings_asked(&t->te, "trTeFormat", &format) || format == 0) &&
           htr_info_guess_framing(t->bytes.bytes, t->bytes.size, g);
}

/* With code. *cfg becomes that of the trace. Returns 1 when it can only be E-Trace, of framing g.
 */
static int by_decoding(struct htr_search *s, struct htr_trace *t, const struct htr_trace_options *o,
                       struct nexus_stream_cfg *cfg, struct htr_info_framing *g)
{
    int status = htr_code_choose(&t->code, t->host, &o->code, &t->te);
    if (status != HTR_OK) {
        return status;
    }
    htr_settings_stream(&t->te, &t->cfg);
    htr_code_start(&t->code, nexus_cfg_isa(&t->cfg));
    const struct htr_guess_input in = {t->bytes.bytes, t->bytes.size, &t->cfg, &t->code.code};
    htr_search(s, &in, htr_search_fixed(&t->te, o));
    if ((s->n == 0 || s->found[0].score <= 0) && is_etrace(t, g)) {
        return 1;
    }
    if (s->n == 0 || s->found[0].score <= 0) {
        char text[HTR_INFO_TEXT];
        const char *like = htr_info_frames(in.bytes, in.size, !t->more, text);
        if (like != NULL) {
            return htr_fail(t->host, HTR_ERR_MISSING, t->path,
                            "--auto: nothing can be decoded; these look like %s", like);
        }
    }
    if (s->n == 0) {
        return htr_fail(t->host, HTR_ERR_MISSING, t->path,
                        "--auto: nothing can be decoded: no synchronizing message, or code that "
                        "is not what ran");
    }
    *cfg = s->found[0].cfg;
    return s->clear ? HTR_OK : refuse(s, t->host, t->path);
}

/* The widths of SRC that messages leave possible. */
static void possible_widths(struct line *l, const struct htr_guess *g)
{
    for (unsigned i = 0; i < g->n && l->n < sizeof l->text; i++) {
        if (g->candidate[i].possible) {
            l->n += (size_t)snprintf(l->text + l->n, sizeof l->text - l->n, "%s%u",
                                     l->n > 0 ? ", " : "", (unsigned)g->candidate[i].cfg.src_bits);
        }
    }
}

/* Without code: SRC has to be clear; timestamps and profile are seen. Returns as by_decoding. */
static int by_messages(struct htr_trace *t, const struct htr_trace_options *o,
                       struct nexus_stream_cfg *cfg, struct htr_info_framing *g)
{
    const unsigned fixed = htr_search_fixed(&t->te, o);
    const struct htr_guess_input in = {t->bytes.bytes, t->bytes.size, &t->cfg, NULL};
    struct htr_info_facts facts;
    struct htr_info_verdict v;
    struct htr_guess guess;
    struct line l = {.n = 0};
    htr_guess_messages(&guess, &in);
    possible_widths(&l, &guess);
    if (!guess.confident && is_etrace(t, g)) {
        return 1;
    }
    if ((fixed & HTR_SEARCH_SRC) == 0 && !guess.confident) {
        return htr_fail(t->host, HTR_ERR_MISSING, t->path,
                        "--auto: the width of SRC is not clear; trTeSrcBits can be %s: give it "
                        "with --te, or name the code that ran",
                        l.text);
    }
    *cfg = t->cfg;
    cfg->src_bits =
        (fixed & HTR_SEARCH_SRC) != 0 ? t->cfg.src_bits : htr_guess_best(&guess)->cfg.src_bits;
    htr_info_scan(&facts, t->bytes.bytes, t->bytes.size, cfg->src_bits);
    htr_info_judge(&facts, &guess, &v);
    if ((fixed & HTR_SEARCH_TIMES) == 0) {
        cfg->timestamps = facts.stamped > 0;
    }
    if ((fixed & HTR_SEARCH_PROFILE) == 0 && v.sifive) {
        nexus_cfg_set_profile(cfg, NEXUS_PROFILE_SIFIVE_0X);
    }
    bool wraps;
    const unsigned width = htr_search_ts_width(&in, cfg, &wraps);
    if ((fixed & HTR_SEARCH_TS_WIDTH) == 0 && width != 0) {
        cfg->timestamp_bits = (uint8_t)width;
    }
    return HTR_OK;
}

/* Does the file begin inside a message? */
static bool begins_inside(const struct htr_trace *t, const struct nexus_stream_cfg *cfg)
{
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    int status = nexus_msg_decoder_init(&d, cfg, t->bytes.bytes, t->bytes.size);
    status = status == NEXUS_OK ? nexus_msg_next(&d, &m) : status;
    return status != NEXUS_OK && status != NEXUS_ERR_END && m.offset == 0;
}

/* Are options on whose parameters nobody gave? */
static bool lacks_sizes(const struct htr_trace_options *o, uint32_t options)
{
    char text[80];
    const bool needs = htr_info_etrace_missing(options, text)[0] != '\0';
    bool given = false;
    for (unsigned i = 0; i < o->params.n; i++) {
        const char *const p = o->params.item[i];
        given = given || is_param(p, "return_stack_size") || is_param(p, "call_counter_size") ||
                is_param(p, "bpred_size") || is_param(p, "cache_size");
    }
    return needs && !given;
}

/* Options of E-Trace, as far as packets show them; support packets state the others. */
static int etrace_options(struct collected *c, const struct htr_trace *t,
                          const struct htr_info_framing *g)
{
    char text[HTR_OPTION_TEXT];
    int status = HTR_OK;
    const struct {
        const char *option, *name;
        unsigned value;
        bool there;
    } all[] = {
        {"te", "trTeFormat", 0, asked(&t->te, "trTeFormat")},
        {"te", "trTeSrcBits", g->src_bits, asked(&t->te, "trTeSrcBits")},
        {"te", "trTsEnable", g->ts_bytes != 0, asked(&t->te, "trTsEnable")},
        {"param", "ts_width", g->ts_width, asked(&t->te, "trTsWidth")},
    };
    for (unsigned i = 0; status == HTR_OK && i < sizeof all / sizeof all[0]; i++) {
        snprintf(text, sizeof text, "%s=%u", all[i].name, all[i].value);
        status = all[i].there ? HTR_OK : add_option(c, all[i].option, text);
    }
    if (status == HTR_OK && lacks_sizes(c->o, g->options)) {
        char text_like[HTR_INFO_TEXT];
        (void)htr_info_guess_etrace(t->bytes.bytes, t->bytes.size, text_like);
        return htr_fail(c->host, HTR_ERR_MISSING, c->o->path,
                        "--auto: no packet states the parameters of options that are on; these "
                        "look like %s",
                        text_like);
    }
    if (status == HTR_OK) {
        htr_note(c->host, c->o->path,
                 "--auto: E-Trace, srcID of %u bits, timestamps of %u bytes (a guess)", g->src_bits,
                 g->ts_bytes);
    }
    c->found->search.found[0].sources = g->sources;
    return status;
}

static int search(struct htr_search_options *found, struct htr_trace *t, struct htr_host *host,
                  struct htr_trace_options *o)
{
    struct collected c = {found, o, host};
    struct nexus_stream_cfg cfg;
    struct htr_info_framing g;
    int status = htr_code_is_chosen(&o->code) ? by_decoding(&found->search, t, o, &cfg, &g)
                                              : by_messages(t, o, &cfg, &g);
    if (status > 0) {
        return etrace_options(&c, t, &g);
    }
    if (status != HTR_OK) {
        return status;
    }
    o->wrapped = o->wrapped || begins_inside(t, &cfg);
    if (found->search.timing != 0) {
        htr_note(host, o->path, "--auto: %s is not clear; instructions are the same, times are not",
                 htr_search_setting_name(found->search.timing & (0u - found->search.timing)));
    }
    return htr_stream_options(&cfg, add_option, &c);
}

/* Is everything known? It is from the registers of a snapshot, or from a sidecar. */
static int told(bool *yes, struct htr_host *host, const struct htr_trace_options *o)
{
    struct htr_sidecar sidecar;
    int status = HTR_OK;
    *yes = htr_snapshot_is(o->path);
    if (!*yes && !o->no_sidecar) {
        status = htr_sidecar_read(&sidecar, host, o->path);
        *yes = status == HTR_OK && sidecar.nte + sidecar.nparam > 0;
    }
    return status;
}

int htr_search_trace(struct htr_search_options *found, struct htr_host *host,
                     struct htr_trace_options *o, bool mixed)
{
    struct htr_trace t = {0};
    struct htr_trace_options first = *o;
    bool known;
    *found = (struct htr_search_options){.n = 0};
    int status = told(&known, host, o);
    if (status != HTR_OK || known) {
        return status;
    }
    if (strcmp(o->path, "-") == 0) {
        return htr_fail(host, HTR_ERR_ARG, NULL,
                        "--auto reads the trace twice, which standard input cannot be; save it in "
                        "a file");
    }
    first.src = NULL;
    first.in_pieces = true;
    status = htr_trace_open(&t, host, &first);
    if (status == HTR_OK) {
        status = search(found, &t, host, o);
        htr_trace_close(&t);
    }
    return status == HTR_OK && !mixed && o->src == NULL && found->search.found[0].sources > 1
               ? refuse_sources(&found->search, host, o->path)
               : status;
}
