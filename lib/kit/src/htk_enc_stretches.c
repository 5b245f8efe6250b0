/* SPDX-License-Identifier: Apache-2.0 */
/* All of a random stream, by the comparison of `hartrace verify --resync`. */
#include "htk_stream.h"
#include "htr/htr_compare.h"

static bool list_pcs(const struct htk_stream *s, struct htr_pc_log *log)
{
    for (size_t i = 0; i < s->pcs; i++) {
        if (!htr_pc_log_add(log, s->pc[i])) {
            return false;
        }
    }
    return true;
}

/* The number of the instruction that was expected there; SIZE_MAX: the place is unknown. */
static size_t listed_at(const struct htr_compare_parts_result *r, const struct htr_difference *d)
{
    for (size_t i = 0; i < r->spans; i++) {
        const struct htr_compare_span *x = &r->span[i];
        if (x->decoded + x->n == d->instruction - 1) {
            return (size_t)(x->listed + x->n);
        }
    }
    return SIZE_MAX;
}

static void take_result(struct htk_stretches *out, const struct htr_compare_parts_result *r)
{
    out->equal = r->sum.instructions;
    out->gaps = r->gaps;
    if (r->differences > 0) {
        out->first = r->difference[0];
        out->listed = listed_at(r, &r->difference[0]);
    }
    for (unsigned i = 0; i < r->differences; i++) {
        if (i == 0 || r->difference[i].msg != r->difference[i - 1].msg) {
            out->message[out->differences++] = r->difference[i].msg;
        }
    }
}

bool htk_stream_stretches(const struct htk_stream *s, const struct htk_dut *d, bool partial,
                          struct nexus_decoder *dec, struct htk_stretches *out)
{
    const struct htr_compare_parts_cfg cfg = {.late = partial,
                                              .early = partial,
                                              .regions = partial,
                                              .losses = true,
                                              .limit = HTK_STRETCHES,
                                              .spans = true};
    struct flow_region region = {s->hart.base, RH_CODE_BYTES, s->walk.code};
    struct flow_code_image image = {&region, 1};
    struct flow_code code;
    struct htr_pc_log log = {.count = 0};
    struct htr_tree tree;
    struct htr_pcs pcs;
    struct htr_compare_parts_result r;
    *out = (struct htk_stretches){.listed = SIZE_MAX};
    flow_code_init_image(&code, nexus_cfg_isa(&s->cfg), &image);
    if (s->pcs == 0 || nexus_decoder_init(dec, &s->cfg, &code, d->bytes, d->n) != NEXUS_OK) {
        return false;
    }
    bool good = list_pcs(s, &log);
    const int32_t decoder = htr_tree_single(&tree, s->e->host, dec, NULL, NULL);
    if (good && decoder >= 0) {
        htr_pcs_open_log(&pcs, s->e->host, &log);
        good = htr_compare_parts(&tree, decoder, &pcs, &cfg, &r) >= 0;
        if (good) {
            take_result(out, &r);
        }
        htr_compare_parts_free(&r);
        htr_pcs_close(&pcs);
    }
    htr_tree_close(&tree);
    htr_pc_log_free(&log);
    return good && decoder >= 0;
}

void htk_stretches_text(const struct htk_stretches *x, char *out, size_t size)
{
    size_t n = (size_t)snprintf(out, size, "; in all of the stream %llu instructions are right",
                                (unsigned long long)x->equal);
    for (unsigned i = 0; i < x->differences && n < size; i++) {
        n += (size_t)snprintf(out + n, size - n, "%s#%llu",
                              i == 0 ? ", and it differs from these messages on: " : ", ",
                              (unsigned long long)x->message[i]);
    }
}
