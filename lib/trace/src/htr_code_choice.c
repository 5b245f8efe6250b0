/* SPDX-License-Identifier: Apache-2.0 */
/* From options to code. */
#include "htr/htr_trace.h"

void htr_settings_take_code(const struct htr_code_facts *facts, struct htr_settings *te)
{
    if (facts->xlen_known && !te->extra.xlen_set) {
        te->encoder.xlen = facts->xlen;
    }
    if (facts->isa_known) {
        te->encoder.itype_width = facts->itype_width;
        te->extra.isa_c = (facts->isa & FLOW_ISA_C) != 0;
        te->extra.zcmp = (facts->isa & FLOW_ISA_ZCMP) != 0;
        te->extra.zcmt = (facts->isa & FLOW_ISA_ZCMT) != 0;
        te->extra.jvt = facts->jvt;
    }
}

int htr_code_choose(struct htr_code *c, struct htr_host *host, const struct htr_code_choice *o,
                    struct htr_settings *te)
{
    const struct htr_code_options files = {.elf = o->elf,
                                           .pcinfo = o->pcinfo,
                                           .ingress = o->ingress,
                                           .hart = (unsigned)o->hart,
                                           .image = o->images.item,
                                           .nimages = o->images.n,
                                           .in = o->in.item,
                                           .nin = o->in.n,
                                           .mapped = o->mapped,
                                           .nmapped = o->nmapped};
    struct htr_code_facts facts;
    int status = htr_code_open(c, host, &files, &facts);
    if (status == HTR_OK) {
        htr_settings_take_code(&facts, te);
    }
    return status;
}
