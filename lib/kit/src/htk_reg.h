/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Private: a run of `kit registers`, in layers that each call only those below:
 *
 *   htk_registers.c      the run: which components, in which order
 *   htk_reg_flow.c, htk_reg_wrap.c
 *                        a trace on its way from an encoder to a sink
 *   htk_reg_join.c, htk_reg_arrive.c, htk_reg_stamp.c, htk_reg_tail.c, htk_reg_memory.c
 *   (htk_reg_arrive.h)   what arrives: messages, of several encoders, with timestamps
 *   htk_reg_rate.c       how fast pins are
 *   htk_reg_way.c (htk_reg_way.h)
 *                        the components of a way: prepared, started, stopped
 *   htk_reg_step.c       timestamp units in step, and while a hart is halted
 *   htk_reg_parts.c, htk_reg_ramsink.c, htk_reg_time.c, htk_reg_switch.c
 *                        what only some components have; Active, Enable, Empty
 *   htk_reg_fields.c     fields, reserved bits, registers that are not there
 *   htk_reg_save.c       registers as they were before
 *   htk_reg_rules.c (htk_reg_rules.h)
 *                        which rule of the list is about a field or a register
 *   htk_reg_io.c         accesses, and what they are held against
 */
#ifndef HTK_REG_H
#define HTK_REG_H

#include "htk/htk_registers.h"
#include "htk_reg_rules.h"

enum {
    HTK_REG_CONTROL = 0x000, /* the same in every component: regmap/common.toml */
    HTK_REG_IMPL = 0x004,
    HTK_REG_VENDOR = 0xE00, /* from here on nothing is touched */
    HTK_REG_ACTIVE = 1u << 0,
    HTK_REG_ENABLE = 1u << 1,
    HTK_REG_EMPTY = 1u << 3,
    HTK_REG_SAVED = 176, /* registers of a component that can be written, at most */
    HTK_REG_POLLS = 1500,
};

/* Registers of a component as they were. */
struct htk_saved {
    bool valid, active;
    bool traces; /* an encoder: its trace has arrived in a RAM sink */
    bool whole;  /* and it was one of messages, to the end */
    bool tried;  /* a RAM sink: htk_arrive_tail has looked at it */
    bool slow;   /* a poll of the component has timed out: the next ones are short */
    unsigned n;
    uint16_t offset[HTK_REG_SAVED];
    uint32_t value[HTK_REG_SAVED], mask[HTK_REG_SAVED];
};

struct htk_reg {
    const struct htk_registers_options *o;
    struct htk_verdicts *v;
    struct htr_host *host;
    struct htk_registers_sum *sum;
    struct rvt_io io;
    struct htk_saved *saved; /* one for each component of the tree */

    /* The component that is looked at. */
    unsigned i;
    const struct topology_component *about;
    const struct regmap_component *map;
    struct htk_component *c;
    bool restoring;        /* whether the host wants to stop does not count */
    enum rvt_status error; /* of the first access that failed; RVT_OK: none did */
    char failed[HTK_TEXT]; /* which one, and why */
    struct htk_breach at;  /* the scenario */
    uint32_t beside;       /* bits of trXxControl that stay set while fields are tried */
};

/* ---- htk_reg_io.c ---- */

void htk_reg_choose(struct htk_reg *r, unsigned component);

/* Begin a scenario: "funnel-0: FORMAT". */
void htk_reg_begin(struct htk_reg *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Held or broken; got is the value of a register. */
void htk_reg_judge(struct htk_reg *r, const char *id, bool good, const char *expected,
                   uint64_t got);
/* For each id in ids, which are divided by blanks. */
void htk_reg_judge_all(struct htk_reg *r, const char *ids, bool good, const char *expected,
                       uint64_t got);
void htk_reg_skip(struct htk_reg *r, const char *ids, const char *needs);

/* One access. False: it failed (r->failed), or the host wants to stop. */
bool htk_reg_read(struct htk_reg *r, uint32_t offset, uint32_t *value);
bool htk_reg_write(struct htk_reg *r, uint32_t offset, uint32_t value);
/* Write, and read it again. */
bool htk_reg_try(struct htk_reg *r, uint32_t offset, uint32_t value, uint32_t *got);

/* n words from offset on, which are no registers. */
bool htk_reg_read_block(struct htk_reg *r, uint32_t offset, uint32_t *value, size_t n);
/* n times the same offset; n words of system memory. */
bool htk_reg_read_port(struct htk_reg *r, uint32_t offset, uint32_t *value, size_t n);
bool htk_reg_read_memory(struct htk_reg *r, uint64_t address, uint32_t *value, size_t n);
/* trTsCounterHigh and trTsCounterLow, as one number also when the low one overflows between. */
bool htk_reg_counter(struct htk_reg *r, uint64_t *value);

/* Read until the bits of mask are `want`. *good: they are. False as above. */
bool htk_reg_poll(struct htk_reg *r, uint32_t offset, uint32_t mask, uint32_t want, bool *good);

/* Let some time pass: n times what is between two reads of a poll. */
bool htk_reg_pass(struct htk_reg *r, unsigned n);

/* The component cannot be looked at further: say why. Returns false. */
bool htk_reg_lose(struct htk_reg *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Active 0, then 1; *value is trXxControl then. The component is lost when Active does not follow.
 */
bool htk_reg_reset(struct htk_reg *r, uint32_t *value);

/* ---- htk_reg_save.c ---- */

/* Read all registers that can be written. */
bool htk_reg_save(struct htk_reg *r);

/* Put the component back into the state that was saved. False when an access failed. */
bool htk_reg_restore(struct htk_reg *r);

/* ---- what is looked at: false when an access failed or the component is lost ---- */

/* htk_reg_fields.c. `read_only`: what a read alone can break. */
bool htk_reg_fields(struct htk_reg *r);
bool htk_reg_holes(struct htk_reg *r);
bool htk_reg_read_only(struct htk_reg *r);

bool htk_reg_switches(struct htk_reg *r); /* htk_reg_switch.c */
bool htk_reg_time(struct htk_reg *r);     /* htk_reg_time.c: encoder, funnel */
bool htk_reg_ramsink(struct htk_reg *r);  /* htk_reg_ramsink.c */
bool htk_reg_parts(struct htk_reg *r);    /* htk_reg_parts.c */

/* A RAM sink is given pointers that it may write to: its SRAM, or the window of the tree. *good:
 * it has them. *start and *limit as it granted them. */
struct htk_buffer {
    bool good, smem;
    uint64_t start, limit;
    uint32_t width; /* bytes of a word: the distance of two write pointers */
};
bool htk_reg_buffer(struct htk_reg *r, uint64_t bytes, struct htk_buffer *b);

/* htk_reg_step.c: all timestamp units, when all components have been looked at. */
bool htk_reg_steps(struct htk_reg *r);

/* htk_reg_flow.c: from encoder to sink, by index. */
bool htk_reg_flow(struct htk_reg *r, unsigned encoder, unsigned sink);

#endif
