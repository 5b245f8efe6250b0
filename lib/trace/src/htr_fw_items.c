/* SPDX-License-Identifier: Apache-2.0 */
/* Which send may be which item. */
#include "htr_fw_items.h"

/* As struct htr_fw_place has it; FW_SITE_UNKNOWN: no call site has it. */
static uint32_t what_of(const struct fw_item *i)
{
    if (htr_fw_is_print(i->channel)) {
        return (i->word >> 31) != 0 ? FW_SITE_UNKNOWN
                                    : HTR_FW_PLACE_PRINT | (i->word & HTR_FW_OFFSET_MASK);
    }
    return (i->word >> 29) << 7 | (i->word >> 22 & 0x7f);
}

/* The newest site that sends it. */
static bool site_of(const struct fw_call *c, uint32_t what, uint64_t *pc)
{
    for (unsigned i = c->sites; i-- > 0;) {
        if (c->site[i].what == what || c->site[i].what == FW_SITE_UNKNOWN) {
            *pc = c->site[i].address;
            return true;
        }
    }
    *pc = 0;
    return c->sites == 0; /* it was passed where instructions are missing */
}

/* The first word of a call to stimulus ports comes after the announcement of a loss, if there is
 * one: then it has a put more than words. */
static bool is_word(const struct fw_call *c, const struct fw_send *s, unsigned word, uint64_t words)
{
    return s->nth == word + (c->puts[s->dest] > words);
}

static bool fits_print(const struct fw_item *i, const struct fw_call *c, const struct fw_send *s,
                       uint64_t *pc)
{
    const bool text = (i->word >> 31) != 0;
    const bool first =
        s->dest == FW_STIM ? is_word(c, s, 0, 1 + (i->word >> 26 & 31)) : s->kind == FW_SENT_BLOCK;
    if (text) {
        *pc = c->site[0].address;
        return c->kind == FW_CALL_TEXT && first;
    }
    return c->kind == FW_CALL_PRINT && first && site_of(c, what_of(i), pc);
}

bool fw_item_fits(const struct fw_item *i, const struct fw_hart *h, const struct fw_send *s,
                  uint64_t *pc)
{
    const struct fw_call *c = &h->call[s->call];
    *pc = 0;
    if (c->kind == FW_CALL_NONE) {
        return true;
    }
    if (htr_fw_is_print(i->channel)) {
        return fits_print(i, c, s, pc);
    }
    if (s->kind == FW_SENT_BLOCK) {
        return false;
    }
    *pc = c->sites > 0 ? c->site[c->sites - 1].address : 0;
    if (i->channel == HTR_FW_CH_LOST) {
        return c->kind != FW_CALL_DEBUG || c->puts[s->dest] > 1;
    }
    if (i->channel == HTR_FW_CH_ID) {
        return c->kind == FW_CALL_HELLO;
    }
    if (i->channel >= HTR_FW_CH_ARGS && i->channel < HTR_FW_CH_ARGS + 4) {
        return c->kind == FW_CALL_PRINT || c->kind == FW_CALL_TEXT;
    }
    return c->kind == FW_CALL_DEBUG && is_word(c, s, 0, 1) && site_of(c, what_of(i), pc);
}

bool fw_send_shows(const struct fw_matching *m, const struct fw_hart *h, const struct fw_send *s)
{
    return s->kind <= FW_SENT_BLOCK && s->dest == m->dest &&
           (m->positions || h->call[s->call].kind != FW_CALL_TEXT || s->kind != FW_SENT_BLOCK);
}

uint8_t fw_send_words(const struct fw_matching *m, const struct fw_hart *h, const struct fw_send *s)
{
    const struct fw_call *c = &h->call[s->call];
    if (s->kind != FW_SENT_BLOCK) {
        return 1;
    }
    const uint32_t what = c->sites > 0 ? c->site[c->sites - 1].what : 0;
    const char *format = c->kind == FW_CALL_PRINT && c->sites == 1 && what != FW_SITE_UNKNOWN
                             ? htr_fw_elf_format(m->elf, what & ~HTR_FW_PLACE_PRINT)
                             : NULL;
    return format != NULL ? (uint8_t)(1 + htr_fw_format_words(format, m->elf->elf.xlen)) : 0;
}

/* ---- choices ---- */

void fw_choice_add(struct fw_choice *c, const struct fw_hart *h, const struct fw_send *s,
                   uint64_t pc)
{
    if (!c->any) {
        c->first = (struct htr_fw_origin){
            .pc = pc, .store = s->store, .at = s->at, .src = h->src, .placed = true};
    } else {
        c->pcs = c->pcs || pc != c->first.pc;
        c->sources = c->sources || h->src != c->first.src;
        c->many = c->many || c->sources || s->at != c->first.at;
    }
    c->any = true;
}

void fw_choice_outside(struct fw_choice *c, const struct htr_fw_elf *elf,
                       const struct fw_item *item)
{
    const uint32_t what = what_of(item);
    const uint64_t pc =
        what != FW_SITE_UNKNOWN && item->channel < HTR_FW_CH_ARGS ? htr_fw_elf_where(elf, what) : 0;
    c->pcs = c->pcs || pc == 0 || (c->any && c->first.pc != pc);
    if (!c->any) {
        c->first.pc = pc;
    }
    c->outside = true;
    c->any = true;
}

void fw_choice_end(const struct fw_choice *c, struct fw_item *item)
{
    item->found = c->any;
    item->from = c->first;
    item->from.pc = c->pcs ? 0 : c->first.pc;
    item->from.about = item->from.placed && (c->many || c->outside);
}
