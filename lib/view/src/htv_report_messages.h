/* SPDX-License-Identifier: Apache-2.0 */
/* Private: messages of firmware in a report: their number, and the first ones. */
#ifndef HTV_REPORT_MESSAGES_H
#define HTV_REPORT_MESSAGES_H

#include "htv/htv_writer.h"
#include "htv_report_file.h"

struct htv_report_message; /* private */

struct htv_report_messages {
    struct htv_report_message *list;
    size_t n, room;
    uint64_t count;
};

/* MESSAGE; others do nothing. Returns HTR_OK, or HTR_ERR_MEMORY without a message. */
int htv_report_messages_take(struct htv_report_messages *m,
                             const struct htv_event *e) HTR_MUST_CHECK;
void htv_report_messages_free(struct htv_report_messages *m);

/* data/messages.js: hartrace.messages. */
int htv_report_messages(struct htv_report_file *file, const struct htv_about *about,
                        const struct htv_report_messages *m) HTR_MUST_CHECK;

#endif
