/* SPDX-License-Identifier: Apache-2.0 */
/* Private: parameters of an encoder by their names (regmap/gen/md/params.md). */
#ifndef HTK_PARAMS_H
#define HTK_PARAMS_H

#include <stdbool.h>
#include <stdint.h>

#include "trm/trm_encoder.h"

enum {
    HTK_PARAMS_MAX = 96
};

/* A golden model that sends each message at once, and whose queues are never full. */
#define HTK_PARAMS_AT_ONCE                                                                         \
    "link_bytes=0 fifo_bytes=4096 restart_bytes=0 queue_messages=0 queue_reserve=0 "               \
    "queue_restart=0 queue_records=0 power_ticks=0 enable_ticks=0"

unsigned htk_param_count(void);
const char *htk_param_name(unsigned i);
uint32_t htk_param_least(unsigned i);
uint32_t htk_param_most(unsigned i);

/* The index of a parameter, or -1. */
int htk_param_find(const char *name);
uint32_t htk_param_get(const struct trm_encoder_cfg *cfg, unsigned i);

/* Returns false when the value does not fit its member: then nothing changes. Whether it is in the
 * range of the parameter is not asked. */
bool htk_param_set(struct trm_encoder_cfg *cfg, unsigned i, uint64_t value);

/* Set what "NAME=VALUE NAME=VALUE" says, and known[i] when known is not NULL. Returns NULL, or the
 * first word that is wrong: it points into text. */
const char *htk_params_parse(const char *text, struct trm_encoder_cfg *cfg, bool *known);

#endif
