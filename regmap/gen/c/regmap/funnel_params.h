/* SPDX-License-Identifier: Apache-2.0 */
/* Generated from regmap/params/funnel.toml by `make regs` (regmap.py regmap regmap/gen); do not edit. */
#ifndef REGMAP_GEN_FUNNEL_PARAMS_H
#define REGMAP_GEN_FUNNEL_PARAMS_H

enum {
    TRM_FUNNEL_INPUTS_MIN = 2,
    TRM_FUNNEL_INPUTS_MAX = 16,
    TRM_FUNNEL_FIFO_MIN = 128,
    TRM_FUNNEL_FIFO_MAX = 512,
};

/* Members of struct trm_funnel_cfg. */
#define TRM_FUNNEL_CFG_MEMBERS                                                                                          \
    /* inputs; in a tree those that are connected. 2..16; default 8 */                                                  \
    uint8_t inputs;                                                                                                     \
    /* bit n: input n can be switched off; 0 = no trFunnelDisInput. Bits of inputs that do not exist do not count. 0..65535; default 65535 */\
    uint16_t dis_inputs;                                                                                                \
    /* queue of each input; 0 = none, a message passes when the output takes it. 0 or 128..512; default 128 */          \
    uint32_t fifo_bytes;                                                                                                \
    /* bytes per cycle to the output; 0 = no limit. 0..4096; default 0 */                                               \
    uint32_t link_bytes;                                                                                                \
    /* bit n: trTsMode n exists; 0 = no timestamp unit. 1 is External, 2 Internal System, 4 Shared. bits of 0x16; default 0 */\
    uint8_t ts_modes;                                                                                                   \
    /* bits of the timestamp. trTsWidth. 1..63; default 40 */                                                           \
    uint8_t ts_width;                                                                                                   \
    /* trTsActive is a read-only copy of trFunnelActive. default 0 */                                                   \
    bool ts_copy_active;                                                                                                \
    /* cycles of power-up. Until then trFunnelActive does not read as written. 0..4294967295; default 0 */              \
    uint32_t power_ticks;                                                                                               \
    /* cycles until trFunnelEnable reads as written. 0..65536; default 0 */                                             \
    uint32_t enable_ticks;                                                                                              \
    /* for tests of drivers: minor version * 16 + major; 0 = 1.0. 0..255; default 0 */                                  \
    uint8_t version;

/* Their defaults. */
#define TRM_FUNNEL_CFG_DEFAULTS                                                                                         \
    .inputs = 8,                                                                                                        \
    .dis_inputs = 65535,                                                                                                \
    .fifo_bytes = 128,                                                                                                  \
    .link_bytes = 0,                                                                                                    \
    .ts_modes = 0,                                                                                                      \
    .ts_width = 40,                                                                                                     \
    .ts_copy_active = false,                                                                                            \
    .power_ticks = 0,                                                                                                   \
    .enable_ticks = 0,                                                                                                  \
    .version = 0,

/* NAMED(TYPE, member, "name", least, most, ACCEPTS, "meaning") of what can be set by name, OTHER(the same) of
 * what cannot; ACCEPTS as in enum regmap_param_accepts. */
#define TRM_FUNNEL_PARAMS(NAMED, OTHER)                                                                                 \
    OTHER(U8, inputs, "", 0x2u, 0x10u, ALL, "inputs; in a tree those that are connected")                               \
    NAMED(U16, dis_inputs, "dis_inputs", 0x0u, 0xffffu, ALL, "bit n: input n can be switched off; 0 = no trFunnelDisInput")\
    NAMED(U32, fifo_bytes, "fifo_bytes", 0x80u, 0x200u, ALL_OR_0, "queue of each input; 0 = none, a message passes when the output takes it")\
    NAMED(U32, link_bytes, "link_bytes", 0x0u, 0x1000u, ALL, "bytes per cycle to the output; 0 = no limit")             \
    NAMED(U8, ts_modes, "ts_modes", 0x0u, 0x16u, BITS, "bit n: trTsMode n exists; 0 = no timestamp unit")               \
    NAMED(U8, ts_width, "ts_width", 0x1u, 0x3fu, ALL, "bits of the timestamp")                                          \
    NAMED(BOOL, ts_copy_active, "ts_copy_active", 0x0u, 0x1u, ALL, "trTsActive is a read-only copy of trFunnelActive")  \
    NAMED(U32, power_ticks, "power_ticks", 0x0u, 0xffffffffu, ALL, "cycles of power-up")                                \
    NAMED(U32, enable_ticks, "enable_ticks", 0x0u, 0x10000u, ALL, "cycles until trFunnelEnable reads as written")       \
    NAMED(U8, version, "version", 0x0u, 0xffu, ALL, "for tests of drivers: minor version * 16 + major; 0 = 1.0")

/* P(member, Name) of those that the SystemVerilog has. */
#define TRM_FUNNEL_PARAMS_SV(P)                                                                                         \
    P(inputs, Inputs)                                                                                                   \
    P(dis_inputs, DisInputs)                                                                                            \
    P(ts_modes, TsModes)                                                                                                \
    P(ts_width, TsW)                                                                                                    \
    P(ts_copy_active, TsCopyActive)

#endif
