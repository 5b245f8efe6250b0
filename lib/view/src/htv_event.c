/* SPDX-License-Identifier: Apache-2.0 */
/* Names of events. */
#include "htv/htv_event.h"

const char *htv_kind_name(unsigned kind)
{
    static const char *const name[HTV_KINDS] = {
        [HTV_ENTER] = "enter",
        [HTV_LEAVE] = "leave",
        [HTV_SWITCH] = "switch",
        [HTV_RANGE] = "range",
        [HTV_ON] = "trace on",
        [HTV_OFF] = "trace off",
        [HTV_SYNC] = "sync",
        [HTV_LOST] = "lost",
        [HTV_GAP] = "gap",
        [HTV_SOFTWARE] = "software trace",
        [HTV_PRIVILEGE] = "privilege",
        [HTV_MESSAGE] = "message",
        [HTV_END] = "end",
    };
    return kind < HTV_KINDS ? name[kind] : "?";
}

const char *htv_how_name(unsigned how)
{
    static const char *const name[HTV_HOWS] = {
        [HTV_CALL] = "call",       [HTV_TAIL] = "tail call",  [HTV_SWAP] = "swap",
        [HTV_TRAP] = "trap",       [HTV_SYNTHETIC] = "found", [HTV_RETURN] = "return",
        [HTV_UNWOUND] = "unwound", [HTV_CLOSED] = "closed",
    };
    return how < HTV_HOWS ? name[how] : "?";
}
