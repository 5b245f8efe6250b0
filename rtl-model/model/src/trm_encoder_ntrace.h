/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Between the files of the N-Trace back end. Each calls only those below it, the queue and status:
 *
 *   trm_encoder_ntrace.c  what qualification asks for; begins and ends of regions
 *   trm_encoder_flow.c    selection: which message a block asks for
 *   trm_encoder_report.c  selection: the message, or a repetition of the one before
 *   trm_encoder_opt.c     selection: optimization extensions
 *   trm_encoder_msg.c     messages: fields, bytes, overflow
 *   trm_encoder_data.c    data trace: messages, what was dropped
 */
#ifndef TRM_ENCODER_NTRACE_H
#define TRM_ENCODER_NTRACE_H

#include "nexus/nexus_msg.h"
#include "trm_encoder_int.h"

/* --- flow: what to report --- */

/* The operations `blocks`, `counts` and `pauses` of trm_encoder_backend.h. */
void trm_encoder_flow_blocks(struct trm_encoder *enc, const struct ingress_cycle *in, unsigned from,
                             unsigned to, unsigned traced, unsigned watched);
bool trm_encoder_flow_counts(const struct trm_encoder *enc, const struct trm_encoder_run *run);
bool trm_encoder_flow_pauses(const struct trm_encoder *enc, const struct ingress_block *block);

/* End the open region, if any, with ProgTraceCorrelation; an event in flight is folded into its
 * I-CNT. */
void trm_encoder_flow_end(struct trm_encoder *enc, enum trm_encoder_end why);

/* An event that is waiting will not learn where it goes: a taken branch is reported without its
 * target, the others become the last instruction that I-CNT covers. False when a message was
 * lost. */
bool trm_encoder_flow_fold(struct trm_encoder *enc);

/* A synchronizing message would be due: remember it for the next branch message. */
static inline void trm_encoder_due(struct trm_encoder *enc, uint8_t sync)
{
    enc->sync_due = true;
    enc->due_sync = sync;
}

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

/* --- report: messages that history held back must go ahead of, or that can be repetitions. All
 * return false when a message was lost to overflow. --- */

/* Between two instructions. */
bool trm_encoder_report_linear(struct trm_encoder *enc, uint8_t sync, uint64_t addr);
bool trm_encoder_report_indirect(struct trm_encoder *enc, uint64_t addr);
bool trm_encoder_report_direct(struct trm_encoder *enc);
bool trm_encoder_report_correlation(struct trm_encoder *enc, enum trm_encoder_end why);
bool trm_encoder_report_ownership(struct trm_encoder *enc, const struct ingress_cycle *in,
                                  bool context);

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

/* --- msg: one function per message; all return false when it was lost to overflow --- */

/* A message, or a record with it, was lost: the region ends, unannounced until there is room. */
void trm_encoder_overflow(struct trm_encoder *enc, uint8_t tcode);

/* ResourceFull for what does not fit in the I-CNT of a message. */
bool trm_encoder_msg_excess(struct trm_encoder *enc);

/* The same, if there is any. */
static inline bool trm_encoder_msg_fit(struct trm_encoder *enc)
{
    return enc->icnt <= enc->icnt_most || trm_encoder_msg_excess(enc);
}

bool trm_encoder_msg_start(struct trm_encoder *enc, uint64_t addr);
bool trm_encoder_msg_linear(struct trm_encoder *enc, uint8_t sync, uint64_t addr);
bool trm_encoder_msg_indirect(struct trm_encoder *enc, enum nexus_tcode tcode, uint64_t addr);
bool trm_encoder_msg_direct(struct trm_encoder *enc);
bool trm_encoder_msg_direct_sync(struct trm_encoder *enc, uint64_t addr);
bool trm_encoder_msg_icnt_full(struct trm_encoder *enc);
bool trm_encoder_msg_hist_full(struct trm_encoder *enc);

/* ResourceFull with the oldest outcomes of HIST that fill the register. */
bool trm_encoder_msg_hist_oldest(struct trm_encoder *enc, unsigned outcomes);
bool trm_encoder_msg_correlation(struct trm_encoder *enc, uint8_t evcode);
bool trm_encoder_msg_ownership(struct trm_encoder *enc, const struct ingress_cycle *in,
                               bool context);

/* DataAcquisition, the operation `acquire` of trm_encoder_backend.h. */
void trm_encoder_msg_acquisition(struct trm_encoder *enc, uint16_t tag, uint32_t data);

/* Send the history held back. */
bool trm_encoder_msg_repeat(struct trm_encoder *enc);

/* Send the branches held back. */
bool trm_encoder_msg_repeat_branch(struct trm_encoder *enc);

/* Watchpoint, cfg.watchpoint: the comparators that hit it, and WPHIT bit 8 for a debug trigger. */
bool trm_encoder_msg_watchpoint(struct trm_encoder *enc, uint32_t hit);

/* --- data: data trace, when cfg.data_trace --- */

/* trTeDataControl takes effect; `enabled`: trTeEnable. */
void trm_encoder_data_latch(struct trm_encoder *enc, bool enabled);

/* Forget everything: a reset. */
void trm_encoder_data_clear(struct trm_encoder *enc);

/* The accesses of block n whose instructions begin from..to - 1 half-words into it. */
void trm_encoder_data_block(struct trm_encoder *enc, const struct ingress_cycle *in, unsigned n,
                            uint32_t from, uint32_t to);

/* A message of program trace was queued. */
void trm_encoder_data_follow(struct trm_encoder *enc, const struct nexus_msg *m);

/* Program trace is lost, and data with it. Returns the bit of ECODE for data, or 0. */
uint8_t trm_encoder_data_overflow(struct trm_encoder *enc);

/* Data was dropped, and there is room again: *m is the Error message to send. False: nothing was
 * dropped. */
bool trm_encoder_data_recover(struct trm_encoder *enc, struct nexus_msg *m);

/* The queue has drained: send the Error message that an overflow left behind. */
void trm_encoder_msg_recover(struct trm_encoder *enc);

#endif
