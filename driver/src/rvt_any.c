/* SPDX-License-Identifier: Apache-2.0 */
/* Enable and disable of a component of any type. The rest of rvt_any.h is in rvt_any_reset.c, which
 * a session does not need. */
#include "hartrace/rvt_all.h"

#include "regmap/components.h"

#define COMPONENT_IS_FIRST(name, NAME, title, number)                                              \
    _Static_assert(offsetof(struct rvt_##name, c) == 0,                                            \
                   "a pointer to the component must be a pointer to the whole");
TR_COMPONENTS(COMPONENT_IS_FIRST)

/* A switch over all types: no type is taken for another one. */
#define ENABLE(name, NAME, title, number)                                                          \
    case RVT_COMP_##NAME:                                                                          \
        return rvt_##name##_enable((struct rvt_##name *)c);
#define DISABLE(name, NAME, title, number)                                                         \
    case RVT_COMP_##NAME:                                                                          \
        return rvt_##name##_disable((struct rvt_##name *)c);

enum rvt_status rvt_any_enable(struct rvt_component *c)
{
    switch (c->type) {
        TR_COMPONENTS(ENABLE)
    }
    return RVT_ERR_ARG;
}

enum rvt_status rvt_any_disable(struct rvt_component *c)
{
    switch (c->type) {
        TR_COMPONENTS(DISABLE)
    }
    return RVT_ERR_ARG;
}
