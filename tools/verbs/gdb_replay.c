/* SPDX-License-Identifier: Apache-2.0 */
#include "gdb_replay.h"

#include <stdio.h>
#include <string.h>

#include "flow/flow_isa.h"

_Static_assert(HTV_GDB_PC == (int)HTS_REPLAY_PC && HTV_GDB_CSR == (int)HTS_REPLAY_CSRS,
               "registers have the same numbers");

static struct hts_replay *replay_of(void *ctx)
{
    return ((struct gdb_replay *)ctx)->replay;
}

static bool reg(void *ctx, unsigned hart, unsigned number, uint64_t *value)
{
    *value = hts_replay_register(replay_of(ctx), hart, number);
    return true;
}

static size_t memory(void *ctx, unsigned hart, uint64_t addr, uint8_t *bytes, size_t n)
{
    (void)hart; /* all see the same */
    return hts_replay_memory(replay_of(ctx), addr, bytes, n);
}

static unsigned step(void *ctx, unsigned hart, bool back)
{
    const unsigned one = hart < HTV_GDB_HARTS ? hart : (unsigned)HTS_REPLAY_ANY;
    const unsigned moved = hts_replay_step(replay_of(ctx), one, back);
    return moved != HTS_REPLAY_END ? moved : (unsigned)HTV_GDB_HARTS;
}

static uint64_t position(void *ctx, unsigned hart)
{
    (void)hart;
    return hts_replay_position(replay_of(ctx));
}

static bool go(void *ctx, unsigned hart, uint64_t to)
{
    (void)hart;
    return hts_replay_go(replay_of(ctx), to);
}

static bool changed(void *ctx, unsigned n, uint64_t *addr, unsigned *size)
{
    return hts_replay_changed(replay_of(ctx), n, addr, size);
}

static const char *function(void *ctx, uint64_t addr, uint64_t *begin)
{
    const struct gdb_replay *r = ctx;
    struct htr_elf_symbol symbol;
    if (r->elf.nsegments == 0 || !htr_elf_symbol_at(&r->elf, addr, &symbol)) {
        return NULL;
    }
    *begin = symbol.value;
    return symbol.name;
}

static const char *name(void *ctx, unsigned hart)
{
    struct gdb_replay *r = ctx;
    snprintf(r->name, sizeof r->name, "hart %u", hart);
    return r->name;
}

static int open_program(struct gdb_replay *r, struct htr_host *host, const char *elf)
{
    struct htr_host silent = {0};
    struct htr_elf_message why;
    const char *path = elf != NULL ? elf : hts_replay_program(r->replay);
    const bool there = htr_bytes_load(&r->file, elf != NULL ? host : &silent, path) == HTR_OK &&
                       htr_elf_parse(&r->elf, r->file.bytes, r->file.size,
                                     hts_replay_xlen(r->replay), &why) == HTR_ELF_OK;
    if (!there) {
        r->elf = (struct htr_elf){0};
    }
    return there || elf == NULL
               ? HTR_OK
               : htr_fail(host, HTR_ERR_FORMAT, elf, "no program for this recording");
}

int gdb_replay_open(struct gdb_replay *r, struct htr_host *host, const char *folder,
                    const char *elf, struct htv_gdb_target *target)
{
    static const struct htv_gdb_ops ops = {.reg = reg,
                                           .memory = memory,
                                           .step = step,
                                           .position = position,
                                           .go = go,
                                           .changed = changed,
                                           .function = function,
                                           .name = name};
    unsigned n = 0;
    *r = (struct gdb_replay){0};
    int status = hts_replay_open(&r->replay, host, folder);
    if (status != HTR_OK) {
        return status;
    }
    for (const char *csr; (csr = hts_replay_csr(r->replay, n)) != NULL; n++) {
        r->csr[n] = (struct htv_gdb_csr){csr, strcmp(csr, "priv") == 0 ? "virtual" : "csr"};
    }
    *target = (struct htv_gdb_target){.ops = &ops,
                                      .ctx = r,
                                      .harts = hts_replay_harts(r->replay),
                                      .xlen = hts_replay_xlen(r->replay),
                                      .isa = FLOW_ISA_C,
                                      .ordered = true,
                                      .csr = r->csr,
                                      .ncsrs = n};
    return open_program(r, host, elf);
}

void gdb_replay_close(struct gdb_replay *r)
{
    hts_replay_close(r->replay);
    htr_bytes_free(&r->file);
}
