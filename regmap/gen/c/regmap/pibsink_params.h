/* SPDX-License-Identifier: Apache-2.0 */
/* Generated from regmap/params/pibsink.toml by `make regs` (regmap.py regmap regmap/gen); do not edit. */
#ifndef REGMAP_GEN_PIBSINK_PARAMS_H
#define REGMAP_GEN_PIBSINK_PARAMS_H

enum {
    TRM_PIBSINK_BUFFER_MIN = 128,
    TRM_PIBSINK_BUFFER_MAX = 1024,
};

/* Members of struct trm_pibsink_cfg. */
#define TRM_PIBSINK_CFG_MEMBERS                                                                                         \
    /* bit n: trPibMode n exists. 4, 5, 8..12; 0, Off, always exists. bits of 0x1f30; default 7984 */                   \
    uint16_t modes;                                                                                                     \
    /* parallel: bit n: trPibClkCenter n exists. 1..3; default 3 */                                                     \
    uint8_t clk_centers;                                                                                                \
    /* trPibCalibrate exists. default 1 */                                                                              \
    bool calibrate;                                                                                                     \
    /* trPibAsyncFreq exists. n leaves the pins idle for idle_length bytes before the first message after every 2^(n + 5) bytes. default 0 */\
    bool async;                                                                                                         \
    /* width of trPibDivider. 0..16; default 16 */                                                                      \
    uint8_t divider_bits;                                                                                               \
    /* smallest trPibDivider. 0..65535; default 0 */                                                                    \
    uint16_t divider_min;                                                                                               \
    /* trPibDivider after a reset. Slow enough for the pins. 0..65535; default 7 */                                     \
    uint16_t divider_reset;                                                                                             \
    /* 1, 2, 4 pins: bytes from one idle to the next; 0 = never. 0..4294967295; default 256 */                          \
    uint32_t idle_bytes;                                                                                                \
    /* 1, 2, 4 pins: idle before each synchronizing message. default 0 */                                               \
    bool idle_sync;                                                                                                     \
    /* idle bytes at a time. Only 14 ones or more cannot be part of a message. 1..4; default 2 */                       \
    uint8_t idle_length;                                                                                                \
    /* queue before the pins. 128..1024; default 256 */                                                                 \
    uint32_t buffer_bytes;                                                                                              \
    /* the bytes are packets of E-Trace: fill with null.idle, synchronize with nulls. The tools set it with trTeFormat=0. default 0 */\
    bool etrace;                                                                                                        \
    /* E-Trace: N of the synchronization sequence, N null.idle and a null.alignment: 31 and the whole bytes of a timestamp and of srcID. 31..49; default 40 */\
    uint8_t sync_nulls;                                                                                                 \
    /* cycles of power-up. Until then trPibActive does not read as written. 0..4294967295; default 0 */                 \
    uint32_t power_ticks;                                                                                               \
    /* cycles until trPibEnable reads as written. 0..65536; default 0 */                                                \
    uint32_t enable_ticks;                                                                                              \
    /* for tests of drivers: minor version * 16 + major; 0 = 1.0. 0..255; default 0 */                                  \
    uint8_t version;

/* Their defaults. */
#define TRM_PIBSINK_CFG_DEFAULTS                                                                                        \
    .modes = 7984,                                                                                                      \
    .clk_centers = 3,                                                                                                   \
    .calibrate = true,                                                                                                  \
    .async = false,                                                                                                     \
    .divider_bits = 16,                                                                                                 \
    .divider_min = 0,                                                                                                   \
    .divider_reset = 7,                                                                                                 \
    .idle_bytes = 256,                                                                                                  \
    .idle_sync = false,                                                                                                 \
    .idle_length = 2,                                                                                                   \
    .buffer_bytes = 256,                                                                                                \
    .etrace = false,                                                                                                    \
    .sync_nulls = 40,                                                                                                   \
    .power_ticks = 0,                                                                                                   \
    .enable_ticks = 0,                                                                                                  \
    .version = 0,

/* NAMED(TYPE, member, "name", least, most, ACCEPTS, "meaning") of what can be set by name, OTHER(the same) of
 * what cannot; ACCEPTS as in enum regmap_param_accepts. */
#define TRM_PIBSINK_PARAMS(NAMED, OTHER)                                                                                \
    NAMED(U16, modes, "modes", 0x0u, 0x1f30u, BITS, "bit n: trPibMode n exists")                                        \
    NAMED(U8, clk_centers, "clk_centers", 0x1u, 0x3u, ALL, "parallel: bit n: trPibClkCenter n exists")                  \
    NAMED(BOOL, calibrate, "calibrate", 0x0u, 0x1u, ALL, "trPibCalibrate exists")                                       \
    NAMED(BOOL, async, "async", 0x0u, 0x1u, ALL, "trPibAsyncFreq exists")                                               \
    NAMED(U8, divider_bits, "divider_bits", 0x0u, 0x10u, ALL, "width of trPibDivider")                                  \
    NAMED(U16, divider_min, "divider_min", 0x0u, 0xffffu, ALL, "smallest trPibDivider")                                 \
    NAMED(U16, divider_reset, "divider_reset", 0x0u, 0xffffu, ALL, "trPibDivider after a reset")                        \
    NAMED(U32, idle_bytes, "idle_bytes", 0x0u, 0xffffffffu, ALL, "1, 2, 4 pins: bytes from one idle to the next; 0 = never")\
    NAMED(BOOL, idle_sync, "idle_sync", 0x0u, 0x1u, ALL, "1, 2, 4 pins: idle before each synchronizing message")        \
    NAMED(U8, idle_length, "idle_length", 0x1u, 0x4u, ALL, "idle bytes at a time")                                      \
    NAMED(U32, buffer_bytes, "buffer_bytes", 0x80u, 0x400u, ALL, "queue before the pins")                               \
    NAMED(BOOL, etrace, "etrace", 0x0u, 0x1u, ALL, "the bytes are packets of E-Trace: fill with null.idle, synchronize with nulls")\
    NAMED(U8, sync_nulls, "sync_nulls", 0x1fu, 0x31u, ALL, "E-Trace: N of the synchronization sequence, N null.idle and a null.alignment: 31 and the whole bytes of a timestamp and of srcID")\
    NAMED(U32, power_ticks, "power_ticks", 0x0u, 0xffffffffu, ALL, "cycles of power-up")                                \
    NAMED(U32, enable_ticks, "enable_ticks", 0x0u, 0x10000u, ALL, "cycles until trPibEnable reads as written")          \
    NAMED(U8, version, "version", 0x0u, 0xffu, ALL, "for tests of drivers: minor version * 16 + major; 0 = 1.0")

/* P(member, Name) of those that the SystemVerilog has. */
#define TRM_PIBSINK_PARAMS_SV(P)                                                                                        \
    P(modes, Modes)                                                                                                     \
    P(clk_centers, ClkCenters)                                                                                          \
    P(calibrate, Calibrate)                                                                                             \
    P(async, Async)                                                                                                     \
    P(divider_bits, DividerW)                                                                                           \
    P(divider_min, DividerMin)                                                                                          \
    P(divider_reset, DividerReset)                                                                                      \
    P(idle_bytes, IdleBytes)                                                                                            \
    P(idle_sync, IdleSync)                                                                                              \
    P(idle_length, IdleLength)                                                                                          \
    P(etrace, Etrace)                                                                                                   \
    P(sync_nulls, SyncNulls)

#endif
