/* SPDX-License-Identifier: Apache-2.0 */
/* Between the files of the encoder: regs -> flow -> region -> msg -> fifo, each calling only to the
 * right. */
#ifndef TRM_ENCODER_INT_H
#define TRM_ENCODER_INT_H

#include "encoder_regs.h"
#include "nexus/nexus_msg.h"
#include "trm/trm_encoder.h"

/* --- fifo: whole messages on their way to the link --- */

/* Queue or pass on one message. Returns false when there is no room; then nothing was queued. */
bool trm_encoder_fifo_put(struct trm_encoder *enc, const uint8_t *bytes, uint32_t n);

/* Move queued messages to the link, at most `credit` bytes of them. */
void trm_encoder_fifo_drain(struct trm_encoder *enc, uint32_t credit);

/* One tick of the link: bandwidth, and giving up on a link that refuses for ever. */
void trm_encoder_fifo_tick(struct trm_encoder *enc);

void trm_encoder_fifo_clear(struct trm_encoder *enc);

/* Would the encoder have to stall the hart now? */
bool trm_encoder_fifo_tight(const struct trm_encoder *enc);

/* --- msg: one function a message; all return false when it was lost to overflow --- */

/* A message, or a record with it, was lost: the region ends, unannounced until there is room. */
void trm_encoder_overflow(struct trm_encoder *enc, uint8_t tcode);

bool trm_encoder_msg_start(struct trm_encoder *enc, uint64_t addr);
bool trm_encoder_msg_linear(struct trm_encoder *enc, uint8_t sync, uint64_t addr);
bool trm_encoder_msg_indirect(struct trm_encoder *enc, uint64_t addr);
bool trm_encoder_msg_direct(struct trm_encoder *enc);
bool trm_encoder_msg_direct_sync(struct trm_encoder *enc, uint64_t addr);
bool trm_encoder_msg_icnt_full(struct trm_encoder *enc);
bool trm_encoder_msg_hist_full(struct trm_encoder *enc);

/* ResourceFull with the oldest outcomes of HIST that fill the register. */
bool trm_encoder_msg_hist_oldest(struct trm_encoder *enc, unsigned outcomes);
bool trm_encoder_msg_correlation(struct trm_encoder *enc, uint8_t evcode);
bool trm_encoder_msg_ownership(struct trm_encoder *enc, const struct trm_ingress *in, bool context);

/* The queue has drained: send the Error message that an overflow left behind. */
void trm_encoder_msg_recover(struct trm_encoder *enc);

/* A synchronizing message would be due: remember it for the next branch message. */
static inline void trm_encoder_due(struct trm_encoder *enc, uint8_t sync)
{
    enc->sync_due = true;
    enc->due_sync = sync;
}

/* Send the history held back (opt). */
bool trm_encoder_msg_repeat(struct trm_encoder *enc);

/* Send the branches held back. */
bool trm_encoder_msg_repeat_branch(struct trm_encoder *enc);

/* --- opt: optimization extensions --- */

/* A call: remember where it returns to. */
void trm_encoder_opt_call(struct trm_encoder *enc, uint64_t return_addr);

/* A return: true when its call is known; the address is then in ret_expected. */
bool trm_encoder_opt_return(struct trm_encoder *enc);

/* Does the return in flight go where it was expected to? */
bool trm_encoder_opt_expected(const struct trm_encoder *enc, uint64_t addr);

/* HIST is full: hold it back, or count it as a repetition. False when a message was lost. */
bool trm_encoder_opt_hist_full(struct trm_encoder *enc);

/* TRM_HIST_SEARCH_ANY: an outcome was appended to HIST. Returns true when two registers are full of
 * outcomes without a pattern. */
bool trm_encoder_opt_outcome(struct trm_encoder *enc);

/* Send history held back, and as much of HIST as does not fit in a message. False when a message
 * was lost. */
bool trm_encoder_opt_flush(struct trm_encoder *enc);

/* --- flow: what to report --- */

/* trm_encoder_ingress, but that a record takes no time. */
bool trm_encoder_record(struct trm_encoder *enc, const struct trm_ingress *in);

/* --- region: what begins and ends one --- */

/* End the open region with ProgTraceCorrelation; an event in flight is folded into its I-CNT. */
void trm_encoder_close(struct trm_encoder *enc, uint8_t evcode);

/* With cfg.report_disabled: ProgTraceCorrelation although no region is open. */
void trm_encoder_report_disabled(struct trm_encoder *enc, uint8_t evcode);

/* The hart enters or leaves debug mode, reset, or low power. Tracked also while the encoder is
 * disabled. */
void trm_encoder_sidebands(struct trm_encoder *enc, const struct trm_ingress *in);

/* Triggers, before the blocks of their record; `adjacent`: the record before came one cycle
 * earlier. Returns true when tracing ends behind it. */
bool trm_encoder_triggers(struct trm_encoder *enc, const struct trm_ingress *in, bool adjacent);

/* The message that is due is the marker of an external trace-notify. */
static inline bool trm_encoder_notify_due(const struct trm_encoder *enc)
{
    return enc->sync_due && enc->due_sync == NEXUS_SYNC_EXTERNAL_TRIGGER;
}

/* An event waits for the address of the next instruction. */
static inline void trm_encoder_wait(struct trm_encoder *enc, uint8_t pend, uint8_t btype)
{
    enc->pend = pend;
    enc->pend_btype = btype;
    enc->pend_time = enc->time;
}

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
    return offset == TR_TE_INST_FILTERS_OFFSET || (offset >= 0x400 && offset < 0x800);
}

/* WARL of these registers. */
uint32_t trm_encoder_filter_legal(const struct trm_encoder *enc, uint32_t offset, uint32_t now);

/* They were written: they take effect, counters and latches start again. */
void trm_encoder_filter_latch(struct trm_encoder *enc);

/* Outputs that are asked to tell this event fire (TCI, External Trace Triggers). */
void trm_encoder_event(struct trm_encoder *enc, enum trm_ext_event event);

/* Hardware changes trTeInstTracing (triggers). */
void trm_encoder_set_tracing(struct trm_encoder *enc, bool tracing);

/* Hardware sets trTeInstStallOrOverflow. */
void trm_encoder_set_stall_or_overflow(struct trm_encoder *enc);

#endif
