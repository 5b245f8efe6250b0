/* SPDX-License-Identifier: Apache-2.0 */
/* The DUMP text of the task group's reference tool. It names fields by their place in the message,
 * so an optional field that is absent lends its name to the next one. */
#include <inttypes.h>

#include "htr_dump_priv.h"
#include "nexus/nexus_print.h"

/* The names of the last fields of a message where they are not ours; NULL ends the list. */
static const char *const *place_names(unsigned tcode, unsigned *first)
{
    static const char *const error[] = {"PAD", "TSTAMP", NULL};
    static const char *const resource[] = {"RDATA", "HREPEAT", "TSTAMP", NULL};
    static const char *const correlation[] = {"ICNT", "HIST", "TSTAMP", NULL};
    *first = tcode == NEXUS_PROG_TRACE_CORRELATION ? 2 : 1;
    switch (tcode) {
    case NEXUS_ERROR:
        return error;
    case NEXUS_RESOURCE_FULL:
        return resource;
    case NEXUS_PROG_TRACE_CORRELATION:
        return correlation;
    default:
        return NULL;
    }
}

/* Rename what the reference tool calls differently. Span 0 is TCODE, 1 may be SRC. */
static void rename_fields(const struct htr_dump *w, const struct nexus_msg *m,
                          struct nexus_span *span, unsigned n)
{
    unsigned first;
    const char *const *name = place_names(m->tcode, &first);
    first += w->cfg->src_bits > 0 ? 2 : 1;
    for (unsigned i = first; name != NULL && i < n && name[i - first] != NULL; i++) {
        span[i].name = name[i - first];
    }
}

static void write_byte(struct htr_out *t, unsigned byte)
{
    htr_out_string(t, "0x");
    htr_out_hex(t, byte, 2);
    htr_out_char(t, ' ');
    for (unsigned i = 0; i < 8; i++) {
        if (i == 6) {
            htr_out_char(t, '_');
        }
        htr_out_char(t, (char)('0' + (byte >> (7 - i) & 1)));
    }
    htr_out_char(t, ':');
}

static void write_span(struct htr_out *t, const struct nexus_span *s)
{
    htr_out_char(t, ' ');
    htr_out_string(t, s->name);
    htr_out_char(t, '[');
    htr_out_decimal(t, s->bits);
    htr_out_string(t, "]=0x");
    htr_out_hex(t, s->value, 1);
}

void htr_dump_nexrv(struct htr_dump *w, uint64_t number, const struct nexus_msg *m, int status)
{
    (void)number; /* it counts by itself */
    (void)status;
    struct htr_out *t = &w->text;
    struct nexus_span span[NEXUS_SPANS_MAX];
    unsigned n = nexus_msg_spans(w->cfg, m, span);
    rename_fields(w, m, span, n);
    if (w->number > 0) {
        htr_out_char(t, '\n');
    }
    for (size_t i = 0; i < m->raw_length; i++) {
        write_byte(t, m->raw[i]);
        if (i == 0) {
            htr_out_string(t, " TCODE[6]=");
            htr_out_decimal(t, m->tcode);
            htr_out_string(t, " (MSG #");
            htr_out_decimal(t, w->number);
            htr_out_string(t, ") - ");
            htr_out_string(t, nexus_tcode_name(m->tcode));
        }
        for (unsigned k = 1; k < n && i > 0; k++) {
            if ((span[k].first_bit + span[k].bits - 1) / 6 == i) {
                write_span(t, &span[k]);
            }
        }
        htr_out_char(t, '\n');
    }
    w->msg_bytes += m->raw_length;
    w->errors += m->tcode == NEXUS_ERROR;
    w->last = m->raw[m->raw_length - 1];
}

void htr_dump_nexrv_between(struct htr_dump *w, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        w->idles++;
        if (bytes[i] == 0xFF && w->last == 0xFF) {
            continue; /* one line for a run of idle bytes, none after a message that ends in FF */
        }
        w->last = bytes[i];
        if (w->number > 0) {
            htr_out_char(&w->text, '\n');
        }
        write_byte(&w->text, bytes[i]);
        htr_out_string(&w->text, " IDLE\n");
    }
}

void htr_dump_nexrv_end(struct htr_dump *w)
{
    (void)fflush(w->text.out);
    fprintf(w->stat,
            "\nStat: %" PRIu64 " bytes, %" PRIu64 " idles, %" PRIu64 " messages, %" PRIu64
            " error messages",
            w->msg_bytes, w->idles, w->number, w->errors);
    if (w->number > 0) {
        fprintf(w->stat, ", %.2f bytes/message", (double)w->msg_bytes / (double)w->number);
    }
    fputc('\n', w->stat);
}
