/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The triggers of a Trace Encoder: external inputs and outputs. Set them between the encoder's
 * reset and its enable; they act while trTeInstTrigEnable is 1 (trig_enable of rvt_encoder_cfg).
 *
 * TCI 1.0, chapter "Trace Encoder Triggers".
 */
#ifndef HARTRACE_RVT_TRIGGER_H
#define HARTRACE_RVT_TRIGGER_H

#include <stdint.h>

#include "hartrace/rvt_encoder.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RVT_TRIGGERS 8 /* inputs, and outputs */

/* What an input does (trTeTrigExtInAction). */
enum rvt_trigger_action {
    RVT_TRIGGER_NONE = 0,
    RVT_TRIGGER_TRACE_ON = 2,
    RVT_TRIGGER_TRACE_OFF = 3,
    RVT_TRIGGER_NOTIFY = 4,
};

/* What fires an output (trTeTrigExtOutEvent): any number of these. */
enum rvt_trigger_event {
    RVT_TRIGGER_START = 0x1, /* trTeInstTracing 0 -> 1 */
    RVT_TRIGGER_STOP = 0x2,  /* trTeInstTracing 1 -> 0 */
    RVT_TRIGGER_VENDOR2 = 0x4,
    RVT_TRIGGER_VENDOR3 = 0x8,
};

struct rvt_trigger_caps {
    uint8_t inputs;                /* bit n: input n exists (takes an action) */
    uint8_t outputs;               /* bit n: output n exists (takes an event) */
    uint8_t actions[RVT_TRIGGERS]; /* bit a: input n takes enum rvt_trigger_action a; bit 0 always,
                                      except with a broken register */
    uint8_t events[RVT_TRIGGERS];  /* events that output n takes */
    uint32_t debug_bits;           /* bits of trTeTrigDbgControl (vendor) that can be 1 */
};

/* Find what is there; every register is put back. RVT_ERR_STATE: not reset, or enabled. Else the
 * port's error. */
RVT_MUST_CHECK enum rvt_status rvt_trigger_discover(const struct rvt_encoder *e,
                                                    struct rvt_trigger_caps *caps);

/*
 * Set the action of input n = 0..7, the events of output n = 0..7 (a set of enum rvt_trigger_event,
 * 0 = none), or the vendor's trTeTrigDbgControl. Others stay as they are.
 *
 * RVT_ERR_ARG: n is out of range, or no such action or event.
 * RVT_ERR_STATE: not reset, or enabled.
 * RVT_ERR_UNSUPPORTED: not granted; the field is 0 then.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_trigger_set_input(const struct rvt_encoder *e, unsigned n,
                                                     enum rvt_trigger_action action);
RVT_MUST_CHECK enum rvt_status rvt_trigger_set_output(const struct rvt_encoder *e, unsigned n,
                                                      unsigned events);
RVT_MUST_CHECK enum rvt_status rvt_trigger_set_debug(const struct rvt_encoder *e, uint32_t value);

#ifdef __cplusplus
}
#endif

#endif
