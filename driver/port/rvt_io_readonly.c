/* SPDX-License-Identifier: Apache-2.0 */
/* Decorator port: reads are forwarded, writes are refused and counted. */
#include "hartrace/rvt_io_readonly.h"

static enum rvt_status read32(const struct rvt_io *io, uint64_t addr, uint32_t *val)
{
    const struct rvt_io_readonly *r = io->ctx;

    return r->inner->ops->read32(r->inner, addr, val);
}

static enum rvt_status write32(const struct rvt_io *io, uint64_t addr, uint32_t val)
{
    struct rvt_io_readonly *r = io->ctx;

    (void)addr;
    (void)val;
    r->refused++;
    return RVT_ERR_RANGE;
}

static enum rvt_status write_part(const struct rvt_io *io, uint64_t addr, unsigned bytes,
                                  uint32_t val)
{
    (void)bytes;
    return write32(io, addr, val);
}

static enum rvt_status read_block(const struct rvt_io *io, uint64_t addr, uint32_t *dst, size_t n,
                                  uint32_t step)
{
    const struct rvt_io_readonly *r = io->ctx;

    return r->inner->ops->read_block(r->inner, addr, dst, n, step);
}

static enum rvt_status relax(const struct rvt_io *io)
{
    const struct rvt_io_readonly *r = io->ctx;

    return r->inner->ops->relax(r->inner);
}

void rvt_io_readonly_init(struct rvt_io *io, struct rvt_io_readonly *r, const struct rvt_io *inner)
{
    const struct rvt_io_ops *in = inner->ops;

    *r = (struct rvt_io_readonly){.inner = inner};
    /* An optional operation is there when inner has it, so that the driver sees the same port. */
    r->ops = (struct rvt_io_ops){.read32 = read32,
                                 .write32 = write32,
                                 .read_block = in->read_block != NULL ? read_block : NULL,
                                 .relax = in->relax != NULL ? relax : NULL,
                                 .write_part = in->write_part != NULL ? write_part : NULL};
    *io = (struct rvt_io){.ops = &r->ops, .ctx = r, .poll_limit = inner->poll_limit};
}
