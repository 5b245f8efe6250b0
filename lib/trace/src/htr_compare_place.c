/* SPDX-License-Identifier: Apache-2.0 */
/* Differences in structures and in words. */
#include <inttypes.h>
#include <stdio.h>

#include "htr_compare_priv.h"
#include "htr/htr_text.h"

int htr_compare_list_status(const struct htr_pcs *list)
{
    const enum htr_status status = list->host->last.status;
    return status != HTR_OK ? (int)status : HTR_ERR_READ;
}

int htr_compare_differs(const struct htr_compare_place *p, const char *what)
{
    struct htr_difference *d = p->difference;
    *d = (struct htr_difference){.kind = HTR_DIFFERS_AT,
                                 .about = p->about,
                                 .instruction = p->instruction,
                                 .msg = p->elem->msg,
                                 .offset = p->elem->offset,
                                 .has_expected = p->expected != NULL,
                                 .has_got = p->got != NULL,
                                 .expected = p->expected != NULL ? *p->expected : 0,
                                 .got = p->got != NULL ? *p->got : 0};
    snprintf(d->what, sizeof d->what, "%s", what);
    return HTR_COMPARE_DIFFERENT;
}

int htr_compare_differs_pc(const struct htr_compare_place *p)
{
    char what[160];
    if (p->expected != NULL) {
        snprintf(what, sizeof what, "expected 0x%" PRIx64 ", got 0x%" PRIx64, *p->expected,
                 *p->got);
    } else {
        snprintf(what, sizeof what,
                 "the trace continues at 0x%" PRIx64 "; the PC list ends after %" PRIu64, *p->got,
                 p->instruction - 1);
    }
    return htr_compare_differs(p, what);
}

static struct htr_compare_place about_of(const struct htr_compare_place *p,
                                         enum htr_difference_about about)
{
    struct htr_compare_place to = *p;
    to.about = about;
    return to;
}

int htr_compare_trouble(const struct htr_compare_place *place)
{
    const struct htr_compare_place about = about_of(place, HTR_ABOUT_TROUBLE), *p = &about;
    char what[HTR_DIFFERENCE_WHAT], at[40] = "", list[48] = "the end of the list";
    const struct flow_elem *elem = p->elem;
    if (p->expected != NULL) {
        snprintf(list, sizeof list, "0x%" PRIx64, *p->expected);
    }
    if (elem->type == FLOW_ELEM_LOST) {
        snprintf(what, sizeof what,
                 "expected %s, got: trace was lost (overflow); verify --resync checks what follows",
                 list);
        return htr_compare_differs(p, what);
    }
    if (elem->known || elem->type == FLOW_ELEM_ADDR_NACC) {
        snprintf(at, sizeof at, " at 0x%" PRIx64, elem->start);
    }
    snprintf(what, sizeof what, "expected %s, got: %s%s; %s", list, htr_trace_reason(elem), at,
             htr_trace_remedy(elem));
    return htr_compare_differs(p, what);
}

int htr_compare_cut_off(const struct htr_compare_place *place)
{
    const struct htr_compare_place about = about_of(place, HTR_ABOUT_TROUBLE), *p = &about;
    char what[160];
    snprintf(what, sizeof what, "the last message is cut off, %" PRIu64 " byte%s left",
             p->elem->value, htr_s(p->elem->value));
    return htr_compare_differs(p, what);
}

int htr_compare_early_end(const struct htr_compare_place *place)
{
    const struct htr_compare_place about = about_of(place, HTR_ABOUT_END), *p = &about;
    char what[160];
    const uint64_t n = p->instruction - 1;
    snprintf(what, sizeof what,
             "the trace ends after %" PRIu64
             " instruction%s; the PC list continues with 0x%" PRIx64,
             n, htr_s(n), *p->expected);
    return htr_compare_differs(p, what);
}

int htr_compare_not_executed(struct htr_difference *d, const struct flow_elem *first, uint64_t n,
                             uint64_t pc)
{
    *d = (struct htr_difference){.kind = HTR_DIFFERS_PIECE,
                                 .msg = first->msg,
                                 .offset = first->offset,
                                 .has_got = true,
                                 .got = pc};
    snprintf(d->what, sizeof d->what,
             "the %" PRIu64 " instructions from 0x%" PRIx64 " on (message %" PRIu64
             " at offset %" PRIu64 ") were not executed in this order",
             n, pc, first->msg, first->offset);
    return HTR_COMPARE_DIFFERENT;
}

int htr_compare_broken(struct htr_difference *d, const struct flow_elem *elem)
{
    *d = (struct htr_difference){
        .kind = HTR_DIFFERS_BROKEN, .msg = elem->msg, .offset = elem->offset};
    snprintf(d->what, sizeof d->what, "%s; %s", nexus_strerror(elem->status),
             htr_trace_remedy(elem));
    return HTR_COMPARE_DIFFERENT;
}

/* ---- words ---- */

const char *htr_difference_text(const struct htr_difference *d, char text[HTR_DIFFERENCE_TEXT])
{
    if (d->kind == HTR_DIFFERS_PIECE) {
        snprintf(text, HTR_DIFFERENCE_TEXT, "differs: %s", d->what);
    } else if (d->kind == HTR_DIFFERS_AT) {
        snprintf(text, HTR_DIFFERENCE_TEXT,
                 "differs at instruction %" PRIu64 ": message %" PRIu64 " at offset %" PRIu64
                 ": %s",
                 d->instruction, d->msg, d->offset, d->what);
    } else {
        snprintf(text, HTR_DIFFERENCE_TEXT, "%smessage %" PRIu64 " at offset %" PRIu64 ": %s",
                 d->kind == HTR_DIFFERS_MESSAGE ? "differs: " : "", d->msg, d->offset, d->what);
    }
    return text;
}

const char *htr_compare_summary(const struct htr_compare_result *r, uint64_t bytes,
                                char text[HTR_COMPARE_SUMMARY])
{
    double bits = r->instructions == 0 ? 0 : 8.0 * (double)bytes / (double)r->instructions;
    snprintf(text, HTR_COMPARE_SUMMARY,
             "equal: %" PRIu64 " instruction%s, %" PRIu64 " message%s, %" PRIu64
             " byte%s, %.3f bits/instruction",
             r->instructions, htr_s(r->instructions), r->messages, htr_s(r->messages), bytes,
             htr_s(bytes), bits);
    return text;
}
