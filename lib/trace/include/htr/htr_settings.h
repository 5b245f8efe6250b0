/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Settings: what a decoder must know in addition to the bytes of a trace, as users name it: fields
 * of an encoder's registers in the spec's spelling ("trTeSrcBits=4"), and parameters, which no
 * register reports ("xlen=32"). From these, or from registers as they were read, follows the
 * configuration of a stream: one function for all of them.
 *
 *   struct htr_settings s;
 *   htr_settings_init(&s);
 *   htr_settings_field(&s, &host, "trTeSrcBits=4");
 *   htr_settings_stream(&s, &cfg);
 *
 * Sources: TCI 1.0, chapter "Trace Encoder Control Interface"; N-Trace 1.0, "N-Trace Specific Trace
 * Controls".
 */
#ifndef HTR_SETTINGS_H
#define HTR_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "regmap/encoder_params.h"
#include "htr/htr_host.h"
#include "nexus/nexus_cfg.h"
#include "regmap/regmap.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Texts in the order in which they were given. */
enum {
    HTR_LIST_MAX = 64
};

struct htr_list {
    const char *item[HTR_LIST_MAX];
    unsigned n;
};

/* A field that was set. */
struct htr_field {
    const struct regmap_reg *reg;
    const struct regmap_field *field;
    uint16_t offset; /* of the register; of filter or comparator n */
    uint32_t value;
};

/* Parameters that are not those of an encoder. */
struct htr_decoder_params {
    uint16_t return_depth; /* of the decoder's return stack */
    bool depth_set;
    uint8_t profile; /* enum nexus_profile */
    bool zcmp, zcmt;
    uint64_t jvt;
    bool xlen_set, isa_c; /* isa_c: compressed code */
    bool oversize;        /* the decoder takes fields wider than the limits */
    uint32_t garbage;     /* of a model: seed of undefined fields; 0: they are 0 */
};

enum {
    HTR_ETRACE_OPTIONS = 6, /* ETRACE_OPTIONS */
    HTR_ETRACE_NO_BIT = 32, /* ioptions does not report the option */
};

/* Parameters of an encoder (regmap/params/encoder.toml). */
struct htr_encoder_params {
    TRM_ENCODER_CFG_MEMBERS
};

/* Parameters of E-Trace that no register reports: names and meaning as in struct etrace_cfg
 * (etrace/etrace_cfg.h), which is the discovery chapter's. What our encoder has a parameter for is
 * in struct htr_encoder_params, under the same name. */
struct htr_etrace_params {
    uint8_t iaddress_width; /* 0: XLEN */
    uint8_t encoder_mode_width, ioptions_width, doptions_width;
    uint8_t ioption_bit[HTR_ETRACE_OPTIONS]; /* by enum etrace_option: its bit in ioptions, or
                                                HTR_ETRACE_NO_BIT */
    uint64_t mtvec, stvec, vstvec;           /* trTeInstNoTrapAddr: where handlers are */
    bool mtvec_set, stvec_set, vstvec_set;
    uint8_t srcid_bits; /* of the encapsulation; 0: trTeSrcBits */
    uint8_t type_bits, type_inst, type_data;
    bool type_in_flow;
};

struct htr_settings {
    struct htr_field set[HTR_LIST_MAX];
    unsigned nset;
    struct htr_encoder_params encoder;
    struct htr_decoder_params extra;
    struct htr_etrace_params etrace;
};

/* The default settings. */
void htr_settings_init(struct htr_settings *s);

/* Take one FIELD=VALUE, also FIELD[N]=VALUE; a value may be one of the field's names. It replaces
 * one before. Returns HTR_OK, or HTR_ERR_ARG after a message. */
int htr_settings_field(struct htr_settings *s, struct htr_host *host,
                       const char *assignment) HTR_MUST_CHECK;

/* Take one NAME=VALUE of the parameters. The same. */
int htr_settings_param(struct htr_settings *s, struct htr_host *host,
                       const char *assignment) HTR_MUST_CHECK;

/* All of them: init, mode ("htm", "btm" or NULL: trTeInstMode under another name), fields,
 * parameters; then check that they fit together. The same. */
int htr_settings_parse(struct htr_settings *s, struct htr_host *host, const char *mode,
                       const struct htr_list *fields, const struct htr_list *params) HTR_MUST_CHECK;

/* Value given for a field by its name; false when it was not given. */
bool htr_settings_asked(const struct htr_settings *s, const char *field, uint32_t *value);

/* Value of a register with all fields that were given, 0 elsewhere. */
uint32_t htr_settings_register(const struct htr_settings *s, uint16_t offset);

/* Bits of a field in its register. */
uint32_t htr_field_mask(const struct regmap_field *f);

/* ---- from registers to a stream ---- */

/* The registers of an encoder that a decoder needs. */
struct htr_registers {
    uint32_t control;      /* trTeControl */
    uint32_t features;     /* trTeInstFeatures */
    uint32_t ts;           /* trTsControl; trTsWidth 0: as the parameter ts_width */
    uint32_t data;         /* trTeDataControl; 0 without data trace */
    uint32_t data_filters; /* trTeDataFilters; the same */
    uint32_t stimulus; /* trTeStimImpl; 0: IDTAG as the parameter stimulus_tag, or the profile */
};

/* The one mapping: from these registers, and from the parameters of s, to *cfg. */
void htr_settings_stream_of(const struct htr_settings *s, const struct htr_registers *r,
                            struct nexus_stream_cfg *cfg);

/* The same from the settings alone (fields given, defaults for the rest). */
void htr_settings_stream(const struct htr_settings *s, struct nexus_stream_cfg *cfg);

enum {
    HTR_STREAM_OPTIONS = 48, /* htr_stream_options and htr_etrace_options put at most this number */
    HTR_OPTION_TEXT = 64,    /* bytes of an assignment, with its NUL */
};

/* Takes one setting: "te" for a field or "param", and its "NAME=VALUE". Returns 0 to go on. */
typedef int (*htr_put_option)(void *ctx, const char *option, const char *assignment);

/* The settings that make htr_settings_stream give *cfg: put("te", "trTeSrcBits=4") and so on, those
 * that differ from the defaults. (Of cfg->width IDTAG alone has a setting; of isa only what the
 * parameters can say.) Returns the first result of put that is not 0, or 0. */
int htr_stream_options(const struct nexus_stream_cfg *cfg, htr_put_option put, void *ctx);

/* The same for what htr_settings_stream_of, or htr_settings_etrace_of, gives for these registers,
 * other parameters at their defaults. */
int htr_registers_options(const struct htr_registers *r, htr_put_option put, void *ctx);

/* ---- E-Trace ---- */

struct etrace_cfg;

/* Do the settings say E-Trace: trTeFormat=0? Without trTeFormat it is N-Trace. */
bool htr_settings_is_etrace(const struct htr_settings *s);

/* The same of fields as they were given ("trTeFormat=0"), before they are parsed. */
bool htr_list_is_etrace(const struct htr_list *fields);

/* Do these registers say E-Trace: trTeFormat 0 and trTeInstMode 7 (Efficient Trace 2.0, chapter on
 * the control interface)? Registers that were never written say N-Trace. */
bool htr_registers_are_etrace(const struct htr_registers *r);

/* From registers and the parameters of s to the configuration of E-Trace: options, width of srcID
 * (trTeSrcBits, trTeInhibitSrc), bytes of a timestamp (trTsEnable; trTsWidth, or the parameter
 * ts_width). etrace_cfg_check has the last word. */
void htr_settings_etrace_of(const struct htr_settings *s, const struct htr_registers *r,
                            struct etrace_cfg *cfg);

/* The same from the settings alone. */
void htr_settings_etrace(const struct htr_settings *s, struct etrace_cfg *cfg);

/* The settings that make htr_settings_etrace give *cfg, trTeFormat=0 first: as htr_stream_options.
 * (A timestamp is as wide as its bytes, 63 bits at most.) */
int htr_etrace_options(const struct etrace_cfg *cfg, htr_put_option put, void *ctx);

/* ---- the parameters there are ---- */

/* The readers of a parameter. */
enum htr_readers {
    HTR_READS_ENCODER = 1, /* verbs that encode */
    HTR_READS_DECODER = 2, /* verbs that decode */
    HTR_READS_STRICT = 4,  /* a strict comparison too */
    HTR_READS_CODE = 8,    /* verbs that only read code */
};

enum {
    HTR_PARAM_FORM = 64
};

struct htr_param_info {
    const char *name, *help;
    char form[HTR_PARAM_FORM]; /* "NAME=DEFAULT" */
    unsigned readers;          /* enum htr_readers, or-ed */
};

/* Parameter i. Returns false when there are no more. */
bool htr_param_info(size_t i, struct htr_param_info *info);

/* Is the parameter of this NAME=VALUE read by any of these (enum htr_readers, or-ed)? True for a
 * name that is unknown: htr_settings_param refuses it. */
bool htr_param_read_by(const char *assignment, unsigned readers);

#ifdef __cplusplus
}
#endif

#endif
