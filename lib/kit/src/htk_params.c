/* SPDX-License-Identifier: Apache-2.0 */
#include "htk_params.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define ROW(type, member, name, least, most, accepts, doc)                                         \
    {#member,                                                                                      \
     offsetof(struct trm_encoder_cfg, member),                                                     \
     sizeof(((struct trm_encoder_cfg *)0)->member),                                                \
     least,                                                                                        \
     most,                                                                                         \
     REGMAP_PARAM_##accepts},
static const struct {
    const char *name;
    size_t at, size;
    uint32_t least, most;
    enum regmap_param_accepts accepts;
} rows[] = {TRM_ENCODER_PARAMS(ROW, ROW)};
#undef ROW

enum {
    ROWS = sizeof rows / sizeof rows[0]
};
_Static_assert((int)ROWS <= (int)HTK_PARAMS_MAX, "room for all parameters");

unsigned htk_param_count(void)
{
    return ROWS;
}

const char *htk_param_name(unsigned i)
{
    return rows[i].name;
}

uint32_t htk_param_least(unsigned i)
{
    return rows[i].least;
}

uint32_t htk_param_most(unsigned i)
{
    return rows[i].most;
}

int htk_param_find(const char *name)
{
    for (unsigned i = 0; i < ROWS; i++) {
        if (strcmp(rows[i].name, name) == 0) {
            return (int)i;
        }
    }
    return -1;
}

uint32_t htk_param_get(const struct trm_encoder_cfg *cfg, unsigned i)
{
    const uint8_t *at = (const uint8_t *)cfg + rows[i].at;
    uint32_t word;
    uint16_t half;
    switch (rows[i].size) {
    case sizeof word:
        memcpy(&word, at, sizeof word);
        return word;
    case sizeof half:
        memcpy(&half, at, sizeof half);
        return half;
    default:
        return *at;
    }
}

bool htk_param_set(struct trm_encoder_cfg *cfg, unsigned i, uint64_t value)
{
    uint8_t *at = (uint8_t *)cfg + rows[i].at;
    const uint32_t word = (uint32_t)value;
    const uint16_t half = (uint16_t)value;
    if (value >> 8 * rows[i].size != 0) {
        return false;
    }
    switch (rows[i].size) {
    case sizeof word:
        memcpy(at, &word, sizeof word);
        break;
    case sizeof half:
        memcpy(at, &half, sizeof half);
        break;
    default:
        *at = (uint8_t)value;
        break;
    }
    return true;
}

static bool is_accepted(unsigned i, unsigned long v)
{
    return regmap_param_accepts(v, rows[i].least, rows[i].most, rows[i].accepts);
}

const char *htk_params_parse(const char *text, struct trm_encoder_cfg *cfg, bool *known)
{
    char name[40];
    while (*(text += strspn(text, " \t\n")) != '\0') {
        const size_t n = strcspn(text, "= \t\n");
        if (n >= sizeof name || text[n] != '=' || text[n + 1] < '0' || text[n + 1] > '9') {
            return text;
        }
        memcpy(name, text, n);
        name[n] = '\0';
        char *end;
        const unsigned long v = strtoul(text + n + 1, &end, 0);
        const int i = htk_param_find(name);
        if (i < 0 || !is_accepted((unsigned)i, v) || strcspn(end, " \t\n") != 0) {
            return text;
        }
        (void)htk_param_set(cfg, (unsigned)i, v);
        if (known != NULL) {
            known[i] = true;
        }
        text = end;
    }
    return NULL;
}
