/* SPDX-License-Identifier: Apache-2.0 */
/* A trace and its code against the executed PCs: which comparison is used, and the verdict. */
#include "htr/htr_verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "htr/htr_etrace.h"
#include "htr/htr_trace_plant.h"
#include "htr_verify_priv.h"

/* ---- opening ---- */

int htr_verify_check(struct htr_host *host, const struct htr_verify_options *o)
{
    if (o->pcs == NULL && o->trace.code.ingress == NULL) {
        return htr_fail(host, HTR_ERR_MISSING, NULL,
                        "nothing to compare with: add --pcs FILE or --ingress FILE");
    }
    if (o->strict && (o->pcs != NULL || o->trace.code.ingress == NULL)) {
        return htr_fail(host, HTR_ERR_CONFLICT, NULL,
                        "--strict compares with the ingress: it needs --ingress FILE%s",
                        o->pcs != NULL ? ", and no --pcs" : "");
    }
    if (o->accesses != NULL && (o->partial || o->resync || o->trace.wrapped)) {
        return htr_fail(host, HTR_ERR_CONFLICT, NULL,
                        "--accesses compares the data of a whole trace: leave out --%s",
                        o->partial  ? "partial"
                        : o->resync ? "resync"
                                    : "wrapped");
    }
    if (o->limit < 1 || o->limit > HTR_COMPARE_LIMIT) {
        return htr_fail(host, HTR_ERR_ARG, NULL, "--max-differences: a number from 1 to %d",
                        HTR_COMPARE_LIMIT);
    }
    return HTR_OK;
}

static int open_expected(const struct htr_verify *v, struct htr_pcs *pcs)
{
    const struct htr_verify_options *o = v->options;
    if (o->pcs != NULL) {
        return htr_pcs_open_text(pcs, v->host, o->pcs);
    }
    return htr_pcs_open_ingress(pcs, v->host, o->trace.code.ingress, (unsigned)o->trace.code.hart);
}

static bool is_wrapped(const struct htr_verify *v)
{
    return v->options->trace.wrapped || v->trace.folder_wrapped;
}

/* E-Trace has executed PCs; the rest is of N-Trace's messages. */
static int check_protocol(const struct htr_verify *v)
{
    const struct htr_verify_options *o = v->options;
    return o->strict ? htr_trace_need_ntrace(&v->trace, "--strict") : HTR_OK;
}

/* Can the data of this trace be compared? */
static int check_data(const struct htr_verify *v)
{
    const struct htr_code_choice *code = &v->options->trace.code;
    if (v->options->accesses == NULL) {
        return HTR_OK;
    }
    if (code->pcinfo != NULL) {
        return htr_fail(v->host, HTR_ERR_CONFLICT, code->pcinfo,
                        "a PCINFO list does not say what instructions access: with --accesses "
                        "give --elf, --image or --ingress");
    }
    if (is_wrapped(v)) {
        return htr_fail(v->host, HTR_ERR_CONFLICT, v->report.path,
                        "its buffer has wrapped: --accesses compares the data of a whole trace");
    }
    uint32_t filters = 0;
    (void)htr_settings_asked(&v->trace.te, "trTeDataFilters", &filters);
    if (v->trace.cfg.data_filtered || filters != 0) {
        return htr_fail(v->host, HTR_ERR_CONFLICT, v->report.path,
                        "with trTeDataFilters not every access has a message: data cannot be "
                        "compared; leave out --accesses");
    }
    return HTR_OK;
}

int htr_verify_open(struct htr_verify *v, struct htr_host *host, const struct htr_verify_options *o)
{
    memset(v, 0, sizeof *v);
    v->host = host;
    v->options = o;
    v->report.path = o->trace.path;
    int status = htr_verify_check(host, o);
    if (status == HTR_OK) {
        status = htr_trace_open_decoder(&v->trace, host, &o->trace);
        v->has_trace = status == HTR_OK;
    }
    status = status == HTR_OK ? check_protocol(v) : status;
    if (status == HTR_OK) {
        v->decoder = htr_trace_tree(&v->trace, &v->tree);
        status = v->decoder < 0 ? v->decoder : HTR_OK;
    }
    if (status == HTR_OK) {
        status = open_expected(v, &v->pcs);
        v->has_pcs = status == HTR_OK;
    }
    return status == HTR_OK ? check_data(v) : status;
}

void htr_verify_close(struct htr_verify *v)
{
    htr_compare_parts_free(&v->report.result);
    free(v->report.difference);
    v->report.difference = NULL;
    if (v->has_pcs) {
        htr_pcs_close(&v->pcs);
    }
    if (v->has_trace) {
        htr_tree_close(&v->tree);
        htr_trace_close(&v->trace);
    }
    v->has_pcs = v->has_trace = false;
}

/* ---- the comparison ---- */

/* One more difference, which strict found. */
static int add_difference(const struct htr_verify *v, struct htr_compare_parts_result *p,
                          const struct htr_difference *d)
{
    struct htr_difference *bigger =
        realloc(p->difference, (p->differences + 1u) * sizeof *p->difference);
    if (bigger == NULL) {
        return htr_fail(v->host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    p->difference = bigger;
    p->difference[p->differences++] = *d;
    return HTR_COMPARE_DIFFERENT;
}

/* Strict: what the comparison found equal, once more with all that the hart told its encoder. */
static int judge_spans(struct htr_verify *v, int got)
{
    struct nexus_decoder again = v->start;
    struct htr_tree tree;
    struct htr_compare_parts_result *p = &v->report.result;
    const struct htr_verify_spans spans = {p->span, p->spans};
    const struct htr_encoder_params *model = &v->trace.te.encoder;
    struct htr_compare_strict_cfg cfg;
    struct htr_compare_result strict;
    struct htr_pcs pcs;
    int status = htr_verify_scan_spans(v->host, &v->start, model, &spans, &v->report.scan.strict);
    if (status != HTR_OK || (status = open_expected(v, &pcs)) != HTR_OK) {
        return status;
    }
    htr_compare_strict_take(&cfg, &v->trace.te, &v->trace.cfg);
    cfg.parts = true;
    cfg.early = v->options->partial;
    cfg.span = p->span;
    cfg.spans = p->spans;
    int32_t decoder = htr_tree_single(&tree, v->host, &again, NULL, NULL);
    status = decoder < 0 ? decoder : htr_compare_strict(&tree, decoder, &pcs, &cfg, &strict);
    htr_tree_close(&tree);
    htr_pcs_close(&pcs);
    if (status < 0) {
        return status;
    }
    p->sum.traps = strict.traps;
    p->sum.returns = strict.returns;
    p->sum.contexts = strict.contexts;
    p->sum.times = strict.times;
    if (status == HTR_COMPARE_DIFFERENT) {
        return add_difference(v, p, &strict.difference);
    }
    return status == HTR_COMPARE_EQUAL ? got : status;
}

static int compare_in_parts(struct htr_verify *v)
{
    const struct htr_verify_options *o = v->options;
    const struct htr_compare_parts_cfg cfg = {
        .late = o->partial || is_wrapped(v),
        .early = o->partial,
        .regions = o->partial,
        .losses = o->resync,
        .limit = o->keep_going || o->resync ? (unsigned)o->limit : 1,
        .spans = o->strict,
    };
    v->report.limit = cfg.limit;
    int got = htr_compare_parts(&v->tree, v->decoder, &v->pcs, &cfg, &v->report.result);
    return got >= 0 && o->strict ? judge_spans(v, got) : got;
}

static int compare_all(struct htr_verify *v)
{
    struct htr_compare_result *sum = &v->report.result.sum;
    if (v->report.parts) {
        return compare_in_parts(v);
    }
    if (v->options->strict) {
        struct htr_compare_strict_cfg cfg;
        htr_compare_strict_take(&cfg, &v->trace.te, &v->trace.cfg);
        return htr_compare_strict(&v->tree, v->decoder, &v->pcs, &cfg, sum);
    }
    return htr_compare_whole(&v->tree, v->decoder, &v->pcs, sum);
}

/* ---- nothing to compare ---- */

/* A list without a PC is a wrong input, not an empty execution. Only files can be read again. */
static bool list_is_empty(const struct htr_verify *v)
{
    const char *file = v->options->pcs;
    struct htr_pcs pcs;
    struct stat st;
    uint64_t pc;
    if (file == NULL || stat(file, &st) != 0 || !S_ISREG(st.st_mode) ||
        htr_pcs_open_text(&pcs, v->host, file) != HTR_OK) {
        return false;
    }
    bool empty = htr_pcs_read(&pcs, &pc, 1) == 0 && !pcs.failed;
    htr_pcs_close(&pcs);
    return empty;
}

/* An empty trace is equal to an empty list, and proves nothing. */
static int check_empty(const struct htr_verify *v, int verdict)
{
    const struct htr_verify_report *r = &v->report;
    const bool nothing = r->result.sum.instructions == 0;
    if (r->scan.messages + r->scan.damaged == 0) {
        return htr_fail(v->host, HTR_ERR_MISSING, r->path,
                        r->scan.others != 0
                            ? "holds no messages of source %u; hartrace info lists its sources"
                            : "holds no messages, only idle bytes; was the trace started?",
                        v->trace.src);
    }
    if (verdict == HTR_COMPARE_EQUAL && nothing) {
        return htr_fail(v->host, HTR_ERR_MISSING, r->path,
                        "nothing was compared: no instruction could be decoded");
    }
    if (verdict == HTR_COMPARE_DIFFERENT && nothing && list_is_empty(v)) {
        return htr_fail(v->host, HTR_ERR_MISSING, v->options->pcs,
                        "is empty; a PC list has one address per line");
    }
    return verdict;
}

/* ---- data ---- */

union again {
    struct nexus_decoder ntrace;
    struct etrace_decoder etrace;
};

/* With a decoder as it was before the comparison. */
static int compare_again(struct htr_verify *v, union again *again, struct htr_data_list *list,
                         enum htr_data_values values)
{
    struct htr_data_compared *out = &v->report.accesses;
    const struct htr_etrace *e = v->trace.etrace;
    if (e == NULL) {
        again->ntrace = v->start;
        return htr_data_compare(&again->ntrace, htr_data_list_next, list, values, out);
    }
    const struct etrace_decoder *was = &e->decoder;
    (void)etrace_decoder_init(&again->etrace, &e->cfg, was->flow.code, was->reader.data,
                              was->reader.size); /* as it was taken then */
    again->etrace.all_sources = was->all_sources;
    again->etrace.src = was->src;
    return htr_data_compare_etrace(&again->etrace, htr_data_list_next, list, values, out);
}

/* The whole trace once more, with its data. Returns the verdict, or HTR_ERR_*. */
static int compare_data(struct htr_verify *v)
{
    const struct htr_verify_options *o = v->options;
    struct htr_verify_report *r = &v->report;
    union again *again = malloc(sizeof *again); /* large: not on the stack */
    struct htr_data_list list;
    uint32_t none = 0;
    const bool said = htr_settings_asked(&v->trace.te, "trTeDataNoValue", &none);
    int status = again == NULL ? HTR_ERR_MEMORY
                               : htr_data_list_open(&list, v->host, o->accesses,
                                                    (unsigned)o->trace.code.hart);
    if (status == HTR_OK) {
        status = compare_again(v, again, &list,
                               !said       ? HTR_DATA_VALUES_UNKNOWN
                               : none != 0 ? HTR_DATA_VALUES_NONE
                                           : HTR_DATA_VALUES_ALL);
        htr_data_list_close(&list);
    }
    free(again);
    if (status == HTR_ERR_MEMORY) {
        return htr_fail(v->host, HTR_ERR_MEMORY, NULL, "not enough memory for the data accesses");
    }
    r->data = status == HTR_OK;
    return status != HTR_OK           ? status
           : r->accesses.what != NULL ? HTR_COMPARE_DIFFERENT
                                      : HTR_COMPARE_EQUAL;
}

/* Its difference as one of the others. */
static void place_data(const struct htr_data_compared *c, struct htr_difference *d)
{
    char text[HTR_DATA_DIFFERENCE];
    *d = (struct htr_difference){.kind = c->instruction != 0 ? HTR_DIFFERS_AT : HTR_DIFFERS_MESSAGE,
                                 .about = HTR_ABOUT_DATA,
                                 .instruction = c->instruction,
                                 .msg = c->msg,
                                 .offset = c->offset,
                                 .has_expected = c->has_want,
                                 .expected = c->want.pc,
                                 .has_got = c->has_got && c->got.kind != HTR_DATA_ALONE,
                                 .got = c->got.pc};
    snprintf(d->what, sizeof d->what, "data trace: %s", htr_data_difference_text(c, "line", text));
}

/* ---- the report ---- */

/* Gather the differences and explain them. Returns the verdict. */
static int explain(struct htr_verify *v, int verdict)
{
    struct htr_verify_report *r = &v->report;
    const struct htr_compare_parts_result *p = &r->result;
    const bool data = r->data && r->accesses.what != NULL;
    unsigned n = verdict != HTR_COMPARE_DIFFERENT ? 0 : r->parts && !data ? p->differences : 1;
    bool strict = r->strict && r->scan.strict.what[0] != '\0' && n == 0;
    if (n + strict == 0) {
        return verdict;
    }
    r->difference = calloc(n + strict, sizeof *r->difference);
    if (r->difference == NULL) {
        return htr_fail(v->host, HTR_ERR_MEMORY, NULL, "not enough memory for the differences");
    }
    for (unsigned i = 0; i < n; i++) {
        r->difference[i].at = r->parts && !data ? p->difference[i] : p->sum.difference;
    }
    if (data) {
        place_data(&r->accesses, &r->difference[0].at);
    }
    if (strict) {
        r->difference[n++].at = r->scan.strict;
    }
    r->differences = n;
    htr_verify_explain(&v->start, &v->trace, r->difference, n);
    return HTR_COMPARE_DIFFERENT;
}

static void describe(struct htr_verify *v)
{
    const struct htr_verify_options *o = v->options;
    struct htr_verify_report *r = &v->report;
    struct htr_compare_strict_cfg cfg;
    htr_compare_strict_take(&cfg, &v->trace.te, &v->trace.cfg);
    r->source = v->trace.one_source ? (int32_t)v->trace.src : -1;
    r->strict = o->strict;
    r->parts = o->partial || o->resync || o->keep_going || is_wrapped(v);
    r->no_clock = v->trace.cfg.timestamps && cfg.clock == HTR_COMPARE_CLOCK_UNKNOWN;
}

int htr_verify_run(struct htr_verify *v)
{
    struct htr_verify_report *r = &v->report;
    describe(v);
    v->start = v->trace.decoder;
    int status = htr_trace_protocol(&v->trace) == HTR_ETRACE
                     ? htr_verify_scan_etrace(&v->trace, &r->scan)
                     : htr_verify_scan(v->host, &v->start, &v->trace.te.encoder, &r->scan);
    if (status == HTR_OK && r->scan.messages + r->scan.damaged != 0) {
        status = compare_all(v);
    }
    r->bytes = v->trace.one_source ? r->scan.bytes : v->trace.bytes.size;
    if (v->trace.one_source) {
        r->result.sum.messages = r->scan.messages;
    }
    status = status < 0 ? status : check_empty(v, status);
    if (status == HTR_COMPARE_EQUAL && v->options->accesses != NULL) {
        status = compare_data(v);
    }
    r->verdict = status < 0 ? status : explain(v, status);
    return r->verdict;
}
