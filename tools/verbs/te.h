/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Encoder options: --te FIELD=VALUE (register fields in the spec's spelling) and --param NAME=VALUE
 * (what no register reports), in the help.
 *
 * Sources: TCI 1.0, chapter "Trace Encoder Control Interface"; N-Trace 1.0, "N-Trace Specific Trace
 * Controls".
 */
#ifndef TOOLS_TE_H
#define TOOLS_TE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "htr/htr_settings.h"
#include "tool.h"

/* The texts of the options, for the tables of the verbs. */
#define TE_OPTION_HELP    "register field of the encoder (repeatable)"
#define PARAM_OPTION_HELP "parameter, see below (repeatable)"

/* The values of --mode and --profile. */
#define TE_MODES    TOOL_CHOICE("htm", "btm")
#define TE_PROFILES TOOL_CHOICE("1.0", "sifive-0.x", "spacemit-k3")

/* Print the parameters with their defaults, for --help: all of them, or those that encode, the
 * verbs that decode, verify, or convert read. */
void te_print_params(FILE *f);
void te_print_tree_params(FILE *f); /* and those of the other components, for simulations */
void te_print_encoder_params(FILE *f);
void te_print_decoder_params(FILE *f);
void te_print_verify_params(FILE *f);
void te_print_code_params(FILE *f);

#endif
