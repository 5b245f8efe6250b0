/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The N-Trace encoder of one hart: ingress records in, whole messages out.
 *
 * Sources: N-Trace 1.0 (messages and rules), TCI 1.0, chapter "Trace Encoder Control Interface"
 * (registers), E-Trace 2.0, chapter "Hart to encoder interface" (ingress). Choices where these are
 * open: docs/model.md.
 *
 * Time. One call of trm_encoder_tick begins a clock cycle; the ingress of that cycle, if any,
 * follows it. TRM_ENCODER_K: a register write made in cycle c (after its tick) acts on the ingress
 * of cycle c + 1. So after programming, call trm_encoder_tick at least once before the first
 * record, and after stopping call it until trm_encoder_empty. Two writes to trTeControl are two
 * cycles: the first acts before the second.
 */
#ifndef TRM_ENCODER_H
#define TRM_ENCODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nexus/nexus_cfg.h"
#include "trm/trm_filter.h"
#include "ingress/ingress_port.h"
#include "trm/trm_link.h"
#include "trm/trm_regfile.h"
#include "trm/trm_timestamp.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TRM_ENCODER_K = 1,            /* cycles from a register write to its effect on ingress */
    TRM_ENCODER_MESSAGE_MAX = 38, /* bytes of the longest message (N-Trace) */
    TRM_ENCODER_FIFO_MIN = 2 * TRM_ENCODER_MESSAGE_MAX,
    TRM_ENCODER_FIFO_MAX = 4096,
    TRM_ENCODER_SKID = 1024, /* behind the FIFO, for what one accepted record makes when stalling */
};

/* Parameters of the hardware. Set the defaults with trm_encoder_cfg_init, then change what you
 * need. */
struct trm_encoder_cfg {
    /* The stream. */
    bool btm;     /* trTeInstMode 3 can be set; default true */
    bool htm;     /* trTeInstMode 6 can be set; default true. At least one of the two */
    uint8_t xlen; /* 32 or 64: width of addresses; default 64 */
    /* 3 or 4; default 4. With 3, codes 7..15 count as 0; with 4, code 6 as 14. */
    uint8_t itype_width;
    uint8_t hist_bits;    /* 2..32, stop bit included; default 32 */
    uint8_t icnt_bits;    /* 4..22, the top bit is the overflow flag; default 22 */
    bool btype_split;     /* B-TYPE 2 and 3 for exception and interrupt, else 1; default true */
    bool hist_always;     /* HTM sends IndirectBranchHist also when HIST is empty; default false */
    bool report_disabled; /* ProgTraceCorrelation also when nothing is traced: on trTeEnable = 1
                             with trTeInstTracing = 0, and on a halt; default false */
    /* Optional registers and fields. */
    uint8_t src_bits; /* widest trTeSrcBits, 0..12; default 12. 0: trTeSrcID and trTeInhibitSrc read
                         0 */
    uint8_t sync_modes; /* bit n: trTeInstSyncMode n = 1..3 can be set, one at least; default 0xE */
    bool context;       /* trTeContext; default true */
    bool hcontext;      /* Ownership comes in pairs, hcontext first; default false */
    uint8_t context_bits;   /* width of context and hcontext, 0..59; default 32 */
    bool triggers;          /* trTeInstTrigEnable and the debug trigger inputs; default true. False:
                               these do nothing, trace-notify neither */
    uint8_t ext_triggers;   /* external trigger inputs, 0..8; default 0 */
    uint8_t ext_outputs;    /* external trigger outputs, 0..8; default 0 */
    uint8_t ext_events;     /* events that these can have, set of enum trm_ext_event; default
                               TRM_EXT_ALL */
    bool dbg_control;       /* trTeTrigDbgControl: bit n = 1 lets a debug trigger with action n do
                               it, n = 2 trace-on, 3 trace-off, 4 trace-notify. Default false: the
                               register reads 0, all three work */
    uint8_t filters;        /* 0..TRM_FILTERS_MAX; default 0 */
    uint8_t comparators;    /* 0..TRM_COMPARATORS_MAX; default 0 */
    uint8_t filter_matches; /* conditions that filters have, set of enum trm_filter_match; default
                               TRM_FILTER_ALL */
    uint8_t filter_nesting; /* bits of the counter of nested traps, 1..16; default 8 */
    uint8_t comp_inputs;    /* bit n: trTeCompPInput n can be set: 0 iaddr (needed), 1 context, 2
                               tval; default 7 */
    uint8_t comp_modes;     /* bit n: trTeCompMatchMode n can be set, 0 needed; default 0xF */
    bool comp_notify;       /* trTeCompPNotify and trTeCompSNotify; default true */
    bool stall;             /* trTeInstStallEna; default true */
    bool all_jumps;         /* trTeInstEnAllJumps (the hart sends itype 5); default true */
    bool extend_addr_msb;   /* trTeInstExtendAddrMSB; default true */
    bool sequential_jump;   /* trTeInstEnSequentialJump (the hart says sijump); default true */
    bool implicit_return;   /* trTeInstEnImplicitReturn, all three modes; needs itype_width 4;
                               default true */
    uint8_t return_depth;   /* entries of the return stack, 1..32; default 8 */
    uint8_t return_bits;    /* compared in trTeInstImplicitReturnMode 2, 2..63; default 16 */
    bool repeated_history;  /* trTeInstEnRepeatedHistory; default true */
    uint8_t hrepeat_bits;   /* width of HREPEAT, 2..18; default 18 */
    uint8_t hist_search;    /* which repetitions in HIST are found, enum trm_hist_search; default
                               TRM_HIST_SEARCH_ANY */
    bool repeat_branch;     /* BTM, with trTeInstEnRepeatedHistory: RepeatBranch; default true */
    bool repeat_branch_htm; /* the same in HTM; default false */
    uint8_t bcnt_bits;      /* width of B-CNT, 1..18; default 18 */
    bool icnt_late; /* I-CNT is full when the next block does not fit, not when its top bit is set;
                       default false */
    bool icnt_sync; /* BTM: a full I-CNT is reported by ProgTraceSync SYNC 4, not by ResourceFull;
                       default false */
    uint8_t ts_modes;    /* bit n: trTsMode n can be set, 1 = External, 2 = Internal System, 3 =
                            Internal Core, 4 = Shared; default 0: no unit */
    uint8_t ts_width;    /* bits of TSTAMP, 1..63 (trTsWidth); default 40 */
    bool ts_copy_active; /* trTsActive is a read-only copy of trTeActive; default false */
    uint8_t ts_messages; /* which messages without SYNC carry TSTAMP, enum trm_ts_messages; those
                            with SYNC always do; default TRM_TS_ALL */
    bool ts_select;      /* trTsVendor[5:0] says which, instead of ts_messages; default false */
    /* The output. */
    uint32_t fifo_bytes;    /* TRM_ENCODER_FIFO_MIN..TRM_ENCODER_FIFO_MAX; default 256 */
    uint32_t restart_bytes; /* after an overflow, tracing restarts when no more than this is queued;
                              default 64. At most fifo_bytes - TRM_ENCODER_FIFO_MIN, smaller wins */
    uint32_t link_bytes; /* bytes a tick to the link; 0 = no limit: a message leaves in the cycle it
                            is made. Default 0 */
    /* A queue that counts messages, as that of the encoder in SystemVerilog does (docs/rtl.md), on
     * top of fifo_bytes: */
    uint16_t queue_messages; /* places; 0 = only bytes count. Default 0 */
    uint16_t queue_reserve;  /* stalls unless so many are free, no more than queue_messages */
    uint16_t queue_restart;  /* after an overflow: restarts when no more than this is queued */
    uint16_t queue_records;  /* cycles of records that wait, before one is refused or lost; 0 = a
                                record takes no time. Default 0 */
    bool link_fields; /* with link_bytes: each variable field of a message, what is before the first
                         one with it, takes whole ticks; an address or TSTAMP goes with the field
                         before it when both end within a tick's bytes. Default false */
    /* Registers. */
    enum trm_undef undef; /* default TRM_UNDEF_ZERO */
    uint64_t seed;
    uint32_t power_ticks;  /* as in struct trm_regfile_cfg; default 0 */
    uint32_t enable_ticks; /* the same */
    uint8_t version;       /* as in struct trm_regfile_cfg; default 0: 1.0 */
};

/* Events of external trigger outputs, the bits of trTeTrigExtOutEvent; the last two are ours. */
enum trm_ext_event {
    TRM_EXT_START = 1u << 0,      /* trTeInstTracing 0 to 1 */
    TRM_EXT_STOP = 1u << 1,       /* trTeInstTracing 1 to 0 */
    TRM_EXT_WATCHPOINT = 1u << 2, /* a watchpoint (SYNC 6) was hit while tracing */
    TRM_EXT_TROUBLE = 1u << 3,    /* trTeInstStallOrOverflow 0 to 1 */
    TRM_EXT_ALL = 15,
};

/* Classes of messages for ts_messages. */
enum trm_ts_messages {
    TRM_TS_DIRECT = 1u << 0,   /* DirectBranch */
    TRM_TS_INDIRECT = 1u << 1, /* IndirectBranch, IndirectBranchHist */
    TRM_TS_REPEAT = 1u << 2,   /* RepeatBranch */
    TRM_TS_RESOURCE = 1u << 3, /* ResourceFull */
    TRM_TS_OWNER = 1u << 4,    /* Ownership */
    TRM_TS_STOP = 1u << 5,     /* ProgTraceCorrelation, Error */
    TRM_TS_ALL = 63,
};

/* How repeated history is found. All look back only, at what was not reported yet. */
enum trm_hist_search {
    TRM_HIST_SEARCH_REGISTER = 0, /* two full registers are equal */
    TRM_HIST_SEARCH_28_30 = 1,    /* with a 32-bit HIST also patterns of 28 and 30 outcomes */
    TRM_HIST_SEARCH_ANY = 2,      /* any pattern that fits the register, within two registers */
    TRM_HIST_SEARCHES,
};

void trm_encoder_cfg_init(struct trm_encoder_cfg *cfg);

/* What happened since init; never reset by registers. */
struct trm_encoder_stats {
    uint64_t messages; /* given to the link */
    uint64_t bytes;
    uint64_t dropped;   /* messages lost to overflow; or queued, disabled, and the link
                           stopped (trm_link.h): trTeInstStallOrOverflow says both */
    uint64_t overflows; /* regions announced, or to be announced, by an Error message */
    uint64_t stalls;    /* records refused */
};

/* What is in flight: an event whose message needs the address of the next instruction. */
enum trm_encoder_pend {
    TRM_PEND_NONE = 0,
    TRM_PEND_INDIRECT = 1, /* an indirect jump, trap return, exception or interrupt */
    TRM_PEND_DIRECT = 2,   /* BTM: a taken branch that shall synchronize */
    TRM_PEND_LINEAR = 3,   /* a synchronizing message between two instructions */
    TRM_PEND_RETURN = 4,   /* a return: a message only if it does not go where it is expected to */
};

/* What must be equal for RepeatBranch. */
struct trm_encoder_branch {
    bool valid;
    uint8_t tcode;
    uint8_t btype;
    uint32_t icnt;
    uint64_t hist;
    uint64_t addr; /* absolute; 0 in a DirectBranch */
};

/* Private, but visible: the caller owns the memory. It points into itself: do not copy it. */
struct trm_encoder {
    struct trm_encoder_cfg cfg;
    struct trm_link link;
    struct trm_regfile rf;
    uint32_t words[TRM_REGFILE_WORDS];
    struct nexus_stream_cfg stream; /* of the messages being made */
    struct trm_encoder_stats stats;

    /* Control, as latched by the last tick. */
    bool latch;            /* registers were written since */
    bool enabled;          /* trTeEnable */
    bool tracing;          /* trTeInstTracing, and trTeInstMode is not 0 */
    bool htm;              /* trTeInstMode is 6 */
    bool trig_enabled;     /* trTeInstTrigEnable */
    bool stall_ena;        /* trTeInstStallEna */
    bool context_ena;      /* trTeContext */
    bool mode_off;         /* trTeInstMode is 0 */
    uint8_t ts_messages;   /* which messages carry TSTAMP */
    bool sequential;       /* trTeInstEnSequentialJump */
    bool repeated;         /* trTeInstEnRepeatedHistory */
    bool search;           /* the same, with TRM_HIST_SEARCH_ANY, in HTM */
    bool repeat_branch;    /* RepeatBranch can be sent */
    uint8_t return_mode;   /* trTeInstImplicitReturnMode; 0 also when not enabled */
    uint8_t sync_mode;     /* trTeInstSyncMode */
    uint16_t src;          /* SRC of messages */
    bool filtering;        /* trTeInstFilters is not 0, or a comparator can notify */
    bool filter_latch;     /* registers of filters were written since */
    uint32_t filter_notes; /* trace-notify that comparators ask for, as in `trigger` */
    uint32_t ext_actions;  /* trTeTrigExtInControl */
    uint32_t dbg_actions;  /* triggers that trTeTrigDbgControl lets through, as in `trigger` */
    uint8_t trigger_out;   /* external trigger outputs that fire in this cycle */

    /* Sidebands of the last record. */
    bool halted;
    bool in_reset;
    bool lowpower;

    /* The stream. */
    bool on;          /* a region is open: a synchronizing message was sent and no end yet */
    bool off_pending; /* trace-off in the record before: the region ends if no trace-on follows */
    bool sync_due;    /* the next branch message shall synchronize, with due_sync */
    uint8_t due_sync;
    bool
        notify_waits; /* an external trace-notify is to be reported after the next start or reset */
    uint8_t start_sync; /* SYNC of the next start of a region */
    uint8_t pend;       /* enum trm_encoder_pend */
    uint8_t pend_btype;
    uint8_t priv; /* as last reported */
    uint32_t icnt;
    uint64_t hist;       /* with its stop bit; two registers long while `search` */
    uint32_t icnt_limit; /* I-CNT is full at this value */
    uint32_t icnt_most;  /* icnt_late: the largest I-CNT */
    uint32_t hist_limit; /* HIST is full when it has this bit */
    uint64_t addr_mask;
    uint64_t ref_addr;   /* address last reported */
    uint64_t sync_count; /* messages or half-words since the last synchronizing message */
    uint64_t sync_cycle; /* cycle of the last synchronizing message */
    uint64_t sync_limit; /* 2^(trTeInstSyncMax + 4) */
    uint64_t cycle;      /* of the last record */
    uint64_t time;       /* TSTAMP of the event being reported */
    uint64_t pend_time;  /* TSTAMP of the event in flight */
    uint64_t ts_last;    /* TSTAMP last reported */
    uint32_t idle_ticks; /* ticks since the last record */

    /* Optimizations. */
    uint64_t ret_stack[32];
    uint64_t ret_expected; /* of the return in flight */
    uint8_t ret_top;
    uint8_t ret_count;
    uint8_t rep_len;                /* bits of the pattern held back */
    uint8_t rep_phase;              /* outcomes of its next repetition seen (search) */
    bool rep_run;                   /* outcomes are compared with the pattern (search) */
    uint32_t rep_hist;              /* the pattern, with its stop bit */
    uint32_t rep_count;             /* how often it came; 0 = none held back */
    uint64_t rep_time;              /* TSTAMP of the last repetition */
    struct trm_encoder_branch last; /* the branch message sent last, when it can be repeated */
    uint32_t branch_count;          /* how often it came again; 0 = none held back */
    uint64_t branch_time;           /* TSTAMP of the last time */

    /* Overflow. */
    bool lost;         /* messages were dropped; the Error message is not yet queued */
    bool error_queued; /* the Error message is queued, no synchronizing message has followed */
    uint8_t lost_ecode;
    uint64_t lost_time;

    /* Output queue: whole messages, each behind a byte with its length. */
    uint32_t fifo_head;
    uint32_t fifo_tail;
    uint32_t fifo_fill;  /* bytes of messages, lengths not counted */
    uint32_t fifo_count; /* messages */
    uint32_t link_credit;
    uint32_t work; /* queue_records: cycles until all records have been looked at */
    uint32_t made; /* messages of this record, Ownership counted twice */
    bool paired;   /* the record before took no cycle */
    uint8_t fifo[2 * (TRM_ENCODER_FIFO_MAX + TRM_ENCODER_SKID)];

    struct trm_timestamp ts;
    struct trm_filter_bank filter;
};

/* Start an encoder in the state after power-on (trTeActive = 0), not connected.
 * Returns TRM_OK, or TRM_ERR_ARG when the configuration is out of range. */
int trm_encoder_init(struct trm_encoder *enc, const struct trm_encoder_cfg *cfg);

/* Connect the output. Before this, messages are swallowed. */
void trm_encoder_connect(struct trm_encoder *enc, struct trm_link link);

/* Registers: see trm_regfile_read and trm_regfile_write for statuses. Size is in bytes. */
int trm_encoder_reg_read(struct trm_encoder *enc, uint32_t offset, unsigned size, uint32_t *value);
int trm_encoder_reg_write(struct trm_encoder *enc, uint32_t offset, unsigned size, uint32_t value);

/* Begin a cycle: registers written before take effect, queued messages move to the link. */
void trm_encoder_tick(struct trm_encoder *enc);

/* Give the ingress of this cycle. Returns true when the hart is stalled: the record was not
 * consumed, give the same one (with a later cycle) again after the next tick. Can be true only
 * while trTeInstStallEna is 1. */
bool trm_encoder_ingress(struct trm_encoder *enc, const struct trm_ingress *in);

/* The timestamp handed down by a funnel (trTsMode Shared), before each tick. */
void trm_encoder_timestamp_in(struct trm_encoder *enc, uint64_t value);

/* The timestamp from outside (trTsMode External) between records, for the counter registers; each
 * record brings its own in `time`. */
void trm_encoder_external_in(struct trm_encoder *enc, uint64_t value);

/* External trigger outputs that fire in this cycle, bit n = output n: pulses, gone with the next
 * tick. Look after the tick and after the ingress of the cycle. */
uint8_t trm_encoder_trigger_out(const struct trm_encoder *enc);

/* trTeEmpty: everything that was generated has left. A control-flow event that waits for its target
 * does not count as generated. */
bool trm_encoder_empty(const struct trm_encoder *enc);

/* Does a tick change more than counters: enabled, registers just written, messages on their way,
 * power or a timestamp counter changing? While false, and no record comes, ticks may be skipped. */
bool trm_encoder_busy(const struct trm_encoder *enc);

/* What a decoder must know of the stream, from the registers as they are now. */
void trm_encoder_stream_cfg(const struct trm_encoder *enc, struct nexus_stream_cfg *out);

#ifdef __cplusplus
}
#endif

#endif
