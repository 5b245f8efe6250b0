/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Between the files of the encoder that do not depend on a trace format. Each calls only those
 * below it, and the back end (trm_encoder_backend.h), which calls only the queue and status:
 *
 *   trm_encoder.c          from outside: configuration, start, clock
 *   trm_encoder_records.c  records that wait, and how long each takes
 *   trm_encoder_stall.c    when the hart is stalled
 *   trm_encoder_ingress.c  qualification: a record comes in
 *   trm_encoder_regs.c     qualification: WARL rules, and what control means
 *   trm_encoder_region.c   qualification: sidebands and triggers
 *   trm_encoder_filter.c   qualification: registers of filters and comparators
 *   trm_encoder_stimulus.c qualification: stimulus ports
 *   [the back end]         selection of messages, fields, bytes: trm_encoder_ntrace.h, or
 *                          trm_encoder_etrace.c in front of trm_etrace.h
 *   trm_encoder_fifo.c     the queue of whole messages
 *   trm_encoder_ticks.c    how long a message takes on the link
 *   trm_encoder_status.c   what the hardware reports in registers and on trigger outputs
 */
#ifndef TRM_ENCODER_INT_H
#define TRM_ENCODER_INT_H

#include "encoder_regs.h"
#include "trm/trm_encoder.h"
#include "trm_encoder_backend.h"

/* Sidebands of a record, as a set. They are levels. */
enum {
    TRM_SIDE_HALTED = 1,
    TRM_SIDE_RESET = 2,
    TRM_SIDE_LOWPOWER = 4,
};

static inline bool trm_encoder_is_halted(const struct ingress_cycle *in)
{
    return in->halted || in->priv == INGRESS_PRIV_D;
}

static inline uint8_t trm_encoder_sides(const struct ingress_cycle *in)
{
    return (uint8_t)((trm_encoder_is_halted(in) ? TRM_SIDE_HALTED : 0) |
                     (in->reset ? TRM_SIDE_RESET : 0) | (in->lowpower ? TRM_SIDE_LOWPOWER : 0));
}

/* --- records: queue_records --- */

/* A record comes in. Returns whether the hart is stalled. */
bool trm_encoder_records_put(struct trm_encoder *enc, const struct ingress_cycle *in);

/* Look at what waits, if it is time. */
void trm_encoder_records_tick(struct trm_encoder *enc);

/* Look at all that waits, as far as there is room. Returns whether nothing waits any more. */
bool trm_encoder_records_finish(struct trm_encoder *enc);

/* --- stalls --- */

/* The hart is stalled. */
void trm_encoder_stall(struct trm_encoder *enc);

/* Would the messages of a record have no room? Then the hart is stalled. */
bool trm_encoder_stalls(struct trm_encoder *enc);

/* --- ingress --- */

/* TSTAMP of a record that comes in. */
uint64_t trm_encoder_time(struct trm_encoder *enc, const struct ingress_cycle *in);

/* Look at a record, at its blocks from `from` to `to` - 1. */
void trm_encoder_take(struct trm_encoder *enc, const struct ingress_cycle *in, unsigned from,
                      unsigned to, uint64_t time);

/* A record comes in and is looked at, without a queue. Returns whether the hart is stalled. */
bool trm_encoder_take_now(struct trm_encoder *enc, const struct ingress_cycle *in);

/* Blocks of a record. */
static inline unsigned trm_encoder_blocks(const struct ingress_cycle *in)
{
    return in->nblocks < INGRESS_MAX_BLOCKS ? in->nblocks : INGRESS_MAX_BLOCKS;
}

/* Is a block only counted, by N-Trace: linear, or with a branch at its end that is no message? */
static inline bool trm_encoder_is_counted(const struct trm_encoder *enc,
                                          const struct ingress_block *b)
{
    switch (b->itype) {
    case INGRESS_ITYPE_NONE:
    case INGRESS_ITYPE_INFERABLE_TAIL:
    case INGRESS_ITYPE_OTHER_INFERABLE:
    case INGRESS_ITYPE_NOT_TAKEN:
        return true;
    case INGRESS_ITYPE_TAKEN:
        return enc->htm;
    default:
        return false;
    }
}

/* --- region: what begins and ends one --- */

/* Report that trace ends although no region is open, with cfg.report_disabled and tracing off. */
void trm_encoder_report_disabled(struct trm_encoder *enc, enum trm_encoder_end why);

/* The hart enters or leaves debug mode, reset, or low power. Tracked also while the encoder is
 * disabled. */
void trm_encoder_sidebands(struct trm_encoder *enc, const struct ingress_cycle *in);

/* Triggers, before the blocks of their record; `adjacent`: the record before came one cycle
 * earlier. Returns true when tracing ends after it. */
bool trm_encoder_triggers(struct trm_encoder *enc, const struct ingress_cycle *in, bool adjacent);

/* --- regs --- */

int trm_encoder_regs_init(struct trm_encoder *enc);

/* Registers written in the last cycle take effect. */
void trm_encoder_latch(struct trm_encoder *enc);

/* --- filter: registers of filters and comparators --- */

/* Take away the registers that cfg does not have. */
void trm_encoder_filter_init(struct trm_encoder *enc);

/* Is the register one of theirs? */
static inline bool trm_encoder_filter_owns(uint32_t offset)
{
    return offset == TR_TE_INST_FILTERS_OFFSET || offset == TR_TE_DATA_FILTERS_OFFSET ||
           (offset >= 0x400 && offset < 0x800);
}

/* WARL of these registers. */
uint32_t trm_encoder_filter_legal(const struct trm_encoder *enc, uint32_t offset, uint32_t now);

/* They were written: they take effect, counters and latches start again. */
void trm_encoder_filter_latch(struct trm_encoder *enc);

/* --- stimulus: ports in the vendor range --- */

/* Take away what cfg does not have. */
void trm_encoder_stimulus_init(struct trm_encoder *enc);

/* After a reset: what the registers say of cfg. */
void trm_encoder_stimulus_reset(struct trm_encoder *enc, bool active);

/* Is there a port at the offset? */
static inline bool trm_encoder_stimulus_owns(const struct trm_encoder *enc, uint32_t offset)
{
    return enc->cfg.stimulus && offset >= TR_TE_STIM_PORT_OFFSET(0) &&
           offset < TR_TE_STIM_PORT_OFFSET(TRM_STIMULUS_PORTS);
}

/* A store to a port. Returns TRM_OK, or TRM_ERR_SIZE, TRM_ERR_MISALIGNED: nothing was done. */
enum trm_status trm_encoder_stimulus_write(struct trm_encoder *enc, uint32_t offset, unsigned size,
                                           uint32_t value);

/* Registers take effect: so does the store that waits. */
void trm_encoder_stimulus_latch(struct trm_encoder *enc);

/* --- fifo: whole messages on their way to the link --- */

/* Queue or pass on one message. Returns false when there is no room; then nothing was queued. */
bool trm_encoder_fifo_put(struct trm_encoder *enc, const uint8_t *bytes, uint32_t n);

/* Move queued messages to the link, at most `credit` bytes of them. */
void trm_encoder_fifo_drain(struct trm_encoder *enc, uint32_t credit);

/* One tick of the link: bandwidth, and giving up on a link that refuses for ever. */
void trm_encoder_fifo_tick(struct trm_encoder *enc);

void trm_encoder_fifo_clear(struct trm_encoder *enc);

/* Does the encoder stall the hart rather than lose something? */
bool trm_encoder_stalling(const struct trm_encoder *enc);

/* Would the encoder have to stall the hart now? */
bool trm_encoder_fifo_tight(const struct trm_encoder *enc);

/* Messages in the queue: those that the packer has taken are not. */
static inline uint32_t trm_encoder_fifo_level(const struct trm_encoder *enc)
{
    return enc->fifo_count - enc->packer.taken;
}

/* The same without those that the record that is being looked at makes in the next ticks. */
static inline uint32_t trm_encoder_fifo_settled(const struct trm_encoder *enc)
{
    uint32_t level = trm_encoder_fifo_level(enc), later = enc->takes > 1 ? enc->takes - 1u : 0;
    return level > later ? level - later : 0;
}

/* Does a queue that counts messages have no place left? */
static inline bool trm_encoder_fifo_full(const struct trm_encoder *enc)
{
    return enc->cfg.queue_messages != 0 && trm_encoder_fifo_level(enc) >= enc->cfg.queue_messages;
}

/* The place in the queue after `at`. */
static inline uint32_t trm_encoder_fifo_next(uint32_t at)
{
    return at + 1 == sizeof(((struct trm_encoder *)0)->fifo) ? 0 : at + 1;
}

/* --- ticks --- */

/* With link_fields: groups of fields of the message of N-Trace, or of the packet of E-Trace, whose
 * length is at `at` in the queue. */
void trm_encoder_ticks_message(const struct trm_encoder *enc, uint32_t at,
                               struct trm_encoder_packer *out);
void trm_encoder_ticks_packet(const struct trm_encoder *enc, uint32_t at,
                              struct trm_encoder_packer *out);

/* --- data trace, as far as qualification has to do with it --- */

/* trTeDataTracing changes: by a register, or (set) by a trigger. */
void trm_encoder_data_tracing(struct trm_encoder *enc, bool on);
void trm_encoder_set_data_tracing(struct trm_encoder *enc, bool on);

/* The hart is stalled for data trace alone: trTeDataStallOrOverflow. */
void trm_encoder_data_stalls(struct trm_encoder *enc);

/* What both protocols have of trTeDataControl takes effect. */
void trm_encoder_data_control(struct trm_encoder *enc);

/* trTeDataDropEna: would a message of n bytes be above the watermark? */
bool trm_encoder_data_above(const struct trm_encoder *enc, uint32_t n);

/* A message of data trace is dropped, its loss is to be announced. mask: the status bit that says
 * why, or 0. */
void trm_encoder_data_drop(struct trm_encoder *enc, uint32_t mask);

/* --- status --- */

/* Outputs that are set to report this event fire (TCI, External Trace Triggers). */
void trm_encoder_event(struct trm_encoder *enc, enum trm_ext_event event);

/* Registers or a trigger change tracing: report the event, and clear what does not outlast
 * tracing. */
void trm_encoder_tracing(struct trm_encoder *enc, bool tracing);

/* Hardware changes trTeInstTracing (triggers). */
void trm_encoder_set_tracing(struct trm_encoder *enc, bool tracing);

/* Hardware sets trTeInstStallOrOverflow. */
void trm_encoder_set_stall_or_overflow(struct trm_encoder *enc);

#endif
