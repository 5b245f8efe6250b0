/* SPDX-License-Identifier: Apache-2.0 */
/* The tree of trace components of a simulated platform, ready-made or from a device tree, and the
 * parameters of its components: for the verbs that simulate. */
#ifndef TOOLS_TREE_H
#define TOOLS_TREE_H

#include "htr/htr_dtb.h"
#include "sim/sim_tree.h"
#include "te.h"

struct tree_options {
    const char *verb; /* for messages */
    const char *dtb;  /* file, or NULL: ready-made */
    const struct htr_dtb
        *read;      /* the tree of that file, read already (it may be a pipe); or NULL */
    uint64_t harts; /* ready-made; 0: not given, 1 */
    const struct htr_list *sinks;  /* ready-made: sram or smem, the last counts */
    uint64_t sink_size;            /* ready-made: bytes */
    const struct htr_list *params; /* the last word; see tree_split_params */
};

/* It points into itself: do not copy it. */
struct tool_tree {
    struct topology *tree;
    struct sim_component_cfg *component; /* one each */
    struct sim_tree ready;
    struct htr_dtb dtb;
};

/* The parameters that htr_settings_parse knows: those without a dot. WHICH.NAME=VALUE is for
 * tree_open: WHICH is a kind of component or the name of one (funnel, funnel-1), NAME one of its
 * parameters. */
void tree_split_params(const struct htr_list *params, struct htr_list *general);

/* Print the parameters of all kinds of components, for --help. */
void tree_print_params(FILE *f);

/* Read or make the tree, and the parameters of its components. Returns 0, or TOOL_CANNOT after a
 * message; tree_close is always allowed on what was zero before. */
int tree_open(struct tool_tree *t, const struct tree_options *o, const struct htr_settings *te);
/* Is there a component of this kind? */
bool tree_has(const struct tool_tree *t, enum topology_kind kind);
void tree_close(struct tool_tree *t);

#endif
