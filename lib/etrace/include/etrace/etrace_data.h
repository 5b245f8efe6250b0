/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Packets of data trace: payloads, and what they mean. Three steps, each usable without the next:
 *
 *   etrace_data_decode, _encode   a payload and its fields, as transmitted
 *   etrace_data_apply             fields to an access: addresses and values in full
 *   etrace_data_sync              what a synchronization packet of instruction trace does to it
 *
 * Source: Efficient Trace 2.0, chapter "Data Trace Encoder Output Packets". Choices where it is
 * open: docs/reference/etrace.md.
 */
#ifndef ETRACE_DATA_H
#define ETRACE_DATA_H

#include "etrace/etrace_cfg.h"
#include "etrace/etrace_status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Value of `format`. The codes of loads and stores are even when aligned. */
enum etrace_data_format {
    ETRACE_DATA_LOAD = 0,      /* unified load, or address of a split one; + 1: unaligned */
    ETRACE_DATA_STORE = 2,     /* + 1: unaligned */
    ETRACE_DATA_LOAD_DATA = 4, /* of a split load */
    ETRACE_DATA_CSR = 5,
    ETRACE_DATA_ATOMIC = 6, /* unified, or operand and address of a split one */
    ETRACE_DATA_ATOMIC_DATA = 7,
};

/* Value of `diff`, when both address and data are reported. */
enum etrace_data_diff {
    ETRACE_DIFF_SYNC = 0, /* full address, full data */
    ETRACE_DIFF_XOR = 1,  /* differential address; data: XOR */
    ETRACE_DIFF_FULL = 2, /* differential address; full data */
    ETRACE_DIFF_DATA = 3, /* differential address; differential data */
};

enum {
    ETRACE_RESP_ERROR = 0, /* value of `resp`; the others are those of etrace_data_diff */
    ETRACE_CSR_SUBTYPES = 3,
    ETRACE_ATOMIC_FAILED = 7, /* subtype: a conditional store failed, in packets with addresses only
                               */
    ETRACE_DATA_SIZES = 8,
    ETRACE_MAX_LRID_WIDTH = 6,
};

/* The fields of a packet. Which of them count follows from the format, the options and the
 * configuration; decoding sets the others to 0. */
struct etrace_data_packet {
    uint8_t format;  /* enum etrace_data_format */
    uint8_t subtype; /* CSR: 0 RW, 1 RS, 2 RC; atomics: 0 swap, 1 add, 2 and, 3 or, 4 xor, 5 max, 6
                        min */
    uint8_t size;    /* the access has 2^size bytes */
    uint8_t diff;    /* as transmitted; see above for 2 bits */
    uint8_t resp;    /* split loads and atomics: 0 error, 1 XOR, 2 full, 3 differential */
    uint16_t lrid;
    bool has_address;
    bool has_data;
    bool has_operand;
    uint64_t address; /* as transmitted, daddress_width bits: without its lowest `size` bits when
                         aligned; CSR: 12 bits */
    uint64_t data;    /* as transmitted, sign-extended */
    uint64_t operand; /* sign-extended */
};

/* What encoder and decoder remember. All zero is the start. */
struct etrace_data_state {
    bool address_known[ETRACE_DATA_SIZES]; /* by size */
    bool data_known[ETRACE_DATA_SIZES];
    uint64_t address[ETRACE_DATA_SIZES];
    uint64_t data[ETRACE_DATA_SIZES];
    bool csr_known;
    uint16_t csr;
    /* Split atomics: the data packet repeats neither size nor subtype. By lrid: size + 16 *
     * subtype.
     */
    uint8_t atomic[1 << ETRACE_MAX_LRID_WIDTH];
};

/* An access, or half of a split one. */
struct etrace_access {
    uint8_t dtype; /* of the ingress port: 0 load, 1 store, 4..6 CSR, 8..14 atomics, 15 conditional
                      store that failed */
    uint8_t size;  /* 2^size bytes */
    uint16_t lrid;
    bool request;  /* split: the data comes with another packet */
    bool response; /* split: this is that one */
    bool error;    /* response: there is no data */
    bool has_address;
    bool has_data;
    bool has_operand;
    uint64_t address;
    uint64_t data;    /* loads, CSRs and atomics: the value read; stores: the one written */
    uint64_t operand; /* CSRs and atomics: rs1 or rs2 */
};

/* Decode a payload of 1..ETRACE_PAYLOAD_MAX bytes. options: those in force, bits (1 << enum
 * etrace_data_option). state has the sizes of split atomics.
 *
 * Returns ETRACE_OK; ETRACE_ERR_ARG: size; ETRACE_ERR_RESERVED: a format that the configuration
 * does not have, a reserved subtype, diff or size; ETRACE_ERR_EXTRA: a whole byte or more is left
 * after the last field, or what is left is no sign extension. */
ETRACE_MUST_CHECK enum etrace_status etrace_data_decode(const struct etrace_cfg *cfg,
                                                        uint32_t options,
                                                        const struct etrace_data_state *state,
                                                        const uint8_t *payload, unsigned size,
                                                        struct etrace_data_packet *p);

/* Encode it, compressed by its sign to whole bytes, into payload[ETRACE_PAYLOAD_MAX]. Upper bytes
 * of data and operand that repeat the sign are left out.
 *
 * Returns ETRACE_OK with the size in *size; ETRACE_ERR_RESERVED as above; ETRACE_ERR_ARG: a member
 * is out of the range of its field; ETRACE_ERR_NOSPACE: it is longer than a payload. */
ETRACE_MUST_CHECK enum etrace_status etrace_data_encode(const struct etrace_cfg *cfg,
                                                        uint32_t options,
                                                        const struct etrace_data_state *state,
                                                        const struct etrace_data_packet *p,
                                                        uint8_t *payload, unsigned *size);

/* What the packet reports; state follows it. Encoders do the same with what they sent.
 *
 * Returns ETRACE_OK, or ETRACE_ERR_NOSYNC: it is relative to an access that is not known; then
 * nothing is changed. */
ETRACE_MUST_CHECK enum etrace_status
etrace_data_apply(const struct etrace_cfg *cfg, uint32_t options, struct etrace_data_state *state,
                  const struct etrace_data_packet *p, struct etrace_access *access);

/* A synchronization packet of instruction trace, or one that changed the options: the next packet
 * of each size has full addresses and data. */
void etrace_data_sync(struct etrace_data_state *state);

/* Width of `size`; of `format`; of `diff` in packets without addresses, and of CSRs. */
unsigned etrace_data_size_width(const struct etrace_cfg *cfg);

static inline unsigned etrace_data_format_width(const struct etrace_cfg *cfg)
{
    return cfg->data_split || cfg->data_atomics || cfg->data_csrs ? 3 : 2;
}

/* Does a packet of this format hold address, data? */
static inline bool etrace_data_has_address(uint32_t options)
{
    return (options & 1u << ETRACE_DOPT_NO_ADDRESS) == 0;
}

static inline bool etrace_data_has_data(uint32_t options)
{
    return (options & 1u << ETRACE_DOPT_NO_DATA) == 0;
}

/* Bits of `data` and `operand` of a size. */
static inline unsigned etrace_data_bits(unsigned size)
{
    return 8u << size;
}

#ifdef __cplusplus
}
#endif

#endif
