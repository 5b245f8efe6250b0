/* SPDX-License-Identifier: Apache-2.0 */
/* Generated from regmap/encoder.toml by `make regs` (regmap.py regmap regmap/gen); do not edit. */
#ifndef REGMAP_GEN_ENCODER_SETTINGS_H
#define REGMAP_GEN_ENCODER_SETTINGS_H

/* Members for the settings that a tool makes, named after their fields. */
#define REGMAP_ENCODER_SETTINGS                                                                                         \
    /* trTeInstMode (0..7: off = 0, protocol1 = 1, protocol2 = 2, btm = 3, protocol4 = 4, protocol5 = 5, htm = 6, vendor = 7): Kind of instruction trace; an unsupported value becomes a supported one other than 0 */\
    uint8_t inst_mode;                                                                                                  \
    /* trTeContext: 1 sends context values and privilege levels */                                                      \
    bool context;                                                                                                       \
    /* trTeInstTrigEnable: 1 lets trace-on and trace-off triggers change trTeInstTracing */                             \
    bool trig_enable;                                                                                                   \
    /* trTeInstStallEna: No room for a message: 0 drops it, 1 stalls the hart */                                        \
    bool stall;                                                                                                         \
    /* trTeInhibitSrc: 1 leaves the source field out of messages */                                                     \
    bool inhibit_src;                                                                                                   \
    /* trTeInstSyncMode (0..3: off = 0, messages = 1, cycles = 2, halfwords = 3): What is counted between periodic synchronization messages */\
    uint8_t sync_mode;                                                                                                  \
    /* trTeInstSyncMax (0..15): Periodic synchronization each 2^(value + 4) counts */                                   \
    uint8_t sync_max;                                                                                                   \
    /* trTeFormat (0..7: etrace = 0, ntrace = 1, vendor = 7): Trace protocol */                                         \
    uint8_t format;                                                                                                     \
    /* trTeInstNoAddrDiff: 1 always sends full addresses */                                                             \
    bool no_addr_diff;                                                                                                  \
    /* trTeInstNoTrapAddr: 1 leaves the handler's address out of trap messages */                                       \
    bool no_trap_addr;                                                                                                  \
    /* trTeInstEnSequentialJump: 1 treats sequentially inferable jumps as inferable */                                  \
    bool sequential_jump;                                                                                               \
    /* trTeInstEnImplicitReturn: 1 treats a return that matches a recent call as inferable */                           \
    bool implicit_return;                                                                                               \
    /* trTeInstEnBranchPrediction: 1 compresses with a branch predictor */                                              \
    bool branch_prediction;                                                                                             \
    /* trTeInstEnJumpTargetCache: 1 compresses with a jump target cache */                                              \
    bool jump_target_cache;                                                                                             \
    /* trTeInstImplicitReturnMode (0..3: none = 0, level = 1, partial = 2, full = 3): How a return is matched: not reported, by depth, by low address bits, by the full address */\
    uint8_t implicit_return_mode;                                                                                       \
    /* trTeInstEnRepeatedHistory: 1 counts repeated branch histories instead of sending them */                         \
    bool repeated_history;                                                                                              \
    /* trTeInstEnAllJumps: 1 reports direct jumps too: more trace, better timestamps */                                 \
    bool all_jumps;                                                                                                     \
    /* trTeInstExtendAddrMSB: 1 uses the extended coding of high address bits */                                        \
    bool extend_addr_msb;                                                                                               \
    /* trTeSrcID (0..4095): Source identifier put into every message */                                                 \
    uint16_t src_id;                                                                                                    \
    /* trTeSrcBits (0..15): Width of the source field in bits, 0..12 */                                                 \
    uint8_t src_bits;

/* S(FIELD, member, type) of those in trTeControl. */
#define REGMAP_TR_TE_CONTROL_SETTINGS(S)                                                                                \
    S(TR_TE_INST_MODE, inst_mode, uint8_t)                                                                              \
    S(TR_TE_CONTEXT, context, bool)                                                                                     \
    S(TR_TE_INST_TRIG_ENABLE, trig_enable, bool)                                                                        \
    S(TR_TE_INST_STALL_ENA, stall, bool)                                                                                \
    S(TR_TE_INHIBIT_SRC, inhibit_src, bool)                                                                             \
    S(TR_TE_INST_SYNC_MODE, sync_mode, uint8_t)                                                                         \
    S(TR_TE_INST_SYNC_MAX, sync_max, uint8_t)                                                                           \
    S(TR_TE_FORMAT, format, uint8_t)

/* S(FIELD, member, type) of those in trTeInstFeatures. */
#define REGMAP_TR_TE_INST_FEATURES_SETTINGS(S)                                                                          \
    S(TR_TE_INST_NO_ADDR_DIFF, no_addr_diff, bool)                                                                      \
    S(TR_TE_INST_NO_TRAP_ADDR, no_trap_addr, bool)                                                                      \
    S(TR_TE_INST_EN_SEQUENTIAL_JUMP, sequential_jump, bool)                                                             \
    S(TR_TE_INST_EN_IMPLICIT_RETURN, implicit_return, bool)                                                             \
    S(TR_TE_INST_EN_BRANCH_PREDICTION, branch_prediction, bool)                                                         \
    S(TR_TE_INST_EN_JUMP_TARGET_CACHE, jump_target_cache, bool)                                                         \
    S(TR_TE_INST_IMPLICIT_RETURN_MODE, implicit_return_mode, uint8_t)                                                   \
    S(TR_TE_INST_EN_REPEATED_HISTORY, repeated_history, bool)                                                           \
    S(TR_TE_INST_EN_ALL_JUMPS, all_jumps, bool)                                                                         \
    S(TR_TE_INST_EXTEND_ADDR_MSB, extend_addr_msb, bool)                                                                \
    S(TR_TE_SRC_ID, src_id, uint16_t)                                                                                   \
    S(TR_TE_SRC_BITS, src_bits, uint8_t)

#endif
