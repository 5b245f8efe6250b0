/* SPDX-License-Identifier: Apache-2.0 */
/* Code from the opcodes recorded in an ingress stream. */
#include <stdlib.h>

#include "htr/htr_ingress.h"
#include "htr_code_priv.h"

void htr_code_header_facts(const struct ingress_header *h, struct htr_code_facts *facts)
{
    *facts = (struct htr_code_facts){.xlen_known = true,
                                     .xlen = h->xlen,
                                     .isa_known = true,
                                     .itype_width = h->itype_width,
                                     .isa = h->isa,
                                     .jvt = h->jvt};
}

static int by_address_and_time(const void *a, const void *b)
{
    const struct flow_opcode *x = a, *y = b;
    if (x->addr != y->addr) {
        return x->addr < y->addr ? -1 : 1;
    }
    return x->since < y->since ? -1 : x->since > y->since;
}

/* Read the opcodes; *n of them. Returns the status that ended the stream. */
static int read_opcodes(struct ingress_reader *r, unsigned hart, struct flow_opcode **list,
                        size_t *n)
{
    struct ingress_record rec;
    uint64_t position = 0;
    size_t room = 0;
    int status;
    while ((status = ingress_read(r, &rec)) == 1) {
        if (rec.kind == INGRESS_CYCLE && rec.hart == hart) {
            for (unsigned i = 0; i < rec.in.nblocks; i++) {
                position += rec.in.block[i].iretire;
            }
        } else if (rec.kind == INGRESS_OPCODE) {
            if (*n == room) {
                room = room == 0 ? 1 << 14 : room * 2;
                struct flow_opcode *bigger = realloc(*list, room * sizeof *bigger);
                if (bigger == NULL) {
                    return INGRESS_ERR_MEMORY;
                }
                *list = bigger;
            }
            (*list)[(*n)++] = (struct flow_opcode){rec.pc, position, rec.opcode};
        }
    }
    return status;
}

int htr_code_load_ingress(struct htr_code *c, struct htr_host *host, const char *path,
                          unsigned hart, struct htr_code_facts *facts)
{
    struct htr_ingress s;
    int status = htr_ingress_open(&s, host, path);
    if (status != HTR_OK) {
        return status;
    }
    htr_code_header_facts(&s.reader.header, facts);
    status = read_opcodes(&s.reader, hart, &c->opcode, &c->recorded.count);
    int result = HTR_OK;
    if (status == INGRESS_ERR_TRUNCATED) {
        htr_note(host, path, "cut off at offset %llu; the code recorded up to there is used",
                 (unsigned long long)s.reader.record_offset);
    } else if (status != 0) {
        result = htr_ingress_fail(&s, status);
    }
    if (result == HTR_OK && c->recorded.count == 0) {
        result = htr_fail(host, HTR_ERR_FORMAT, path,
                          "holds no code; record it again with a current hartrace");
    }
    htr_ingress_close(&s);
    if (result == HTR_OK) {
        qsort(c->opcode, c->recorded.count, sizeof *c->opcode, by_address_and_time);
        c->recorded.entry = c->opcode;
    }
    return result;
}
