/* SPDX-License-Identifier: Apache-2.0 */
/* Text vectors of E-Trace, tests/vectors/NAME.ett: what they have beside the lines of ntt.h. The
 * format is docs/reference/vectors.md. */
#ifndef ETT_H
#define ETT_H

#include "etrace/etrace_packet.h"
#include "flow/flow_elem.h"
#include "ntt.h"

enum {
    ETT_TEXT_MAX = NTT_LINE_MAX,
};

/* What is done to the encoder between records (struct ntt_step, kind NTT_DO; `value` in
 * brackets). */
enum ett_do {
    ETT_END,     /* nothing qualifies any more */
    ETT_SKIP,    /* the blocks [bits] of the next record do not qualify */
    ETT_NOTIFY,  /* the blocks [bits] of the next record are watched */
    ETT_RESYNC,  /* a resynchronization is due */
    ETT_SUPPORT, /* a support packet, ienable [0 or 1] */
    ETT_OPTIONS, /* the options [bits], and a support packet */
    ETT_FULL,    /* the next packets [their number] find no room */
    ETT_RECOVER, /* there is room again */
};

/* Set what "NAME=VALUE ..." says: members of struct etrace_cfg; options=NAME+NAME;
 * trap_base[PRIVILEGE]; compressed; src, the srcID of the encoder. Returns false for an unknown
 * name or a bad value. */
bool ett_set(struct ntt_case *c, char *text);

/* Read what follows "do". Returns NULL, or what is wrong. */
const char *ett_parse_do(char *text, struct ntt_step *step);

/* Read "STATUS offset=N length=N". Returns false when it is wrong. */
bool ett_parse_error(const char *text, struct ntt_item *item);

/* A packet as text: its name, then all its fields in the order of transmission; flags that are
 * coded as a difference only when they are set. Numbers are in hexadecimal but for small ones. */
void ett_print(const struct etrace_cfg *cfg, uint32_t options, const struct etrace_packet *p,
               char out[ETT_TEXT_MAX]);

/* Read it back. Returns false when the text is wrong. */
bool ett_parse_packet(const char *text, struct etrace_packet *p);

/* Run the steps through the algorithm of trm/trm_etrace.h. Returns the number of bytes sent, at
 * most cap, or -1 when the configuration is refused. */
int ett_run_encoder(const struct ntt_case *c, uint8_t *out, size_t cap);

/* As ntt_describe, with what E-Trace reports in addition: "ecause" of an exception. */
void ett_describe(char out[NTT_ELEM_MAX], const struct flow_elem *e);

/* As ntt_run_flow. */
unsigned ett_run_flow(const struct ntt_case *c, struct ntt_elem *elem, unsigned max);

#endif
