/* SPDX-License-Identifier: Apache-2.0 */
/* Decode tree: an element that was decoded goes to observers, logs and sinks. */
#include "htr_tree_int.h"

enum nexus_answer htr_tree_deliver(struct htr_tree *t, int32_t to, const struct flow_elem *e)
{
    int32_t at = TREE_FIRST, sink;
    enum nexus_answer strongest = NEXUS_CONT;
    htr_tree_see_elem(t, to, e);
    htr_tree_tell_elem(t, to, e);
    while ((sink = htr_tree_attached(t, to, HTR_SINK, &at)) != HTR_NONE) {
        const struct tree_sink *s = htr_tree_state(t, sink);
        enum nexus_answer answer = (enum nexus_answer)s->take(s->ctx, to, e);
        strongest = answer > strongest ? answer : strongest;
    }
    return strongest;
}
