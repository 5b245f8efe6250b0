/* SPDX-License-Identifier: Apache-2.0 */
/* A trace becomes several: one for each source, or pieces that each begin with a sync. */
#include "htr/htr_split.h"

#include <stdio.h>
#include <string.h>

enum {
    PATH_BYTES = 4096
};

struct split {
    struct htr_trace *t;
    const struct htr_split_options *o;
    struct htr_split_sum *sum;
    struct nexus_msg_decoder d;
    FILE *file[1 << NEXUS_MAX_SRC_BITS];
};

/* The next file, PREFIX.KINDnumber.nex. Returns HTR_OK, or HTR_ERR_* after a message. */
static int create(struct split *s, const char *kind, unsigned number, int digits, FILE **f)
{
    char name[PATH_BYTES];
    int n = snprintf(name, sizeof name, "%s.%s%0*u.nex", s->o->prefix, kind, digits, number);
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
    for (unsigned i = 0; i < 1u << NEXUS_MAX_SRC_BITS; i++) {
        int closed = htr_close(s->t->host, s->file[i]);
        status = closed != HTR_OK ? closed : status;
    }
    return status;
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

int htr_split(struct htr_trace *t, const struct htr_split_options *o, struct htr_split_sum *sum)
{
    struct split s = {.t = t, .o = o, .sum = sum};
    memset(sum, 0, sizeof *sum);
    if (o->by == HTR_SPLIT_SOURCES && t->cfg.src_bits == 0) {
        return htr_fail(t->host, HTR_ERR_MISSING, NULL,
                        "--by src: the width of SRC is 0; add --te trTeSrcBits=N "
                        "(hartrace info guesses it)");
    }
    if (nexus_msg_decoder_init(&s.d, &t->cfg, t->bytes.bytes, t->bytes.size) != NEXUS_OK) {
        return htr_fail(t->host, HTR_ERR_ARG, NULL,
                        "no decoder can have these options; see --help");
    }
    if (o->wrapped) {
        (void)nexus_msg_decoder_resync(&s.d);
    }
    return o->by == HTR_SPLIT_SOURCES ? by_source(&s) : by_sync(&s);
}
