/* SPDX-License-Identifier: Apache-2.0 */
/* Firmware trace that came through the stimulus registers of a trace encoder. */
#ifndef HTR_FW_TRACE_H
#define HTR_FW_TRACE_H

#include "htr/htr_fw.h"
#include "htr/htr_trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Every DataAcquisition message of a trace (htr_trace_open), each source by itself. Error messages
 * and damage are HTR_FW_DAMAGED. Returns as htr_fw_word, or HTR_ERR_* after a message. */
int htr_fw_trace(struct htr_fw *f, struct htr_trace *t) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
