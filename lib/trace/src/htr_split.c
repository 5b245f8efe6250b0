/* SPDX-License-Identifier: Apache-2.0 */
/* A trace becomes several: one for each source, or pieces that each begin with a sync. */
#include "htr/htr_split.h"

#include "htr/htr_etrace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PATH_BYTES = 4096,
    SOURCES = 1 << 16, /* srcID of E-Trace has 16 bits, SRC at most 12 */
};

struct split {
    struct htr_trace *t;
    const struct htr_split_options *o;
    struct htr_split_sum *sum;
    struct nexus_msg_decoder d;
    FILE **file; /* of each source; NULL: pieces at synchronizing messages */
};

/* The next file, PREFIX.KINDnumber.nex. Returns HTR_OK, or HTR_ERR_* after a message. */
static int create(struct split *s, const char *kind, unsigned number, int digits, FILE **f)
{
    char name[PATH_BYTES];
    int n = snprintf(name, sizeof name, "%s.%s%0*u.%s", s->o->prefix, kind, digits, number,
                     htr_trace_protocol(s->t) == HTR_ETRACE ? "etr" : "nex");
    *f = NULL;
    if (n < 0 || n >= PATH_BYTES) {
        return htr_fail(s->t->host, HTR_ERR_ARG, s->o->prefix, "the name is too long");
    }
    *f = htr_create(s->t->host, name);
    s->sum->files++;
    return *f != NULL ? HTR_OK : HTR_ERR_OPEN;
}

static int write_message(struct split *s, const struct nexus_msg *m)
{
    FILE **f = &s->file[m->src];
    int status = *f == NULL ? create(s, "src", m->src, 1, f) : HTR_OK;
    return status == HTR_OK && fwrite(m->raw, 1, m->raw_length, *f) != m->raw_length
               ? HTR_ERR_WRITE /* the reason comes when it is closed */
               : status;
}

static int close_all(struct split *s, int status)
{
    for (unsigned i = 0; i < SOURCES; i++) {
        int closed = htr_close(s->t->host, s->file[i]);
        status = closed != HTR_OK ? closed : status;
    }
    return status;
}

/* Messages of each SRC into a file of its own; messages without SRC and damaged ones into none. */
static int by_source(struct split *s)
{
    struct nexus_msg m;
    int status = HTR_OK, decoded;
    while (status == HTR_OK && (decoded = nexus_msg_next(&s->d, &m)) != NEXUS_ERR_END) {
        if (decoded != NEXUS_OK && decoded != NEXUS_ERR_OVERSIZE) {
            s->sum->damaged++;
            continue;
        }
        if (htr_stopped(s->t->host)) {
            break;
        }
        status = write_message(s, &m);
        htr_progress(s->t->host, s->d.pos);
    }
    return close_all(s, status);
}

static int piece(struct split *s, uint64_t from, uint64_t to)
{
    FILE *f;
    int status = create(s, "", (unsigned)s->sum->files, 4, &f);
    if (status != HTR_OK) {
        return status;
    }
    (void)fwrite(s->t->bytes.bytes + from, 1, (size_t)(to - from), f);
    return htr_close(s->t->host, f);
}

/* The pieces one after the other are the trace again, bytes between messages included. */
static int by_sync(struct split *s)
{
    struct nexus_msg m;
    uint64_t from = 0;
    int status = HTR_OK, decoded;
    while (status == HTR_OK && !htr_stopped(s->t->host) &&
           (decoded = nexus_msg_next(&s->d, &m)) != NEXUS_ERR_END) {
        s->sum->damaged += decoded != NEXUS_OK && decoded != NEXUS_ERR_OVERSIZE;
        if (decoded == NEXUS_OK && nexus_tcode_is_sync(m.tcode) && m.offset > from &&
            m.offset - from >= s->o->least) {
            status = piece(s, from, m.offset);
            from = m.offset;
        }
        htr_progress(s->t->host, s->d.pos);
    }
    return status == HTR_OK && from < s->t->bytes.size && !htr_stopped(s->t->host)
               ? piece(s, from, s->t->bytes.size)
               : status;
}

static int no_sources(const struct htr_trace *t)
{
    return htr_fail(t->host, HTR_ERR_MISSING, NULL,
                    "--by src: the width of SRC is 0; add --te trTeSrcBits=N (hartrace info "
                    "guesses it)");
}

/* ---- E-Trace ---- */

static int packets_by_source(struct split *s)
{
    struct etrace_frame f;
    enum etrace_status rc;
    int status = htr_etrace_begin(s->t, s->o->wrapped);
    while (status == HTR_OK && (rc = htr_etrace_next(s->t, &f)) != ETRACE_ERR_END) {
        if (rc != ETRACE_OK) {
            s->sum->damaged++;
            continue;
        }
        if (htr_stopped(s->t->host)) {
            break;
        }
        const struct nexus_msg m = {
            .src = f.src, .raw = htr_etrace_bytes(s->t, &f), .raw_length = f.length};
        status = write_message(s, &m);
        htr_progress(s->t->host, f.offset + f.length);
    }
    return close_all(s, status);
}

static int packets_by_sync(struct split *s)
{
    struct htr_trace *t = s->t;
    struct htr_etrace_options o = {t->etrace->cfg.options};
    struct etrace_frame f;
    struct etrace_packet p;
    enum etrace_status rc;
    uint64_t from = 0;
    int status = htr_etrace_begin(t, s->o->wrapped);
    while (status == HTR_OK && !htr_stopped(t->host) &&
           (rc = htr_etrace_next(t, &f)) != ETRACE_ERR_END) {
        const int decoded =
            rc == ETRACE_OK ? htr_etrace_decode(&t->etrace->cfg, &o, &f, &p) : (int)rc;
        s->sum->damaged += decoded != ETRACE_OK && decoded != ETRACE_ERR_END;
        if (decoded == ETRACE_OK && etrace_packet_is_sync(&p) && f.offset > from &&
            f.offset - from >= s->o->least) {
            status = piece(s, from, f.offset);
            from = f.offset;
        }
        htr_progress(t->host, f.offset + f.length);
    }
    return status == HTR_OK && from < t->bytes.size && !htr_stopped(t->host)
               ? piece(s, from, t->bytes.size)
               : status;
}

static int split_messages(struct split *s)
{
    const struct htr_trace *t = s->t;
    if (nexus_msg_decoder_init(&s->d, &t->cfg, t->bytes.bytes, t->bytes.size) != NEXUS_OK) {
        return htr_fail(t->host, HTR_ERR_ARG, NULL,
                        "no decoder can have these options; see --help");
    }
    if (s->o->wrapped) {
        (void)nexus_msg_decoder_resync(&s->d);
    }
    return s->file != NULL ? by_source(s) : by_sync(s);
}

int htr_split(struct htr_trace *t, const struct htr_split_options *o, struct htr_split_sum *sum)
{
    struct split s = {.t = t, .o = o, .sum = sum};
    memset(sum, 0, sizeof *sum);
    if (o->by == HTR_SPLIT_SOURCES) {
        if (t->cfg.src_bits == 0) {
            return no_sources(t);
        }
        s.file = calloc(SOURCES, sizeof(*s.file));
        if (s.file == NULL) {
            return htr_fail(t->host, HTR_ERR_MEMORY, t->path, "not enough memory");
        }
    }
    int status;
    if (htr_trace_protocol(t) == HTR_ETRACE) {
        status = s.file != NULL ? packets_by_source(&s) : packets_by_sync(&s);
    } else {
        status = split_messages(&s);
    }
    free(s.file);
    return status;
}
