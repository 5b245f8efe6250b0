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
#include "nexus/nexus_cfg.h"
#include "regmap/regmap.h"
#include "tool.h"
#include "trm/trm_encoder.h"

/* One --te that was accepted. */
struct te_setting {
    const struct regmap_reg *reg;
    const struct regmap_field *field;
    uint16_t offset; /* of the register; of filter or comparator n */
    uint32_t value;
};

/* Parameters that are not part of the encoder model's configuration. */
struct te_extra {
    uint16_t return_depth; /* of the decoder's return stack */
    bool depth_set;
    uint8_t profile; /* enum nexus_profile */
    bool zcmp, zcmt;
    uint64_t jvt;
    bool xlen_set, isa_c; /* isa_c: compressed code */
    bool oversize;        /* the decoder takes fields wider than the limits */
    uint32_t garbage;     /* seed of undefined fields; 0 = they are 0 */
};

struct te_options {
    struct te_setting set[TOOL_LIST_MAX];
    unsigned nset;
    struct trm_encoder_cfg model;
    struct te_extra extra;
};

/* The texts of the options, for the tables of the verbs. */
#define TE_OPTION_HELP    "register field of the encoder (repeatable)"
#define PARAM_OPTION_HELP "parameter, see below (repeatable)"

/* Take mode ("htm", "btm" or NULL), the lists of --te and --param. mode is trTeInstMode under
 * another name. Returns 0, or TOOL_CANNOT after a message. */
int te_parse(struct te_options *te, const char *verb, const char *mode,
             const struct tool_list *fields, const struct tool_list *params);

/* Take one FIELD=VALUE more, or instead of one before. Returns 0, or TOOL_CANNOT after a message.
 */
int te_set(struct te_options *te, const char *verb, const char *assignment);

/* Value asked for a field by its name; false when it was not asked for. */
bool te_asked(const struct te_options *te, const char *field, uint32_t *value);

/* Program an encoder that is in reset through the driver: reset, configure, trTsControl, and every
 * other register that was asked for; not enabled yet. Says on stderr what was asked and granted
 * differently. Returns 0, or TOOL_CANNOT after a message. */
int te_program(const struct te_options *te, const char *verb, struct rvt_encoder *encoder);

/* Take SRC, and with timestamps the mode of the unit, from an encoder that rvt_fdt_configure has
 * programmed by the tree: te_program would put them back. Returns 0, or TOOL_CANNOT after a
 * message. */
int te_take_tree(struct te_options *te, const char *verb, const struct rvt_encoder *encoder,
                 bool timestamps);

/* The options without any --te and --param. */
void te_defaults(struct te_options *te);

/* Value of a register with all fields that were asked for, 0 elsewhere. */
uint32_t te_asked_register(const struct te_options *te, uint16_t offset);

/* ---- what a decoder must know: tools/verbs/te_stream.c ---- */

/* The registers of an encoder that say how to decode what it sends. */
struct te_registers {
    uint32_t control;  /* trTeControl */
    uint32_t features; /* trTeInstFeatures */
    uint32_t ts;       /* trTsControl; trTsWidth 0: as the parameter ts_width */
};

/* The one mapping: from these registers, and from the parameters of te, to *cfg. */
void te_stream_of(const struct te_options *te, const struct te_registers *r,
                  struct nexus_stream_cfg *cfg);

/* The same from the options alone (fields asked for, defaults for the rest). */
void te_stream_cfg(const struct te_options *te, struct nexus_stream_cfg *cfg);

/* Read the registers of an encoder. Returns RVT_OK, or the port's error. */
enum rvt_status te_registers_read(const struct rvt_component *encoder, struct te_registers *r);

/* te_stream_of the registers of an encoder. Returns 0, or TOOL_CANNOT after a message. */
int te_stream_cfg_read(const struct te_options *te, const char *verb,
                       const struct rvt_encoder *encoder, struct nexus_stream_cfg *cfg);

enum {
    TE_OPTION_ROWS = 9,  /* te_registers_options puts at most so many */
    TE_OPTION_TEXT = 64, /* bytes of an assignment, with its NUL */
};

/* Takes one option: "te" or "param", and its "FIELD=VALUE". Returns 0 to go on. */
typedef int (*te_put_option)(void *ctx, const char *option, const char *assignment);

/* The options that make te_stream_cfg the same as te_stream_of these registers, where other
 * parameters are at their defaults: put("te", "trTeSrcBits=4") and so on, those that differ from
 * what holds without them. Returns the first result of put that is not 0, or 0. */
int te_registers_options(const struct te_registers *r, te_put_option put, void *ctx);

/* Who reads a parameter. */
enum te_readers {
    TE_READS_ENCODER = 1, /* what encodes: encode, run, serve */
    TE_READS_DECODER = 2, /* what decodes: decode, verify, dump, ... */
    TE_READS_STRICT = 4,  /* verify --strict besides */
    TE_READS_CODE = 8,    /* what only reads code: convert */
};

/* Print the parameters with their defaults, for --help: all of them, or those that encode, the
 * verbs that decode, verify, or convert read. */
void te_print_params(FILE *f);
void te_print_encoder_params(FILE *f);
void te_print_decoder_params(FILE *f);
void te_print_verify_params(FILE *f);
void te_print_code_params(FILE *f);

#endif
