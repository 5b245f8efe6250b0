/* SPDX-License-Identifier: Apache-2.0 */
/* A target for GDB that is a list of instructions, and the other end of its protocol. */
#ifndef GDB_FAKE_H
#define GDB_FAKE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "htv/htv_gdb.h"

enum {
    GDB_FAKE_STEPS = 10,
    GDB_FAKE_BLOCKS = 6,
    GDB_FAKE_OUT = 1 << 17,
};

/* Where it is, and what was sent to GDB. */
struct gdb_fake {
    unsigned at;
    uint64_t asked; /* how often the link was asked for a stop: yes from stop_after on */
    uint64_t stop_after;
    bool endless; /* steps go round and round */
    bool gone;    /* nothing can be sent */
    char out[GDB_FAKE_OUT];
    size_t n;
};

/* The branch trace of hart 0, the newest first. */
extern const struct htv_gdb_block gdb_fake_block[GDB_FAKE_BLOCKS];

/* A conversation about it: two harts of 64 bits. branches: with a branch trace, else ordered. */
struct htv_gdb *gdb_fake_open(struct gdb_fake *f, bool branches);

/* The operations, for targets that cannot be. */
const struct htv_gdb_ops *gdb_fake_ops(void);

/* Send a packet. Returns the body of the answer, the last one if there are several; it must come
 * after '+', with the right sum. */
const char *gdb_fake_ask(struct htv_gdb *g, struct gdb_fake *f, const char *text);

#define ANSWERS(packet, answer) assert_string_equal(gdb_fake_ask(g, &f, packet), answer)

#endif
