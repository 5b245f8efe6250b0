/* SPDX-License-Identifier: Apache-2.0 */
/* The executed opcodes, each with the position from which it is valid: code for a decoder when
 * other code than the file's ran. */
#ifndef HTR_OPCODE_LOG_H
#define HTR_OPCODE_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "flow/flow_code.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTR_OPCODE_LOG_RECENT = 1024,
};

struct htr_opcode_log {
    struct flow_opcode *list; /* in the order of execution; sorted by htr_opcode_log_sort */
    size_t n, room;
    uint32_t *slot; /* hash by address: index of the latest entry + 1, 0 = free */
    size_t slots;
    bool failed; /* no memory */
    struct {
        uint64_t key; /* pc + 1, 0 = free */
        uint32_t opcode;
    } recent[HTR_OPCODE_LOG_RECENT]; /* executed recently: in the list already */
};

/* For htr_opcode_log_add: one that is not recent. */
void htr_opcode_log_find(struct htr_opcode_log *log, uint64_t pc, uint32_t opcode,
                         uint64_t position);

/* The instruction at pc is executed, `position` half-words after the start. */
static inline void htr_opcode_log_add(struct htr_opcode_log *log, uint64_t pc, uint32_t opcode,
                                      uint64_t position)
{
    size_t i = (size_t)(pc >> 1) % HTR_OPCODE_LOG_RECENT;
    if (log->recent[i].key != pc + 1 || log->recent[i].opcode != opcode) {
        log->recent[i].key = pc + 1;
        log->recent[i].opcode = opcode;
        htr_opcode_log_find(log, pc, opcode, position);
    }
}

/* The opcode that was added last for this pc; false when there is none. Not after sorting. */
bool htr_opcode_log_at(const struct htr_opcode_log *log, uint64_t pc, uint32_t *opcode);

/* Sort for flow_code_init_recorded. No more additions afterwards. */
void htr_opcode_log_sort(struct htr_opcode_log *log);
void htr_opcode_log_free(struct htr_opcode_log *log);

#ifdef __cplusplus
}
#endif

#endif
