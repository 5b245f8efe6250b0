/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lint: any bytes under any configuration. Counts add up, every finding is of a message that was
 * given and has a text; what was decoded without complaint breaks no rule about bytes and fields.
 *
 * Input: the configuration (fuzz_cfg), the bytes.
 */
#include <string.h>

#include "fuzz.h"
#include "htk_lint_int.h"

struct seen {
    uint64_t number, findings;
    size_t size;
    int status;
};

static bool is_of_bytes(enum htk_rule rule)
{
    return rule <= HTK_RULE_MSEO_START ||
           (rule >= HTK_RULE_OWNERSHIP && rule <= HTK_RULE_PROG_TRACE_CORRELATION);
}

static void found(void *ctx, const struct htk_finding *f)
{
    struct seen *s = ctx;
    FUZZ_CHECK(f->rule < HTK_RULES && f->message == s->number && f->offset < s->size);
    FUZZ_CHECK(f->text[0] != '\0' && f->tcode <= NEXUS_TCODES);
    FUZZ_CHECK(s->status != NEXUS_OK || !is_of_bytes(f->rule));
    s->findings++;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct htr_trace t; /* large */
    struct fuzz_bytes in = {data, size};
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    fuzz_cfg(&in, &t.cfg);
    t.wrapped = (size & 1U) != 0;
    struct seen s = {.size = in.left};
    struct htk_lint *l = htk_lint_new(&t, found, &s);
    FUZZ_CHECK(l != NULL && nexus_msg_decoder_init(&d, &t.cfg, in.at, in.left) == NEXUS_OK);
    htk_lint_begin(l);
    for (; (s.status = nexus_msg_next(&d, &m)) != NEXUS_ERR_END; s.number++) {
        l->number = s.number;
        htk_lint_one(l, &m, s.status);
    }
    uint64_t broken = 0;
    for (unsigned i = 0; i < HTK_RULES; i++) {
        FUZZ_CHECK(l->rule[i].broken <= l->rule[i].looked && l->rule[i].looked <= 2 * s.number);
        FUZZ_CHECK(strlen(htk_rule_id(i)) > 8 && htk_rule_text(i)[0] != '\0');
        broken += l->rule[i].broken;
    }
    FUZZ_CHECK(l->messages == s.number && broken == s.findings && broken == l->findings);
    htk_lint_free(l);
    return 0;
}
