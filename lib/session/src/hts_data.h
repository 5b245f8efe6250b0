/* SPDX-License-Identifier: Apache-2.0 */
/* Data trace of a session: what the harts loaded and stored, and the comparison with it. */
#ifndef HTS_DATA_H
#define HTS_DATA_H

#include "hts/hts_session.h"
#include "ingress/ingress_port.h"
#include "nexus/nexus_flow.h"

/* An access that the hart reported: what one data message says. */
struct hts_data_entry {
    uint64_t index; /* of the instruction, from 0 */
    uint64_t addr, value;
    uint8_t width; /* bytes transferred; 0: a conditional store that failed */
    bool write;
};

/* All of them, in order. */
struct hts_data_log {
    struct hts_data_entry *entry; /* owned */
    size_t n, room;
    bool on;     /* data trace is on: entries are wanted */
    bool failed; /* no memory for more */
};

/* Does the encoder with these settings send data? */
bool hts_data_wanted(const struct htr_settings *settings);

/* The accesses of instruction `index`. */
void hts_data_log_add(struct hts_data_log *log, uint64_t index, const struct ingress_cycle *in);

void hts_data_log_free(struct hts_data_log *log);

/* Decode a whole trace again, and compare its data messages with the log. d is at its beginning.
 * Returns HTR_OK, or HTR_ERR_MEMORY (without a message). */
int hts_data_compare(struct nexus_decoder *d, const struct hts_data_log *log,
                     const struct htr_settings *settings,
                     struct hts_data_check *out) HTR_MUST_CHECK;

#endif
