/* SPDX-License-Identifier: Apache-2.0 */
#include "nexus_table.h"

/* clang-format off */
#define NEXUS_MSG(tcode, text, around) [tcode] = {.name = (text), .head = NEXUS_##around, .row = {
#define NEXUS_FIX(f, text, bits) {NEXUS_KIND_FIX, NEXUS_F_##f, (bits), 0, (text)},
#define NEXUS_CFG(f, text, width) \
    {NEXUS_KIND_CFG, NEXUS_F_##f, offsetof(struct nexus_cfg_widths, width), 0, (text)},
#define NEXUS_VAR(f, text, most) {NEXUS_KIND_VAR, NEXUS_F_##f, 0, (most), (text)},
#define NEXUS_ADR(f, text) {NEXUS_KIND_ADR, NEXUS_F_##f, 0, NEXUS_MAX_ADDR_BITS, (text)},
#define NEXUS_SEL(f, text, most, when) \
    {NEXUS_KIND_SEL, NEXUS_F_##f, NEXUS_IF_##when, (most), (text)},
#define NEXUS_RES(f, text) {NEXUS_KIND_RES, NEXUS_F_##f, 0, 0, (text)},
#define NEXUS_END {NEXUS_KIND_END, 0, 0, 0, NULL}}},
#define NEXUS_RAW(tcode, text) [tcode] = {.name = (text), .head = NEXUS_RAW_HEAD},
/* clang-format on */

const struct nexus_layout nexus_layouts[NEXUS_TCODES] = {
#include "nexus/nexus_messages.def"
};

bool nexus_condition_holds(const struct nexus_stream_cfg *cfg, const struct nexus_msg *m,
                           unsigned condition)
{
    const struct nexus_cfg_widths *w = &cfg->width;
    const unsigned one_more = cfg->profile == NEXUS_PROFILE_SIFIVE_0X;
    switch (condition) {
    case NEXUS_IF_RCODE_2:
        return m->value[NEXUS_F_RCODE] == NEXUS_RCODE_HIST_REPEAT;
    case NEXUS_IF_CDF_1:
    case NEXUS_IF_CDF_2:
    case NEXUS_IF_CDF_3:
        return m->value[NEXUS_F_CDF] > condition - NEXUS_IF_CDF_1;
    case NEXUS_IF_CKDF_1:
    case NEXUS_IF_CKDF_2:
    case NEXUS_IF_CKDF_3:
        return (w->ckdf == 0 ? 1 : m->value[NEXUS_F_CKDF] + one_more) > condition - NEXUS_IF_CKDF_1;
    case NEXUS_IF_NDQ_2:
    case NEXUS_IF_NDQ_3:
    case NEXUS_IF_NDQ_4:
        return w->ndq > condition - NEXUS_IF_NDQ_2 + 1;
    case NEXUS_IF_CANCEL:
        return w->cancel;
    default:
        return false;
    }
}

const char *nexus_tcode_name(unsigned tcode)
{
    return tcode < NEXUS_TCODES ? nexus_layouts[tcode].name : "Reserved";
}

const char *nexus_field_name(unsigned tcode, enum nexus_field f)
{
    if (tcode >= NEXUS_TCODES) {
        return "?";
    }
    const struct nexus_layout *l = &nexus_layouts[tcode];
    for (const struct nexus_row *r = l->row; r->kind != NEXUS_KIND_END; r++) {
        if (r->field == f) {
            return r->name;
        }
    }
    return f == NEXUS_F_TSTAMP && l->head == NEXUS_NTRACE_HEAD ? "TSTAMP" : "?";
}

unsigned nexus_msg_fields(const struct nexus_stream_cfg *cfg, const struct nexus_msg *m,
                          enum nexus_field order[NEXUS_FIELDS])
{
    (void)cfg;
    unsigned n = 0;
    if (m->tcode >= NEXUS_TCODES) {
        return 0;
    }
    for (const struct nexus_row *r = nexus_layouts[m->tcode].row; r->kind != NEXUS_KIND_END; r++) {
        if (nexus_msg_has(m, (enum nexus_field)r->field)) {
            order[n++] = (enum nexus_field)r->field;
        }
    }
    if (nexus_layouts[m->tcode].head == NEXUS_NTRACE_HEAD && nexus_msg_has(m, NEXUS_F_TSTAMP)) {
        order[n++] = NEXUS_F_TSTAMP;
    }
    return n;
}
