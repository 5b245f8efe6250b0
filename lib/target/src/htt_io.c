/* SPDX-License-Identifier: Apache-2.0 */
/* The way to a live target. */
#include "htt/htt_io.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "htr/htr_text.h"

enum {
    POLL_LIMIT = 1000, /* about a third of a second over OpenOCD */
    POLL_LIMIT_MAPPED = 100000,
    NODE_MAX = 255, /* bytes of a host's name */
};

/* ---- OpenOCD ---- */

/* Where OpenOCD is, out of HOST:PORT or HOST:PORT:TARGET. */
struct place {
    char node[NODE_MAX + 1], port[8];
    const char *target; /* NULL: OpenOCD's current one */
};

static int split(struct place *p, struct htr_host *host, const char *spec)
{
    const char *colon = strchr(spec, ':');
    const char *second = colon != NULL ? strchr(colon + 1, ':') : NULL;
    size_t nnode = colon != NULL ? (size_t)(colon - spec) : 0;
    size_t nport = colon == NULL    ? 0
                   : second == NULL ? strlen(colon + 1)
                                    : (size_t)(second - colon - 1);
    uint64_t number = 0;
    if (nnode == 0 || nnode > NODE_MAX || nport == 0 || nport > 5) {
        return htr_fail(host, HTR_ERR_ARG, NULL,
                        "--io openocd:%s: not HOST:PORT; for example openocd:localhost:6666", spec);
    }
    memcpy(p->node, spec, nnode);
    p->node[nnode] = '\0';
    memcpy(p->port, colon + 1, nport);
    p->port[nport] = '\0';
    if (!htr_number(p->port, &number) || number == 0 || number > 65535) {
        return htr_fail(host, HTR_ERR_ARG, NULL, "--io openocd:%s: %s is not a port", spec,
                        p->port);
    }
    p->target = second != NULL ? second + 1 : NULL;
    return HTR_OK;
}

static bool eval(struct htt_io *w, const char *script)
{
    return rvt_io_openocd_eval(&w->openocd, script, NULL) == RVT_OK;
}

/* Memory must be reached while harts run. Can the first component be read? */
static int check_access(struct htt_io *w, struct htr_host *host, const struct topology *tree,
                        bool halt)
{
    uint32_t control;
    const uint64_t base = tree->component[0].block.base;
    if (rvt_io_read32(&w->io, base, &control) == RVT_OK) {
        return HTR_OK;
    }
    if (halt) {
        const char *state = "";
        if (rvt_io_openocd_eval(&w->openocd, "[target current] curstate", &state) == RVT_OK &&
            strcmp(state, "halted") != 0) {
            w->halted = eval(w, "halt");
        }
        (void)eval(w, "riscv set_mem_access progbuf abstract sysbus");
        if (rvt_io_read32(&w->io, base, &control) == RVT_OK) {
            return HTR_OK;
        }
    }
    return htr_fail(host, HTR_ERR_TARGET, NULL,
                    "0x%llx cannot be read through OpenOCD: %s. OpenOCD's log says whether the "
                    "target has no System Bus Access (%s) or its bus answered with an error",
                    (unsigned long long)base, rvt_io_openocd_message(&w->openocd),
                    halt ? "and halting the hart did not help"
                         : "then --halt-for-access halts the hart instead");
}

/* By commands to the debug module: all accesses, or those that are faster that way. */
static int set_access(struct htt_io *w, struct htr_host *host, const struct topology *tree,
                      const struct htt_io_options *o)
{
    if (o->slow_bus) {
        enum rvt_status s = rvt_io_openocd_set_access(&w->openocd, RVT_IO_OPENOCD_SBA);
        if (s != RVT_OK) {
            return htr_fail(
                host, HTR_ERR_TARGET, NULL,
                "--slow-bus: the target has no System Bus Access of 32 bits%s%s",
                s == RVT_ERR_UNSUPPORTED ? "" : ", or: ", rvt_io_openocd_message(&w->openocd));
        }
        return check_access(w, host, tree, o->halt_for_access);
    }
    int status = check_access(w, host, tree, o->halt_for_access);
    if (status == HTR_OK && !w->halted) {
        (void)!rvt_io_openocd_set_access(&w->openocd, RVT_IO_OPENOCD_STREAM);
    }
    return status;
}

static int open_openocd(struct htt_io *w, struct htr_host *host, const struct topology *tree,
                        const struct htt_io_options *o, const char *spec)
{
    struct place p;
    int status = split(&p, host, spec);
    if (status != HTR_OK) {
        return status;
    }
    enum rvt_status s =
        rvt_io_openocd_open(&w->io, &w->openocd, p.node, p.port, p.target, POLL_LIMIT);
    w->kind = HTT_IO_OPENOCD;
    if (s == RVT_ERR_ARG) {
        return htr_fail(host, HTR_ERR_ARG, NULL, "--io openocd:%s: %s is not the name of a target",
                        spec, p.target);
    }
    if (s != RVT_OK) {
        return htr_fail(host, HTR_ERR_OPEN, NULL, "%s", rvt_io_openocd_message(&w->openocd));
    }
    /* Another debug specification: left as it is. */
    (void)eval(w, "riscv set_mem_access sysbus progbuf abstract");
    status = set_access(w, host, tree, o);
    if (status == HTR_OK && !w->halted) {
        (void)!rvt_io_openocd_hold_polling(&w->openocd); /* without it, slower */
    }
    return status;
}

/* ---- mapped memory ---- */

/* Why the host refuses this file, or NULL. */
static const char *refused(struct htr_host *host, const char *path)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const char *why = NULL;
    if (fd >= 0) {
        why = host->refuses != NULL ? host->refuses(host->ctx, fd) : NULL;
        (void)close(fd);
    }
    return why;
}

static int open_mapped(struct htt_io *w, struct htr_host *host, const struct topology *tree,
                       const char *path)
{
    const char *why = refused(host, path);
    size_t n = 0;
    if (why != NULL) {
        return htr_fail(host, HTR_ERR_CONFLICT, path, "%s", why);
    }
    for (unsigned i = 0; i < tree->ncomponents; i++) {
        const struct topology_component *c = &tree->component[i];
        w->windows[n++] =
            (struct rvt_io_mapped_window){.base = c->block.base, .size = c->block.size};
        if (c->extra.smem.size >= 4) {
            w->windows[n++] = (struct rvt_io_mapped_window){
                .base = c->extra.smem.base, .size = c->extra.smem.size, .read_only = true};
        }
    }
    w->kind = HTT_IO_MAPPED;
    if (rvt_io_mapped_open(&w->io, &w->mapped, path, w->windows, n, POLL_LIMIT_MAPPED) != RVT_OK) {
        return htr_fail(host, HTR_ERR_OPEN, NULL,
                        "--io mmio:%s: %s; /dev/mem needs root, and a kernel that allows mapping "
                        "it (CONFIG_STRICT_DEVMEM)",
                        path, rvt_io_mapped_message(&w->mapped));
    }
    return HTR_OK;
}

/* ---- open ---- */

static const char openocd[] = "openocd:", mmio[] = "mmio:";

static const char *after(const char *io, const char *prefix)
{
    const size_t n = strlen(prefix);
    return strncmp(io, prefix, n) == 0 ? io + n : NULL;
}

bool htt_io_known(const char *io)
{
    const char *path = after(io, mmio);
    return after(io, openocd) != NULL || (path != NULL && path[0] != '\0');
}

int htt_io_open(struct htt_io *way, struct htr_host *host, const struct topology *tree,
                const struct htt_io_options *o)
{
    way->kind = HTT_IO_NONE;
    way->halted = false;
    if (o->io == NULL || !htt_io_known(o->io)) {
        return htr_fail(host, HTR_ERR_ARG, NULL,
                        "--io %s: unknown; it is openocd:HOST:PORT[:TARGET], or mmio:FILE",
                        o->io != NULL ? o->io : "");
    }
    const char *spec = after(o->io, openocd);
    return spec != NULL ? open_openocd(way, host, tree, o, spec)
                        : open_mapped(way, host, tree, after(o->io, mmio));
}

void htt_io_close(struct htt_io *way)
{
    if (way->kind == HTT_IO_OPENOCD) {
        if (way->halted) {
            (void)eval(way, "resume");
        }
        rvt_io_openocd_close(&way->openocd);
    } else if (way->kind == HTT_IO_MAPPED) {
        rvt_io_mapped_close(&way->mapped);
    }
    way->kind = HTT_IO_NONE;
    way->halted = false;
}

const char *htt_io_message(const struct htt_io *way)
{
    return way->kind == HTT_IO_OPENOCD ? rvt_io_openocd_message(&way->openocd) : "";
}
