/* SPDX-License-Identifier: Apache-2.0 */
/* Generated from regmap/params/ramsink.toml by `make regs` (regmap.py regmap regmap/gen); do not edit. */
#ifndef REGMAP_GEN_RAMSINK_PARAMS_H
#define REGMAP_GEN_RAMSINK_PARAMS_H

enum {
    TRM_RAMSINK_WIDTH_MIN = 4,
    TRM_RAMSINK_WIDTH_MAX = 16,
    TRM_RAMSINK_BUFFER_MIN = 80,
    TRM_RAMSINK_BUFFER_MAX = 512,
};

/* Members of struct trm_ramsink_cfg. */
#define TRM_RAMSINK_CFG_MEMBERS                                                                                         \
    /* trRamHasSRAM; hartrace,sram-bytes of a tree. default 1 */                                                        \
    bool has_sram;                                                                                                      \
    /* trRamHasSMEM; one of the two must; hartrace,smem-window of a tree. default 0 */                                  \
    bool has_smem;                                                                                                      \
    /* size of the SRAM, a multiple of width. 0..4294967295; default 0 */                                               \
    uint32_t sram_bytes;                                                                                                \
    /* bytes of a trace word. 4, 8, 16; default 4 */                                                                    \
    uint8_t width;                                                                                                      \
    /* trace words written per cycle; 0 = no limit. 0..64; default 0 */                                                 \
    uint32_t words_per_tick;                                                                                            \
    /* with words_per_tick: bytes waiting for the memory. 80..512; default 256 */                                       \
    uint32_t buffer_bytes;                                                                                              \
    /* of system memory. 32: the High registers read 0. 32..64; default 64 */                                           \
    uint8_t address_bits;                                                                                               \
    /* SRAM: trRamLimit is fixed. default 0 */                                                                          \
    bool limit_fixed;                                                                                                   \
    /* SMEM: trRamStart is a multiple of this power of two; 0 = width. 0, or a power of two up to 2147483648; default 0 */\
    uint32_t start_align;                                                                                               \
    /* SMEM, with smem_bytes: trRamStart is fixed here, a multiple of width. 0..18446744073709551615; default 0 */      \
    uint64_t smem_start;                                                                                                \
    /* SMEM: size of a fixed region; 0 = any range. A multiple of width that does not cross 4 GiB: trRamLimit is its last word after a reset, and can only be trimmed. 0..4294967295; default 0 */\
    uint32_t smem_bytes;                                                                                                \
    /* trRamData works while the sink is active. default 0 */                                                           \
    bool read_active;                                                                                                   \
    /* SMEM: trRamRP and trRamData read system memory. default 0 */                                                     \
    bool smem_data;                                                                                                     \
    /* SRAM: trRamData can be written. default 0 */                                                                     \
    bool data_writable;                                                                                                 \
    /* trRamAsyncFreq exists. n inserts an idle byte before the first message after every 2^(n + 5) bytes. default 0 */ \
    bool async;                                                                                                         \
    /* the bytes are packets of E-Trace: fill with null.idle, synchronize with nulls. The tools set it with trTeFormat=0. default 0 */\
    bool etrace;                                                                                                        \
    /* E-Trace: N of the synchronization sequence, N null.idle and a null.alignment: 31 and the whole bytes of a timestamp and of srcID. 31..49; default 40 */\
    uint8_t sync_nulls;                                                                                                 \
    /* cycles of power-up. Until then trRamActive does not read as written. 0..4294967295; default 0 */                 \
    uint32_t power_ticks;                                                                                               \
    /* cycles until trRamEnable reads as written. 0..65536; default 0 */                                                \
    uint32_t enable_ticks;                                                                                              \
    /* for tests of drivers: minor version * 16 + major; 0 = 1.0. 0..255; default 0 */                                  \
    uint8_t version;

/* Their defaults. */
#define TRM_RAMSINK_CFG_DEFAULTS                                                                                        \
    .has_sram = true,                                                                                                   \
    .has_smem = false,                                                                                                  \
    .sram_bytes = 0,                                                                                                    \
    .width = 4,                                                                                                         \
    .words_per_tick = 0,                                                                                                \
    .buffer_bytes = 256,                                                                                                \
    .address_bits = 64,                                                                                                 \
    .limit_fixed = false,                                                                                               \
    .start_align = 0,                                                                                                   \
    .smem_start = 0,                                                                                                    \
    .smem_bytes = 0,                                                                                                    \
    .read_active = false,                                                                                               \
    .smem_data = false,                                                                                                 \
    .data_writable = false,                                                                                             \
    .async = false,                                                                                                     \
    .etrace = false,                                                                                                    \
    .sync_nulls = 40,                                                                                                   \
    .power_ticks = 0,                                                                                                   \
    .enable_ticks = 0,                                                                                                  \
    .version = 0,

/* NAMED(TYPE, member, "name", least, most, ACCEPTS, "meaning") of what can be set by name, OTHER(the same) of
 * what cannot; ACCEPTS as in enum regmap_param_accepts. */
#define TRM_RAMSINK_PARAMS(NAMED, OTHER)                                                                                \
    OTHER(BOOL, has_sram, "", 0x0u, 0x1u, ALL, "trRamHasSRAM; hartrace,sram-bytes of a tree")                           \
    OTHER(BOOL, has_smem, "", 0x0u, 0x1u, ALL, "trRamHasSMEM; one of the two must; hartrace,smem-window of a tree")     \
    OTHER(U32, sram_bytes, "", 0x0u, 0xffffffffu, ALL, "size of the SRAM, a multiple of width")                         \
    NAMED(U8, width, "width", 0x4u, 0x10u, POWERS, "bytes of a trace word")                                             \
    NAMED(U32, words_per_tick, "words_per_tick", 0x0u, 0x40u, ALL, "trace words written per cycle; 0 = no limit")       \
    NAMED(U32, buffer_bytes, "buffer_bytes", 0x50u, 0x200u, ALL, "with words_per_tick: bytes waiting for the memory")   \
    NAMED(U8, address_bits, "address_bits", 0x20u, 0x40u, ALL, "of system memory")                                      \
    NAMED(BOOL, limit_fixed, "limit_fixed", 0x0u, 0x1u, ALL, "SRAM: trRamLimit is fixed")                               \
    NAMED(U32, start_align, "start_align", 0x0u, 0x80000000u, POWERS, "SMEM: trRamStart is a multiple of this power of two; 0 = width")\
    OTHER(U64, smem_start, "", 0x0u, 0xffffffffffffffffull, ALL, "SMEM, with smem_bytes: trRamStart is fixed here, a multiple of width")\
    OTHER(U32, smem_bytes, "", 0x0u, 0xffffffffu, ALL, "SMEM: size of a fixed region; 0 = any range")                   \
    NAMED(BOOL, read_active, "read_active", 0x0u, 0x1u, ALL, "trRamData works while the sink is active")                \
    NAMED(BOOL, smem_data, "smem_data", 0x0u, 0x1u, ALL, "SMEM: trRamRP and trRamData read system memory")              \
    NAMED(BOOL, data_writable, "data_writable", 0x0u, 0x1u, ALL, "SRAM: trRamData can be written")                      \
    NAMED(BOOL, async, "async", 0x0u, 0x1u, ALL, "trRamAsyncFreq exists")                                               \
    NAMED(BOOL, etrace, "etrace", 0x0u, 0x1u, ALL, "the bytes are packets of E-Trace: fill with null.idle, synchronize with nulls")\
    NAMED(U8, sync_nulls, "sync_nulls", 0x1fu, 0x31u, ALL, "E-Trace: N of the synchronization sequence, N null.idle and a null.alignment: 31 and the whole bytes of a timestamp and of srcID")\
    NAMED(U32, power_ticks, "power_ticks", 0x0u, 0xffffffffu, ALL, "cycles of power-up")                                \
    NAMED(U32, enable_ticks, "enable_ticks", 0x0u, 0x10000u, ALL, "cycles until trRamEnable reads as written")          \
    NAMED(U8, version, "version", 0x0u, 0xffu, ALL, "for tests of drivers: minor version * 16 + major; 0 = 1.0")

/* P(member, Name) of those that the SystemVerilog has. */
#define TRM_RAMSINK_PARAMS_SV(P)                                                                                        \
    P(has_sram, Sram)                                                                                                   \
    P(has_smem, Smem)                                                                                                   \
    P(sram_bytes, SramBytes)                                                                                            \
    P(width, Width)                                                                                                     \
    P(address_bits, AddressW)                                                                                           \
    P(limit_fixed, LimitFixed)                                                                                          \
    P(start_align, StartAlign)                                                                                          \
    P(smem_bytes, SmemBytes)                                                                                            \
    P(read_active, ReadActive)                                                                                          \
    P(data_writable, DataWritable)                                                                                      \
    P(async, Async)                                                                                                     \
    P(etrace, Etrace)                                                                                                   \
    P(sync_nulls, SyncNulls)

#endif
