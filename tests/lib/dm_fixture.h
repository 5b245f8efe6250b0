/* SPDX-License-Identifier: Apache-2.0 */
/* A debug module with fake harts and a fake bus. The fakes check what a debug module may ask for,
 * and carry out nothing by themselves: dmf_run lets the harts take their requests. */
#ifndef DM_FIXTURE_H
#define DM_FIXTURE_H

#include "sim/sim_dm.h"

enum {
    DMF_HARTS = 4,
    DMF_BYTES = 256, /* of memory at DMF_MEMORY */
    DMF_CSR = 0x7b1, /* the only CSR there is: dpc */
    /* Bits of dmcontrol; haltreq is below. */
    DMF_RESUMEREQ = 1 << 30,
    DMF_HARTRESET = 1 << 29,
    DMF_ACKHAVERESET = 1 << 28,
    DMF_HASEL = 1 << 26,
    DMF_SETRESETHALTREQ = 1 << 3,
    DMF_CLRRESETHALTREQ = 1 << 2,
    DMF_NDMRESET = 1 << 1,
    DMF_DMACTIVE = 1,
};

#define DMF_MEMORY  UINT64_C(0x1000)
#define DMF_HALTREQ (UINT32_C(1) << 31)
#define DMF_EBREAK  0x00100073u
#define DMF_ILLEGAL 0u

struct dmf_hart {
    enum sim_dm_hart_state state;
    bool halt_request;
    uint32_t resets;
    unsigned resumes, cancels;
    uint64_t gpr[32], csr;
    uint32_t program[SIM_DM_MAX_PROGBUF]; /* of the last exec */
    unsigned words, execs;
    unsigned misuse; /* asked for what is allowed to halted harts only */
};

struct dmf {
    struct sim_dm dm;
    struct sim_dm_cfg cfg;
    struct dmf_hart hart[DMF_HARTS];
    uint8_t memory[DMF_BYTES];
    unsigned reads, writes; /* of the bus */
    bool in_reset;
    unsigned misuse; /* a bus access that is misaligned or has an odd size */
};

/* Defaults of the module with 4 harts of RV64, or as f->cfg and nharts, xlen say. dmf_start also
 * sets dmactive. */
void dmf_cfg(struct dmf *f);
bool dmf_init(struct dmf *f, unsigned nharts, uint8_t xlen);
void dmf_start(struct dmf *f);

/* The harts take halt requests; then the module looks at them. */
void dmf_run(struct dmf *f);

/* Registers of the module. */
uint32_t dmf_read(struct dmf *f, uint32_t addr);
void dmf_write(struct dmf *f, uint32_t addr, uint32_t value);
/* dmcontrol with hart i selected, dmactive and these bits. */
void dmf_control(struct dmf *f, unsigned i, uint32_t bits);
/* Halt hart i. */
void dmf_halt(struct dmf *f, unsigned i);
/* Write the command; returns cmderr, and clears it. */
unsigned dmf_command(struct dmf *f, uint32_t command);

#endif
