/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Messages: one tagged struct to encode and to decode. Which fields a message has is the table
 * nexus_messages.def; this header only names them.
 *
 * Sources: N-Trace 1.0, chapters "N-Trace Messages" and "Field Encoding and Calculation
 * Techniques"; IEEE-ISTO 5001-2012 for the messages that N-Trace does not use.
 */
#ifndef NEXUS_MSG_H
#define NEXUS_MSG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "flow/flow_status.h"
#include "nexus/nexus_cfg.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The caller must look at what the function returns. */
#define NEXUS_MUST_CHECK __attribute__((warn_unused_result))

/* Every status of this library. Zero and above is success. Values are already negative: never
 * negate. */
enum nexus_status {
    NEXUS_OK = FLOW_OK,
    NEXUS_ERR_ARG =
        FLOW_ERR_ARG, /* an argument or the configuration is out of range; nothing was done */
    NEXUS_ERR_NOSPACE = FLOW_ERR_NOSPACE, /* the output buffer is too small; nothing was written */
    NEXUS_ERR_END =
        FLOW_ERR_END, /* no complete message is left (end of input, or the last one is cut off) */
    NEXUS_ERR_MSEO = -4,      /* reserved MSEO sequence (10, or 01 after the end of a message), or a
                                 byte that is neither idle (0xFF) nor the start of a message */
    NEXUS_ERR_TRUNCATED = -5, /* a field, or the message, ends before all its bits have come */
    NEXUS_ERR_OVERSIZE = -6,  /* a field is wider than its limit (N-Trace, Maximum Field Sizes) */
    NEXUS_ERR_EXTRA = -7,     /* the message goes on after its last field */
    NEXUS_ERR_RESERVED =
        -8,               /* a field holds a reserved value (RCODE 3..7) that flow cannot follow */
    NEXUS_ERR_EMPTY = -9, /* a byte 0x03 between two messages: the end of an empty message */
    /* Flow layer (nexus_flow.h). */
    NEXUS_ERR_NOSYNC = -20,             /* no synchronizing message seen yet */
    NEXUS_ERR_NOCODE = FLOW_ERR_NOCODE, /* no instruction bytes at an executed address */
    NEXUS_ERR_ICNT = -22, /* I-CNT ends inside an instruction, or goes past a change of flow */
    NEXUS_ERR_HIST = -23, /* HIST bits left over, or no stop bit */
    NEXUS_ERR_UNINFERABLE = -24, /* an indirect jump inside the block, without an address */
    NEXUS_ERR_BRANCH = -25,      /* DirectBranch does not end at a conditional branch */
    NEXUS_ERR_STACK = -26,       /* return stack underflow */
    NEXUS_ERR_UNSUPPORTED =
        -27,                  /* the stream uses an option that this decoder does not implement */
    NEXUS_ERR_ADDR = -28,     /* address out of range for XLEN */
    NEXUS_ERR_INTERNAL = -29, /* cannot happen: a bug of this library */
    NEXUS_ERR_SYNC = -30,     /* F-ADDR on linear code is not the address that was reached */
    NEXUS_ERR_SOURCE = -31,   /* SRC of an unknown source (nexus_stream.h) */
    NEXUS_ERR_LONG = -32,     /* a message longer than the caller's buffer (nexus_stream.h) */
    NEXUS_ERR_NOHIST = -33,   /* a branch without a HIST bit, in a stream that has them */
};

/* One line in English for a status, never NULL. */
const char *nexus_strerror(int status);

enum nexus_tcode {
    NEXUS_DEBUG_STATUS = 0,
    NEXUS_DEVICE_ID = 1,
    NEXUS_OWNERSHIP = 2,
    NEXUS_DIRECT_BRANCH = 3,
    NEXUS_INDIRECT_BRANCH = 4,
    NEXUS_DATA_WRITE = 5,
    NEXUS_DATA_READ = 6,
    NEXUS_DATA_ACQUISITION = 7,
    NEXUS_ERROR = 8,
    NEXUS_PROG_TRACE_SYNC = 9,
    NEXUS_CORRECTION = 10,
    NEXUS_DIRECT_BRANCH_SYNC = 11,
    NEXUS_INDIRECT_BRANCH_SYNC = 12,
    NEXUS_DATA_WRITE_SYNC = 13,
    NEXUS_DATA_READ_SYNC = 14,
    NEXUS_WATCHPOINT = 15,
    NEXUS_PORT_REPLACEMENT_OUTPUT = 20,
    NEXUS_PORT_REPLACEMENT_INPUT = 21,
    NEXUS_AUX_ACCESS_READ = 22,
    NEXUS_AUX_ACCESS_WRITE = 23,
    NEXUS_AUX_ACCESS_READ_NEXT = 24,
    NEXUS_AUX_ACCESS_WRITE_NEXT = 25,
    NEXUS_AUX_ACCESS_RESPONSE = 26,
    NEXUS_RESOURCE_FULL = 27,
    NEXUS_INDIRECT_BRANCH_HIST = 28,
    NEXUS_INDIRECT_BRANCH_HIST_SYNC = 29,
    NEXUS_REPEAT_BRANCH = 30,
    NEXUS_REPEAT_INSTRUCTION = 31,
    NEXUS_REPEAT_INSTRUCTION_SYNC = 32,
    NEXUS_PROG_TRACE_CORRELATION = 33,
    NEXUS_IN_CIRCUIT_TRACE = 34,
    NEXUS_IN_CIRCUIT_TRACE_SYNC = 35,
    NEXUS_VENDOR_FIRST = 56,
    NEXUS_VENDOR_LAST = 62,
    NEXUS_VENDOR_EXTENSION = 63,
    NEXUS_TCODES = 64,
};

/* SYNC: why a synchronizing message was sent (N-Trace, Synchronizing Messages). */
enum nexus_sync {
    NEXUS_SYNC_EXTERNAL_TRIGGER = 0,
    NEXUS_SYNC_EXIT_RESET = 1,
    NEXUS_SYNC_PERIODIC = 2,
    NEXUS_SYNC_EXIT_DEBUG = 3,
    NEXUS_SYNC_ICNT = 4,
    NEXUS_SYNC_TRACE_ENABLE = 5,
    NEXUS_SYNC_TRACE_EVENT = 6,
    NEXUS_SYNC_FIFO_OVERRUN = 7,
    NEXUS_SYNC_EXIT_POWER_DOWN = 9,
};

/* ECODE of an Error message with ETYPE 0: what was lost, one bit each (N-Trace, Error Message;
 * data and software trace: IEEE-ISTO 5001-2012, reserved in N-Trace 1.0). */
enum nexus_ecode {
    NEXUS_ECODE_DATA = 0x02,
    NEXUS_ECODE_PROGRAM = 0x04,
    NEXUS_ECODE_OWNERSHIP = 0x08,
    NEXUS_ECODE_ACQUISITION = 0x20,
};

enum nexus_btype {
    NEXUS_BTYPE_INDIRECT = 0,
    NEXUS_BTYPE_TRAP = 1, /* exception or interrupt, not distinguished */
    NEXUS_BTYPE_EXCEPTION = 2,
    NEXUS_BTYPE_INTERRUPT = 3,
};

enum nexus_evcode {
    NEXUS_EVCODE_DEBUG = 0,
    NEXUS_EVCODE_LOW_POWER = 1,
    NEXUS_EVCODE_TRACE_DISABLED = 4,
};

enum nexus_rcode {
    NEXUS_RCODE_ICNT = 0,
    NEXUS_RCODE_HIST = 1,
    NEXUS_RCODE_HIST_REPEAT = 2,
    NEXUS_RCODE_VENDOR_FIRST = 8,
    NEXUS_RCODE_NOT_TAKEN = 8, /* profile SIFIVE_0X only: RDATA counts branches not taken */
    NEXUS_RCODE_TAKEN = 9,     /* profile SIFIVE_0X only: RDATA counts taken branches */
};

/* Limits (N-Trace, Maximum Field Sizes), bits. */
enum {
    NEXUS_MAX_SRC_BITS = 12,
    NEXUS_MAX_ICNT_BITS = 22,
    NEXUS_MAX_ADDR_BITS = 63,
    NEXUS_MAX_HIST_BITS = 32,
    NEXUS_MAX_TSTAMP_BITS = 64,
    NEXUS_MAX_HREPEAT_BITS = 18,
    NEXUS_MAX_BCNT_BITS = 18,
    NEXUS_MAX_MSG_BYTES = 128, /* of any message that nexus_msg_encode builds; 38 in N-Trace */
};

/* Fields. The value of a field that is present is in value[]; unused ones are unspecified. */
enum nexus_field {
    NEXUS_F_SYNC,
    NEXUS_F_BTYPE,
    NEXUS_F_ICNT,
    NEXUS_F_ADDR, /* F-ADDR or U-ADDR; see "Addresses" below */
    NEXUS_F_HIST,
    NEXUS_F_PROCESS,
    NEXUS_F_ETYPE,
    NEXUS_F_ECODE,
    NEXUS_F_RCODE,
    NEXUS_F_RDATA,
    NEXUS_F_HREPEAT,
    NEXUS_F_BCNT,
    NEXUS_F_EVCODE,
    NEXUS_F_CDF,
    NEXUS_F_CDATA1, /* second and third CDATA; the first is NEXUS_F_HIST */
    NEXUS_F_CDATA2,
    NEXUS_F_STATUS,
    NEXUS_F_ID,
    NEXUS_F_MAP,
    NEXUS_F_DSZ,
    NEXUS_F_ELSZ,
    NEXUS_F_DCORR,
    NEXUS_F_CANCEL,
    NEXUS_F_DATA, /* DATA and the first DQDATA or CKDATA, low 64 bits */
    NEXUS_F_DATA1,
    NEXUS_F_DATA2,
    NEXUS_F_DATA3,
    NEXUS_F_IDTAG,
    NEXUS_F_ADJUST,
    NEXUS_F_WPHIT,
    NEXUS_F_DIR,
    NEXUS_F_PORT, /* OUT or IN of the port replacement messages */
    NEXUS_F_XMAP,
    NEXUS_F_ST,
    NEXUS_F_RCNT,
    NEXUS_F_CKSRC,
    NEXUS_F_CKDF,
    NEXUS_F_TSTAMP,
    NEXUS_FIELDS,
};

/* Addresses. In messages of program trace (4, 9, 11, 12, 28, 29, 32) bit 0 of value[NEXUS_F_ADDR]
 * is bit 1 of the address: F-ADDR is address >> 1, U-ADDR is (address ^ last address) >> 1. It has
 * at most 63 bits. With cfg.extend_addr_msb the value is always the complete one: 63 bits (xlen 64)
 * or 31 bits (xlen 32). The decoder has already extended it from the last MDO bit, and the encoder
 * drops what can be extended again; so both sides use the same arithmetic, whatever extend_addr_msb
 * says (N-Trace, Virtual Addresses Optimization). In data messages (5, 6, 13, 14, 22, 23) it is the
 * address itself, up to 64 bits, and is never extended. */
struct nexus_msg {
    uint8_t tcode;                /* enum nexus_tcode, 0..63 */
    uint16_t src;                 /* SRC when cfg.src_bits > 0, otherwise 0 */
    uint64_t present;             /* bit NEXUS_F_x: value[NEXUS_F_x] is there */
    uint64_t value[NEXUS_FIELDS]; /* as transmitted (not XORed, not shifted), but see "Addresses" */
    uint64_t offset;              /* decode: of the first byte in the stream */
    size_t length;                /* decode: bytes, idle bytes not counted */
    const uint8_t *raw; /* the message's bytes, first to last, MSEO included. Decode: they are in
                           the input. Encode: used for opaque messages (vendor, reserved) only */
    size_t raw_length;  /* bytes at raw */
};

/* Is field f there? */
static inline bool nexus_msg_has(const struct nexus_msg *m, enum nexus_field f)
{
    return ((m->present >> f) & 1u) != 0;
}

/* An Error message after which program trace goes on without a synchronizing message: data trace
 * alone was lost (docs/reference/data-trace.md, No room). */
static inline bool nexus_msg_is_data_loss(const struct nexus_msg *m)
{
    return m->tcode == NEXUS_ERROR && nexus_msg_has(m, NEXUS_F_ETYPE) &&
           nexus_msg_has(m, NEXUS_F_ECODE) && m->value[NEXUS_F_ETYPE] == 0 &&
           m->value[NEXUS_F_ECODE] == NEXUS_ECODE_DATA;
}

/* Set field f. */
static inline void nexus_msg_set(struct nexus_msg *m, enum nexus_field f, uint64_t v)
{
    m->present |= UINT64_C(1) << f;
    m->value[f] = v;
}

/* Start a message: no fields. */
static inline void nexus_msg_start(struct nexus_msg *m, enum nexus_tcode tcode, uint16_t src)
{
    m->tcode = (uint8_t)tcode;
    m->src = src;
    m->present = 0;
    m->raw = NULL;
    m->raw_length = 0;
}

/* Encode one message into buf, in as few bytes as its fields allow.
 *
 * Every field that the layout demands must be present, and no other; TSTAMP may be present when
 * cfg.timestamps is set and the message has one. m->src is ignored when the message carries no SRC.
 * A vendor or reserved message is m->raw, a complete message whose TCODE and SRC agree with m: what
 * nexus_msg_next delivers can be encoded again. DATA fields are encoded from value[]: at most 64
 * bits.
 *
 * Returns the number of bytes (2 or more; at most NEXUS_MAX_MSG_BYTES unless opaque), or
 * NEXUS_ERR_ARG: missing or extra field, value wider than its field, SRC out of range, malformed
 * raw, a configuration that nexus_cfg_check rejects; nothing written. NEXUS_ERR_NOSPACE: cap is too
 * small; nothing written.
 *
 * N-Trace 1.0, MSEO Sequences; Fields in Messages. */
NEXUS_MUST_CHECK int nexus_msg_encode(const struct nexus_stream_cfg *cfg, const struct nexus_msg *m,
                                      uint8_t *buf, size_t cap);

/* Decoder of messages: a plain struct, copy it to look ahead. Input is one caller-owned buffer. */
struct nexus_msg_decoder {
    struct nexus_stream_cfg cfg;
    const uint8_t *data;
    size_t size;
    size_t pos;    /* of the next byte to look at */
    uint64_t base; /* stream offset of data[0], for nexus_msg.offset */
};

/* Start decoding data[0..size). Returns NEXUS_OK or NEXUS_ERR_ARG (configuration out of range). */
enum nexus_status nexus_msg_decoder_init(struct nexus_msg_decoder *d,
                                         const struct nexus_stream_cfg *cfg, const uint8_t *data,
                                         size_t size);

/* Decode the next message; idle bytes (0xFF between messages) are skipped.
 *
 * Returns NEXUS_OK, or NEXUS_ERR_END: no complete message is left. pos is then at the first
 * byte of what is left, or at size; append input and call again, or report the rest as cut off.
 * Other errors: NEXUS_ERR_MSEO, NEXUS_ERR_TRUNCATED: the message is damaged; the fields before the
 * damage are in m. NEXUS_ERR_OVERSIZE: a field is wider than its limit; all fields are in m, with
 * their low 64 bits. NEXUS_ERR_EXTRA: all fields are in m, but more follows. NEXUS_ERR_EMPTY: a
 * byte with MSEO 11 after the end of a message, and no bit of MDO set (Transitions of MSEO Bits
 * have an idle byte there, which is 0xFF): there is no message that it could belong to, and nothing
 * is lost with it. Any other byte with MSEO 11 there is NEXUS_ERR_MSEO. After each of these
 * m->offset, length and raw say which bytes, the decoder has moved past them (at least one byte)
 * and goes on with the next call; messages resume after the next byte with MSEO 11. Reserved and
 * vendor TCODEs are not errors: such a message has SRC and raw but no fields (NEXUS_ERR_TRUNCATED
 * when it is too short for SRC). Reserved values inside fields are not errors of this layer.
 * Messages of any length are walked without overflow; zeros on top of a field do not make it
 * oversize.
 *
 * N-Trace 1.0, N-Trace Transmission Protocol; Fields in Messages; Maximum Field Sizes. */
NEXUS_MUST_CHECK enum nexus_status nexus_msg_next(struct nexus_msg_decoder *d, struct nexus_msg *m);

/* Move past the next byte with MSEO 11 at or after pos: for input that starts in the middle of a
 * message. Returns NEXUS_OK, or NEXUS_ERR_END when there is none; pos is then at the end of the
 * input. */
enum nexus_status nexus_msg_decoder_resync(struct nexus_msg_decoder *d);

/* Names, never NULL: of a message ("Reserved" or "Vendor" for codes without one), and of a field in
 * it, without dashes: ICNT, UADDR, FADDR ("?" when the message has no such field; TSTAMP in every
 * one that may have it). */
const char *nexus_tcode_name(unsigned tcode);
const char *nexus_field_name(unsigned tcode, enum nexus_field f);

/* Fields of a message in the order of transmission (TCODE and SRC not counted). Returns the number
 * written to order[], which has room for NEXUS_FIELDS. Only fields present in m. */
unsigned nexus_msg_fields(const struct nexus_stream_cfg *cfg, const struct nexus_msg *m,
                          enum nexus_field order[NEXUS_FIELDS]);

/* Is it a synchronizing message for program flow: 9, 11, 12, 29? */
static inline bool nexus_tcode_is_sync(unsigned tcode)
{
    return tcode == NEXUS_PROG_TRACE_SYNC || tcode == NEXUS_DIRECT_BRANCH_SYNC ||
           tcode == NEXUS_INDIRECT_BRANCH_SYNC || tcode == NEXUS_INDIRECT_BRANCH_HIST_SYNC;
}

#ifdef __cplusplus
}
#endif

#endif
