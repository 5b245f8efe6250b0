/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ingress streams: what a hart reported to its encoder, in a file. Reader and writer, both
 * streaming, compressed or plain. The format is docs/reference/ingress-format.md.
 *
 * Source: Efficient Trace for RISC-V 2.0, chapter "Hart to encoder interface", through
 * ingress_port.h.
 */
#ifndef INGRESS_H
#define INGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "ingress/ingress_port.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    INGRESS_VERSION = 2, /* the newest; a stream without data accesses is version 1 */
    INGRESS_VERSION_PLAIN = 1,
    INGRESS_MAX_HARTS = 64,
    INGRESS_MAX_NOTE = 1023, /* bytes of the note, the ending NUL not counted */
    INGRESS_BUFFER = 1 << 16,
};

enum ingress_status {
    INGRESS_OK = 0,
    INGRESS_ERR_ARG = -1,     /* argument out of range; nothing was written */
    INGRESS_ERR_IO = -2,      /* the stream cannot be read or written to its end */
    INGRESS_ERR_FORMAT = -3,  /* not an ingress stream, or a damaged one */
    INGRESS_ERR_VERSION = -4, /* a newer version of the format */
    INGRESS_ERR_TRUNCATED =
        -5, /* the file ends before its END record; all records before are whole */
    INGRESS_ERR_MEMORY = -6,
};

/* One line in English for a status, never NULL. */
const char *ingress_strerror(int status);

struct ingress_header {
    uint16_t version;    /* written: INGRESS_VERSION with data, else INGRESS_VERSION_PLAIN */
    bool data;           /* its records can have data accesses; read: version is 2 */
    uint8_t xlen;        /* 32 or 64 */
    uint8_t itype_width; /* 3 or 4 */
    uint32_t isa;        /* FLOW_ISA_* bits (nexus_cfg.h) */
    uint16_t harts;      /* 1..INGRESS_MAX_HARTS */
    uint64_t jvt;        /* Zcmt: base of the jump table, otherwise 0 */
    char note[INGRESS_MAX_NOTE + 1]; /* free text: what was recorded, and how */
};

/* Fields of ingress_cycle that a record can leave out (bits of ingress_record.present). */
enum {
    INGRESS_HAS_PRIV = 1u << 0,
    INGRESS_HAS_CTYPE = 1u << 1,
    INGRESS_HAS_CONTEXT = 1u << 2,
    INGRESS_HAS_HCONTEXT = 1u << 3,
    INGRESS_HAS_CAUSE = 1u << 4,
    INGRESS_HAS_TVAL = 1u << 5,
    INGRESS_HAS_TIME = 1u << 6,
    INGRESS_HAS_TRIGGER = 1u << 7,
    INGRESS_HAS_EXT_TRIG = 1u << 8,
    INGRESS_HAS_STATE = 1u << 9, /* halted, reset, lowpower */
    INGRESS_HAS_IMPDEF = 1u << 10,
    INGRESS_HAS_DATA = 1u << 11, /* data accesses; version 2 */
};

enum ingress_kind {
    INGRESS_CYCLE,  /* one cycle of one hart */
    INGRESS_OPCODE, /* the instruction at a PC, from here on */
    INGRESS_REG,    /* a register write to the encoder of a hart */
};

struct ingress_record {
    enum ingress_kind kind;
    uint64_t offset; /* of the record in the uncompressed stream */
    unsigned hart;   /* CYCLE, REG */
    struct ingress_cycle
        in;           /* CYCLE; fields left out hold what they held before (levels) or 0 (pulses) */
    uint32_t present; /* CYCLE: INGRESS_HAS_* of this record */
    uint64_t pc;      /* OPCODE */
    uint32_t opcode;  /* OPCODE: 16 or 32 bits, by its low two bits */
    uint64_t cycle;   /* REG */
    uint16_t reg_offset; /* REG: bytes from the encoder's base, multiple of 4 */
    uint32_t reg_value;  /* REG */
};

/* The state of a hart that reader and writer keep. */
struct ingress_hart {
    uint64_t cycle;
    uint64_t next; /* address after the last block */
    uint64_t time, context, hcontext;
    uint64_t daddr; /* of the last access */
    uint32_t impdef;
    uint8_t priv;
    uint8_t state; /* bit 0 halted, 1 reset, 2 lowpower */
};

/* ---- writer ---- */

struct ingress_writer {
    FILE *file;
    void *codec; /* z_stream, or NULL: plain */
    struct ingress_header header;
    struct ingress_hart hart[INGRESS_MAX_HARTS];
    unsigned last_hart;
    uint64_t last_pc; /* after the last OPCODE */
    uint64_t records, halfwords;
    struct ingress_opcode_table {
        uint64_t *pc; /* address + 1, 0 = free */
        uint32_t *opcode;
        size_t size, used; /* size is a power of two */
    } seen;
    uint8_t *buffer;
    size_t fill;
    int status; /* first error; every later call returns it */
};

/* Begin a stream in a file that is open for writing; closing it is up to the caller.
 * Returns INGRESS_OK, _ERR_ARG (header out of range) or _ERR_MEMORY. */
int ingress_writer_open(struct ingress_writer *w, FILE *file, bool compress,
                        const struct ingress_header *header);

/* Are streams of that name compressed? Those that end in ".gz" are. */
bool ingress_name_compresses(const char *path);

/* Report that the instruction at pc is `opcode`. Writes a record only when this pc is new or its
 * opcode has changed, so it may be called for every instruction; call it before the cycle that
 * retires the instruction. Returns INGRESS_OK, _ERR_ARG (odd pc, or an opcode longer than 32 bits),
 * _ERR_IO, _ERR_MEMORY. */
int ingress_write_opcode(struct ingress_writer *w, uint64_t pc, uint32_t opcode);

/* Write one cycle of a hart. A run of instructions at consecutive addresses is one block (itype
 * says how it ends); cycles that retire nothing and change nothing need no record. in->cycle must
 * not go back. Data accesses are left out unless the header has `data`. Returns INGRESS_OK,
 * _ERR_ARG (hart, nblocks, itype, odd address, cycle going back; an access of no block, or of more
 * than 8 bytes), _ERR_IO. */
int ingress_write_cycle(struct ingress_writer *w, unsigned hart, const struct ingress_cycle *in);

/* Write a register write: at `cycle` of the hart, `value` to `offset` of its encoder.
 * Returns INGRESS_OK, _ERR_ARG (hart, offset, cycle going back), _ERR_IO. */
int ingress_write_reg(struct ingress_writer *w, unsigned hart, uint64_t cycle, uint16_t offset,
                      uint32_t value);

/* Write the END record, flush the file and free all memory. Call it once after an open that
 * succeeded, also after an error. Returns the first error of all calls, or INGRESS_OK. */
int ingress_writer_close(struct ingress_writer *w);

/* ---- reader ---- */

/* Where the bytes of a stream come from. */
struct ingress_input {
    /* Read n bytes, uncompressed. Returns fewer only when no more will come. */
    size_t (*read)(void *ctx, uint8_t *to, size_t n);

    /* After that: was there a read error, other than the regular end or a file that was cut? */
    bool (*broken)(void *ctx);
    void *ctx;
};

struct ingress_reader {
    struct ingress_input input; /* read NULL: memory */
    struct ingress_header header;
    struct ingress_hart hart[INGRESS_MAX_HARTS];
    unsigned last_hart;
    uint64_t last_pc;
    uint64_t records, halfwords;
    uint8_t *buffer; /* owned when there is an input */
    size_t pos, fill;
    uint64_t base; /* stream offset of buffer[0] */
    uint64_t record_offset;
    bool eof;
    bool io_error; /* the rest cannot be read */
    int status;
};

/* Begin to read, and read the header. Returns INGRESS_OK, _ERR_IO, _ERR_FORMAT, _ERR_VERSION,
 * _ERR_TRUNCATED, _ERR_MEMORY; after an error nothing is held. */
int ingress_reader_open(struct ingress_reader *r, const struct ingress_input *input);

/* The same from memory that the caller keeps; never compressed. Returns the same, without _ERR_IO.
 */
int ingress_reader_open_memory(struct ingress_reader *r, const uint8_t *data, size_t size);

/* Read the next record.
 * Returns 1 (record filled in), 0 (END: complete), INGRESS_ERR_TRUNCATED (the end is missing;
 * everything returned so far is good), _ERR_FORMAT (damaged; r->record_offset says where) or
 * _ERR_IO. An error stays. */
int ingress_read(struct ingress_reader *r, struct ingress_record *rec);

void ingress_reader_close(struct ingress_reader *r);

#ifdef __cplusplus
}
#endif

#endif
