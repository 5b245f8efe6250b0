/* SPDX-License-Identifier: Apache-2.0 */
/* Names and times as other formats want them. */
#include "htv_text.h"

#include <stdio.h>
#include <string.h>

#include "htr/htr_text.h"
#include "htr/htr_fw.h"
#include "htr/htr_trace.h"
#include "htv/htv_firmware.h"

static const char replacement[] = "\xEF\xBF\xBD"; /* U+FFFD */

static void put_escaped(struct htr_out *out, unsigned char c)
{
    if (c == '"' || c == '\\') {
        htr_out_char(out, '\\');
        htr_out_char(out, (char)c);
    } else if (c < 0x20 || c == 0x7F) {
        htr_out_string(out, "\\u");
        htr_out_hex(out, c, 4);
    } else {
        htr_out_char(out, (char)c);
    }
}

void htv_text_json(struct htr_out *out, const char *text)
{
    htr_out_char(out, '"');
    while (*text != '\0') {
        const unsigned n = htr_utf8(text);
        if ((unsigned char)*text < 0x80) {
            put_escaped(out, (unsigned char)*text);
        } else if (n > 0) {
            htr_out_bytes(out, text, n);
        } else {
            htr_out_string(out, replacement);
        }
        text += n > 0 ? n : 1;
    }
    htr_out_char(out, '"');
}

const char *htv_text_utf8(const char *text, char *to, size_t room)
{
    size_t fill = 0;
    while (*text != '\0') {
        const unsigned n = htr_utf8(text);
        const bool good = n > 0 || (unsigned char)*text < 0x80;
        const size_t bytes = n > 0 ? n : good ? 1 : sizeof replacement - 1;
        if (bytes >= room - fill) {
            break;
        }
        memcpy(to + fill, good ? text : replacement, bytes);
        fill += bytes;
        text += n > 0 ? n : 1;
    }
    to[fill] = '\0';
    return to;
}

int htv_text_fail(const struct htv_about *about, int status)
{
    if (status == HTR_OK || status == HTR_ERR_WRITE) {
        return status;
    }
    return htr_fail(about->host, (enum htr_status)status, about->path,
                    status == HTR_ERR_MEMORY ? "not enough memory for what is open"
                                             : "more harts, stacks or functions than can be shown");
}

/* A word of firmware trace through a stimulus register: IDTAG is 4 * channel for a store of 4
 * bytes, and a debug word comes on channel 1 + domain. */
static bool message_text(const struct htr_fw_table *table, const struct htv_event *e, char *text)
{
    const uint32_t word = (uint32_t)e->value;
    struct htr_fw_event f = {.kind = HTR_FW_DEBUG, .word = word, .text = ""};
    if (table == NULL || e->pc != 4 * (1 + (uint64_t)htr_fw_bits(word, table->domain_bits))) {
        return false;
    }
    f.domain = htr_fw_table_domain(table, word);
    f.action = htr_fw_table_find(table, word, &f.failed);
    return f.domain != NULL && htr_fw_event_text(&f, text, HTV_EVENT_TEXT) > 0;
}

const struct htv_message *htv_text_message(const struct htv_about *about, uint64_t index)
{
    static const struct htv_message none = {.name = "", .text = ""};
    const struct htv_firmware *f = about->firmware;
    return f != NULL && index < f->n ? &f->message[index] : &none;
}

bool htv_text_event(const struct htv_about *about, const struct htv_event *e,
                    char text[HTV_EVENT_TEXT])
{
    static const char *const privilege[] = {"U", "S", "2", "M"};
    const char *name = NULL, *more = "";
    switch ((enum htv_kind)e->kind) {
    case HTV_ON:
        name = "trace on: ";
        more = htr_trace_sync_name(e->code);
        break;
    case HTV_OFF:
        name = "trace off: ";
        more = htr_trace_evcode_name(e->code);
        break;
    case HTV_SYNC:
        name = "sync: ";
        more = htr_trace_sync_name(e->code);
        break;
    case HTV_PRIVILEGE:
        name = "privilege ";
        more = privilege[e->code & 3];
        break;
    case HTV_LOST:
        name = "loss";
        break;
    case HTV_GAP:
        name = "gap";
        break;
    case HTV_MESSAGE:
        snprintf(text, HTV_EVENT_TEXT, "%s", htv_text_message(about, e->value)->text);
        return true;
    case HTV_SOFTWARE:
        if (message_text(about->messages, e, text)) {
            return true;
        }
        name = "software trace";
        break;
    default:
        return false;
    }
    snprintf(text, HTV_EVENT_TEXT, "%s%s", name, more);
    return true;
}

struct htv_total htv_total(const struct htv_totals *t, unsigned i)
{
    const struct htv_total all[HTV_TOTALS] = {
        {"instructions", t->instructions},
        {"calls", t->calls},
        {"tail_calls", t->tail_calls},
        {"swaps", t->swaps},
        {"returns", t->returns},
        {"traps", t->traps},
        {"branches", t->branches},
        {"taken", t->taken},
        {"losses", t->losses},
        {"gaps", t->gaps},
        {"switches", t->switches},
        {"swtrace", t->swtrace},
        {"messages", t->messages},
        {"bytes", t->bytes},
        {"first", t->first},
        {"last", t->last},
    };
    return all[i];
}
