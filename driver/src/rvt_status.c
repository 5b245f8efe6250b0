/* SPDX-License-Identifier: Apache-2.0 */
/* Texts of the statuses. */
#include "hartrace/rvt_status.h"

const char *rvt_strerror(enum rvt_status status)
{
    switch (status) {
    case RVT_OK:
        return "success";
    case RVT_ERR_ARG:
        return "invalid argument";
    case RVT_ERR_STATE:
        return "not allowed in this state";
    case RVT_ERR_IO:
        return "access to the target failed";
    case RVT_ERR_BUS:
        return "bus error";
    case RVT_ERR_TIMEOUT:
        return "timeout";
    case RVT_ERR_TYPE:
        return "wrong component type";
    case RVT_ERR_VERSION:
        return "component version cannot be handled";
    case RVT_ERR_UNSUPPORTED:
        return "not supported by the hardware";
    case RVT_ERR_RANGE:
        return "out of range";
    case RVT_ERR_DATA:
        return "register value contradicts the specification";
    case RVT_ERR_PATH:
        return "no path, or more than one, to a sink";
    case RVT_ERR_SOURCE:
        return "source IDs do not distinguish the encoders";
    default:
        return "unknown status";
    }
}
