/* SPDX-License-Identifier: Apache-2.0 */
/* Loads and stores (ISA manual, volume I). Inside the window nothing needs to be checked but
 * alignment. */
#include "flow/flow_le.h"
#include "hart/exec.h"
#include "hart/hart_priv.h"

static uint64_t address(const struct sim_hart *h, const struct sim_insn *in)
{
    return (h->x[in->rs1] + (uint64_t)(int64_t)in->imm) & h->mask;
}

/* Aligned and inside: an access that starts inside a window and is aligned ends inside it too,
 * since windows are made of whole 8-byte words (mem.c). */
static bool hit(const struct sim_window *w, uint64_t addr, unsigned size)
{
    return addr - w->base < w->len && (addr & (size - 1)) == 0;
}

#define LOAD(name, size, get, convert)                                                             \
    int sim_exec_##name(struct sim_hart *h, const struct sim_insn *in)                             \
    {                                                                                              \
        const uint64_t addr = address(h, in);                                                      \
        uint64_t v;                                                                                \
        if (hit(&h->load, addr, size)) {                                                           \
            v = get(h->load.ram->mem + h->load.off + (addr - h->load.base));                       \
        } else if (sim_load_slow(h, addr, size, &v) != 0) {                                        \
            return SIM_TRAP;                                                                       \
        }                                                                                          \
        h->x[in->rd] = (uint64_t)(convert);                                                        \
        return 0;                                                                                  \
    }

static uint8_t get8(const uint8_t *p)
{
    return *p;
}

static void put8(uint8_t *p, uint8_t v)
{
    *p = v;
}

LOAD(lb, 1, get8, (int64_t)(int8_t)v)
LOAD(lh, 2, flow_le16, (int64_t)(int16_t)v)
LOAD(lw, 4, flow_le32, (int64_t)(int32_t)v)
LOAD(ld, 8, flow_le64, v)
LOAD(lbu, 1, get8, v)
LOAD(lhu, 2, flow_le16, v)
LOAD(lwu, 4, flow_le32, v)

/* A store into a page that holds decoded instructions makes RAM forget those it changes. */
#define STORE(name, size, put, type)                                                               \
    int sim_exec_##name(struct sim_hart *h, const struct sim_insn *in)                             \
    {                                                                                              \
        const uint64_t addr = address(h, in);                                                      \
        const struct sim_window *w = &h->store;                                                    \
        if (!hit(w, addr, size)) {                                                                 \
            return sim_store_slow(h, addr, size, (type)h->x[in->rs2]);                             \
        }                                                                                          \
        const uint64_t off = w->off + (addr - w->base);                                            \
        put(w->ram->mem + off, (type)h->x[in->rs2]);                                               \
        if (w->ram->page[off >> SIM_RAM_PAGE_SHIFT] != NULL) {                                     \
            sim_ram_changed(w->ram, off, size);                                                    \
        }                                                                                          \
        return 0;                                                                                  \
    }

STORE(sb, 1, put8, uint8_t)
STORE(sh, 2, flow_le_put16, uint16_t)
STORE(sw, 4, flow_le_put32, uint32_t)
STORE(sd, 8, flow_le_put64, uint64_t)
