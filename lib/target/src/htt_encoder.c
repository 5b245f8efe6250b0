/* SPDX-License-Identifier: Apache-2.0 */
/* An encoder: its settings written through the driver, and read from its registers. */
#include "htt/htt_encoder.h"

#include "encoder_regs.h"
#include "htt/htt_status.h"
#include "timestamp_regs.h"

/* Registers that the driver or another function here programs. */
static bool settled_elsewhere(uint16_t offset)
{
    return offset == TR_TE_CONTROL_OFFSET || offset == TR_TE_INST_FEATURES_OFFSET ||
           offset == TR_TS_CONTROL_OFFSET;
}

enum rvt_status htt_encoder_registers(const struct rvt_component *encoder, struct htr_registers *r)
{
    r->stimulus = 0; /* not read: what other encoders have there is not known */
    enum rvt_status s = rvt_reg_read(encoder, TR_TE_CONTROL_OFFSET, &r->control);
    s = s == RVT_OK ? rvt_reg_read(encoder, TR_TE_INST_FEATURES_OFFSET, &r->features) : s;
    s = s == RVT_OK ? rvt_reg_read(encoder, TR_TS_CONTROL_OFFSET, &r->ts) : s;
    s = s == RVT_OK ? rvt_reg_read(encoder, TR_TE_DATA_CONTROL_OFFSET, &r->data) : s;
    if ((r->data & TR_TE_DATA_IMPLEMENTED_MASK) == 0) {
        r->data = r->data_filters = 0;
        return s;
    }
    return s == RVT_OK ? rvt_reg_read(encoder, TR_TE_DATA_FILTERS_OFFSET, &r->data_filters) : s;
}

int htt_encoder_stream(const struct rvt_encoder *encoder, struct htr_host *host,
                       const struct htr_settings *te, struct nexus_stream_cfg *cfg)
{
    struct htr_registers r;
    enum rvt_status s = htt_encoder_registers(&encoder->c, &r);
    if (s != RVT_OK) {
        return htt_fail(host, "the encoder's registers cannot be read", NULL, s);
    }
    htr_settings_stream_of(te, &r, cfg);
    return HTR_OK;
}

int htt_encoder_etrace(const struct rvt_encoder *encoder, struct htr_host *host,
                       const struct htr_settings *te, struct etrace_cfg *cfg)
{
    struct htr_registers r;
    enum rvt_status s = htt_encoder_registers(&encoder->c, &r);
    if (s != RVT_OK) {
        return htt_fail(host, "the encoder's registers cannot be read", NULL, s);
    }
    htr_settings_etrace_of(te, &r, cfg);
    return HTR_OK;
}

/* ---- programming ---- */

static void driver_cfg(const struct htr_settings *te, struct rvt_encoder_cfg *c)
{
    uint32_t control = htr_settings_register(te, TR_TE_CONTROL_OFFSET), mode;
    if (htr_settings_is_etrace(te)) {
        control = (control & ~TR_TE_INST_MODE_MASK) | TR_TE_INST_MODE_VENDOR << TR_TE_INST_MODE_SHIFT;
        rvt_encoder_cfg_from(c, control, htr_settings_register(te, TR_TE_INST_FEATURES_OFFSET));
        return;
    }
    if (!htr_settings_asked(te, "trTeInstMode", &mode)) {
        control |= TR_TE_INST_MODE_HTM << TR_TE_INST_MODE_SHIFT;
    }
    control = (control & ~TR_TE_FORMAT_MASK) | TR_TE_FORMAT_NTRACE << TR_TE_FORMAT_SHIFT;
    rvt_encoder_cfg_from(c, control, htr_settings_register(te, TR_TE_INST_FEATURES_OFFSET));
}

/* trTsControl: what was asked for; with trTsEnable also a running unit in mode External, unless
 * another mode was asked for. */
static enum rvt_status program_timestamp(const struct htr_settings *te, struct rvt_encoder *e)
{
    uint32_t want = htr_settings_register(te, TR_TS_CONTROL_OFFSET);
    uint32_t unused;
    if (want == 0) {
        return RVT_OK;
    }
    if (!htr_settings_asked(te, "trTsMode", &unused)) {
        want |= TR_TS_MODE_EXTERNAL << TR_TS_MODE_SHIFT;
    }
    if (!htr_settings_asked(te, "trTsCount", &unused)) {
        want |= TR_TS_COUNT_MASK;
    }
    want |= TR_TS_ACTIVE_MASK;
    enum rvt_status s = rvt_reg_write(&e->c, TR_TS_CONTROL_OFFSET, TR_TS_ACTIVE_MASK);
    return s != RVT_OK ? s : rvt_reg_write(&e->c, TR_TS_CONTROL_OFFSET, want);
}

/* The other registers that were asked for, from the highest offset down: the match values of
 * filters and comparators come before their enables. */
static enum rvt_status program_others(const struct htr_settings *te, struct rvt_encoder *e)
{
    uint32_t last = UINT32_MAX;
    for (;;) {
        const struct htr_field *next = NULL;
        for (unsigned i = 0; i < te->nset; i++) {
            const struct htr_field *s = &te->set[i];
            if (!settled_elsewhere(s->offset) && s->offset < last &&
                (next == NULL || s->offset > next->offset)) {
                next = s;
            }
        }
        if (next == NULL) {
            return RVT_OK;
        }
        last = next->offset;
        enum rvt_status s = rvt_reg_write(&e->c, last, htr_settings_register(te, next->offset));
        if (s != RVT_OK) {
            return s;
        }
    }
}

/* Say which fields were granted another value than asked for. */
static enum rvt_status report_granted(const struct htr_settings *te, struct htr_host *host,
                                      const struct rvt_encoder *e)
{
    for (unsigned i = 0; i < te->nset; i++) {
        const struct htr_field *s = &te->set[i];
        uint32_t reg = 0;
        enum rvt_status status = rvt_reg_read(&e->c, s->offset, &reg);
        if (status != RVT_OK) {
            return status;
        }
        uint32_t granted = (reg & htr_field_mask(s->field)) >> s->field->lsb;
        if (granted != s->value) {
            htr_note(host, NULL, "%s: asked for %u, the encoder granted %u, which is used",
                     s->field->name, (unsigned)s->value, (unsigned)granted);
        }
    }
    return RVT_OK;
}

int htt_encoder_program(struct rvt_encoder *encoder, struct htr_host *host,
                        const struct htr_settings *te)
{
    struct rvt_encoder_cfg cfg;
    driver_cfg(te, &cfg);
    if (cfg.src_bits > 12) {
        return htr_fail(host, HTR_ERR_ARG, NULL, "trTeSrcBits=%u: SRC has at most 12 bits",
                        cfg.src_bits);
    }
    if (cfg.src_bits > 0 && (cfg.src_id >> cfg.src_bits) != 0) {
        return htr_fail(host, HTR_ERR_ARG, NULL,
                        "trTeSrcID=%u does not fit in trTeSrcBits=%u; use a smaller one",
                        cfg.src_id, cfg.src_bits);
    }
    enum rvt_status s = rvt_encoder_reset(encoder);
    if (s == RVT_OK) {
        s = rvt_encoder_configure(encoder, &cfg, NULL);
    }
    if (s == RVT_ERR_UNSUPPORTED) { /* not exact: the protocol alone is refused */
        return htr_fail(host, HTR_ERR_ARG, NULL,
                        "the encoder does not have %s (trTeFormat=%u); leave trTeFormat out, or "
                        "--te trTeFormat=%u",
                        cfg.format == TR_TE_FORMAT_ETRACE ? "E-Trace" : "N-Trace", cfg.format,
                        cfg.format == TR_TE_FORMAT_ETRACE ? 1u : 0u);
    }
    if (s == RVT_OK) {
        s = program_timestamp(te, encoder);
    }
    if (s == RVT_OK) {
        s = program_others(te, encoder);
    }
    if (s == RVT_OK) {
        s = report_granted(te, host, encoder);
    }
    if (s != RVT_OK) {
        return htt_fail(host, "the encoder cannot be programmed", NULL, s);
    }
    return HTR_OK;
}
