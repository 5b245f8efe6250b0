/* SPDX-License-Identifier: Apache-2.0 */
/* Where the bytes of a trace go: text, JSON. */
#include "htr/htr_stat.h"

#include <inttypes.h>

#include "htr/htr_json.h"
#include "htr/htr_text.h"

static double percent(uint64_t part, uint64_t whole)
{
    return whole == 0 ? 0.0 : 100.0 * (double)part / (double)whole;
}

static void print_types(const struct htr_stat *s, FILE *out)
{
    fprintf(out, "%-24s %10s %10s %7s %8s\n", "message", "count", "bytes", "share", "average");
    for (unsigned t = 0; t < NEXUS_TCODES; t++) {
        if (s->count[t] > 0) {
            fprintf(out, "%-24s %10" PRIu64 " %10" PRIu64 " %6.1f%% %8.2f\n", nexus_tcode_name(t),
                    s->count[t], s->type_bytes[t], percent(s->type_bytes[t], s->bytes),
                    (double)s->type_bytes[t] / (double)s->count[t]);
        }
    }
    fprintf(out, "%-24s %10" PRIu64 " %10" PRIu64 "\n", "all", s->messages, s->bytes);
}

/* A byte holds 6 bits of fields and 2 of framing. */
static void print_fields(const struct htr_stat *s, FILE *out)
{
    fprintf(out, "\n%-24s %10s %10s %7s %8s\n", "field", "count", "bits", "share", "average");
    for (unsigned i = 0; i < s->fields; i++) {
        const struct htr_stat_field *f = &s->field[i];
        fprintf(out, "%-24s %10" PRIu64 " %10" PRIu64 " %6.1f%% %8.2f\n", f->name, f->count,
                f->bits, percent(f->bits, 8 * s->bytes), (double)f->bits / (double)f->count);
    }
    fprintf(out, "%-24s %10" PRIu64 " %10" PRIu64 " %6.1f%% %8.2f\n", "MSEO", s->bytes,
            2 * s->bytes, percent(2, 8), 2.0);
}

static void print_contributions(const struct htr_stat *s, FILE *out)
{
    fprintf(out, "\nsynchronizing messages: %" PRIu64 " byte%s, %.1f%%, %" PRIu64 " periodic\n",
            s->sync_bytes, htr_s(s->sync_bytes), percent(s->sync_bytes, s->bytes), s->periodic);
    fprintf(out, "timestamps: %" PRIu64 " byte%s, %.1f%%\n", s->timestamp_bits / 6,
            htr_s(s->timestamp_bits / 6), percent(s->timestamp_bits / 6, s->bytes));
    fprintf(out, "relative addresses: %" PRIu64 " message%s, %" PRIu64 " byte%s saved\n",
            s->address.messages, htr_s(s->address.messages), s->address.bytes,
            htr_s(s->address.bytes));
    fprintf(out, "repeated history: %" PRIu64 " message%s, %" PRIu64 " byte%s saved\n",
            s->history.messages, htr_s(s->history.messages), s->history.bytes,
            htr_s(s->history.bytes));
    fprintf(out, "repeated branches: %" PRIu64 " message%s, %" PRIu64 " byte%s saved\n",
            s->branch.messages, htr_s(s->branch.messages), s->branch.bytes, htr_s(s->branch.bytes));
}

double htr_stat_bits_per_instruction(const struct htr_stat *s)
{
    return s->instructions == 0 ? 0.0 : 8.0 * (double)s->bytes / (double)s->instructions;
}

static void print_instructions(const struct htr_stat *s, FILE *out)
{
    fprintf(out, "implicit returns: %" PRIu64 " without a message of their own\n", s->returns);
    fprintf(out, "\n%" PRIu64 " instruction%s, %.3f bits/instruction\n", s->instructions,
            htr_s(s->instructions), htr_stat_bits_per_instruction(s));
}

/* E-Trace: the encapsulation has whole bytes of payload. */
static void print_packets(const struct htr_stat *s, FILE *out)
{
    fprintf(out, "%-24s %10s %10s %7s %8s\n", "packet", "count", "bytes", "share", "average");
    for (unsigned i = 0; i < s->packets; i++) {
        const struct htr_stat_packet *p = &s->packet[i];
        fprintf(out, "%-24s %10" PRIu64 " %10" PRIu64 " %6.1f%% %8.2f\n", p->name, p->count,
                p->bytes, percent(p->bytes, s->bytes), (double)p->bytes / (double)p->count);
    }
    fprintf(out, "%-24s %10" PRIu64 " %10" PRIu64 "\n", "all", s->messages, s->bytes);
    fprintf(out, "\n%-24s %10s %10s %7s %8s\n", "field group", "count", "bits", "share", "average");
    for (unsigned i = 0; i < s->fields; i++) {
        const struct htr_stat_field *f = &s->field[i];
        if (f->count != 0) {
            fprintf(out, "%-24s %10" PRIu64 " %10" PRIu64 " %6.1f%% %8.2f\n", f->name, f->count,
                    f->bits, percent(f->bits, 8 * s->bytes), (double)f->bits / (double)f->count);
        }
    }
    fprintf(out, "\nsynchronization packets: %" PRIu64 " byte%s, %.1f%%\n", s->sync_bytes,
            htr_s(s->sync_bytes), percent(s->sync_bytes, s->bytes));
    fprintf(out, "null packets between them: %" PRIu64 " byte%s\n", s->nulls, htr_s(s->nulls));
    if (s->executed) {
        fprintf(out, "\n%" PRIu64 " instruction%s, %.3f bits/instruction\n", s->instructions,
                htr_s(s->instructions), htr_stat_bits_per_instruction(s));
    }
}

void htr_stat_print(const struct htr_stat *s, FILE *out)
{
    if (s->etrace) {
        print_packets(s, out);
        return;
    }
    print_types(s, out);
    print_fields(s, out);
    print_contributions(s, out);
    if (s->executed) {
        print_instructions(s, out);
    }
}

/* ---- JSON ---- */

static void put_types(struct htr_json *j, const struct htr_stat *s)
{
    htr_json_array(j, "types");
    for (unsigned i = 0; i < s->packets; i++) {
        htr_json_object(j, NULL);
        htr_json_text(j, "name", s->packet[i].name);
        htr_json_number(j, "count", s->packet[i].count);
        htr_json_number(j, "bytes", s->packet[i].bytes);
        htr_json_end(j);
    }
    for (unsigned t = 0; t < NEXUS_TCODES; t++) {
        if (s->count[t] > 0) {
            htr_json_object(j, NULL);
            htr_json_number(j, "tcode", t);
            htr_json_text(j, "name", nexus_tcode_name(t));
            htr_json_number(j, "count", s->count[t]);
            htr_json_number(j, "bytes", s->type_bytes[t]);
            htr_json_end(j);
        }
    }
    htr_json_end(j);
}

static void put_fields(struct htr_json *j, const struct htr_stat *s)
{
    htr_json_array(j, "fields");
    for (unsigned i = 0; i < s->fields; i++) {
        htr_json_object(j, NULL);
        htr_json_text(j, "name", s->field[i].name);
        htr_json_number(j, "count", s->field[i].count);
        htr_json_number(j, "bits", s->field[i].bits);
        htr_json_end(j);
    }
    htr_json_end(j);
}

static void put_saving(struct htr_json *j, const char *name, uint64_t messages, uint64_t bytes)
{
    htr_json_object(j, name);
    htr_json_number(j, "messages", messages);
    htr_json_number(j, "saved_bytes", bytes);
    htr_json_end(j);
}

static void put_ntrace(struct htr_json *j, const struct htr_stat *s)
{
    htr_json_number(j, "mseo_bits", 2 * s->bytes);
    htr_json_number(j, "sync_bytes", s->sync_bytes);
    htr_json_number(j, "periodic_syncs", s->periodic);
    htr_json_number(j, "timestamp_bytes", s->timestamp_bits / 6);
    put_saving(j, "relative_addresses", s->address.messages, s->address.bytes);
    put_saving(j, "repeated_history", s->history.messages, s->history.bytes);
    put_saving(j, "repeated_branches", s->branch.messages, s->branch.bytes);
    htr_json_known_number(j, "implicit_returns", s->executed, s->returns);
}

int htr_stat_json(const struct htr_stat *s, FILE *out)
{
    struct htr_json j;
    htr_json_begin(&j, out);
    htr_json_object(&j, NULL);
    htr_json_text(&j, "schema", "hartrace-stat-1");
    htr_json_text(&j, "trace", s->path);
    htr_json_known_number(&j, "source", s->one_source, s->src);
    htr_json_number(&j, "messages", s->messages);
    htr_json_number(&j, "damaged", s->damaged);
    htr_json_number(&j, "bytes", s->bytes);
    put_types(&j, s);
    put_fields(&j, s);
    if (s->etrace) {
        htr_json_number(&j, "sync_bytes", s->sync_bytes);
        htr_json_number(&j, "null_bytes", s->nulls);
        htr_json_number(&j, "timestamp_bytes", s->timestamp_bits / 8);
    } else {
        put_ntrace(&j, s);
    }
    htr_json_known_number(&j, "instructions", s->executed, s->instructions);
    htr_json_known_number(&j, "gaps", s->executed, s->gaps);
    htr_json_known_number(&j, "losses", s->executed, s->losses);
    if (s->instructions != 0) {
        htr_json_real(&j, "bits_per_instruction", htr_stat_bits_per_instruction(s));
    } else {
        htr_json_null(&j, "bits_per_instruction");
    }
    htr_json_end(&j);
    return htr_json_finish(&j) ? HTR_OK : HTR_ERR_WRITE;
}
