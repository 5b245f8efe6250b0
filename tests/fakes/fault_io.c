/* SPDX-License-Identifier: Apache-2.0 */
#include "fault_io.h"

static bool fails(struct fault_io *f)
{
    uint64_t k = f->count++;

    return k == f->fail_at || (f->sticky && k > f->fail_at);
}

static enum rvt_status read32(const struct rvt_io *io, uint64_t addr, uint32_t *val)
{
    struct fault_io *f = io->ctx;

    return fails(f) ? f->status : f->inner->ops->read32(f->inner, addr, val);
}

static enum rvt_status write32(const struct rvt_io *io, uint64_t addr, uint32_t val)
{
    struct fault_io *f = io->ctx;

    return fails(f) ? f->status : f->inner->ops->write32(f->inner, addr, val);
}

static enum rvt_status read_block(const struct rvt_io *io, uint64_t addr, uint32_t *dst, size_t n,
                                  uint32_t step)
{
    struct fault_io *f = io->ctx;

    return fails(f) ? f->status : f->inner->ops->read_block(f->inner, addr, dst, n, step);
}

static enum rvt_status relax(const struct rvt_io *io)
{
    struct fault_io *f = io->ctx;

    return fails(f) ? f->status : f->inner->ops->relax(f->inner);
}

void fault_io_init(struct fault_io *f, const struct rvt_io *inner, enum rvt_status status)
{
    *f = (struct fault_io){.inner = inner, .fail_at = FAULT_IO_NEVER, .status = status};
    f->ops = (struct rvt_io_ops){
        .read32 = read32,
        .write32 = write32,
        .read_block = inner->ops->read_block != NULL ? read_block : NULL,
        .relax = inner->ops->relax != NULL ? relax : NULL,
    };
    f->io = (struct rvt_io){.ops = &f->ops, .ctx = f, .poll_limit = inner->poll_limit};
}
