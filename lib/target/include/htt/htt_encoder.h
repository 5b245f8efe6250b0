/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An encoder and the settings of the host library: program it from them, and read them from it.
 *
 * Sources: TCI 1.0, chapter "Trace Encoder Control Interface"; N-Trace 1.0, "N-Trace Specific Trace
 * Controls".
 */
#ifndef HTT_ENCODER_H
#define HTT_ENCODER_H

#include <stdbool.h>

#include "hartrace/rvt_encoder.h"
#include "htr/htr_settings.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Program an encoder with all fields of the settings: reset, configure, trTsControl, and every
 * other register that has a field in them, from the highest offset down. It is not enabled yet.
 * Without trTeInstMode it is HTM; trTeFormat is N-Trace. A field that is granted another value is
 * reported as a remark.
 *
 * Returns HTR_OK; HTR_ERR_ARG when trTeSrcBits is above 12 or trTeSrcID does not fit in it (nothing
 * was written), HTR_ERR_TARGET when a register cannot be accessed or the encoder refuses, after a
 * message.
 */
int htt_encoder_program(struct rvt_encoder *encoder, struct htr_host *host,
                        const struct htr_settings *settings) HTR_MUST_CHECK;

/*
 * Take SRC, with timestamps the mode of the unit, and without trTeFormat the protocol, from an
 * encoder that rvt_fdt_configure has programmed by the device tree, into the settings:
 * htt_encoder_program would put them back.
 * Returns HTR_OK, HTR_ERR_ARG when the settings have no room left, or HTR_ERR_TARGET when a
 * register cannot be read, after a message.
 */
int htt_encoder_take(const struct rvt_encoder *encoder, struct htr_host *host, bool timestamps,
                     struct htr_settings *settings) HTR_MUST_CHECK;

/* Read the registers of an encoder that a decoder needs. Returns RVT_OK, or the port's error, and
 * no message. */
RVT_MUST_CHECK enum rvt_status htt_encoder_registers(const struct rvt_component *encoder,
                                                     struct htr_registers *registers);

/* htr_settings_stream_of the registers of an encoder: the settings of its decoder. Returns HTR_OK,
 * or HTR_ERR_TARGET when a register cannot be read, after a message. */
struct etrace_cfg;
int htt_encoder_etrace(const struct rvt_encoder *encoder, struct htr_host *host,
                       const struct htr_settings *settings,
                       struct etrace_cfg *cfg) HTR_MUST_CHECK; /* the same of E-Trace */
int htt_encoder_stream(const struct rvt_encoder *encoder, struct htr_host *host,
                       const struct htr_settings *settings,
                       struct nexus_stream_cfg *cfg) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
