# SPDX-License-Identifier: Apache-2.0
# Generated from regmap/(all TOML files) by `make regs` (regmap.py regmap regmap/gen); do not edit.
# registers: component -> register -> {offset count stride}
# fields:    component -> field -> {register lsb msb access reset}, reset a number or "undef"
# values:    component -> field -> {name number ...}
namespace eval ::hartrace_regs {
    variable registers {
        encoder {
            trTeControl {0x000 1 0x0}
            trTeImpl {0x004 1 0x0}
            trTeInstFeatures {0x008 1 0x0}
            trTeInstFilters {0x00c 1 0x0}
            trTeDataControl {0x010 1 0x0}
            trTeDataFilters {0x01c 1 0x0}
            trTsControl {0x040 1 0x0}
            trTsCounterLow {0x048 1 0x0}
            trTsCounterHigh {0x04c 1 0x0}
            trTeTrigDbgControl {0x050 1 0x0}
            trTeTrigExtInControl {0x054 1 0x0}
            trTeTrigExtOutControl {0x058 1 0x0}
            trTeFilterControl {0x400 16 0x20}
            trTeFilterMatchInst {0x404 16 0x20}
            trTeFilterMatchEcauseLow {0x408 16 0x20}
            trTeFilterMatchEcauseHigh {0x40c 16 0x20}
            trTeFilterMatchValueImpdef {0x410 16 0x20}
            trTeFilterMatchMaskImpdef {0x414 16 0x20}
            trTeFilterMatchData {0x418 16 0x20}
            trTeCompControl {0x600 8 0x20}
            trTeCompPMatchLow {0x610 8 0x20}
            trTeCompPMatchHigh {0x614 8 0x20}
            trTeCompSMatchLow {0x618 8 0x20}
            trTeCompSMatchHigh {0x61c 8 0x20}
            trTeStimId {0xe00 1 0x0}
            trTeStimImpl {0xe04 1 0x0}
            trTeStimControl {0xe08 1 0x0}
            trTeStimMask {0xe0c 1 0x0}
            trTeStimPort {0xe80 32 0x4}
        }
        funnel {
            trFunnelControl {0x000 1 0x0}
            trFunnelImpl {0x004 1 0x0}
            trFunnelDisInput {0x008 1 0x0}
            trTsControl {0x040 1 0x0}
            trTsCounterLow {0x048 1 0x0}
            trTsCounterHigh {0x04c 1 0x0}
            trFunnelVendorStatus {0xe00 1 0x0}
        }
        ramsink {
            trRamControl {0x000 1 0x0}
            trRamImpl {0x004 1 0x0}
            trRamStartLow {0x010 1 0x0}
            trRamStartHigh {0x014 1 0x0}
            trRamLimitLow {0x018 1 0x0}
            trRamLimitHigh {0x01c 1 0x0}
            trRamWPLow {0x020 1 0x0}
            trRamWPHigh {0x024 1 0x0}
            trRamRPLow {0x028 1 0x0}
            trRamRPHigh {0x02c 1 0x0}
            trRamData {0x040 1 0x0}
            trRamVendorStatus {0xe00 1 0x0}
        }
        pibsink {
            trPibControl {0x000 1 0x0}
            trPibImpl {0x004 1 0x0}
        }
        atbbridge {
            trAtbBridgeControl {0x000 1 0x0}
            trAtbBridgeImpl {0x004 1 0x0}
        }
    }
    variable fields {
        encoder {
            trTeActive {trTeControl 0 0 RW 0}
            trTeEnable {trTeControl 1 1 RW 0}
            trTeInstTracing {trTeControl 2 2 RW undef}
            trTeEmpty {trTeControl 3 3 RO 1}
            trTeInstMode {trTeControl 4 6 WARL undef}
            trTeContext {trTeControl 9 9 WARL undef}
            trTeInstTrigEnable {trTeControl 11 11 WARL undef}
            trTeInstStallOrOverflow {trTeControl 12 12 RW1C 0}
            trTeInstStallEna {trTeControl 13 13 WARL undef}
            trTeInhibitSrc {trTeControl 15 15 WARL undef}
            trTeInstSyncMode {trTeControl 16 17 WARL undef}
            trTeInstSyncMax {trTeControl 20 23 WARL undef}
            trTeFormat {trTeControl 24 26 WARL undef}
            trTeVerMajor {trTeImpl 0 3 RO 1}
            trTeVerMinor {trTeImpl 4 7 RO 0}
            trTeCompType {trTeImpl 8 11 RO 1}
            trTeProtocolMajor {trTeImpl 16 19 RO 1}
            trTeProtocolMinor {trTeImpl 20 23 RO 0}
            trTeInstNoAddrDiff {trTeInstFeatures 0 0 WARL undef}
            trTeInstNoTrapAddr {trTeInstFeatures 1 1 WARL undef}
            trTeInstEnSequentialJump {trTeInstFeatures 2 2 WARL undef}
            trTeInstEnImplicitReturn {trTeInstFeatures 3 3 WARL undef}
            trTeInstEnBranchPrediction {trTeInstFeatures 4 4 WARL undef}
            trTeInstEnJumpTargetCache {trTeInstFeatures 5 5 WARL undef}
            trTeInstImplicitReturnMode {trTeInstFeatures 6 7 WARL undef}
            trTeInstEnRepeatedHistory {trTeInstFeatures 8 8 WARL undef}
            trTeInstEnAllJumps {trTeInstFeatures 9 9 WARL undef}
            trTeInstExtendAddrMSB {trTeInstFeatures 10 10 WARL undef}
            trTeSrcID {trTeInstFeatures 16 27 WARL undef}
            trTeSrcBits {trTeInstFeatures 28 31 WARL undef}
            trTeInstFilters {trTeInstFilters 0 15 WARL undef}
            trTeDataImplemented {trTeDataControl 0 0 RO 0}
            trTeDataTracing {trTeDataControl 1 1 WARL undef}
            trTeDataTrigEnable {trTeDataControl 2 2 WARL undef}
            trTeDataStallOrOverflow {trTeDataControl 3 3 RW1C 0}
            trTeDataStallEna {trTeDataControl 4 4 WARL undef}
            trTeDataDrop {trTeDataControl 5 5 RW1C 0}
            trTeDataDropEna {trTeDataControl 6 6 WARL undef}
            trTeDataNoValue {trTeDataControl 16 16 WARL undef}
            trTeDataNoAddr {trTeDataControl 17 17 WARL undef}
            trTeDataAddrCompress {trTeDataControl 18 19 WARL undef}
            trTeDataFilters {trTeDataFilters 0 15 WARL undef}
            trTsActive {trTsControl 0 0 WARL 0}
            trTsCount {trTsControl 1 1 WARL undef}
            trTsReset {trTsControl 2 2 W1 0}
            trTsRunInDebug {trTsControl 3 3 WARL undef}
            trTsMode {trTsControl 4 6 WARL undef}
            trTsPrescale {trTsControl 8 9 WARL undef}
            trTsEnable {trTsControl 15 15 WARL undef}
            trTsVendor {trTsControl 16 23 WARL undef}
            trTsWidth {trTsControl 24 29 RO 40}
            trTsCounterLow {trTsCounterLow 0 31 RO 0}
            trTsCounterHigh {trTsCounterHigh 0 31 RO 0}
            trTeTrigDbgControl {trTeTrigDbgControl 0 31 WARL undef}
            trTeTrigExtInAction0 {trTeTrigExtInControl 0 3 WARL undef}
            trTeTrigExtInAction1 {trTeTrigExtInControl 4 7 WARL undef}
            trTeTrigExtInAction2 {trTeTrigExtInControl 8 11 WARL undef}
            trTeTrigExtInAction3 {trTeTrigExtInControl 12 15 WARL undef}
            trTeTrigExtInAction4 {trTeTrigExtInControl 16 19 WARL undef}
            trTeTrigExtInAction5 {trTeTrigExtInControl 20 23 WARL undef}
            trTeTrigExtInAction6 {trTeTrigExtInControl 24 27 WARL undef}
            trTeTrigExtInAction7 {trTeTrigExtInControl 28 31 WARL undef}
            trTeTrigExtOutEvent0 {trTeTrigExtOutControl 0 3 WARL undef}
            trTeTrigExtOutEvent1 {trTeTrigExtOutControl 4 7 WARL undef}
            trTeTrigExtOutEvent2 {trTeTrigExtOutControl 8 11 WARL undef}
            trTeTrigExtOutEvent3 {trTeTrigExtOutControl 12 15 WARL undef}
            trTeTrigExtOutEvent4 {trTeTrigExtOutControl 16 19 WARL undef}
            trTeTrigExtOutEvent5 {trTeTrigExtOutControl 20 23 WARL undef}
            trTeTrigExtOutEvent6 {trTeTrigExtOutControl 24 27 WARL undef}
            trTeTrigExtOutEvent7 {trTeTrigExtOutControl 28 31 WARL undef}
            trTeFilterEnable {trTeFilterControl 0 0 WARL undef}
            trTeFilterMatchPrivilege {trTeFilterControl 1 1 WARL undef}
            trTeFilterMatchEcause {trTeFilterControl 2 2 WARL undef}
            trTeFilterMatchInterrupt {trTeFilterControl 3 3 WARL undef}
            trTeFilterMatchComp1 {trTeFilterControl 4 4 WARL undef}
            trTeFilterComp1 {trTeFilterControl 5 7 WARL undef}
            trTeFilterMatchComp2 {trTeFilterControl 8 8 WARL undef}
            trTeFilterComp2 {trTeFilterControl 9 11 WARL undef}
            trTeFilterMatchComp3 {trTeFilterControl 12 12 WARL undef}
            trTeFilterComp3 {trTeFilterControl 13 15 WARL undef}
            trTeFilterMatchImpdef {trTeFilterControl 16 16 WARL undef}
            trTeFilterMatchDtype {trTeFilterControl 24 24 WARL undef}
            trTeFilterMatchDsize {trTeFilterControl 25 25 WARL undef}
            trTeFilterMatchChoicePrivilege {trTeFilterMatchInst 0 7 WARL undef}
            trTeFilterMatchValueInterrupt {trTeFilterMatchInst 8 8 WARL undef}
            trTeFilterMatchChoiceEcauseLow {trTeFilterMatchEcauseLow 0 31 WARL undef}
            trTeFilterMatchChoiceEcauseHigh {trTeFilterMatchEcauseHigh 0 31 WARL undef}
            trTeFilterMatchValueImpdef {trTeFilterMatchValueImpdef 0 31 WARL undef}
            trTeFilterMatchMaskImpdef {trTeFilterMatchMaskImpdef 0 31 WARL undef}
            trTeFilterMatchChoiceDtype {trTeFilterMatchData 0 15 WARL undef}
            trTeFilterMatchChoiceDsize {trTeFilterMatchData 16 23 WARL undef}
            trTeCompPInput {trTeCompControl 0 1 WARL undef}
            trTeCompSInput {trTeCompControl 2 3 WARL undef}
            trTeCompPFunction {trTeCompControl 4 6 WARL undef}
            trTeCompSFunction {trTeCompControl 8 10 WARL undef}
            trTeCompMatchMode {trTeCompControl 12 13 WARL undef}
            trTeCompPNotify {trTeCompControl 14 14 WARL undef}
            trTeCompSNotify {trTeCompControl 15 15 WARL undef}
            trTeCompPMatchLow {trTeCompPMatchLow 0 31 WARL undef}
            trTeCompPMatchHigh {trTeCompPMatchHigh 0 31 WARL undef}
            trTeCompSMatchLow {trTeCompSMatchLow 0 31 WARL undef}
            trTeCompSMatchHigh {trTeCompSMatchHigh 0 31 WARL undef}
            trTeStimId {trTeStimId 0 31 RO 1296651347}
            trTeStimVersion {trTeStimImpl 0 3 RO 1}
            trTeStimPorts {trTeStimImpl 8 13 RO 32}
            trTeStimTagBits {trTeStimImpl 16 20 RO 8}
            trTeStimEnable {trTeStimControl 0 0 RW 0}
            trTeStimTimestamp {trTeStimControl 1 1 RW 0}
            trTeStimStallEna {trTeStimControl 2 2 RW 0}
            trTeStimDropped {trTeStimControl 8 8 RW1C 0}
            trTeStimMask {trTeStimMask 0 31 RW 0}
            trTeStimData {trTeStimPort 0 31 WO 0}
        }
        funnel {
            trFunnelActive {trFunnelControl 0 0 RW 0}
            trFunnelEnable {trFunnelControl 1 1 RW 0}
            trFunnelEmpty {trFunnelControl 3 3 RO 1}
            trFunnelVerMajor {trFunnelImpl 0 3 RO 1}
            trFunnelVerMinor {trFunnelImpl 4 7 RO 0}
            trFunnelCompType {trFunnelImpl 8 11 RO 8}
            trFunnelDisInput {trFunnelDisInput 0 15 WARL undef}
            trTsActive {trTsControl 0 0 WARL 0}
            trTsCount {trTsControl 1 1 WARL undef}
            trTsReset {trTsControl 2 2 W1 0}
            trTsRunInDebug {trTsControl 3 3 WARL undef}
            trTsMode {trTsControl 4 6 WARL undef}
            trTsPrescale {trTsControl 8 9 WARL undef}
            trTsEnable {trTsControl 15 15 WARL undef}
            trTsVendor {trTsControl 16 23 WARL undef}
            trTsWidth {trTsControl 24 29 RO 40}
            trTsCounterLow {trTsCounterLow 0 31 RO 0}
            trTsCounterHigh {trTsCounterHigh 0 31 RO 0}
            trFunnelLoss {trFunnelVendorStatus 0 0 RW1C 0}
        }
        ramsink {
            trRamActive {trRamControl 0 0 RW 0}
            trRamEnable {trRamControl 1 1 RW 0}
            trRamEmpty {trRamControl 3 3 RO 1}
            trRamMode {trRamControl 4 4 WARL undef}
            trRamStopOnWrap {trRamControl 8 8 WARL undef}
            trRamMemFormat {trRamControl 9 10 WARL undef}
            trRamAsyncFreq {trRamControl 12 14 WARL undef}
            trRamVerMajor {trRamImpl 0 3 RO 1}
            trRamVerMinor {trRamImpl 4 7 RO 0}
            trRamCompType {trRamImpl 8 11 RO 9}
            trRamHasSRAM {trRamImpl 12 12 RO 1}
            trRamHasSMEM {trRamImpl 13 13 RO 1}
            trRamStartLow {trRamStartLow 2 31 WARL undef}
            trRamStartHigh {trRamStartHigh 0 31 WARL undef}
            trRamLimitLow {trRamLimitLow 2 31 WARL undef}
            trRamLimitHigh {trRamLimitHigh 0 31 WARL undef}
            trRamWrap {trRamWPLow 0 0 WARL undef}
            trRamWPLow {trRamWPLow 2 31 WARL undef}
            trRamWPHigh {trRamWPHigh 0 31 WARL undef}
            trRamRPLow {trRamRPLow 2 31 WARL undef}
            trRamRPHigh {trRamRPHigh 0 31 WARL undef}
            trRamData {trRamData 0 31 RW undef}
            trRamBusError {trRamVendorStatus 0 0 RW1C 0}
        }
        pibsink {
            trPibActive {trPibControl 0 0 RW 0}
            trPibEnable {trPibControl 1 1 RW 0}
            trPibEmpty {trPibControl 3 3 RO 1}
            trPibMode {trPibControl 4 7 WARL undef}
            trPibClkCenter {trPibControl 8 8 WARL undef}
            trPibCalibrate {trPibControl 9 9 WARL undef}
            trPibAsyncFreq {trPibControl 12 14 WARL undef}
            trPibDivider {trPibControl 16 31 WARL undef}
            trPibVerMajor {trPibImpl 0 3 RO 1}
            trPibVerMinor {trPibImpl 4 7 RO 0}
            trPibCompType {trPibImpl 8 11 RO 10}
        }
        atbbridge {
            trAtbBridgeActive {trAtbBridgeControl 0 0 RW 0}
            trAtbBridgeEnable {trAtbBridgeControl 1 1 RW 0}
            trAtbBridgeEmpty {trAtbBridgeControl 3 3 RO 1}
            trAtbBridgeID {trAtbBridgeControl 8 14 RW undef}
            trAtbBridgeVerMajor {trAtbBridgeImpl 0 3 RO 1}
            trAtbBridgeVerMinor {trAtbBridgeImpl 4 7 RO 0}
            trAtbBridgeCompType {trAtbBridgeImpl 8 11 RO 14}
            trAtbBridgeAsyncFreq {trAtbBridgeImpl 12 14 WARL undef}
        }
    }
    variable values {
        encoder {
            trTeInstMode {off 0 protocol1 1 protocol2 2 btm 3 protocol4 4 protocol5 5 htm 6 vendor 7}
            trTeInstSyncMode {off 0 messages 1 cycles 2 halfwords 3}
            trTeFormat {etrace 0 ntrace 1 vendor 7}
            trTeInstImplicitReturnMode {none 0 level 1 partial 2 full 3}
            trTeDataAddrCompress {full 0 xor 1 differential 2 protocol 3}
            trTsMode {none 0 external 1 internal_system 2 internal_core 3 shared 4 vendor5 5 vendor6 6 vendor7 7}
            trTsPrescale {div1 0 div4 1 div16 2 div64 3}
            trTeTrigExtInAction0 {none 0 trace_on 2 trace_off 3 trace_notify 4}
            trTeTrigExtInAction1 {none 0 trace_on 2 trace_off 3 trace_notify 4}
            trTeTrigExtInAction2 {none 0 trace_on 2 trace_off 3 trace_notify 4}
            trTeTrigExtInAction3 {none 0 trace_on 2 trace_off 3 trace_notify 4}
            trTeTrigExtInAction4 {none 0 trace_on 2 trace_off 3 trace_notify 4}
            trTeTrigExtInAction5 {none 0 trace_on 2 trace_off 3 trace_notify 4}
            trTeTrigExtInAction6 {none 0 trace_on 2 trace_off 3 trace_notify 4}
            trTeTrigExtInAction7 {none 0 trace_on 2 trace_off 3 trace_notify 4}
            trTeTrigExtOutEvent0 {none 0 start 1 stop 2 vendor2 4 vendor3 8}
            trTeTrigExtOutEvent1 {none 0 start 1 stop 2 vendor2 4 vendor3 8}
            trTeTrigExtOutEvent2 {none 0 start 1 stop 2 vendor2 4 vendor3 8}
            trTeTrigExtOutEvent3 {none 0 start 1 stop 2 vendor2 4 vendor3 8}
            trTeTrigExtOutEvent4 {none 0 start 1 stop 2 vendor2 4 vendor3 8}
            trTeTrigExtOutEvent5 {none 0 start 1 stop 2 vendor2 4 vendor3 8}
            trTeTrigExtOutEvent6 {none 0 start 1 stop 2 vendor2 4 vendor3 8}
            trTeTrigExtOutEvent7 {none 0 start 1 stop 2 vendor2 4 vendor3 8}
            trTeCompPInput {iaddr 0 context 1 tval 2 daddr 3}
            trTeCompSInput {iaddr 0 context 1 tval 2 daddr 3}
            trTeCompPFunction {eq 0 ne 1 lt 2 le 3 gt 4 ge 5 false 6 true 7}
            trTeCompSFunction {eq 0 ne 1 lt 2 le 3 gt 4 ge 5 p_mask 6 true 7}
            trTeCompMatchMode {primary 0 both 1 not_both 2 latch 3}
        }
        funnel {
            trTsMode {none 0 external 1 internal_system 2 internal_core 3 shared 4 vendor5 5 vendor6 6 vendor7 7}
            trTsPrescale {div1 0 div4 1 div16 2 div64 3}
        }
        ramsink {
            trRamMode {sram 0 smem 1}
            trRamMemFormat {bytes 0 custom 3}
            trRamAsyncFreq {off 0}
        }
        pibsink {
            trPibMode {off 0 swt_manchester 4 swt_uart 5 parallel1 8 parallel2 9 parallel4 10 parallel8 11 parallel16 12}
            trPibAsyncFreq {off 0}
        }
        atbbridge {
            trAtbBridgeAsyncFreq {off 0}
        }
    }
}
