/* SPDX-License-Identifier: Apache-2.0 */
/* Generated from regmap/params/encoder.toml by `make regs` (regmap.py regmap regmap/gen); do not edit. */
#ifndef REGMAP_GEN_ENCODER_PARAMS_H
#define REGMAP_GEN_ENCODER_PARAMS_H

enum {
    TRM_FILTERS_MAX = 16,
    TRM_COMPARATORS_MAX = 8,
    TRM_ENCODER_FIFO_MIN = 76,
    TRM_ENCODER_FIFO_MAX = 4096,
};

/* Members of struct trm_encoder_cfg. */
#define TRM_ENCODER_CFG_MEMBERS                                                                                         \
    /* trTeFormat 1, N-Trace, exists. default 1 */                                                                      \
    bool ntrace;                                                                                                        \
    /* trTeFormat 0, E-Trace, exists; one of the two must. The tools set it when trTeFormat=0 is asked for. default 0 */\
    bool etrace;                                                                                                        \
    /* trTeInstMode 3 exists. default 1 */                                                                              \
    bool btm;                                                                                                           \
    /* trTeInstMode 6 exists; one of the two must. default 1 */                                                         \
    bool htm;                                                                                                           \
    /* width of addresses, 32 or 64; ELF and ingress files set it. 32, 64; default 64 */                                \
    uint8_t xlen;                                                                                                       \
    /* width of itype at the ingress port. With 3, codes 7..15 count as 0; with 4, code 6 as 14. 3..4; default 4 */     \
    uint8_t itype_width;                                                                                                \
    /* I-CNT counter, overflow bit included. 4..22; default 22 */                                                       \
    uint8_t icnt_bits;                                                                                                  \
    /* HIST register, stop bit included. 2..32; default 32 */                                                           \
    uint8_t hist_bits;                                                                                                  \
    /* B-TYPE 2 exception and 3 interrupt, not 1. default 1 */                                                          \
    bool btype_split;                                                                                                   \
    /* HTM: IndirectBranchHist also with empty HIST. default 0 */                                                       \
    bool hist_always;                                                                                                   \
    /* ProgTraceCorrelation also when nothing was traced. On trTeEnable = 1 with trTeInstTracing = 0, and on a halt. default 0 */\
    bool report_disabled;                                                                                               \
    /* trTeContext exists. default 1 */                                                                                 \
    bool context;                                                                                                       \
    /* Ownership messages in pairs, hcontext first. default 0 */                                                        \
    bool hcontext;                                                                                                      \
    /* width of context and hcontext. 0..59; default 32 */                                                              \
    uint8_t context_bits;                                                                                               \
    /* widest trTeSrcBits. 0: trTeSrcID and trTeInhibitSrc read 0. 0..12; default 12 */                                 \
    uint8_t src_bits;                                                                                                   \
    /* bit n: trTeInstSyncMode n exists. not 0, bits of 0xe; default 14 */                                              \
    uint8_t sync_modes;                                                                                                 \
    /* trTeInstTrigEnable exists. 0: debug trigger inputs do nothing, trace-notify neither. default 1 */                \
    bool triggers;                                                                                                      \
    /* external trigger inputs. 0..8; default 0 */                                                                      \
    uint8_t ext_triggers;                                                                                               \
    /* external trigger outputs. 0..8; default 0 */                                                                     \
    uint8_t ext_outputs;                                                                                                \
    /* events of outputs: 1 start, 2 stop, 4 watchpoint, 8 overflow or stall. Set of enum trm_ext_event. 0..15; default 15 */\
    uint8_t ext_events;                                                                                                 \
    /* trTeTrigDbgControl exists: bits 2, 3, 4 enable these actions of debug triggers. 2 is trace-on, 3 trace-off, 4 trace-notify. 0: the register reads 0, all three work. default 0 */\
    bool dbg_control;                                                                                                   \
    /* filters. 0..16; default 0 */                                                                                     \
    uint8_t filters;                                                                                                    \
    /* comparators. 0..8; default 0 */                                                                                  \
    uint8_t comparators;                                                                                                \
    /* conditions of filters: 1 privilege, 2 ecause, 4 interrupt, 8 impdef. Set of enum trm_filter_match. 0..15; default 15 */\
    uint8_t filter_matches;                                                                                             \
    /* bits of the count of nested traps. 1..16; default 8 */                                                           \
    uint8_t filter_nesting;                                                                                             \
    /* inputs of comparators: 1 iaddr (needed), 2 context, 4 tval. odd, 1..7; default 7 */                              \
    uint8_t comp_inputs;                                                                                                \
    /* bit n: trTeCompMatchMode n exists; 0 is needed. odd, 1..15; default 15 */                                        \
    uint8_t comp_modes;                                                                                                 \
    /* comparators have a secondary side. 0: trTeCompSInput, trTeCompSFunction, trTeCompSNotify and trTeCompSMatch read 0, and trTeCompMatchMode, whatever comp_modes is. default 1 */\
    bool comp_secondary;                                                                                                \
    /* trTeCompPNotify, trTeCompSNotify exist. default 1 */                                                             \
    bool comp_notify;                                                                                                   \
    /* trTeInstStallEna exists. default 1 */                                                                            \
    bool stall;                                                                                                         \
    /* trTeInstEnAllJumps exists. The hart sends itype 5. default 1 */                                                  \
    bool all_jumps;                                                                                                     \
    /* trTeInstExtendAddrMSB exists. default 1 */                                                                       \
    bool extend_addr_msb;                                                                                               \
    /* trTeInstEnSequentialJump exists. The hart has sijump. default 1 */                                               \
    bool sequential_jump;                                                                                               \
    /* trTeInstEnImplicitReturn exists. All three modes; needs itype_width 4. default 1 */                              \
    bool implicit_return;                                                                                               \
    /* trTeInstEnRepeatedHistory exists. default 1 */                                                                   \
    bool repeated_history;                                                                                              \
    /* width of HREPEAT. 2..18; default 18 */                                                                           \
    uint8_t hrepeat_bits;                                                                                               \
    /* repetitions found: 0 equal registers, 1 also 28 and 30 outcomes, 2 any. enum trm_hist_search. Comparing every length (2) is for software. 0..2; default 2 */\
    uint8_t hist_search;                                                                                                \
    /* BTM with trTeInstEnRepeatedHistory: RepeatBranch. default 1 */                                                   \
    bool repeat_branch;                                                                                                 \
    /* HTM with trTeInstEnRepeatedHistory: RepeatBranch. default 0 */                                                   \
    bool repeat_branch_htm;                                                                                             \
    /* width of B-CNT. 1..18; default 18 */                                                                             \
    uint8_t bcnt_bits;                                                                                                  \
    /* I-CNT is full when the next block does not fit. 0: when its top bit is set. default 0 */                         \
    bool icnt_late;                                                                                                     \
    /* BTM: ProgTraceSync SYNC 4 when I-CNT is full. 0: ResourceFull. default 0 */                                      \
    bool icnt_sync;                                                                                                     \
    /* entries of the encoder's return stack. 1..32; default 8 */                                                       \
    uint8_t return_stack;                                                                                               \
    /* bits compared in trTeInstImplicitReturnMode 2. 2..63; default 16 */                                              \
    uint8_t return_bits;                                                                                                \
    /* bit n: trTsMode n exists; 0 = no timestamp unit. 1 is External, 2 Internal System, 3 Internal Core, 4 Shared. The tools set 10 unless told otherwise. bits of 0x1e; default 0 */\
    uint8_t ts_modes;                                                                                                   \
    /* bits of TSTAMP. trTsWidth. 1..63; default 40 */                                                                  \
    uint8_t ts_width;                                                                                                   \
    /* trTsActive is a read-only copy of trTeActive. default 0 */                                                       \
    bool ts_copy_active;                                                                                                \
    /* bits 5:0 of trTsVendor instead of ts_messages. default 0 */                                                      \
    bool ts_select;                                                                                                     \
    /* TSTAMP in 1 DirectBranch, 2 Indirect.., 4 Repeat.., 8 ResourceFull, 16 Ownership, 32 end. Set of enum trm_ts_messages. Messages with SYNC always have TSTAMP. 0..63; default 63 */\
    uint8_t ts_messages;                                                                                                \
    /* trTeDataControl exists: data trace, a prototype outside of N-Trace 1.0. [Data trace](../../../docs/reference/data-trace.md). 0: trTeDataImplemented reads 0, as N-Trace 1.0 has it. default 0 */\
    bool data_trace;                                                                                                    \
    /* with trTeDataDropEna, a data message is dropped when more than this number of bytes would be queued. 0..4096; default 128 */\
    uint32_t data_level;                                                                                                \
    /* Watchpoint messages after those with SYNC 6, a prototype outside of N-Trace 1.0. [Data trace](../../../docs/reference/data-trace.md). default 0 */\
    bool watchpoint;                                                                                                    \
    /* E-Trace: packets of data trace for loads and atomics in two parts, request and response. default 0 */            \
    bool data_split;                                                                                                    \
    /* E-Trace: bits of lrid, with data_split. 0..6; default 1 */                                                       \
    uint8_t lrid_width;                                                                                                 \
    /* E-Trace: bits of diff in packets of data trace without an address. 1..2; default 2 */                            \
    uint8_t data_diff_width;                                                                                            \
    /* E-Trace: trTeInstNoAddrDiff exists. default 1 */                                                                 \
    bool no_addr_diff;                                                                                                  \
    /* E-Trace: trTeInstNoTrapAddr exists. default 1 */                                                                 \
    bool no_trap_addr;                                                                                                  \
    /* E-Trace: bits left out at the bottom of addresses; 2 when the hart has no compressed instructions. 0..2; default 1 */\
    uint8_t iaddress_lsb;                                                                                               \
    /* E-Trace: bits of privilege. 3 with the hypervisor extension. 1..3; default 2 */                                  \
    uint8_t privilege_width;                                                                                            \
    /* E-Trace: bits of ecause. 1..64; default 5 */                                                                     \
    uint8_t ecause_width;                                                                                               \
    /* E-Trace: packets have no context. default 1 */                                                                   \
    bool nocontext;                                                                                                     \
    /* E-Trace: bits of context in packets. 1..64; default 1 */                                                         \
    uint8_t context_width;                                                                                              \
    /* E-Trace: packets have no time. The encapsulation has it with trTsEnable. default 1 */                            \
    bool notime;                                                                                                        \
    /* E-Trace: bits of time in packets. 1..64; default 1 */                                                            \
    uint8_t time_width;                                                                                                 \
    /* E-Trace: bits of the subformat of format 0. 0 only without a predictor or without a jump target cache. 0..8; default 0 */\
    uint8_t f0s_width;                                                                                                  \
    /* E-Trace: the branch predictor has 2^n entries; 0 = trTeInstEnBranchPrediction reads 0. 0..10; default 0 */       \
    uint8_t bpred_size;                                                                                                 \
    /* E-Trace: the jump target cache has 2^n entries; 0 = trTeInstEnJumpTargetCache reads 0. 0..10; default 0 */       \
    uint8_t cache_size;                                                                                                 \
    /* E-Trace: the return stack has 2^n entries; 0 = none. 0..9; default 0 */                                          \
    uint8_t return_stack_size;                                                                                          \
    /* E-Trace: bits of the counter of nested calls; 0 = none. 0..9; default 0 */                                       \
    uint8_t call_counter_size;                                                                                          \
    /* the encoder's queue. 76..4096; default 256 */                                                                    \
    uint32_t fifo_bytes;                                                                                                \
    /* after an overflow, restart when no more than this is queued. At most fifo_bytes - TRM_ENCODER_FIFO_MIN; the smaller one counts. 0..4096; default 64 */\
    uint32_t restart_bytes;                                                                                             \
    /* bytes per cycle to the sink; 0 = no limit. 0: a message leaves in the cycle it is made. 0..4096; default 0 */    \
    uint32_t link_bytes;                                                                                                \
    /* places in a queue that counts messages, as tr_encoder has it, on top of fifo_bytes; 0 = only bytes count. 0..65535; default 0 */\
    uint16_t queue_messages;                                                                                            \
    /* stalls unless this number of places is free; at most queue_messages. 0..65535; default 0 */                      \
    uint16_t queue_reserve;                                                                                             \
    /* after an overflow, restart when no more than this number of messages is queued. 0..65535; default 0 */           \
    uint16_t queue_restart;                                                                                             \
    /* places in a queue of records, as QueueDepth of tr_encoder: records wait and take time, one without a place is lost or stalls; 0 = a record takes no time. 0..64; default 0 */\
    uint16_t queue_records;                                                                                             \
    /* with queue_records: blocks that a record has at most, as Blocks of tr_encoder. 2: blocks of two consecutive records can be processed in one cycle. 1..2; default 1 */\
    uint8_t queue_blocks;                                                                                               \
    /* with link_bytes: N-Trace messages go through the packer of tr_encoder. Each variable field, with what is before the first one, takes whole cycles. An address or TSTAMP goes with the field before it when both end within link_bytes. default 0 */\
    bool link_fields;                                                                                                   \
    /* 32 stimulus ports in the vendor range exist. docs/reference/stimulus.md. default 0 */                            \
    bool stimulus;                                                                                                      \
    /* width of IDTAG of the stimulus ports; 0 = a field of variable length. 4 * port + (4 - bytes) needs 7 bits. 0 or 7..16; default 8 */\
    uint8_t stimulus_tag;                                                                                               \
    /* cycles until trTeActive reads as written. 0..4294967295; default 0 */                                            \
    uint32_t power_ticks;                                                                                               \
    /* cycles until trTeEnable reads as written. 0..65536; default 0 */                                                 \
    uint32_t enable_ticks;                                                                                              \
    /* for tests of drivers: minor version * 16 + major; 0 = 1.0. 0..255; default 0 */                                  \
    uint8_t version;

/* Their defaults. */
#define TRM_ENCODER_CFG_DEFAULTS                                                                                        \
    .ntrace = true,                                                                                                     \
    .etrace = false,                                                                                                    \
    .btm = true,                                                                                                        \
    .htm = true,                                                                                                        \
    .xlen = 64,                                                                                                         \
    .itype_width = 4,                                                                                                   \
    .icnt_bits = 22,                                                                                                    \
    .hist_bits = 32,                                                                                                    \
    .btype_split = true,                                                                                                \
    .hist_always = false,                                                                                               \
    .report_disabled = false,                                                                                           \
    .context = true,                                                                                                    \
    .hcontext = false,                                                                                                  \
    .context_bits = 32,                                                                                                 \
    .src_bits = 12,                                                                                                     \
    .sync_modes = 14,                                                                                                   \
    .triggers = true,                                                                                                   \
    .ext_triggers = 0,                                                                                                  \
    .ext_outputs = 0,                                                                                                   \
    .ext_events = 15,                                                                                                   \
    .dbg_control = false,                                                                                               \
    .filters = 0,                                                                                                       \
    .comparators = 0,                                                                                                   \
    .filter_matches = 15,                                                                                               \
    .filter_nesting = 8,                                                                                                \
    .comp_inputs = 7,                                                                                                   \
    .comp_modes = 15,                                                                                                   \
    .comp_secondary = true,                                                                                             \
    .comp_notify = true,                                                                                                \
    .stall = true,                                                                                                      \
    .all_jumps = true,                                                                                                  \
    .extend_addr_msb = true,                                                                                            \
    .sequential_jump = true,                                                                                            \
    .implicit_return = true,                                                                                            \
    .repeated_history = true,                                                                                           \
    .hrepeat_bits = 18,                                                                                                 \
    .hist_search = 2,                                                                                                   \
    .repeat_branch = true,                                                                                              \
    .repeat_branch_htm = false,                                                                                         \
    .bcnt_bits = 18,                                                                                                    \
    .icnt_late = false,                                                                                                 \
    .icnt_sync = false,                                                                                                 \
    .return_stack = 8,                                                                                                  \
    .return_bits = 16,                                                                                                  \
    .ts_modes = 0,                                                                                                      \
    .ts_width = 40,                                                                                                     \
    .ts_copy_active = false,                                                                                            \
    .ts_select = false,                                                                                                 \
    .ts_messages = 63,                                                                                                  \
    .data_trace = false,                                                                                                \
    .data_level = 128,                                                                                                  \
    .watchpoint = false,                                                                                                \
    .data_split = false,                                                                                                \
    .lrid_width = 1,                                                                                                    \
    .data_diff_width = 2,                                                                                               \
    .no_addr_diff = true,                                                                                               \
    .no_trap_addr = true,                                                                                               \
    .iaddress_lsb = 1,                                                                                                  \
    .privilege_width = 2,                                                                                               \
    .ecause_width = 5,                                                                                                  \
    .nocontext = true,                                                                                                  \
    .context_width = 1,                                                                                                 \
    .notime = true,                                                                                                     \
    .time_width = 1,                                                                                                    \
    .f0s_width = 0,                                                                                                     \
    .bpred_size = 0,                                                                                                    \
    .cache_size = 0,                                                                                                    \
    .return_stack_size = 0,                                                                                             \
    .call_counter_size = 0,                                                                                             \
    .fifo_bytes = 256,                                                                                                  \
    .restart_bytes = 64,                                                                                                \
    .link_bytes = 0,                                                                                                    \
    .queue_messages = 0,                                                                                                \
    .queue_reserve = 0,                                                                                                 \
    .queue_restart = 0,                                                                                                 \
    .queue_records = 0,                                                                                                 \
    .queue_blocks = 1,                                                                                                  \
    .link_fields = false,                                                                                               \
    .stimulus = false,                                                                                                  \
    .stimulus_tag = 8,                                                                                                  \
    .power_ticks = 0,                                                                                                   \
    .enable_ticks = 0,                                                                                                  \
    .version = 0,

/* NAMED(TYPE, member, "name", least, most, ACCEPTS, "meaning") of what can be set by name, OTHER(the same) of
 * what cannot; ACCEPTS as in enum regmap_param_accepts. */
#define TRM_ENCODER_PARAMS(NAMED, OTHER)                                                                                \
    NAMED(BOOL, ntrace, "ntrace", 0x0u, 0x1u, ALL, "trTeFormat 1, N-Trace, exists")                                     \
    NAMED(BOOL, etrace, "etrace", 0x0u, 0x1u, ALL, "trTeFormat 0, E-Trace, exists; one of the two must")                \
    NAMED(BOOL, btm, "btm", 0x0u, 0x1u, ALL, "trTeInstMode 3 exists")                                                   \
    NAMED(BOOL, htm, "htm", 0x0u, 0x1u, ALL, "trTeInstMode 6 exists; one of the two must")                              \
    NAMED(U8, xlen, "xlen", 0x20u, 0x40u, POWERS, "width of addresses, 32 or 64; ELF and ingress files set it")         \
    NAMED(U8, itype_width, "itype_width", 0x3u, 0x4u, ALL, "width of itype at the ingress port")                        \
    NAMED(U8, icnt_bits, "icnt_bits", 0x4u, 0x16u, ALL, "I-CNT counter, overflow bit included")                         \
    NAMED(U8, hist_bits, "hist_bits", 0x2u, 0x20u, ALL, "HIST register, stop bit included")                             \
    NAMED(BOOL, btype_split, "btype_split", 0x0u, 0x1u, ALL, "B-TYPE 2 exception and 3 interrupt, not 1")               \
    NAMED(BOOL, hist_always, "hist_always", 0x0u, 0x1u, ALL, "HTM: IndirectBranchHist also with empty HIST")            \
    NAMED(BOOL, report_disabled, "report_disabled", 0x0u, 0x1u, ALL, "ProgTraceCorrelation also when nothing was traced")\
    NAMED(BOOL, context, "context", 0x0u, 0x1u, ALL, "trTeContext exists")                                              \
    NAMED(BOOL, hcontext, "hcontext", 0x0u, 0x1u, ALL, "Ownership messages in pairs, hcontext first")                   \
    NAMED(U8, context_bits, "context_bits", 0x0u, 0x3bu, ALL, "width of context and hcontext")                          \
    NAMED(U8, src_bits, "src_bits", 0x0u, 0xcu, ALL, "widest trTeSrcBits")                                              \
    NAMED(U8, sync_modes, "sync_modes", 0x2u, 0xeu, BITS, "bit n: trTeInstSyncMode n exists")                           \
    NAMED(BOOL, triggers, "triggers", 0x0u, 0x1u, ALL, "trTeInstTrigEnable exists")                                     \
    NAMED(U8, ext_triggers, "ext_triggers", 0x0u, 0x8u, ALL, "external trigger inputs")                                 \
    NAMED(U8, ext_outputs, "ext_outputs", 0x0u, 0x8u, ALL, "external trigger outputs")                                  \
    NAMED(U8, ext_events, "ext_events", 0x0u, 0xfu, ALL, "events of outputs: 1 start, 2 stop, 4 watchpoint, 8 overflow or stall")\
    NAMED(BOOL, dbg_control, "dbg_control", 0x0u, 0x1u, ALL, "trTeTrigDbgControl exists: bits 2, 3, 4 enable these actions of debug triggers")\
    NAMED(U8, filters, "filters", 0x0u, 0x10u, ALL, "filters")                                                          \
    NAMED(U8, comparators, "comparators", 0x0u, 0x8u, ALL, "comparators")                                               \
    NAMED(U8, filter_matches, "filter_matches", 0x0u, 0xfu, ALL, "conditions of filters: 1 privilege, 2 ecause, 4 interrupt, 8 impdef")\
    NAMED(U8, filter_nesting, "filter_nesting", 0x1u, 0x10u, ALL, "bits of the count of nested traps")                  \
    NAMED(U8, comp_inputs, "comp_inputs", 0x1u, 0x7u, ODD, "inputs of comparators: 1 iaddr (needed), 2 context, 4 tval")\
    NAMED(U8, comp_modes, "comp_modes", 0x1u, 0xfu, ODD, "bit n: trTeCompMatchMode n exists; 0 is needed")              \
    NAMED(BOOL, comp_secondary, "comp_secondary", 0x0u, 0x1u, ALL, "comparators have a secondary side")                 \
    NAMED(BOOL, comp_notify, "comp_notify", 0x0u, 0x1u, ALL, "trTeCompPNotify, trTeCompSNotify exist")                  \
    NAMED(BOOL, stall, "stall", 0x0u, 0x1u, ALL, "trTeInstStallEna exists")                                             \
    NAMED(BOOL, all_jumps, "all_jumps", 0x0u, 0x1u, ALL, "trTeInstEnAllJumps exists")                                   \
    NAMED(BOOL, extend_addr_msb, "extend_addr_msb", 0x0u, 0x1u, ALL, "trTeInstExtendAddrMSB exists")                    \
    NAMED(BOOL, sequential_jump, "sequential_jump", 0x0u, 0x1u, ALL, "trTeInstEnSequentialJump exists")                 \
    NAMED(BOOL, implicit_return, "implicit_return", 0x0u, 0x1u, ALL, "trTeInstEnImplicitReturn exists")                 \
    NAMED(BOOL, repeated_history, "repeated_history", 0x0u, 0x1u, ALL, "trTeInstEnRepeatedHistory exists")              \
    NAMED(U8, hrepeat_bits, "hrepeat_bits", 0x2u, 0x12u, ALL, "width of HREPEAT")                                       \
    NAMED(U8, hist_search, "hist_search", 0x0u, 0x2u, ALL, "repetitions found: 0 equal registers, 1 also 28 and 30 outcomes, 2 any")\
    NAMED(BOOL, repeat_branch, "repeat_branch", 0x0u, 0x1u, ALL, "BTM with trTeInstEnRepeatedHistory: RepeatBranch")    \
    NAMED(BOOL, repeat_branch_htm, "repeat_branch_htm", 0x0u, 0x1u, ALL, "HTM with trTeInstEnRepeatedHistory: RepeatBranch")\
    NAMED(U8, bcnt_bits, "bcnt_bits", 0x1u, 0x12u, ALL, "width of B-CNT")                                               \
    NAMED(BOOL, icnt_late, "icnt_late", 0x0u, 0x1u, ALL, "I-CNT is full when the next block does not fit")              \
    NAMED(BOOL, icnt_sync, "icnt_sync", 0x0u, 0x1u, ALL, "BTM: ProgTraceSync SYNC 4 when I-CNT is full")                \
    NAMED(U8, return_stack, "return_stack", 0x1u, 0x20u, ALL, "entries of the encoder's return stack")                  \
    NAMED(U8, return_bits, "return_bits", 0x2u, 0x3fu, ALL, "bits compared in trTeInstImplicitReturnMode 2")            \
    NAMED(U8, ts_modes, "ts_modes", 0x0u, 0x1eu, BITS, "bit n: trTsMode n exists; 0 = no timestamp unit")               \
    NAMED(U8, ts_width, "ts_width", 0x1u, 0x3fu, ALL, "bits of TSTAMP")                                                 \
    NAMED(BOOL, ts_copy_active, "ts_copy_active", 0x0u, 0x1u, ALL, "trTsActive is a read-only copy of trTeActive")      \
    NAMED(BOOL, ts_select, "ts_select", 0x0u, 0x1u, ALL, "bits 5:0 of trTsVendor instead of ts_messages")               \
    NAMED(U8, ts_messages, "ts_messages", 0x0u, 0x3fu, ALL, "TSTAMP in 1 DirectBranch, 2 Indirect.., 4 Repeat.., 8 ResourceFull, 16 Ownership, 32 end")\
    NAMED(BOOL, data_trace, "data_trace", 0x0u, 0x1u, ALL, "trTeDataControl exists: data trace, a prototype outside of N-Trace 1.0")\
    NAMED(U32, data_level, "data_level", 0x0u, 0x1000u, ALL, "with trTeDataDropEna, a data message is dropped when more than this number of bytes would be queued")\
    NAMED(BOOL, watchpoint, "watchpoint", 0x0u, 0x1u, ALL, "Watchpoint messages after those with SYNC 6, a prototype outside of N-Trace 1.0")\
    NAMED(BOOL, data_split, "data_split", 0x0u, 0x1u, ALL, "E-Trace: packets of data trace for loads and atomics in two parts, request and response")\
    NAMED(U8, lrid_width, "lrid_width", 0x0u, 0x6u, ALL, "E-Trace: bits of lrid, with data_split")                      \
    NAMED(U8, data_diff_width, "data_diff_width", 0x1u, 0x2u, ALL, "E-Trace: bits of diff in packets of data trace without an address")\
    NAMED(BOOL, no_addr_diff, "no_addr_diff", 0x0u, 0x1u, ALL, "E-Trace: trTeInstNoAddrDiff exists")                    \
    NAMED(BOOL, no_trap_addr, "no_trap_addr", 0x0u, 0x1u, ALL, "E-Trace: trTeInstNoTrapAddr exists")                    \
    NAMED(U8, iaddress_lsb, "iaddress_lsb", 0x0u, 0x2u, ALL, "E-Trace: bits left out at the bottom of addresses; 2 when the hart has no compressed instructions")\
    NAMED(U8, privilege_width, "privilege_width", 0x1u, 0x3u, ALL, "E-Trace: bits of privilege")                        \
    NAMED(U8, ecause_width, "ecause_width", 0x1u, 0x40u, ALL, "E-Trace: bits of ecause")                                \
    NAMED(BOOL, nocontext, "nocontext", 0x0u, 0x1u, ALL, "E-Trace: packets have no context")                            \
    NAMED(U8, context_width, "context_width", 0x1u, 0x40u, ALL, "E-Trace: bits of context in packets")                  \
    NAMED(BOOL, notime, "notime", 0x0u, 0x1u, ALL, "E-Trace: packets have no time")                                     \
    NAMED(U8, time_width, "time_width", 0x1u, 0x40u, ALL, "E-Trace: bits of time in packets")                           \
    NAMED(U8, f0s_width, "f0s_width", 0x0u, 0x8u, ALL, "E-Trace: bits of the subformat of format 0")                    \
    NAMED(U8, bpred_size, "bpred_size", 0x0u, 0xau, ALL, "E-Trace: the branch predictor has 2^n entries; 0 = trTeInstEnBranchPrediction reads 0")\
    NAMED(U8, cache_size, "cache_size", 0x0u, 0xau, ALL, "E-Trace: the jump target cache has 2^n entries; 0 = trTeInstEnJumpTargetCache reads 0")\
    NAMED(U8, return_stack_size, "return_stack_size", 0x0u, 0x9u, ALL, "E-Trace: the return stack has 2^n entries; 0 = none")\
    NAMED(U8, call_counter_size, "call_counter_size", 0x0u, 0x9u, ALL, "E-Trace: bits of the counter of nested calls; 0 = none")\
    NAMED(U32, fifo_bytes, "fifo_bytes", 0x4cu, 0x1000u, ALL, "the encoder's queue")                                    \
    NAMED(U32, restart_bytes, "restart_bytes", 0x0u, 0x1000u, ALL, "after an overflow, restart when no more than this is queued")\
    NAMED(U32, link_bytes, "link_bytes", 0x0u, 0x1000u, ALL, "bytes per cycle to the sink; 0 = no limit")               \
    OTHER(U16, queue_messages, "", 0x0u, 0xffffu, ALL, "places in a queue that counts messages, as tr_encoder has it, on top of fifo_bytes; 0 = only bytes count")\
    OTHER(U16, queue_reserve, "", 0x0u, 0xffffu, ALL, "stalls unless this number of places is free; at most queue_messages")\
    OTHER(U16, queue_restart, "", 0x0u, 0xffffu, ALL, "after an overflow, restart when no more than this number of messages is queued")\
    OTHER(U16, queue_records, "", 0x0u, 0x40u, ALL, "places in a queue of records, as QueueDepth of tr_encoder: records wait and take time, one without a place is lost or stalls; 0 = a record takes no time")\
    OTHER(U8, queue_blocks, "", 0x1u, 0x2u, ALL, "with queue_records: blocks that a record has at most, as Blocks of tr_encoder")\
    OTHER(BOOL, link_fields, "", 0x0u, 0x1u, ALL, "with link_bytes: N-Trace messages go through the packer of tr_encoder. Each variable field, with what is before the first one, takes whole cycles")\
    NAMED(BOOL, stimulus, "stimulus", 0x0u, 0x1u, ALL, "32 stimulus ports in the vendor range exist")                   \
    NAMED(U8, stimulus_tag, "stimulus_tag", 0x7u, 0x10u, ALL_OR_0, "width of IDTAG of the stimulus ports; 0 = a field of variable length")\
    NAMED(U32, power_ticks, "power_ticks", 0x0u, 0xffffffffu, ALL, "cycles until trTeActive reads as written")          \
    NAMED(U32, enable_ticks, "enable_ticks", 0x0u, 0x10000u, ALL, "cycles until trTeEnable reads as written")           \
    NAMED(U8, version, "version", 0x0u, 0xffu, ALL, "for tests of drivers: minor version * 16 + major; 0 = 1.0")

/* P(member, Name) of those that the SystemVerilog has. */
#define TRM_ENCODER_PARAMS_SV(P)                                                                                        \
    P(ntrace, Ntrace)                                                                                                   \
    P(etrace, Etrace)                                                                                                   \
    P(btm, Btm)                                                                                                         \
    P(htm, Htm)                                                                                                         \
    P(xlen, XLen)                                                                                                       \
    P(itype_width, ItypeW)                                                                                              \
    P(icnt_bits, IcntW)                                                                                                 \
    P(hist_bits, HistW)                                                                                                 \
    P(btype_split, BtypeSplit)                                                                                          \
    P(hist_always, HistAlways)                                                                                          \
    P(context, Context)                                                                                                 \
    P(hcontext, HContext)                                                                                               \
    P(context_bits, ContextW)                                                                                           \
    P(src_bits, SrcW)                                                                                                   \
    P(sync_modes, SyncModes)                                                                                            \
    P(triggers, Triggers)                                                                                               \
    P(ext_triggers, ExtTriggers)                                                                                        \
    P(ext_outputs, ExtOutputs)                                                                                          \
    P(ext_events, ExtEvents)                                                                                            \
    P(dbg_control, DbgControl)                                                                                          \
    P(filters, Filters)                                                                                                 \
    P(comparators, Comparators)                                                                                         \
    P(filter_matches, FilterMatches)                                                                                    \
    P(filter_nesting, FilterNesting)                                                                                    \
    P(comp_inputs, CompInputs)                                                                                          \
    P(comp_modes, CompModes)                                                                                            \
    P(comp_secondary, CompSecondary)                                                                                    \
    P(comp_notify, CompNotify)                                                                                          \
    P(stall, Stall)                                                                                                     \
    P(all_jumps, AllJumps)                                                                                              \
    P(extend_addr_msb, ExtendAddrMsb)                                                                                   \
    P(sequential_jump, SequentialJump)                                                                                  \
    P(implicit_return, ImplicitReturn)                                                                                  \
    P(repeated_history, RepeatedHistory)                                                                                \
    P(hrepeat_bits, HrepeatW)                                                                                           \
    P(hist_search, HistSearch)                                                                                          \
    P(repeat_branch, RepeatBranch)                                                                                      \
    P(repeat_branch_htm, RepeatBranchHtm)                                                                               \
    P(bcnt_bits, BcntW)                                                                                                 \
    P(return_stack, ReturnDepth)                                                                                        \
    P(return_bits, ReturnW)                                                                                             \
    P(ts_modes, TsModes)                                                                                                \
    P(ts_width, TsW)                                                                                                    \
    P(ts_messages, TsMessages)                                                                                          \
    P(data_trace, DataTrace)                                                                                            \
    P(watchpoint, Watchpoint)                                                                                           \
    P(data_split, DataSplit)                                                                                            \
    P(lrid_width, LridW)                                                                                                \
    P(data_diff_width, DataDiffW)                                                                                       \
    P(no_addr_diff, NoAddrDiff)                                                                                         \
    P(no_trap_addr, NoTrapAddr)                                                                                         \
    P(privilege_width, PrivilegeW)                                                                                      \
    P(ecause_width, EcauseW)                                                                                            \
    P(nocontext, NoContext)                                                                                             \
    P(context_width, PacketContextW)                                                                                    \
    P(f0s_width, SubformatW)                                                                                            \
    P(bpred_size, BpredSize)                                                                                            \
    P(cache_size, CacheSize)                                                                                            \
    P(return_stack_size, ReturnStackSize)                                                                               \
    P(call_counter_size, CallCounterSize)                                                                               \
    P(stimulus, Stimulus)                                                                                               \
    P(stimulus_tag, StimulusTag)

#endif
