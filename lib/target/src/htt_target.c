/* SPDX-License-Identifier: Apache-2.0 */
/* A live target: the drivers of its components. */
#include "htt/htt_target.h"

#include <string.h>

#include "htt_int.h"

int htt_target_fail(const struct htt_target *t, const char *what, const struct topology_problem *at,
                    enum rvt_status s)
{
    const bool access = s == RVT_ERR_IO || s == RVT_ERR_BUS;
    return htt_fail_more(t->host, what, at, s, access ? htt_io_message(&t->way) : "");
}

int htt_open(struct htt_target *t, struct htr_host *host, struct topology *tree,
             const struct htt_options *o)
{
    const struct rvt_fdt_room room = {
        t->part, t->node, t->use, t->link, TOPOLOGY_MAX_COMPONENTS, TOPOLOGY_MAX_LINKS};
    int status = HTR_OK;
    memset(t, 0, sizeof *t);
    t->host = host;
    t->tree = tree;
    t->port = o->port;
    if (o->port == NULL) {
        status = htt_io_open(&t->way, host, tree, &o->way);
        t->port = &t->way.io;
    }
    if (status != HTR_OK) {
        htt_close(t);
        return status;
    }
    t->io = *t->port;
    if (o->read_only) {
        rvt_io_readonly_init(&t->io, &t->readonly, t->port);
    }
    const enum rvt_status s = rvt_fdt_open(&t->fdt, tree, &t->io, &room);
    if (s != RVT_OK) {
        status = htt_target_fail(t, "the tree cannot be used", NULL, s);
        htt_close(t);
    }
    return status;
}

void htt_close(struct htt_target *t)
{
    htt_io_close(&t->way);
}

int htt_attach(struct htt_target *t, bool *active)
{
    struct topology_problem why = {.path = ""};
    const enum rvt_status s = rvt_fdt_attach(&t->fdt, &why);
    *active = s == RVT_OK;
    return s == RVT_OK || s == RVT_ERR_STATE
               ? HTR_OK
               : htt_target_fail(t, "the trace components cannot be read", &why, s);
}

bool htt_running(const struct htt_target *t)
{
    return t->fdt.session.running;
}

int htt_stop(struct htt_target *t)
{
    const enum rvt_status s = rvt_session_stop(&t->fdt.session);
    return s == RVT_OK ? HTR_OK : htt_target_fail(t, "the trace does not stop", NULL, s);
}

bool htt_is_named(const struct htt_target *t, unsigned i, const char *const *names, size_t n)
{
    char name[TOPOLOGY_NAME_MAX];
    for (size_t k = 0; k < n; k++) {
        if (strcmp(topology_name(t->tree, i, name), names[k]) == 0) {
            return true;
        }
    }
    return n == 0;
}

int htt_check_names(const struct htt_target *t, const char *const *names, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        bool found = false;
        for (unsigned i = 0; i < t->tree->ncomponents; i++) {
            found = found || htt_is_named(t, i, &names[k], 1);
        }
        if (!found) {
            return htr_fail(t->host, HTR_ERR_MISSING, NULL,
                            "no component %s in the tree; hartrace probe lists them", names[k]);
        }
    }
    return HTR_OK;
}

const char *htt_read_register(void *fdt, unsigned component, uint32_t offset, uint32_t *value)
{
    const struct rvt_fdt *f = fdt;
    const enum rvt_status s = rvt_reg_read(f->room.parts[component].c, offset, value);
    return s == RVT_OK ? NULL : rvt_strerror(s);
}
