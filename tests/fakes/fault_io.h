/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decorator port that fails access number `fail_at`, counted from 0, and all later ones too if
 * `sticky`. A failed access does not reach the inner port. A block read and a relax count as one
 * access each.
 */
#ifndef FAULT_IO_H
#define FAULT_IO_H

#include <stdbool.h>

#include "hartrace/rvt_io.h"

#define FAULT_IO_NEVER UINT64_MAX

struct fault_io {
    struct rvt_io io;
    struct rvt_io_ops ops;
    const struct rvt_io *inner;
    uint64_t fail_at;
    bool sticky;
    enum rvt_status status;
    uint64_t count; /* accesses so far, failed ones included */
};

/* Decorate inner; status is what failed accesses return. Never fails until fail_at is set. */
void fault_io_init(struct fault_io *f, const struct rvt_io *inner, enum rvt_status status);

#endif
