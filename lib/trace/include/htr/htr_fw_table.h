/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tables of firmware trace messages: domains, actions, fields of their data (fwtrace/ti-sysfw.toml,
 * docs/howto/fwtrace.md).
 *
 *   struct htr_fw_table t;
 *   if (htr_fw_table_load(&t, &host, "own.toml") != HTR_OK) ...
 *   const struct htr_fw_action *a = htr_fw_table_find(&t, word, &failed);
 *   htr_fw_table_free(&t);
 */
#ifndef HTR_FW_TABLE_H
#define HTR_FW_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "htr/htr_host.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTR_FW_NAME = 48, /* bytes with the NUL */
    HTR_FW_TEXT = 120,
    HTR_FW_FIELDS = 8,   /* of an action */
    HTR_FW_DOMAINS = 16, /* of a table */
};

struct htr_fw_bits {
    uint8_t msb, lsb;
};

struct htr_fw_field {
    char name[HTR_FW_NAME], doc[HTR_FW_TEXT];
    struct htr_fw_bits bits;
};

struct htr_fw_action {
    char name[HTR_FW_NAME], doc[HTR_FW_TEXT];
    uint32_t value;
    unsigned domain; /* index in the table */
    unsigned fields;
    struct htr_fw_field field[HTR_FW_FIELDS];
};

struct htr_fw_domain {
    char name[HTR_FW_NAME], title[HTR_FW_TEXT];
    uint32_t value, channel;
    bool fail; /* an action may have the modifier */
};

struct htr_fw_table {
    char name[HTR_FW_NAME], title[HTR_FW_TEXT];
    struct htr_fw_bits domain_bits, action_bits, data_bits;
    uint32_t fail; /* 0: no modifier */
    unsigned domains;
    struct htr_fw_domain domain[HTR_FW_DOMAINS];
    size_t actions;
    struct htr_fw_action *action; /* owned */
    /* Private. */
    size_t room;
    uint16_t *index; /* by domain and action: 1 + number of the action, 0x8000: by the modifier */
    int8_t by_value[HTR_FW_DOMAINS]; /* index of a domain, -1: reserved */
};

/* The bits of a word. */
static inline uint32_t htr_fw_bits(uint32_t word, struct htr_fw_bits b)
{
    return word >> b.lsb & (uint32_t)((UINT64_C(1) << (b.msb - b.lsb + 1)) - 1);
}

/* Load a table: "ti-sysfw", which is built in, or a TOML file. Returns HTR_OK, or after a message
 * that names section and key HTR_ERR_OPEN, _READ, _FORMAT, _MEMORY; then nothing is held. */
int htr_fw_table_load(struct htr_fw_table *t, struct htr_host *host,
                      const char *path) HTR_MUST_CHECK;
void htr_fw_table_free(struct htr_fw_table *t);

/* The domain of a word; NULL: reserved. */
static inline const struct htr_fw_domain *htr_fw_table_domain(const struct htr_fw_table *t,
                                                              uint32_t word)
{
    const int i = t->by_value[htr_fw_bits(word, t->domain_bits)];
    return i >= 0 ? &t->domain[i] : NULL;
}

/* The action of a word: an entry of that value, else one without the modifier, and then *failed is
 * set. NULL: unknown. */
static inline const struct htr_fw_action *htr_fw_table_find(const struct htr_fw_table *t,
                                                            uint32_t word, bool *failed)
{
    const uint32_t row = htr_fw_bits(word, t->domain_bits)
                             << (t->action_bits.msb - t->action_bits.lsb + 1) |
                         htr_fw_bits(word, t->action_bits);
    const uint16_t found = t->index[row];
    *failed = (found & 0x8000u) != 0;
    return found != 0 ? &t->action[(found & 0x7fffu) - 1] : NULL;
}

#ifdef __cplusplus
}
#endif

#endif
