/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The encoder of one hart, N-Trace or E-Trace as trTeFormat says: ingress records in, whole
 * messages out. Of E-Trace a message is one encapsulated packet.
 *
 * Sources: N-Trace 1.0 (messages and rules), E-Trace 2.0 and Packet Encapsulation 1.0 (the same),
 * TCI 1.0, chapter "Trace Encoder Control Interface" (registers), E-Trace 2.0, chapter "Hart to
 * encoder interface" (ingress). Choices where these are open: docs/reference/model.md.
 *
 * Time. One call of trm_encoder_tick begins a clock cycle; the ingress of that cycle, if any,
 * follows it. TRM_ENCODER_K: a register write made in cycle c (after its tick) acts on the ingress
 * of cycle c + 1. So after programming, call trm_encoder_tick at least once before the first
 * record, and after stopping call it until trm_encoder_empty. Two writes to trTeControl are two
 * cycles: the first acts before the second.
 *
 * With cfg.queue_records a record waits some ticks before it has an effect on messages, registers
 * and trigger outputs, as in the encoder in SystemVerilog. Filters, times and the order of records
 * and register writes are the same as without.
 */
#ifndef TRM_ENCODER_H
#define TRM_ENCODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "regmap/encoder_params.h"
#include "nexus/nexus_cfg.h"
#include "trm/trm_etrace.h"
#include "trm/trm_etrace_data.h"
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
    TRM_ENCODER_MESSAGE_MAX = 38, /* bytes of the longest message of N-Trace */
    TRM_STIMULUS_PORTS = 32,      /* cfg.stimulus */
    TRM_ENCODER_RECORDS = 64,     /* queue_records, at most */
    TRM_ENCODER_TRANSIT = 3,      /* records on their way into that queue and out of it */
    TRM_ENCODER_SKID = 1024,      /* beyond the FIFO: room for one accepted record while stalling */
};

/* Parameters of the hardware: those of regmap/params/encoder.toml, which regmap/gen/md/params.md
 * explains, and what registers without a reset value hold. Set the defaults with
 * trm_encoder_cfg_init, then change what you need. */
struct trm_encoder_cfg {
    TRM_ENCODER_CFG_MEMBERS
    enum trm_undef undef; /* default TRM_UNDEF_ZERO */
    uint64_t seed;        /* of TRM_UNDEF_GARBAGE */
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

/* Counts since init; never reset by registers. */
struct trm_encoder_stats {
    uint64_t messages; /* given to the link */
    uint64_t bytes;
    uint64_t acquired;      /* stores to stimulus ports that became messages */
    uint64_t unacquired;    /* such stores that were dropped, also counted in `dropped` */
    uint64_t dropped;       /* messages lost to overflow; or queued, disabled, and the link
                               stopped (trm_link.h): trTeInstStallOrOverflow says both */
    uint64_t overflows;     /* regions announced, or to be announced, by an Error message */
    uint64_t stalls;        /* records refused */
    uint64_t data_messages; /* of data trace, queued */
    uint64_t data_dropped;  /* accesses of data trace without a message, because of a loss or until
                               data can go on after one */
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

/* Data trace (cfg.data_trace): trTeDataControl as latched by the last tick, and the stream. */
struct trm_encoder_data {
    bool on;           /* trTeDataTracing */
    bool stops;        /* trace-off came with this record */
    bool trig_enabled; /* trTeDataTrigEnable */
    bool stall_ena;    /* trTeDataStallEna */
    bool drop_ena;     /* trTeDataDropEna */
    bool no_value;     /* trTeDataNoValue */
    bool no_addr;      /* trTeDataNoAddr */
    bool compressed;   /* trTeDataAddrCompress is not 0 */
    bool gap;          /* accesses are left out until a decoder knows the next instruction */
    bool lost;         /* messages were dropped; the Error message is not yet queued */
    bool full;         /* the next message has a full address, and `why` as its SYNC */
    uint8_t why;
    uint64_t addr; /* U-ADDR is relative to it */
};

/* queue_records: what waits to be looked at. */
struct trm_encoder_waiting {
    struct ingress_cycle in;
    uint64_t time; /* its TSTAMP */
    uint64_t tick; /* in which it came */
    bool record;   /* false: only the loss of records before it */
    bool gap;      /* records before it were lost */
    bool joins;    /* it can be looked at together with the one before */
    bool noticed;  /* its sidebands and triggers were */
    bool splits;   /* its two blocks can be looked at one by one */
    bool begun;    /* the first of them was */
};

/* link_fields: what the bytes of a tick are. */
enum trm_encoder_bytes {
    TRM_BYTES_NONE = 0,
    TRM_BYTES_SOME = 1,
    TRM_BYTES_LAST = 2, /* a message ends with them */
    TRM_BYTES_MORE = 3, /* the same, and with bytes left over they take one tick more */
};

/* link_fields: messages on their way from the queue to the link, stage by stage. Fields are sent in
 * groups, each of one field or two. */
struct trm_encoder_packer {
    uint32_t taken;    /* messages out of the queue, the oldest ones of `fifo` */
    uint8_t fresh[4];  /* messages that will be made in the next tick, were made in this one, in the
                          two before: they cannot be taken yet */
    uint8_t groups[8]; /* of the message taken last: ticks of each group */
    uint8_t count;     /* groups of that message */
    uint8_t steps;     /* E-Trace: ticks before its first group */
    uint8_t group;     /* groups of it that are on their way */
    uint8_t end;       /* enum trm_encoder_bytes: its last bytes */
    uint8_t next;      /* ticks of the group that comes next, 0 = none */
    uint8_t next_end;
    uint8_t now; /* ticks left of the group that is being sent, 0 = none */
    uint8_t now_end;
    uint8_t out;    /* enum trm_encoder_bytes: bytes on their way to the link */
    bool more;      /* the link has no room for the rest of a message: it goes in the next tick */
    bool delivered; /* a message is on the link */
};

struct trm_backend;

/* Private, but visible: the caller owns the memory. It points into itself: do not copy it. */
struct trm_encoder {
    struct trm_encoder_cfg cfg;
    const struct trm_backend *backend; /* the trace format */
    struct trm_link link;
    struct trm_regfile rf;
    uint32_t words[TRM_REGFILE_WORDS];
    struct nexus_stream_cfg stream; /* of the messages being made */
    struct trm_encoder_stats stats;

    /* Control, as latched by the last tick. */
    bool latch;           /* registers were written since */
    bool is_etrace;       /* trTeFormat is 0 */
    bool enabled;         /* trTeEnable */
    bool tracing;         /* trTeInstTracing, and trTeInstMode is not 0 */
    bool htm;             /* trTeInstMode is 6 */
    bool trig_enabled;    /* trTeInstTrigEnable */
    bool stall_ena;       /* trTeInstStallEna */
    bool context_ena;     /* trTeContext */
    bool mode_off;        /* trTeInstMode is 0 */
    uint8_t ts_messages;  /* which messages carry TSTAMP */
    bool sequential;      /* trTeInstEnSequentialJump */
    bool repeated;        /* trTeInstEnRepeatedHistory */
    bool search;          /* the same, with TRM_HIST_SEARCH_ANY, in HTM */
    bool repeat_branch;   /* RepeatBranch can be sent */
    bool stamped;         /* E-Trace: the encapsulation has a timestamp */
    uint8_t return_mode;  /* trTeInstImplicitReturnMode; 0 also when not enabled */
    uint8_t sync_mode;    /* trTeInstSyncMode */
    uint16_t src;         /* SRC of messages */
    bool filtering;       /* trTeInstFilters is not 0, or a comparator can notify */
    bool filter_latch;    /* registers of filters were written since */
    uint32_t ext_actions; /* trTeTrigExtInControl */
    uint32_t dbg_actions; /* triggers that trTeTrigDbgControl lets through, as in `trigger` */
    uint8_t trigger_out;  /* external trigger outputs that fire in this cycle */

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
    uint8_t start;    /* why the next region starts, enum trm_encoder_start */
    uint8_t pend;     /* enum trm_encoder_pend */
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

    /* Stimulus ports: the store that becomes a message when registers take effect. */
    bool stim_waits;
    uint16_t stim_tag;
    uint32_t stim_data;

    struct trm_encoder_data data;

    /* Output queue: whole messages, each after a byte with its length. */
    uint32_t fifo_head;
    uint32_t fifo_tail;
    uint32_t fifo_fill;  /* bytes of messages, lengths not counted */
    uint32_t fifo_count; /* messages */
    uint32_t link_credit;
    struct trm_encoder_packer packer;
    bool early;    /* the message is one that the RTL makes a tick later */
    uint32_t made; /* ticks that this record takes so far: one for each message, Ownership two */
    uint32_t side; /* of them those for sidebands and triggers */

    /* queue_records: a ring of what waits. */
    struct trm_encoder_waiting records[TRM_ENCODER_RECORDS + TRM_ENCODER_TRANSIT];
    uint16_t oldest;
    uint16_t waiting;             /* how many */
    uint16_t waited;              /* how many there were when this tick began */
    uint32_t queued;              /* messages in the queue when this tick began */
    uint32_t takes;               /* ticks that what was looked at still takes */
    bool several;                 /* it is more than one block */
    bool moved;                   /* HIST changed in the last tick */
    bool paused;                  /* the oldest block has waited for that */
    uint8_t leave;                /* records that leave then */
    bool begins;                  /* and the first block of the next one is done */
    bool gap;                     /* a record was lost since the last one that came in */
    uint64_t gap_tick;            /* the tick in which it was */
    struct ingress_cycle refused; /* that record, but for its blocks, triggers and the like */
    uint8_t sides;                /* sidebands of the last record that was not lost */
    uint64_t ticks;               /* since init */
    uint8_t fifo[2 * (TRM_ENCODER_FIFO_MAX + TRM_ENCODER_SKID)];

    struct trm_timestamp ts;
    struct trm_filter_bank filter;
    struct trm_etrace et; /* E-Trace, while `backend` is its */
    struct trm_etrace_data ed;
    struct ingress_access
        held[INGRESS_MAX_ACCESSES]; /* E-Trace: of the item that `et` waits with */
    unsigned held_count;
};

/* Can an encoder have this configuration? Returns NULL, or what is wrong: parameters by the names
 * of regmap/params/encoder.toml, then the reason. */
const char *trm_encoder_cfg_check(const struct trm_encoder_cfg *cfg);

/* Start an encoder in the state after power-on (trTeActive = 0), not connected.
 * Returns TRM_OK, or TRM_ERR_ARG when trm_encoder_cfg_check refuses the configuration. */
TRM_MUST_CHECK enum trm_status trm_encoder_init(struct trm_encoder *enc,
                                                const struct trm_encoder_cfg *cfg);

/* Connect the output. Before this, messages are swallowed. */
void trm_encoder_connect(struct trm_encoder *enc, struct trm_link link);

/* Registers: see trm_regfile_read and trm_regfile_write for statuses. Size is in bytes. With
 * cfg.stimulus a write of 1 or 2 bytes to a stimulus port, at its first byte, is legal too. */
TRM_MUST_CHECK enum trm_status trm_encoder_reg_read(struct trm_encoder *enc, uint32_t offset,
                                                    unsigned size, uint32_t *value);
enum trm_status trm_encoder_reg_write(struct trm_encoder *enc, uint32_t offset, unsigned size,
                                      uint32_t value);

/* Would a write at `offset` have to wait now: a stimulus port with trTeStimStallEna, and no room
 * for its message? Try again after the next tick. Writing nevertheless can drop a message. */
bool trm_encoder_reg_waits(const struct trm_encoder *enc, uint32_t offset);

/* Begin a cycle: registers written before take effect, queued messages move to the link. */
void trm_encoder_tick(struct trm_encoder *enc);

/* Give the ingress of this cycle. Returns true when the hart is stalled: the record was not
 * consumed, give the same one (with a later cycle) again after the next tick. Can be true only
 * while trTeInstStallEna is 1. */
bool trm_encoder_ingress(struct trm_encoder *enc, const struct ingress_cycle *in);

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

/* The same while trTeFormat is 0. Memory (trap_base) and code (isa beyond compressed instructions)
 * are not known here. */
void trm_encoder_etrace_cfg(const struct trm_encoder *enc, struct etrace_cfg *out);

#ifdef __cplusplus
}
#endif

#endif
