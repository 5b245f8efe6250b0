/* SPDX-License-Identifier: Apache-2.0 */
/* Port for software on a hart: the only volatile and the only fence of the driver. Freestanding. */
#include "hartrace/rvt_io_mmio.h"

/* Orders the access before it with the one after it, registers and memory alike. */
static inline void fence(void)
{
#ifdef __riscv
    __asm__ volatile("fence iorw, iorw" ::: "memory");
#else
    __asm__ volatile("" ::: "memory");
#endif
}

static enum rvt_status read32(const struct rvt_io *io, uint64_t addr, uint32_t *val)
{
    (void)io;
    if (addr > UINTPTR_MAX) {
        return RVT_ERR_RANGE;
    }
    *val = *(const volatile uint32_t *)(uintptr_t)addr;
    fence();
    return RVT_OK;
}

static enum rvt_status write32(const struct rvt_io *io, uint64_t addr, uint32_t val)
{
    (void)io;
    if (addr > UINTPTR_MAX) {
        return RVT_ERR_RANGE;
    }
    fence();
    *(volatile uint32_t *)(uintptr_t)addr = val;
    fence();
    return RVT_OK;
}

static enum rvt_status write_part(const struct rvt_io *io, uint64_t addr, unsigned bytes,
                                  uint32_t val)
{
    (void)io;
    if (addr > UINTPTR_MAX) {
        return RVT_ERR_RANGE;
    }
    fence();
    if (bytes == 1) {
        *(volatile uint8_t *)(uintptr_t)addr = (uint8_t)val;
    } else {
        *(volatile uint16_t *)(uintptr_t)addr = (uint16_t)val;
    }
    fence();
    return RVT_OK;
}

static enum rvt_status read_block(const struct rvt_io *io, uint64_t addr, uint32_t *dst, size_t n,
                                  uint32_t step)
{
    (void)io;
    for (size_t i = 0; i < n; i++, addr += step) {
        if (addr > UINTPTR_MAX) {
            return RVT_ERR_RANGE;
        }
        dst[i] = *(const volatile uint32_t *)(uintptr_t)addr;
    }
    fence();
    return RVT_OK;
}

void rvt_io_mmio_init(struct rvt_io *io, uint32_t poll_limit)
{
    static const struct rvt_io_ops ops = {
        .read32 = read32,
        .write32 = write32,
        .read_block = read_block,
        .write_part = write_part,
    };

    *io = (struct rvt_io){.ops = &ops, .poll_limit = poll_limit};
}
