/* SPDX-License-Identifier: Apache-2.0 */
/* Data trace of a session: what the harts loaded and stored, and the comparison with it. */
#ifndef HTS_DATA_H
#define HTS_DATA_H

#include <stdio.h>

#include "hts/hts_session.h"
#include "ingress/ingress_port.h"
#include "nexus/nexus_flow.h"

/* What the hart reported, in order; `line` of an entry is the number of its instruction, from 1. */
struct hts_data_log {
    struct htr_data_entry *entry; /* owned */
    size_t n, room;
    bool on;     /* data trace is on: entries are wanted */
    bool failed; /* no memory for more */
};

/* Does the encoder with these settings send data? */
bool hts_data_wanted(const struct htr_settings *settings);

/* The accesses of instruction `number`, from 1. */
void hts_data_log_add(struct hts_data_log *log, uint64_t number, const struct ingress_cycle *in);

/* The same as lines of a list (docs/reference/formats.md). */
void hts_data_list(FILE *f, const struct ingress_cycle *in);

void hts_data_log_free(struct hts_data_log *log);

/* Decode a whole trace again, and compare its data messages with the log. d, or of E-Trace e, is at
 * its beginning; the other one is NULL. Returns HTR_OK, or HTR_ERR_MEMORY (without a message). */
int hts_data_compare(struct nexus_decoder *d, struct etrace_decoder *e,
                     const struct hts_data_log *log, const struct htr_settings *settings,
                     struct hts_data_check *out) HTR_MUST_CHECK;

#endif
