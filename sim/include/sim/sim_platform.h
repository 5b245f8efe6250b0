/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The platform: hart, RAM, CLINT, UART, test finisher, trace encoder and RAM sink on one bus.
 * The memory map agrees with QEMU's `virt` machine where both have a device, so that one ELF runs
 * on both.
 */
#ifndef SIM_PLATFORM_H
#define SIM_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/sim_bus.h"
#include "sim/sim_fabric.h"
#include "sim/sim_hart.h"
#include "sim/sim_message.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Memory map. */
#define SIM_FINISHER_BASE  UINT64_C(0x00100000)
#define SIM_CLINT_BASE     UINT64_C(0x02000000)
#define SIM_ENCODER_BASE   UINT64_C(0x03020000) /* + n * 0x1000 */
#define SIM_RAMSINK_BASE   UINT64_C(0x06000000) /* + n * 0x10000 */
#define SIM_FUNNEL_BASE    UINT64_C(0x03030000)
#define SIM_UART_BASE      UINT64_C(0x10000000)
#define SIM_RAM_BASE       UINT64_C(0x80000000)
#define SIM_RAM_ALIAS      UINT64_C(0xFFFFFFFF80000000) /* RV64 only: the same RAM */
#define SIM_RAM_SIZE       (UINT64_C(128) << 20)        /* default */
#define SIM_ENCODER_STRIDE UINT64_C(0x1000)
#define SIM_RAMSINK_STRIDE UINT64_C(0x10000)

enum {
    SIM_MAX_HARTS = 16,
};

enum sim_platform_status {
    SIM_PLATFORM_OK = 0,
    SIM_PLATFORM_ERR_ARG = -1,   /* configuration out of range */
    SIM_PLATFORM_ERR_NOMEM = -2, /* no memory */
    SIM_PLATFORM_ERR_LOAD = -3,  /* the program was refused: see the message */
    SIM_PLATFORM_ERR_BUS = -4,   /* a write to the bus failed: see the message */
};

/* Called for each record of the ingress port of hart 0..n-1, when its encoder has taken it: cycle
 * and time of a record that was stalled are those of that cycle. opcode is that of block[0], or 0.
 * For a plain PC log: use block[0].iaddr of the records with nblocks == 1 and block[0].iretire !=
 * 0. */
struct sim_retire_hook {
    void (*fn)(void *ctx, unsigned hart, const struct ingress_cycle *in, uint32_t opcode);
    void *ctx;
};

/* Called for each byte that is written to the UART. */
struct sim_uart_hook {
    void (*fn)(void *ctx, uint8_t byte);
    void *ctx;
};

/* Called for each write to a register of a trace component that was taken, by a hart or a master.
 */
struct sim_regs_hook {
    void (*fn)(void *ctx, unsigned component, uint32_t offset, uint32_t value);
    void *ctx;
};

struct sim_platform_cfg {
    struct sim_hart_cfg hart; /* of every hart; hartid is that of hart 0, the others follow it */
    unsigned harts;           /* without tree: 1..SIM_MAX_HARTS; default 1 */
    /* Components, links and addresses; checked, every kind known. Its harts and their ids replace
     * those above. Must live as long as the platform. NULL: one hart has encoder 0 and RAM sink 0;
     * several have encoders 0.., a funnel and RAM sink 0 (sim_tree.h). */
    const struct topology *tree;
    const struct sim_component_cfg *component; /* with tree: one each. NULL: sim_tree_component */
    struct sim_fabric_maker fabric;            /* make NULL: the C models */
    struct sim_pins_hook pins;                 /* of PIB sinks; fn may be NULL */
    uint64_t ram_size;                         /* bytes */
    bool trace;                                /* build the trace components */
    const struct trm_encoder_cfg *encoder;     /* without tree; NULL: the model's defaults */
    const struct trm_ramsink_cfg *ramsink;     /* without tree; NULL: the model's defaults */
    struct sim_retire_hook retire; /* fn may be NULL: then code runs fast while the trace is off */
    struct sim_uart_hook uart;     /* fn may be NULL: output is dropped */
    struct sim_regs_hook regs;     /* fn may be NULL */
    struct sim_ram_hook ram;       /* fn may be NULL. offset is from SIM_RAM_BASE */
};

/* Defaults: sim_hart_cfg_init, one hart, 128 MiB, with trace, no tree, no hooks. */
void sim_platform_cfg_init(struct sim_platform_cfg *cfg);

struct sim_platform;

/* Returns SIM_PLATFORM_OK and *out, or _ERR_ARG, _ERR_NOMEM with a message (msg may be NULL). */
SIM_MUST_CHECK enum sim_platform_status sim_platform_create(const struct sim_platform_cfg *cfg,
                                                            struct sim_platform **out,
                                                            struct sim_message *msg);
void sim_platform_destroy(struct sim_platform *p);

/* A piece of a program, as a loadable segment of an ELF file has it. */
struct sim_segment {
    uint64_t addr;        /* physical */
    const uint8_t *bytes; /* filesz of them */
    uint64_t filesz;      /* at most memsz */
    uint64_t memsz;       /* the bytes from filesz on become zero */
};

/* Load n segments and set every hart to the entry. Each segment and the instruction at the entry
 * must lie in RAM or in its alias; where two overlap, the later one counts. Returns
 * SIM_PLATFORM_OK, or with a message (msg may be NULL) _ERR_ARG (a segment with filesz > memsz),
 * _ERR_LOAD (outside RAM): then nothing was loaded. */
SIM_MUST_CHECK enum sim_platform_status sim_platform_load(struct sim_platform *p,
                                                          const struct sim_segment *segment,
                                                          size_t n, uint64_t entry,
                                                          struct sim_message *msg);

/* Why sim_platform_run returned. */
enum sim_stop {
    SIM_STOP_FINISHER,     /* the program wrote to the test finisher: exit_code */
    SIM_STOP_INSTRUCTIONS, /* max_instructions were retired */
    SIM_STOP_CYCLES,       /* max_cycles have passed */
    SIM_STOP_PC,           /* about to execute stop_pc */
    SIM_STOP_DEADLOCK, /* asleep in wfi, and nothing can wake it; or stalled by a trace that cannot
                          move on */
    SIM_STOP_HALTED,   /* every hart is in debug mode */
    SIM_STOP_REQUEST,  /* sim_platform_stop was called from a hook */
    SIM_STOP_TRAPS,    /* a hart took SIM_TRAP_ROW_END traps in a row: sim_hart_trap_row */
};

/* Called between two cycles of a run, at its start and then every `every` cycles or sooner: for a
 * debugger, which may use all of sim_hart.h and sim_bus.h there. Returns false to end the run
 * (SIM_STOP_REQUEST). While there is a poll hook that may wake, harts in debug mode, asleep or in
 * reset do not end the run: time goes on, from one call to the next. */
struct sim_poll_hook {
    bool (*fn)(void *ctx);
    void *ctx;
    uint64_t every;  /* cycles, at least 1 */
    bool only_looks; /* it wakes no hart: what ends a run without a hook ends it */
};

/* Limits of one run, counted from its start; 0 means none. */
struct sim_run_limits {
    uint64_t max_instructions; /* of all harts together */
    uint64_t max_cycles;
    bool has_stop_pc; /* of hart 0 */
    uint64_t stop_pc;
    struct sim_poll_hook poll; /* fn may be NULL */
};

struct sim_run_result {
    enum sim_stop reason;
    uint32_t exit_code;    /* SIM_STOP_FINISHER: 0 = pass */
    uint64_t instructions; /* retired in this run */
    uint64_t cycles;       /* of this run, stalls included */
    uint64_t stalled;      /* cycles the encoder held the hart back */
    unsigned hart;         /* SIM_STOP_TRAPS: which one */
};

/* Run until one of the above. limits may be NULL. May be called again to go on. */
void sim_platform_run(struct sim_platform *p, const struct sim_run_limits *limits,
                      struct sim_run_result *result);

/* End the run in progress after this instruction (for hooks). */
void sim_platform_stop(struct sim_platform *p);

/* Let n cycles pass with the hart's clock gated: only the trace components and the timestamp work.
 * This is a driver's `relax` between polls when the program has ended. */
void sim_platform_idle(struct sim_platform *p, uint64_t n);

/* Change the retirement hook while no run is in progress. */
void sim_platform_set_retire_hook(struct sim_platform *p, struct sim_retire_hook hook);

/* Bus master access for drivers and debuggers, also between runs. Status: enum sim_bus_status. */
SIM_MUST_CHECK enum sim_bus_status sim_platform_read32(struct sim_platform *p, uint64_t addr,
                                                       uint32_t *value);
SIM_MUST_CHECK enum sim_bus_status sim_platform_write32(struct sim_platform *p, uint64_t addr,
                                                        uint32_t value);

/* The trace network: see sim_fabric.h. The tree is NULL without trace; the component numbers are
 * its. encoder_of is the component number of a hart's encoder, TOPOLOGY_NONE when it has none.
 * sim_platform_fabric brings the fabric up to date: call it again after cycles have passed. */
const struct topology *sim_platform_tree(const struct sim_platform *p);
const struct sim_fabric *sim_platform_fabric(struct sim_platform *p);
unsigned sim_platform_encoder_of(const struct sim_platform *p, unsigned hart);

/* The parts. hart is hart 0; hart_n is NULL when i is not below hart_count. encoder and ramsink are
 * the first of each in the tree; NULL when there is none, or the fabric is not of C models. */
struct sim_hart *sim_platform_hart(struct sim_platform *p);
unsigned sim_platform_hart_count(const struct sim_platform *p);
struct sim_hart *sim_platform_hart_n(struct sim_platform *p, unsigned i);
struct sim_bus *sim_platform_bus(struct sim_platform *p);
struct trm_encoder *sim_platform_encoder(struct sim_platform *p);
struct trm_ramsink *sim_platform_ramsink(struct sim_platform *p);

/* Name of a stop reason, never NULL. */
const char *sim_stop_name(enum sim_stop reason);

#ifdef __cplusplus
}
#endif

#endif
