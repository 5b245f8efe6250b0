/* SPDX-License-Identifier: Apache-2.0 */
/* link_fields: ticks that a message of N-Trace or a packet of E-Trace takes in the packer, as that
 * of the encoder in SystemVerilog takes them (docs/reference/rtl.md). */
#include "etrace/etrace_frame.h"
#include "trm_encoder_ntrace.h"

struct packer {
    uint32_t width;
    uint32_t rest; /* bytes of the message to come */
    uint32_t left; /* bytes that wait for a full beat */
    uint32_t ticks;
};

/* A tick takes up to `width` bytes to those that are left over, and sends `width` of them. */
static void pack(struct packer *p, uint32_t n)
{
    while (n != 0) {
        uint32_t now = n < p->width ? n : p->width;
        n -= now;
        p->rest -= now;
        p->left += now;
        p->left -= p->left >= p->width && p->rest != 0 ? p->width : 0;
        p->ticks++;
    }
}

/* Whether field `at` of `n` is an address or TSTAMP, which can go together with the field before
 * it. */
static bool follows(const struct trm_encoder *enc, unsigned tcode, unsigned at, unsigned n)
{
    bool hist = tcode == NEXUS_INDIRECT_BRANCH_HIST || tcode == NEXUS_INDIRECT_BRANCH_HIST_SYNC;
    bool full = tcode == NEXUS_RESOURCE_FULL;
    bool tagged = tcode == NEXUS_DATA_ACQUISITION && enc->cfg.stimulus_tag == 0;
    if (at == 0 || (hist && at == 2) || (tagged && at == 1)) { /* DQDATA after IDTAG */
        return false;
    }
    if (at == 1 && (full || tcode == NEXUS_PROG_TRACE_CORRELATION)) { /* or a count, HIST */
        unsigned which = full ? TRM_TS_RESOURCE : TRM_TS_STOP;
        return n == 2 && enc->stream.timestamps && (enc->ts_messages & which) != 0;
    }
    return true;
}

/* The lengths of the variable fields of the message at `at`; everything before the first one counts
 * with it. */
static unsigned fields(const struct trm_encoder *enc, uint32_t at, uint32_t length[TRM_MESSAGE_MAX])
{
    unsigned n = 0;
    length[0] = 0;
    for (uint32_t i = enc->fifo[at]; i != 0; i--) {
        at = trm_encoder_fifo_next(at);
        length[n]++;
        if ((enc->fifo[at] & 3u) != 0) { /* MSEO: the end of a variable field */
            n++;
            length[n % TRM_MESSAGE_MAX] = 0;
        }
    }
    return n;
}

/* Where the address is in the payload of a packet: 0 where it has none, or is put there at once. */
static unsigned address_at(const struct etrace_cfg *cfg, const struct etrace_packet *p)
{
    if (p->format == ETRACE_FORMAT_BRANCH && p->has_address) {
        unsigned map = 1; /* bits of the branch map */
        while (p->branches > map) {
            map = 2 * map + 1;
        }
        return 7 + map;
    }
    if (p->format != ETRACE_FORMAT_SYNC || p->subformat > ETRACE_SYNC_TRAP) {
        return 0;
    }
    unsigned at = 5u + cfg->privilege_width + (cfg->nocontext ? 0u : cfg->context_width);
    at += p->subformat == ETRACE_SYNC_TRAP ? cfg->ecause_width + 2u : 0u;
    return at < 44 && at % 2 == 0 && at % 6 != 0 ? at : 0;
}

/* Ticks in which the address of the packet at `at` moves to its place, by six bits in each. It is
 * put to bit 2 or 4 first. */
static uint8_t steps(const struct trm_encoder *enc, uint32_t at)
{
    uint8_t bytes[TRM_MESSAGE_MAX];
    uint32_t n = enc->fifo[at];
    struct etrace_reader r;
    struct etrace_frame f;
    struct etrace_packet p;
    for (uint32_t i = 0; i < n; i++) {
        at = trm_encoder_fifo_next(at);
        bytes[i] = enc->fifo[at];
    }
    if (etrace_reader_init(&r, &enc->et.cfg, bytes, n) != ETRACE_OK ||
        etrace_reader_next(&r, &f) != ETRACE_OK || f.kind != ETRACE_KIND_INST ||
        etrace_packet_decode(&enc->et.cfg, enc->et.options, f.payload, f.size, &p) != ETRACE_OK) {
        return 0;
    }
    return (uint8_t)(address_at(&enc->et.cfg, &p) / 6);
}

/* A packet of E-Trace has whole beats. */
void trm_encoder_ticks_packet(const struct trm_encoder *enc, uint32_t at,
                              struct trm_encoder_packer *out)
{
    out->count = 1;
    out->steps = steps(enc, at);
    out->groups[0] = (uint8_t)((enc->fifo[at] + enc->cfg.link_bytes - 1) / enc->cfg.link_bytes);
    out->end = TRM_BYTES_LAST;
}

void trm_encoder_ticks_message(const struct trm_encoder *enc, uint32_t at,
                               struct trm_encoder_packer *out)
{
    uint32_t length[TRM_MESSAGE_MAX];
    struct packer p = {.width = enc->cfg.link_bytes, .rest = enc->fifo[at]};
    unsigned most = sizeof out->groups / sizeof out->groups[0];
    unsigned count = fields(enc, at, length);
    unsigned tcode = enc->fifo[trm_encoder_fifo_next(at)] >> 2;
    out->count = 0;
    out->steps = 0;
    for (unsigned i = 0; i < count && out->count < most; i++) {
        uint32_t last = (length[i] - 1) % p.width + 1; /* bytes of its last tick */
        uint32_t before = p.ticks;
        bool both = p.width > 1 && i + 1 < count && !follows(enc, tcode, i, count) &&
                    follows(enc, tcode, i + 1, count);
        if (both && last + length[i + 1] <= p.width) {
            pack(&p, length[i] + length[i + 1]);
        } else {
            pack(&p, length[i]);
            pack(&p, both ? length[i + 1] : 0);
        }
        i += both ? 1u : 0u;
        out->groups[out->count++] = (uint8_t)(p.ticks - before);
    }
    if (out->count == 0) { /* no message of N-Trace */
        out->groups[out->count++] = 1;
    }
    out->end = p.left > p.width ? TRM_BYTES_MORE : TRM_BYTES_LAST;
}
