/* SPDX-License-Identifier: Apache-2.0 */
/* Init and reset of a component of any type. */
#include "hartrace/rvt_all.h"

#include "regmap/components.h"

/* A switch over all types: no type is taken for another one. */
#define INIT(name, NAME, title, number)                                                            \
    case RVT_COMP_##NAME:                                                                          \
        return rvt_##name##_init((struct rvt_##name *)c, io, base);
#define RESET(name, NAME, title, number)                                                           \
    case RVT_COMP_##NAME:                                                                          \
        return rvt_##name##_reset((struct rvt_##name *)c);
enum rvt_status rvt_any_init(struct rvt_component *c, enum rvt_comp_type type,
                             const struct rvt_io *io, uint64_t base)
{
    switch (type) {
        TR_COMPONENTS(INIT)
    }
    return RVT_ERR_ARG;
}

enum rvt_status rvt_any_reset(struct rvt_component *c)
{
    switch (c->type) {
        TR_COMPONENTS(RESET)
    }
    return RVT_ERR_ARG;
}
