/* SPDX-License-Identifier: Apache-2.0 */
/* What the facts about trace bytes mean, and what to do. */
#include "htr/htr_info.h"

#include <inttypes.h>
#include <stdio.h>

/* A few messages of another dialect rather are damaged ones. */
static bool is_sifive(const struct htr_info_facts *f)
{
    return f->sifive > 2 * f->damaged && f->sifive * 100 > f->messages;
}

static void judge_mode(const struct htr_info_facts *f, struct htr_info_verdict *v)
{
    bool htm = f->hist > f->direct, clear = f->damaged == 0 || f->hist + f->direct > 8;
    uint64_t few = htm ? f->direct : f->hist;
    if (few * 50 > f->hist + f->direct) {
        v->mode = HTR_INFO_BOTH;
    } else if (f->hist + f->direct > 0) {
        v->mode = htm ? HTR_INFO_HTM : HTR_INFO_BTM;
        v->mode_confident = few == 0 && clear;
    }
}

static char *add_option(struct htr_info_verdict *v, const char *option)
{
    v->option[v->options] = option;
    return v->value[v->options++];
}

static void judge_options(const struct htr_info_facts *f, const struct htr_guess *g,
                          struct htr_info_verdict *v)
{
    const size_t room = sizeof v->value[0];
    const unsigned src_bits = htr_guess_best(g)->cfg.src_bits;
    if (src_bits > 0) {
        snprintf(add_option(v, "--te"), room, "trTeSrcBits=%u", src_bits);
    }
    if (f->stamped > 0) {
        snprintf(add_option(v, "--te"), room, "trTsEnable=1");
    }
    if (f->inside) {
        (void)add_option(v, "--wrapped");
    }
    if (v->sifive) {
        snprintf(add_option(v, "--profile"), room, "sifive-0.x");
    }
}

static void judge_advice(const struct htr_info_facts *f, struct htr_info_verdict *v)
{
    if (f->wrap > 0) {
        snprintf(v->advice[v->advices++], HTR_INFO_ADVICE,
                 "put the bytes from offset %" PRIu64 " on before those up to it", f->wrap);
    }
    if (f->syncs == 0) {
        snprintf(v->advice[v->advices++], HTR_INFO_ADVICE,
                 "without a synchronizing message nothing can be decoded; trace again with "
                 "periodic ones (--te trTeInstSyncMode=messages), a larger buffer, or stop "
                 "earlier");
    } else if (f->inside && f->first_sync > 0) {
        snprintf(v->advice[v->advices++], HTR_INFO_ADVICE,
                 "what stands before offset %" PRIu64 " is lost; more frequent syncs "
                 "(trTeInstSyncMax) lose less",
                 f->first_sync);
    }
}

void htr_info_judge(const struct htr_info_facts *f, const struct htr_guess *g,
                    struct htr_info_verdict *v)
{
    *v = (struct htr_info_verdict){.mode = HTR_INFO_UNTOLD};
    v->confident = f->damaged * 50 <= f->messages && htr_guess_best(g)->messages > 3;
    v->sifive = is_sifive(f);
    v->profile_clear = f->reserved + f->sifive == 0;
    judge_mode(f, v);
    judge_options(f, g, v);
    judge_advice(f, v);
}

/* Set a field or parameter that has not been set. */
static int set_field(struct htr_settings *s, struct htr_host *host, const char *name,
                     const char *value)
{
    char text[HTR_OPTION_TEXT];
    uint32_t given;
    if (htr_settings_asked(s, name, &given)) {
        return HTR_OK;
    }
    snprintf(text, sizeof text, "%s=%s", name, value);
    return htr_settings_field(s, host, text);
}

int htr_info_settings(const struct htr_info *i, struct htr_host *host, struct htr_settings *s)
{
    int status = HTR_OK;
    if (i->verdict.sifive && s->extra.profile == NEXUS_PROFILE_1_0) {
        status = htr_settings_param(s, host, "profile=sifive-0.x"); /* sets defaults of others */
    }
    if (status == HTR_OK) {
        status = htr_guess_settings(&i->guess, host, s);
    }
    if (status == HTR_OK && i->facts.stamped > 0) {
        status = set_field(s, host, "trTsEnable", "1");
    }
    return status;
}
