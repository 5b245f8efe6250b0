/* SPDX-License-Identifier: Apache-2.0 */
/* Errors of the driver, as messages to the host. */
#include <string.h>

#include "htt_int.h"

/* What to look at first. */
static const char *remedy(enum rvt_status s)
{
    switch (s) {
    case RVT_ERR_BUS:
        return "; nothing answers there: check its address in the tree, its power and its clock";
    case RVT_ERR_TYPE:
    case RVT_ERR_VERSION:
        return "; check its address in the tree, and its power: a dead bus reads the same "
               "everywhere";
    case RVT_ERR_TIMEOUT:
        return "; check its power and its clock, and that what comes after it takes the trace";
    default:
        return "";
    }
}

int htt_fail_more(struct htr_host *host, const char *what, const struct topology_problem *at,
                  enum rvt_status s, const char *more)
{
    const char *path = at != NULL ? at->path : "";
    const char *text = at != NULL && at->text[0] != '\0' ? at->text : rvt_strerror(s);
    return htr_fail(host, s == RVT_ERR_ARG ? HTR_ERR_ARG : HTR_ERR_TARGET, NULL,
                    "%s: %s%s%s%s%s%s%s", what, path, path[0] != '\0' ? ": " : "", text,
                    more[0] != '\0' ? " (" : "", more, more[0] != '\0' ? ")" : "",
                    strcmp(text, rvt_strerror(s)) == 0 ? remedy(s) : "");
}

int htt_fail(struct htr_host *host, const char *what, const struct topology_problem *at,
             enum rvt_status s)
{
    return htt_fail_more(host, what, at, s, "");
}
