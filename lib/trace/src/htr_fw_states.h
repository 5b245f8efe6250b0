/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Private: sets of states of a log (htr_fw_match_log.c). A state has `stride` numbers: of each hart
 * the index of what it sends next, then the words of the last message that are still to come.
 */
#ifndef HTR_FW_STATES_H
#define HTR_FW_STATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FW_STATES_MAX = 1 << 21, /* that are kept, in all sets */
};

struct fw_states_rule {
    unsigned stride;
    size_t kept;
    bool good; /* there was memory */
    bool full; /* a state was left out */
};

struct fw_states {
    uint32_t *state;
    uint8_t *alive; /* set by the caller: room for n */
    size_t n, room;
    uint32_t *slot; /* hash of them: index + 1 */
    size_t slots;
    size_t item; /* of the caller */
};

/* Add a state, once. */
void fw_states_put(struct fw_states_rule *r, struct fw_states *p, const uint32_t *s);

/* The index of a state + 1; 0: it is not there. */
uint32_t fw_states_find(const struct fw_states_rule *r, const struct fw_states *p,
                        const uint32_t *s);
void fw_states_empty(struct fw_states_rule *r, struct fw_states *p);

#endif
