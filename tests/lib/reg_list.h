/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What must hold for the registers of every component, whatever it is made of: the list that the
 * models and the RTL are checked with. Expectations are from TCI 1.0 and N-Trace 1.0: the register
 * map (which tests/regmap holds against the standard), and a table of the values that each field
 * can take.
 */
#ifndef TESTS_REG_LIST_H
#define TESTS_REG_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "regmap/regmap.h"
#include "topology/topology.h"

/* A field that is not as the table has it, because of a parameter. */
struct reg_own {
    const char *name; /* ends with '*': all that begin so */
    enum {
        REG_VALUE, /* reads as `value` says */
        REG_LEAST, /* its option was taken away */
        REG_ALL,   /* its option is there */
        REG_FIRST, /* the same in `value` copies of a repeated register; the others are not there */
    } as;
    uint32_t value; /* fields of at most 4 bits: bit n = value n can be read; wider: bits that can
                       be 1 */
};

struct reg_device {
    const char *name;
    enum topology_kind kind;
    bool all;    /* every option is there, otherwise none; but for `own` */
    bool memory; /* a RAM sink with both memories */
    const struct reg_own *own;
    size_t nown;
    unsigned seeds;  /* how many contents undefined fields can have, 1 at least */
    unsigned settle; /* ticks until Empty is right after a write */
    unsigned sizes;  /* sizes of accesses that can be tried, from 0 up to it */
    /* The state after power-on; with seed 0 undefined fields are 0. */
    void (*reset)(const struct reg_device *d, uint64_t seed);
    /* Return 0, or less when the access is refused; *value is 0 then. */
    int (*read)(const struct reg_device *d, uint32_t offset, unsigned size, uint32_t *value);
    int (*write)(const struct reg_device *d, uint32_t offset, unsigned size, uint32_t value);
    void (*tick)(const struct reg_device *d);
};

/* Each fails the test with the name of the device. */
void reg_reserved_bits_read_zero(const struct reg_device *d);
void reg_reset_values(const struct reg_device *d);
void reg_read_only_ignores_writes(const struct reg_device *d);
void reg_active_resets(const struct reg_device *d);
void reg_nothing_hidden(const struct reg_device *d);
void reg_not_there_reads_zero(const struct reg_device *d);
void reg_in_reset(const struct reg_device *d);
void reg_wrong_accesses(const struct reg_device *d);

/* Every field takes the values of the table; returns how many fields there are. */
unsigned reg_every_field(const struct reg_device *d);

/* Rows of the table, each counted for every component that has it. */
unsigned reg_facts(void);

/* Enable it, with something to do. trXxActive must be 1. */
void reg_get_busy(const struct reg_device *d);

const struct regmap_component *reg_map(enum topology_kind kind);

#endif
