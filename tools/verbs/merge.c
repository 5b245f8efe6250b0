/* SPDX-License-Identifier: Apache-2.0 */
/* Verb merge: traces of different sources become one stream, message by message, as a funnel does
 * it. */
#include <inttypes.h>
#include <string.h>

#include "interrupt.h"
#include "htr/htr_kind.h"
#include "output.h"
#include "progress.h"
#include "trace_options.h"
#include "host.h"

static const char verb[] = "merge";

enum {
    INPUTS_MAX = 64
};

struct source {
    const char *path;
    struct htr_bytes bytes;
    struct nexus_msg_decoder d;
    struct nexus_msg m; /* the next one to write */
    bool more;
    uint64_t time; /* of m: its own, or that of the message before */
    bool time_known;
    uint64_t damaged;
};

struct merge {
    struct source source[INPUTS_MAX];
    unsigned n;
    struct nexus_stream_cfg cfg;
    uint8_t owner[1 << NEXUS_MAX_SRC_BITS]; /* input of each SRC, from 1 */
    FILE *out;
    uint64_t messages, untimed, written;
};

/* N-Trace, Timestamp Reporting: absolute in synchronizing messages, else a difference. */
static void take_time(struct merge *g, struct source *s)
{
    uint64_t t = s->m.value[NEXUS_F_TSTAMP];
    uint64_t mask =
        g->cfg.timestamp_bits >= 64 ? UINT64_MAX : (UINT64_C(1) << g->cfg.timestamp_bits) - 1;
    if (!nexus_msg_has(&s->m, NEXUS_F_TSTAMP)) {
        g->untimed += !s->time_known;
    } else if (nexus_tcode_is_sync(s->m.tcode)) {
        /* Time never goes back: a smaller value means that the counter has wrapped. */
        uint64_t base = s->time & ~mask;
        s->time = s->time_known && (t & mask) < (s->time & mask) ? base + mask + 1 + (t & mask)
                                                                 : base + (t & mask);
        s->time_known = true;
    } else if (s->time_known) {
        s->time = g->cfg.profile == NEXUS_PROFILE_SIFIVE_0X ? s->time ^ t : s->time + t;
    } else {
        g->untimed++;
    }
}

/* Fetch the next message of an input. Returns 0, or TOOL_CANNOT after a message. */
static int advance(struct merge *g, unsigned i)
{
    struct source *s = &g->source[i];
    int status;
    while ((status = nexus_decode_next(&s->d, &s->m)) != NEXUS_ERR_END && status != NEXUS_OK &&
           status != NEXUS_ERR_OVERSIZE) {
        s->damaged++;
    }
    s->more = status != NEXUS_ERR_END;
    if (!s->more) {
        return 0;
    }
    if (g->owner[s->m.src] != 0 && g->owner[s->m.src] != i + 1) {
        return tool_fail(verb, s->path,
                         "message at offset %" PRIu64 ": source %u is also in %s; the sources of "
                         "the inputs must differ (trTeSrcID)",
                         s->m.offset, s->m.src, g->source[g->owner[s->m.src] - 1].path);
    }
    g->owner[s->m.src] = (uint8_t)(i + 1);
    take_time(g, s);
    return 0;
}

/* The input whose next message is the earliest; of equal ones the first. */
static unsigned earliest(const struct merge *g)
{
    unsigned best = g->n;
    for (unsigned i = 0; i < g->n; i++) {
        if (g->source[i].more && (best == g->n || g->source[i].time < g->source[best].time)) {
            best = i;
        }
    }
    return best;
}

static unsigned in_turn(const struct merge *g, unsigned last)
{
    for (unsigned k = 1; k <= g->n; k++) {
        if (g->source[(last + k) % g->n].more) {
            return (last + k) % g->n;
        }
    }
    return g->n;
}

static int merge_all(struct merge *g, bool by_time)
{
    unsigned i = g->n - 1;
    uint64_t total = 0;
    for (unsigned k = 0; k < g->n; k++) {
        if (advance(g, k) != 0) {
            return TOOL_CANNOT;
        }
        total += g->source[k].bytes.size;
    }
    progress_begin(verb, PROGRESS_BYTES, total, g->out);
    while ((i = by_time ? earliest(g) : in_turn(g, i)) < g->n) {
        const struct nexus_msg *m = &g->source[i].m;
        if (fwrite(m->raw, 1, m->raw_length, g->out) != m->raw_length || interrupted()) {
            return 0; /* told when the output is closed */
        }
        g->messages++;
        g->written += m->raw_length;
        progress_at(g->written);
        if (advance(g, i) != 0) {
            return TOOL_CANNOT;
        }
    }
    if (by_time && g->untimed > 0) {
        tool_note(verb, NULL,
                  "%" PRIu64 " message%s put first, before any timestamp of their input (--te "
                  "trTsEnable=1 when there are timestamps)",
                  g->untimed, htr_s(g->untimed));
    }
    return 0;
}

static int open_all(struct merge *g, const char *const *path, const struct htr_trace_options *o)
{
    struct htr_settings te;
    if (htr_settings_parse(&te, tool_host(verb), NULL, &o->te, &o->params) != 0) {
        return TOOL_CANNOT;
    }
    htr_settings_stream(&te, &g->cfg);
    if (g->cfg.src_bits == 0) {
        return tool_fail(verb, NULL,
                         "messages without SRC cannot be separated later; trace with SRC, and add "
                         "--te trTeSrcBits=N");
    }
    for (unsigned i = 0; i < g->n; i++) {
        struct source *s = &g->source[i];
        s->path = path[i];
        if (htr_bytes_load(&s->bytes, tool_host(verb), path[i]) != 0) {
            return TOOL_CANNOT;
        }
        if (htr_kind_check_trace(tool_host(verb), path[i], s->bytes.bytes, s->bytes.size, false) !=
            0) {
            return TOOL_CANNOT;
        }
        if (nexus_msg_decoder_init(&s->d, &g->cfg, s->bytes.bytes, s->bytes.size) != NEXUS_OK) {
            return tool_fail(verb, NULL, "no decoder can have these options; see --help");
        }
    }
    return 0;
}

static int merge(struct merge *g, const char *const *path, const struct htr_trace_options *o,
                 const char *order, const char *output)
{
    bool by_time = strcmp(order, "time") == 0;
    if (!by_time && strcmp(order, "turn") != 0) {
        return tool_fail(verb, NULL, "--order %s: unknown; it is time or turn", order);
    }
    g->out = output_open(verb, output);
    int status = g->out != NULL ? open_all(g, path, o) : TOOL_CANNOT;
    if (status == 0) {
        status = merge_all(g, by_time);
        progress_end();
    }
    int closed = output_close(g->out);
    status = closed != 0 ? closed : status;
    for (unsigned i = 0; i < g->n; i++) {
        if (status == 0 && g->source[i].damaged > 0) {
            tool_note(verb, path[i],
                      "%" PRIu64 " damaged messages were left out; check --te trTeSrcBits and --te "
                      "trTsEnable",
                      g->source[i].damaged);
            status = TOOL_DIFFERS;
        }
        htr_bytes_free(&g->source[i].bytes);
    }
    return status;
}

int merge_main(int argc, char **argv)
{
    struct merge g = {0};
    struct htr_trace_options o = {0};
    const char *order = "time", *output = NULL, *path[INPUTS_MAX];
    memset(&g, 0, sizeof g);
    const struct tool_option options[] = {
        {.name = "order",
         .arg = "ORDER",
         .help = "time: by absolute timestamps; turn: one of each in turn (time)",
         .string = &order},
        {.name = "te", .arg = "FIELD=VALUE", .help = TE_OPTION_HELP, .list = &o.te},
        {.name = "param", .arg = "NAME=VALUE", .help = PARAM_OPTION_HELP, .list = &o.params},
        {.name = "output",
         .letter = 'o',
         .arg = "FILE",
         .help = "the merged trace",
         .string = &output},
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "TRACE TRACE... --te trTeSrcBits=N [OPTION]... -o FILE",
        .text = "Put traces of different sources into one stream, whole messages at a time, as a "
                "trace funnel does.\n"
                "Idle bytes between messages are left out.",
        .example = "  hartrace merge A.nex B.nex --te trTeSrcBits=2 --te trTsEnable=1 -o AB.nex",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .more = te_print_decoder_params,
    };
    int n = tool_parse(&usage, argc, argv, path, INPUTS_MAX);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (n < 2 || output == NULL) {
        return tool_fail(verb, NULL,
                         n < 2 ? "at least two traces are needed; usage: hartrace merge A B -o FILE"
                               : "no output: add -o FILE, or -o - for standard output");
    }
    g.n = (unsigned)n;
    return merge(&g, path, &o, order, output);
}
