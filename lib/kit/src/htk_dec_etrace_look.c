/* SPDX-License-Identifier: Apache-2.0 */
/* What the packets of a random program of E-Trace are: where decoding can begin, and which rules
 * it takes to read them. */
#include <string.h>

#include "htk_dec_etrace.h"
#include "htr/htr_etrace.h"

/* What a stream had in it. */
enum saw {
    SAW_START,
    SAW_TRAP,
    SAW_CONTEXT,
    SAW_SUPPORT,
    SAW_ENDED,
    SAW_ADDR,
    SAW_BRANCHES,
    SAW_MAP,
    SAW_NOTIFY,
    SAW_UPDISCON,
    SAW_IRREPORT,
    SAW_COUNT,
    SAW_INDEX,
    SAW_SRC,
    SAW_STAMP,
    SAW_FULL,
    SAW_DIFFERENCE,
    SAW_TIME,
    SAW_DOPTIONS,
    SAW_DATA, /* and so on: what its packets hold */
    SAW_BOTH,
    SAW_NO_ADDRESS,
    SAW_NO_VALUE,
    SAW_SPLIT,
    SAW_ATOMIC,
    SAW_ATOMIC_BOTH,
    SAW_ATOMIC_NO_ADDRESS,
    SAW_ATOMIC_NO_VALUE,
    SAW_ATOMIC_SPLIT,
    SAWS,
};

static const char *const rules[SAWS] = {
    [SAW_START] = "ET-PKT-001 ET-PKT-002 ET-PKT-003 ET-PKT-004 ET-PKT-005 ET-PKT-010 ET-ENC-002 "
                  "ET-ENC-005 ET-ENC-006 ET-ENC-014",
    [SAW_TRAP] = "ET-PKT-011 ET-PKT-012 ET-PKT-020",
    [SAW_CONTEXT] = "ET-PKT-024 ET-PKT-025",
    [SAW_SUPPORT] = "ET-PKT-032 ET-PKT-033 ET-PKT-034 ET-PKT-036 ET-PKT-038",
    [SAW_ENDED] = "ET-PKT-037",
    [SAW_ADDR] = "ET-PKT-045",
    [SAW_BRANCHES] = "ET-PKT-060 ET-PKT-061 ET-PKT-062",
    [SAW_MAP] = "ET-PKT-068 ET-PKT-069",
    [SAW_NOTIFY] = "ET-PKT-047",
    [SAW_UPDISCON] = "ET-PKT-048",
    [SAW_IRREPORT] = "ET-PKT-049 ET-PKT-050",
    [SAW_COUNT] = "ET-PKT-073 ET-PKT-074",
    [SAW_INDEX] = "ET-PKT-083",
    [SAW_SRC] = "ET-ENC-003",
    [SAW_STAMP] = "ET-ENC-004 ET-ENC-008 ET-ENC-010 ET-TIM-001",
    [SAW_FULL] = "ET-PKT-063",
    [SAW_DIFFERENCE] = "ET-PKT-046",
    [SAW_TIME] = "ET-PKT-027",
    [SAW_DOPTIONS] = "ET-PKT-041 ET-DAT-002",
    [SAW_DATA] = "ET-DAT-001 ET-DAT-003 ET-DAT-004 ET-PKT-039",
    [SAW_BOTH] = "ET-DAT-005 ET-DAT-006 ET-DAT-007 ET-DAT-008",
    [SAW_NO_ADDRESS] = "ET-DAT-009 ET-DAT-011 ET-DAT-012",
    [SAW_NO_VALUE] = "ET-DAT-009 ET-DAT-010",
    [SAW_SPLIT] = "ET-DAT-013 ET-DAT-014 ET-DAT-015 ET-DAT-016",
    [SAW_ATOMIC] = "ET-DAT-019 ET-DAT-020 ET-DAT-021",
    [SAW_ATOMIC_BOTH] = "ET-DAT-022 ET-DAT-023 ET-DAT-024 ET-DAT-025 ET-DAT-026 ET-DAT-027",
    [SAW_ATOMIC_NO_ADDRESS] = "ET-DAT-030 ET-DAT-031",
    [SAW_ATOMIC_NO_VALUE] = "ET-DAT-029",
    [SAW_ATOMIC_SPLIT] = "ET-DAT-032 ET-DAT-033 ET-DAT-034 ET-DAT-035 ET-DAT-036 ET-DAT-037 "
                         "ET-DAT-038 ET-DAT-039 ET-DAT-040 ET-DAT-041 ET-DAT-042 ET-DAT-043",
};

static void look_at_sync(const struct etrace_cfg *cfg, const struct etrace_packet *p,
                         bool saw[SAWS])
{
    static const enum saw of[] = {SAW_START, SAW_TRAP, SAW_CONTEXT, SAW_SUPPORT};
    saw[of[p->subformat & 3u]] = true;
    saw[SAW_TIME] = saw[SAW_TIME] || (!cfg->notime && p->subformat != ETRACE_SYNC_SUPPORT);
    saw[SAW_ENDED] = saw[SAW_ENDED] || (p->subformat == ETRACE_SYNC_SUPPORT &&
                                        p->qual_status != ETRACE_QUAL_NO_CHANGE);
}

static void look_at(const struct etrace_cfg *cfg, const struct etrace_packet *p, uint32_t options,
                    bool saw[SAWS])
{
    const bool full = (options >> ETRACE_OPT_FULL_ADDRESS & 1u) != 0;
    if (p->format == ETRACE_FORMAT_SYNC) {
        look_at_sync(cfg, p, saw);
        return;
    }
    saw[SAW_ADDR] = saw[SAW_ADDR] || p->format == ETRACE_FORMAT_ADDR;
    if (p->format == ETRACE_FORMAT_BRANCH) {
        saw[SAW_BRANCHES] = true;
        saw[SAW_MAP] = saw[SAW_MAP] || !p->has_address;
    } else if (p->format != ETRACE_FORMAT_ADDR) {
        saw[p->subformat == 0 ? SAW_COUNT : SAW_INDEX] = true;
    }
    saw[SAW_IRREPORT] = saw[SAW_IRREPORT] || p->irreport;
    if (p->has_address) {
        saw[SAW_NOTIFY] = saw[SAW_NOTIFY] || p->notify;
        saw[SAW_UPDISCON] = saw[SAW_UPDISCON] || p->updiscon;
        saw[full ? SAW_FULL : SAW_DIFFERENCE] = true;
    }
}

static void look_at_data(const struct htk_etrace_golden *g, const struct etrace_frame *f,
                         bool saw[SAWS])
{
    const unsigned format =
        (unsigned)(f->payload[0] & etrace_mask(etrace_data_format_width(&g->cfg)));
    const bool address = etrace_data_has_address(g->cfg.data_options);
    const bool value = etrace_data_has_data(g->cfg.data_options);
    const bool split = g->cfg.data_split;
    saw[SAW_DATA] = saw[SAW_DOPTIONS] = true;
    if (format == ETRACE_DATA_ATOMIC) {
        saw[SAW_ATOMIC] = true;
        saw[split              ? SAW_ATOMIC_SPLIT
            : address && value ? SAW_ATOMIC_BOTH
            : value            ? SAW_ATOMIC_NO_ADDRESS
                               : SAW_ATOMIC_NO_VALUE] = true;
    } else {
        saw[SAW_SPLIT] = saw[SAW_SPLIT] || format == ETRACE_DATA_LOAD_DATA;
        saw[address && value ? SAW_BOTH : value ? SAW_NO_ADDRESS : SAW_NO_VALUE] = true;
    }
}

static void look_at_frame(const struct htk_etrace_golden *g, const struct etrace_frame *f,
                          bool saw[SAWS])
{
    saw[SAW_SRC] = saw[SAW_SRC] || g->cfg.src_bits > 0;
    saw[SAW_STAMP] = saw[SAW_STAMP] || f->stamped;
    if (f->kind == ETRACE_KIND_DATA) {
        look_at_data(g, f, saw);
    }
}

/* The instruction at which decoding begins; SIZE_MAX: more than one place could be it. */
static size_t first_of(const struct htk_etrace_golden *g, const struct htk_etrace_place *at,
                       const struct etrace_packet *p)
{
    size_t found = SIZE_MAX;
    if (p->subformat == ETRACE_SYNC_TRAP && !p->thaddr) {
        return SIZE_MAX;
    }
    for (size_t i = at->least; i < at->most; i++) {
        if (g->want.pc[i] == p->address) {
            if (found != SIZE_MAX) {
                return SIZE_MAX;
            }
            found = i;
        }
    }
    return found;
}

static bool begins(const struct etrace_packet *p)
{
    return p->format == ETRACE_FORMAT_SYNC &&
           (p->subformat == ETRACE_SYNC_START || p->subformat == ETRACE_SYNC_TRAP);
}

bool htk_etrace_golden_look(struct htk_etrace_golden *g)
{
    struct htr_etrace_options o = {.options = g->cfg.options};
    struct etrace_reader r;
    struct etrace_frame f;
    struct etrace_packet p;
    bool saw[SAWS] = {false};
    size_t n = 0;
    if (etrace_reader_init(&r, &g->cfg, g->bytes, g->n) != ETRACE_OK) {
        return false;
    }
    while (etrace_reader_next(&r, &f) == ETRACE_OK) {
        if (n == g->places || g->place[n].offset != f.offset) {
            return false;
        }
        const int got = htr_etrace_decode(&g->cfg, &o, &f, &p);
        if (got == ETRACE_OK) {
            look_at(&g->cfg, &p, o.options, saw);
            g->place[n].sync = begins(&p);
            g->place[n].first = g->place[n].sync ? first_of(g, &g->place[n], &p) : SIZE_MAX;
        } else if (got != ETRACE_ERR_END) {
            return false;
        }
        look_at_frame(g, &f, saw);
        n++;
    }
    g->holds[0] = '\0';
    for (unsigned i = 0; i < SAWS; i++) {
        if (saw[i]) {
            strcat(strcat(g->holds, rules[i]), " ");
        }
    }
    return n == g->places;
}
