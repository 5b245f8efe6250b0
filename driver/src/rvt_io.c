/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses through the port, and the bounded poll. */
#include "hartrace/rvt_io.h"

enum rvt_status rvt_io_read32(const struct rvt_io *io, uint64_t addr, uint32_t *val)
{
    if ((addr & 3) != 0) {
        return RVT_ERR_ARG;
    }
    return io->ops->read32(io, addr, val);
}

enum rvt_status rvt_io_write32(const struct rvt_io *io, uint64_t addr, uint32_t val)
{
    if ((addr & 3) != 0) {
        return RVT_ERR_ARG;
    }
    return io->ops->write32(io, addr, val);
}

enum rvt_status rvt_io_write_part(const struct rvt_io *io, uint64_t addr, unsigned bytes,
                                  uint32_t val)
{
    if ((addr & 3) != 0 || (bytes != 1 && bytes != 2)) {
        return RVT_ERR_ARG;
    }
    return io->ops->write_part != NULL ? io->ops->write_part(io, addr, bytes, val)
                                       : RVT_ERR_UNSUPPORTED;
}

enum rvt_status rvt_io_read_block(const struct rvt_io *io, uint64_t addr, uint32_t *dst, size_t n,
                                  uint32_t step)
{
    if ((addr & 3) != 0 || (step != 0 && step != 4)) {
        return RVT_ERR_ARG;
    }
    if (n == 0) {
        return RVT_OK;
    }
    if (io->ops->read_block != NULL) {
        return io->ops->read_block(io, addr, dst, n, step);
    }
    for (size_t i = 0; i < n; i++) {
        enum rvt_status st = io->ops->read32(io, addr, &dst[i]);
        if (st != RVT_OK) {
            return st;
        }
        addr += step;
    }
    return RVT_OK;
}

enum rvt_status rvt_poll(const struct rvt_io *io, uint64_t addr, uint32_t mask, uint32_t want)
{
    if ((addr & 3) != 0 || (want & ~mask) != 0) {
        return RVT_ERR_ARG;
    }
    for (uint32_t i = 0; i < io->poll_limit; i++) {
        uint32_t val = 0;
        enum rvt_status st = RVT_OK;
        if (i > 0 && io->ops->relax != NULL) {
            st = io->ops->relax(io);
        }
        if (st == RVT_OK) {
            st = io->ops->read32(io, addr, &val);
        }
        if (st != RVT_OK) {
            return st;
        }
        if ((val & mask) == want) {
            return RVT_OK;
        }
    }
    return RVT_ERR_TIMEOUT;
}
