/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters of the models by name. */
#include "sim/sim_param.h"

#include <string.h>

#define ENCODER(member) offsetof(struct sim_component_cfg, u.encoder.member)
#define FUNNEL(member)  offsetof(struct sim_component_cfg, u.funnel.member)
#define RAMSINK(member) offsetof(struct sim_component_cfg, u.ramsink.member)
#define PIBSINK(member) offsetof(struct sim_component_cfg, u.pibsink.member)
#define BRIDGE(member)  offsetof(struct sim_component_cfg, u.atb.bridge.member)
#define ETB(member)     offsetof(struct sim_component_cfg, u.atb.etb.member)

static const struct sim_param encoder[] = {
    {"btm", SIM_PARAM_BOOL, ENCODER(btm), 0, 1, "trTeInstMode 3 exists"},
    {"htm", SIM_PARAM_BOOL, ENCODER(htm), 0, 1, "trTeInstMode 6 exists; one of the two must"},
    {"xlen", SIM_PARAM_U8, ENCODER(xlen), 32, 64,
     "width of addresses, 32 or 64; ELF and ingress files set it"},
    {"itype_width", SIM_PARAM_U8, ENCODER(itype_width), 3, 4, "width of itype at the ingress port"},
    {"icnt_bits", SIM_PARAM_U8, ENCODER(icnt_bits), 4, 22, "I-CNT counter, overflow bit included"},
    {"hist_bits", SIM_PARAM_U8, ENCODER(hist_bits), 2, 32, "HIST register, stop bit included"},
    {"btype_split", SIM_PARAM_BOOL, ENCODER(btype_split), 0, 1,
     "B-TYPE 2 exception and 3 interrupt, not 1"},
    {"hist_always", SIM_PARAM_BOOL, ENCODER(hist_always), 0, 1,
     "HTM: IndirectBranchHist also with empty HIST"},
    {"report_disabled", SIM_PARAM_BOOL, ENCODER(report_disabled), 0, 1,
     "ProgTraceCorrelation also when nothing was traced"},
    {"context", SIM_PARAM_BOOL, ENCODER(context), 0, 1, "trTeContext exists"},
    {"hcontext", SIM_PARAM_BOOL, ENCODER(hcontext), 0, 1,
     "Ownership messages in pairs, hcontext first"},
    {"context_bits", SIM_PARAM_U8, ENCODER(context_bits), 0, 59, "width of context and hcontext"},
    {"src_bits", SIM_PARAM_U8, ENCODER(src_bits), 0, 12, "widest trTeSrcBits"},
    {"sync_modes", SIM_PARAM_U8, ENCODER(sync_modes), 2, 14, "bit n: trTeInstSyncMode n exists"},
    {"triggers", SIM_PARAM_BOOL, ENCODER(triggers), 0, 1, "trTeInstTrigEnable exists"},
    {"ext_triggers", SIM_PARAM_U8, ENCODER(ext_triggers), 0, 8, "external trigger inputs"},
    {"ext_outputs", SIM_PARAM_U8, ENCODER(ext_outputs), 0, 8, "external trigger outputs"},
    {"ext_events", SIM_PARAM_U8, ENCODER(ext_events), 0, TRM_EXT_ALL,
     "events of outputs: 1 start, 2 stop, 4 watchpoint, 8 overflow or stall"},
    {"dbg_control", SIM_PARAM_BOOL, ENCODER(dbg_control), 0, 1,
     "trTeTrigDbgControl exists: bits 2, 3, 4 enable these actions of debug triggers"},
    {"filters", SIM_PARAM_U8, ENCODER(filters), 0, TRM_FILTERS_MAX, "filters"},
    {"comparators", SIM_PARAM_U8, ENCODER(comparators), 0, TRM_COMPARATORS_MAX, "comparators"},
    {"filter_matches", SIM_PARAM_U8, ENCODER(filter_matches), 0, TRM_FILTER_ALL,
     "conditions of filters: 1 privilege, 2 ecause, 4 interrupt, 8 impdef"},
    {"filter_nesting", SIM_PARAM_U8, ENCODER(filter_nesting), 1, 16,
     "bits of the count of nested traps"},
    {"comp_inputs", SIM_PARAM_U8, ENCODER(comp_inputs), 1, 7,
     "inputs of comparators: 1 iaddr (needed), 2 context, 4 tval"},
    {"comp_modes", SIM_PARAM_U8, ENCODER(comp_modes), 1, 15,
     "bit n: trTeCompMatchMode n exists; 0 is needed"},
    {"comp_notify", SIM_PARAM_BOOL, ENCODER(comp_notify), 0, 1,
     "trTeCompPNotify, trTeCompSNotify exist"},
    {"stall", SIM_PARAM_BOOL, ENCODER(stall), 0, 1, "trTeInstStallEna exists"},
    {"all_jumps", SIM_PARAM_BOOL, ENCODER(all_jumps), 0, 1, "trTeInstEnAllJumps exists"},
    {"extend_addr_msb", SIM_PARAM_BOOL, ENCODER(extend_addr_msb), 0, 1,
     "trTeInstExtendAddrMSB exists"},
    {"sequential_jump", SIM_PARAM_BOOL, ENCODER(sequential_jump), 0, 1,
     "trTeInstEnSequentialJump exists"},
    {"implicit_return", SIM_PARAM_BOOL, ENCODER(implicit_return), 0, 1,
     "trTeInstEnImplicitReturn exists"},
    {"repeated_history", SIM_PARAM_BOOL, ENCODER(repeated_history), 0, 1,
     "trTeInstEnRepeatedHistory exists"},
    {"hrepeat_bits", SIM_PARAM_U8, ENCODER(hrepeat_bits), 2, 18, "width of HREPEAT"},
    {"hist_search", SIM_PARAM_U8, ENCODER(hist_search), 0, 2,
     "repetitions found: 0 equal registers, 1 also 28 and 30 outcomes, 2 any"},
    {"repeat_branch", SIM_PARAM_BOOL, ENCODER(repeat_branch), 0, 1,
     "BTM with trTeInstEnRepeatedHistory: RepeatBranch"},
    {"repeat_branch_htm", SIM_PARAM_BOOL, ENCODER(repeat_branch_htm), 0, 1,
     "HTM with trTeInstEnRepeatedHistory: RepeatBranch"},
    {"bcnt_bits", SIM_PARAM_U8, ENCODER(bcnt_bits), 1, 18, "width of B-CNT"},
    {"icnt_late", SIM_PARAM_BOOL, ENCODER(icnt_late), 0, 1,
     "I-CNT is full when the next block does not fit"},
    {"icnt_sync", SIM_PARAM_BOOL, ENCODER(icnt_sync), 0, 1,
     "BTM: ProgTraceSync SYNC 4 when I-CNT is full"},
    {"return_stack", SIM_PARAM_U8, ENCODER(return_depth), 1, 32,
     "entries of the encoder's return stack"},
    {"return_bits", SIM_PARAM_U8, ENCODER(return_bits), 2, 63,
     "bits compared in trTeInstImplicitReturnMode 2"},
    {"ts_modes", SIM_PARAM_U8, ENCODER(ts_modes), 0, 30,
     "bit n: trTsMode n exists; 0 = no timestamp unit"},
    {"ts_width", SIM_PARAM_U8, ENCODER(ts_width), 1, 63, "bits of TSTAMP"},
    {"ts_copy_active", SIM_PARAM_BOOL, ENCODER(ts_copy_active), 0, 1,
     "trTsActive is a read-only copy of trTeActive"},
    {"ts_select", SIM_PARAM_BOOL, ENCODER(ts_select), 0, 1,
     "bits 5:0 of trTsVendor instead of ts_messages"},
    {"ts_messages", SIM_PARAM_U8, ENCODER(ts_messages), 0, TRM_TS_ALL,
     "TSTAMP in 1 DirectBranch, 2 Indirect.., 4 Repeat.., 8 ResourceFull, 16 Ownership, 32 end"},
    {"fifo_bytes", SIM_PARAM_U32, ENCODER(fifo_bytes), TRM_ENCODER_FIFO_MIN, TRM_ENCODER_FIFO_MAX,
     "the encoder's queue"},
    {"restart_bytes", SIM_PARAM_U32, ENCODER(restart_bytes), 0, TRM_ENCODER_FIFO_MAX,
     "after an overflow, restart when no more than this is queued"},
    {"link_bytes", SIM_PARAM_U32, ENCODER(link_bytes), 0, 64,
     "bytes per cycle to the sink; 0 = no limit"},
    {"power_ticks", SIM_PARAM_U32, ENCODER(power_ticks), 0, 1 << 16,
     "cycles until trTeActive reads as written"},
    {"enable_ticks", SIM_PARAM_U32, ENCODER(enable_ticks), 0, 1 << 16,
     "cycles until trTeEnable reads as written"},
    {"version", SIM_PARAM_U8, ENCODER(version), 0, 0xFF,
     "for tests of drivers: minor version * 16 + major; 0 = 1.0"},
};

static const struct sim_param funnel[] = {
    {"dis_inputs", SIM_PARAM_U16, FUNNEL(dis_inputs), 0, 0xFFFF,
     "bit n: input n can be switched off; 0 = no trFunnelDisInput"},
    {"fifo_bytes", SIM_PARAM_U32, FUNNEL(fifo_bytes), 0, TRM_FUNNEL_FIFO_MAX,
     "queue of each input; 0 = none, a message passes when the output takes it"},
    {"link_bytes", SIM_PARAM_U32, FUNNEL(link_bytes), 0, 64,
     "bytes per cycle to the output; 0 = no limit"},
    {"ts_modes", SIM_PARAM_U8, FUNNEL(ts_modes), 0, 0x16,
     "bit n: trTsMode n exists; 0 = no timestamp unit"},
    {"ts_width", SIM_PARAM_U8, FUNNEL(ts_width), 1, 63, "bits of the timestamp"},
    {"ts_copy_active", SIM_PARAM_BOOL, FUNNEL(ts_copy_active), 0, 1,
     "trTsActive is a read-only copy of trFunnelActive"},
    {"power_ticks", SIM_PARAM_U32, FUNNEL(power_ticks), 0, UINT32_MAX, "cycles of power-up"},
    {"enable_ticks", SIM_PARAM_U32, FUNNEL(enable_ticks), 0, 1 << 16,
     "cycles until trFunnelEnable reads as written"},
    {"version", SIM_PARAM_U8, FUNNEL(version), 0, 0xFF,
     "for tests of drivers: minor version * 16 + major; 0 = 1.0"},
};

static const struct sim_param ramsink[] = {
    {"width", SIM_PARAM_U8, RAMSINK(width), 4, TRM_RAMSINK_WIDTH_MAX, "bytes of a trace word"},
    {"words_per_tick", SIM_PARAM_U32, RAMSINK(words_per_tick), 0, 64,
     "trace words written per cycle; 0 = no limit"},
    {"buffer_bytes", SIM_PARAM_U32, RAMSINK(buffer_bytes), TRM_MESSAGE_MAX + 16,
     TRM_RAMSINK_BUFFER_MAX, "with words_per_tick: bytes waiting for the memory"},
    {"address_bits", SIM_PARAM_U8, RAMSINK(address_bits), 32, 64, "of system memory"},
    {"limit_fixed", SIM_PARAM_BOOL, RAMSINK(limit_fixed), 0, 1, "SRAM: trRamLimit is fixed"},
    {"start_align", SIM_PARAM_U32, RAMSINK(start_align), 0, 1u << 31,
     "SMEM: trRamStart is a multiple of this power of two; 0 = width"},
    {"read_active", SIM_PARAM_BOOL, RAMSINK(read_active), 0, 1,
     "trRamData works while the sink is active"},
    {"smem_data", SIM_PARAM_BOOL, RAMSINK(smem_data), 0, 1,
     "SMEM: trRamRP and trRamData read system memory"},
    {"data_writable", SIM_PARAM_BOOL, RAMSINK(data_writable), 0, 1,
     "SRAM: trRamData can be written"},
    {"async", SIM_PARAM_BOOL, RAMSINK(async), 0, 1, "trRamAsyncFreq exists"},
    {"power_ticks", SIM_PARAM_U32, RAMSINK(power_ticks), 0, UINT32_MAX, "cycles of power-up"},
    {"enable_ticks", SIM_PARAM_U32, RAMSINK(enable_ticks), 0, 1 << 16,
     "cycles until trRamEnable reads as written"},
    {"version", SIM_PARAM_U8, RAMSINK(version), 0, 0xFF,
     "for tests of drivers: minor version * 16 + major; 0 = 1.0"},
};

static const struct sim_param pibsink[] = {
    {"modes", SIM_PARAM_U16, PIBSINK(modes), 0, TRM_PIBSINK_MODES_ALL, "bit n: trPibMode n exists"},
    {"clk_centers", SIM_PARAM_U8, PIBSINK(clk_centers), 1, 3,
     "parallel: bit n: trPibClkCenter n exists"},
    {"calibrate", SIM_PARAM_BOOL, PIBSINK(calibrate), 0, 1, "trPibCalibrate exists"},
    {"async", SIM_PARAM_BOOL, PIBSINK(async), 0, 1, "trPibAsyncFreq exists"},
    {"divider_bits", SIM_PARAM_U8, PIBSINK(divider_bits), 0, 16, "width of trPibDivider"},
    {"divider_min", SIM_PARAM_U16, PIBSINK(divider_min), 0, 0xFFFF, "smallest trPibDivider"},
    {"divider_reset", SIM_PARAM_U16, PIBSINK(divider_reset), 0, 0xFFFF,
     "trPibDivider after a reset"},
    {"idle_bytes", SIM_PARAM_U32, PIBSINK(idle_bytes), 0, UINT32_MAX,
     "1, 2, 4 pins: bytes from one idle to the next; 0 = never"},
    {"idle_sync", SIM_PARAM_BOOL, PIBSINK(idle_sync), 0, 1,
     "1, 2, 4 pins: idle before each synchronizing message"},
    {"idle_length", SIM_PARAM_U8, PIBSINK(idle_length), 1, 4, "idle bytes at a time"},
    {"buffer_bytes", SIM_PARAM_U32, PIBSINK(buffer_bytes), TRM_PIBSINK_BUFFER_MIN,
     TRM_PIBSINK_BUFFER_MAX, "queue before the pins"},
    {"power_ticks", SIM_PARAM_U32, PIBSINK(power_ticks), 0, UINT32_MAX, "cycles of power-up"},
    {"enable_ticks", SIM_PARAM_U32, PIBSINK(enable_ticks), 0, 1 << 16,
     "cycles until trPibEnable reads as written"},
    {"version", SIM_PARAM_U8, PIBSINK(version), 0, 0xFF,
     "for tests of drivers: minor version * 16 + major; 0 = 1.0"},
};

static const struct sim_param atbbridge[] = {
    {"width", SIM_PARAM_U8, BRIDGE(width), 1, TRM_ATB_BYTES_MAX, "bytes of ATDATA"},
    {"buffer_bytes", SIM_PARAM_U32, BRIDGE(buffer_bytes), TRM_ATBBRIDGE_BUFFER_MIN,
     TRM_ATBBRIDGE_BUFFER_MAX, "queue before ATB"},
    {"wait_ticks", SIM_PARAM_U32, BRIDGE(wait_ticks), 0, UINT32_MAX,
     "cycles that an incomplete word waits for more"},
    {"async", SIM_PARAM_BOOL, BRIDGE(async), 0, 1, "trAtbBridgeAsyncFreq exists"},
    {"power_ticks", SIM_PARAM_U32, BRIDGE(power_ticks), 0, UINT32_MAX, "cycles of power-up"},
    {"enable_ticks", SIM_PARAM_U32, BRIDGE(enable_ticks), 0, 1 << 16,
     "cycles until trAtbBridgeEnable reads as written"},
    {"version", SIM_PARAM_U8, BRIDGE(version), 0, 0xFF,
     "for tests of drivers: minor version * 16 + major; 0 = 1.0"},
    {"etb_bytes", SIM_PARAM_U32, ETB(bytes), 16, 1u << 30,
     "memory of the ETB after the bridge, a multiple of 16"},
    {"fsync_frames", SIM_PARAM_U32, ETB(fsync_frames), 0, UINT32_MAX,
     "frames between two frame synchronizations; 0 = none"},
    {"repeat_frames", SIM_PARAM_U32, ETB(repeat_frames), 0, UINT32_MAX,
     "frames after which the ID is repeated"},
};

const struct sim_param *sim_params(enum topology_kind kind, size_t *n)
{
    switch (kind) {
    case TOPOLOGY_ENCODER:
        *n = sizeof encoder / sizeof encoder[0];
        return encoder;
    case TOPOLOGY_FUNNEL:
        *n = sizeof funnel / sizeof funnel[0];
        return funnel;
    case TOPOLOGY_RAMSINK:
        *n = sizeof ramsink / sizeof ramsink[0];
        return ramsink;
    case TOPOLOGY_PIBSINK:
        *n = sizeof pibsink / sizeof pibsink[0];
        return pibsink;
    case TOPOLOGY_ATBBRIDGE:
        *n = sizeof atbbridge / sizeof atbbridge[0];
        return atbbridge;
    default:
        *n = 0;
        return NULL;
    }
}

void sim_param_store(const struct sim_param *p, void *cfg, uint64_t value)
{
    uint8_t *to = (uint8_t *)cfg + p->at;

    switch (p->type) {
    case SIM_PARAM_BOOL:
        *(bool *)(void *)to = value != 0;
        break;
    case SIM_PARAM_U8:
        *to = (uint8_t)value;
        break;
    case SIM_PARAM_U16:
        memcpy(to, &(uint16_t){(uint16_t)value}, sizeof(uint16_t));
        break;
    case SIM_PARAM_U32:
        memcpy(to, &(uint32_t){(uint32_t)value}, sizeof(uint32_t));
        break;
    case SIM_PARAM_U64:
        memcpy(to, &value, sizeof value);
        break;
    }
}

uint64_t sim_param_fetch(const struct sim_param *p, const void *cfg)
{
    const uint8_t *from = (const uint8_t *)cfg + p->at;
    uint16_t v16;
    uint32_t v32;
    uint64_t v64;

    switch (p->type) {
    case SIM_PARAM_BOOL:
        return *(const bool *)(const void *)from;
    case SIM_PARAM_U8:
        return *from;
    case SIM_PARAM_U16:
        memcpy(&v16, from, sizeof v16);
        return v16;
    case SIM_PARAM_U32:
        memcpy(&v32, from, sizeof v32);
        return v32;
    default:
        memcpy(&v64, from, sizeof v64);
        return v64;
    }
}
