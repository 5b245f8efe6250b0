/* SPDX-License-Identifier: Apache-2.0 */
/* Verb run: its tree. */
#include "run.h"

int run_tree_open(struct run *r)
{
    const struct tree_options o = {.verb = "run",
                                   .dtb = r->o.dtb,
                                   .harts = r->o.harts,
                                   .sinks = &r->o.sinks,
                                   .sink_size = r->o.sink_size,
                                   .params = &r->o.params};
    int status = tree_open(&r->setup, &o, &r->te);
    r->tree = r->setup.tree;
    r->component = r->setup.component;
    return status;
}

void run_tree_close(struct run *r)
{
    tree_close(&r->setup);
}
