/* SPDX-License-Identifier: Apache-2.0 */
/* Private: names and times as other formats want them. */
#ifndef HTV_TEXT_H
#define HTV_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "htr/htr_out.h"
#include "htv/htv_firmware.h"
#include "htv/htv_writer.h"

/* A string of JSON, with its quotes. What is not UTF-8 becomes U+FFFD. */
void htv_text_json(struct htr_out *out, const char *text);

/* Copy as UTF-8, and cut to fewer than `room` bytes, not within a character. What is not UTF-8
 * becomes U+FFFD. Returns to. */
const char *htv_text_utf8(const char *text, char *to, size_t room);

/* A time in units of which there are `per_second`: exact, rounded down. Without
 * about->ticks_per_second a tick is one unit. */
static inline uint64_t htv_time(const struct htv_about *about, uint64_t time, uint64_t per_second)
{
    const uint64_t hz = about->ticks_per_second;
    return hz == 0 || hz == per_second
               ? time
               : (uint64_t)((__extension__(unsigned __int128) time) * per_second / hz);
}

/* What a writer returns for a status that has no message yet: it gets one, but for HTR_ERR_WRITE.
 */
int htv_text_fail(const struct htv_about *about, int status);

/* What a trace reports, as the name of an instant: "sync: trace enabled", "loss". Returns false for
 * other events. */
enum {
    HTV_EVENT_TEXT = 512
};
bool htv_text_event(const struct htv_about *about, const struct htv_event *e,
                    char text[HTV_EVENT_TEXT]);

/* The message of an event (htv_event.value), or an empty one: there is none. */
const struct htv_message *htv_text_message(const struct htv_about *about, uint64_t index);

enum {
    HTV_TOTALS = 16
};

/* One of the totals, i below HTV_TOTALS, for all that write them by name. */
struct htv_total {
    const char *name; /* as in struct htv_totals */
    uint64_t value;
};
struct htv_total htv_total(const struct htv_totals *t, unsigned i);

#endif
