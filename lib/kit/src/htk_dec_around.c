/* SPDX-License-Identifier: Apache-2.0 */
/* A stream that is damaged on purpose, and what a decoder must make of it. */
#include "htk_dec_hostile.h"

#include <stdlib.h>
#include <string.h>

bool htk_hostile_named(struct htk_hostile *h, const char *what)
{
    return htk_dec_begin(h->d, h->seed, "hostile: %s: %.60s", what, h->g->features);
}

/* ---- bytes ---- */

void htk_hostile_begin(struct htk_hostile *h)
{
    h->given = h->g->given;
    h->given.bytes = h->bytes;
    h->given.size = 0;
}

void htk_hostile_put(struct htk_hostile *h, const void *bytes, size_t n)
{
    if (n <= HTK_HOSTILE_ROOM - h->given.size) {
        memcpy(h->bytes + h->given.size, bytes, n);
        h->given.size += n;
    }
}

void htk_hostile_fill(struct htk_hostile *h, int byte, size_t n)
{
    if (n <= HTK_HOSTILE_ROOM - h->given.size) {
        memset(h->bytes + h->given.size, byte, n);
        h->given.size += n;
    }
}

void htk_hostile_part(struct htk_hostile *h, size_t from, size_t to)
{
    htk_hostile_put(h, h->g->given.bytes + from, to - from);
}

size_t htk_hostile_next_sync(const struct htk_hostile *h, size_t i)
{
    while (i < h->places && !h->place[i].sync) {
        i++;
    }
    return i;
}

/* ---- messages ---- */

size_t htk_hostile_end(const struct htk_hostile *h, size_t m)
{
    return m + 1 < h->places ? h->place[m + 1].offset : h->g->given.size;
}

bool htk_hostile_message(const struct htk_hostile *h, size_t m, struct nexus_msg *msg)
{
    *msg = (struct nexus_msg){.tcode = 0};
    struct nexus_msg_decoder d;
    const size_t from = h->place[m].offset;
    return nexus_msg_decoder_init(&d, &h->g->given.cfg, h->g->given.bytes + from,
                                  htk_hostile_end(h, m) - from) == NEXUS_OK &&
           nexus_msg_next(&d, msg) == NEXUS_OK;
}

bool htk_hostile_encode(struct htk_hostile *h, const struct nexus_msg *msg)
{
    uint8_t to[NEXUS_MAX_MSG_BYTES];
    const int n = nexus_msg_encode(&h->given.cfg, msg, to, sizeof to);
    if (n > 0) {
        htk_hostile_put(h, to, (size_t)n);
    }
    return n > 0;
}

size_t htk_hostile_pick(struct htk_hostile *h)
{
    return 1 + rh_below(&h->rng, (uint32_t)h->places - 1);
}

size_t htk_hostile_after_full(struct htk_hostile *h)
{
    const size_t from = htk_hostile_pick(h);
    for (size_t i = from; i < h->places; i++) {
        if (h->place[i - 1].resource) {
            return i;
        }
    }
    return from;
}

/* ---- comparisons ---- */

/* PCs [from, to) of the program, no events. */
static bool expect(struct htk_hostile *h, size_t from, size_t to)
{
    bool good = true;
    htk_account_clear(&h->want);
    for (size_t i = from; good && i < to; i++) {
        good = htk_account_pc(&h->want, h->g->want.pc[i]);
    }
    return good;
}

int htk_hostile_exactly(struct htk_hostile *h, const char *holds, size_t from, size_t to,
                        bool errors, bool *right)
{
    bool good;
    if (!expect(h, from, to)) {
        return htr_fail(h->d->host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    const int status = htk_dec_try(h->d, &h->given, holds, &good);
    good = status == HTR_OK && good && htk_dec_compare(h->d, &h->given, &h->want, holds, errors);
    h->d->sum->hostile += status == HTR_OK;
    if (right != NULL) {
        *right = good;
    }
    return status;
}

static void wrong(struct htk_hostile *h, const char *holds, size_t at, size_t number,
                  const char *what)
{
    const struct htk_account *got = &h->d->got;
    char expected[160], text[60] = "no more instructions";
    snprintf(expected, sizeof expected, "0x%llx as instruction %zu: %s",
             number < h->g->want.pcs ? (unsigned long long)h->g->want.pc[number] : 0, number, what);
    if (at < got->pcs) {
        snprintf(text, sizeof text, "0x%llx", (unsigned long long)got->pc[at]);
    }
    htk_dec_break(h->d, "KIT-FLOW", holds, expected, text);
}

/* Ownership, for one, reports no instructions: what ResourceFull waits for may come after it. */
static bool reports_nothing(const struct htk_hostile *h, size_t m)
{
    return !h->place[m].resource && h->place[m].after == h->place[m].pcs;
}

size_t htk_hostile_sure(const struct htk_hostile *h, size_t m)
{
    while (m > 0 && (h->place[m - 1].resource || reports_nothing(h, m - 1))) {
        m--;
    }
    return h->place[m].pcs;
}

size_t htk_hostile_most(const struct htk_hostile *h, size_t m)
{
    size_t last = m;
    while (last > 0 && reports_nothing(h, last)) {
        last--;
    }
    if (!h->place[last].resource) {
        return h->place[m].after;
    }
    while (m + 1 < h->places && (h->place[m].resource || reports_nothing(h, m))) {
        m++;
    }
    return h->place[m].after;
}

/* Instructions that are equal to those of the program, up to number `most`. */
static size_t equal(const struct htk_hostile *h, size_t most)
{
    const struct htk_account *want = &h->g->want, *got = &h->d->got;
    size_t i = 0;
    while (i < most && i < got->pcs && got->pc[i] == want->pc[i]) {
        i++;
    }
    return i;
}

/* The losses that the output reports are `n` of this kind, if it reports any kind of event. */
static bool losses(struct htk_hostile *h, const char *holds, unsigned n, const char *text)
{
    const struct htk_account *got = &h->d->got;
    const struct htk_event *e;
    size_t i = 0;
    if ((got->kinds >> HTK_LOST & 1) == 0) {
        return true;
    }
    while ((e = htk_account_next(got, HTK_LOST, &i)) != NULL) {
        if (n == 0 || !htk_event_fits(text, e->text)) {
            htk_dec_break(h->d, "KIT-EVENTS", holds, n == 0 ? "no more \"lost\"" : text, e->text);
            return false;
        }
        n--;
    }
    if (n > 0) {
        htk_dec_break(h->d, "KIT-EVENTS", holds, text, "no more \"lost\"");
    }
    return n == 0;
}

int htk_hostile_loss(struct htk_hostile *h, const char *holds, size_t least, size_t most,
                     size_t again, const char *text)
{
    const uint64_t failures = h->d->sum->failures;
    const int status = htk_hostile_gap(h, holds, least, most, again, false);
    if (status == HTR_OK && h->d->sum->failures == failures) {
        (void)losses(h, holds, 1, text);
    }
    return status;
}

int htk_hostile_prefix(struct htk_hostile *h, const char *holds, size_t least, size_t most)
{
    bool good;
    const int status = htk_dec_try(h->d, &h->given, holds, &good);
    if (status != HTR_OK || !good) {
        return status;
    }
    const size_t i = equal(h, most);
    h->d->sum->hostile++;
    if (i < least || i < h->d->got.pcs) {
        wrong(h, holds, i, i, i < least ? "whole messages report it" : "its message is cut");
    } else if (losses(h, "", 0, "") && i > 0) {
        htk_dec_hold(h->d, "KIT-FLOW");
        htk_dec_hold(h->d, holds);
    }
    return status;
}

int htk_hostile_around(struct htk_hostile *h, const char *holds, size_t sure, size_t again,
                       bool must)
{
    const struct htk_account *want = &h->g->want, *got = &h->d->got;
    const size_t tail = want->pcs - again;
    bool good;
    const int status = htk_dec_try(h->d, &h->given, holds, &good);
    if (status != HTR_OK || !good) {
        return status;
    }
    h->d->sum->hostile++;
    const size_t i = equal(h, sure);
    const bool complained = htk_dec_complained(h->d);
    const bool whole =
        got->pcs >= sure + tail &&
        memcmp(got->pc + got->pcs - tail, want->pc + again, tail * sizeof want->pc[0]) == 0;
    size_t k = 0;
    const struct htk_event *e = NULL, *last = NULL;
    while ((e = htk_account_next(got, HTK_ERROR, &k)) != NULL) {
        last = e;
    }
    const bool stopped = complained && (last == NULL || last->at == got->pcs);
    if (i < sure) {
        wrong(h, holds, i, i, "the damage comes later");
    } else if (must && !complained) {
        htk_dec_break(h->d, "KIT-ERRORS", holds, "an error: the stream is damaged",
                      "exit status 0, and no error in its output");
    } else if (!whole && !stopped) {
        wrong(h, holds, got->pcs >= tail ? got->pcs - tail : got->pcs, again,
              "a synchronizing message after the damage leads there");
    } else {
        htk_dec_hold(h->d, "KIT-FLOW");
        htk_dec_hold(h->d, must ? "KIT-ERRORS" : "");
        htk_dec_hold(h->d, holds);
    }
    return status;
}

/* Is what follows instruction i of the output the end of the program, from `again` or earlier? */
static bool goes_on(const struct htk_hostile *h, size_t i, size_t again)
{
    const struct htk_account *want = &h->g->want, *got = &h->d->got;
    const size_t rest = got->pcs - i;
    return rest <= want->pcs && rest >= want->pcs - again &&
           memcmp(got->pc + i, want->pc + want->pcs - rest, rest * sizeof want->pc[0]) == 0;
}

/* The first time of the output that no message of the program has, in their order; NULL: none. A
 * damaged message may have had a TSTAMP: the times after it are unknown up to an absolute one. */
static const struct htk_event *wrong_time(const struct htk_hostile *h)
{
    const struct htk_account *want = &h->g->want, *got = &h->d->got;
    const struct htk_event *e, *right;
    size_t i = 0, k = 0;
    while ((e = htk_account_next(got, HTK_TIME, &i)) != NULL) {
        do {
            right = htk_account_next(want, HTK_TIME, &k);
        } while (right != NULL && !htk_event_fits(right->text, e->text));
        if (right == NULL) {
            return e;
        }
    }
    return NULL;
}

int htk_hostile_gap(struct htk_hostile *h, const char *holds, size_t least, size_t most,
                    size_t again, bool must)
{
    const struct htk_account *got = &h->d->got;
    bool good;
    const int status = htk_dec_try(h->d, &h->given, holds, &good);
    if (status != HTR_OK || !good) {
        return status;
    }
    h->d->sum->hostile++;
    const size_t same = equal(h, most);
    const bool complained = htk_dec_complained(h->d);
    bool right = must && complained && same >= least && same == got->pcs;
    for (size_t i = least; !right && i <= same; i++) {
        right = goes_on(h, i, again);
    }
    if (same < least) {
        wrong(h, holds, same, same, "messages before the change report it");
    } else if (must && !complained) {
        htk_dec_break(h->d, "KIT-ERRORS", holds, "an error: the message cannot be right",
                      "exit status 0, and no error in its output");
    } else if (!right) {
        wrong(h, holds, same, again, "a synchronizing message leads there, and nothing before it");
    } else if (again > 0 && wrong_time(h) != NULL) {
        htk_dec_break(h->d, "KIT-EVENTS", "NT-TIM-003", "times that messages have",
                      wrong_time(h)->text);
    } else {
        htk_dec_hold(h->d, "KIT-FLOW");
        htk_dec_hold(h->d, must ? "KIT-ERRORS" : "");
        htk_dec_hold(h->d, holds);
    }
    return status;
}

int htk_hostile_cannot_be(struct htk_hostile *h, const char *holds, size_t m)
{
    const size_t s = htk_hostile_next_sync(h, m + 1 < h->places ? m + 1 : h->places);
    return htk_hostile_gap(h, holds, htk_hostile_sure(h, m), h->g->want.pcs,
                           s < h->places ? h->place[s].after : h->g->want.pcs, true);
}

int htk_hostile_survive(struct htk_hostile *h, const char *holds)
{
    bool good;
    const int status = htk_dec_try(h->d, &h->given, holds, &good);
    if (status == HTR_OK && good) {
        htk_dec_hold(h->d, holds);
    }
    h->d->sum->hostile += status == HTR_OK;
    return status;
}
