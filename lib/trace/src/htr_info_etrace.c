/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Is it E-Trace, and what is in it.
 *
 * Source: Packet Encapsulation 1.0, "Normal Encapsulation Structure", "Synchronization".
 */
#include <inttypes.h>
#include <string.h>

#include "htr/htr_etrace.h"
#include "htr/htr_text.h"
#include "htr_info_priv.h"

/* ---- a guess ---- */

enum {
    LOOK = 1 << 14,    /* bytes that are looked at */
    PACKETS = 16,      /* at least */
    WRONG_ONE_IN = 50, /* of the packets may be damaged */
    SRC_BITS = 8,      /* srcID that is tried */
    STAMPS = 8,        /* bytes of a timestamp that are tried */
};

struct tried {
    unsigned packets, damaged, syncs, sources;
    unsigned unread;  /* packets that an option changes whose parameter is not known */
    uint32_t options; /* by the support packets */
};

/* With these options only packets of format 3 can be read without parameters. */
static bool is_unread(const struct etrace_cfg *cfg, uint32_t options, const struct etrace_frame *f)
{
    return f->kind == ETRACE_KIND_INST && etrace_cfg_lacks(cfg, options) != NULL &&
           (f->payload[0] & 3u) != ETRACE_FORMAT_SYNC;
}

/* The packets with one framing, decoded with the defaults of the discovery chapter. */
static void try_framing(const struct etrace_cfg *cfg, const uint8_t *bytes, size_t size,
                        struct tried *r)
{
    struct etrace_reader reader;
    struct htr_etrace_options o = {0};
    struct etrace_frame f;
    struct etrace_packet p;
    enum etrace_status rc;
    bool seen[1 << SRC_BITS] = {false};
    *r = (struct tried){0};
    if (etrace_reader_init(&reader, cfg, bytes, size) != ETRACE_OK) {
        return;
    }
    while ((rc = etrace_reader_next(&reader, &f)) != ETRACE_ERR_END) {
        r->packets++;
        if (rc == ETRACE_OK && is_unread(cfg, o.options, &f)) {
            r->unread++;
        } else {
            const int status = rc == ETRACE_OK ? htr_etrace_decode(cfg, &o, &f, &p) : (int)rc;
            r->damaged += status != ETRACE_OK;
            r->syncs += status == ETRACE_OK && etrace_packet_is_sync(&p);
            r->options |= o.options;
        }
        if (rc == ETRACE_OK && !seen[f.src]) {
            seen[f.src] = true;
            r->sources++;
        }
    }
}

/* Few damaged packets, a synchronization packet for every source. A source of every number there
 * is, of many, is none. */
static bool is_likely(const struct etrace_cfg *cfg, const struct tried *r)
{
    const unsigned read = r->packets - r->unread;
    const bool enough = r->unread == 0 ? read >= PACKETS : read >= PACKETS / 2;
    return enough && r->damaged * WRONG_ONE_IN <= read && r->syncs >= r->sources &&
           r->syncs * 2 < r->packets && (cfg->src_bits < 3 || r->sources < 1u << cfg->src_bits);
}

const char *htr_info_etrace_missing(uint32_t options, char text[80])
{
    static const struct {
        unsigned option;
        const char *name;
    } need[] = {
        {ETRACE_OPT_IMPLICIT_RETURN, " return_stack_size"},
        {ETRACE_OPT_BRANCH_PREDICTION, " bpred_size"},
        {ETRACE_OPT_JUMP_TARGET_CACHE, " cache_size"},
    };
    text[0] = '\0';
    for (unsigned i = 0; i < sizeof need / sizeof need[0]; i++) {
        if ((options >> need[i].option & 1u) != 0) {
            const size_t n = strlen(text);
            snprintf(text + n, 80 - n, "%s%s",
                     n == 0 ? ", and by --param those of the encoder:" : "", need[i].name);
        }
    }
    return text;
}

bool htr_info_guess_framing(const uint8_t *bytes, size_t size, struct htr_info_framing *g)
{
    struct etrace_cfg cfg;
    struct tried r, best = {.damaged = UINT32_MAX};
    unsigned src = 0, stamp = 0;
    etrace_cfg_init(&cfg);
    for (unsigned s = 0; s <= SRC_BITS; s++) {
        for (unsigned t = 0; t <= STAMPS; t++) {
            cfg.src_bits = (uint8_t)s;
            cfg.ts_bytes = (uint8_t)t;
            try_framing(&cfg, bytes, size < LOOK ? size : LOOK, &r);
            if (is_likely(&cfg, &r) &&
                (uint64_t)r.damaged * best.packets <
                    (uint64_t)best.damaged * r.packets + (best.packets == 0)) {
                best = r;
                src = s;
                stamp = t;
            }
        }
    }
    *g = (struct htr_info_framing){.src_bits = src,
                                   .ts_bytes = stamp,
                                   .ts_width = stamp == 0   ? 40
                                               : stamp == 8 ? 63
                                                            : 8 * stamp,
                                   .sources = best.sources,
                                   .options = best.options};
    return best.packets != 0;
}

bool htr_info_guess_etrace(const uint8_t *bytes, size_t size, char text[HTR_INFO_TEXT])
{
    struct htr_info_framing g;
    char more[80];
    if (!htr_info_guess_framing(bytes, size, &g)) {
        return false;
    }
    snprintf(
        text, HTR_INFO_TEXT,
        "encapsulated packets of E-Trace, srcID of %u bit%s, timestamps of %u byte%s (a "
        "guess): --te trTeFormat=0 --te trTeSrcBits=%u --te trTsEnable=%u --param ts_width=%u%s",
        g.src_bits, htr_s(g.src_bits), g.ts_bytes, htr_s(g.ts_bytes), g.src_bits, g.ts_bytes != 0,
        g.ts_width, htr_info_etrace_missing(g.options, more));
    return true;
}

/* ---- with settings ---- */

int htr_info_scan_etrace(struct htr_info_etrace *e, struct htr_trace *t)
{
    struct htr_etrace_options o = {t->etrace->cfg.options};
    struct etrace_frame f;
    struct etrace_packet p;
    enum etrace_status rc;
    uint64_t last = 0;
    *e = (struct htr_info_etrace){.src_bits = t->etrace->cfg.src_bits,
                                  .ts_bytes = t->etrace->cfg.ts_bytes,
                                  .type_bits = t->etrace->cfg.type_bits};
    int status = htr_etrace_begin(t, t->wrapped);
    while (status == HTR_OK && (rc = htr_etrace_next(t, &f)) != ETRACE_ERR_END) {
        const int decoded =
            rc == ETRACE_OK ? htr_etrace_decode(&t->etrace->cfg, &o, &f, &p) : (int)rc;
        htr_progress(t->host, f.offset);
        e->packets++;
        e->damaged += decoded != ETRACE_OK && decoded != ETRACE_ERR_END;
        e->others += decoded == ETRACE_ERR_END;
        e->stamped += f.stamped;
        if (rc == ETRACE_OK) {
            e->sources += (e->seen[f.src / 64] >> (f.src % 64) & 1u) == 0;
            e->seen[f.src / 64] |= UINT64_C(1) << (f.src % 64);
        }
        if (decoded == ETRACE_OK && etrace_packet_is_sync(&p)) {
            e->first_sync = e->syncs++ == 0 ? f.offset : e->first_sync;
            e->gap_bytes = f.offset - last > e->gap_bytes ? f.offset - last : e->gap_bytes;
            last = f.offset;
        }
        if (decoded == ETRACE_OK && p.format == ETRACE_FORMAT_SYNC &&
            p.subformat == ETRACE_SYNC_SUPPORT) {
            e->supports++;
            e->options = o.options;
        }
    }
    const struct htr_inside_now now = htr_trace_now(t);
    e->size = now.base + now.size;
    e->left = now.size - now.pos;
    e->nulls = t->etrace->decoder.reader.nulls;
    return status != HTR_OK ? status : t->unread ? HTR_ERR_READ : HTR_OK;
}

void htr_info_print_etrace(const struct htr_info *i, FILE *out)
{
    static const char *const option[] = {"implicit return",   "implicit exception",
                                         "full address",      "jump target cache",
                                         "branch prediction", "sequentially inferable jumps"};
    const struct htr_info_etrace *e = &i->etrace;
    const char *before = " ";
    fprintf(out, "%s: E-Trace, %" PRIu64 " bytes, %" PRIu64 " packet%s, %" PRIu64 " damaged\n",
            i->path, e->size, e->packets, htr_s(e->packets), e->damaged);
    fprintf(out,
            "  encapsulation: srcID of %u bit%s, %" PRIu64 " source%s; timestamps of %u byte%s "
            "in %" PRIu64 " packet%s; type of %u bit%s\n",
            e->src_bits, htr_s(e->src_bits), e->sources, htr_s(e->sources), e->ts_bytes,
            htr_s(e->ts_bytes), e->stamped, htr_s(e->stamped), e->type_bits, htr_s(e->type_bits));
    fprintf(out,
            "  synchronization packets: %" PRIu64 ", the first at offset %" PRIu64
            ", at most %" PRIu64 " bytes apart\n",
            e->syncs, e->first_sync, e->gap_bytes);
    fprintf(out,
            "  null packets: %" PRIu64 "; packets that are no instruction trace: %" PRIu64
            "; bytes of a packet cut off at the end: %" PRIu64 "\n",
            e->nulls, e->others, e->left);
    fprintf(out, "  options by the last of %" PRIu64 " support packet%s:", e->supports,
            htr_s(e->supports));
    for (unsigned k = 0; k < sizeof option / sizeof option[0]; k++) {
        if ((e->options >> k & 1u) != 0) {
            fprintf(out, "%s%s", before, option[k]);
            before = ", ";
        }
    }
    fprintf(out, "%s\n", before[0] == ' ' ? " none" : "");
}
