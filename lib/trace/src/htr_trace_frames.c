/* SPDX-License-Identifier: Apache-2.0 */
/* A trace in the frames of a CoreSight formatter, and one in the AUX areas of perf.data. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "htr/htr_frame_messages.h"
#include "htr_trace_load.h"

static int unframe(struct htr_trace *t, const struct nexus_stream_cfg *cfg)
{
    struct htr_frame_messages *m;
    struct htr_bytes messages = {0};
    int status = htr_frame_messages_open(&m, cfg);
    if (status == HTR_OK) {
        if (t->wrapped) {
            htr_frame_messages_wrapped(m);
        }
        status = htr_frame_messages_add(m, t->bytes.bytes, t->bytes.size);
    }
    if (status != HTR_OK) {
        htr_frame_messages_close(m);
        return htr_fail(t->host, status, t->path, "does not fit in memory");
    }
    htr_frame_messages_end(m, &messages, &t->unframed);
    htr_bytes_free(&t->bytes);
    t->bytes = messages;
    t->wrapped = false; /* every message is whole */
    return messages.bytes != NULL
               ? HTR_OK
               : htr_fail(t->host, HTR_ERR_MEMORY, t->path, "does not fit in memory");
}

int htr_trace_load_frames(struct htr_trace *t)
{
    struct nexus_stream_cfg cfg;
    int status = htr_bytes_load(&t->bytes, t->host, t->path);
    htr_settings_stream(&t->te, &cfg);
    if (status != HTR_OK || nexus_cfg_check(&cfg) != NULL ||
        !htr_frame_messages_are(&cfg, t->bytes.bytes, t->bytes.size)) {
        return status;
    }
    return unframe(t, &cfg);
}

/* ---- perf.data ---- */

static int put_in_front(struct htr_trace *t, struct htr_list *list, const char *item)
{
    if (list->n == HTR_LIST_MAX) {
        return htr_fail(t->host, HTR_ERR_ARG, NULL, "too many --te or --param");
    }
    memmove(list->item + 1, list->item, list->n * sizeof list->item[0]);
    list->item[0] = item;
    list->n++;
    return HTR_OK;
}

static bool names_profile(const struct htr_trace_options *o)
{
    bool named = o->profile != NULL;
    for (unsigned i = 0; i < o->params.n && !named; i++) {
        named = strncmp(o->params.item[i], "profile=", 8) == 0;
    }
    return named;
}

/* Are all encoders of another format than N-Trace? */
static bool is_other_format(const struct htr_perf_data *p)
{
    enum {
        NTRACE = 1 /* trTeFormat */
    };
    bool other = p->cpus > 0;
    for (size_t i = 0; i < p->cpus; i++) {
        other = other && p->cpu[i].format != NTRACE;
    }
    return other;
}

int htr_trace_open_perf(struct htr_trace *t, const struct htr_trace_options *o, struct htr_list *te,
                        struct htr_list *params, struct htr_perf_words *words)
{
    if (!htr_perf_data_is(o->path)) {
        return HTR_OK;
    }
    t->perf = calloc(1, sizeof *t->perf);
    if (t->perf == NULL) {
        return htr_fail(t->host, HTR_ERR_MEMORY, o->path, "does not fit in memory");
    }
    int status = htr_perf_data_open(t->perf, t->host, o->path);
    if (status == HTR_OK && is_other_format(t->perf)) {
        status = htr_fail(t->host, HTR_ERR_FORMAT, o->path,
                          "its encoders did not send N-Trace (trTeFormat); N-Trace is what is "
                          "decoded here");
    }
    int bits = htr_perf_data_src_bits(t->perf);
    if (status == HTR_OK && bits >= 0) {
        snprintf(words->src_bits, sizeof words->src_bits, "trTeSrcBits=%d", bits);
        status = put_in_front(t, te, words->src_bits);
    }
    if (status == HTR_OK && t->perf->described && !names_profile(o)) {
        status = put_in_front(t, params, "profile=spacemit-k3");
    }
    return status;
}

int htr_trace_load_perf(struct htr_trace *t)
{
    struct nexus_stream_cfg cfg;
    htr_settings_stream(&t->te, &cfg);
    const char *wrong = nexus_cfg_check(&cfg);
    if (wrong != NULL) {
        return htr_fail(t->host, HTR_ERR_ARG, NULL,
                        "--te and --param do not fit together: %s is out of range", wrong);
    }
    if (t->perf->aux_lost > 0) {
        htr_note(t->host, t->path, "trace was lost in %llu of %llu AUX records",
                 (unsigned long long)t->perf->aux_lost, (unsigned long long)t->perf->aux);
    }
    return htr_perf_data_messages(t->perf, t->host, &cfg, &t->bytes, &t->unframed);
}

int htr_trace_perf_code(struct htr_trace *t, struct htr_code_choice *code)
{
    if (t->perf == NULL || code->pcinfo != NULL || code->ingress != NULL) {
        return HTR_OK;
    }
    int status = htr_perf_data_code(t->perf, t->host, code->symfs, &t->perf_code);
    code->mapped = t->perf_code.mapping;
    code->nmapped = t->perf_code.count;
    if (status == HTR_OK && !htr_code_is_chosen(code)) {
        status = htr_fail(t->host, HTR_ERR_MISSING, t->path,
                          "none of the files that ran is here; give the target's files with "
                          "--symfs, or --elf");
    }
    return status;
}

void htr_trace_close_perf(struct htr_trace *t)
{
    htr_perf_code_free(&t->perf_code);
    if (t->perf != NULL) {
        htr_perf_data_close(t->perf);
    }
    free(t->perf);
    t->perf = NULL;
}
