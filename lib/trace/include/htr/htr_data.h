/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Data trace: which instruction made which data message. A consumer of elements: give it every
 * element of one source in order, and it reports every data access of the instructions in the
 * ranges, with its message, without one, or a message whose instruction is not known.
 *
 *   struct htr_data d;
 *   htr_data_init(&d, &cfg, &code);
 *   while (... elem ...) {
 *       status = htr_data_take(&d, &elem, sink, ctx);
 *   }
 *   htr_data_end(&d, sink, ctx);
 *   htr_data_free(&d);
 *
 * The order does it: the messages of an instruction come before the range that has it, in the order
 * of the accesses. After a loss (an Error message with ECODE 2) and after data trace was turned on
 * the next data message belongs to the first access after the ranges that came before it. Direction
 * and size of each message are compared with its instruction.
 *
 * Sources: IEEE-ISTO 5001-2012, data trace messages; docs/reference/data-trace.md, which has the
 * rules of the encoder.
 */
#ifndef HTR_DATA_H
#define HTR_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "flow/flow_elem.h"
#include "htr/htr_host.h"
#include "nexus/nexus_cfg.h"

#ifdef __cplusplus
extern "C" {
#endif

enum htr_data_kind {
    HTR_DATA_TIED,    /* an access, and its message */
    HTR_DATA_MISSING, /* an access without a message: lost, or not traced */
    HTR_DATA_ALONE,   /* a message without an instruction */
};

struct htr_data_access {
    uint8_t kind;   /* enum htr_data_kind */
    bool write;     /* else a read */
    bool has_addr;  /* addr is known; never with MISSING */
    uint8_t size;   /* bytes of the value in the message; 0: it has none */
    uint8_t width;  /* bytes that the instruction accesses; 0 with ALONE */
    uint64_t pc;    /* of the instruction; not with ALONE */
    uint64_t index; /* its number, from 0, among the instructions of all ranges; not with ALONE */
    uint64_t addr;
    uint64_t value;
    uint64_t msg, offset; /* of the message: number and first byte; MISSING: of that of program
                             trace which covers the instruction */
};

/* Takes an access. Returns HTR_OK to go on. */
typedef int htr_data_sink(void *ctx, const struct htr_data_access *access);

struct htr_data_counts {
    uint64_t tied;
    uint64_t missing; /* all accesses without a message; of these */
    uint64_t silent;  /* those that nothing announced: no Error message, no SYNC of a new start */
    uint64_t alone;
    uint64_t wrong;  /* messages of another direction or size than their instruction has */
    uint64_t losses; /* Error messages */
};

/* Read: counts. The rest is private. */
struct htr_data {
    struct htr_data_counts counts;
    struct flow_code *code;
    bool filtered;    /* messages are not tied */
    bool announced;   /* a loss was announced: accesses may have no message */
    uint64_t waiting; /* missing ones that an announcement may still follow */
    uint64_t index;
    struct htr_data_access *queue; /* messages whose instruction has not come: a ring */
    size_t head, n, room;
};

/* Start. code is that of the decoder, or one like it; the caller keeps it. */
void htr_data_init(struct htr_data *d, const struct nexus_stream_cfg *cfg, struct flow_code *code);

/* Take the next element. Returns HTR_OK, HTR_ERR_MEMORY (without a message), or the first result of
 * the sink that is not HTR_OK. */
int htr_data_take(struct htr_data *d, const struct flow_elem *elem, htr_data_sink *sink,
                  void *ctx) HTR_MUST_CHECK;

/* No element follows: messages left over are ALONE. Missing accesses after the last message that
 * nothing announced become silent. Returns as htr_data_take. */
int htr_data_end(struct htr_data *d, htr_data_sink *sink, void *ctx) HTR_MUST_CHECK;

void htr_data_free(struct htr_data *d);

#ifdef __cplusplus
}
#endif

#endif
