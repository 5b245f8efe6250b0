/* SPDX-License-Identifier: Apache-2.0 */
/* The Trace RAM Sink: where the trace is, and reading it, oldest byte first. */
#include "hartrace/rvt_ramsink.h"
#include "rvt_internal.h"
#include "rvt_ramsink_regs.h"

#include "ramsink_regs.h"

/* Words that are read at a time; their buffer is on the stack. */
#define CHUNK_WORDS 64u

enum rvt_status rvt_ramsink_span(const struct rvt_ramsink *s, struct rvt_span span[2])
{
    const struct rvt_ramsink_granted *g = &s->granted;
    uint64_t wp;

    if (s->c.state != RVT_STATE_CONFIGURED || g->align == 0) {
        return RVT_ERR_STATE;
    }
    RVT_TRY(rvt_ramsink_read64(s, TR_RAM_WP_LOW_OFFSET, &wp));
    bool wrapped = (wp & TR_RAM_WRAP_MASK) != 0;
    wp &= ~(uint64_t)TR_RAM_WRAP_MASK;
    if (wp < g->start || wp > g->limit || (wp & (g->align - 1)) != 0) {
        return RVT_ERR_DATA;
    }
    span[0] = (struct rvt_span){g->start, wp - g->start};
    span[1] = (struct rvt_span){g->start, 0};
    if (wrapped) {
        span[1].size = wp - g->start;
        span[0].addr = wp;
        span[0].size = g->size - span[1].size;
    }
    return RVT_OK;
}

enum rvt_status rvt_ramsink_size(const struct rvt_ramsink *s, uint64_t *size)
{
    struct rvt_span span[2];

    RVT_TRY(rvt_ramsink_span(s, span));
    *size = span[0].size + span[1].size;
    return RVT_OK;
}

/* Read n words at word address addr of the buffer; through trRamData, trRamRP must already be addr.
 */
static enum rvt_status read_words(const struct rvt_ramsink *s, uint64_t addr, uint32_t *words,
                                  size_t n)
{
    if (s->granted.data_port) {
        return rvt_io_read_block(s->c.io, s->c.base + TR_RAM_DATA_OFFSET, words, n, 0);
    }
    return rvt_io_read_block(s->c.io, addr, words, n, 4);
}

/* Read n bytes at addr. The first byte of trace is in the lowest bits of a word. */
static enum rvt_status read_bytes(const struct rvt_ramsink *s, uint64_t addr, uint8_t *buf,
                                  size_t n)
{
    uint32_t words[CHUNK_WORDS];
    size_t lead = (size_t)(addr & 3); /* bytes of the first word that are not wanted */

    if (n == 0) {
        return RVT_OK;
    }
    addr -= lead;
    if (s->granted.data_port) {
        RVT_TRY(rvt_ramsink_write64(s, TR_RAM_RP_LOW_OFFSET, addr));
    }
    while (n > 0) {
        size_t bytes = n < sizeof(words) - lead ? n : sizeof(words) - lead;
        size_t count = (lead + bytes + 3) / 4;

        RVT_TRY(read_words(s, addr, words, count));
        for (size_t i = 0; i < bytes; i++) {
            buf[i] = (uint8_t)(words[(lead + i) / 4] >> 8 * ((lead + i) & 3));
        }
        buf += bytes;
        n -= bytes;
        addr += 4 * count;
        lead = 0;
    }
    return RVT_OK;
}

enum rvt_status rvt_ramsink_read(const struct rvt_ramsink *s, uint64_t offset, uint8_t *buf,
                                 size_t n)
{
    struct rvt_span span[2];

    RVT_TRY(rvt_ramsink_span(s, span));
    uint64_t total = span[0].size + span[1].size;
    if (offset > total || n > total - offset) {
        return RVT_ERR_RANGE;
    }
    for (int i = 0; i < 2; i++) {
        uint64_t rest = offset < span[i].size ? span[i].size - offset : 0;
        size_t bytes = n < rest ? n : (size_t)rest;

        RVT_TRY(read_bytes(s, span[i].addr + offset, buf, bytes));
        offset = offset < span[i].size ? 0 : offset - span[i].size;
        buf += bytes;
        n -= bytes;
    }
    return RVT_OK;
}
