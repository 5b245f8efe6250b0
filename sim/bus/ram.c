/* SPDX-License-Identifier: Apache-2.0 */
/* RAM, and the decoded instructions that belong to it. */
#include "sim/sim_bus.h"

#include <stdlib.h>
#include <string.h>

#include "hart/sim_insn.h"

enum sim_bus_status sim_ram_init(struct sim_ram *ram, uint64_t size)
{
    const uint64_t page = UINT64_C(1) << SIM_RAM_PAGE_SHIFT;

    memset(ram, 0, sizeof *ram);
    if (size == 0 || size > UINT64_C(1) << 40) {
        return SIM_BUS_ERR_ARG;
    }
    size = (size + page - 1) & ~(page - 1);
    ram->mem = calloc(1, (size_t)size);
    ram->page = calloc((size_t)(size >> SIM_RAM_PAGE_SHIFT), sizeof(struct sim_insn *));
    if (ram->mem == NULL || ram->page == NULL) {
        sim_ram_free(ram);
        return SIM_BUS_ERR_NOMEM;
    }
    ram->size = size;
    return SIM_BUS_OK;
}

void sim_ram_free(struct sim_ram *ram)
{
    for (uint64_t i = 0; ram->page != NULL && i < ram->size >> SIM_RAM_PAGE_SHIFT; i++) {
        free(ram->page[i]);
    }
    free(ram->page);
    free(ram->mem);
    memset(ram, 0, sizeof *ram);
}

static void forget(struct sim_ram *ram, uint64_t first, uint64_t last)
{
    for (uint64_t off = first; off <= last;) {
        uint64_t page = off >> SIM_RAM_PAGE_SHIFT;
        uint64_t end = ((page + 1) << SIM_RAM_PAGE_SHIFT) - 1;
        uint64_t stop = last < end ? last : end;

        if (ram->page[page] != NULL) {
            for (uint64_t i = off; i <= stop; i += 2) {
                ram->page[page][(i >> 1) & (SIM_INSNS_PER_PAGE - 1)].fn = NULL;
            }
        }
        off = end + 1;
    }
}

void sim_ram_changed(struct sim_ram *ram, uint64_t offset, size_t n)
{
    if (n == 0) {
        forget(ram, 0, ram->size - 1);
        return;
    }
    /* An instruction of 32 bits that starts one half-word before is changed too. */
    uint64_t first = offset >= 2 ? (offset - 2) & ~UINT64_C(1) : 0;
    uint64_t last = offset + n - 1;
    forget(ram, first, last);
}

enum sim_bus_status sim_ram_write(struct sim_ram *ram, uint64_t offset, const void *bytes, size_t n)
{
    if (offset > ram->size || n > ram->size - offset) {
        return SIM_BUS_ERR_FAULT;
    }
    if (n == 0) {
        return SIM_BUS_OK;
    }
    if (ram->before.fn != NULL) {
        ram->before.fn(ram->before.ctx, offset, n);
    }
    memcpy(ram->mem + offset, bytes, n);
    sim_ram_changed(ram, offset, n);
    return SIM_BUS_OK;
}
