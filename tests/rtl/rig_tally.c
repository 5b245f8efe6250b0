/* SPDX-License-Identifier: Apache-2.0 */
#include "rig_tally.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "nexus/nexus_msg.h"
#include "timestamp_regs.h"

static void count(unsigned *of, const struct nexus_msg *m, enum nexus_field field)
{
    if ((m->present >> field & 1u) != 0) {
        of[m->value[field] % RIG_TALLY_CODES]++;
    }
}

/* trTsControl of the script, and whether the hart is halted on the way. */
static void time_of(struct rig_tally *t, const struct rig_script *s, unsigned stamped)
{
    uint32_t ts = 0;
    bool halted = false;
    for (size_t i = 0; i < s->n; i++) {
        if (s->step[i].has_write && s->step[i].offset == TR_TS_CONTROL_OFFSET) {
            ts = s->step[i].value;
        }
        halted |= s->step[i].has_record && s->step[i].record.halted;
    }
    unsigned mode = (ts & TR_TS_MODE_MASK) >> TR_TS_MODE_SHIFT;
    t->time[mode] += stamped;
    t->frozen += halted && mode == TR_TS_MODE_INTERNAL_CORE && (ts & TR_TS_RUN_IN_DEBUG_MASK) == 0
                     ? stamped
                     : 0;
}

static void disables_of(struct rig_tally *t, const struct rig_script *s)
{
    uint32_t control = 0;
    for (size_t i = 0; i < s->n; i++) {
        const struct rig_step *step = &s->step[i];
        if (step->has_write && step->offset == TR_TE_CONTROL_OFFSET) {
            t->disabled_while_refused +=
                (control & ~step->value & TR_TE_ENABLE_MASK) != 0 && step->refuse;
            control = step->value;
        }
    }
}

void rig_tally_add(struct rig_tally *t, const struct rig_script *s, const struct rig_result *r)
{
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    unsigned stamped = 0;
    assert_int_equal(nexus_msg_decoder_init(&d, &r->stream, r->rtl, r->rtl_n), NEXUS_OK);
    while (nexus_msg_next(&d, &m) == NEXUS_OK) {
        t->tcode[m.tcode % RIG_TALLY_CODES]++;
        count(t->sync, &m, NEXUS_F_SYNC);
        count(t->evcode, &m, NEXUS_F_EVCODE);
        count(t->rcode, &m, NEXUS_F_RCODE);
        count(t->btype, &m, NEXUS_F_BTYPE);
        stamped += m.present >> NEXUS_F_TSTAMP & 1u;
    }
    time_of(t, s, stamped);
    disables_of(t, s);
}

/* Random sets of parameters (make check-rtl-sets) do not have every situation. */
void rig_tally_least(const char *name, const unsigned *count_of, uint64_t values, unsigned least)
{
    if (getenv("RTL_RANDOM_SETS") != NULL) {
        return;
    }
    for (unsigned i = 0; i < RIG_TALLY_CODES; i++) {
        if ((values >> i & 1u) != 0 || count_of[i] != 0) {
            print_message("%s %u: %u\n", name, i, count_of[i]);
        }
        assert_true((values >> i & 1u) == 0 || count_of[i] >= least);
    }
}
