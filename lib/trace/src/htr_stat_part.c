/* SPDX-License-Identifier: Apache-2.0 */
/* Statistics of a part of a trace, in a file. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "htr/htr_stat.h"
#include "htr_stat_priv.h"
#include "nexus/nexus_print.h"

enum {
    NAME = 32
};

/* The numbers of s, in order; each is read or written. */
static unsigned numbers(struct htr_stat_part *p, uint64_t *to[])
{
    struct htr_stat *s = &p->s;
    uint64_t *const one[] = {&s->messages,
                             &s->bytes,
                             &s->damaged,
                             &s->sync_bytes,
                             &s->periodic,
                             &s->address.messages,
                             &s->history.messages,
                             &s->history.bytes,
                             &s->branch.messages,
                             &s->branch.bytes,
                             &p->address_bits,
                             &s->instructions,
                             &s->gaps,
                             &s->losses,
                             &s->returns,
                             &s->nulls};
    const unsigned n = sizeof one / sizeof one[0];
    memcpy(to, one, sizeof one);
    for (unsigned i = 0; i < NEXUS_TCODES; i++) {
        to[n + 2 * i] = &s->count[i];
        to[n + 2 * i + 1] = &s->type_bytes[i];
    }
    return n + 2 * NEXUS_TCODES;
}

enum {
    NUMBERS = 16 + 2 * NEXUS_TCODES
};

void htr_stat_part_write(const struct htr_stat_part *p, FILE *to)
{
    uint64_t *number[NUMBERS];
    const unsigned n = numbers((struct htr_stat_part *)(uintptr_t)p, number);
    for (unsigned i = 0; i < n; i++) {
        fprintf(to, "%" PRIu64 "\n", *number[i]);
    }
    fprintf(to, "%d %d %d %u %u\n", p->s.executed, p->s.etrace, p->differs, p->s.packets,
            p->s.fields);
    for (unsigned i = 0; i < p->s.packets; i++) {
        const struct htr_stat_packet *k = &p->s.packet[i];
        fprintf(to, "%" PRIu64 " %" PRIu64 " %s\n", k->count, k->bytes, k->name);
    }
    for (unsigned i = 0; i < p->s.fields; i++) {
        const struct htr_stat_field *f = &p->s.field[i];
        fprintf(to, "%" PRIu64 " %" PRIu64 " %s\n", f->count, f->bits, f->name);
    }
    for (unsigned i = 0; i < HTR_STAT_SOURCES; i++) {
        const struct htr_stat_source *s = &p->source[i];
        if (s->known || s->branched || s->repeats != 0 || s->n != 0 || s->used || s->stated) {
            fprintf(to,
                    "%u %" PRIu64 " %" PRIu64 " %" PRIu64 " %d %d %" PRIu32 " %" PRIu32
                    " %d %d %zu\n",
                    i, s->addr, s->last_length, s->repeats, s->known, s->branched, s->assumed,
                    s->options, s->used, s->stated, s->n);
        }
        for (size_t k = 0; k < s->n; k++) {
            fprintf(to, "%" PRIu64 "\n", s->pending[k]);
        }
    }
    fprintf(to, "end\n");
}

static bool read_source(struct htr_stat_part *p, unsigned i, FILE *from)
{
    struct htr_stat_source *s = &p->source[i % HTR_STAT_SOURCES];
    int known, branched, used, stated;
    if (i >= HTR_STAT_SOURCES ||
        fscanf(from, "%" SCNu64 "%" SCNu64 "%" SCNu64 "%d%d%" SCNu32 "%" SCNu32 "%d%d%zu", &s->addr,
               &s->last_length, &s->repeats, &known, &branched, &s->assumed, &s->options, &used,
               &stated, &s->n) != 10 ||
        s->n > SIZE_MAX / 16) {
        return false;
    }
    s->known = known != 0;
    s->branched = branched != 0;
    s->used = used != 0;
    s->stated = stated != 0;
    s->room = s->n;
    s->pending = calloc(s->n + 1, sizeof *s->pending);
    for (size_t k = 0; s->pending != NULL && k < s->n; k++) {
        if (fscanf(from, "%" SCNu64, &s->pending[k]) != 1) {
            return false;
        }
    }
    return s->pending != NULL;
}

/* Names of fields are constants: those of the messages. */
static const char *known_name(const char *name)
{
    static const char *const names[] = {"TCODE", "SRC", "TSTAMP", "(no field)"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(names[i], name) == 0) {
            return names[i];
        }
    }
    for (unsigned i = 0; i < NEXUS_TCODES * NEXUS_FIELDS; i++) {
        const char *one = nexus_field_name(i / NEXUS_FIELDS, (enum nexus_field)(i % NEXUS_FIELDS));
        if (one != NULL && strcmp(one, name) == 0) {
            return one;
        }
    }
    return htr_stat_etrace_name(name);
}

bool htr_stat_part_read(struct htr_stat_part *p, FILE *from)
{
    uint64_t *number[NUMBERS];
    int executed, etrace, differs;
    unsigned i;
    char text[NAME];
    const unsigned n = numbers(p, number);
    for (unsigned k = 0; k < n; k++) {
        if (fscanf(from, "%" SCNu64, number[k]) != 1) {
            return false;
        }
    }
    if (fscanf(from, "%d%d%d%u%u", &executed, &etrace, &differs, &p->s.packets, &p->s.fields) !=
            5 ||
        p->s.packets > HTR_STAT_PACKETS || p->s.fields > HTR_STAT_FIELDS) {
        return false;
    }
    p->s.executed = executed != 0;
    p->s.etrace = etrace != 0;
    p->differs = differs != 0;
    for (unsigned k = 0; k < p->s.packets; k++) {
        struct htr_stat_packet *one = &p->s.packet[k];
        if (fscanf(from, "%" SCNu64 "%" SCNu64 " %31[^\n]", &one->count, &one->bytes, text) != 3 ||
            (one->name = known_name(text)) == NULL) {
            return false;
        }
    }
    for (unsigned k = 0; k < p->s.fields; k++) {
        struct htr_stat_field *f = &p->s.field[k];
        if (fscanf(from, "%" SCNu64 "%" SCNu64 " %31[^\n]", &f->count, &f->bits, text) != 3 ||
            (f->name = known_name(text)) == NULL) {
            return false;
        }
    }
    while (fscanf(from, "%u", &i) == 1) {
        if (!read_source(p, i, from)) {
            return false;
        }
    }
    return fscanf(from, "%31s", text) == 1 && strcmp(text, "end") == 0;
}
