/* SPDX-License-Identifier: Apache-2.0 */
/* A live target: its tree, the way to its registers, the drivers. */
#include "target.h"
#include "host.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "output.h"

enum {
    POLL_LIMIT = 1000, /* about a third of a second over OpenOCD */
    POLL_LIMIT_MAPPED = 100000,
    HOST_MAX = 255,
};

int target_fail(const struct target *t, const char *what, const struct topology_problem *at,
                enum rvt_status status)
{
    const char *path = at != NULL ? at->path : "";
    const char *text = at != NULL && at->text[0] != '\0' ? at->text : rvt_strerror(status);
    const char *more = "";
    if (status == RVT_ERR_IO || status == RVT_ERR_BUS) {
        more = rvt_io_openocd_message(&t->openocd);
    }
    return tool_fail(t->verb, NULL, "%s: %s%s%s%s%s%s", what, path, path[0] != '\0' ? ": " : "",
                     text, more[0] != '\0' ? " (" : "", more, more[0] != '\0' ? ")" : "");
}

/* ---- OpenOCD ---- */

/* HOST:PORT or HOST:PORT:TARGET. */
static int split_openocd(const struct target *t, const char *spec, char host[HOST_MAX + 1],
                         char port[8], const char **name)
{
    const char *colon = strchr(spec, ':');
    const char *second = colon != NULL ? strchr(colon + 1, ':') : NULL;
    size_t nhost = colon != NULL ? (size_t)(colon - spec) : 0;
    size_t nport = colon == NULL    ? 0
                   : second == NULL ? strlen(colon + 1)
                                    : (size_t)(second - colon - 1);
    uint64_t number = 0;
    if (nhost == 0 || nhost > HOST_MAX || nport == 0 || nport > 5) {
        return tool_fail(t->verb, NULL,
                         "--io openocd:%s: not HOST:PORT; for example openocd:localhost:6666",
                         spec);
    }
    memcpy(host, spec, nhost);
    host[nhost] = '\0';
    memcpy(port, colon + 1, nport);
    port[nport] = '\0';
    if (!htr_number(port, &number) || number == 0 || number > 65535) {
        return tool_fail(t->verb, NULL, "--io openocd:%s: %s is not a port", spec, port);
    }
    *name = second != NULL ? second + 1 : NULL;
    return 0;
}

static bool eval(struct target *t, const char *script)
{
    return rvt_io_openocd_eval(&t->openocd, script, NULL) == RVT_OK;
}

/* Memory must be reached while harts run. Can the first component be read? */
static int check_access(struct target *t, const struct target_options *o)
{
    uint32_t control;
    const uint64_t base = t->tree->component[0].block.base;
    if (rvt_io_read32(&t->io, base, &control) == RVT_OK) {
        return 0;
    }
    if (o->abstract) {
        const char *state = "";
        if (rvt_io_openocd_eval(&t->openocd, "[target current] curstate", &state) == RVT_OK &&
            strcmp(state, "halted") != 0) {
            t->halted = eval(t, "halt");
        }
        (void)eval(t, "riscv set_mem_access progbuf abstract sysbus");
        if (rvt_io_read32(&t->io, base, &control) == RVT_OK) {
            return 0;
        }
    }
    return tool_fail(t->verb, NULL,
                     "0x%llx cannot be read through OpenOCD: %s. OpenOCD's log says whether the "
                     "target has no System Bus Access (%s) or its bus answered with an error",
                     (unsigned long long)base, rvt_io_openocd_message(&t->openocd),
                     o->abstract ? "and halting the hart did not help"
                                 : "then --halt-for-access halts the hart instead");
}

/* By commands to the debug module: all, or what is quicker so. */
static int set_access(struct target *t, const struct target_options *o)
{
    if (o->slow_bus) {
        enum rvt_status s = rvt_io_openocd_set_access(&t->openocd, RVT_IO_OPENOCD_SBA);
        if (s != RVT_OK) {
            return tool_fail(
                t->verb, NULL, "--slow-bus: the target has no System Bus Access of 32 bits%s%s",
                s == RVT_ERR_UNSUPPORTED ? "" : ", or: ", rvt_io_openocd_message(&t->openocd));
        }
        return check_access(t, o);
    }
    int status = check_access(t, o);
    if (status == 0 && !t->halted) {
        (void)!rvt_io_openocd_set_access(&t->openocd, RVT_IO_OPENOCD_STREAM);
    }
    return status;
}

static int open_openocd(struct target *t, const struct target_options *o, const char *spec)
{
    char host[HOST_MAX + 1], port[8];
    const char *name = NULL;
    if (split_openocd(t, spec, host, port, &name) != 0) {
        return TOOL_CANNOT;
    }
    enum rvt_status s = rvt_io_openocd_open(&t->io, &t->openocd, host, port, name, POLL_LIMIT);
    if (s == RVT_ERR_ARG) {
        return tool_fail(t->verb, NULL, "--io openocd:%s: %s is not the name of a target", spec,
                         name);
    }
    if (s != RVT_OK) {
        return tool_fail(t->verb, NULL, "%s", rvt_io_openocd_message(&t->openocd));
    }
    (void)eval(t,
               "riscv set_mem_access sysbus progbuf abstract"); /* another debug spec: as it is */
    const int status = set_access(t, o);
    if (status == 0 && !t->halted) {
        (void)!rvt_io_openocd_hold_polling(&t->openocd); /* without it, slower */
    }
    return status;
}

/* ---- mapped memory ---- */

static int open_mapped(struct target *t, const char *path)
{
    size_t n = 0;
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const bool output = fd >= 0 && !output_allows_input(fd);
    if (fd >= 0) {
        (void)close(fd);
    }
    if (output) {
        return tool_fail(t->verb, path, "%s", OUTPUT_IS_INPUT);
    }
    for (unsigned i = 0; i < t->tree->ncomponents; i++) {
        const struct topology_component *c = &t->tree->component[i];
        t->windows[n++] =
            (struct rvt_io_mapped_window){.base = c->block.base, .size = c->block.size};
        if (c->extra.smem.size >= 4) {
            t->windows[n++] = (struct rvt_io_mapped_window){
                .base = c->extra.smem.base, .size = c->extra.smem.size, .read_only = true};
        }
    }
    if (rvt_io_mapped_open(&t->io, &t->mapped, path, t->windows, n, POLL_LIMIT_MAPPED) != RVT_OK) {
        return tool_fail(t->verb, NULL,
                         "--io mmio:%s: %s; /dev/mem needs root, and a kernel that allows mapping "
                         "it (CONFIG_STRICT_DEVMEM)",
                         path, rvt_io_mapped_message(&t->mapped));
    }
    return 0;
}

/* ---- a simulated platform, without a program ---- */

/* That of the first hart that the tree tells; 64. */
static uint8_t xlen_of(const struct topology *t)
{
    for (unsigned i = 0; i < t->ncomponents; i++) {
        if (t->component[i].hart.present && t->component[i].hart.xlen != 0) {
            return t->component[i].hart.xlen;
        }
    }
    return 64;
}

static int open_sim(struct target *t, const struct target_options *o)
{
    static const struct htr_list none;
    const struct tree_options tree = {
        .verb = t->verb, .dtb = o->dtb, .read = &t->dtb, .sinks = &none, .params = &none};
    struct htr_settings te;
    struct sim_platform_cfg cfg;
    struct sim_message why;
    if (htr_settings_parse(&te, tool_host(t->verb), NULL, &none, &none) != 0 ||
        tree_open(&t->sim_tree, &tree, &te) != 0) {
        return TOOL_CANNOT;
    }
    sim_platform_cfg_init(&cfg);
    cfg.hart.xlen = xlen_of(t->tree);
    cfg.tree = t->sim_tree.tree;
    cfg.component = t->sim_tree.component;
    if (sim_platform_create(&cfg, &t->platform, &why) != SIM_PLATFORM_OK) {
        return tool_fail(t->verb, o->dtb, "%s", why.text);
    }
    io_sim_init(&t->sim, t->platform, NULL);
    t->io = t->sim.io;
    return 0;
}

/* ---- open ---- */

static int open_io(struct target *t, const struct target_options *o)
{
    if (strncmp(o->io, "openocd:", 8) == 0) {
        return open_openocd(t, o, o->io + 8);
    }
    if (strncmp(o->io, "mmio:", 5) == 0 && o->io[5] != '\0') {
        return open_mapped(t, o->io + 5);
    }
    if (strcmp(o->io, "sim") == 0) {
        return open_sim(t, o);
    }
    return tool_fail(t->verb, NULL, "--io %s: unknown; it is %s", o->io, TARGET_IO_HELP);
}

static int open_all(struct target *t, const struct target_options *o)
{
    const struct rvt_fdt_room room = {
        t->part, t->node, t->use, t->link, TOPOLOGY_MAX_COMPONENTS, TOPOLOGY_MAX_LINKS};
    if (o->io == NULL || o->dtb == NULL) {
        return tool_fail(t->verb, NULL,
                         "%s (or %s in the environment); for example --io openocd:localhost:6666 "
                         "--dtb T.dtb",
                         o->io == NULL ? "--io is needed" : "--dtb is needed",
                         o->io == NULL ? "HARTRACE_IO" : "HARTRACE_DTB");
    }
    if (htr_dtb_open(&t->dtb, tool_host(t->verb), o->dtb) != 0) {
        return TOOL_CANNOT;
    }
    t->tree = &t->dtb.tree;
    if ((o->before != NULL && o->before(o->ctx, t->tree) != 0) || open_io(t, o) != 0) {
        return TOOL_CANNOT;
    }
    if (o->looking) {
        t->way = t->io;
        rvt_io_readonly_init(&t->io, &t->readonly, &t->way);
    }
    enum rvt_status s = rvt_fdt_open(&t->fdt, t->tree, &t->io, &room);
    return s == RVT_OK ? 0 : target_fail(t, "the tree cannot be used", NULL, s);
}

/* An option that was not given, from the environment; an empty variable is none. */
static const char *or_environment(const char *option, const char *name)
{
    const char *value = option != NULL ? option : getenv(name);
    return value != NULL && value[0] != '\0' ? value : NULL;
}

struct target *target_open(const char *verb, const struct target_options *given)
{
    struct target *t = calloc(1, sizeof *t);
    struct target_options o = *given;
    o.io = or_environment(o.io, "HARTRACE_IO");
    o.dtb = or_environment(o.dtb, "HARTRACE_DTB");
    if (t == NULL) {
        (void)tool_fail(verb, NULL, "not enough memory");
        return NULL;
    }
    t->verb = verb;
    t->openocd.fd = -1;
    if (open_all(t, &o) != 0) {
        target_close(t);
        return NULL;
    }
    return t;
}

void target_close(struct target *t)
{
    if (t == NULL) {
        return;
    }
    if (t->halted) {
        (void)eval(t, "resume");
    }
    rvt_io_openocd_close(&t->openocd);
    rvt_io_mapped_close(&t->mapped);
    sim_platform_destroy(t->platform);
    tree_close(&t->sim_tree);
    htr_dtb_close(&t->dtb);
    free(t);
}

int target_attach(struct target *t, bool *active)
{
    struct topology_problem why = {.path = ""};
    enum rvt_status s = rvt_fdt_attach(&t->fdt, &why);
    *active = s == RVT_OK;
    return s == RVT_OK || s == RVT_ERR_STATE
               ? 0
               : target_fail(t, "the trace components cannot be read", &why, s);
}
