/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which instruction sent a message of firmware: what was received, held against an instruction
 * trace of the same run.
 *
 *   struct htr_fw_link *l;
 *   if (htr_fw_link_new(&l, &host, &elf, HTR_FW_FROM_RING) != HTR_OK) ...
 *   struct htr_fw f = {..., .heard = htr_fw_link_hear, .heard_ctx = l};
 *   ... read it all: htr_fw_ring(&f, ...) ...
 *   if (htr_fw_link_trace(l, &options, f.stop) != HTR_OK) ...
 *   if (htr_fw_link_find(l, &event, &origin)) ... origin.pc
 *   htr_fw_link_free(l);
 *
 * The trace says which call sites each hart has passed, and which of its words got a place in their
 * destination. These are in the order of the places, and so is what was received: the k-th is the
 * k-th. Messages of stimulus ports are between those of the instructions, so that a lost one
 * changes nothing for the next. Where more than one call site is possible, none is named.
 *
 * Needed: an ELF that is not stripped, with fwtrace/ compiled as functions of its own, and one
 * destination of each kind.
 */
#ifndef HTR_FW_LINK_H
#define HTR_FW_LINK_H

#include "htr/htr_fw.h"
#include "htr/htr_trace.h"

#ifdef __cplusplus
extern "C" {
#endif

enum htr_fw_from {
    HTR_FW_FROM_TRACE, /* stimulus messages */
    HTR_FW_FROM_RING,
    HTR_FW_FROM_BINARY, /* UART */
    HTR_FW_FROM_TEXT,
};

/* What the bytes of a file are: a ring has its magic number, frames end with a byte 0; else text.
 */
enum htr_fw_from htr_fw_from_bytes(const uint8_t *bytes, size_t size);

struct htr_fw_origin {
    uint64_t pc;    /* of the call; 0: not known */
    uint64_t store; /* of the instruction that gave the first word its place */
    uint64_t at;    /* instructions of that hart before it, since the beginning of its trace */
    uint16_t src;   /* of the hart */
    bool placed;    /* src, at and store are known */
    bool about;     /* src and at are one of several possible places; also placed */
    uint64_t near;  /* of a stimulus message without pc: address of the last instruction that the
                       trace has before it; 0 */
};

struct htr_fw_link_sum {
    uint64_t received; /* words, or messages that were sent as one */
    uint64_t known;    /* of them, those with a pc */
    uint64_t placed;   /* those with one place only */
    uint64_t sent;     /* by the instructions that were traced */
    uint64_t silent;   /* of `sent`, not received, and nothing announces it */
    uint64_t strange;  /* received, and nothing that was traced fits */
    uint64_t gaps;     /* where instructions are missing */
    uint64_t first;    /* offset of the first item that does not fit, or follows what is silent */
    unsigned harts;
};

struct htr_fw_link;

/* elf and host must outlive it. Returns HTR_OK, or after a message HTR_ERR_MEMORY, HTR_ERR_MISSING:
 * the ELF has no symbols of what this input needs. */
int htr_fw_link_new(struct htr_fw_link **l, struct htr_host *host, const struct htr_fw_elf *elf,
                    enum htr_fw_from from) HTR_MUST_CHECK;
void htr_fw_link_free(struct htr_fw_link *l);

/* For htr_fw.heard. */
void htr_fw_link_hear(void *link, const struct htr_fw_heard *h);

/* Decode the instruction trace, with code, and match. stop: htr_fw.stop. Remarks say what does not
 * fit. Returns HTR_OK, or HTR_ERR_* after a message. */
int htr_fw_link_trace(struct htr_fw_link *l, const struct htr_trace_options *o,
                      bool stop) HTR_MUST_CHECK;

/* Where an event came from. Returns false: nothing is known. */
bool htr_fw_link_find(const struct htr_fw_link *l, const struct htr_fw_event *e,
                      struct htr_fw_origin *o);

const struct htr_fw_link_sum *htr_fw_link_sum(const struct htr_fw_link *l);

#ifdef __cplusplus
}
#endif

#endif
