/* SPDX-License-Identifier: Apache-2.0 */
/* Generated from regmap/params/atbbridge.toml by `make regs` (regmap.py regmap regmap/gen); do not edit. */
#ifndef REGMAP_GEN_ATBBRIDGE_PARAMS_H
#define REGMAP_GEN_ATBBRIDGE_PARAMS_H

enum {
    TRM_ATB_BYTES_MIN = 1,
    TRM_ATB_BYTES_MAX = 16,
    TRM_ATBBRIDGE_BUFFER_MIN = 144,
    TRM_ATBBRIDGE_BUFFER_MAX = 1024,
};

/* Members of struct trm_atbbridge_cfg. */
#define TRM_ATBBRIDGE_CFG_MEMBERS                                                                                       \
    /* bytes of ATDATA. 1, 2, 4, 8, 16; default 4 */                                                                    \
    uint8_t width;                                                                                                      \
    /* queue before ATB. 144..1024; default 256 */                                                                      \
    uint32_t buffer_bytes;                                                                                              \
    /* cycles that an incomplete word waits for more. 0..4294967295; default 0 */                                       \
    uint32_t wait_ticks;                                                                                                \
    /* trAtbBridgeAsyncFreq exists. n inserts an idle byte before the first message after every 2^(n + 5) bytes. default 0 */\
    bool async;                                                                                                         \
    /* the bytes are packets of E-Trace: fill with null.idle, synchronize with nulls. The tools set it with trTeFormat=0. default 0 */\
    bool etrace;                                                                                                        \
    /* E-Trace: N of the synchronization sequence, N null.idle and a null.alignment: 31 and the whole bytes of a timestamp and of srcID. 31..49; default 40 */\
    uint8_t sync_nulls;                                                                                                 \
    /* cycles of power-up. Until then trAtbBridgeActive does not read as written. 0..4294967295; default 0 */           \
    uint32_t power_ticks;                                                                                               \
    /* cycles until trAtbBridgeEnable reads as written. 0..65536; default 0 */                                          \
    uint32_t enable_ticks;                                                                                              \
    /* for tests of drivers: minor version * 16 + major; 0 = 1.0. 0..255; default 0 */                                  \
    uint8_t version;

/* Their defaults. */
#define TRM_ATBBRIDGE_CFG_DEFAULTS                                                                                      \
    .width = 4,                                                                                                         \
    .buffer_bytes = 256,                                                                                                \
    .wait_ticks = 0,                                                                                                    \
    .async = false,                                                                                                     \
    .etrace = false,                                                                                                    \
    .sync_nulls = 40,                                                                                                   \
    .power_ticks = 0,                                                                                                   \
    .enable_ticks = 0,                                                                                                  \
    .version = 0,

/* NAMED(TYPE, member, "name", least, most, ACCEPTS, "meaning") of what can be set by name, OTHER(the same) of
 * what cannot; ACCEPTS as in enum regmap_param_accepts. */
#define TRM_ATBBRIDGE_PARAMS(NAMED, OTHER)                                                                              \
    NAMED(U8, width, "width", 0x1u, 0x10u, POWERS, "bytes of ATDATA")                                                   \
    NAMED(U32, buffer_bytes, "buffer_bytes", 0x90u, 0x400u, ALL, "queue before ATB")                                    \
    NAMED(U32, wait_ticks, "wait_ticks", 0x0u, 0xffffffffu, ALL, "cycles that an incomplete word waits for more")       \
    NAMED(BOOL, async, "async", 0x0u, 0x1u, ALL, "trAtbBridgeAsyncFreq exists")                                         \
    NAMED(BOOL, etrace, "etrace", 0x0u, 0x1u, ALL, "the bytes are packets of E-Trace: fill with null.idle, synchronize with nulls")\
    NAMED(U8, sync_nulls, "sync_nulls", 0x1fu, 0x31u, ALL, "E-Trace: N of the synchronization sequence, N null.idle and a null.alignment: 31 and the whole bytes of a timestamp and of srcID")\
    NAMED(U32, power_ticks, "power_ticks", 0x0u, 0xffffffffu, ALL, "cycles of power-up")                                \
    NAMED(U32, enable_ticks, "enable_ticks", 0x0u, 0x10000u, ALL, "cycles until trAtbBridgeEnable reads as written")    \
    NAMED(U8, version, "version", 0x0u, 0xffu, ALL, "for tests of drivers: minor version * 16 + major; 0 = 1.0")

/* P(member, Name) of those that the SystemVerilog has. */
#define TRM_ATBBRIDGE_PARAMS_SV(P)                                                                                      \
    P(width, Width)                                                                                                     \
    P(wait_ticks, WaitCycles)                                                                                           \
    P(async, Async)                                                                                                     \
    P(etrace, Etrace)                                                                                                   \
    P(sync_nulls, SyncNulls)

#endif
