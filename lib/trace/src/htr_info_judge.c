/* SPDX-License-Identifier: Apache-2.0 */
/* What the facts about trace bytes mean, and what to do. */
#include "htr/htr_info.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A few messages of another dialect are more likely damaged ones. */
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
                 "move the bytes from offset %" PRIu64 " on to the front", f->wrap);
    }
    if (f->syncs == 0) {
        snprintf(v->advice[v->advices++], HTR_INFO_ADVICE,
                 "without a synchronizing message nothing can be decoded; trace again with "
                 "periodic ones (--te trTeInstSyncMode=messages), a larger buffer, or stop "
                 "earlier");
    } else if (f->inside && f->first_sync > 0) {
        snprintf(v->advice[v->advices++], HTR_INFO_ADVICE,
                 "what precedes offset %" PRIu64 " is lost; more frequent syncs "
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

void htr_info_take_k3(struct htr_info_verdict *v)
{
    struct htr_info_verdict with = *v;
    with.k3 = with.profile_clear = true;
    with.sifive = false;
    with.options = 0;
    snprintf(add_option(&with, "--profile"), HTR_INFO_VALUE, "spacemit-k3");
    for (unsigned i = 0; i < v->options && with.options < HTR_INFO_OPTIONS; i++) {
        if (strcmp(v->option[i], "--profile") != 0 && strcmp(v->value[i], "trTeSrcBits=12") != 0 &&
            strcmp(v->value[i], "trTsEnable=1") != 0) {
            memcpy(add_option(&with, v->option[i]), v->value[i], HTR_INFO_VALUE);
        }
    }
    *v = with;
}

static int add_found(void *verdict, const char *option, const char *assignment)
{
    struct htr_info_verdict *v = verdict;
    const char *const value = strchr(assignment, '=') + 1;
    const bool profile = strncmp(assignment, "profile=", 8) == 0;
    if (strncmp(assignment, "xlen=", 5) == 0 || v->options == HTR_INFO_OPTIONS ||
        (v->sifive && strncmp(assignment, "return_depth=", 13) == 0)) {
        return 0; /* the code says so, or the profile */
    }
    snprintf(add_option(v, profile            ? "--profile"
                           : option[0] == 't' ? "--te"
                                              : "--param"),
             HTR_INFO_VALUE, "%s", profile ? value : assignment);
    return 0;
}

void htr_info_take_search(struct htr_info_verdict *v, const struct htr_search *s)
{
    bool wrapped = false;
    if (!s->clear) {
        return;
    }
    for (unsigned i = 0; i < v->options; i++) {
        wrapped = wrapped || strcmp(v->option[i], "--wrapped") == 0;
    }
    v->options = 0;
    v->decoded = true;
    v->profile_told = (s->open & HTR_SEARCH_PROFILE) == 0;
    v->sifive = s->found[0].cfg.profile == NEXUS_PROFILE_SIFIVE_0X;
    (void)htr_stream_options(&s->found[0].cfg, add_found, v);
    if (wrapped && v->options < HTR_INFO_OPTIONS) {
        (void)add_option(v, "--wrapped");
    }
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

/* All that a search found. */
static int set_found(const struct htr_info *i, struct htr_host *host, struct htr_settings *s)
{
    int status = HTR_OK;
    for (unsigned k = 0; k < i->verdict.options && status == HTR_OK; k++) {
        const char *const option = i->verdict.option[k], *const value = i->verdict.value[k];
        if (strcmp(option, "--param") == 0) {
            status = htr_settings_param(s, host, value);
        } else if (strcmp(option, "--te") == 0) {
            char name[HTR_INFO_VALUE];
            snprintf(name, sizeof name, "%.*s", (int)strcspn(value, "="), value);
            status = set_field(s, host, name, value + strcspn(value, "=") + 1);
        }
    }
    return status;
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
    if (status == HTR_OK && i->verdict.decoded) {
        return set_found(i, host, s);
    }
    if (status == HTR_OK && i->facts.stamped > 0) {
        status = set_field(s, host, "trTsEnable", "1");
    }
    return status;
}
