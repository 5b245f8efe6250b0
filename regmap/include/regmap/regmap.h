/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The shape of the generated register tables (regmap/gen/c/ *_table.h): one struct per component,
 * register and field, filled from regmap/ *.toml. Used by the models, the fakes and the register
 * printer. Freestanding.
 *
 * Constants for the same registers are in regmap/gen/c/ *_regs.h. Names are mechanical: the spec's
 * camel case in capitals, so trRamStopOnWrap gives TR_RAM_STOP_ON_WRAP_MASK and _SHIFT, register
 * trRamControl gives TR_RAM_CONTROL_OFFSET, value "btm" of trTeInstMode gives TR_TE_INST_MODE_BTM.
 */
#ifndef REGMAP_REGMAP_H
#define REGMAP_REGMAP_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Storage of the generated tables: including a table without using all of it must not warn. */
#define REGMAP_DATA static const __attribute__((unused))

/* Access of a field (TCI 1.0, Glossary). */
enum regmap_access {
    REGMAP_RO,   /* reads only */
    REGMAP_RW,   /* every value of its width can be written */
    REGMAP_RW1C, /* hardware sets it, writing 1 clears it, writing 0 does nothing */
    REGMAP_W1,   /* writing 1 acts; reads 0 */
    REGMAP_WARL, /* any value can be written, a legal one is read */
    REGMAP_WO,   /* every write acts; reads 0 */
};

/* What a reset (tr??Active 0 -> 1) does to a field (TCI 1.0, Glossary: SD, Undef). */
enum regmap_reset {
    REGMAP_RESET_VALUE, /* becomes `reset` */
    REGMAP_RESET_UNDEF, /* may be anything legal until written */
    REGMAP_RESET_SD,    /* system dependent, but always the same; `reset` is our default */
};

/* One named value of a field. */
struct regmap_value {
    uint32_t value;
    const char *name; /* lower case words joined by '_', for example "btm" */
};

/* One field: bits msb..lsb of its register. Bits of no field are reserved: they stay 0. */
struct regmap_field {
    const char *name; /* spelling of the spec, for example "trRamStopOnWrap" */
    uint8_t lsb;
    uint8_t msb;
    uint8_t access;     /* enum regmap_access */
    uint8_t reset_kind; /* enum regmap_reset */
    uint32_t reset;     /* field value, not shifted */
    const struct regmap_value *values;
    uint8_t nvalues;
    const char *doc; /* one line */
};

/* Ones in bits msb..lsb; 31 >= msb >= lsb. */
static inline uint32_t regmap_mask(unsigned msb, unsigned lsb)
{
    return UINT32_MAX >> (31 - (msb - lsb)) << lsb;
}

/* The bits of a field in its register. */
static inline uint32_t regmap_field_mask(const struct regmap_field *f)
{
    return regmap_mask(f->msb, f->lsb);
}

/* One register (count = 1), or `count` equal ones `stride` bytes apart (filters, comparators). */
struct regmap_reg {
    const char *name; /* spelling of the spec; a repeated one has no number: trTeFilterControl */
    uint16_t offset;  /* of the first, bytes from the component's base */
    uint8_t count;
    uint8_t stride;
    uint8_t required; /* 1 = required by the spec, 0 = optional */
    const struct regmap_field *fields;
    uint8_t nfields;
    const char *doc;
};

/* One component: a 4 KiB block. Registers are in ascending order of their first offset. */
struct regmap_component {
    const char *name;   /* "encoder", "funnel", "ramsink", "pibsink", "atbbridge" */
    const char *title;  /* "Trace Encoder" ... */
    const char *prefix; /* "trTe", "trFunnel", "trRam", "trPib", "trAtbBridge" */
    uint8_t comp_type;  /* tr??CompType */
    const struct regmap_reg *regs;
    uint16_t nregs;
};

#ifdef __cplusplus
}
#endif

#endif
