/* SPDX-License-Identifier: Apache-2.0 */
/* What a halted hart does for a debug module: loads, stores and the program buffer (RISC-V
 * Debug 1.0, "Debug Mode"). */
#include <stddef.h>

#include "hart/exec.h"
#include "hart/hart_priv.h"
#include "ingress/ingress_port.h"

/* Switch to the rights of debug mode and back. The hart's own mode is in dcsr.prv too, but the
 * debugger may write that. */
static enum sim_priv enter(struct sim_hart *h)
{
    const enum sim_priv priv = h->priv;

    h->debug_exec = true;
    sim_set_priv(h, SIM_PRIV_M);
    return priv;
}

static void leave(struct sim_hart *h, enum sim_priv priv)
{
    h->debug_exec = false;
    sim_set_priv(h, priv);
}

static bool good_size(const struct sim_hart *h, unsigned size)
{
    return size == 1 || size == 2 || size == 4 || (size == 8 && h->cfg.xlen == 64);
}

enum sim_hart_status sim_hart_load(struct sim_hart *h, uint64_t addr, unsigned size,
                                   uint64_t *value)
{
    if (!h->halted || !good_size(h, size)) {
        return SIM_HART_ERR_ARG;
    }
    enum sim_priv priv = enter(h);
    int status = sim_load_slow(h, addr & h->mask, size, value);
    leave(h, priv);
    return status == 0 ? SIM_HART_OK : SIM_HART_ERR_TRAP;
}

enum sim_hart_status sim_hart_store(struct sim_hart *h, uint64_t addr, unsigned size,
                                    uint64_t value)
{
    if (!h->halted || !good_size(h, size)) {
        return SIM_HART_ERR_ARG;
    }
    enum sim_priv priv = enter(h);
    int status = sim_store_slow(h, addr & h->mask, size, value);
    leave(h, priv);
    return status == 0 ? SIM_HART_OK : SIM_HART_ERR_TRAP;
}

/* The instruction at half-word i of a program of n half-words; false: it is cut off. */
static bool fetch(const struct sim_hart *h, const uint32_t *program, unsigned i, unsigned n,
                  struct sim_insn *in)
{
    uint32_t opcode = program[i / 2] >> 16 * (i % 2) & 0xffff;

    if ((opcode & 3) == 3) {
        if (i + 1 == n) {
            return false;
        }
        opcode |= (program[(i + 1) / 2] >> 16 * ((i + 1) % 2) & 0xffff) << 16;
    }
    sim_decode(in, opcode, h->cfg.xlen, h->cfg.compressed);
    return true;
}

/* Has it to do with the pc, which a program buffer does not have, or with privilege? */
static bool refused(const struct sim_insn *in)
{
    return in->itype != INGRESS_ITYPE_NONE || in->fn == sim_exec_auipc ||
           in->fn == sim_exec_ecall || in->fn == sim_exec_mret || in->fn == sim_exec_sret;
}

static int run(struct sim_hart *h, const uint32_t *program, unsigned n)
{
    struct sim_insn in;

    for (unsigned i = 0; i < n; i += in.len / 2u) {
        if (!fetch(h, program, i, n, &in)) {
            return SIM_HART_ERR_TRAP;
        }
        if (in.fn == sim_exec_ebreak) {
            return SIM_HART_OK;
        }
        if (in.fn == sim_exec_wfi) {
            continue;
        }
        if (refused(&in) || in.fn(h, &in) != 0) {
            return SIM_HART_ERR_TRAP;
        }
    }
    return SIM_HART_OK;
}

enum sim_hart_status sim_hart_debug_exec(struct sim_hart *h, const uint32_t *program, unsigned n)
{
    if (!h->halted) {
        return SIM_HART_ERR_ARG;
    }
    enum sim_priv priv = enter(h);
    int status = run(h, program, 2 * n);
    leave(h, priv);
    return status;
}
