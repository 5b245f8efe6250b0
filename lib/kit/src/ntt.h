/* SPDX-License-Identifier: Apache-2.0 */
/* Reader of text vectors, tests/vectors/NAME.ntt, and what it takes to run one; also of those of
 * E-Trace, whose own lines are in ett.h. The format is docs/reference/vectors.md. */
#ifndef NTT_H
#define NTT_H

#include <stdio.h>

#include "etrace/etrace_cfg.h"
#include "flow/flow_code.h"
#include "flow/flow_elem.h"
#include "nexus/nexus_msg.h"
#include "trm/trm_encoder.h"

enum {
    NTT_LINE_MAX = 400,
    NTT_ITEMS_MAX = 64,
    NTT_BYTES_MAX = 2048,
    NTT_FIELDS_MAX = 32,
    NTT_STEPS_MAX = 200,
    NTT_CODE_MAX = 1024,
    NTT_REGIONS_MAX = 128,
    NTT_ELEMS_MAX = 800,
    NTT_ELEM_MAX = 120,
};

/* What the decoder must deliver, in order. */
struct ntt_item {
    unsigned line;           /* in the file */
    int status;              /* NEXUS_OK for msg; the error for error */
    char text[NTT_LINE_MAX]; /* msg: the line of dump */
    size_t offset, length;   /* error: where */
};

/* A field of a register of the encoder, with the value to write. */
struct ntt_field {
    uint32_t offset;
    uint32_t mask;
    uint32_t bits; /* shifted into place */
};

enum ntt_step_kind {
    NTT_INGRESS,
    NTT_REG,
    NTT_TICK,
    NTT_LINK,
    NTT_STORE,
    NTT_DO, /* E-Trace: enum ett_do */
};

/* What happens at the encoder, in order. */
struct ntt_step {
    unsigned line;
    enum ntt_step_kind kind;
    uint32_t times; /* ingress: equal records; tick: cycles; link: 1 takes messages, 0 refuses; do:
                       its number */
    uint8_t what;   /* do: enum ett_do */
    struct ingress_cycle in;
    struct ntt_field field[4]; /* reg: fields of one register; store: offset, bytes in mask, data */
    unsigned fields;
};

struct ntt_elem {
    unsigned line;
    char text[NTT_ELEM_MAX];
};

struct ntt_case {
    char name[NTT_LINE_MAX];
    unsigned line;
    bool is_etrace; /* of a file NAME.ett: etrace counts, not cfg */
    struct etrace_cfg etrace;
    struct nexus_stream_cfg cfg;
    bool one_source; /* the elements are those of SRC source alone */
    uint16_t source;
    bool decode_only; /* the encoder would choose other bytes */
    uint8_t bytes[NTT_BYTES_MAX];
    size_t size;
    struct ntt_item item[NTT_ITEMS_MAX];
    unsigned items;
    /* The encoder. */
    struct trm_encoder_cfg param;
    struct ntt_field field[NTT_FIELDS_MAX]; /* written before the story begins */
    unsigned fields;
    struct ntt_step step[NTT_STEPS_MAX];
    unsigned steps;
    bool no_encoder; /* "encoder none": our encoder does not send this */
    bool has_mode;   /* cfg said trTeInstMode */
    bool choice;     /* another conforming encoder may send something else */
    /* The code, as bytes or as a PCINFO list. */
    uint8_t code[NTT_CODE_MAX];
    size_t code_size;
    struct flow_region region[NTT_REGIONS_MAX];
    unsigned regions;
    struct flow_pcinfo pcinfo[NTT_REGIONS_MAX];
    unsigned pcinfos;
    /* The decoded events. */
    struct ntt_elem elem[NTT_ELEMS_MAX];
    unsigned elems;
};

struct ntt_reader {
    FILE *file;
    bool etrace; /* the file is NAME.ett */
    unsigned line;
    char next[NTT_LINE_MAX]; /* the "case" line that ended the one before; empty at the start */
    char error[NTT_LINE_MAX + 100];
};

/* Read the next case. Returns 1, 0 at the end of the file, -1 when the file is wrong: error says
 * where and why. */
int ntt_next(struct ntt_reader *r, struct ntt_case *c);

/* Read a message from a line of dump. raw is where RAW= bytes are kept. Returns false when the line
 * is wrong. */
bool ntt_parse_msg(const char *text, struct nexus_msg *m, uint8_t raw[NTT_BYTES_MAX]);

/* --- configuration (ntt_cfg.c) --- */

/* Set what "NAME=VALUE NAME=VALUE" says. Names are those of docs/reference/vectors.md. Returns
 * false for an unknown name or a bad value. */
bool ntt_case_set(struct ntt_case *c, const char *text);

/* The same for a stream configuration alone. */
bool ntt_set_cfg(struct nexus_stream_cfg *cfg, const char *text);

/* Find a field of the encoder's registers by its name in the specification, of filter or comparator
 * n with [n] after it. Returns false when there is none, or the value is too wide. */
bool ntt_find_field(const char *text, uint64_t value, struct ntt_field *out);

/* Cut "NAME=VALUE" out of *at: name and value become strings, *at goes on after them. Returns
 * false at the end of the text, or when there is no '=' (then *name is the word). */
bool ntt_word(char **at, char **name, char **value);

/* Read an unsigned number, decimal or 0x. */
bool ntt_number(const char *text, uint64_t *value);

/* --- the encoder's side (ntt_ingress.c) --- */

/* Read what follows "ingress", "reg" or "store". last is the step before, or NULL. Returns NULL, or
 * what is wrong. */
const char *ntt_parse_ingress(char *text, const struct ntt_step *last, struct ntt_step *step);
const char *ntt_parse_reg(char *text, struct ntt_step *step);
const char *ntt_parse_store(char *text, struct ntt_step *step);

/* An encoder that runs a case: a cycle is one call of idle or record. read and write return false
 * on failure; record returns true when the hart is stalled. */
struct ntt_encoder_ops {
    bool (*read)(void *ctx, uint32_t offset, uint32_t *value);
    bool (*write)(void *ctx, uint32_t offset, uint32_t value);
    void (*idle)(void *ctx);
    bool (*record)(void *ctx, const struct ingress_cycle *in);
    void (*set_link)(void *ctx, bool ready);
    bool (*empty)(void *ctx);
    /* A store of 1, 2 or 4 bytes to a stimulus port, as write; NULL: the encoder has none. */
    bool (*store)(void *ctx, uint32_t offset, unsigned size, uint32_t value);
};

struct ntt_encoder {
    const struct ntt_encoder_ops *ops;
    void *ctx;
};

/* Run the steps on an encoder out of reset. Returns false when that cannot be done: *why says what
 * went wrong and *line where. */
bool ntt_run_on(const struct ntt_case *c, const struct ntt_encoder *e, const char **why,
                unsigned *line);

/* Run the steps through the encoder model. Returns the number of bytes sent, at most cap, or -1:
 * *why says what went wrong and *line where. */
int ntt_run_encoder(const struct ntt_case *c, uint8_t *out, size_t cap, const char **why,
                    unsigned *line);

/* --- the decoder's side (ntt_flow.c) --- */

/* Read what follows "code". Returns NULL, or what is wrong. */
const char *ntt_parse_code(struct ntt_case *c, char *text);

/* Regions and PCINFO in the order of their addresses. */
void ntt_sort_code(struct ntt_case *c);

/* An element as text; not a range. */
void ntt_describe(char out[NTT_ELEM_MAX], const struct flow_elem *e);

/* The code of a case. The room is large, and must live as long as the code. */
struct ntt_code {
    struct flow_region region[NTT_REGIONS_MAX];
    struct flow_code_image image;
    struct flow_code_pcinfo list;
    uint8_t bytes[NTT_CODE_MAX];
};
void ntt_code(const struct ntt_case *c, struct ntt_code *room, struct flow_code *code);

/* Elements as text. Ranges that follow each other without a change of flow or another element are
 * joined; elements beyond max are counted, not written. Start with elem and max. */
struct ntt_elems {
    struct ntt_elem *elem;
    unsigned max;
    unsigned n;
    struct flow_elem last;
};
void ntt_elems_add(struct ntt_elems *list, const struct flow_elem *elem);

/* Decode the bytes of the case with its code into elem[max], as ntt_elems. Returns the number of
 * elements. */
unsigned ntt_run_flow(const struct ntt_case *c, struct ntt_elem *elem, unsigned max);

#endif
