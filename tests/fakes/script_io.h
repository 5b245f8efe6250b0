/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fake port with a strict script: every access must be the next one expected. After the first
 * mismatch all accesses fail with RVT_ERR_IO, and script_io_error states what was expected and what
 * came.
 */
#ifndef SCRIPT_IO_H
#define SCRIPT_IO_H

#include "hartrace/rvt_io.h"

#define SCRIPT_IO_MAX 256

enum script_kind {
    SCRIPT_READ,
    SCRIPT_WRITE,
    SCRIPT_BLOCK,
    SCRIPT_RELAX,
};

struct script_step {
    enum script_kind kind;
    uint64_t addr;
    uint32_t val;          /* SCRIPT_READ: what is read. SCRIPT_WRITE: what must be written */
    const uint32_t *words; /* SCRIPT_BLOCK: what is read */
    size_t n;
    uint32_t step;
};

struct script_io {
    struct rvt_io io;
    struct rvt_io_ops ops; /* a test may take read_block or relax away */
    uint64_t base;         /* added to all offsets */
    struct script_step steps[SCRIPT_IO_MAX];
    size_t nsteps;
    size_t at;
    char error[200];
};

/* An empty script; poll_limit 3; no relax (set s->ops.relax = script_io_relax to expect that too).
 */
void script_io_init(struct script_io *s, uint64_t base);

/* Append what is expected next; offsets are relative to base. */
void script_io_read(struct script_io *s, uint64_t offset, uint32_t val);
void script_io_write(struct script_io *s, uint64_t offset, uint32_t val);
void script_io_block(struct script_io *s, uint64_t offset, const uint32_t *words, size_t n,
                     uint32_t step);
void script_io_expect_relax(struct script_io *s);
enum rvt_status script_io_relax(const struct rvt_io *io);

/* NULL if all went as expected and the script is used up, else what went wrong. */
const char *script_io_error(struct script_io *s);

/* For cmocka tests. */
#define assert_script(s)                                                                           \
    do {                                                                                           \
        const char *script_why = script_io_error(s);                                               \
        if (script_why != NULL) {                                                                  \
            fail_msg("%s", script_why);                                                            \
        }                                                                                          \
    } while (0)

#endif
