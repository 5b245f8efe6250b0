/* SPDX-License-Identifier: Apache-2.0 */
#include "etrace/etrace_status.h"

const char *etrace_strerror(int status)
{
    if (status >= 0) {
        return "no error";
    }
    switch (status) {
    case ETRACE_ERR_ARG:
        return "argument or configuration out of range";
    case ETRACE_ERR_NOSPACE:
        return "the packet does not fit";
    case ETRACE_ERR_END:
        return "no complete packet is left";
    case ETRACE_ERR_TRUNCATED:
        return "the packet has no room for its source, type and payload";
    case ETRACE_ERR_EXTRA:
        return "extra data after the last field of the packet";
    case ETRACE_ERR_RESERVED:
        return "a field holds a value that its format rules out";
    case ETRACE_ERR_NOSYNC:
        return "no synchronization packet seen yet";
    case ETRACE_ERR_NOCODE:
        return "no instruction bytes at an executed address";
    case ETRACE_ERR_BRANCHES:
        return "branches of the packet and of the code do not agree";
    case ETRACE_ERR_DISCON:
        return "a jump through a register where the packet has no address for it";
    case ETRACE_ERR_REACH:
        return "the reported address is not on the path";
    case ETRACE_ERR_CACHE:
        return "an empty entry of the jump target cache";
    case ETRACE_ERR_OPTION:
        return "an option without its parameter";
    case ETRACE_ERR_HANDLER:
        return "the address of the trap handler is not known";
    default:
        return "unknown status";
    }
}
