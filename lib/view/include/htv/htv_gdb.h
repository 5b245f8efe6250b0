/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GDB as a reader of executions: the remote serial protocol, for an execution that is over and that
 * can be walked through in both directions.
 *
 *   struct htv_gdb *g;
 *   if (htv_gdb_open(&g, &host, &target, &link) == HTR_OK) {
 *       while (state == HTV_GDB_GOES_ON && (n = read(fd, bytes, sizeof bytes)) > 0)
 *           state = htv_gdb_take(g, bytes, n);
 *   }
 *   htv_gdb_close(g);
 *
 * Target and link are structures of functions: nothing here knows a socket, a trace or a simulator.
 * What the peer sends is never trusted.
 *
 * Source: GDB manual, appendix "GDB Remote Serial Protocol", chapters "Packets", "General Query
 * Packets", "Branch Trace Format", "Branch Trace Configuration Format"; and "RISC-V Features".
 */
#ifndef HTV_GDB_H
#define HTV_GDB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "htr/htr_host.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTV_GDB_PACKET = 1 << 14, /* bytes between '$' and '#', at most */
    HTV_GDB_PC = 32,          /* registers: x0 to x31, the pc, */
    HTV_GDB_CSR = 33,         /* then those of the target's list */
    HTV_GDB_HARTS = 64,       /* at most; also the number that stands for no hart */
};

/* Instructions at consecutive addresses. end below begin: a gap, in which begin is where trace was
 * lost. */
struct htv_gdb_block {
    uint64_t begin; /* first instruction */
    uint64_t end;   /* the last one: its own address */
};

/* A register beyond x0 to x31 and the pc. */
struct htv_gdb_csr {
    const char *name;    /* as GDB calls it: "mstatus"; "priv" is the privilege level */
    const char *feature; /* of GDB: "csr" or "virtual" */
};

/* An execution at a position in it. Harts are numbered from 0. */
struct htv_gdb_ops {
    /* A register at this position. Returns false when it is not known. */
    bool (*reg)(void *ctx, unsigned hart, unsigned number, uint64_t *value);

    /* Memory at this position, as this hart sees it. Returns how many of the n bytes at addr are
     * known, from the first on. */
    size_t (*memory)(void *ctx, unsigned hart, uint64_t addr, uint8_t *bytes, size_t n);

    /* Move by one instruction of this hart; the others move with it when the target is ordered, and
     * then hart may be HTV_GDB_HARTS: by one instruction of any hart. Returns the hart that moved
     * last; HTV_GDB_HARTS at the end, or with `back` at the beginning, of what is known. */
    unsigned (*step)(void *ctx, unsigned hart, bool back);

    /* Number of the position, from 0, and going to one of them. Returns false when it is not known
     * (any more); then nothing has changed. */
    uint64_t (*position)(void *ctx, unsigned hart);
    bool (*go)(void *ctx, unsigned hart, uint64_t position);

    /* Memory that the last step changed, item n: NULL when that is not known. Returns false when
     * there is none. */
    bool (*changed)(void *ctx, unsigned n, uint64_t *addr, unsigned *size);

    /* Branch trace up to this position, block 0 the newest. NULL: there is none. */
    uint64_t (*blocks)(void *ctx, unsigned hart);
    struct htv_gdb_block (*block)(void *ctx, unsigned hart, uint64_t n);

    /* The function at an address and where it begins, NULL when it is not known. May be NULL. */
    const char *(*function)(void *ctx, uint64_t addr, uint64_t *begin);

    /* What a user calls the hart; valid until the next call. */
    const char *(*name)(void *ctx, unsigned hart);
};

struct htv_gdb_target {
    const struct htv_gdb_ops *ops;
    void *ctx;
    unsigned harts; /* 1 to HTV_GDB_HARTS */
    unsigned xlen;  /* 32 or 64 */
    uint32_t isa;   /* FLOW_ISA_*, to tell calls */
    bool ordered;   /* positions are those of all harts together: what retired in which order */
    bool fpu;       /* show f0 to f31, never known: GDB needs them for programs that use them */
    const struct htv_gdb_csr *csr;
    unsigned ncsrs;
};

/* The way to GDB. */
struct htv_gdb_link {
    void *ctx;
    /* Send n bytes. Returns false when the peer is gone. */
    bool (*send)(void *ctx, const void *bytes, size_t n);
    /* Asked now and then by long work: has GDB sent a byte 3, or gone away? NULL: never. */
    bool (*stop)(void *ctx);
};

enum htv_gdb_state {
    HTV_GDB_GOES_ON,
    HTV_GDB_DETACHED, /* GDB has left, or has "killed" the target */
    HTV_GDB_BROKEN,   /* a byte could not be sent, or the peer refuses every packet */
};

struct htv_gdb;

/* A conversation with one GDB, at the target's present position. What target and link point to must
 * outlive it. Returns HTR_OK, or after a message HTR_ERR_ARG (harts, xlen), HTR_ERR_MEMORY; then
 * *g is NULL. */
int htv_gdb_open(struct htv_gdb **g, struct htr_host *host, const struct htv_gdb_target *target,
                 const struct htv_gdb_link *link) HTR_MUST_CHECK;

/* Bytes have come: carry out the packets in them, and answer. */
enum htv_gdb_state htv_gdb_take(struct htv_gdb *g, const void *bytes, size_t n) HTR_MUST_CHECK;

/* NULL is fine. */
void htv_gdb_close(struct htv_gdb *g);

#ifdef __cplusplus
}
#endif

#endif
