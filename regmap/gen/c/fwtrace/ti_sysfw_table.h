/* SPDX-License-Identifier: Apache-2.0 */
/* Generated from ti-sysfw.toml by fwtrace.py (here: `make regs`); do not edit. */
#ifndef FWTRACE_TI_SYSFW_TABLE_H
#define FWTRACE_TI_SYSFW_TABLE_H

/* LAYOUT(name, title, msb and lsb of domain, action and data, fail). DOMAIN(name, title, value, channel, fail) begins a domain,
 * ACTION(name, value, doc) an action of it; FIELD(name, msb, lsb, doc) is a field of that. */
#define TI_SYSFW_LAYOUT(LAYOUT) \
    LAYOUT("ti-sysfw", "TI system firmware: trace debug messages", 31, 29, 28, 22, 21, 0, 0x40)
#define TI_SYSFW_TABLE(DOMAIN, ACTION, FIELD) \
    DOMAIN("baseport", "Baseport", 0, 1, 0) \
    ACTION("BP_INIT_COMPLETE", 0, "OSAL/Baseport init complete") \
    ACTION("SEC_MSG_RECEIVED", 1, "Message from secure host received") \
    FIELD("host_id", 21, 15, "Host ID of request") \
    FIELD("tisci_id", 14, 0, "TISCI ID") \
    ACTION("USER_MSG_RECEIVED", 2, "Message from secure host received") \
    FIELD("host_id", 21, 15, "Host ID of request") \
    FIELD("tisci_id", 14, 0, "TISCI ID") \
    ACTION("GENERIC_DEBUG", 127, "Generic Debug Message") \
    FIELD("value", 21, 0, "Any use.") \
    DOMAIN("security", "Security", 1, 2, 0) \
    ACTION("FIREWALL_ACTIVE", 0, "Device has been turned on") \
    FIELD("firewall_id", 21, 0, "Firewall ID") \
    ACTION("GENERIC_DEBUG", 127, "Generic Debug Message") \
    FIELD("value", 21, 0, "Any use.") \
    DOMAIN("rm", "Resource Management", 2, 3, 1) \
    ACTION("RING_ALLOCATE", 0, "NavSS ring has been allocated") \
    FIELD("device_id", 21, 14, "NavSS Device ID") \
    FIELD("ring", 13, 0, "Ring index") \
    ACTION("RING_CONFIGURE", 4, "NavSS ring has been configured") \
    FIELD("device_id", 21, 14, "NavSS Device ID") \
    FIELD("ring", 13, 0, "Ring index") \
    ACTION("RING_FREE", 1, "NavSS ring has been freed") \
    FIELD("device_id", 21, 14, "NavSS Device ID") \
    FIELD("ring", 13, 0, "Ring index") \
    ACTION("RING_RECONFIG", 2, "NavSS ring has been reconfigured") \
    FIELD("device_id", 21, 14, "NavSS Device ID") \
    FIELD("ring", 13, 0, "Ring index") \
    ACTION("RING_GET_CFG", 5, "NavSS ring get configuration") \
    FIELD("device_id", 21, 14, "NavSS Device ID") \
    FIELD("ring", 13, 0, "Ring index") \
    ACTION("RING_RESET", 3, "NavSS ring has been reset") \
    FIELD("device_id", 21, 14, "NavSS Device ID") \
    FIELD("ring", 13, 0, "Ring index") \
    ACTION("RING_OES_INDEX", 8, "NavSS ring OES event has been programmed") \
    FIELD("device_id", 21, 14, "NavSS Device ID") \
    FIELD("oes_index", 13, 0, "OES register index") \
    ACTION("RING_OES_EVENT", 9, "NavSS ring OES event has been programmed") \
    FIELD("event", 15, 0, "Global event programmed into OES register") \
    ACTION("UDMAP_TX_CH_ALLOC", 10, "NavSS UDMAP TX channel has been allocated") \
    FIELD("device_id", 21, 14, "NavSS Device ID") \
    FIELD("channel", 13, 0, "TX channel index") \
    ACTION("UDMAP_TX_CH_CFG", 14, "NavSS UDMAP TX channel has been configured") \
    FIELD("device_id", 21, 14, "NavSS Device ID") \
    FIELD("channel", 13, 0, "TX channel index") \
    ACTION("UDMAP_TX_CH_GET_CFG", 15, "NavSS UDMAP TX channel get configuration") \
    FIELD("device_id", 21, 14, "NavSS Device ID") \
    FIELD("channel", 13, 0, "TX channel index") \
    ACTION("UDMAP_TX_CH_FREE", 11, "NavSS UDMAP TX channel has been freed") \
    FIELD("device_id", 21, 14, "NavSS Device ID") \
    FIELD("channel", 13, 0, "TX channel index") \
    ACTION("UDMAP_TX_CH_INDEX", 12, "NavSS UDMAP TX channel has been modified") \
    FIELD("device_id", 21, 14, "NavSS Device ID") \
    FIELD("channel", 13, 0, "TX channel index") \
    ACTION("UDMAP_TX_CH_THRD_ID", 13, "NavSS UDMAP TX channel thread ID modified") \
    FIELD("thread_id", 21, 0, "PSI-L thread ID programmed into the TX channel THRD_ID register") \
    ACTION("UDMAP_RX_CH_ALLOC", 17, "NavSS UDMAP RX channel has been allocated") \
    FIELD("device_id", 21, 14, "NavSS Device ID") \
    FIELD("channel", 13, 0, "RX channel index") \
    ACTION("UDMAP_RX_CH_CFG", 21, "NavSS UDMAP RX channel has been configured") \
    FIELD("device_id", 21, 14, "NavSS Device ID") \
    FIELD("channel", 13, 0, "RX channel index") \
    ACTION("UDMAP_RX_CH_GET_CFG", 22, "NavSS UDMAP RX channel get configuration") \
    FIELD("device_id", 21, 14, "NavSS Device ID") \
    FIELD("channel", 13, 0, "RX channel index") \
    ACTION("UDMAP_RX_CH_FREE", 18, "NavSS UDMAP RX channel has been freed") \
    FIELD("device_id", 21, 14, "NavSS Device ID") \
    FIELD("channel", 13, 0, "RX channel index") \
    ACTION("UDMAP_RX_CH_INDEX", 19, "NavSS UDMAP RX channel has been modified") \
    FIELD("device_id", 21, 14, "NavSS Device ID") \
    FIELD("channel", 13, 0, "RX channel index") \
    ACTION("UDMAP_RX_CH_THRD_ID", 20, "NavSS UDMAP RX channel thread ID modified") \
    FIELD("thread_id", 21, 0, "PSI-L thread ID programmed into the RX channel THRD_ID register") \
    ACTION("UDMAP_RX_FLOW_ALLOC", 24, "NavSS UDMAP RX flow has been allocated") \
    FIELD("device_id", 21, 14, "NavSS Device ID") \
    FIELD("flow", 13, 0, "RX flow index") \
    ACTION("UDMAP_RX_FLOW_FREE", 25, "NavSS UDMAP RX flow has been freed") \
    FIELD("device_id", 21, 14, "NavSS Device ID") \
    FIELD("flow", 13, 0, "RX flow index") \
    ACTION("UDMAP_RX_FLOW_CFG", 26, "NavSS UDMAP RX flow non-optional configure") \
    FIELD("device_id", 21, 14, "NavSS Device ID") \
    FIELD("flow", 13, 0, "RX flow index") \
    ACTION("UDMAP_FLOW_CFG", 29, "NavSS UDMAP RX flow standard configure") \
    FIELD("device_id", 21, 14, "NavSS Device ID") \
    FIELD("flow", 13, 0, "RX flow index") \
    ACTION("UDMAP_FLOW_GET_CFG", 33, "NavSS UDMAP RX flow get standard config") \
    FIELD("device_id", 21, 14, "NavSS Device ID") \
    FIELD("flow", 13, 0, "RX flow index") \
    ACTION("UDMAP_RX_FLOW_OPT_CFG", 27, "NavSS UDMAP RX flow optional configure") \
    FIELD("device_id", 21, 14, "NavSS Device ID") \
    FIELD("flow", 13, 0, "RX flow index") \
    ACTION("UDMAP_FLOW_SZ_CFG", 30, "NavSS UDMAP RX flow size threshold cfg") \
    FIELD("device_id", 21, 14, "NavSS Device ID") \
    FIELD("flow", 13, 0, "RX flow index") \
    ACTION("UDMAP_FLOW_SZ_GET_CFG", 34, "NavSS UDMAP RX flow get size threshold cfg") \
    FIELD("device_id", 21, 14, "NavSS Device ID") \
    FIELD("flow", 13, 0, "RX flow index") \
    ACTION("UDMAP_RX_FLOW_CH_OWNER", 28, "NavSS UDMAP RX flow RX channel owner") \
    FIELD("channel", 13, 0, "RX channel index owning the rx flow being configured") \
    ACTION("UDMAP_OES_INDEX", 31, "NavSS UDMAP OES event has been programmed") \
    FIELD("device_id", 21, 14, "NavSS Device ID") \
    FIELD("oes_index", 13, 0, "OES register index") \
    ACTION("UDMAP_OES_EVENT", 32, "NavSS UDMAP OES event has been programmed") \
    FIELD("event", 15, 0, "Global event programmed into OES register") \
    ACTION("PSIL_PAIR", 36, "NavSS PSI-L threads have been paired") \
    FIELD("device_id", 21, 14, "NavSS Device ID") \
    ACTION("PSIL_PAIR_SRC_THRD_ID", 37, "NavSS PSI-L paired source thread ID") \
    FIELD("thread_id", 21, 0, "PSI-L source thread ID") \
    ACTION("PSIL_PAIR_DST_THRD_ID", 38, "NavSS PSI-L paired destination thread ID") \
    FIELD("thread_id", 21, 0, "PSI-L destination thread ID") \
    ACTION("PSIL_UNPAIR", 40, "NavSS PSI-L threads have been unpaired") \
    FIELD("device_id", 21, 14, "NavSS Device ID") \
    ACTION("PSIL_UNPAIR_SRC_THRD_ID", 41, "NavSS PSI-L unpaired source thread ID") \
    FIELD("thread_id", 21, 0, "PSI-L source thread ID") \
    ACTION("PSIL_UNPAIR_DST_THRD_ID", 42, "NavSS PSI-L unpaired destination thread ID") \
    FIELD("thread_id", 21, 0, "PSI-L destination thread ID") \
    ACTION("IRQ_SET_SRC", 44, "Programmed interrupt route source") \
    FIELD("device_id", 21, 14, "Interrupt Source Device ID") \
    FIELD("source", 13, 0, "Device's interrupt source index") \
    ACTION("IRQ_SET_DST", 45, "Programmed interrupt route destination") \
    FIELD("device_id", 21, 14, "Interrupt Destination Device ID") \
    FIELD("irq", 13, 0, "Interrupt destination input IRQ index") \
    ACTION("IRQ_REL_SRC", 46, "Released interrupt route source") \
    FIELD("device_id", 21, 14, "Interrupt Source Device ID") \
    FIELD("source", 13, 0, "Device's interrupt source index") \
    ACTION("IRQ_REL_DST", 47, "Released interrupt route destination") \
    FIELD("device_id", 21, 14, "Interrupt Destination Device ID") \
    FIELD("irq", 13, 0, "Interrupt destination input IRQ index") \
    ACTION("IRQ_IA_CFG_VINT", 48, "IA virtual interrupt programmed") \
    FIELD("device_id", 21, 14, "Interrupt Aggregator Device ID") \
    FIELD("vint", 13, 0, "Virtual interrupt") \
    ACTION("IRQ_IA_CFG_VINT_EVT", 49, "IA VINT event and status bit programmed") \
    FIELD("status_bit", 21, 16, "IA virtual interrupt status bit programmed") \
    FIELD("event", 15, 0, "IA input event mapped to status bit") \
    ACTION("IRQ_IA_CLR_VINT", 50, "IA virtual interrupt cleared") \
    FIELD("device_id", 21, 14, "Interrupt Aggregator Device ID") \
    FIELD("vint", 13, 0, "Virtual interrupt") \
    ACTION("IRQ_IA_CLR_VINT_EVT", 51, "IA VINT event and status bit cleared") \
    FIELD("status_bit", 21, 16, "IA virtual interrupt status bit cleared") \
    FIELD("event", 15, 0, "IA input event unmapped from status bit") \
    ACTION("IRQ_IR_CFG", 52, "IR input to output route programmed") \
    FIELD("device_id", 21, 14, "Interrupt Router Device ID") \
    ACTION("IRQ_IR_CFG_IO", 53, "Programmed IR input and output") \
    FIELD("input", 21, 10, "IR input index") \
    FIELD("output", 9, 0, "IR output index") \
    ACTION("IRQ_IR_CLR", 54, "IR input to output route cleared") \
    FIELD("device_id", 21, 14, "Interrupt Router Device ID") \
    ACTION("IRQ_IR_CLR_IO", 55, "Cleared IR input and output") \
    FIELD("input", 21, 10, "IR input index") \
    FIELD("output", 9, 0, "IR output index") \
    ACTION("RESOURCE_GET", 61, "Retrieved a resource range for a host") \
    FIELD("host_id", 21, 16, "Host requesting range") \
    FIELD("type", 15, 6, "Resource type") \
    FIELD("subtype", 5, 0, "Resource subtype") \
    ACTION("RESOURCE_GET_START", 62, "Retrieved resource range start index") \
    FIELD("start", 15, 0, "Resource start index") \
    ACTION("RESOURCE_GET_NUM", 63, "Retrieved resource range number") \
    FIELD("count", 15, 0, "Number of resources") \
    ACTION("GENERIC_DEBUG", 127, "Generic Debug Message") \
    FIELD("value", 21, 0, "Any use.") \
    DOMAIN("pm", "Power Management", 3, 4, 1) \
    ACTION("DEVICE_ON", 0, "Device has been turned on") \
    FIELD("device_id", 21, 0, "Device ID") \
    ACTION("DEVICE_OFF", 1, "Device has been turned off") \
    FIELD("device_id", 21, 0, "Device ID") \
    ACTION("CLOCK_ENABLE", 2, "Clock has been enabled") \
    FIELD("clock_id", 21, 0, "Clock ID") \
    ACTION("CLOCK_DISABLE", 3, "Clock has been disabled") \
    FIELD("clock_id", 21, 0, "Clock ID") \
    ACTION("CLOCK_SET_RATE", 4, "Clock frequency has been changed") \
    FIELD("exponent", 21, 17, "Clock frequency, exponent") \
    FIELD("significand", 16, 10, "Clock frequency, significand") \
    FIELD("clock_id", 9, 0, "Clock ID") \
    ACTION("CLOCK_SET_PARENT", 5, "Clock parent has been changed") \
    FIELD("parent_id", 21, 10, "New parent ID") \
    FIELD("clock_id", 9, 0, "Clock ID") \
    ACTION("MSG_RECEIVED", 6, "TI-SCI message received") \
    FIELD("message_id", 21, 0, "Message ID") \
    ACTION("MSG_PARAM_DEV_CLK_ID", 7, "TI-SCI message content: dev/clk-ids") \
    FIELD("clock_id", 21, 10, "Clock ID") \
    FIELD("device_id", 9, 0, "Device ID") \
    ACTION("MSG_PARAM_VAL", 8, "TI-SCI message content: value") \
    FIELD("target", 21, 0, "Target value") \
    ACTION("WAKE_ARM", 9, "ARM wakeup event received") \
    FIELD("host_id", 21, 0, "Host ID") \
    ACTION("WAKE_HANDLER", 10, "Wakeup handler executed") \
    FIELD("interrupt_id", 21, 0, "Interrupt ID") \
    ACTION("PD_GET", 11, "Powerdomain get") \
    FIELD("psc_id", 21, 20, "PSC ID") \
    FIELD("pd_id", 19, 14, "Powerdomain ID") \
    FIELD("use_count", 13, 0, "PD Use count") \
    ACTION("PD_PUT", 12, "Powerdomain put") \
    FIELD("psc_id", 21, 20, "PSC ID") \
    FIELD("pd_id", 19, 14, "Powerdomain ID") \
    FIELD("use_count", 13, 0, "PD Use count") \
    ACTION("SET_LOCAL_RESET", 13, "Set local reset") \
    FIELD("psc_id", 21, 20, "PSC ID") \
    FIELD("pd_id", 19, 14, "Powerdomain ID") \
    FIELD("enable", 0, 0, "Enable (1) / Disable (0)") \
    ACTION("MODULE_GET", 14, "Module get") \
    FIELD("psc_id", 21, 20, "PSC ID") \
    FIELD("lpsc_id", 19, 14, "LPSC ID") \
    FIELD("use_count", 13, 0, "Module Use count") \
    ACTION("MODULE_PUT", 15, "Module put") \
    FIELD("psc_id", 21, 20, "PSC ID") \
    FIELD("lpsc_id", 19, 14, "LPSC ID") \
    FIELD("use_count", 13, 0, "Module Use count") \
    ACTION("RETENTION_GET", 16, "Retention put") \
    FIELD("lpsc_id", 21, 20, "LPSC ID") \
    FIELD("pd_id", 19, 14, "Powerdomain ID") \
    FIELD("retention_count", 13, 0, "Module Retention count") \
    ACTION("RETENTION_PUT", 17, "Retention put") \
    FIELD("lpsc_id", 21, 20, "LPSC ID") \
    FIELD("pd_id", 19, 14, "Powerdomain ID") \
    FIELD("retention_count", 13, 0, "Module Retention count") \
    ACTION("PD_INIT", 18, "Powerdomain init") \
    FIELD("psc_id", 21, 20, "PSC ID") \
    FIELD("pd_id", 19, 14, "Powerdomain ID") \
    ACTION("INVALID_STATE", 125, "API attempted to set invalid state") \
    FIELD("state", 21, 0, "Target state") \
    ACTION("BAD_DEVICE", 126, "API received bad device ID") \
    FIELD("device_id", 21, 0, "Device ID") \
    ACTION("GENERIC_DEBUG", 127, "Generic Debug Message") \
    FIELD("value", 21, 0, "Any use.")

#endif
