/* SPDX-License-Identifier: Apache-2.0 */
/* Errors of the driver, as the host is told. */
#include "htt/htt_status.h"

int htt_fail(struct htr_host *host, const char *what, const struct topology_problem *at,
             enum rvt_status s)
{
    const bool reason = at != NULL && at->text[0] != '\0';
    const bool place = at != NULL && at->path[0] != '\0';
    return htr_fail(host, s == RVT_ERR_ARG ? HTR_ERR_ARG : HTR_ERR_TARGET, NULL, "%s: %s%s%s", what,
                    place ? at->path : "", place ? ": " : "", reason ? at->text : rvt_strerror(s));
}
