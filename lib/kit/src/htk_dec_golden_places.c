/* SPDX-License-Identifier: Apache-2.0 */
/* Where the messages of a random program are, and which instructions each reports. */
#include "htk_dec_golden.h"
#include "nexus/nexus_msg.h"

/* Half-words that a message says have retired, and what RepeatBranch after it repeats. */
static uint64_t halfwords(const struct nexus_msg *m, uint64_t *branch)
{
    uint64_t n = m->value[NEXUS_F_ICNT];
    if (m->tcode == NEXUS_REPEAT_BRANCH) {
        return m->value[NEXUS_F_BCNT] * *branch;
    }
    if (m->tcode == NEXUS_RESOURCE_FULL) {
        return m->value[NEXUS_F_RCODE] == 0 ? m->value[NEXUS_F_RDATA] : 0;
    }
    if (!nexus_msg_has(m, NEXUS_F_ICNT)) {
        return 0;
    }
    if (m->tcode == NEXUS_DIRECT_BRANCH || m->tcode == NEXUS_INDIRECT_BRANCH ||
        m->tcode == NEXUS_INDIRECT_BRANCH_HIST) {
        *branch = n;
    }
    return n;
}

/* Is F-ADDR the next instruction? A trap may come before it. */
static bool leads_there(const struct htk_golden *g, const struct nexus_msg *m, size_t pcs)
{
    if (!nexus_tcode_is_sync(m->tcode) || pcs == g->want.pcs || g->s.hart.trap_one_in != 0) {
        return true;
    }
    const uint64_t differs = m->value[NEXUS_F_ADDR] << 1 ^ g->want.pc[pcs];
    return (g->s.cfg.xlen == 32 ? differs & UINT32_MAX : differs) == 0;
}

size_t htk_golden_places(const struct htk_golden *g, struct htk_place *place, size_t max)
{
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    uint64_t sum = 0, done = 0, branch = 0;
    size_t n = 0, pcs = 0;
    if (nexus_msg_decoder_init(&d, &g->s.cfg, g->given.bytes, g->given.size) != NEXUS_OK) {
        return 0;
    }
    for (; n < max && nexus_msg_next(&d, &m) == NEXUS_OK; n++) {
        place[n] = (struct htk_place){.offset = m.offset,
                                      .pcs = pcs,
                                      .sync = nexus_tcode_is_sync(m.tcode),
                                      .resource = m.tcode == NEXUS_RESOURCE_FULL};
        sum += halfwords(&m, &branch);
        while (pcs < g->want.pcs && done < sum) {
            done += g->s.walk.size[(g->want.pc[pcs++] - g->s.hart.base) / 2] / 2u;
        }
        place[n].after = pcs;
        if (done != sum || !leads_there(g, &m, pcs)) {
            return 0;
        }
    }
    return pcs == g->want.pcs ? n : 0;
}
