/* SPDX-License-Identifier: Apache-2.0 */
/* Verbs probe, status, stop: what is on a live target, what it does, and its end. */
#include <inttypes.h>
#include <string.h>

#include "common_regs.h"
#include "hartrace/rvt_field.h"
#include "htr/htr_json.h"
#include "target.h"

/* A verb of this file. */
struct verb {
    const char *name, *text, *example;
    bool looks; /* it writes nothing, unless *wake */
    bool *wake; /* --wake, or NULL: the verb has no such option */
    bool *json; /* --format, the same; at most one of the two */
};

/* The options of such a verb; no operands. Returns an open target or NULL, then *status is what the
 * verb returns. */
static struct target *open_from(const struct verb *v, int argc, char **argv, int *status)
{
    struct target_options o = {.io = NULL};
    const char *format = NULL;
    const struct tool_option wake = {
        .name = "wake",
        .help = "take components out of reset for a moment, to identify them",
        .flag = v->wake};
    const struct tool_option json = FORMAT_OPTION(&format);
    const struct tool_option options[] = {TARGET_OPTIONS(o), v->wake != NULL ? wake : json};
    const struct tool_usage usage = {
        .verb = v->name,
        .synopsis = v->wake != NULL   ? "--io HOW --dtb FILE [--wake]"
                    : v->json != NULL ? "--io HOW --dtb FILE [--format json]"
                                      : "--io HOW --dtb FILE",
        .text = v->text,
        .example = v->example,
        .options = options,
        .noptions = sizeof options / sizeof options[0] - (v->wake == NULL && v->json == NULL),
    };
    const char *none[1];
    int n = tool_parse(&usage, argc, argv, none, 1);
    if (n < 0) {
        *status = n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
        return NULL;
    }
    o.looking = v->looks && (v->wake == NULL || !*v->wake);
    *status = n == 0 ? TOOL_OK : tool_fail(v->name, none[0], "this verb takes no operand");
    if (n == 0 && v->json != NULL) {
        *status = tool_format(v->name, format, v->json);
    }
    struct target *t = *status == TOOL_OK ? target_open(v->name, &o) : NULL;
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

/* What one component does. */
struct found {
    enum rvt_comp_type type;
    enum rvt_state state;
    bool empty;
    struct rvt_encoder_status encoder;
    uint8_t src_bits; /* encoder; 0: no SRC */
    uint16_t src_id;
    struct rvt_ramsink_status ramsink;
    struct rvt_ramsink_granted buffer; /* RAM sink, when known_buffer */
    bool known_buffer;
};

static bool outside(const struct found *f)
{
    return f->ramsink.wp < f->buffer.start || f->ramsink.wp > f->buffer.limit;
}

static enum rvt_status look_at(struct target *t, unsigned i, struct found *f)
{
    const struct rvt_component *c = t->part[i].c;
    enum rvt_status st = RVT_OK;
    *f = (struct found){.type = c->type, .state = c->state};
    if (c->state == RVT_STATE_UNKNOWN) {
        return RVT_OK;
    }
    if (c->type == RVT_COMP_ENCODER) {
        const struct rvt_encoder *e = rvt_fdt_encoder(&t->fdt, i);
        st = rvt_encoder_get_status(e, &f->encoder);
        f->empty = f->encoder.empty;
        f->src_bits = e->src_bits;
        f->src_id = e->src_id;
    } else if (c->type == RVT_COMP_RAMSINK) {
        struct rvt_ramsink *r = rvt_fdt_ramsink(&t->fdt, i);
        st = rvt_ramsink_get_status(r, &f->ramsink);
        f->empty = f->ramsink.empty;
        f->known_buffer = c->state == RVT_STATE_CONFIGURED;
        f->buffer = r->granted;
    } else {
        uint32_t control = 0;
        st = rvt_reg_read(c, TR_CONTROL_OFFSET, &control);
        f->empty = (control & TR_EMPTY_MASK) != 0;
    }
    return st;
}

/* How full it is, from what can be read without writing: after a wrap, all of the buffer. */
static void print_ramsink(const struct found *f)
{
    printf(", write pointer 0x%" PRIx64, f->ramsink.wp);
    if (!f->known_buffer) {
        printf("%s", f->ramsink.wrapped ? ", has wrapped" : "");
        return;
    }
    if (outside(f)) {
        printf(", outside of the buffer");
    } else if (f->ramsink.wrapped) {
        printf(", has wrapped, the buffer is full");
    } else {
        const uint64_t n = f->ramsink.wp - f->buffer.start;
        printf(", %" PRIu64 " byte%s of trace", n, htr_s(n));
    }
    printf(", buffer from 0x%" PRIx64 ", limit 0x%" PRIx64, f->buffer.start, f->buffer.limit);
}

static const char *state_name(const struct found *f)
{
    return f->state == RVT_STATE_UNKNOWN   ? "in reset"
           : f->state == RVT_STATE_ENABLED ? "enabled"
                                           : "disabled";
}

static void print_status(const struct target *t, unsigned i, const struct found *f)
{
    char name[TOPOLOGY_NAME_MAX];
    printf("%-12s %s", topology_name(t->tree, i, name), state_name(f));
    if (f->state != RVT_STATE_UNKNOWN) {
        printf("%s%s%s", f->encoder.tracing ? ", tracing" : "", f->empty ? ", empty" : "",
               f->encoder.stall_or_overflow ? ", has stalled or lost trace" : "");
        if (f->src_bits != 0) {
            printf(", SRC %u of %u bits", f->src_id, f->src_bits);
        }
        if (f->type == RVT_COMP_RAMSINK) {
            print_ramsink(f);
        }
    }
    printf("\n");
}

static void put_bool(struct htr_json *j, const char *name, bool known, bool value)
{
    if (known) {
        htr_json_bool(j, name, value);
    } else {
        htr_json_null(j, name);
    }
}

static void put_encoder(struct htr_json *j, const struct found *f, bool awake)
{
    put_bool(j, "tracing", awake, f->encoder.tracing);
    put_bool(j, "stalled_or_lost", awake, f->encoder.stall_or_overflow);
    if (f->src_bits != 0) {
        htr_json_object(j, "src");
        htr_json_number(j, "id", f->src_id);
        htr_json_number(j, "bits", f->src_bits);
        htr_json_end(j);
    } else {
        htr_json_null(j, "src");
    }
}

static void put_ramsink(struct htr_json *j, const struct found *f, bool awake)
{
    if (awake) {
        htr_json_address(j, "write_pointer", f->ramsink.wp);
    } else {
        htr_json_null(j, "write_pointer");
    }
    put_bool(j, "wrapped", awake, f->ramsink.wrapped);
    if (f->known_buffer && !outside(f) && !f->ramsink.wrapped) {
        htr_json_number(j, "trace_bytes", f->ramsink.wp - f->buffer.start);
    } else {
        htr_json_null(j, "trace_bytes");
    }
    if (f->known_buffer) {
        htr_json_object(j, "buffer");
        htr_json_address(j, "start", f->buffer.start);
        htr_json_address(j, "limit", f->buffer.limit);
        htr_json_bool(j, "pointer_outside", outside(f));
        htr_json_end(j);
    } else {
        htr_json_null(j, "buffer");
    }
}

static void put_status(struct htr_json *j, const struct target *t, unsigned i,
                       const struct found *f)
{
    const bool awake = f->state != RVT_STATE_UNKNOWN;
    char name[TOPOLOGY_NAME_MAX];
    htr_json_object(j, NULL);
    htr_json_text(j, "name", topology_name(t->tree, i, name));
    htr_json_text(j, "kind", topology_kind_name(t->tree->component[i].kind));
    htr_json_address(j, "base", t->tree->component[i].block.base);
    htr_json_text(j, "path", t->tree->component[i].path);
    htr_json_text(j, "state", state_name(f));
    put_bool(j, "empty", awake, f->empty);
    if (f->type == RVT_COMP_ENCODER) {
        put_encoder(j, f, awake);
    } else if (f->type == RVT_COMP_RAMSINK) {
        put_ramsink(j, f, awake);
    }
    htr_json_end(j);
}

static int put_json(const struct target *t, const struct found *f)
{
    struct htr_json j;
    htr_json_begin(&j, stdout);
    htr_json_object(&j, NULL);
    htr_json_text(&j, "schema", "hartrace-status-1");
    htr_json_array(&j, "components");
    for (unsigned i = 0; i < t->tree->ncomponents; i++) {
        put_status(&j, t, i, &f[i]);
    }
    htr_json_end(&j);
    htr_json_end(&j);
    return tool_json_done(&j, "status", TOOL_OK);
}

int status_main(int argc, char **argv)
{
    struct found found[TOPOLOGY_MAX_COMPONENTS] = {0};
    bool active, json = false;
    int status = TOOL_OK;
    const struct verb v = {
        .name = "status",
        .text = "Show what the trace components of a live target are doing. Nothing is written.",
        .example = "  hartrace status --io openocd:localhost:6666 --dtb T.dtb",
        .looks = true,
        .json = &json,
    };
    struct target *t = open_from(&v, argc, argv, &status);
    if (t != NULL) {
        status = target_attach(t, &active);
    }
    for (unsigned i = 0; t != NULL && status == TOOL_OK && i < t->tree->ncomponents; i++) {
        enum rvt_status s = look_at(t, i, &found[i]);
        if (s != RVT_OK) {
            status = target_fail(t, t->tree->component[i].path, NULL, s);
        } else if (!json) {
            print_status(t, i, &found[i]);
        }
    }
    if (t != NULL && status == TOOL_OK && json) {
        status = put_json(t, found);
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
