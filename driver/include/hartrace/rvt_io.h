/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The access port: the only way from the driver to the hardware. A platform fills in one struct
 * rvt_io.
 *
 * All accesses are 32 bits wide and 4-byte aligned (TCI 1.0, chapter "Trace Control Interface
 * Overview"), but for write_part; addresses are physical and 64 bits wide. Every access returns a
 * status, and the driver hands a port's error to its caller unchanged.
 */
#ifndef HARTRACE_RVT_IO_H
#define HARTRACE_RVT_IO_H

#include <stddef.h>
#include <stdint.h>

#include "hartrace/rvt_status.h"

#ifdef __cplusplus
extern "C" {
#endif

struct rvt_io;

/* What a port implements. A failed read leaves its output untouched or undefined; the driver does
 * not look at it. */
struct rvt_io_ops {
    enum rvt_status (*read32)(const struct rvt_io *io, uint64_t addr, uint32_t *val);
    enum rvt_status (*write32)(const struct rvt_io *io, uint64_t addr, uint32_t val);

    /*
     * Optional (NULL: the driver calls read32 n times): read n words into dst, in order. step is
     * the distance of addresses: 0 reads addr n times (trRamData), 4 reads memory.
     */
    enum rvt_status (*read_block)(const struct rvt_io *io, uint64_t addr, uint32_t *dst, size_t n,
                                  uint32_t step);

    /*
     * Optional: called between two reads of a poll; may sleep, or let the simulated time pass. Any
     * status but RVT_OK ends the poll with it. A port on a host, which has a clock, returns
     * RVT_ERR_TIMEOUT when the poll has taken too long: behind a slow link poll_limit reads can
     * take minutes. The first read of a poll is a read without a relax right before it.
     */
    enum rvt_status (*relax)(const struct rvt_io *io);

    /* Optional (NULL: rvt_io_write_part returns RVT_ERR_UNSUPPORTED): write 1 or 2 bytes, the low
     * ones of val. Only stimulus ports (rvt_stimulus.h) take such writes. */
    enum rvt_status (*write_part)(const struct rvt_io *io, uint64_t addr, unsigned bytes,
                                  uint32_t val);
};

struct rvt_io {
    const struct rvt_io_ops *ops;
    void *ctx;           /* belongs to the port */
    uint32_t poll_limit; /* reads in a poll before RVT_ERR_TIMEOUT; 1 or more */
};

/* Read one word. RVT_ERR_ARG: addr is not 4-byte aligned. Else what the port returns. */
RVT_MUST_CHECK enum rvt_status rvt_io_read32(const struct rvt_io *io, uint64_t addr, uint32_t *val);

/* Write one word. RVT_ERR_ARG: addr is not 4-byte aligned. Else what the port returns. */
RVT_MUST_CHECK enum rvt_status rvt_io_write32(const struct rvt_io *io, uint64_t addr, uint32_t val);

/*
 * Write 1 or 2 bytes, for stimulus ports. RVT_ERR_ARG: addr is not 4-byte aligned, or bytes is
 * neither 1 nor 2. RVT_ERR_UNSUPPORTED: the port makes no such accesses. Else what the port
 * returns.
 */
RVT_MUST_CHECK enum rvt_status rvt_io_write_part(const struct rvt_io *io, uint64_t addr,
                                                 unsigned bytes, uint32_t val);

/*
 * Read n words (0 or more), with the port's read_block if it has one.
 *
 * RVT_ERR_ARG: addr is not 4-byte aligned, or step is neither 0 nor 4.
 * Else the port's first error; words before it may have been stored.
 */
RVT_MUST_CHECK enum rvt_status rvt_io_read_block(const struct rvt_io *io, uint64_t addr,
                                                 uint32_t *dst, size_t n, uint32_t step);

/*
 * Read addr until (value & mask) == want, at most io->poll_limit times, with relax between two
 * reads.
 *
 * RVT_ERR_ARG: addr is not 4-byte aligned, or want has bits outside of mask.
 * RVT_ERR_TIMEOUT: the limit was reached, or the port's limit of time.
 * Else the port's first error.
 */
RVT_MUST_CHECK enum rvt_status rvt_poll(const struct rvt_io *io, uint64_t addr, uint32_t mask,
                                        uint32_t want);

#ifdef __cplusplus
}
#endif

#endif
