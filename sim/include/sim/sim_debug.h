/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A debugger's way into a platform: remote_bitbang server, TAP, DTM and debug module joined to each
 * other, to the harts and to the bus. Each part is usable alone, with its own header; this one
 * knows them all.
 */
#ifndef SIM_DEBUG_H
#define SIM_DEBUG_H

#include "sim/sim_bitbang.h"
#include "sim/sim_dm.h"
#include "sim/sim_dtm.h"
#include "sim/sim_platform.h"
#include "sim/sim_tap.h"

#ifdef __cplusplus
extern "C" {
#endif

/* No manufacturer (JEP106 code 0), part 0x4854, version 1. */
#define SIM_DEBUG_IDCODE UINT32_C(0x14854001)

struct sim_debug_cfg {
    const char *where; /* for sim_bitbang_server_open; NULL: no server */
    uint32_t idle_ms;  /* the server sends a client away that is silent this long; 0: never */
    uint32_t idcode;
    struct sim_dtm_cfg dtm;
    struct sim_dm_cfg dm;
};

/* Defaults: no server, SIM_DEBUG_IDCODE, the defaults of the parts. */
void sim_debug_cfg_init(struct sim_debug_cfg *cfg);

/* A hart as the debug module sees it. */
struct sim_debug_hart {
    struct sim_hart *hart;
    uint64_t
        reset_pc; /* its pc when the platform was joined: after a reset it begins there again */
    bool in_reset;
};

/* Its operations: ctx is a struct sim_debug_hart. */
extern const struct sim_dm_hart_ops sim_debug_hart_ops;

struct sim_debug {
    struct sim_platform *platform;
    struct sim_debug_hart hart[SIM_MAX_HARTS];
    unsigned nharts;
    struct sim_dm dm;
    struct sim_dtm dtm;
    struct sim_tap tap;
    struct sim_bitbang_server server; /* listener -1: none */
};

/* Join to a platform whose programs are loaded. d must not move, and must be closed before the
 * platform is destroyed. Returns SIM_BITBANG_OK, or its errors with a message; SIM_BITBANG_ERR_ARG
 * also when cfg.dm is out of range. */
SIM_MUST_CHECK enum sim_bitbang_status sim_debug_open(struct sim_debug *d,
                                                      const struct sim_debug_cfg *cfg,
                                                      struct sim_platform *p,
                                                      struct sim_message *msg);
void sim_debug_close(struct sim_debug *d);

/* Serve the client and watch the halt groups: between two cycles of the platform. Waits at most
 * wait_ms milliseconds when there is nothing to do. Returns a set of enum sim_bitbang_event. */
unsigned sim_debug_poll(struct sim_debug *d, unsigned wait_ms);

/* Halt all harts, before their next instruction. */
void sim_debug_halt_all(struct sim_debug *d);

/* Is every hart in debug mode, in reset, or asleep without a timer interrupt that would wake it?
 * Then nothing but a debugger changes anything. */
bool sim_debug_quiet(const struct sim_debug *d);

#ifdef __cplusplus
}
#endif

#endif
