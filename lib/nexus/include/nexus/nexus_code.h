/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Code: what instruction stands at an address. Four sources: a callback that reads bytes, memory
 * images, a PCINFO list, and opcodes recorded during execution. All answer with a decoded
 * instruction, through one cache. All memory is the caller's.
 *
 * Sources: N-Trace 1.0, chapter "N-Trace Decoding Guidelines"; the PCINFO list is the format of the
 * task group's reference tools (0xADDR,TYPESIZE[,0xDEST]).
 */
#ifndef NEXUS_CODE_H
#define NEXUS_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nexus/nexus_block.h"
#include "nexus/nexus_cfg.h"
#include "nexus/nexus_insn.h"
#include "nexus/nexus_msg.h"
#include "nexus/nexus_path.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Privilege and process, as the last Ownership messages told. */
struct nexus_context {
    bool known;  /* an Ownership message has come since the last gap */
    bool v;      /* virtual mode */
    uint8_t prv; /* 0 U, 1 S, 3 M */
    uint64_t scontext;
    uint64_t hcontext;
};

/* Where in the execution an instruction is asked for. */
struct nexus_where {
    uint64_t pc;
    uint64_t position; /* half-words executed before it, as far as they were decoded */
    struct nexus_context context;
};

/* One line of the decoded-instruction cache. Lines belong to the cache: do not look inside. */
struct nexus_code_line {
    uint64_t pc;
    struct nexus_insn insn;
    uint32_t generation;
};

/* Read up to n bytes (n <= 4) of code at addr into buf. Returns how many bytes there are, 0 when
 * the address is not in the code. */
typedef unsigned nexus_code_read(void *ctx, const struct nexus_where *where, uint64_t addr,
                                 uint8_t *buf, unsigned n);

/* Tell the instruction at where->pc. Returns NEXUS_OK or NEXUS_ERR_NOCODE. */
typedef int nexus_code_lookup(void *ctx, const struct nexus_where *where, struct nexus_insn *insn);

/* What of the context decides which code stands at an address. */
enum nexus_code_depends {
    NEXUS_DEPENDS_SCONTEXT = 1u << 0,
    NEXUS_DEPENDS_HCONTEXT = 1u << 1,
    NEXUS_DEPENDS_V = 1u << 2,
    NEXUS_DEPENDS_PRV = 1u << 3,
    NEXUS_DEPENDS_KNOWN = 1u << 4, /* whether the context is known */
};

/* A source of code: fill it with one of the nexus_code_init functions. Exactly one of read and
 * lookup is set. */
struct nexus_code {
    nexus_code_read *read;
    nexus_code_lookup *lookup;
    void *ctx;
    unsigned xlen;
    uint32_t isa;
    uint64_t jvt;
    struct nexus_code_line *line; /* cache: nlines of them, a power of two; NULL = no cache */
    size_t nlines;
    struct nexus_block *block; /* table of blocks: nblocks of them, as above */
    size_t nblocks;
    struct nexus_path *path; /* table of paths: npaths of them, as above */
    size_t npaths;
    unsigned path_shift; /* 32 - log2 of npaths */
    bool cleared; /* what nexus_code_use_* is given is zero already; the init functions say no */
    uint32_t generation;
    struct nexus_insn scratch;
    uint32_t depends; /* NEXUS_DEPENDS_*: the flow layer flushes when one of these changes. Set by
                         the init functions: none for images and PCINFO lists; scontext and hcontext
                         for callbacks, whose owner may change it */
};

/* The instruction at where->pc. *insn stays valid until the next call for the same code.
 *
 * Returns NEXUS_OK (the size is then even and 2..22), or NEXUS_ERR_NOCODE: no code there, or not
 * all of its bytes, or of unknown length, or a table jump whose table entry is not in the code. */
int nexus_code_insn(struct nexus_code *code, const struct nexus_where *where,
                    const struct nexus_insn **insn);

/* Use a cache of n lines at line (n a power of two, at least 2), or none when line is NULL. The
 * caller need not clear them: that is done here, unless code->cleared is set. Returns NEXUS_OK or
 * NEXUS_ERR_ARG: n is not a power of two. */
int nexus_code_use_cache(struct nexus_code *code, struct nexus_code_line *line, size_t n);

/* Use a table of n blocks (nexus_block.h), as nexus_code_use_cache does with lines: without it the
 * flow layer walks instruction by instruction. Blocks are decoded ahead of execution: a source
 * whose code changes must say NEXUS_INSN_VOLATILE, or the caller must flush when it has changed. */
int nexus_code_use_blocks(struct nexus_code *code, struct nexus_block *block, size_t n);

/* Use a table of n paths (nexus_path.h), as nexus_code_use_cache does with lines: with it the flow
 * layer walks several blocks at once, when there is a table of blocks too. n is at most
 * NEXUS_PATHS_MAX. */
int nexus_code_use_paths(struct nexus_code *code, struct nexus_path *path, size_t n);

/* Forget what is cached: the code has changed. The flow layer calls it when the context changes. */
void nexus_code_flush(struct nexus_code *code);

/* Forget what is cached of the bytes addr .. addr + size - 1 (at least of these): code was loaded
 * or modified there. It may be called between two elements, or from the callback that reads code.
 * No status: cannot fail. */
void nexus_code_flush_range(struct nexus_code *code, uint64_t addr, uint64_t size);

/* Code behind a callback that reads bytes. cfg gives xlen, isa and jvt. No status: cannot fail. */
void nexus_code_init_read(struct nexus_code *code, const struct nexus_stream_cfg *cfg,
                          nexus_code_read *read, void *ctx);

/* Code behind a callback that tells instructions. */
void nexus_code_init_lookup(struct nexus_code *code, const struct nexus_stream_cfg *cfg,
                            nexus_code_lookup *lookup, void *ctx);

/* Memory images: regions in any order; where they overlap the first counts. An instruction may lie
 * across two of them. */
struct nexus_region {
    uint64_t addr;
    uint64_t size; /* bytes; addr + size may not wrap */
    const uint8_t *bytes;
};

struct nexus_code_image {
    const struct nexus_region *region;
    size_t count;
};

void nexus_code_init_image(struct nexus_code *code, const struct nexus_stream_cfg *cfg,
                           struct nexus_code_image *image);

/* PCINFO list: entries in ascending order of addr, no address twice. */
struct nexus_pcinfo {
    uint64_t addr;
    uint64_t dest; /* of branches and direct jumps and calls */
    uint8_t size;  /* bytes */
    uint8_t cls;   /* enum nexus_insn_class */
};

struct nexus_code_pcinfo {
    const struct nexus_pcinfo *entry;
    size_t count;
    size_t last; /* entry of the last hit: start with 0 */
};

void nexus_code_init_pcinfo(struct nexus_code *code, const struct nexus_stream_cfg *cfg,
                            struct nexus_code_pcinfo *list);

/* Read one line of a PCINFO list, text[0..length), without its end of line:
 * "0x80000000,BD4,0x80000010". Types: L, B (or BD), JD, JI, CD, CI, R, then the size in bytes.
 * Hexadecimal digits of either case. Returns NEXUS_OK or NEXUS_ERR_ARG: not such a line. */
int nexus_pcinfo_parse(const char *text, size_t length, struct nexus_pcinfo *entry);

/* Write the line of an entry with its terminating zero, at most NEXUS_PCINFO_LINE bytes. Classes
 * that PCINFO cannot name become the nearest: trap return R, swap and other CI, ecall L. Returns
 * the length. */
enum {
    NEXUS_PCINFO_LINE = 48,
};
int nexus_pcinfo_format(const struct nexus_pcinfo *entry, char *text);

/* Entry of one decoded instruction. */
void nexus_pcinfo_from_insn(uint64_t pc, const struct nexus_insn *insn, struct nexus_pcinfo *entry);

/* Opcodes recorded during execution: each counts from `since` on, until an entry for the same
 * address with a larger `since`. Entries in ascending order of addr, then of since. An address
 * asked for before its first entry counts gets the first one (after a gap the position is too
 * small). */
struct nexus_opcode {
    uint64_t addr;
    uint64_t since;  /* half-words retired before it counts */
    uint32_t opcode; /* low 32 bits */
};

struct nexus_code_recorded {
    const struct nexus_opcode *entry;
    size_t count;
    uint64_t
        base; /* added to nexus_where.position: where decoding began, and what gaps swallowed */
    unsigned xlen;
    uint32_t isa;
};

/* cfg gives xlen and isa for the recorded opcodes as well. */
void nexus_code_init_recorded(struct nexus_code *code, const struct nexus_stream_cfg *cfg,
                              struct nexus_code_recorded *recorded);

#ifdef __cplusplus
}
#endif

#endif
