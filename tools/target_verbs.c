/* SPDX-License-Identifier: Apache-2.0 */
/* Verbs probe, status, stop: what is on a live target, what it does, and its end. */
#include <inttypes.h>
#include <string.h>

#include "common_regs.h"
#include "hartrace/rvt_field.h"
#include "target.h"

/* A verb of this file. */
struct verb {
    const char *name, *text, *example;
    bool looks; /* it writes nothing, unless *wake */
    bool *wake; /* --wake, or NULL: the verb has no such option */
};

/* The options of such a verb; no operands. Returns an open target or NULL, then *status is what the
 * verb returns. */
static struct target *open_from(const struct verb *v, int argc, char **argv, int *status)
{
    struct target_options o = {.io = NULL};
    const struct tool_option options[] = {
        TARGET_OPTIONS(o),
        {.name = "wake",
         .help = "take components out of reset for a moment, to identify them",
         .flag = v->wake},
    };
    const struct tool_usage usage = {
        .verb = v->name,
        .synopsis = v->wake != NULL ? "--io HOW --dtb FILE [--wake]" : "--io HOW --dtb FILE",
        .text = v->text,
        .example = v->example,
        .options = options,
        .noptions = sizeof options / sizeof options[0] - (v->wake == NULL),
    };
    const char *none[1];
    int n = tool_parse(&usage, argc, argv, none, 1);
    if (n < 0) {
        *status = n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
        return NULL;
    }
    o.looking = v->looks && (v->wake == NULL || !*v->wake);
    *status = n == 0 ? TOOL_OK : tool_fail(v->name, none[0], "this verb takes no operand");
    struct target *t = n == 0 ? target_open(v->name, &o) : NULL;
    if (t == NULL) {
        *status = TOOL_CANNOT;
    }
    return t;
}

/* ---- probe ---- */

/* Identify one component and leave it as it was: one in reset goes back there, and without wake it
 * is not touched. */
static enum rvt_status identify(struct rvt_component *c, bool wake, bool *active)
{
    uint32_t control = 0;
    enum rvt_status s = rvt_reg_read(c, TR_CONTROL_OFFSET, &control);
    *active = (control & TR_ACTIVE_MASK) != 0;
    if (s != RVT_OK) {
        return s;
    }
    if (*active) {
        return rvt_component_attach(c);
    }
    if (!wake) {
        return RVT_OK;
    }
    s = rvt_component_reset(c);
    enum rvt_status back = rvt_reg_write(c, TR_CONTROL_OFFSET, 0);
    return s != RVT_OK ? s : back;
}

/* What was found out, behind name and address. */
static void print_found(const struct rvt_component *c, enum topology_kind kind, bool active,
                        enum rvt_status s)
{
    struct rvt_component_info info;
    rvt_component_info(c, &info);
    if (info.impl == 0) {
        printf("%s", s == RVT_OK || s == RVT_ERR_VERSION ? "Impl reads 0: no trace component"
                                                         : rvt_strerror(s));
        return;
    }
    printf("%s, version %u.%u, ", rvt_component_name((enum rvt_comp_type)info.comp_type),
           info.major, info.minor);
    printf("%s", !active ? "in reset" : c->state == RVT_STATE_ENABLED ? "enabled" : "disabled");
    if (s == RVT_ERR_TYPE) {
        printf("; the tree says %s", topology_kind_name(kind));
    } else if (info.verdict != RVT_VERSION_ACCEPT) {
        printf("; %s", rvt_version_text(info.verdict));
    } else if (s != RVT_OK && s != RVT_ERR_STATE) {
        printf("; %s", rvt_strerror(s));
    }
}

/* A row. Returns false when it is not what the tree says, or cannot be used. *asleep is set when it
 * is in reset and was not asked. */
static bool probe_one(struct target *t, unsigned i, bool wake, bool *asleep)
{
    struct rvt_component *c = t->part[i].c;
    const enum topology_kind kind = t->tree->component[i].kind;
    const bool open = kind == TOPOLOGY_SINK || kind == TOPOLOGY_UNKNOWN;
    char name[TOPOLOGY_NAME_MAX];
    bool active = false;
    enum rvt_status s = identify(c, wake, &active);
    if (s == RVT_ERR_TYPE && open) {
        s = RVT_OK;
    }
    printf("%-12s 0x%08" PRIx64 "  ", topology_name(t->tree, i, name),
           t->tree->component[i].block.base);
    const bool unasked = s == RVT_OK && !active && !wake;
    if (unasked) {
        printf("in reset, not identified");
        *asleep = true;
    } else {
        print_found(c, kind, active, s);
    }
    printf("  %s\n", t->tree->component[i].path);
    return unasked || (s == RVT_OK && c->impl != 0);
}

int probe_main(int argc, char **argv)
{
    int status = TOOL_OK;
    bool wake = false, asleep = false;
    const struct verb v = {
        .name = "probe",
        .text = "List the trace components with type, version and state. Nothing is written: a\n"
                "component in reset cannot be identified. --wake takes such components out of "
                "reset for a moment.\n"
                "Exit status 1 when one is not what the tree says, or has a version that this "
                "program does not support.",
        .example = "  hartrace probe --io openocd:localhost:6666 --dtb T.dtb --wake",
        .looks = true,
        .wake = &wake,
    };
    struct target *t = open_from(&v, argc, argv, &status);
    for (unsigned i = 0; t != NULL && i < t->tree->ncomponents; i++) {
        if (!probe_one(t, i, wake, &asleep)) {
            status = TOOL_DIFFERS;
        }
    }
    if (asleep) {
        tool_note("probe", NULL,
                  "components in reset were not accessed; --wake identifies them too");
    }
    target_close(t);
    return status;
}

/* ---- status ---- */

static enum rvt_status print_encoder(const struct rvt_encoder *e)
{
    struct rvt_encoder_status s = {0};
    enum rvt_status st = rvt_encoder_get_status(e, &s);
    printf("%s%s%s", s.tracing ? ", tracing" : "", s.empty ? ", empty" : "",
           s.stall_or_overflow ? ", has stalled or lost trace" : "");
    if (e->src_bits != 0) {
        printf(", SRC %u of %u bits", e->src_id, e->src_bits);
    }
    return st;
}

/* How full it is, from what can be read without writing: after a wrap, all of the buffer. */
static enum rvt_status print_ramsink(struct rvt_ramsink *r)
{
    struct rvt_ramsink_status s = {0};
    const struct rvt_ramsink_granted *g = &r->granted;
    enum rvt_status st = rvt_ramsink_get_status(r, &s);
    if (st != RVT_OK) {
        return st;
    }
    printf("%s, write pointer 0x%" PRIx64, s.empty ? ", empty" : "", s.wp);
    if (r->c.state != RVT_STATE_CONFIGURED) {
        printf("%s", s.wrapped ? ", has wrapped" : "");
    } else if (s.wp < g->start || s.wp > g->limit) {
        printf(", outside of the buffer");
    } else if (s.wrapped) {
        printf(", has wrapped, the buffer is full");
    } else {
        printf(", %" PRIu64 " byte%s of trace", s.wp - g->start, tool_s(s.wp - g->start));
    }
    if (r->c.state == RVT_STATE_CONFIGURED) {
        printf(", buffer from 0x%" PRIx64 ", limit 0x%" PRIx64, g->start, g->limit);
    }
    return RVT_OK;
}

static enum rvt_status print_status(struct target *t, unsigned i)
{
    struct rvt_component *c = t->part[i].c;
    char name[TOPOLOGY_NAME_MAX];
    uint32_t control = 0;
    enum rvt_status st = RVT_OK;
    printf("%-12s ", topology_name(t->tree, i, name));
    if (c->state == RVT_STATE_UNKNOWN) {
        printf("in reset\n");
        return RVT_OK;
    }
    printf("%s", c->state == RVT_STATE_ENABLED ? "enabled" : "disabled");
    if (c->type == RVT_COMP_ENCODER) {
        st = print_encoder(rvt_fdt_encoder(&t->fdt, i));
    } else if (c->type == RVT_COMP_RAMSINK) {
        st = print_ramsink(rvt_fdt_ramsink(&t->fdt, i));
    } else {
        st = rvt_reg_read(c, TR_CONTROL_OFFSET, &control);
        printf("%s", (control & TR_EMPTY_MASK) != 0 ? ", empty" : "");
    }
    printf("\n");
    return st;
}

int status_main(int argc, char **argv)
{
    bool active;
    int status = TOOL_OK;
    const struct verb v = {
        .name = "status",
        .text = "Show what the trace components of a live target are doing. Nothing is written.",
        .example = "  hartrace status --io openocd:localhost:6666 --dtb T.dtb",
        .looks = true,
    };
    struct target *t = open_from(&v, argc, argv, &status);
    if (t != NULL) {
        status = target_attach(t, &active);
    }
    for (unsigned i = 0; t != NULL && status == TOOL_OK && i < t->tree->ncomponents; i++) {
        enum rvt_status s = print_status(t, i);
        if (s != RVT_OK) {
            status = target_fail(t, t->tree->component[i].path, NULL, s);
        }
    }
    target_close(t);
    return status;
}

/* ---- stop ---- */

int stop_main(int argc, char **argv)
{
    bool active = false;
    int status = TOOL_OK;
    const struct verb v = {
        .name = "stop",
        .text = "Stop the trace of a live target, whoever started it: encoders first, then "
                "funnels, then sinks, waiting\n"
                "until each is empty. Stopping an idle session succeeds.",
        .example = "  hartrace stop --io openocd:localhost:6666 --dtb T.dtb",
    };
    struct target *t = open_from(&v, argc, argv, &status);
    if (t != NULL) {
        status = target_attach(t, &active);
    }
    if (t != NULL && status == TOOL_OK && active) {
        enum rvt_status s = rvt_session_stop(&t->fdt.session);
        if (s != RVT_OK) {
            status = target_fail(t, "the trace does not stop", NULL, s);
        }
    } else if (t != NULL && status == TOOL_OK) {
        tool_note("stop", NULL, "nothing to stop: no encoder is active");
    }
    target_close(t);
    return status;
}
