/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The fabric: the trace network of a platform, from the ingress ports of its encoders to the far
 * side of its sinks. One plain structure of operations is between the run loop, the bus and the
 * driver on one side, and the implementation of the components on the other: the C models (the
 * default), SystemC around them, or RTL.
 *
 * Components have the numbers of the tree (struct topology): component[0..ncomponents).
 *
 * A cycle is: tick(1), then at most one ingress record per hart, then reads and writes of registers
 * by harts and masters. A register write in cycle c acts on the ingress of cycle c + 1
 * (TRM_ENCODER_K).
 */
#ifndef SIM_FABRIC_H
#define SIM_FABRIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "regmap/components.h"
#include "ingress/ingress_port.h"
#include "nexus/nexus_cfg.h"
#include "sim/sim_bus.h"
#include "sim/sim_message.h"
#include "topology/topology.h"
#include "trm/trm_atbbridge.h"
#include "trm/trm_encoder.h"
#include "trm/trm_etb.h"
#include "trm/trm_funnel.h"
#include "trm/trm_pibsink.h"
#include "trm/trm_ramsink.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    /* After this number of ticks without ingress, register access and data on its way, a fabric
     * that reports that it is not busy does not change any more: a platform may skip the rest. */
    SIM_FABRIC_SETTLE = 8192,
};

struct sim_fabric_ops {
    /* A register access of the component, at a byte offset into its block. Returns SIM_BUS_OK, or
     * SIM_BUS_ERR_FAULT (a size or an alignment that TCI does not allow; nothing was done).
     * Stimulus ports of an encoder also take writes of 1 and 2 bytes. */
    int (*reg_read)(void *ctx, unsigned component, uint32_t offset, unsigned size, uint32_t *value);
    int (*reg_write)(void *ctx, unsigned component, uint32_t offset, unsigned size, uint32_t value);
    /* Would reg_write at this offset have to wait now, until after a tick or more (a stimulus port
     * with back-pressure)? NULL: never. */
    bool (*waits)(void *ctx, unsigned component, uint32_t offset);
    /* Begin n cycles (at least 1), one after the other, in the order timestamps, sinks, funnels,
     * encoders. */
    void (*tick)(void *ctx, uint64_t n);
    /* Give an encoder the record of this cycle. Returns true when its hart is stalled: the record
     * was not taken, give it again (with the cycle and time of then) after the next tick. */
    bool (*ingress)(void *ctx, unsigned component, const struct ingress_cycle *in);
    /* Does anything depend on cycles: an encoder is enabled, data is on its way, registers were
     * just written? Otherwise cycles may be given later, in one tick, and no more than
     * SIM_FABRIC_SETTLE of them. */
    bool (*busy)(const void *ctx);
    /* What a decoder must know of an encoder's stream, from its registers as they are now. */
    void (*stream)(const void *ctx, unsigned component, struct nexus_stream_cfg *out);
    /* What an ATB bridge feeds: a CoreSight formatter and an ETB. start: capture into an
     * empty memory (so it begins, too). stop: complete the frame. read: copy at most n bytes of
     * frames, oldest first; returns how many there are in all. total: bytes of frames that were
     * written since the start, overwritten ones too; may lag behind until capture_stop. flush: ask
     * for a flush (AFVALID), and then complete the frame; flushed: that is done, all that was
     * queued before the bridge at flush can be read. Other components: nothing, 0, true. */
    void (*capture_start)(void *ctx, unsigned component);
    void (*capture_flush)(void *ctx, unsigned component);
    bool (*capture_flushed)(void *ctx, unsigned component);
    void (*capture_stop)(void *ctx, unsigned component);
    uint32_t (*capture_read)(const void *ctx, unsigned component, uint8_t *dst, uint32_t n);
    uint64_t (*capture_total)(const void *ctx, unsigned component);
    void (*destroy)(void *ctx);
};

struct sim_fabric {
    const struct sim_fabric_ops *ops;
    void *ctx;
};

/* Parameters of one component; its kind says which member of u counts. Of a RAM sink sram NULL: the
 * fabric has the memory; bus.write NULL: the platform's bus. */
#define SIM_COMPONENT_CFG(name, NAME, title, type) struct trm_##name##_cfg name;
struct sim_component_cfg {
    union {
        TR_COMPONENTS(SIM_COMPONENT_CFG) /* struct trm_encoder_cfg encoder; and so on */
    } u;
    struct trm_etb_cfg etb; /* after an ATB bridge; memory NULL: the fabric has it */
};
#undef SIM_COMPONENT_CFG

/* Called for a PIB sink that is not in reset, once per tick: the levels from this tick on. */
struct sim_pins_hook {
    void (*fn)(void *ctx, unsigned component, struct trm_pib_pins pins);
    void *ctx;
};

/* What a fabric is made from. What it points to outlives the fabric; copy the struct itself. */
struct sim_fabric_env {
    const struct topology *tree;         /* checked; every kind is known */
    const struct sim_component_cfg *cfg; /* one per component */
    /* Writes of RAM sinks to system memory; 4, 8 or 16 bytes. Returns 0, or a negative number for a
     * bus error. */
    int (*smem_write)(void *ctx, unsigned component, uint64_t address, const uint8_t *bytes,
                      size_t n);
    /* Reads, 4 bytes, of RAM sinks with smem_data; the same. */
    int (*smem_read)(void *ctx, unsigned component, uint64_t address, uint8_t *bytes, size_t n);
    void *smem_ctx;
    /* Time at the cycle that begins: what funnels in trTsMode External see (encoders have it in the
     * record). Of n cycles in one tick it is that of the last. */
    uint64_t (*time)(void *ctx);
    void *time_ctx;
    struct sim_pins_hook pins; /* fn may be NULL */
};

/* Makes a fabric: *out and SIM_BUS_OK, or a negative number with a message: the component's path
 * and what is refused. */
struct sim_fabric_maker {
    int (*make)(void *ctx, const struct sim_fabric_env *env, struct sim_fabric *out,
                struct sim_message *msg);
    void *ctx;
};

/* The fabric of C models. */
struct sim_fabric_maker sim_fabric_c(void);

/* Of a fabric of C models: what an encoder sends to. Another encoder can put its messages there, in
 * the place of that one, which then stays in reset (docs/howto/encoder.md). No ops when the fabric
 * or the component is of another kind. */
struct trm_link sim_fabric_c_link(const struct sim_fabric *fabric, unsigned component);

#ifdef __cplusplus
}
#endif

#endif
