/* SPDX-License-Identifier: Apache-2.0 */
/* What the facts about trace bytes mean, and what to do. */
#include <inttypes.h>
#include <stdio.h>

#include "info.h"

/* A few messages of another dialect rather are damaged ones. */
static bool is_sifive(const struct info_facts *f)
{
    return f->sifive > 2 * f->damaged && f->sifive * 100 > f->messages;
}

static void judge_mode(const struct info_facts *f, struct info_verdict *v)
{
    bool htm = f->hist > f->direct, clear = f->damaged == 0 || f->hist + f->direct > 8;
    uint64_t few = htm ? f->direct : f->hist;
    if (few * 50 > f->hist + f->direct) {
        v->mode = INFO_BOTH;
    } else if (f->hist + f->direct > 0) {
        v->mode = htm ? INFO_HTM : INFO_BTM;
        v->mode_confident = few == 0 && clear;
    }
}

static char *add_option(struct info_verdict *v, const char *option)
{
    v->option[v->options] = option;
    return v->value[v->options++];
}

static void judge_options(const struct info_facts *f, const struct info_guess *g,
                          struct info_verdict *v)
{
    const size_t room = sizeof v->value[0];
    if (g->src_bits > 0) {
        snprintf(add_option(v, "--te"), room, "trTeSrcBits=%u", g->src_bits);
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

static void judge_advice(const struct info_facts *f, struct info_verdict *v)
{
    if (f->wrap > 0) {
        snprintf(v->advice[v->advices++], INFO_ADVICE,
                 "put the bytes from offset %" PRIu64 " on before those up to it", f->wrap);
    }
    if (f->syncs == 0) {
        snprintf(v->advice[v->advices++], INFO_ADVICE,
                 "without a synchronizing message nothing can be decoded; trace again with "
                 "periodic ones (--te trTeInstSyncMode=messages), a larger buffer, or stop "
                 "earlier");
    } else if (f->inside && f->first_sync > 0) {
        snprintf(v->advice[v->advices++], INFO_ADVICE,
                 "what stands before offset %" PRIu64 " is lost; more frequent syncs "
                 "(trTeInstSyncMax) lose less",
                 f->first_sync);
    }
}

void info_judge(const struct info_facts *f, const struct info_guess *g, struct info_verdict *v)
{
    *v = (struct info_verdict){.mode = INFO_UNTOLD};
    v->confident = f->damaged * 50 <= f->messages && g->messages > 3;
    v->sifive = is_sifive(f);
    v->profile_clear = f->reserved + f->sifive == 0;
    judge_mode(f, v);
    judge_options(f, g, v);
    judge_advice(f, v);
}
