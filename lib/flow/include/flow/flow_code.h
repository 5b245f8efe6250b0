/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Code: which instruction is at an address. Four sources: a callback that reads bytes, memory
 * images, a PCINFO list, and opcodes recorded during execution. All answer with a decoded
 * instruction, through one cache. All memory is the caller's.
 *
 * Sources: N-Trace 1.0, chapter "N-Trace Decoding Guidelines"; the PCINFO list is the format of the
 * task group's reference tools (0xADDR,TYPESIZE[,0xDEST]).
 */
#ifndef FLOW_CODE_H
#define FLOW_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "flow/flow_block.h"
#include "flow/flow_isa.h"
#include "flow/flow_insn.h"
#include "flow/flow_status.h"
#include "flow/flow_path.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Privilege and process, as the last Ownership messages gave them. */
struct flow_context {
    bool known;  /* an Ownership message has come since the last gap */
    bool v;      /* virtual mode */
    uint8_t prv; /* 0 U, 1 S, 3 M */
    uint64_t scontext;
    uint64_t hcontext;
};

/* The place in the execution for which an instruction is requested. */
struct flow_where {
    uint64_t pc;
    uint64_t position; /* half-words executed before it, as far as they were decoded */
    struct flow_context context;
};

/* One line of the decoded-instruction cache. Lines belong to the cache: do not look inside. */
struct flow_code_line {
    uint64_t pc;
    struct flow_insn insn;
    uint32_t generation;
};

/* Read up to n bytes (n <= 4) of code at addr into buf. Returns how many bytes there are, 0 when
 * the address is not in the code. */
typedef unsigned flow_code_read(void *ctx, const struct flow_where *where, uint64_t addr,
                                uint8_t *buf, unsigned n);

/* Give the instruction at where->pc. Returns FLOW_OK or FLOW_ERR_NOCODE. */
typedef int flow_code_lookup(void *ctx, const struct flow_where *where, struct flow_insn *insn);

/* The parts of the context that decide which code is at an address. */
enum flow_code_depends {
    FLOW_DEPENDS_SCONTEXT = 1u << 0,
    FLOW_DEPENDS_HCONTEXT = 1u << 1,
    FLOW_DEPENDS_V = 1u << 2,
    FLOW_DEPENDS_PRV = 1u << 3,
    FLOW_DEPENDS_KNOWN = 1u << 4, /* whether the context is known */
};

/* A source of code: fill it with one of the flow_code_init functions. Exactly one of read and
 * lookup is set. */
struct flow_code {
    flow_code_read *read;
    flow_code_lookup *lookup;
    void *ctx;
    unsigned xlen;
    uint32_t isa;
    uint64_t jvt;
    struct flow_code_line *line; /* cache: nlines of them, a power of two; NULL = no cache */
    size_t nlines;
    struct flow_block *block; /* table of blocks: nblocks of them, as above */
    size_t nblocks;
    struct flow_path *path; /* table of paths: npaths of them, as above */
    size_t npaths;
    unsigned path_shift; /* 32 - log2 of npaths */
    bool cleared; /* memory given to flow_code_use_* is zero already; the init functions set it to
                     false */
    uint32_t generation;
    struct flow_insn scratch;
    uint32_t depends; /* FLOW_DEPENDS_*: the flow layer flushes when one of these changes. Set by
                         the init functions: none for images and PCINFO lists; scontext and hcontext
                         for callbacks, whose owner may change it */
};

/* The instruction at where->pc. *insn stays valid until the next call for the same code.
 *
 * Returns FLOW_OK (the size is then even and 2..22), or FLOW_ERR_NOCODE: no code there, or not
 * all of its bytes, or of unknown length, or a table jump whose table entry is not in the code. */
int flow_code_insn(struct flow_code *code, const struct flow_where *where,
                   const struct flow_insn **insn);

/* Use a cache of n lines at line (n a power of two, at least 2), or none when line is NULL. The
 * caller need not clear them: that is done here, unless code->cleared is set. Returns FLOW_OK or
 * FLOW_ERR_ARG: n is not a power of two. */
int flow_code_use_cache(struct flow_code *code, struct flow_code_line *line, size_t n);

/* Use a table of n blocks (flow_block.h), as flow_code_use_cache does with lines: without it the
 * flow layer walks instruction by instruction. Blocks are decoded ahead of execution: a source
 * whose code changes must set FLOW_INSN_VOLATILE, or the caller must flush after a change. */
int flow_code_use_blocks(struct flow_code *code, struct flow_block *block, size_t n);

/* Use a table of n paths (flow_path.h), as flow_code_use_cache does with lines: with it the flow
 * layer walks several blocks at once, when there is a table of blocks too. n is at most
 * FLOW_PATHS_MAX. */
int flow_code_use_paths(struct flow_code *code, struct flow_path *path, size_t n);

/* Empty the cache: the code has changed. The flow layer calls it when the context changes. */
void flow_code_flush(struct flow_code *code);

/* Drop cached code of the bytes addr .. addr + size - 1, at least: code was loaded or modified
 * there. It may be called between two elements, or from the callback that reads code. No status:
 * cannot fail. */
void flow_code_flush_range(struct flow_code *code, uint64_t addr, uint64_t size);

/* Code from a callback that reads bytes. No status: cannot fail. */
void flow_code_init_read(struct flow_code *code, struct flow_isa isa, flow_code_read *read,
                         void *ctx);

/* Code from a callback that decodes instructions. */
void flow_code_init_lookup(struct flow_code *code, struct flow_isa isa, flow_code_lookup *lookup,
                           void *ctx);

/* Memory images: regions in any order; where they overlap the first counts. An instruction may lie
 * across two of them. */
struct flow_region {
    uint64_t addr;
    uint64_t size; /* bytes; addr + size may not wrap */
    const uint8_t *bytes;
};

struct flow_code_image {
    const struct flow_region *region;
    size_t count;
};

void flow_code_init_image(struct flow_code *code, struct flow_isa isa,
                          struct flow_code_image *image);

/* PCINFO list: entries in ascending order of addr, no address twice. */
struct flow_pcinfo {
    uint64_t addr;
    uint64_t dest; /* of branches and direct jumps and calls */
    uint8_t size;  /* bytes */
    uint8_t cls;   /* enum flow_insn_class */
};

struct flow_code_pcinfo {
    const struct flow_pcinfo *entry;
    size_t count;
    size_t last; /* entry of the last hit: start with 0 */
};

void flow_code_init_pcinfo(struct flow_code *code, struct flow_isa isa,
                           struct flow_code_pcinfo *list);

/* Read one line of a PCINFO list, text[0..length), without its end of line:
 * "0x80000000,BD4,0x80000010". Types: L, B (or BD), JD, JI, CD, CI, R, then the size in bytes.
 * Hexadecimal digits of either case. Returns FLOW_OK or FLOW_ERR_ARG: not such a line. */
int flow_pcinfo_parse(const char *text, size_t length, struct flow_pcinfo *entry);

/* Write the line of an entry with its terminating zero, at most FLOW_PCINFO_LINE bytes. Classes
 * that PCINFO cannot name become the nearest: trap return R, swap and other CI, ecall L. Returns
 * the length. */
enum {
    FLOW_PCINFO_LINE = 48,
};
int flow_pcinfo_format(const struct flow_pcinfo *entry, char *text);

/* Entry of one decoded instruction. */
void flow_pcinfo_from_insn(uint64_t pc, const struct flow_insn *insn, struct flow_pcinfo *entry);

/* Opcodes recorded during execution: each counts from `since` on, until an entry for the same
 * address with a larger `since`. Entries in ascending order of addr, then of since. An address
 * asked for before its first entry counts gets the first one (after a gap the position is too
 * small). */
struct flow_opcode {
    uint64_t addr;
    uint64_t since;  /* half-words retired before it counts */
    uint32_t opcode; /* low 32 bits */
};

struct flow_code_recorded {
    const struct flow_opcode *entry;
    size_t count;
    uint64_t
        base; /* added to flow_where.position: the start of decoding, and half-words lost in gaps */
    unsigned xlen;
    uint32_t isa;
};

void flow_code_init_recorded(struct flow_code *code, struct flow_isa isa,
                             struct flow_code_recorded *recorded);

#ifdef __cplusplus
}
#endif

#endif
