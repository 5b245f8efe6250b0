/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decorator port with a component that has one defect: it alters what is read from, or written to,
 * the registers of one component, and leaves the others alone.
 */
#ifndef BAD_COMPONENT_H
#define BAD_COMPONENT_H

#include <stdbool.h>

#include "hartrace/rvt_io.h"
#include "topology/topology.h"

struct bad_component;

struct bad_defect {
    const char *name;
    enum topology_kind kind;
    const char *rule; /* the one that it breaks */
    /* Called after a read: changes *value. NULL: nothing. */
    void (*read)(struct bad_component *b, uint32_t offset, uint32_t *value);
    /* Called before a write: may change *value. Returns whether it reaches the component. */
    bool (*write)(struct bad_component *b, uint32_t offset, uint32_t *value);
    const char *tree; /* the board that it is on; NULL: three-sinks */
};

struct bad_component {
    struct rvt_io io;
    struct rvt_io_ops ops;
    const struct rvt_io *inner;
    const struct bad_defect *defect;
    uint64_t base;
    uint32_t last[0x400]; /* written last, by offset / 4 */
    uint32_t state;
    uint64_t reads, writes;
};

/* Decorate inner; the defect is in the component at base. */
void bad_component_init(struct bad_component *b, const struct rvt_io *inner,
                        const struct bad_defect *defect, uint64_t base);

extern const struct bad_defect bad_defects[];
extern const unsigned bad_defect_count;

/* Those that only a trace shows; funnels send a byte in a clock (bad_arrival.c). */
extern const struct bad_defect bad_arrivals[];
extern const unsigned bad_arrival_count;

#endif
