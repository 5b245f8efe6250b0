/* SPDX-License-Identifier: Apache-2.0 */
#include "nexus/nexus_msg.h"

const char *nexus_strerror(int status)
{
    if (status >= 0) {
        return "no error";
    }
    switch (status) {
    case NEXUS_ERR_ARG:
        return "argument or configuration out of range";
    case NEXUS_ERR_NOSPACE:
        return "the output buffer is too small";
    case NEXUS_ERR_END:
        return "no complete message is left";
    case NEXUS_ERR_MSEO:
        return "reserved MSEO sequence";
    case NEXUS_ERR_TRUNCATED:
        return "the message ends before its last field";
    case NEXUS_ERR_OVERSIZE:
        return "a field is wider than its limit";
    case NEXUS_ERR_EXTRA:
        return "extra data after the last field of the message";
    case NEXUS_ERR_EMPTY:
        return "an empty message: a byte 0x03 between two messages";
    case NEXUS_ERR_RESERVED:
        return "a field holds a reserved value";
    case NEXUS_ERR_NOSYNC:
        return "no synchronizing message seen yet";
    case NEXUS_ERR_NOCODE:
        return "no code at an executed address";
    case NEXUS_ERR_ICNT:
        return "I-CNT does not fit the code";
    case NEXUS_ERR_HIST:
        return "HIST does not fit the code";
    case NEXUS_ERR_NOHIST:
        return "a branch without a HIST bit";
    case NEXUS_ERR_UNINFERABLE:
        return "an indirect jump without a reported address";
    case NEXUS_ERR_BRANCH:
        return "the block does not end at a conditional branch";
    case NEXUS_ERR_STACK:
        return "the return stack is empty";
    case NEXUS_ERR_UNSUPPORTED:
        return "the stream uses an option that is not implemented";
    case NEXUS_ERR_ADDR:
        return "address out of range for XLEN";
    case NEXUS_ERR_SYNC:
        return "the address of a synchronizing message is not the one that was reached";
    case NEXUS_ERR_SOURCE:
        return "a source that is not in the table";
    case NEXUS_ERR_LONG:
        return "the message is longer than the message buffer";
    case NEXUS_ERR_INTERNAL:
        return "internal error";
    default:
        return "unknown status";
    }
}
