/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who sends where, as the command line says it with --sink: for the verbs that program a tree, of a
 * simulation (run) or of a live target (start).
 */
#ifndef TOOLS_SINKS_H
#define TOOLS_SINKS_H

#include <stdbool.h>

#include "hartrace/rvt_fdt.h"
#include "te.h"
#include "tool.h"

/*
 * Lead encoders to the sinks named, in their order; without a name, as rvt_fdt_use_all. A name is
 * that of a component (ramsink-0), or a kind (pib, atb, sram, smem), which stands for the first of
 * it; it leads every encoder there that has no way yet and can go there. HART=NAME leads the
 * encoder of one hart, by its position in the tree. *f is identified. Returns 0, or TOOL_CANNOT
 * after a message.
 */
int sinks_use(const char *verb, struct rvt_fdt *f, const struct htr_list *names);

/* The encoders are configured: can those that send to one sink be told apart by SRC? Returns 0, or
 * TOOL_CANNOT after a message with the paths of two that cannot. */
int sinks_tell_apart(const char *verb, const struct rvt_fdt *f);

/*
 * Shall there be timestamps? Where the tree tells of every encoder in use where its times come
 * from, and options do not choose a mode of their own: with several encoders, to merge them by, or
 * when trTsEnable=1 asks for them.
 */
bool sinks_timestamps(const struct rvt_fdt *f, const struct htr_settings *options);

#endif
