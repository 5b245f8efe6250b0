/* SPDX-License-Identifier: Apache-2.0 */
#include "msg_rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum mode {
    MODE_UNKNOWN,
    MODE_BTM,
    MODE_HTM,
};

struct rules {
    bool open;       /* between the first message of a region and its correlation */
    bool repeatable; /* the last message was a branch without SYNC, or repeated one */
    enum mode mode;
    unsigned owners; /* Ownership messages that must come now */
    bool context, hcontext;
};

static bool is(uint64_t value, uint64_t set)
{
    return value < 64 && (set >> value & 1u) != 0;
}

/* The mode that a message shows, or MODE_UNKNOWN. */
static enum mode shown(const struct nexus_msg *m)
{
    if (m->tcode == NEXUS_DIRECT_BRANCH || m->tcode == NEXUS_DIRECT_BRANCH_SYNC) {
        return MODE_BTM;
    }
    if (m->tcode == NEXUS_PROG_TRACE_CORRELATION) {
        return m->value[NEXUS_F_CDF] == 0 ? MODE_BTM : MODE_HTM;
    }
    bool history = m->tcode == NEXUS_INDIRECT_BRANCH_HIST ||
                   m->tcode == NEXUS_INDIRECT_BRANCH_HIST_SYNC ||
                   (m->tcode == NEXUS_RESOURCE_FULL && m->value[NEXUS_F_RCODE] != NEXUS_RCODE_ICNT);
    return history ? MODE_HTM : MODE_UNKNOWN;
}

static const char *sync(struct rules *r, const struct nexus_msg *m)
{
    const uint64_t begins = 1u << NEXUS_SYNC_EXIT_RESET | 1u << NEXUS_SYNC_EXIT_DEBUG |
                            1u << NEXUS_SYNC_TRACE_ENABLE | 1u << NEXUS_SYNC_EXIT_POWER_DOWN;
    const uint64_t inside = 1u << NEXUS_SYNC_EXTERNAL_TRIGGER | 1u << NEXUS_SYNC_EXIT_RESET |
                            1u << NEXUS_SYNC_PERIODIC | 1u << NEXUS_SYNC_ICNT |
                            1u << NEXUS_SYNC_TRACE_EVENT;
    if (!is(m->value[NEXUS_F_SYNC], r->open ? inside : begins)) {
        return r->open ? "this SYNC begins trace, and it is on"
                       : "trace does not begin with this SYNC";
    }
    if (!r->open && (m->tcode != NEXUS_PROG_TRACE_SYNC || m->value[NEXUS_F_ICNT] != 0)) {
        return "trace begins with something counted";
    }
    r->mode = r->open ? r->mode : MODE_UNKNOWN;
    r->open = true;
    r->owners = r->context ? (r->hcontext ? 2 : 1) : 0;
    return NULL;
}

/* Returns what is wrong with the next message, or NULL. */
static const char *next(struct rules *r, const struct nexus_msg *m)
{
    const uint64_t branches = UINT64_C(1) << NEXUS_DIRECT_BRANCH |
                              UINT64_C(1) << NEXUS_INDIRECT_BRANCH |
                              UINT64_C(1) << NEXUS_INDIRECT_BRANCH_HIST;
    bool repeatable = r->repeatable;
    r->repeatable = is(m->tcode, branches) || m->tcode == NEXUS_REPEAT_BRANCH;
    if (r->owners != 0) {
        unsigned format = r->owners == 2 ? 3 : 2;
        r->owners--;
        return m->tcode != NEXUS_OWNERSHIP || (m->value[NEXUS_F_PROCESS] & 3u) != format
                   ? "no Ownership after a synchronizing message"
                   : NULL;
    }
    if (m->tcode == NEXUS_OWNERSHIP && !r->context) {
        return "Ownership without trTeContext";
    }
    if (nexus_tcode_is_sync(m->tcode)) {
        const char *wrong = sync(r, m);
        if (wrong != NULL) {
            return wrong;
        }
    } else if (!r->open) {
        return "trace is off";
    }
    enum mode mode = shown(m);
    if (mode != MODE_UNKNOWN && r->mode != MODE_UNKNOWN && mode != r->mode) {
        return "a message of the other mode";
    }
    r->mode = mode != MODE_UNKNOWN ? mode : r->mode;
    if (m->tcode == NEXUS_REPEAT_BRANCH && (!repeatable || m->value[NEXUS_F_BCNT] == 0)) {
        return "RepeatBranch repeats nothing";
    }
    if (m->tcode == NEXUS_PROG_TRACE_CORRELATION) {
        r->open = false;
    }
    return NULL;
}

void msg_rules_check(const struct nexus_stream_cfg *cfg, const uint8_t *bytes, size_t n,
                     bool context, bool hcontext, uint64_t seed)
{
    struct rules r = {.context = context, .hcontext = hcontext};
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    assert_int_equal(nexus_msg_decoder_init(&d, cfg, bytes, n), NEXUS_OK);
    for (unsigned i = 0; nexus_msg_next(&d, &m) == NEXUS_OK; i++) {
        const char *wrong = next(&r, &m);
        if (wrong != NULL) {
            fail_msg("seed %llu: message %u, %s: %s", (unsigned long long)seed, i,
                     nexus_tcode_name(m.tcode), wrong);
        }
    }
    assert_int_equal(d.pos, n);
    assert_false(r.open);
    assert_int_equal(r.owners, 0);
}
