/* SPDX-License-Identifier: Apache-2.0 */
/* What elements say, in words, and what to try. */
#include "etrace/etrace_flow.h"
#include "htr/htr_trace.h"

const char *htr_trace_sync_name(unsigned sync)
{
    static const char *const name[] = {"external trigger",    "exit from reset",   "periodic",
                                       "exit from debug",     "instruction count", "trace enabled",
                                       "trace event",         "after overrun",     "reserved",
                                       "exit from power-down"};
    return sync < sizeof name / sizeof name[0] ? name[sync] : sync < 14 ? "reserved" : "vendor";
}

const char *htr_trace_evcode_name(unsigned evcode)
{
    return evcode == NEXUS_EVCODE_DEBUG            ? "debug mode entered"
           : evcode == NEXUS_EVCODE_LOW_POWER      ? "low-power mode entered"
           : evcode == NEXUS_EVCODE_TRACE_DISABLED ? "trace disabled"
           : evcode < 8                            ? "reserved"
                                                   : "vendor";
}

const char *htr_trace_btype_name(unsigned btype)
{
    return btype == NEXUS_BTYPE_TRAP        ? "trap"
           : btype == NEXUS_BTYPE_EXCEPTION ? "exception"
           : btype == NEXUS_BTYPE_INTERRUPT ? "interrupt"
                                            : "indirect";
}

const char *htr_trace_message_name(const struct flow_elem *e)
{
    return e->code == ETRACE_ELEM_DATA    ? "data trace packet"
           : e->code == ETRACE_ELEM_OTHER ? "packet of another type"
                                          : nexus_tcode_name(e->code);
}

const char *htr_trace_strerror(int status)
{
    return status <= ETRACE_ERR_BRANCHES && status >= ETRACE_ERR_HANDLER ? etrace_strerror(status)
                                                                         : nexus_strerror(status);
}

const char *htr_trace_reason(const struct flow_elem *e)
{
    return e->hint != NULL ? e->hint : htr_trace_strerror(e->status);
}

/* The bytes are no messages, or the message is none of N-Trace. */
static const char *remedy_of_bytes(const struct flow_elem *e, bool early)
{
    if (e->status == NEXUS_ERR_EMPTY) {
        return "nothing is lost with it; the encoder should not send it";
    }
    if (!early) {
        return "a wrong option would have shown earlier: these bytes are damaged, or the encoder "
               "is wrong (hartrace dump --bytes shows them)";
    }
    return e->status == NEXUS_ERR_EXTRA
               ? "a timestamp? add --te trTsEnable=1; or check --te trTeSrcBits (hartrace info "
                 "guesses them)"
               : "check --te trTeSrcBits and --te trTsEnable (hartrace info guesses them), or the "
                 "bytes are damaged";
}

/* The message contradicts the code. Options that could explain it are checked first. */
static const char *remedy_of_flow(const struct flow_elem *e, bool early)
{
    if (!early) {
        return "a wrong option would have shown earlier: this message or one since the last "
               "synchronizing message is wrong, or the code has changed since";
    }
    switch (e->status) {
    case NEXUS_ERR_NOHIST:
    case NEXUS_ERR_BRANCH:
        return "the code is not what ran, or --te trTeInstEnAllJumps is not what the encoder had "
               "(or another: hartrace info guesses trTeSrcBits)";
    case NEXUS_ERR_UNINFERABLE:
        return "the code is not what ran, or --te trTeInstEnImplicitReturn or "
               "trTeInstEnSequentialJump is missing (or another: hartrace info guesses "
               "trTeSrcBits)";
    default:
        return "the code is not what ran, or an option of the encoder is missing (--te; hartrace "
               "info guesses trTeSrcBits)";
    }
}

const char *htr_trace_remedy(const struct flow_elem *e)
{
    /* Wrong options show at once: after this many messages they are not the cause. */
    bool early = e->msg < HTR_TRACE_EARLY;
    switch (e->status) {
    case NEXUS_ERR_NOCODE:
        return "is this the code that ran? give all of it: --elf, --image FILE@ADDR";
    case NEXUS_ERR_NOSYNC:
        return "decoding begins at the first synchronizing message; if there is none, trace again "
               "with --te trTeInstSyncMode=messages";
    case NEXUS_ERR_MSEO:
    case NEXUS_ERR_TRUNCATED:
    case NEXUS_ERR_OVERSIZE:
    case NEXUS_ERR_RESERVED:
    case NEXUS_ERR_EXTRA:
    case NEXUS_ERR_EMPTY:
        return remedy_of_bytes(e, early);
    case NEXUS_ERR_STACK:
        return "check --te trTeInstImplicitReturnMode, and --param return_depth: is it at least "
               "that of the encoder?";
    case NEXUS_ERR_ICNT:
    case NEXUS_ERR_HIST:
    case NEXUS_ERR_NOHIST:
    case NEXUS_ERR_BRANCH:
    case NEXUS_ERR_UNINFERABLE:
    case NEXUS_ERR_SYNC:
        return remedy_of_flow(e, early);
    case NEXUS_ERR_ADDR:
        return early ? "check --param xlen and --te trTeInstExtendAddrMSB"
                     : remedy_of_flow(e, early);
    default:
        return "check the options of the encoder (--te, --param)";
    }
}
