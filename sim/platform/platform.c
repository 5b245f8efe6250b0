/* SPDX-License-Identifier: Apache-2.0 */
/* Building the platform, loading a program, bus master access. */
#include "platform/platform_priv.h"

#include "platform/fabric_c.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sim_platform_cfg_init(struct sim_platform_cfg *cfg)
{
    memset(cfg, 0, sizeof *cfg);
    sim_hart_cfg_init(&cfg->hart);
    cfg->harts = 1;
    cfg->ram_size = SIM_RAM_SIZE;
    cfg->trace = true;
}

static int refuse(struct sim_message *msg, int status, const char *text)
{
    if (msg != NULL) {
        snprintf(msg->text, sizeof msg->text, "%s", text);
    }
    return status;
}

/* RAM must leave room below 4 GiB, where its alias ends too. */
static int build_memory(struct sim_platform *p, struct sim_message *msg)
{
    const uint64_t max = UINT64_C(1) << 31;

    if (p->cfg.ram_size == 0 || p->cfg.ram_size > max) {
        return refuse(msg, SIM_PLATFORM_ERR_ARG, "RAM size must be 1 byte to 2 GiB");
    }
    int status = sim_ram_init(&p->ram, p->cfg.ram_size);
    if (status == SIM_BUS_ERR_NOMEM) {
        return refuse(msg, SIM_PLATFORM_ERR_NOMEM, "no memory for RAM");
    }
    p->ram.before = p->cfg.ram;
    sim_bus_init(&p->bus);
    if (status == SIM_BUS_OK) {
        status = sim_bus_map_ram(&p->bus, SIM_RAM_BASE, &p->ram);
    }
    if (status == SIM_BUS_OK && p->cfg.hart.xlen == 64) {
        status = sim_bus_map_ram(&p->bus, SIM_RAM_ALIAS, &p->ram);
    }
    return status == SIM_BUS_OK
               ? SIM_PLATFORM_OK
               : refuse(msg, SIM_PLATFORM_ERR_ARG, "RAM does not fit into the map");
}

/* The id of each hart: from the tree for those with an encoder, then ids that are not yet taken. */
static void number_harts(const struct sim_platform *p, uint64_t id[SIM_MAX_HARTS])
{
    const struct topology *t = p->network.tree;
    bool told[SIM_MAX_HARTS] = {false};

    for (unsigned i = 0; p->cfg.tree != NULL && i < t->ncomponents; i++) {
        const struct topology_hart *h = &t->component[i].hart;

        if (h->present && h->index < p->harts) {
            told[h->index] = true;
            id[h->index] = h->id;
        }
    }
    for (unsigned i = 0; i < p->harts; i++) {
        uint64_t next = p->cfg.tree != NULL ? 0 : p->cfg.hart.hartid + i;

        for (unsigned k = 0; !told[i] && k < p->harts; k++) {
            if (told[k] && id[k] == next) {
                next++;
                k = UINT_MAX; /* look again from 0 */
            }
        }
        if (!told[i]) {
            id[i] = next;
        }
        told[i] = true;
    }
}

static int build_harts(struct sim_platform *p, struct sim_message *msg)
{
    uint64_t id[SIM_MAX_HARTS] = {0};
    int status = sim_network_plan(p, msg);

    if (status != SIM_PLATFORM_OK) {
        return status;
    }
    number_harts(p, id);
    for (unsigned i = 0; i < p->harts; i++) {
        struct sim_hart_cfg cfg = p->cfg.hart;

        cfg.hartid = (uint32_t)id[i];
        p->core[i].encoder = TOPOLOGY_NONE;
        p->core[i].hart = id[i] < SIM_CLINT_HARTS ? sim_hart_create(&cfg, &p->bus) : NULL;
        if (p->core[i].hart == NULL) {
            return refuse(msg, SIM_PLATFORM_ERR_ARG,
                          id[i] < SIM_CLINT_HARTS
                              ? "the configuration of the hart is refused"
                              : "the hart ID is out of range for the CLINT, 0 to 4094");
        }
    }
    return SIM_PLATFORM_OK;
}

static int build(struct sim_platform *p, struct sim_message *msg)
{
    int status = build_memory(p, msg);

    if (status == SIM_PLATFORM_OK) {
        status = build_harts(p, msg);
    }
    if (status != SIM_PLATFORM_OK) {
        return status;
    }
    sim_clint_init(&p->clint);
    for (unsigned i = 0; i < p->harts; i++) {
        sim_clint_add(&p->clint, p->core[i].hart);
    }
    if (sim_finisher_map(&p->finisher, &p->bus, p) != SIM_BUS_OK ||
        sim_clint_map(&p->clint, &p->bus) != SIM_BUS_OK ||
        sim_uart_map(&p->uart, &p->bus, p->cfg.uart) != SIM_BUS_OK) {
        return refuse(msg, SIM_PLATFORM_ERR_ARG, "a device does not fit into the map");
    }
    return sim_network_init(p, msg);
}

enum sim_platform_status sim_platform_create(const struct sim_platform_cfg *cfg,
                                             struct sim_platform **out, struct sim_message *msg)
{
    struct sim_platform *p = calloc(1, sizeof *p);

    if (msg != NULL) {
        msg->text[0] = '\0';
    }
    if (p == NULL) {
        return refuse(msg, SIM_PLATFORM_ERR_NOMEM, "no memory for the platform");
    }
    p->cfg = *cfg;
    p->retire = cfg->retire;
    int status = build(p, msg);
    if (status != SIM_PLATFORM_OK) {
        sim_platform_destroy(p);
        return status;
    }
    *out = p;
    return SIM_PLATFORM_OK;
}

void sim_platform_destroy(struct sim_platform *p)
{
    if (p == NULL) {
        return;
    }
    sim_network_free(p);
    for (unsigned i = 0; i < p->harts; i++) {
        sim_hart_destroy(p->core[i].hart);
    }
    sim_ram_free(&p->ram);
    free(p);
}

/* Is [addr, addr + n) inside one RAM region? */
static const struct sim_region *in_ram(const struct sim_platform *p, uint64_t addr, uint64_t n)
{
    const struct sim_region *r = sim_bus_find(&p->bus, addr);

    return r != NULL && r->ram != NULL && n <= r->size - (addr - r->base) ? r : NULL;
}

static int check_placement(const struct sim_platform *p, const struct sim_segment *segment,
                           size_t n, uint64_t entry, struct sim_message *msg)
{
    for (size_t i = 0; i < n; i++) {
        const struct sim_segment *s = &segment[i];

        if (s->filesz > s->memsz) {
            return refuse(msg, SIM_PLATFORM_ERR_ARG, "a segment has more bytes than memory");
        }
        if (in_ram(p, s->addr, s->memsz) != NULL) {
            continue;
        }
        if (msg != NULL) {
            snprintf(msg->text, sizeof msg->text,
                     "segment %zu (%" PRIu64 " bytes at 0x%" PRIx64 ") is outside RAM (%" PRIu64
                     " bytes at 0x%" PRIx64 ")",
                     i, s->memsz, s->addr, p->ram.size, SIM_RAM_BASE);
        }
        return SIM_PLATFORM_ERR_LOAD;
    }
    if (in_ram(p, entry, 2) == NULL) {
        return refuse(msg, SIM_PLATFORM_ERR_LOAD, "the entry point is outside RAM");
    }
    return SIM_PLATFORM_OK;
}

enum sim_platform_status sim_platform_load(struct sim_platform *p,
                                           const struct sim_segment *segment, size_t n,
                                           uint64_t entry, struct sim_message *msg)
{
    int status = check_placement(p, segment, n, entry, msg);

    if (status != SIM_PLATFORM_OK) {
        return status;
    }
    for (size_t i = 0; i < n; i++) {
        const struct sim_segment *s = &segment[i];
        const struct sim_region *r = in_ram(p, s->addr, s->memsz);
        const uint64_t off = s->addr - r->base;

        memset(p->ram.mem + off, 0, (size_t)s->memsz);
        sim_ram_changed(&p->ram, off, (size_t)s->memsz);
        if (sim_ram_write(&p->ram, off, s->bytes, (size_t)s->filesz) != SIM_BUS_OK) {
            return refuse(msg, SIM_PLATFORM_ERR_BUS, "a segment could not be written");
        }
    }
    for (unsigned i = 0; i < p->harts; i++) {
        sim_hart_set_pc(p->core[i].hart, entry);
    }
    return SIM_PLATFORM_OK;
}

void sim_platform_set_retire_hook(struct sim_platform *p, struct sim_retire_hook hook)
{
    p->retire = hook;
}

enum sim_bus_status sim_platform_read32(struct sim_platform *p, uint64_t addr, uint32_t *value)
{
    return sim_bus_read32(&p->bus, addr, value);
}

enum sim_bus_status sim_platform_write32(struct sim_platform *p, uint64_t addr, uint32_t value)
{
    return sim_bus_write32(&p->bus, addr, value);
}

struct sim_hart *sim_platform_hart(struct sim_platform *p)
{
    return p->core[0].hart;
}

unsigned sim_platform_hart_count(const struct sim_platform *p)
{
    return p->harts;
}

struct sim_hart *sim_platform_hart_n(struct sim_platform *p, unsigned i)
{
    return i < p->harts ? p->core[i].hart : NULL;
}

struct sim_bus *sim_platform_bus(struct sim_platform *p)
{
    return &p->bus;
}

const struct topology *sim_platform_tree(const struct sim_platform *p)
{
    return p->network.present ? p->network.tree : NULL;
}

const struct sim_fabric *sim_platform_fabric(struct sim_platform *p)
{
    if (!p->network.present) {
        return NULL;
    }
    sim_network_catch_up(p);
    return &p->network.fabric;
}

unsigned sim_platform_encoder_of(const struct sim_platform *p, unsigned hart)
{
    return hart < p->harts ? p->core[hart].encoder : (unsigned)TOPOLOGY_NONE;
}

struct trm_encoder *sim_platform_encoder(struct sim_platform *p)
{
    return p->network.present ? sim_fabric_c_encoder(&p->network.fabric) : NULL;
}

struct trm_ramsink *sim_platform_ramsink(struct sim_platform *p)
{
    return p->network.present ? sim_fabric_c_ramsink(&p->network.fabric) : NULL;
}
