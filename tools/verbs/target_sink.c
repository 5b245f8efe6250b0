/* SPDX-License-Identifier: Apache-2.0 */
/* The buffer of a RAM sink of a live target. What registers claim is held against the tree: broken
 * hardware, or a wrong address, can claim any size. */
#include <inttypes.h>

#include "ramsink_regs.h"
#include "target.h"

enum {
    UNTOLD_BITS = 32 /* without a size in the tree: at most 4 GiB */
};

static bool in_range(const struct topology_range *r, uint64_t start, uint64_t size)
{
    return start >= r->base && size <= r->size && start - r->base <= r->size - size;
}

/* Does the buffer fit what Impl and the tree say of the sink? access: its width in bytes, 4 as long
 * as it is not known. Returns 0, or TOOL_CANNOT after a message. */
static int check_buffer(const struct target *t, unsigned i, bool smem, uint32_t access)
{
    const struct topology_component *tc = &t->tree->component[i];
    const struct rvt_ramsink *sink = &t->part[i].as.ramsink;
    const struct rvt_ramsink_granted *g = &sink->granted;
    const uint64_t last = g->limit - g->start;
    const uint64_t size = last > UINT64_MAX - access ? UINT64_MAX : last + access;
    const uint32_t has = smem ? TR_RAM_HAS_SMEM_MASK : TR_RAM_HAS_SRAM_MASK;
    if ((sink->c.impl & has) == 0) {
        return tool_fail(
            t->verb, NULL,
            "%s: trRamControl selects %s, which trRamImpl does not offer; the trace is not read",
            tc->path, smem ? "system memory" : "SRAM");
    }
    if (!smem && tc->extra.sram_bytes != 0 && size > tc->extra.sram_bytes) {
        return tool_fail(t->verb, NULL,
                         "%s: the registers claim an SRAM of %" PRIu64
                         " bytes, the tree says %" PRIu32
                         " (hartrace,sram-bytes); the trace is not read",
                         tc->path, size, tc->extra.sram_bytes);
    }
    if (smem && tc->extra.smem.size != 0 && !in_range(&tc->extra.smem, g->start, size)) {
        return tool_fail(t->verb, NULL,
                         "%s: the registers claim a buffer of %" PRIu64 " bytes at 0x%" PRIx64
                         ", outside of the memory in the tree, 0x%" PRIx64 " bytes at 0x%" PRIx64
                         " (hartrace,smem-window); the trace is not read",
                         tc->path, size, g->start, tc->extra.smem.size, tc->extra.smem.base);
    }
    if (size > UINT64_C(1) << UNTOLD_BITS) {
        return tool_fail(t->verb, NULL,
                         "%s: the registers claim a buffer of %" PRIu64
                         " bytes, and the tree does not state its size; if that is true, add "
                         "hartrace,%s to the tree",
                         tc->path, size, smem ? "smem-window" : "sram-bytes");
    }
    return 0;
}

int target_adopt(struct target *t, unsigned i, uint64_t *size)
{
    struct rvt_ramsink *sink = rvt_fdt_ramsink(&t->fdt, i);
    uint32_t control = 0;
    enum rvt_status s = rvt_reg_read(&sink->c, TR_RAM_CONTROL_OFFSET, &control);
    const bool smem = (control & TR_RAM_MODE_MASK) != 0;
    if (s == RVT_OK && check_buffer(t, i, smem, 4) != 0) {
        return TOOL_CANNOT;
    }
    s = s == RVT_OK ? rvt_ramsink_adopt(sink) : s;
    if (s == RVT_OK && check_buffer(t, i, smem, sink->granted.align) != 0) {
        return TOOL_CANNOT;
    }
    s = s == RVT_OK ? rvt_ramsink_size(sink, size) : s;
    return s == RVT_OK ? 0 : target_fail(t, t->tree->component[i].path, NULL, s);
}
