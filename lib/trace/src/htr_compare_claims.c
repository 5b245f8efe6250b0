/* SPDX-License-Identifier: Apache-2.0 */
#include "htr_compare_claims.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- words ---- */

const char *htr_claims_level(unsigned v, unsigned prv)
{
    static const char *const name[] = {"U", "S", "reserved", "M", "VU", "VS"};
    return name[prv < 2 && v ? 4 + prv : prv & 3];
}

unsigned htr_claims_prv(uint8_t priv)
{
    return priv == INGRESS_PRIV_VU ? 0u : priv == INGRESS_PRIV_VS ? 1u : priv & 3u;
}

bool htr_claims_v(uint8_t priv)
{
    return priv == INGRESS_PRIV_VU || priv == INGRESS_PRIV_VS;
}

/* ---- times ---- */

static uint64_t mask_of(const struct htr_strict *s)
{
    unsigned bits = s->cfg->timestamp_bits;
    return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

static uint64_t clock_of(const struct htr_strict *s, const struct htr_pcs_step *step)
{
    return s->cfg->clock == HTR_COMPARE_CLOCK_TIME ? step->time
                                                   : s->anchor + (step->cycle >> s->cfg->shift);
}

/* The anchor is exact to a cycle, the counter to a unit. */
static bool time_fits(const struct htr_strict *s, const struct htr_claim *c,
                      const struct htr_pcs_step *step)
{
    uint64_t mask = mask_of(s), is = c->elem.value & mask, want = clock_of(s, step);
    uint64_t slack = s->cfg->clock != HTR_COMPARE_CLOCK_TIME && s->cfg->shift > 0 ? 1 : 0;
    slack += s->cfg->clock != HTR_COMPARE_CLOCK_TIME ? s->uncertain : 0;
    return ((want - is + slack) & mask) <= 2 * slack;
}

/* ---- privilege and context ---- */

static bool owner_fits(const struct htr_claim *c, const struct htr_pcs_step *step)
{
    const struct flow_context *is = &c->elem.context;
    return is->prv == htr_claims_prv(step->priv) && is->v == htr_claims_v(step->priv) &&
           (c->elem.code != 2 || is->scontext == step->context) &&
           (c->elem.code != 3 || is->hcontext == step->hcontext);
}

/* ---- claims ---- */

static bool is_time(const struct htr_claim *c)
{
    return c->elem.type == FLOW_ELEM_TIMESTAMP;
}

void htr_claims_settle(struct htr_strict *s, const struct htr_pcs_step *step)
{
    unsigned left = 0;
    for (unsigned i = 0; i < s->claims; i++) {
        const struct htr_claim *c = &s->claim[i];
        if (is_time(c) ? !time_fits(s, c, step) : !owner_fits(c, step)) {
            s->claim[left++] = *c;
        } else if (is_time(c)) {
            s->result->times++;
        } else {
            s->result->contexts++;
        }
    }
    s->claims = left;
}

static void say_context(char *text, size_t size, const struct htr_pcs_step *step)
{
    snprintf(text, size, "0x%" PRIx64 " in %s, 0x%" PRIx64 ", 0x%" PRIx64, step->pc,
             htr_claims_level(htr_claims_v(step->priv), htr_claims_prv(step->priv)), step->context,
             step->hcontext);
}

static int claim_fails(struct htr_strict *s, const struct htr_claim *c)
{
    struct htr_compare_place p = s->place;
    char what[320], from[100], to[100];
    p.elem = &c->elem;
    p.instruction = c->instruction;
    p.about = is_time(c) ? HTR_ABOUT_TIME : HTR_ABOUT_CONTEXT;
    if (is_time(c)) {
        snprintf(what, sizeof what,
                 "no instruction here has time %" PRIu64 "; 0x%" PRIx64 " was executed at %" PRIu64
                 "; check --te trTsMode too",
                 c->elem.value, c->step.pc, clock_of(s, &c->step) & mask_of(s));
    } else {
        const struct flow_context *is = &c->elem.context;
        say_context(from, sizeof from, &c->step);
        say_context(to, sizeof to, &s->last);
        snprintf(what, sizeof what,
                 "context: got %s, scontext 0x%" PRIx64 ", hcontext 0x%" PRIx64
                 "; executed were %s to %s",
                 htr_claims_level(is->v, is->prv), is->scontext, is->hcontext, from, to);
    }
    return htr_compare_differs(&p, what);
}

/* History that was held back is sent, with the time at which it is clear that nothing repeats. */
static bool may_come(const struct htr_strict *s, const struct htr_claim *c)
{
    uint64_t mask = mask_of(s);
    uint64_t ahead = (c->elem.value - clock_of(s, &s->last)) & mask;
    return s->cfg->held_back && is_time(c) && s->more && ahead <= mask / 2;
}

int htr_claims_close(struct htr_strict *s)
{
    for (unsigned i = 0; i < s->claims; i++) {
        if (s->claim[i].elem.msg < s->msg && !may_come(s, &s->claim[i])) {
            return claim_fails(s, &s->claim[i]);
        }
    }
    return HTR_COMPARE_EQUAL;
}

void htr_claims_add(struct htr_strict *s)
{
    if (s->claims == CLAIMS) {
        memmove(&s->claim[0], &s->claim[1], (CLAIMS - 1) * sizeof s->claim[0]);
        s->claims--;
    }
    s->claim[s->claims++] =
        (struct htr_claim){s->elem, s->decoded + 1, s->more ? s->next : s->last};
    const bool part = s->cfg->parts && s->at_on; /* it may begin with the branch before */
    if (s->begun && (!s->fresh || part) && s->elem.type == FLOW_ELEM_TIMESTAMP) {
        htr_claims_settle(s, &s->last);
    }
    if (s->more) {
        htr_claims_settle(s, &s->next);
    }
}

void htr_claims_settle_between(struct htr_strict *s)
{
    uint64_t mask = mask_of(s), from = s->begun ? clock_of(s, &s->last) : 0;
    uint64_t span = s->more ? (clock_of(s, &s->next) - from) & mask : mask / 2;
    unsigned left = 0;
    for (unsigned i = 0; i < s->claims; i++) {
        const struct htr_claim *c = &s->claim[i];
        bool here = is_time(c) && c->elem.msg == s->elem.msg;
        if (here && ((c->elem.value - from) & mask) <= span) {
            s->result->times++;
        } else {
            s->claim[left++] = *c;
        }
    }
    s->claims = left;
}
