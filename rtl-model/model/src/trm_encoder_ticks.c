/* SPDX-License-Identifier: Apache-2.0 */
/* link_fields: ticks that an N-Trace message takes on the link, as the packer of the encoder in
 * SystemVerilog takes them (docs/reference/rtl.md). */
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

/* The lengths of the variable fields of the oldest message; everything before the first one counts
 * with it. */
static unsigned first_fields(const struct trm_encoder *enc, uint32_t length[TRM_MESSAGE_MAX])
{
    unsigned n = 0;
    uint32_t at = enc->fifo_head;
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

uint32_t trm_encoder_ticks(const struct trm_encoder *enc)
{
    uint32_t length[TRM_MESSAGE_MAX];
    struct packer p = {.width = enc->cfg.link_bytes, .rest = enc->fifo[enc->fifo_head]};
    unsigned n = first_fields(enc, length),
             tcode = enc->fifo[trm_encoder_fifo_next(enc->fifo_head)] >> 2;
    for (unsigned i = 0; i < n; i++) {
        uint32_t last = (length[i] - 1) % p.width + 1; /* bytes of its last tick */
        bool both = i + 1 < n && !follows(enc, tcode, i, n) && follows(enc, tcode, i + 1, n) &&
                    last + length[i + 1] <= p.width;
        pack(&p, both ? length[i] + length[i + 1] : length[i]);
        i += both ? 1u : 0u;
    }
    return p.ticks + (p.left > p.width ? 1u : 0u);
}
