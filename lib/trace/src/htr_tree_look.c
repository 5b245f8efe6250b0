/* SPDX-License-Identifier: Apache-2.0 */
/* Decode tree: what kinds of components there are, and what is attached where. */
#include "htr_tree_int.h"

#define BIT(kind) (1u << (kind))

const struct htr_component_info *htr_component_info(enum htr_component_kind kind)
{
    static const struct htr_component_info info[HTR_COMPONENT_KINDS] = {
        [HTR_BUFFER] = {"buffer",
                        BIT(HTR_DEFORMATTER) | BIT(HTR_PACKETS) | BIT(HTR_MONITOR) | BIT(HTR_LOG),
                        BIT(HTR_DEFORMATTER) | BIT(HTR_PACKETS) | BIT(HTR_LOG)},
        [HTR_DEFORMATTER] = {"deformatter",
                             BIT(HTR_PACKETS) | BIT(HTR_MONITOR) | BIT(HTR_INDEXER) | BIT(HTR_LOG),
                             BIT(HTR_INDEXER) | BIT(HTR_LOG)},
        [HTR_PACKETS] = {"packets",
                         BIT(HTR_DECODER) | BIT(HTR_MONITOR) | BIT(HTR_INDEXER) | BIT(HTR_SINK) |
                             BIT(HTR_LOG),
                         BIT(HTR_INDEXER) | BIT(HTR_LOG)},
        [HTR_DECODER] = {"decoder",
                         BIT(HTR_CODE) | BIT(HTR_INSN) | BIT(HTR_SINK) | BIT(HTR_MONITOR) |
                             BIT(HTR_LOG),
                         BIT(HTR_INSN) | BIT(HTR_LOG)},
        [HTR_CODE] = {"code", 0, 0},
        [HTR_INSN] = {"insn", 0, 0},
        [HTR_MONITOR] = {"monitor", 0, 0},
        [HTR_INDEXER] = {"indexer", 0, 0},
        [HTR_SINK] = {"sink", 0, 0},
        [HTR_LOG] = {"log", 0, 0},
    };
    static const struct htr_component_info none = {"none", 0, 0};
    return (unsigned)kind < HTR_COMPONENT_KINDS ? &info[kind] : &none;
}

struct htr_component *htr_tree_get(const struct htr_tree *t, int32_t i,
                                   enum htr_component_kind kind)
{
    return i >= 0 && i < t->count && t->component[i].kind == kind ? &t->component[i] : NULL;
}

int32_t htr_tree_attached(const struct htr_tree *t, int32_t i, enum htr_component_kind kind,
                          int32_t *at)
{
    int32_t l = *at == TREE_FIRST ? t->component[i].links : t->link[*at].next;
    while (l != HTR_NONE && t->component[t->link[l].child].kind != kind) {
        l = t->link[l].next;
    }
    *at = l;
    return l == HTR_NONE ? HTR_NONE : t->link[l].child;
}

bool htr_tree_has(const struct htr_tree *t, int32_t i, enum htr_component_kind kind)
{
    int32_t at = TREE_FIRST;
    return htr_tree_attached(t, i, kind, &at) != HTR_NONE;
}
