/* SPDX-License-Identifier: Apache-2.0 */
/* Decode what came out of the sink, and compare it with what the hart retired. */
#include <stdlib.h>

#include "etrace/etrace_flow.h"
#include "hts_code.h"
#include "htr/htr_tree_pull.h"
#include "hts_live.h"
#include "hts_session_priv.h"

struct check {
    const struct hts_session *session;
    const struct hts_hart_work *hart;
    struct hts_check *out;
    struct hts_code code;
    struct nexus_decoder decoder;
    struct etrace_decoder etrace; /* in its place */
    struct htr_tree tree;         /* contains the decoder */
    int32_t branch;               /* the decoder's component; HTR_NONE: none yet */
    struct htr_pcs expected;
};

/* Does the sink hold the end of the trace, and not its beginning? */
static bool lacks_beginning(const struct check *c)
{
    return c->session->sink[c->hart->is.sink].is.wrapped && !c->session->cfg.stop_on_wrap;
}

static int start_etrace(struct check *c)
{
    const struct hts_hart *h = &c->hart->is;
    if (etrace_decoder_init(&c->etrace, &h->etrace, &c->code.code, h->trace,
                            (size_t)h->trace_size) != ETRACE_OK) {
        return htr_fail(c->session->host, HTR_ERR_ARG, NULL, "no decoder can have these options");
    }
    if (lacks_beginning(c) && !h->whole_messages &&
        etrace_reader_sync(&c->etrace.reader) != ETRACE_OK) {
        c->etrace.reader.pos = c->etrace.reader.size; /* no place to begin at */
    }
    if (c->branch == HTR_NONE) {
        c->branch = htr_tree_single_etrace(&c->tree, c->session->host, &c->etrace, NULL, NULL);
    }
    return c->branch < 0 ? c->branch : HTR_OK;
}

/* Before the first message. */
static int start_decoder(struct check *c)
{
    const struct hts_hart *h = &c->hart->is;
    if (h->is_etrace) {
        return start_etrace(c);
    }
    if (nexus_decoder_init(&c->decoder, &h->stream, &c->code.code, h->trace,
                           (size_t)h->trace_size) != NEXUS_OK) {
        return htr_fail(c->session->host, HTR_ERR_ARG, NULL, "no decoder can have these options");
    }
    if (lacks_beginning(c) && !h->whole_messages) {
        (void)nexus_msg_decoder_resync(&c->decoder.msgs);
    }
    if (c->branch == HTR_NONE) {
        c->branch = htr_tree_single(&c->tree, c->session->host, &c->decoder, NULL, NULL);
    }
    return c->branch < 0 ? c->branch : HTR_OK;
}

/* The beginning or the end of the execution, without a gap: compared without holding the log in
 * memory. Returns false when there is more to it. */
static bool compare_section(struct check *c, int *verdict)
{
    const struct htr_pc_log *log = &c->hart->pcs;
    uint64_t from = 0, instructions;
    bool simple =
        htr_compare_measure(&c->tree, c->branch, &instructions) && start_decoder(c) == HTR_OK;
    if (!c->session->cfg.stop_on_wrap) {
        from = log->count - instructions;
        simple = simple && instructions <= log->count - log->first;
    }
    if (simple) {
        htr_pcs_close(&c->expected);
        htr_pcs_open_log_at(&c->expected, c->session->host, log, from);
        *verdict =
            htr_compare_section(&c->tree, c->branch, &c->expected, from + 1, &c->out->result);
    }
    return simple;
}

static int compare_part(struct check *c)
{
    const bool selective = c->out->selective;
    const enum htr_compare_anchor anchor = selective            ? HTR_COMPARE_ANYWHERE
                                           : lacks_beginning(c) ? HTR_COMPARE_TO_END
                                                                : HTR_COMPARE_FROM_START;
    int verdict;
    if (!selective && c->out->wrapped && compare_section(c, &verdict)) {
        return verdict;
    }
    int status = start_decoder(c);
    return status == HTR_OK ? htr_compare_pieces(&c->tree, c->branch, &c->expected, anchor,
                                                 &c->out->result, &c->out->gaps)
                            : status;
}

/* The trace is in the sink: decode it now. */
static int compare_sink(struct check *c, bool partial)
{
    hts_code_begin(&c->code, c->hart->program, &c->hart->is.stream);
    if (!hts_code_follow(&c->code, &c->hart->opcodes)) {
        return htr_fail(c->session->host, HTR_ERR_MEMORY, NULL, "not enough memory for the log");
    }
    c->out->other_code = c->code.other;
    c->out->where = c->code.where;
    int status = start_decoder(c);
    if (status != HTR_OK) {
        return status;
    }
    htr_pcs_open_log(&c->expected, c->session->host, &c->hart->pcs);
    status = partial ? compare_part(c)
                     : htr_compare_whole(&c->tree, c->branch, &c->expected, &c->out->result);
    htr_pcs_close(&c->expected);
    return status;
}

/* Data trace: decoded again, with the code as it is. Only of a whole trace that was kept. */
static int compare_data(struct check *c, bool partial)
{
    struct hts_data_check *out = &c->out->data;
    if (!c->hart->data.on) {
        return HTR_OK;
    }
    const struct hts_hart *h = &c->hart->is;
    uint32_t filters = 0;
    (void)htr_settings_asked(&h->settings, "trTeDataFilters", &filters);
    out->verdict = HTS_DATA_NOT_COMPARED;
    if (partial || c->hart->live != NULL || h->stream.data_filtered || filters != 0) {
        return HTR_OK;
    }
    const size_t size = (size_t)h->trace_size;
    const int begun =
        h->is_etrace
            ? (int)etrace_decoder_init(&c->etrace, &h->etrace, &c->code.code, h->trace, size)
            : (int)nexus_decoder_init(&c->decoder, &h->stream, &c->code.code, h->trace, size);
    if (begun != 0) {
        return htr_fail(c->session->host, HTR_ERR_ARG, NULL, "no decoder can have these options");
    }
    if (c->hart->data.failed || hts_data_compare(&c->decoder, h->is_etrace ? &c->etrace : NULL,
                                                 &c->hart->data, &h->settings, out) != HTR_OK) {
        return htr_fail(c->session->host, HTR_ERR_MEMORY, NULL,
                        "not enough memory for the log of data accesses");
    }
    return HTR_OK;
}

static int check_sink(struct check *c, bool partial)
{
    c->branch = HTR_NONE;
    int status = compare_sink(c, partial);
    if (status >= 0) {
        int data = compare_data(c, partial);
        status = data == HTR_OK ? status : data;
    }
    htr_tree_close(&c->tree);
    hts_code_free(&c->code);
    return status;
}

/* The trace was compared while it came. */
static int check_live(struct check *c)
{
    const struct hts_live *live = c->hart->live;
    if (c->hart->opcodes.failed) {
        return htr_fail(c->session->host, HTR_ERR_MEMORY, NULL, "not enough memory for the log");
    }
    c->out->other_code = live->code.other;
    c->out->where = live->code.where;
    c->out->result = live->compare.result;
    c->out->gaps = live->compare.gaps;
    return live->compare.verdict;
}

static enum hts_verdict verdict_of(const struct check *c, int compared, bool partial)
{
    if (compared == HTR_COMPARE_DIFFERENT) {
        return HTS_DIFFERENT;
    }
    if (!partial) {
        return HTS_EQUAL;
    }
    return c->out->result.instructions == 0 && !c->out->selective ? HTS_NOTHING : HTS_EQUAL_IN_PART;
}

int hts_check(struct hts_session *session, unsigned hart, struct hts_check *out)
{
    *out = (struct hts_check){.verdict = HTS_NOT_TRACED};
    if (session->stage != HTS_STOPPED || session->cfg.no_trace || session->log_full) {
        return htr_fail(session->host, HTR_ERR_CONFLICT, NULL,
                        "hts_check comes after hts_stop of a run with a trace");
    }
    if (hart >= session->harts) {
        return htr_fail(session->host, HTR_ERR_RANGE, NULL, "no hart %u; there are %u", hart,
                        session->harts);
    }
    const struct hts_hart_work *h = &session->hart[hart];
    if (h->is.sink == TOPOLOGY_NONE) {
        return HTR_OK;
    }
    struct check *c = calloc(1, sizeof *c);
    if (c == NULL) {
        return htr_fail(session->host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    c->session = session;
    c->hart = h;
    c->out = out;
    out->selective = hts_is_selective(h);
    out->wrapped = session->sink[h->is.sink].is.wrapped;
    const bool partial = out->wrapped || h->is.overflow || out->selective;
    int compared = h->live != NULL ? check_live(c) : check_sink(c, partial);
    out->verdict = verdict_of(c, compared, partial);
    free(c);
    return compared < 0 ? compared : HTR_OK;
}
