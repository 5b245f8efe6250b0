/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What every message is made of, stated by hand from the specifications and independent of
 * nexus_messages.def, and a slow packer that builds a message bit by bit from such statements: the
 * oracle for encoder and decoder.
 */
#ifndef MSG_FACTS_H
#define MSG_FACTS_H

#include "nexus/nexus_msg.h"

enum {
    FACT_FIELDS_MAX = 10,
};

/* One way that a message can look. fields is a list of NAME:n (fixed, n bits), NAME:n=v (fixed, and
 * this value selects the layout), NAME:~n (variable, at most n bits), NAME:~ (variable, any
 * length). */
struct msg_fact {
    unsigned tcode;
    const char *name;
    bool head; /* SRC and TSTAMP, when configured */
    const char *fields;
    const char *cfg; /* what the configuration must be for this layout, as ntt_set_cfg reads it */
};

extern const struct msg_fact msg_facts[];
extern const unsigned msg_fact_count;

struct fact_field {
    char name[12];
    enum nexus_field field;
    bool fixed;
    unsigned bits; /* fixed: width; variable: limit, 64 when there is none */
    bool unlimited;
    bool pinned;
    uint64_t value; /* when pinned */
};

/* Take msg_fact.fields apart. Returns the number of fields; fails the test when the text is wrong.
 */
unsigned fact_parse(const struct msg_fact *f, struct fact_field out[FACT_FIELDS_MAX]);

/* The field of struct nexus_msg for a name in the table above; stated by hand as well. */
enum nexus_field fact_field_of(const char *name);

/* Builds a message bit by bit. */
struct packer {
    unsigned char bit[1024];
    unsigned char mseo[256];
    unsigned bits;
};

void pack_fixed(struct packer *p, uint64_t value, unsigned width);
void pack_var(struct packer *p,
              uint64_t value); /* at least one bit, zeros to the end of the byte */
void pack_align(struct packer *p);
/* Ends the message; returns its bytes. */
unsigned pack_end(struct packer *p, uint8_t *out);

/* Pack what is in m as fact f demands. Returns the number of bytes. */
unsigned fact_pack(const struct nexus_stream_cfg *cfg, const struct msg_fact *f,
                   const struct nexus_msg *m, uint8_t *out);

/* Fill m as fact f demands, with fields of about half their widths, a SRC and, when configured, a
 * TSTAMP. */
void fact_example(const struct nexus_stream_cfg *cfg, const struct msg_fact *f, uint64_t *seed,
                  struct nexus_msg *m);

/* xorshift64*: repeatable noise for tests. Seed must not be 0. */
uint64_t test_random(uint64_t *state);

#endif
