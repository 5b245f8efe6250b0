/* SPDX-License-Identifier: Apache-2.0 */
/* The opcodes that were executed. */
#include "htr/htr_opcode_log.h"

#include <stdlib.h>
#include <string.h>

enum {
    FIRST_SLOTS = 1 << 16
};

static size_t find(const struct htr_opcode_log *log, uint64_t pc)
{
    size_t mask = log->slots - 1;
    size_t i = (size_t)(((pc >> 1) * UINT64_C(0x9E3779B97F4A7C15)) >> 20) & mask;
    while (log->slot[i] != 0 && log->list[log->slot[i] - 1].addr != pc) {
        i = (i + 1) & mask;
    }
    return i;
}

static bool grow_list(struct htr_opcode_log *log)
{
    size_t room = log->room == 0 ? 4096 : log->room * 2;
    struct flow_opcode *bigger = realloc(log->list, room * sizeof *bigger);
    if (bigger == NULL) {
        return false;
    }
    log->list = bigger;
    log->room = room;
    return true;
}

static bool grow_slots(struct htr_opcode_log *log)
{
    size_t slots = log->slots == 0 ? FIRST_SLOTS : log->slots * 2;
    uint32_t *bigger = calloc(slots, sizeof *bigger);
    if (bigger == NULL) {
        return false;
    }
    free(log->slot);
    log->slot = bigger;
    log->slots = slots;
    for (size_t i = 0; i < log->n; i++) { /* later entries of an address replace earlier ones */
        log->slot[find(log, log->list[i].addr)] = (uint32_t)(i + 1);
    }
    return true;
}

void htr_opcode_log_find(struct htr_opcode_log *log, uint64_t pc, uint32_t opcode,
                         uint64_t position)
{
    if (log->failed || (log->n * 2 >= log->slots && !grow_slots(log))) {
        log->failed = true;
        return;
    }
    size_t i = find(log, pc);
    if (log->slot[i] != 0 && log->list[log->slot[i] - 1].opcode == opcode) {
        return;
    }
    if (log->n == log->room && !grow_list(log)) {
        log->failed = true;
        return;
    }
    log->list[log->n++] = (struct flow_opcode){pc, position, opcode};
    log->slot[i] = (uint32_t)log->n;
}

bool htr_opcode_log_at(const struct htr_opcode_log *log, uint64_t pc, uint32_t *opcode)
{
    size_t i = log->slots == 0 ? 0 : find(log, pc);
    if (log->slots == 0 || log->slot[i] == 0) {
        return false;
    }
    *opcode = log->list[log->slot[i] - 1].opcode;
    return true;
}

static int by_address_and_time(const void *a, const void *b)
{
    const struct flow_opcode *x = a, *y = b;
    if (x->addr != y->addr) {
        return x->addr < y->addr ? -1 : 1;
    }
    return x->since < y->since ? -1 : x->since > y->since;
}

void htr_opcode_log_sort(struct htr_opcode_log *log)
{
    if (log->n > 0) {
        qsort(log->list, log->n, sizeof *log->list, by_address_and_time);
    }
}

void htr_opcode_log_free(struct htr_opcode_log *log)
{
    free(log->list);
    free(log->slot);
    memset(log, 0, sizeof *log);
}
