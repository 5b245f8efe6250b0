/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Valid packets of E-Trace, chosen by the input: what is encoded is decoded to the same. A stream
 * of them, of several sources, with null packets and synchronization sequences between them, is
 * read back: from its start, after each synchronization sequence, and up to where it is cut.
 *
 * Input: four bytes of configuration, then for each packet: format, flags, and for each field how
 * many significant bits it has, and its value.
 */
#include <string.h>

#include "etrace/etrace_frame.h"
#include "fuzz.h"

enum {
    MAX_PACKETS = 24,
    MAX_SYNCS = 4,
    NULLS_MAX = 3,
    ROOM = MAX_PACKETS * (ETRACE_FRAME_MAX + NULLS_MAX) + MAX_SYNCS * 64,
};

struct sent {
    struct etrace_frame frame;
    size_t offset;
};

static struct sent sent[MAX_PACKETS];
static uint8_t stream[ROOM];
static size_t used;
static unsigned sync_next[MAX_SYNCS]; /* the packet after each synchronization sequence */
static unsigned nsent, nsyncs;

static void configure(struct fuzz_bytes *in, struct etrace_cfg *cfg)
{
    uint8_t a = fuzz_byte(in), b = fuzz_byte(in), c = fuzz_byte(in), d = fuzz_byte(in);
    etrace_cfg_init(cfg);
    cfg->xlen = (a & 1u) != 0 ? 32 : 64;
    cfg->iaddress_width = (a & 2u) != 0 ? 3 + (b & 31u) : cfg->xlen;
    cfg->iaddress_lsb = (uint8_t)((a >> 2 & 3u) % 3u);
    cfg->nocontext = (a & 16u) == 0;
    cfg->context_width = 1 + (c & 63u);
    cfg->notime = (a & 32u) == 0;
    cfg->time_width = 1 + (b & 63u);
    cfg->ecause_width = (a & 64u) != 0 ? 1 + (d & 63u) : 5;
    cfg->privilege_width = (uint8_t)(1 + (b >> 6) % 3u);
    cfg->bpred_size = b & 3u;
    cfg->cache_size = b >> 2 & 7u;
    cfg->f0s_width = (a & 128u) != 0 ? 1 + (c & 7u) : 1;
    cfg->return_stack_size = c >> 6;
    cfg->call_counter_size = d >> 6;
    cfg->ioptions_width = c & 31u;
    cfg->doptions_width = d & 15u;
    cfg->src_bits = d % 17u;
    cfg->ts_bytes = d % 9u;
    cfg->type_bits = c % 9u;
    cfg->type_data = 0;
    cfg->type_inst = cfg->type_bits != 0 ? 1 : 0;
    cfg->type_in_flow = (c & 32u) != 0 && cfg->type_bits == 0;
    cfg->options = (uint32_t)(a >> 3) & 0x3Fu & ~(1u << ETRACE_OPT_IMPLICIT_EXCEPTION);
}

/* A value of at most `bits` bits, as many as the next byte says. */
static uint64_t take(struct fuzz_bytes *in, unsigned bits)
{
    unsigned n = fuzz_byte(in) % (bits + 1);
    uint64_t v = 0;
    for (unsigned i = 0; i < n; i += 8) {
        v |= (uint64_t)fuzz_byte(in) << i;
    }
    return v & etrace_mask(n);
}

/* Half of them have ones at the top, as addresses before the last one have. */
static uint64_t take_address(struct fuzz_bytes *in, const struct etrace_cfg *cfg, bool absolute)
{
    unsigned width = cfg->iaddress_width;
    uint64_t lsb = etrace_mask(cfg->iaddress_lsb);
    uint64_t v = take(in, width);
    v = ((fuzz_byte(in) & 1u) != 0 ? ~v : v) & etrace_mask(width) & ~lsb;
    if ((!absolute || width >= 33) && width < 64 && (v >> (width - 1) & 1u) != 0) {
        v |= ~etrace_mask(width);
    }
    return absolute ? v & etrace_mask(cfg->xlen) : v;
}

static void take_report(struct fuzz_bytes *in, const struct etrace_cfg *cfg, uint8_t flags,
                        struct etrace_packet *p)
{
    bool full = (cfg->options & 1u << ETRACE_OPT_FULL_ADDRESS) != 0;
    p->has_address = true;
    p->address = take_address(in, cfg, full);
    p->notify = (flags & 4u) != 0;
    p->updiscon = (flags & 8u) != 0;
    p->irreport = (flags & 16u) != 0;
    p->irdepth = p->irreport ? (uint32_t)take(in, etrace_cfg_irdepth(cfg)) : 0;
}

static void take_sync(struct fuzz_bytes *in, const struct etrace_cfg *cfg, uint8_t flags,
                      struct etrace_packet *p)
{
    bool place = p->subformat != ETRACE_SYNC_SUPPORT;
    p->branch = etrace_packet_is_sync(p) && (flags & 4u) != 0;
    p->privilege = place ? (uint8_t)take(in, cfg->privilege_width) : 0;
    p->time = place && !cfg->notime ? take(in, cfg->time_width) : 0;
    p->context = place && !cfg->nocontext ? take(in, cfg->context_width) : 0;
    if (etrace_packet_is_sync(p)) {
        p->has_address = true;
        p->address = take_address(in, cfg, true);
    }
    if (p->subformat == ETRACE_SYNC_TRAP) {
        p->ecause = take(in, cfg->ecause_width);
        p->interrupt = (flags & 8u) != 0;
        p->thaddr = (flags & 16u) != 0;
        p->tval = p->interrupt ? 0 : take(in, cfg->iaddress_width);
    }
    if (p->subformat == ETRACE_SYNC_SUPPORT) {
        p->ienable = (flags & 4u) != 0;
        p->encoder_mode = (uint8_t)take(in, cfg->encoder_mode_width);
        p->qual_status = flags >> 3 & 3u;
        p->ioptions = (uint32_t)take(in, cfg->ioptions_width);
        p->denable = (flags & 32u) != 0;
        p->dloss = (flags & 64u) != 0;
        p->doptions = (uint32_t)take(in, cfg->doptions_width);
    }
}

static void take_map(struct fuzz_bytes *in, struct etrace_packet *p)
{
    p->branches = (uint8_t)take(in, 5);
    p->branch_map = (uint32_t)(take(in, 31) & etrace_mask(p->branches != 0 ? p->branches : 31));
}

static void take_packet(struct fuzz_bytes *in, const struct etrace_cfg *cfg,
                        struct etrace_packet *p)
{
    uint8_t flags = fuzz_byte(in);
    *p = (struct etrace_packet){.format = flags & 3u, .subformat = 0};
    switch (p->format) {
    case ETRACE_FORMAT_SYNC:
        p->subformat = fuzz_byte(in) & 3u;
        take_sync(in, cfg, flags, p);
        break;
    case ETRACE_FORMAT_ADDR:
        take_report(in, cfg, flags, p);
        break;
    case ETRACE_FORMAT_BRANCH:
        take_map(in, p);
        if (p->branches != 0) {
            take_report(in, cfg, flags, p);
        }
        break;
    default:
        p->subformat = flags >> 6 & 1u;
        if (p->subformat != 0) {
            take_map(in, p);
            p->branch_map = p->branches != 0 ? p->branch_map : 0;
            p->index = (uint32_t)take(in, cfg->cache_size);
            p->irreport = (flags & 16u) != 0;
            p->irdepth = p->irreport ? (uint32_t)take(in, etrace_cfg_irdepth(cfg)) : 0;
            break;
        }
        p->branch_count = (uint32_t)take(in, 32);
        p->branch_fmt = (uint8_t)(flags >> 2 & 3u);
        if (p->branch_fmt == ETRACE_BRANCH_ADDR || p->branch_fmt == ETRACE_BRANCH_ADDR_FAIL) {
            take_report(in, cfg, flags, p);
        }
        break;
    }
}

static void put_nulls(struct fuzz_bytes *in, const struct etrace_cfg *cfg)
{
    uint8_t what = fuzz_byte(in);
    bool again = nsyncs > 0 && sync_next[nsyncs - 1] == nsent; /* no packet came since */
    if (what == 255 && nsyncs < MAX_SYNCS && !again) {
        unsigned n = etrace_sync_run(cfg);
        memset(stream + used, ETRACE_NULL_IDLE, n);
        stream[used + n] = ETRACE_NULL_ALIGNMENT;
        used += n + 1;
        sync_next[nsyncs++] = nsent;
        return;
    }
    for (unsigned i = 0; i < (what & NULLS_MAX); i++) {
        stream[used++] = (what >> (2 + i) & 1u) != 0 ? ETRACE_NULL_ALIGNMENT : ETRACE_NULL_IDLE;
    }
}

/* Encode, decode, compare. Returns false when there is no such packet.
 */
static bool round_trip(const struct etrace_cfg *cfg, const struct etrace_packet *p,
                       struct etrace_frame *f)
{
    struct etrace_packet q;
    enum etrace_status rc = etrace_packet_encode(cfg, cfg->options, p, f->payload, &f->size);
    FUZZ_CHECK(rc == ETRACE_OK || rc == ETRACE_ERR_NOSPACE || rc == ETRACE_ERR_ARG);
    if (rc != ETRACE_OK) {
        /* Format 0 without an option that has it. */
        FUZZ_CHECK(rc == ETRACE_ERR_NOSPACE || p->format == ETRACE_FORMAT_EXT);
        return false;
    }
    FUZZ_CHECK(f->size > 0 && f->size <= ETRACE_PAYLOAD_MAX);
    rc = etrace_packet_decode(cfg, cfg->options, f->payload, f->size, &q);
    if (rc != ETRACE_OK) { /* encoded as the caller says, though options do not have it */
        FUZZ_CHECK(rc == ETRACE_ERR_RESERVED && p->format == ETRACE_FORMAT_EXT);
        return false;
    }
    FUZZ_CHECK(memcmp(p, &q, sizeof q) == 0);
    for (unsigned n = 1; n < f->size; n++) { /* cut: whatever it is then, it can be encoded */
        rc = etrace_packet_decode(cfg, cfg->options, f->payload, n, &q);
        if (rc == ETRACE_OK) {
            uint8_t again[ETRACE_PAYLOAD_MAX];
            unsigned size;
            FUZZ_CHECK(etrace_packet_encode(cfg, cfg->options, &q, again, &size) == ETRACE_OK);
        }
    }
    return true;
}

static void make(struct fuzz_bytes *in, const struct etrace_cfg *cfg)
{
    nsent = nsyncs = 0;
    used = 0;
    while (nsent < MAX_PACKETS && in->left > 0) {
        struct sent *s = &sent[nsent];
        struct etrace_packet p;
        unsigned n = 0;
        put_nulls(in, cfg);
        take_packet(in, cfg, &p);
        memset(s, 0, sizeof *s);
        if (!round_trip(cfg, &p, &s->frame)) {
            continue;
        }
        struct etrace_frame *f = &s->frame;
        f->src = (uint16_t)take(in, cfg->src_bits);
        f->flow = cfg->type_in_flow ? 2 : fuzz_byte(in) & 3u;
        f->stamped = cfg->ts_bytes != 0 && (fuzz_byte(in) & 1u) != 0;
        f->stamp = f->stamped ? take(in, 8u * cfg->ts_bytes) : 0;
        enum etrace_status rc = etrace_frame_write(cfg, f, stream + used, &n);
        FUZZ_CHECK(rc == ETRACE_OK || rc == ETRACE_ERR_NOSPACE);
        if (rc == ETRACE_OK) {
            FUZZ_CHECK(n <= ETRACE_FRAME_MAX);
            s->offset = used;
            f->length = n;
            used += n;
            nsent++;
        }
    }
}

static void compare(const struct etrace_frame *f, unsigned i, size_t base)
{
    const struct etrace_frame *want = &sent[i].frame;
    FUZZ_CHECK(f->offset + base == sent[i].offset && f->length == want->length);
    FUZZ_CHECK(f->src == want->src && f->flow == want->flow && f->kind == ETRACE_KIND_INST);
    FUZZ_CHECK(f->stamped == want->stamped && f->stamp == want->stamp);
    FUZZ_CHECK(f->size >= want->size); /* type and srcID fill whole bytes: sign bits more */
}

/* Read from the packet `first` on; the bytes end at `end`. */
static void read_back(const struct etrace_cfg *cfg, struct etrace_reader *r, unsigned first,
                      size_t end)
{
    struct etrace_frame f;
    struct etrace_packet p, q;
    enum etrace_status rc;
    unsigned i = first;
    while ((rc = etrace_reader_next(r, &f)) == ETRACE_OK) {
        FUZZ_CHECK(i < nsent);
        compare(&f, i, 0);
        const struct etrace_frame *want = &sent[i].frame;
        FUZZ_CHECK(etrace_packet_decode(cfg, cfg->options, f.payload, f.size, &p) == ETRACE_OK);
        FUZZ_CHECK(etrace_packet_decode(cfg, cfg->options, want->payload, want->size, &q) ==
                   ETRACE_OK);
        FUZZ_CHECK(memcmp(&p, &q, sizeof p) == 0);
        i++;
    }
    FUZZ_CHECK(rc == ETRACE_ERR_END);
    FUZZ_CHECK(i == nsent || sent[i].offset + sent[i].frame.length > end);
    FUZZ_CHECK(i == first || sent[i - 1].offset + sent[i - 1].frame.length <= end);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_bytes in = {data, size};
    struct etrace_cfg cfg;
    struct etrace_reader r;
    configure(&in, &cfg);
    if (etrace_cfg_check(&cfg) != NULL) {
        return 0;
    }
    make(&in, &cfg);
    FUZZ_CHECK(etrace_reader_init(&r, &cfg, stream, used) == ETRACE_OK);
    read_back(&cfg, &r, 0, used);
    size_t cut = used - (used > 0 ? size % used : 0);
    FUZZ_CHECK(etrace_reader_init(&r, &cfg, stream, cut) == ETRACE_OK);
    read_back(&cfg, &r, 0, cut);
    FUZZ_CHECK(etrace_reader_init(&r, &cfg, stream, used) == ETRACE_OK);
    for (unsigned i = 0; i < nsyncs; i++) {
        enum etrace_status rc = etrace_reader_sync(&r);
        if (sync_next[i] == nsent) {
            FUZZ_CHECK(rc == ETRACE_ERR_END);
            break;
        }
        FUZZ_CHECK(rc == ETRACE_OK && r.pos == sent[sync_next[i]].offset);
        struct etrace_reader here = r;
        read_back(&cfg, &here, sync_next[i], used);
    }
    return 0;
}
