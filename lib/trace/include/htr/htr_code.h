/* SPDX-License-Identifier: Apache-2.0 */
/* Where code comes from: an ELF file, memory images, a PCINFO list, or the opcodes in an ingress
 * stream. */
#ifndef HTR_CODE_H
#define HTR_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "flow/flow_code.h"
#include "flow/flow_code_space.h"
#include "htr/htr_elf.h"
#include "htr/htr_input.h"
#include "ingress/ingress.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTR_CODE_IMAGES = 64,    /* at most, and as many that count in a context */
    HTR_CODE_MAPPINGS = 512, /* segments and images, when some count in a context; besides mapped */
};

/* The files: exactly one of elf, pcinfo and ingress, or images and files for single contexts, which
 * can be given with elf too. Names are the caller's and must live as long as the code. */
struct htr_code_options {
    const char *elf;          /* RISC-V executable */
    const char *pcinfo;       /* list of instructions, one per line: docs/reference/formats.md */
    const char *ingress;      /* ingress stream */
    unsigned hart;            /* of the ingress stream: positions count its half-words */
    const char *const *image; /* memory images: "FILE@ADDRESS" */
    unsigned nimages;         /* 0..HTR_CODE_IMAGES */

    /* Code for single contexts (N-Trace, "Ownership Message"): "CONTEXT=FILE[@ADDRESS]" with
     * CONTEXT NAME:VALUE,... of scontext, hcontext, v (0, 1), prv (u, s, m). An ELF file is at the
     * addresses that it is linked to, a position-independent one ADDRESS bytes higher; any other
     * file is at ADDRESS. In its context it hides the same addresses of the files above. */
    const char *const *in;
    unsigned nin; /* 0..HTR_CODE_IMAGES */

    /* Code by context that is in memory already (htr/htr_perf_data.h); its bytes must live as long
     * as the code. It counts before the files above, and after those of `in`. */
    const struct flow_code_mapping *mapped;
    size_t nmapped;
};

/* Read a CONTEXT of htr_code_options.in, the text up to `end`, into the fields of *m that describe
 * the context; all others become zero. Returns false when it is malformed, or names a field twice.
 */
bool htr_code_context(const char *text, const char *end, struct flow_code_mapping *m);

/* Facts about the hart, from the files. */
struct htr_code_facts {
    bool xlen_known;
    uint8_t xlen; /* 32 or 64 */

    bool isa_known;      /* from here on: an ingress stream said it */
    uint8_t itype_width; /* 3 or 4 */
    uint32_t isa;        /* FLOW_ISA_* */
    uint64_t jvt;        /* the jvt CSR, for FLOW_ISA_ZCMT */
};

/* Read with the functions below; list, region and elf may be looked at. */
struct htr_code {
    struct flow_code code;          /* ready after htr_code_start */
    struct htr_code_tables *tables; /* of the code, which may have begun to use them */
    bool started;
    const char *path; /* of the ELF, PCINFO list or ingress stream; NULL: there are only images */
    struct htr_bytes elf_file;
    struct htr_elf elf; /* of elf_file; nsegments 0: there is none */
    struct htr_bytes image_file[HTR_CODE_IMAGES];
    struct flow_region region[HTR_CODE_IMAGES + 2 * HTR_ELF_MAX_SEGMENTS];
    size_t nregions;
    size_t first_image;                    /* regions before are the ELF's */
    const char *name[2 * HTR_CODE_IMAGES]; /* of images, then of files for contexts, as given */
    unsigned nimages, nnames;
    struct flow_code_image image;
    struct flow_pcinfo *pcinfo;
    struct flow_code_pcinfo list;
    struct flow_opcode *opcode;
    struct flow_code_recorded recorded;
    struct htr_code_in *in; /* NULL: all code counts in every context */
    struct flow_code_space space;
};

/* Load the files, and fill in *facts. Returns HTR_OK, or after a message HTR_ERR_MISSING (no file
 * given), HTR_ERR_CONFLICT (more than one kind given; a PCINFO list that contradicts itself),
 * HTR_ERR_ARG (an image without address, an invalid context), HTR_ERR_RANGE (an image that ends
 * beyond 2^64, too many images), HTR_ERR_FORMAT, or what htr_bytes_load, htr_lines_open and
 * htr_ingress_open return; then nothing is held. A cut off ingress stream is used up to its end,
 * with a remark. */
int htr_code_open(struct htr_code *c, struct htr_host *host, const struct htr_code_options *o,
                  struct htr_code_facts *facts) HTR_MUST_CHECK;

/* The facts in the header of an ingress stream. */
void htr_code_header_facts(const struct ingress_header *h, struct htr_code_facts *facts);

/* Does the code at an address depend on the context? Then decoding cannot begin in the middle of a
 * trace: at a sync the context is not known yet. */
static inline bool htr_code_has_contexts(const struct htr_code *c)
{
    return c->in != NULL;
}

/* Make c->code from the loaded files. c must not move afterwards. Cannot fail; may be called again
 * for another ISA. */
void htr_code_start(struct htr_code *c, struct flow_isa isa);

/* A copy with a cache of its own, started, for another thread; the rest is shared with `from`,
 * which must outlive it. Returns HTR_OK, or HTR_ERR_MEMORY without a message. */
int htr_code_share(struct htr_code *c, const struct htr_code *from,
                   struct flow_isa isa) HTR_MUST_CHECK;
void htr_code_unshare(struct htr_code *c);

/* Give a shared copy's tables their memory, in the thread that is to use it. A page that is read
 * before it is written would interrupt all threads. */
void htr_code_touch(struct htr_code *c);

/* A file that code is from, as a disassembler needs it. */
struct htr_code_file {
    const char *path; /* `length` characters; what follows is not of the path */
    size_t length;
    bool elf;         /* else the bytes of the memory from `address` on */
    uint64_t address; /* of an ELF file: how much higher than linked */
};

/* File i, from 0: first the ELF file, then the images, then the files for contexts. Returns false
 * beyond the last one. */
bool htr_code_file(const struct htr_code *c, unsigned i, struct htr_code_file *out);

/* The opcode at where->pc, low 32 bits. Returns false when it is not known (PCINFO has none). */
bool htr_code_opcode(struct htr_code *c, const struct flow_where *where, uint32_t *opcode);

/* Write code that was started as a PCINFO list: the list itself; of an ELF file the sections with
 * code, or its segments when it has none; images as a whole. Both are swept from their start, an
 * instruction after the other; bytes that are no instruction are written as linear, 2 bytes. As in
 * the lists of the reference tools, ecall is a call. Returns HTR_OK, or after a message
 * HTR_ERR_FORMAT (a section that is not in the file or in no segment; no code). The caller checks
 * `out` for errors. */
int htr_code_write_pcinfo(struct htr_code *c, struct htr_host *host, FILE *out) HTR_MUST_CHECK;

/* Free it. Does nothing when it is all zero. */
void htr_code_close(struct htr_code *c);

#ifdef __cplusplus
}
#endif

#endif
