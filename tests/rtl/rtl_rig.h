/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The encoder in SystemVerilog and its model side by side, clock by clock: the same records, the
 * same register writes, the messages of both.
 *
 * A run is a list of steps, one per clock cycle, so that it can be repeated in part: when the two
 * differ, rig_shrink leaves steps out as long as they still do.
 */
#ifndef RTL_RIG_H
#define RTL_RIG_H

#include <stddef.h>

#include "rtl_encoder.h"

enum {
    RIG_BYTES = 1 << 20,
};

struct rig_step {
    bool has_record;
    bool has_write; /* starts after the cycle's record; the steps after it go on meanwhile */
    bool refuse;    /* the link takes nothing in this cycle */
    bool sync;      /* a request for synchronization, before the record */
    bool flush;     /* a flush begins, unless one is under way */
    uint8_t size;   /* of the write, in bytes; 0 is 4, the others are for stimulus ports */
    uint32_t offset, value;
    struct ingress_cycle record; /* without cycle */
};

struct rig_script {
    struct rig_step *step;
    size_t n, room;
};

void rig_script_clear(struct rig_script *s);
void rig_script_free(struct rig_script *s);

/* Add a cycle; returns it, empty. */
struct rig_step *rig_add(struct rig_script *s);
void rig_idle(struct rig_script *s, unsigned cycles);
void rig_write(struct rig_script *s, uint32_t offset, uint32_t value);
void rig_record(struct rig_script *s, const struct ingress_cycle *record);

struct rig_result {
    bool equal;
    bool etrace;        /* the encoder has E-Trace: bytes are compared, whatever they are */
    size_t message;     /* number of the first message that differs */
    size_t offset;      /* where it begins, in bytes of model and rtl */
    uint64_t rtl_cycle; /* when the RTL sent it, 0 when it did not */
    char why[160];      /* other than messages: registers, rules of the link, a hang */
    size_t model_n, rtl_n;
    uint64_t cycles; /* clocks so far */
    uint64_t stalls; /* clocks in which the RTL stalled the hart */
    uint64_t records;
    uint64_t flushes;  /* that have ended */
    bool loss;         /* trTeInstStallOrOverflow of the RTL at the end */
    uint64_t left_out; /* bytes that were equal and are not in model and rtl any more */
    uint8_t *model;    /* bytes, static */
    uint8_t *rtl;
    struct nexus_stream_cfg stream; /* of the messages */
    uint64_t sent; /* bit n: a message of TCODE n was equal; only when they have SRC and TSTAMP */
};

/* Run the script on both, then disable, wait for trTeEmpty and compare: messages, then all
 * registers. `exact` false: only run (after overflow the two differ rightly). */
void rig_run(const struct rtl_encoder_kind *kind, const struct trm_encoder_cfg *cfg,
             const struct rig_script *s, bool exact, struct rig_result *r);

/* The same, clock by clock: begin, then registers and records, then end. One run at a time. */
void rig_begin(const struct rtl_encoder_kind *kind, const struct trm_encoder_cfg *cfg,
               struct rig_result *r);
void rig_set(uint32_t offset, uint32_t value);
/* A store of 1, 2 or 4 bytes. */
void rig_store(uint32_t offset, unsigned size, uint32_t value);
/* A write that begins in the next clock and goes on in those after it. */
void rig_begin_write(uint32_t offset, uint32_t value);
/* After rig_begin: the RTL loses messages that the model sends, so how far a flush has come is
 * not known. */
void rig_lossy(void);
/* rig_begin with the set's own parameters, then tracing with stall and these bits of trTeControl
 * and trTeInstFeatures. */
void rig_trace(const struct rtl_encoder_kind *kind, uint32_t control, uint32_t features,
               struct rig_result *r);
uint32_t rig_get(uint32_t offset); /* of the model: takes no time */
uint32_t rig_get_rtl(uint32_t offset);
/* The time from outside (trTsMode External) from now on; it counts clocks by itself before. */
void rig_time(uint64_t time);
void rig_clock(const struct ingress_cycle *record, bool ready);
/* The link takes nothing while registers are accessed, from now on or not; rig_end lets it. */
void rig_block(bool blocked);
/* The link is stopped from now on, or not; rig_end lets it go on. The model's is not: it has
 * nothing queued. */
void rig_link_stops(bool stopped);
/* In the next clock a request for synchronization comes, a flush begins. */
void rig_request(bool sync, bool flush);
void rig_end(bool exact);

/* Bytes of the packet of E-Trace with this header, 0 when the encoder sends N-Trace. */
unsigned rig_packet_bytes(struct trm_encoder *enc, uint8_t header);
/* The messages at the beginning that are equal: their bytes, and their number is added. */
size_t rig_equal_bytes(const struct rig_result *r, size_t *messages);

/* The index after the last byte of the message at `at`, or n. */
size_t rig_message_end(const uint8_t *bytes, size_t n, size_t at);

/* trTeDataControl of the RTL reads `got`: notes whether data was lost, and returns the status bits
 * that the model's need not have, because its queue never fills. */
uint32_t rig_data_status(struct rig_result *r, uint32_t got, bool exact);

/* Print where the two differ. */
void rig_print(const struct rig_result *r);

/* Leave out steps as long as the results differ. */
void rig_shrink(const struct rtl_encoder_kind *kind, const struct trm_encoder_cfg *cfg,
                struct rig_script *s);

/* Run, and if the two differ: shrink, print seed, cycle, messages and steps, fail the test. Returns
 * rig_result.sent. */
uint64_t rig_check(const struct rtl_encoder_kind *kind, const struct trm_encoder_cfg *cfg,
                   struct rig_script *s, uint64_t seed);

/* What the last rig_check found equal. */
const struct rig_result *rig_last(void);

#endif
