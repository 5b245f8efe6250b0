/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Between the files of the E-Trace back end. Each calls only those below it, the queue and status:
 *
 *   trm_encoder_etrace.c       what qualification asks for; packets of instruction trace
 *   trm_encoder_etrace_data.c  data trace: packets, what was dropped
 */
#ifndef TRM_ENCODER_ETRACE_H
#define TRM_ENCODER_ETRACE_H

#include "trm_encoder_int.h"

/* After a loss: is there room to go on? */
bool trm_encoder_etrace_room(const struct trm_encoder *enc);

/* --- data, when cfg.data_trace --- */

/* The options that trTeDataControl asks for, bits (1 << enum etrace_data_option). */
uint32_t trm_encoder_etrace_doptions(const struct trm_encoder *enc);

/* Forget everything; cfg: parameters. */
void trm_encoder_etrace_data_clear(struct trm_encoder *enc, const struct etrace_cfg *cfg);

/* trTeDataControl takes effect. */
void trm_encoder_etrace_data_latch(struct trm_encoder *enc);

/* Is data trace other than the last support packet said? And: the next one says what it is now. */
bool trm_encoder_etrace_data_changes(const struct trm_encoder *enc);
void trm_encoder_etrace_data_settle(struct trm_encoder *enc);

/* A packet of instruction trace was queued. */
void trm_encoder_etrace_data_follow(struct trm_encoder *enc, const struct etrace_packet *p);

/* Instruction trace is lost, and data with it. */
void trm_encoder_etrace_data_lose(struct trm_encoder *enc);

#endif
