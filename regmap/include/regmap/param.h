/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The values that a parameter of a component can have, as regmap/params/ *.toml states them. The
 * lists of parameters, TRM_ENCODER_PARAMS and so on, are in regmap/gen/c/regmap/ *_params.h.
 * Freestanding.
 */
#ifndef REGMAP_PARAM_H
#define REGMAP_PARAM_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Which values from the least to the most are accepted. */
enum regmap_param_accepts {
    REGMAP_PARAM_ALL,
    REGMAP_PARAM_ALL_OR_0, /* and 0, although it is less than the least */
    REGMAP_PARAM_BITS,     /* sets of the bits of the most */
    REGMAP_PARAM_POWERS,   /* powers of two, and 0 when it is the least */
    REGMAP_PARAM_ODD,
};

/* Can a parameter have this value? */
static inline bool regmap_param_accepts(uint64_t value, uint64_t least, uint64_t most,
                                        enum regmap_param_accepts accepts)
{
    if (value < least || value > most) {
        return value == 0 && accepts == REGMAP_PARAM_ALL_OR_0;
    }
    switch (accepts) {
    case REGMAP_PARAM_BITS:
        return (value & ~most) == 0;
    case REGMAP_PARAM_POWERS:
        return value == 0 || (value & (value - 1u)) == 0;
    case REGMAP_PARAM_ODD:
        return (value & 1u) != 0;
    case REGMAP_PARAM_ALL:
    case REGMAP_PARAM_ALL_OR_0:
        break;
    }
    return true;
}

/* For a message, after "LEAST to MOST". */
static inline const char *regmap_param_words(enum regmap_param_accepts accepts)
{
    switch (accepts) {
    case REGMAP_PARAM_ALL_OR_0:
        return ", or 0";
    case REGMAP_PARAM_BITS:
        return ", with bits of the largest only";
    case REGMAP_PARAM_POWERS:
        return ", a power of two";
    case REGMAP_PARAM_ODD:
        return ", an odd number";
    case REGMAP_PARAM_ALL:
        break;
    }
    return "";
}

/* The type of the member that holds a parameter. */
enum regmap_param_type {
    REGMAP_TYPE_BOOL,
    REGMAP_TYPE_U8,
    REGMAP_TYPE_U16,
    REGMAP_TYPE_U32,
    REGMAP_TYPE_U64,
};

/* Put a value into a member of this type, or get it; higher bits are cut off. */
static inline void regmap_param_store(enum regmap_param_type type, void *member, uint64_t value)
{
    switch (type) {
    case REGMAP_TYPE_BOOL:
        *(bool *)member = value != 0;
        break;
    case REGMAP_TYPE_U8:
        *(uint8_t *)member = (uint8_t)value;
        break;
    case REGMAP_TYPE_U16:
        *(uint16_t *)member = (uint16_t)value;
        break;
    case REGMAP_TYPE_U32:
        *(uint32_t *)member = (uint32_t)value;
        break;
    case REGMAP_TYPE_U64:
        *(uint64_t *)member = value;
        break;
    }
}

static inline uint64_t regmap_param_fetch(enum regmap_param_type type, const void *member)
{
    switch (type) {
    case REGMAP_TYPE_BOOL:
        return *(const bool *)member;
    case REGMAP_TYPE_U8:
        return *(const uint8_t *)member;
    case REGMAP_TYPE_U16:
        return *(const uint16_t *)member;
    case REGMAP_TYPE_U32:
        return *(const uint32_t *)member;
    case REGMAP_TYPE_U64:
        break;
    }
    return *(const uint64_t *)member;
}

/* A term for a list of parameters: `cfg->member` has a value that it can have. */
#define REGMAP_PARAM_IN_RANGE(type, member, name, least, most, accepts, doc)                       \
    &&regmap_param_accepts(cfg->member, least, most, REGMAP_PARAM_##accepts)

/* A statement for a list of parameters: the function returns the name of one whose value is none
 * that it can have. */
#define REGMAP_PARAM_RETURN_BAD(type, member, name, least, most, accepts, doc)                     \
    if (!regmap_param_accepts(cfg->member, least, most, REGMAP_PARAM_##accepts)) {                 \
        return name ": not in its range";                                                          \
    }

#ifdef __cplusplus
}
#endif

#endif
