/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Packets of data trace by the names of their fields.
 *
 * Source: Efficient Trace 2.0, chapter "Data Trace Encoder Output Packets".
 */
#include "htr/htr_etrace.h"

void htr_etrace_data_begin(struct htr_etrace_data *d, const struct etrace_cfg *cfg)
{
    *d = (struct htr_etrace_data){.options = cfg->data_options};
}

void htr_etrace_data_support(struct htr_etrace_data *d, const struct etrace_packet *p)
{
    if (p->format == ETRACE_FORMAT_SYNC && p->subformat == ETRACE_SYNC_SUPPORT) {
        d->options = p->doptions & ((1u << ETRACE_DATA_OPTIONS) - 1u);
    }
}

int htr_etrace_data_decode(const struct etrace_cfg *cfg, struct htr_etrace_data *d,
                           const struct etrace_frame *f, struct etrace_data_packet *p)
{
    if (f->kind != ETRACE_KIND_DATA || !cfg->data_decoded) {
        return ETRACE_ERR_END;
    }
    int rc = etrace_data_decode(cfg, d->options, &d->state, f->payload, f->size, p);
    if (rc == ETRACE_OK && p->format == ETRACE_DATA_ATOMIC) { /* for its response */
        d->state.atomic[p->lrid & (sizeof d->state.atomic - 1u)] =
            (uint8_t)(p->size | p->subtype << 4);
    }
    return rc;
}

unsigned htr_etrace_data_fields(const struct etrace_cfg *cfg, const struct etrace_frame *f,
                                const struct etrace_data_packet *p,
                                struct htr_etrace_field field[HTR_ETRACE_FIELDS])
{
    const bool response =
        p->format == ETRACE_DATA_LOAD_DATA || p->format == ETRACE_DATA_ATOMIC_DATA;
    const bool load = p->format <= ETRACE_DATA_LOAD + 1;
    const bool atomic = p->format == ETRACE_DATA_ATOMIC;
    const bool request =
        cfg->data_split && ((load && !p->has_data && p->has_address) ||
                            (atomic && p->has_address && p->has_operand && !p->has_data));
    const uint64_t bits = etrace_mask(etrace_data_bits(p->size));
    const struct {
        bool there;
        struct htr_etrace_field field;
    } all[] = {
        {true, {"format", p->format, false}},
        {atomic || p->format == ETRACE_DATA_CSR, {"subtype", p->subtype, false}},
        {p->format != ETRACE_DATA_CSR && p->format != ETRACE_DATA_ATOMIC_DATA,
         {"size", p->size, false}},
        {response || request, {"lrid", p->lrid, false}},
        {response, {"resp", p->resp, false}},
        {!response, {"diff", p->diff, false}},
        {p->has_operand, {"operand", p->operand & bits, true}},
        {p->has_data, {"data", p->data & bits, true}},
        {p->has_address, {"address", p->address & etrace_mask(cfg->daddress_width), true}},
    };
    unsigned n = htr_etrace_fields(cfg, f, NULL, field);
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (all[i].there) {
            field[n++] = all[i].field;
        }
    }
    return n;
}
