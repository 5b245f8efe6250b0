/* SPDX-License-Identifier: Apache-2.0 */
/* Which rule the first packet breaks that is not what the model sends: only for naming what
 * decoding has found wrong. */
#include "etrace/etrace_frame.h"
#include "htk_enc.h"
#include "htr/htr_etrace.h"

/* The next packet of instruction trace. Returns false at the end, or when it is damaged. */
static bool next(struct etrace_reader *r, struct htr_etrace_options *o, struct etrace_packet *p)
{
    struct etrace_frame f;
    int rc = ETRACE_ERR_END;
    while (rc == ETRACE_ERR_END && etrace_reader_next(r, &f) == ETRACE_OK) {
        rc = htr_etrace_decode(&r->cfg, o, &f, p);
    }
    return rc == ETRACE_OK;
}

/* The field in which they differ. NULL: none that is known, or they are other packets. */
static const char *rule_of(const struct etrace_packet *w, const struct etrace_packet *g)
{
    const bool sync = w->format == ETRACE_FORMAT_SYNC;
    if (w->irreport && !g->irreport) {
        return "ET-ALG-016"; /* another address is right without the failed return */
    }
    if (w->format != g->format || w->subformat != g->subformat) {
        return NULL;
    }
    if (w->branches != g->branches || w->branch_count != g->branch_count) {
        return "ET-ALG-003";
    }
    if (w->branch_map != g->branch_map || (sync && w->branch != g->branch)) {
        return sync ? "ET-PKT-006" : "ET-PKT-062";
    }
    if (w->privilege != g->privilege) {
        return "ET-PKT-007";
    }
    if (w->index != g->index) {
        return "ET-PKT-084";
    }
    if (w->thaddr != g->thaddr) {
        return "ET-PKT-022";
    }
    return w->address == g->address ? NULL : sync ? "ET-PKT-010" : "ET-PKT-046";
}

const char *htk_enc_etrace_rule(const struct etrace_cfg *cfg, const uint8_t *want, size_t n,
                                const uint8_t *got, size_t m)
{
    struct etrace_reader w, g;
    struct htr_etrace_options ow = {.options = cfg->options}, og = ow;
    struct etrace_packet pw, pg;
    const char *rule = NULL;
    if (etrace_reader_init(&w, cfg, want, n) != ETRACE_OK ||
        etrace_reader_init(&g, cfg, got, m) != ETRACE_OK) {
        return NULL;
    }
    bool same = true;
    while (same && next(&w, &ow, &pw) && next(&g, &og, &pg)) {
        rule = rule_of(&pw, &pg);
        same = rule == NULL && pw.format == pg.format && pw.subformat == pg.subformat;
    }
    return rule;
}
