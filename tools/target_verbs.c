/* SPDX-License-Identifier: Apache-2.0 */
/* Verbs probe, status, stop: what is on a live target, what it does, and its end. */
#include <inttypes.h>
#include <string.h>

#include "common_regs.h"
#include "hartrace/rvt_field.h"
#include "target.h"

/* Options that every verb here has; no operands. Returns an open target or NULL, then *status is
 * what the verb returns. */
static struct target *open_from(const char *verb, const char *text, const char *example, int argc,
                                char **argv, int *status)
{
    struct target_options o = {.io = NULL};
    const struct tool_option options[] = {TARGET_OPTIONS(o)};
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "--io HOW --dtb FILE",
        .text = text,
        .example = example,
        .options = options,
        .noptions = sizeof options / sizeof options[0],
    };
    const char *none[1];
    int n = tool_parse(&usage, argc, argv, none, 1);
    if (n < 0) {
        *status = n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
        return NULL;
    }
    *status = n == 0 ? TOOL_OK : tool_fail(verb, none[0], "no operand is wanted here");
    struct target *t = n == 0 ? target_open(verb, &o) : NULL;
    if (t == NULL) {
        *status = TOOL_CANNOT;
    }
    return t;
}

/* ---- probe ---- */

/* Identify one component and leave it as it was: one in reset goes back there. */
static enum rvt_status identify(struct rvt_component *c, bool *active)
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
    s = rvt_component_reset(c);
    enum rvt_status back = rvt_reg_write(c, TR_CONTROL_OFFSET, 0);
    return s != RVT_OK ? s : back;
}

/* A row. Returns false when it is not what the tree says, or cannot be used. */
static bool probe_one(struct target *t, unsigned i)
{
    struct rvt_component *c = t->part[i].c;
    const enum topology_kind kind = t->tree->component[i].kind;
    struct rvt_component_info info;
    char name[TOPOLOGY_NAME_MAX];
    bool active = false;
    enum rvt_status s = identify(c, &active);
    rvt_component_info(c, &info);
    bool open = kind == TOPOLOGY_SINK || kind == TOPOLOGY_UNKNOWN;
    if (s == RVT_ERR_TYPE && open) {
        s = RVT_OK;
    }
    printf("%-12s 0x%08" PRIx64 "  ", topology_name(t->tree, i, name), info.base);
    if (info.impl == 0) {
        printf("%s", s == RVT_OK || s == RVT_ERR_VERSION ? "Impl reads 0: no trace component"
                                                         : rvt_strerror(s));
    } else {
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
    printf("  %s\n", t->tree->component[i].path);
    return s == RVT_OK && info.impl != 0;
}

int probe_main(int argc, char **argv)
{
    int status = TOOL_OK;
    struct target *t =
        open_from("probe",
                  "Say which trace components are there, with type and version, and what they do. "
                  "Nothing that runs is\ntouched; a component in reset is woken for a moment.\n"
                  "Exit status 1 when one is not what the tree says, or of a version that this "
                  "program cannot handle.",
                  "  hartrace probe --io openocd:localhost:6666 --dtb T.dtb", argc, argv, &status);
    for (unsigned i = 0; t != NULL && i < t->tree->ncomponents; i++) {
        if (!probe_one(t, i)) {
            status = TOOL_DIFFERS;
        }
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

static enum rvt_status print_ramsink(struct rvt_ramsink *r)
{
    struct rvt_ramsink_status s = {0};
    enum rvt_status st = rvt_ramsink_get_status(r, &s);
    uint64_t size = 0;
    printf("%s, write pointer 0x%" PRIx64 "%s", s.empty ? ", empty" : "", s.wp,
           s.wrapped ? ", has wrapped" : "");
    if (st == RVT_OK && r->c.state == RVT_STATE_CONFIGURED &&
        rvt_ramsink_size(r, &size) == RVT_OK) {
        printf(", %" PRIu64 " bytes of trace at 0x%" PRIx64 "..0x%" PRIx64, size, r->granted.start,
               r->granted.start + r->granted.size - 1);
    }
    return st;
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
    struct target *t =
        open_from("status",
                  "Say what the trace components of a live target are doing. "
                  "Nothing that runs is written to.",
                  "  hartrace status --io openocd:localhost:6666 --dtb T.dtb", argc, argv, &status);
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
    struct target *t = open_from(
        "stop",
        "Stop the trace of a live target, whoever has started it: encoders first, then funnels, "
        "then sinks, each\nwaited for until it is empty. Stopped already: nothing happens.",
        "  hartrace stop --io openocd:localhost:6666 --dtb T.dtb", argc, argv, &status);
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
