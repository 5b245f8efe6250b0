/* SPDX-License-Identifier: Apache-2.0 */
/* Words of firmware trace to events. */
#include "htr/htr_fw.h"

#include <stdio.h>
#include <string.h>

enum {
    TEXT_FLAG = 1 << 8,
};

const char *htr_fw_kind_name(unsigned kind)
{
    static const char *const name[HTR_FW_KINDS] = {
        [HTR_FW_DEBUG] = "debug",     [HTR_FW_PRINT] = "print",     [HTR_FW_LOST] = "lost",
        [HTR_FW_DAMAGED] = "damaged", [HTR_FW_FOREIGN] = "foreign",
    };
    return kind < HTR_FW_KINDS ? name[kind] : "?";
}

static int give(struct htr_fw *f, struct htr_fw_event *e)
{
    e->source = f->src;
    if (e->text == NULL) {
        e->text = "";
    }
    f->count.events++;
    return f->take(f->ctx, e);
}

static void hear(const struct htr_fw *f, enum htr_fw_heard_kind kind, uint64_t words,
                 uint64_t offset)
{
    if (f->heard != NULL) {
        f->heard(f->heard_ctx,
                 &(struct htr_fw_heard){
                     .kind = kind, .source = f->src, .words = words, .offset = offset});
    }
}

static int give_lost(struct htr_fw *f, uint64_t n, uint64_t offset, const char *where)
{
    struct htr_fw_event e = {.kind = HTR_FW_LOST,
                             .channel = HTR_FW_CH_LOST,
                             .offset = offset,
                             .value = n,
                             .text = where};
    f->count.lost += n;
    for (unsigned i = 0; i < 4; i++) {
        f->source.print[i].cut = true;
    }
    return give(f, &e);
}

int htr_fw_lost(struct htr_fw *f, uint64_t n, uint64_t offset, const char *where)
{
    hear(f, HTR_FW_HEARD_LOST, n, offset);
    return give_lost(f, n, offset, where);
}

int htr_fw_lost_before(struct htr_fw *f, uint64_t n, uint64_t offset)
{
    return give_lost(f, n, offset, "on the target");
}

int htr_fw_damaged(struct htr_fw *f, uint64_t offset, const char *what)
{
    hear(f, HTR_FW_HEARD_DAMAGED, 0, offset);
    struct htr_fw_event e = {.kind = HTR_FW_DAMAGED, .offset = offset, .text = what};
    f->count.damaged++;
    return give(f, &e);
}

/* ---- debug words ---- */

static int take_debug(struct htr_fw *f, unsigned channel, uint32_t word, uint64_t offset)
{
    struct htr_fw_event e = {
        .kind = HTR_FW_DEBUG, .channel = channel, .offset = offset, .word = word};
    e.domain = htr_fw_table_domain(f->table, word);
    if (e.domain == NULL) {
        f->count.reserved++;
        return HTR_OK;
    }
    e.action = htr_fw_table_find(f->table, word, &e.failed);
    e.value = htr_fw_bits(word, f->table->data_bits);
    f->count.unknown += e.action == NULL;
    return give(f, &e);
}

/* ---- prints ---- */

static int give_print(struct htr_fw *f, const struct htr_fw_print *p, const char *text)
{
    struct htr_fw_event e = {.kind = HTR_FW_PRINT,
                             .channel = HTR_FW_CH_PRINT,
                             .offset = p->offset,
                             .word = p->words[0],
                             .text = text};
    return give(f, &e);
}

/* Text made on the target; a line may go on in the next message. */
static int end_text(struct htr_fw *f, const struct htr_fw_print *p)
{
    struct htr_fw_source *s = &f->source;
    const size_t bytes = p->words[0] & 0xff;
    for (size_t i = 0; i < bytes && i / 4 + 1 < p->n && s->fill + 1 < sizeof s->line; i++) {
        s->line[s->fill++] = (char)(p->words[1 + i / 4] >> i % 4 * 8);
    }
    if ((p->words[0] & TEXT_FLAG) != 0 && s->fill + 1 < sizeof s->line) {
        return HTR_OK;
    }
    s->line[s->fill] = '\0';
    s->fill = 0;
    return give_print(f, p, s->line);
}

static int end_print(struct htr_fw *f, const struct htr_fw_print *p)
{
    char text[HTR_FW_LINE];
    if ((p->words[0] >> 31) != 0) {
        return end_text(f, p);
    }
    const uint32_t at = p->words[0] & HTR_FW_OFFSET_MASK;
    const char *format = f->elf != NULL ? htr_fw_elf_format(f->elf, at) : NULL;
    if (format != NULL && !f->unidentified) {
        f->count.no_text +=
            !htr_fw_format(f->elf, format, p->words + 1, p->n - 1, text, sizeof text);
        return give_print(f, p, text);
    }
    int n = snprintf(text, sizeof text, "<text at 0x%x: %s>", at,
                     f->elf == NULL ? "give the ELF" : "not in this ELF");
    for (unsigned i = 1; i < p->n; i++) {
        n += snprintf(text + n, sizeof text - (size_t)n, " 0x%08x", p->words[i]);
    }
    f->count.no_text++;
    return give_print(f, p, text);
}

static int drop_print(struct htr_fw *f, struct htr_fw_print *p)
{
    char text[80];
    if (p->missing == 0) {
        return HTR_OK;
    }
    snprintf(text, sizeof text, "a print without its last %u word%s", p->missing,
             p->missing == 1 ? "" : "s");
    p->missing = 0;
    return htr_fw_damaged(f, p->offset, text);
}

static int take_header(struct htr_fw *f, struct htr_fw_print *p, uint32_t word, uint64_t offset)
{
    const int status = drop_print(f, p);
    if (status != HTR_OK) {
        return status;
    }
    const unsigned more = word >> 26 & 31;
    if (more >= HTR_FW_WORDS) {
        return htr_fw_damaged(f, offset, "a print of more than 16 words");
    }
    p->cut = false;
    p->words[0] = word;
    p->n = 1;
    p->missing = more;
    p->offset = offset;
    return more == 0 ? end_print(f, p) : HTR_OK;
}

static int take_argument(struct htr_fw *f, struct htr_fw_print *p, uint32_t word, uint64_t offset)
{
    if (p->missing == 0) {
        return p->cut ? HTR_OK : htr_fw_damaged(f, offset, "a word of a print without its header");
    }
    p->words[p->n++] = word;
    return --p->missing == 0 ? end_print(f, p) : HTR_OK;
}

int htr_fw_cut(struct htr_fw *f)
{
    int status = HTR_OK;
    for (unsigned i = 0; i < 4 && status == HTR_OK; i++) {
        status = drop_print(f, &f->source.print[i]);
        f->source.print[i].cut = true;
    }
    return status;
}

/* ---- control words ---- */

/* Cumulative: one that comes late, after a greater one, says nothing new. */
static int take_lost(struct htr_fw *f, uint32_t word, uint64_t offset)
{
    if (f->source.restarted && word < f->source.announced) {
        f->source.announced = 0;
    }
    f->source.restarted = false;
    const uint32_t more = word - f->source.announced;
    if (more == 0 || more >> 31 != 0) {
        return HTR_OK;
    }
    f->source.announced = word;
    return htr_fw_lost_before(f, more, offset);
}

/* The words that were sent, so far: those that did not come are lost. It may lack words that an
 * interrupt came between, never count too many. */
static int take_sent(struct htr_fw *f, uint32_t word, uint64_t offset)
{
    const uint32_t more = word - f->source.received;
    if (more == 0 || more >> 31 != 0) {
        return HTR_OK;
    }
    f->source.received = word;
    return htr_fw_lost(f, more, offset, "by the encoder");
}

static int take_id(struct htr_fw *f, uint32_t word)
{
    uint32_t want;
    f->id_seen = true;
    f->source.restarted |= word >> 24 == 0;
    if (f->elf == NULL || f->elf->id.bytes == NULL) {
        return HTR_OK;
    }
    if (!htr_fw_elf_id_word(f->elf, word >> 24, &want) || want != word) {
        f->unidentified = true;
        return htr_fail(f->host, HTR_ERR_CONFLICT, f->elf->path,
                        "not the program that wrote %s: bytes %u to %u of the build id are %06x "
                        "there, and %06x in the ELF; give the ELF of that build, or none",
                        f->path != NULL ? f->path : "the trace", (word >> 24) * 3,
                        (word >> 24) * 3 + 2, word & 0xffffff, want & 0xffffff);
    }
    f->identified = true;
    return HTR_OK;
}

/* ---- words ---- */

static int take_other(struct htr_fw *f, unsigned channel, uint32_t word, uint64_t offset)
{
    if (channel == HTR_FW_CH_LOST) {
        return take_lost(f, word, offset);
    }
    if (channel == HTR_FW_CH_TORN) {
        f->count.torn++;
        return htr_fw_lost(f, 1, offset, "torn by a reset");
    }
    if (channel == HTR_FW_CH_SENT) {
        return take_sent(f, word, offset);
    }
    f->count.words++;
    f->source.received++;
    if (htr_fw_is_print(channel)) {
        return take_header(f, &f->source.print[channel & 3], word, offset);
    }
    if (channel >= HTR_FW_CH_ARGS && channel < HTR_FW_CH_ARGS + 4) {
        return take_argument(f, &f->source.print[channel & 3], word, offset);
    }
    if (channel == HTR_FW_CH_ID) {
        return take_id(f, word);
    }
    f->count.reserved++;
    return HTR_OK;
}

int htr_fw_word(struct htr_fw *f, unsigned channel, uint32_t word, uint64_t offset)
{
    if (f->heard != NULL && channel != HTR_FW_CH_TORN) { /* that is a loss */
        f->heard(f->heard_ctx, &(struct htr_fw_heard){.kind = HTR_FW_HEARD_WORD,
                                                      .channel = channel,
                                                      .source = f->src,
                                                      .word = word,
                                                      .words = 1,
                                                      .offset = offset});
    }
    if (channel == 1 + htr_fw_bits(word, f->table->domain_bits)) {
        f->count.words++;
        f->source.received++;
        return take_debug(f, channel, word, offset);
    }
    return take_other(f, channel, word, offset);
}

int htr_fw_end(struct htr_fw *f)
{
    struct htr_fw_source *s = &f->source;
    for (unsigned i = 0; i < 4; i++) {
        const int status = drop_print(f, &s->print[i]);
        if (status != HTR_OK) {
            return status;
        }
    }
    if (s->fill > 0) {
        struct htr_fw_print p = {.n = 1};
        return end_text(f, &p);
    }
    return HTR_OK;
}
