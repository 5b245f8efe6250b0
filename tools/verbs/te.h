/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Encoder options: --te FIELD=VALUE (register fields in the spec's spelling) and --param NAME=VALUE
 * (what no register reports), and what follows from them: the encoder model's configuration, its
 * programming, and the decoder's configuration.
 *
 * Sources: TCI 1.0, chapter "Trace Encoder Control Interface"; N-Trace 1.0, "N-Trace Specific Trace
 * Controls".
 */
#ifndef TOOLS_TE_H
#define TOOLS_TE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "hartrace/rvt_encoder.h"
#include "htr/htr_settings.h"
#include "tool.h"
#include "trm/trm_encoder.h"

/* The texts of the options, for the tables of the verbs. */
#define TE_OPTION_HELP    "register field of the encoder (repeatable)"
#define PARAM_OPTION_HELP "parameter, see below (repeatable)"

/* The configuration of an encoder's model, from its parameters, and back. */
void te_model(const struct htr_settings *te, struct trm_encoder_cfg *cfg);
void te_take_model(struct htr_settings *te, const struct trm_encoder_cfg *cfg);

/* Program an encoder that is in reset through the driver: reset, configure, trTsControl, and every
 * other register that was asked for; not enabled yet. Says on stderr what was asked and granted
 * differently. Returns 0, or TOOL_CANNOT after a message. */
int te_program(const struct htr_settings *te, const char *verb, struct rvt_encoder *encoder);

/* Take SRC, and with timestamps the mode of the unit, from an encoder that rvt_fdt_configure has
 * programmed by the tree: te_program would put them back. Returns 0, or TOOL_CANNOT after a
 * message. */
int te_take_tree(struct htr_settings *te, const char *verb, const struct rvt_encoder *encoder,
                 bool timestamps);

/* Read the registers of an encoder. Returns RVT_OK, or the port's error. */
enum rvt_status te_registers_read(const struct rvt_component *encoder, struct htr_registers *r);

/* htr_settings_stream_of the registers of an encoder. Returns 0, or TOOL_CANNOT after a message. */
int te_stream_cfg_read(const struct htr_settings *te, const char *verb,
                       const struct rvt_encoder *encoder, struct nexus_stream_cfg *cfg);

/* Print the parameters with their defaults, for --help: all of them, or those that encode, the
 * verbs that decode, verify, or convert read. */
void te_print_params(FILE *f);
void te_print_encoder_params(FILE *f);
void te_print_decoder_params(FILE *f);
void te_print_verify_params(FILE *f);
void te_print_code_params(FILE *f);

#endif
