/* SPDX-License-Identifier: Apache-2.0 */
/* Between the files of the session from a topology. */
#ifndef RVT_FDT_INT_H
#define RVT_FDT_INT_H

#include "hartrace/rvt_fdt.h"

/* Say that component i has this problem; returns the status. */
enum rvt_status rvt_fdt_problem(const struct rvt_fdt *f, unsigned i, enum rvt_status status,
                                const char *text, struct topology_problem *problem);

/* Reset component i by the verb of its kind. */
enum rvt_status rvt_fdt_reset(struct rvt_fdt *f, unsigned i);

/* Make the driver of component i of the kind that its Impl register, read already, says, when the
 * tree told only that it is a sink. RVT_ERR_TYPE: it is no sink. */
RVT_MUST_CHECK enum rvt_status rvt_fdt_retype(struct rvt_fdt *f, unsigned i);

/* Make f->session over the components that the plan uses. */
RVT_MUST_CHECK enum rvt_status rvt_fdt_make_session(struct rvt_fdt *f);

#endif
