/* SPDX-License-Identifier: Apache-2.0 */
/* What random runs have had in them: a comparison says something about a rule only when the
 * situation of the rule has come. */
#ifndef RIG_TALLY_H
#define RIG_TALLY_H

#include "rtl_rig.h"

enum {
    RIG_TALLY_CODES = 64,
};

struct rig_tally {
    /* Messages that were equal, by the value of a field. */
    unsigned tcode[RIG_TALLY_CODES], sync[RIG_TALLY_CODES], evcode[RIG_TALLY_CODES],
        rcode[RIG_TALLY_CODES], btype[RIG_TALLY_CODES];
    unsigned time[RIG_TALLY_CODES]; /* messages with TSTAMP, by trTsMode */
    unsigned frozen; /* of them, where the core's counter stood still for the halted hart */
    unsigned disabled_while_refused; /* trTeEnable 1 to 0 in a cycle in which the link refuses */
};

/* Add a run: what rig_run made of the script. */
void rig_tally_add(struct rig_tally *t, const struct rig_script *s, const struct rig_result *r);

/* Fails the test unless each value in the bits of `values` came `least` times; prints all. */
void rig_tally_least(const char *name, const unsigned *count, uint64_t values, unsigned least);

#endif
