/* SPDX-License-Identifier: Apache-2.0 */
/* Generated from ti-sysfw.toml by fwtrace.py (here: `make regs`); do not edit. */
#ifndef FWTRACE_TI_SYSFW_H
#define FWTRACE_TI_SYSFW_H

#include <stdint.h>

/* TI system firmware: trace debug messages. A word is TI_SYSFW_WORD(domain, action, data). */
#define TI_SYSFW_DOMAIN_SHIFT                                   29
#define TI_SYSFW_DOMAIN_MAX                                     0x7u
#define TI_SYSFW_ACTION_SHIFT                                   22
#define TI_SYSFW_ACTION_MAX                                     0x7fu
#define TI_SYSFW_DATA_SHIFT                                     0
#define TI_SYSFW_DATA_MAX                                       0x3fffffu
#define TI_SYSFW_WORD(d, a, x) (((uint32_t)(d) << 29) | ((uint32_t)(a) << 22) | ((uint32_t)(x) & 0x3fffffu))

/* The domains that are not reserved, for fwt_init. */
#define TI_SYSFW_DOMAINS                                        0xfu

/* Or this to an action that failed. */
#define TI_SYSFW_FAIL                                           0x40u

/* Baseport. */
#define TI_SYSFW_BASEPORT                                       0u
/* OSAL/Baseport init complete. */
#define TI_SYSFW_BASEPORT_BP_INIT_COMPLETE                      0u
/* Message from secure host received. */
#define TI_SYSFW_BASEPORT_SEC_MSG_RECEIVED                      1u
#define TI_SYSFW_BASEPORT_SEC_MSG_RECEIVED_HOST_ID_SHIFT        15
#define TI_SYSFW_BASEPORT_SEC_MSG_RECEIVED_HOST_ID_MAX          0x7fu
#define TI_SYSFW_BASEPORT_SEC_MSG_RECEIVED_TISCI_ID_SHIFT       0
#define TI_SYSFW_BASEPORT_SEC_MSG_RECEIVED_TISCI_ID_MAX         0x7fffu
#define TI_SYSFW_BASEPORT_SEC_MSG_RECEIVED_DATA(host_id, tisci_id) ((((uint32_t)(host_id) & 0x7fu) << 15) | (((uint32_t)(tisci_id) & 0x7fffu) << 0))
/* Message from secure host received. */
#define TI_SYSFW_BASEPORT_USER_MSG_RECEIVED                     2u
#define TI_SYSFW_BASEPORT_USER_MSG_RECEIVED_HOST_ID_SHIFT       15
#define TI_SYSFW_BASEPORT_USER_MSG_RECEIVED_HOST_ID_MAX         0x7fu
#define TI_SYSFW_BASEPORT_USER_MSG_RECEIVED_TISCI_ID_SHIFT      0
#define TI_SYSFW_BASEPORT_USER_MSG_RECEIVED_TISCI_ID_MAX        0x7fffu
#define TI_SYSFW_BASEPORT_USER_MSG_RECEIVED_DATA(host_id, tisci_id) ((((uint32_t)(host_id) & 0x7fu) << 15) | (((uint32_t)(tisci_id) & 0x7fffu) << 0))
/* Generic Debug Message. */
#define TI_SYSFW_BASEPORT_GENERIC_DEBUG                         127u
#define TI_SYSFW_BASEPORT_GENERIC_DEBUG_VALUE_SHIFT             0
#define TI_SYSFW_BASEPORT_GENERIC_DEBUG_VALUE_MAX               0x3fffffu
#define TI_SYSFW_BASEPORT_GENERIC_DEBUG_DATA(value) ((((uint32_t)(value) & 0x3fffffu) << 0))

/* Security. */
#define TI_SYSFW_SECURITY                                       1u
/* Device has been turned on. */
#define TI_SYSFW_SECURITY_FIREWALL_ACTIVE                       0u
#define TI_SYSFW_SECURITY_FIREWALL_ACTIVE_FIREWALL_ID_SHIFT     0
#define TI_SYSFW_SECURITY_FIREWALL_ACTIVE_FIREWALL_ID_MAX       0x3fffffu
#define TI_SYSFW_SECURITY_FIREWALL_ACTIVE_DATA(firewall_id) ((((uint32_t)(firewall_id) & 0x3fffffu) << 0))
/* Generic Debug Message. */
#define TI_SYSFW_SECURITY_GENERIC_DEBUG                         127u
#define TI_SYSFW_SECURITY_GENERIC_DEBUG_VALUE_SHIFT             0
#define TI_SYSFW_SECURITY_GENERIC_DEBUG_VALUE_MAX               0x3fffffu
#define TI_SYSFW_SECURITY_GENERIC_DEBUG_DATA(value) ((((uint32_t)(value) & 0x3fffffu) << 0))

/* Resource Management. */
#define TI_SYSFW_RM                                             2u
/* NavSS ring has been allocated. */
#define TI_SYSFW_RM_RING_ALLOCATE                               0u
#define TI_SYSFW_RM_RING_ALLOCATE_DEVICE_ID_SHIFT               14
#define TI_SYSFW_RM_RING_ALLOCATE_DEVICE_ID_MAX                 0xffu
#define TI_SYSFW_RM_RING_ALLOCATE_RING_SHIFT                    0
#define TI_SYSFW_RM_RING_ALLOCATE_RING_MAX                      0x3fffu
#define TI_SYSFW_RM_RING_ALLOCATE_DATA(device_id, ring) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(ring) & 0x3fffu) << 0))
/* NavSS ring has been configured. */
#define TI_SYSFW_RM_RING_CONFIGURE                              4u
#define TI_SYSFW_RM_RING_CONFIGURE_DEVICE_ID_SHIFT              14
#define TI_SYSFW_RM_RING_CONFIGURE_DEVICE_ID_MAX                0xffu
#define TI_SYSFW_RM_RING_CONFIGURE_RING_SHIFT                   0
#define TI_SYSFW_RM_RING_CONFIGURE_RING_MAX                     0x3fffu
#define TI_SYSFW_RM_RING_CONFIGURE_DATA(device_id, ring) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(ring) & 0x3fffu) << 0))
/* NavSS ring has been freed. */
#define TI_SYSFW_RM_RING_FREE                                   1u
#define TI_SYSFW_RM_RING_FREE_DEVICE_ID_SHIFT                   14
#define TI_SYSFW_RM_RING_FREE_DEVICE_ID_MAX                     0xffu
#define TI_SYSFW_RM_RING_FREE_RING_SHIFT                        0
#define TI_SYSFW_RM_RING_FREE_RING_MAX                          0x3fffu
#define TI_SYSFW_RM_RING_FREE_DATA(device_id, ring) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(ring) & 0x3fffu) << 0))
/* NavSS ring has been reconfigured. */
#define TI_SYSFW_RM_RING_RECONFIG                               2u
#define TI_SYSFW_RM_RING_RECONFIG_DEVICE_ID_SHIFT               14
#define TI_SYSFW_RM_RING_RECONFIG_DEVICE_ID_MAX                 0xffu
#define TI_SYSFW_RM_RING_RECONFIG_RING_SHIFT                    0
#define TI_SYSFW_RM_RING_RECONFIG_RING_MAX                      0x3fffu
#define TI_SYSFW_RM_RING_RECONFIG_DATA(device_id, ring) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(ring) & 0x3fffu) << 0))
/* NavSS ring get configuration. */
#define TI_SYSFW_RM_RING_GET_CFG                                5u
#define TI_SYSFW_RM_RING_GET_CFG_DEVICE_ID_SHIFT                14
#define TI_SYSFW_RM_RING_GET_CFG_DEVICE_ID_MAX                  0xffu
#define TI_SYSFW_RM_RING_GET_CFG_RING_SHIFT                     0
#define TI_SYSFW_RM_RING_GET_CFG_RING_MAX                       0x3fffu
#define TI_SYSFW_RM_RING_GET_CFG_DATA(device_id, ring) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(ring) & 0x3fffu) << 0))
/* NavSS ring has been reset. */
#define TI_SYSFW_RM_RING_RESET                                  3u
#define TI_SYSFW_RM_RING_RESET_DEVICE_ID_SHIFT                  14
#define TI_SYSFW_RM_RING_RESET_DEVICE_ID_MAX                    0xffu
#define TI_SYSFW_RM_RING_RESET_RING_SHIFT                       0
#define TI_SYSFW_RM_RING_RESET_RING_MAX                         0x3fffu
#define TI_SYSFW_RM_RING_RESET_DATA(device_id, ring) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(ring) & 0x3fffu) << 0))
/* NavSS ring OES event has been programmed. */
#define TI_SYSFW_RM_RING_OES_INDEX                              8u
#define TI_SYSFW_RM_RING_OES_INDEX_DEVICE_ID_SHIFT              14
#define TI_SYSFW_RM_RING_OES_INDEX_DEVICE_ID_MAX                0xffu
#define TI_SYSFW_RM_RING_OES_INDEX_OES_INDEX_SHIFT              0
#define TI_SYSFW_RM_RING_OES_INDEX_OES_INDEX_MAX                0x3fffu
#define TI_SYSFW_RM_RING_OES_INDEX_DATA(device_id, oes_index) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(oes_index) & 0x3fffu) << 0))
/* NavSS ring OES event has been programmed. */
#define TI_SYSFW_RM_RING_OES_EVENT                              9u
#define TI_SYSFW_RM_RING_OES_EVENT_EVENT_SHIFT                  0
#define TI_SYSFW_RM_RING_OES_EVENT_EVENT_MAX                    0xffffu
#define TI_SYSFW_RM_RING_OES_EVENT_DATA(event) ((((uint32_t)(event) & 0xffffu) << 0))
/* NavSS UDMAP TX channel has been allocated. */
#define TI_SYSFW_RM_UDMAP_TX_CH_ALLOC                           10u
#define TI_SYSFW_RM_UDMAP_TX_CH_ALLOC_DEVICE_ID_SHIFT           14
#define TI_SYSFW_RM_UDMAP_TX_CH_ALLOC_DEVICE_ID_MAX             0xffu
#define TI_SYSFW_RM_UDMAP_TX_CH_ALLOC_CHANNEL_SHIFT             0
#define TI_SYSFW_RM_UDMAP_TX_CH_ALLOC_CHANNEL_MAX               0x3fffu
#define TI_SYSFW_RM_UDMAP_TX_CH_ALLOC_DATA(device_id, channel) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(channel) & 0x3fffu) << 0))
/* NavSS UDMAP TX channel has been configured. */
#define TI_SYSFW_RM_UDMAP_TX_CH_CFG                             14u
#define TI_SYSFW_RM_UDMAP_TX_CH_CFG_DEVICE_ID_SHIFT             14
#define TI_SYSFW_RM_UDMAP_TX_CH_CFG_DEVICE_ID_MAX               0xffu
#define TI_SYSFW_RM_UDMAP_TX_CH_CFG_CHANNEL_SHIFT               0
#define TI_SYSFW_RM_UDMAP_TX_CH_CFG_CHANNEL_MAX                 0x3fffu
#define TI_SYSFW_RM_UDMAP_TX_CH_CFG_DATA(device_id, channel) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(channel) & 0x3fffu) << 0))
/* NavSS UDMAP TX channel get configuration. */
#define TI_SYSFW_RM_UDMAP_TX_CH_GET_CFG                         15u
#define TI_SYSFW_RM_UDMAP_TX_CH_GET_CFG_DEVICE_ID_SHIFT         14
#define TI_SYSFW_RM_UDMAP_TX_CH_GET_CFG_DEVICE_ID_MAX           0xffu
#define TI_SYSFW_RM_UDMAP_TX_CH_GET_CFG_CHANNEL_SHIFT           0
#define TI_SYSFW_RM_UDMAP_TX_CH_GET_CFG_CHANNEL_MAX             0x3fffu
#define TI_SYSFW_RM_UDMAP_TX_CH_GET_CFG_DATA(device_id, channel) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(channel) & 0x3fffu) << 0))
/* NavSS UDMAP TX channel has been freed. */
#define TI_SYSFW_RM_UDMAP_TX_CH_FREE                            11u
#define TI_SYSFW_RM_UDMAP_TX_CH_FREE_DEVICE_ID_SHIFT            14
#define TI_SYSFW_RM_UDMAP_TX_CH_FREE_DEVICE_ID_MAX              0xffu
#define TI_SYSFW_RM_UDMAP_TX_CH_FREE_CHANNEL_SHIFT              0
#define TI_SYSFW_RM_UDMAP_TX_CH_FREE_CHANNEL_MAX                0x3fffu
#define TI_SYSFW_RM_UDMAP_TX_CH_FREE_DATA(device_id, channel) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(channel) & 0x3fffu) << 0))
/* NavSS UDMAP TX channel has been modified. */
#define TI_SYSFW_RM_UDMAP_TX_CH_INDEX                           12u
#define TI_SYSFW_RM_UDMAP_TX_CH_INDEX_DEVICE_ID_SHIFT           14
#define TI_SYSFW_RM_UDMAP_TX_CH_INDEX_DEVICE_ID_MAX             0xffu
#define TI_SYSFW_RM_UDMAP_TX_CH_INDEX_CHANNEL_SHIFT             0
#define TI_SYSFW_RM_UDMAP_TX_CH_INDEX_CHANNEL_MAX               0x3fffu
#define TI_SYSFW_RM_UDMAP_TX_CH_INDEX_DATA(device_id, channel) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(channel) & 0x3fffu) << 0))
/* NavSS UDMAP TX channel thread ID modified. */
#define TI_SYSFW_RM_UDMAP_TX_CH_THRD_ID                         13u
#define TI_SYSFW_RM_UDMAP_TX_CH_THRD_ID_THREAD_ID_SHIFT         0
#define TI_SYSFW_RM_UDMAP_TX_CH_THRD_ID_THREAD_ID_MAX           0x3fffffu
#define TI_SYSFW_RM_UDMAP_TX_CH_THRD_ID_DATA(thread_id) ((((uint32_t)(thread_id) & 0x3fffffu) << 0))
/* NavSS UDMAP RX channel has been allocated. */
#define TI_SYSFW_RM_UDMAP_RX_CH_ALLOC                           17u
#define TI_SYSFW_RM_UDMAP_RX_CH_ALLOC_DEVICE_ID_SHIFT           14
#define TI_SYSFW_RM_UDMAP_RX_CH_ALLOC_DEVICE_ID_MAX             0xffu
#define TI_SYSFW_RM_UDMAP_RX_CH_ALLOC_CHANNEL_SHIFT             0
#define TI_SYSFW_RM_UDMAP_RX_CH_ALLOC_CHANNEL_MAX               0x3fffu
#define TI_SYSFW_RM_UDMAP_RX_CH_ALLOC_DATA(device_id, channel) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(channel) & 0x3fffu) << 0))
/* NavSS UDMAP RX channel has been configured. */
#define TI_SYSFW_RM_UDMAP_RX_CH_CFG                             21u
#define TI_SYSFW_RM_UDMAP_RX_CH_CFG_DEVICE_ID_SHIFT             14
#define TI_SYSFW_RM_UDMAP_RX_CH_CFG_DEVICE_ID_MAX               0xffu
#define TI_SYSFW_RM_UDMAP_RX_CH_CFG_CHANNEL_SHIFT               0
#define TI_SYSFW_RM_UDMAP_RX_CH_CFG_CHANNEL_MAX                 0x3fffu
#define TI_SYSFW_RM_UDMAP_RX_CH_CFG_DATA(device_id, channel) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(channel) & 0x3fffu) << 0))
/* NavSS UDMAP RX channel get configuration. */
#define TI_SYSFW_RM_UDMAP_RX_CH_GET_CFG                         22u
#define TI_SYSFW_RM_UDMAP_RX_CH_GET_CFG_DEVICE_ID_SHIFT         14
#define TI_SYSFW_RM_UDMAP_RX_CH_GET_CFG_DEVICE_ID_MAX           0xffu
#define TI_SYSFW_RM_UDMAP_RX_CH_GET_CFG_CHANNEL_SHIFT           0
#define TI_SYSFW_RM_UDMAP_RX_CH_GET_CFG_CHANNEL_MAX             0x3fffu
#define TI_SYSFW_RM_UDMAP_RX_CH_GET_CFG_DATA(device_id, channel) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(channel) & 0x3fffu) << 0))
/* NavSS UDMAP RX channel has been freed. */
#define TI_SYSFW_RM_UDMAP_RX_CH_FREE                            18u
#define TI_SYSFW_RM_UDMAP_RX_CH_FREE_DEVICE_ID_SHIFT            14
#define TI_SYSFW_RM_UDMAP_RX_CH_FREE_DEVICE_ID_MAX              0xffu
#define TI_SYSFW_RM_UDMAP_RX_CH_FREE_CHANNEL_SHIFT              0
#define TI_SYSFW_RM_UDMAP_RX_CH_FREE_CHANNEL_MAX                0x3fffu
#define TI_SYSFW_RM_UDMAP_RX_CH_FREE_DATA(device_id, channel) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(channel) & 0x3fffu) << 0))
/* NavSS UDMAP RX channel has been modified. */
#define TI_SYSFW_RM_UDMAP_RX_CH_INDEX                           19u
#define TI_SYSFW_RM_UDMAP_RX_CH_INDEX_DEVICE_ID_SHIFT           14
#define TI_SYSFW_RM_UDMAP_RX_CH_INDEX_DEVICE_ID_MAX             0xffu
#define TI_SYSFW_RM_UDMAP_RX_CH_INDEX_CHANNEL_SHIFT             0
#define TI_SYSFW_RM_UDMAP_RX_CH_INDEX_CHANNEL_MAX               0x3fffu
#define TI_SYSFW_RM_UDMAP_RX_CH_INDEX_DATA(device_id, channel) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(channel) & 0x3fffu) << 0))
/* NavSS UDMAP RX channel thread ID modified. */
#define TI_SYSFW_RM_UDMAP_RX_CH_THRD_ID                         20u
#define TI_SYSFW_RM_UDMAP_RX_CH_THRD_ID_THREAD_ID_SHIFT         0
#define TI_SYSFW_RM_UDMAP_RX_CH_THRD_ID_THREAD_ID_MAX           0x3fffffu
#define TI_SYSFW_RM_UDMAP_RX_CH_THRD_ID_DATA(thread_id) ((((uint32_t)(thread_id) & 0x3fffffu) << 0))
/* NavSS UDMAP RX flow has been allocated. */
#define TI_SYSFW_RM_UDMAP_RX_FLOW_ALLOC                         24u
#define TI_SYSFW_RM_UDMAP_RX_FLOW_ALLOC_DEVICE_ID_SHIFT         14
#define TI_SYSFW_RM_UDMAP_RX_FLOW_ALLOC_DEVICE_ID_MAX           0xffu
#define TI_SYSFW_RM_UDMAP_RX_FLOW_ALLOC_FLOW_SHIFT              0
#define TI_SYSFW_RM_UDMAP_RX_FLOW_ALLOC_FLOW_MAX                0x3fffu
#define TI_SYSFW_RM_UDMAP_RX_FLOW_ALLOC_DATA(device_id, flow) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(flow) & 0x3fffu) << 0))
/* NavSS UDMAP RX flow has been freed. */
#define TI_SYSFW_RM_UDMAP_RX_FLOW_FREE                          25u
#define TI_SYSFW_RM_UDMAP_RX_FLOW_FREE_DEVICE_ID_SHIFT          14
#define TI_SYSFW_RM_UDMAP_RX_FLOW_FREE_DEVICE_ID_MAX            0xffu
#define TI_SYSFW_RM_UDMAP_RX_FLOW_FREE_FLOW_SHIFT               0
#define TI_SYSFW_RM_UDMAP_RX_FLOW_FREE_FLOW_MAX                 0x3fffu
#define TI_SYSFW_RM_UDMAP_RX_FLOW_FREE_DATA(device_id, flow) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(flow) & 0x3fffu) << 0))
/* NavSS UDMAP RX flow non-optional configure. */
#define TI_SYSFW_RM_UDMAP_RX_FLOW_CFG                           26u
#define TI_SYSFW_RM_UDMAP_RX_FLOW_CFG_DEVICE_ID_SHIFT           14
#define TI_SYSFW_RM_UDMAP_RX_FLOW_CFG_DEVICE_ID_MAX             0xffu
#define TI_SYSFW_RM_UDMAP_RX_FLOW_CFG_FLOW_SHIFT                0
#define TI_SYSFW_RM_UDMAP_RX_FLOW_CFG_FLOW_MAX                  0x3fffu
#define TI_SYSFW_RM_UDMAP_RX_FLOW_CFG_DATA(device_id, flow) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(flow) & 0x3fffu) << 0))
/* NavSS UDMAP RX flow standard configure. */
#define TI_SYSFW_RM_UDMAP_FLOW_CFG                              29u
#define TI_SYSFW_RM_UDMAP_FLOW_CFG_DEVICE_ID_SHIFT              14
#define TI_SYSFW_RM_UDMAP_FLOW_CFG_DEVICE_ID_MAX                0xffu
#define TI_SYSFW_RM_UDMAP_FLOW_CFG_FLOW_SHIFT                   0
#define TI_SYSFW_RM_UDMAP_FLOW_CFG_FLOW_MAX                     0x3fffu
#define TI_SYSFW_RM_UDMAP_FLOW_CFG_DATA(device_id, flow) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(flow) & 0x3fffu) << 0))
/* NavSS UDMAP RX flow get standard config. */
#define TI_SYSFW_RM_UDMAP_FLOW_GET_CFG                          33u
#define TI_SYSFW_RM_UDMAP_FLOW_GET_CFG_DEVICE_ID_SHIFT          14
#define TI_SYSFW_RM_UDMAP_FLOW_GET_CFG_DEVICE_ID_MAX            0xffu
#define TI_SYSFW_RM_UDMAP_FLOW_GET_CFG_FLOW_SHIFT               0
#define TI_SYSFW_RM_UDMAP_FLOW_GET_CFG_FLOW_MAX                 0x3fffu
#define TI_SYSFW_RM_UDMAP_FLOW_GET_CFG_DATA(device_id, flow) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(flow) & 0x3fffu) << 0))
/* NavSS UDMAP RX flow optional configure. */
#define TI_SYSFW_RM_UDMAP_RX_FLOW_OPT_CFG                       27u
#define TI_SYSFW_RM_UDMAP_RX_FLOW_OPT_CFG_DEVICE_ID_SHIFT       14
#define TI_SYSFW_RM_UDMAP_RX_FLOW_OPT_CFG_DEVICE_ID_MAX         0xffu
#define TI_SYSFW_RM_UDMAP_RX_FLOW_OPT_CFG_FLOW_SHIFT            0
#define TI_SYSFW_RM_UDMAP_RX_FLOW_OPT_CFG_FLOW_MAX              0x3fffu
#define TI_SYSFW_RM_UDMAP_RX_FLOW_OPT_CFG_DATA(device_id, flow) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(flow) & 0x3fffu) << 0))
/* NavSS UDMAP RX flow size threshold cfg. */
#define TI_SYSFW_RM_UDMAP_FLOW_SZ_CFG                           30u
#define TI_SYSFW_RM_UDMAP_FLOW_SZ_CFG_DEVICE_ID_SHIFT           14
#define TI_SYSFW_RM_UDMAP_FLOW_SZ_CFG_DEVICE_ID_MAX             0xffu
#define TI_SYSFW_RM_UDMAP_FLOW_SZ_CFG_FLOW_SHIFT                0
#define TI_SYSFW_RM_UDMAP_FLOW_SZ_CFG_FLOW_MAX                  0x3fffu
#define TI_SYSFW_RM_UDMAP_FLOW_SZ_CFG_DATA(device_id, flow) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(flow) & 0x3fffu) << 0))
/* NavSS UDMAP RX flow get size threshold cfg. */
#define TI_SYSFW_RM_UDMAP_FLOW_SZ_GET_CFG                       34u
#define TI_SYSFW_RM_UDMAP_FLOW_SZ_GET_CFG_DEVICE_ID_SHIFT       14
#define TI_SYSFW_RM_UDMAP_FLOW_SZ_GET_CFG_DEVICE_ID_MAX         0xffu
#define TI_SYSFW_RM_UDMAP_FLOW_SZ_GET_CFG_FLOW_SHIFT            0
#define TI_SYSFW_RM_UDMAP_FLOW_SZ_GET_CFG_FLOW_MAX              0x3fffu
#define TI_SYSFW_RM_UDMAP_FLOW_SZ_GET_CFG_DATA(device_id, flow) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(flow) & 0x3fffu) << 0))
/* NavSS UDMAP RX flow RX channel owner. */
#define TI_SYSFW_RM_UDMAP_RX_FLOW_CH_OWNER                      28u
#define TI_SYSFW_RM_UDMAP_RX_FLOW_CH_OWNER_CHANNEL_SHIFT        0
#define TI_SYSFW_RM_UDMAP_RX_FLOW_CH_OWNER_CHANNEL_MAX          0x3fffu
#define TI_SYSFW_RM_UDMAP_RX_FLOW_CH_OWNER_DATA(channel) ((((uint32_t)(channel) & 0x3fffu) << 0))
/* NavSS UDMAP OES event has been programmed. */
#define TI_SYSFW_RM_UDMAP_OES_INDEX                             31u
#define TI_SYSFW_RM_UDMAP_OES_INDEX_DEVICE_ID_SHIFT             14
#define TI_SYSFW_RM_UDMAP_OES_INDEX_DEVICE_ID_MAX               0xffu
#define TI_SYSFW_RM_UDMAP_OES_INDEX_OES_INDEX_SHIFT             0
#define TI_SYSFW_RM_UDMAP_OES_INDEX_OES_INDEX_MAX               0x3fffu
#define TI_SYSFW_RM_UDMAP_OES_INDEX_DATA(device_id, oes_index) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(oes_index) & 0x3fffu) << 0))
/* NavSS UDMAP OES event has been programmed. */
#define TI_SYSFW_RM_UDMAP_OES_EVENT                             32u
#define TI_SYSFW_RM_UDMAP_OES_EVENT_EVENT_SHIFT                 0
#define TI_SYSFW_RM_UDMAP_OES_EVENT_EVENT_MAX                   0xffffu
#define TI_SYSFW_RM_UDMAP_OES_EVENT_DATA(event) ((((uint32_t)(event) & 0xffffu) << 0))
/* NavSS PSI-L threads have been paired. */
#define TI_SYSFW_RM_PSIL_PAIR                                   36u
#define TI_SYSFW_RM_PSIL_PAIR_DEVICE_ID_SHIFT                   14
#define TI_SYSFW_RM_PSIL_PAIR_DEVICE_ID_MAX                     0xffu
#define TI_SYSFW_RM_PSIL_PAIR_DATA(device_id) ((((uint32_t)(device_id) & 0xffu) << 14))
/* NavSS PSI-L paired source thread ID. */
#define TI_SYSFW_RM_PSIL_PAIR_SRC_THRD_ID                       37u
#define TI_SYSFW_RM_PSIL_PAIR_SRC_THRD_ID_THREAD_ID_SHIFT       0
#define TI_SYSFW_RM_PSIL_PAIR_SRC_THRD_ID_THREAD_ID_MAX         0x3fffffu
#define TI_SYSFW_RM_PSIL_PAIR_SRC_THRD_ID_DATA(thread_id) ((((uint32_t)(thread_id) & 0x3fffffu) << 0))
/* NavSS PSI-L paired destination thread ID. */
#define TI_SYSFW_RM_PSIL_PAIR_DST_THRD_ID                       38u
#define TI_SYSFW_RM_PSIL_PAIR_DST_THRD_ID_THREAD_ID_SHIFT       0
#define TI_SYSFW_RM_PSIL_PAIR_DST_THRD_ID_THREAD_ID_MAX         0x3fffffu
#define TI_SYSFW_RM_PSIL_PAIR_DST_THRD_ID_DATA(thread_id) ((((uint32_t)(thread_id) & 0x3fffffu) << 0))
/* NavSS PSI-L threads have been unpaired. */
#define TI_SYSFW_RM_PSIL_UNPAIR                                 40u
#define TI_SYSFW_RM_PSIL_UNPAIR_DEVICE_ID_SHIFT                 14
#define TI_SYSFW_RM_PSIL_UNPAIR_DEVICE_ID_MAX                   0xffu
#define TI_SYSFW_RM_PSIL_UNPAIR_DATA(device_id) ((((uint32_t)(device_id) & 0xffu) << 14))
/* NavSS PSI-L unpaired source thread ID. */
#define TI_SYSFW_RM_PSIL_UNPAIR_SRC_THRD_ID                     41u
#define TI_SYSFW_RM_PSIL_UNPAIR_SRC_THRD_ID_THREAD_ID_SHIFT     0
#define TI_SYSFW_RM_PSIL_UNPAIR_SRC_THRD_ID_THREAD_ID_MAX       0x3fffffu
#define TI_SYSFW_RM_PSIL_UNPAIR_SRC_THRD_ID_DATA(thread_id) ((((uint32_t)(thread_id) & 0x3fffffu) << 0))
/* NavSS PSI-L unpaired destination thread ID. */
#define TI_SYSFW_RM_PSIL_UNPAIR_DST_THRD_ID                     42u
#define TI_SYSFW_RM_PSIL_UNPAIR_DST_THRD_ID_THREAD_ID_SHIFT     0
#define TI_SYSFW_RM_PSIL_UNPAIR_DST_THRD_ID_THREAD_ID_MAX       0x3fffffu
#define TI_SYSFW_RM_PSIL_UNPAIR_DST_THRD_ID_DATA(thread_id) ((((uint32_t)(thread_id) & 0x3fffffu) << 0))
/* Programmed interrupt route source. */
#define TI_SYSFW_RM_IRQ_SET_SRC                                 44u
#define TI_SYSFW_RM_IRQ_SET_SRC_DEVICE_ID_SHIFT                 14
#define TI_SYSFW_RM_IRQ_SET_SRC_DEVICE_ID_MAX                   0xffu
#define TI_SYSFW_RM_IRQ_SET_SRC_SOURCE_SHIFT                    0
#define TI_SYSFW_RM_IRQ_SET_SRC_SOURCE_MAX                      0x3fffu
#define TI_SYSFW_RM_IRQ_SET_SRC_DATA(device_id, source) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(source) & 0x3fffu) << 0))
/* Programmed interrupt route destination. */
#define TI_SYSFW_RM_IRQ_SET_DST                                 45u
#define TI_SYSFW_RM_IRQ_SET_DST_DEVICE_ID_SHIFT                 14
#define TI_SYSFW_RM_IRQ_SET_DST_DEVICE_ID_MAX                   0xffu
#define TI_SYSFW_RM_IRQ_SET_DST_IRQ_SHIFT                       0
#define TI_SYSFW_RM_IRQ_SET_DST_IRQ_MAX                         0x3fffu
#define TI_SYSFW_RM_IRQ_SET_DST_DATA(device_id, irq) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(irq) & 0x3fffu) << 0))
/* Released interrupt route source. */
#define TI_SYSFW_RM_IRQ_REL_SRC                                 46u
#define TI_SYSFW_RM_IRQ_REL_SRC_DEVICE_ID_SHIFT                 14
#define TI_SYSFW_RM_IRQ_REL_SRC_DEVICE_ID_MAX                   0xffu
#define TI_SYSFW_RM_IRQ_REL_SRC_SOURCE_SHIFT                    0
#define TI_SYSFW_RM_IRQ_REL_SRC_SOURCE_MAX                      0x3fffu
#define TI_SYSFW_RM_IRQ_REL_SRC_DATA(device_id, source) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(source) & 0x3fffu) << 0))
/* Released interrupt route destination. */
#define TI_SYSFW_RM_IRQ_REL_DST                                 47u
#define TI_SYSFW_RM_IRQ_REL_DST_DEVICE_ID_SHIFT                 14
#define TI_SYSFW_RM_IRQ_REL_DST_DEVICE_ID_MAX                   0xffu
#define TI_SYSFW_RM_IRQ_REL_DST_IRQ_SHIFT                       0
#define TI_SYSFW_RM_IRQ_REL_DST_IRQ_MAX                         0x3fffu
#define TI_SYSFW_RM_IRQ_REL_DST_DATA(device_id, irq) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(irq) & 0x3fffu) << 0))
/* IA virtual interrupt programmed. */
#define TI_SYSFW_RM_IRQ_IA_CFG_VINT                             48u
#define TI_SYSFW_RM_IRQ_IA_CFG_VINT_DEVICE_ID_SHIFT             14
#define TI_SYSFW_RM_IRQ_IA_CFG_VINT_DEVICE_ID_MAX               0xffu
#define TI_SYSFW_RM_IRQ_IA_CFG_VINT_VINT_SHIFT                  0
#define TI_SYSFW_RM_IRQ_IA_CFG_VINT_VINT_MAX                    0x3fffu
#define TI_SYSFW_RM_IRQ_IA_CFG_VINT_DATA(device_id, vint) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(vint) & 0x3fffu) << 0))
/* IA VINT event and status bit programmed. */
#define TI_SYSFW_RM_IRQ_IA_CFG_VINT_EVT                         49u
#define TI_SYSFW_RM_IRQ_IA_CFG_VINT_EVT_STATUS_BIT_SHIFT        16
#define TI_SYSFW_RM_IRQ_IA_CFG_VINT_EVT_STATUS_BIT_MAX          0x3fu
#define TI_SYSFW_RM_IRQ_IA_CFG_VINT_EVT_EVENT_SHIFT             0
#define TI_SYSFW_RM_IRQ_IA_CFG_VINT_EVT_EVENT_MAX               0xffffu
#define TI_SYSFW_RM_IRQ_IA_CFG_VINT_EVT_DATA(status_bit, event) ((((uint32_t)(status_bit) & 0x3fu) << 16) | (((uint32_t)(event) & 0xffffu) << 0))
/* IA virtual interrupt cleared. */
#define TI_SYSFW_RM_IRQ_IA_CLR_VINT                             50u
#define TI_SYSFW_RM_IRQ_IA_CLR_VINT_DEVICE_ID_SHIFT             14
#define TI_SYSFW_RM_IRQ_IA_CLR_VINT_DEVICE_ID_MAX               0xffu
#define TI_SYSFW_RM_IRQ_IA_CLR_VINT_VINT_SHIFT                  0
#define TI_SYSFW_RM_IRQ_IA_CLR_VINT_VINT_MAX                    0x3fffu
#define TI_SYSFW_RM_IRQ_IA_CLR_VINT_DATA(device_id, vint) ((((uint32_t)(device_id) & 0xffu) << 14) | (((uint32_t)(vint) & 0x3fffu) << 0))
/* IA VINT event and status bit cleared. */
#define TI_SYSFW_RM_IRQ_IA_CLR_VINT_EVT                         51u
#define TI_SYSFW_RM_IRQ_IA_CLR_VINT_EVT_STATUS_BIT_SHIFT        16
#define TI_SYSFW_RM_IRQ_IA_CLR_VINT_EVT_STATUS_BIT_MAX          0x3fu
#define TI_SYSFW_RM_IRQ_IA_CLR_VINT_EVT_EVENT_SHIFT             0
#define TI_SYSFW_RM_IRQ_IA_CLR_VINT_EVT_EVENT_MAX               0xffffu
#define TI_SYSFW_RM_IRQ_IA_CLR_VINT_EVT_DATA(status_bit, event) ((((uint32_t)(status_bit) & 0x3fu) << 16) | (((uint32_t)(event) & 0xffffu) << 0))
/* IR input to output route programmed. */
#define TI_SYSFW_RM_IRQ_IR_CFG                                  52u
#define TI_SYSFW_RM_IRQ_IR_CFG_DEVICE_ID_SHIFT                  14
#define TI_SYSFW_RM_IRQ_IR_CFG_DEVICE_ID_MAX                    0xffu
#define TI_SYSFW_RM_IRQ_IR_CFG_DATA(device_id) ((((uint32_t)(device_id) & 0xffu) << 14))
/* Programmed IR input and output. */
#define TI_SYSFW_RM_IRQ_IR_CFG_IO                               53u
#define TI_SYSFW_RM_IRQ_IR_CFG_IO_INPUT_SHIFT                   10
#define TI_SYSFW_RM_IRQ_IR_CFG_IO_INPUT_MAX                     0xfffu
#define TI_SYSFW_RM_IRQ_IR_CFG_IO_OUTPUT_SHIFT                  0
#define TI_SYSFW_RM_IRQ_IR_CFG_IO_OUTPUT_MAX                    0x3ffu
#define TI_SYSFW_RM_IRQ_IR_CFG_IO_DATA(input, output) ((((uint32_t)(input) & 0xfffu) << 10) | (((uint32_t)(output) & 0x3ffu) << 0))
/* IR input to output route cleared. */
#define TI_SYSFW_RM_IRQ_IR_CLR                                  54u
#define TI_SYSFW_RM_IRQ_IR_CLR_DEVICE_ID_SHIFT                  14
#define TI_SYSFW_RM_IRQ_IR_CLR_DEVICE_ID_MAX                    0xffu
#define TI_SYSFW_RM_IRQ_IR_CLR_DATA(device_id) ((((uint32_t)(device_id) & 0xffu) << 14))
/* Cleared IR input and output. */
#define TI_SYSFW_RM_IRQ_IR_CLR_IO                               55u
#define TI_SYSFW_RM_IRQ_IR_CLR_IO_INPUT_SHIFT                   10
#define TI_SYSFW_RM_IRQ_IR_CLR_IO_INPUT_MAX                     0xfffu
#define TI_SYSFW_RM_IRQ_IR_CLR_IO_OUTPUT_SHIFT                  0
#define TI_SYSFW_RM_IRQ_IR_CLR_IO_OUTPUT_MAX                    0x3ffu
#define TI_SYSFW_RM_IRQ_IR_CLR_IO_DATA(input, output) ((((uint32_t)(input) & 0xfffu) << 10) | (((uint32_t)(output) & 0x3ffu) << 0))
/* Retrieved a resource range for a host. */
#define TI_SYSFW_RM_RESOURCE_GET                                61u
#define TI_SYSFW_RM_RESOURCE_GET_HOST_ID_SHIFT                  16
#define TI_SYSFW_RM_RESOURCE_GET_HOST_ID_MAX                    0x3fu
#define TI_SYSFW_RM_RESOURCE_GET_TYPE_SHIFT                     6
#define TI_SYSFW_RM_RESOURCE_GET_TYPE_MAX                       0x3ffu
#define TI_SYSFW_RM_RESOURCE_GET_SUBTYPE_SHIFT                  0
#define TI_SYSFW_RM_RESOURCE_GET_SUBTYPE_MAX                    0x3fu
#define TI_SYSFW_RM_RESOURCE_GET_DATA(host_id, type, subtype) ((((uint32_t)(host_id) & 0x3fu) << 16) | (((uint32_t)(type) & 0x3ffu) << 6) | (((uint32_t)(subtype) & 0x3fu) << 0))
/* Retrieved resource range start index. */
#define TI_SYSFW_RM_RESOURCE_GET_START                          62u
#define TI_SYSFW_RM_RESOURCE_GET_START_START_SHIFT              0
#define TI_SYSFW_RM_RESOURCE_GET_START_START_MAX                0xffffu
#define TI_SYSFW_RM_RESOURCE_GET_START_DATA(start) ((((uint32_t)(start) & 0xffffu) << 0))
/* Retrieved resource range number. */
#define TI_SYSFW_RM_RESOURCE_GET_NUM                            63u
#define TI_SYSFW_RM_RESOURCE_GET_NUM_COUNT_SHIFT                0
#define TI_SYSFW_RM_RESOURCE_GET_NUM_COUNT_MAX                  0xffffu
#define TI_SYSFW_RM_RESOURCE_GET_NUM_DATA(count) ((((uint32_t)(count) & 0xffffu) << 0))
/* Generic Debug Message. */
#define TI_SYSFW_RM_GENERIC_DEBUG                               127u
#define TI_SYSFW_RM_GENERIC_DEBUG_VALUE_SHIFT                   0
#define TI_SYSFW_RM_GENERIC_DEBUG_VALUE_MAX                     0x3fffffu
#define TI_SYSFW_RM_GENERIC_DEBUG_DATA(value) ((((uint32_t)(value) & 0x3fffffu) << 0))

/* Power Management. */
#define TI_SYSFW_PM                                             3u
/* Device has been turned on. */
#define TI_SYSFW_PM_DEVICE_ON                                   0u
#define TI_SYSFW_PM_DEVICE_ON_DEVICE_ID_SHIFT                   0
#define TI_SYSFW_PM_DEVICE_ON_DEVICE_ID_MAX                     0x3fffffu
#define TI_SYSFW_PM_DEVICE_ON_DATA(device_id) ((((uint32_t)(device_id) & 0x3fffffu) << 0))
/* Device has been turned off. */
#define TI_SYSFW_PM_DEVICE_OFF                                  1u
#define TI_SYSFW_PM_DEVICE_OFF_DEVICE_ID_SHIFT                  0
#define TI_SYSFW_PM_DEVICE_OFF_DEVICE_ID_MAX                    0x3fffffu
#define TI_SYSFW_PM_DEVICE_OFF_DATA(device_id) ((((uint32_t)(device_id) & 0x3fffffu) << 0))
/* Clock has been enabled. */
#define TI_SYSFW_PM_CLOCK_ENABLE                                2u
#define TI_SYSFW_PM_CLOCK_ENABLE_CLOCK_ID_SHIFT                 0
#define TI_SYSFW_PM_CLOCK_ENABLE_CLOCK_ID_MAX                   0x3fffffu
#define TI_SYSFW_PM_CLOCK_ENABLE_DATA(clock_id) ((((uint32_t)(clock_id) & 0x3fffffu) << 0))
/* Clock has been disabled. */
#define TI_SYSFW_PM_CLOCK_DISABLE                               3u
#define TI_SYSFW_PM_CLOCK_DISABLE_CLOCK_ID_SHIFT                0
#define TI_SYSFW_PM_CLOCK_DISABLE_CLOCK_ID_MAX                  0x3fffffu
#define TI_SYSFW_PM_CLOCK_DISABLE_DATA(clock_id) ((((uint32_t)(clock_id) & 0x3fffffu) << 0))
/* Clock frequency has been changed. */
#define TI_SYSFW_PM_CLOCK_SET_RATE                              4u
#define TI_SYSFW_PM_CLOCK_SET_RATE_EXPONENT_SHIFT               17
#define TI_SYSFW_PM_CLOCK_SET_RATE_EXPONENT_MAX                 0x1fu
#define TI_SYSFW_PM_CLOCK_SET_RATE_SIGNIFICAND_SHIFT            10
#define TI_SYSFW_PM_CLOCK_SET_RATE_SIGNIFICAND_MAX              0x7fu
#define TI_SYSFW_PM_CLOCK_SET_RATE_CLOCK_ID_SHIFT               0
#define TI_SYSFW_PM_CLOCK_SET_RATE_CLOCK_ID_MAX                 0x3ffu
#define TI_SYSFW_PM_CLOCK_SET_RATE_DATA(exponent, significand, clock_id) ((((uint32_t)(exponent) & 0x1fu) << 17) | (((uint32_t)(significand) & 0x7fu) << 10) | (((uint32_t)(clock_id) & 0x3ffu) << 0))
/* Clock parent has been changed. */
#define TI_SYSFW_PM_CLOCK_SET_PARENT                            5u
#define TI_SYSFW_PM_CLOCK_SET_PARENT_PARENT_ID_SHIFT            10
#define TI_SYSFW_PM_CLOCK_SET_PARENT_PARENT_ID_MAX              0xfffu
#define TI_SYSFW_PM_CLOCK_SET_PARENT_CLOCK_ID_SHIFT             0
#define TI_SYSFW_PM_CLOCK_SET_PARENT_CLOCK_ID_MAX               0x3ffu
#define TI_SYSFW_PM_CLOCK_SET_PARENT_DATA(parent_id, clock_id) ((((uint32_t)(parent_id) & 0xfffu) << 10) | (((uint32_t)(clock_id) & 0x3ffu) << 0))
/* TI-SCI message received. */
#define TI_SYSFW_PM_MSG_RECEIVED                                6u
#define TI_SYSFW_PM_MSG_RECEIVED_MESSAGE_ID_SHIFT               0
#define TI_SYSFW_PM_MSG_RECEIVED_MESSAGE_ID_MAX                 0x3fffffu
#define TI_SYSFW_PM_MSG_RECEIVED_DATA(message_id) ((((uint32_t)(message_id) & 0x3fffffu) << 0))
/* TI-SCI message content: dev/clk-ids. */
#define TI_SYSFW_PM_MSG_PARAM_DEV_CLK_ID                        7u
#define TI_SYSFW_PM_MSG_PARAM_DEV_CLK_ID_CLOCK_ID_SHIFT         10
#define TI_SYSFW_PM_MSG_PARAM_DEV_CLK_ID_CLOCK_ID_MAX           0xfffu
#define TI_SYSFW_PM_MSG_PARAM_DEV_CLK_ID_DEVICE_ID_SHIFT        0
#define TI_SYSFW_PM_MSG_PARAM_DEV_CLK_ID_DEVICE_ID_MAX          0x3ffu
#define TI_SYSFW_PM_MSG_PARAM_DEV_CLK_ID_DATA(clock_id, device_id) ((((uint32_t)(clock_id) & 0xfffu) << 10) | (((uint32_t)(device_id) & 0x3ffu) << 0))
/* TI-SCI message content: value. */
#define TI_SYSFW_PM_MSG_PARAM_VAL                               8u
#define TI_SYSFW_PM_MSG_PARAM_VAL_TARGET_SHIFT                  0
#define TI_SYSFW_PM_MSG_PARAM_VAL_TARGET_MAX                    0x3fffffu
#define TI_SYSFW_PM_MSG_PARAM_VAL_DATA(target) ((((uint32_t)(target) & 0x3fffffu) << 0))
/* ARM wakeup event received. */
#define TI_SYSFW_PM_WAKE_ARM                                    9u
#define TI_SYSFW_PM_WAKE_ARM_HOST_ID_SHIFT                      0
#define TI_SYSFW_PM_WAKE_ARM_HOST_ID_MAX                        0x3fffffu
#define TI_SYSFW_PM_WAKE_ARM_DATA(host_id) ((((uint32_t)(host_id) & 0x3fffffu) << 0))
/* Wakeup handler executed. */
#define TI_SYSFW_PM_WAKE_HANDLER                                10u
#define TI_SYSFW_PM_WAKE_HANDLER_INTERRUPT_ID_SHIFT             0
#define TI_SYSFW_PM_WAKE_HANDLER_INTERRUPT_ID_MAX               0x3fffffu
#define TI_SYSFW_PM_WAKE_HANDLER_DATA(interrupt_id) ((((uint32_t)(interrupt_id) & 0x3fffffu) << 0))
/* Powerdomain get. */
#define TI_SYSFW_PM_PD_GET                                      11u
#define TI_SYSFW_PM_PD_GET_PSC_ID_SHIFT                         20
#define TI_SYSFW_PM_PD_GET_PSC_ID_MAX                           0x3u
#define TI_SYSFW_PM_PD_GET_PD_ID_SHIFT                          14
#define TI_SYSFW_PM_PD_GET_PD_ID_MAX                            0x3fu
#define TI_SYSFW_PM_PD_GET_USE_COUNT_SHIFT                      0
#define TI_SYSFW_PM_PD_GET_USE_COUNT_MAX                        0x3fffu
#define TI_SYSFW_PM_PD_GET_DATA(psc_id, pd_id, use_count) ((((uint32_t)(psc_id) & 0x3u) << 20) | (((uint32_t)(pd_id) & 0x3fu) << 14) | (((uint32_t)(use_count) & 0x3fffu) << 0))
/* Powerdomain put. */
#define TI_SYSFW_PM_PD_PUT                                      12u
#define TI_SYSFW_PM_PD_PUT_PSC_ID_SHIFT                         20
#define TI_SYSFW_PM_PD_PUT_PSC_ID_MAX                           0x3u
#define TI_SYSFW_PM_PD_PUT_PD_ID_SHIFT                          14
#define TI_SYSFW_PM_PD_PUT_PD_ID_MAX                            0x3fu
#define TI_SYSFW_PM_PD_PUT_USE_COUNT_SHIFT                      0
#define TI_SYSFW_PM_PD_PUT_USE_COUNT_MAX                        0x3fffu
#define TI_SYSFW_PM_PD_PUT_DATA(psc_id, pd_id, use_count) ((((uint32_t)(psc_id) & 0x3u) << 20) | (((uint32_t)(pd_id) & 0x3fu) << 14) | (((uint32_t)(use_count) & 0x3fffu) << 0))
/* Set local reset. */
#define TI_SYSFW_PM_SET_LOCAL_RESET                             13u
#define TI_SYSFW_PM_SET_LOCAL_RESET_PSC_ID_SHIFT                20
#define TI_SYSFW_PM_SET_LOCAL_RESET_PSC_ID_MAX                  0x3u
#define TI_SYSFW_PM_SET_LOCAL_RESET_PD_ID_SHIFT                 14
#define TI_SYSFW_PM_SET_LOCAL_RESET_PD_ID_MAX                   0x3fu
#define TI_SYSFW_PM_SET_LOCAL_RESET_ENABLE_SHIFT                0
#define TI_SYSFW_PM_SET_LOCAL_RESET_ENABLE_MAX                  0x1u
#define TI_SYSFW_PM_SET_LOCAL_RESET_DATA(psc_id, pd_id, enable) ((((uint32_t)(psc_id) & 0x3u) << 20) | (((uint32_t)(pd_id) & 0x3fu) << 14) | (((uint32_t)(enable) & 0x1u) << 0))
/* Module get. */
#define TI_SYSFW_PM_MODULE_GET                                  14u
#define TI_SYSFW_PM_MODULE_GET_PSC_ID_SHIFT                     20
#define TI_SYSFW_PM_MODULE_GET_PSC_ID_MAX                       0x3u
#define TI_SYSFW_PM_MODULE_GET_LPSC_ID_SHIFT                    14
#define TI_SYSFW_PM_MODULE_GET_LPSC_ID_MAX                      0x3fu
#define TI_SYSFW_PM_MODULE_GET_USE_COUNT_SHIFT                  0
#define TI_SYSFW_PM_MODULE_GET_USE_COUNT_MAX                    0x3fffu
#define TI_SYSFW_PM_MODULE_GET_DATA(psc_id, lpsc_id, use_count) ((((uint32_t)(psc_id) & 0x3u) << 20) | (((uint32_t)(lpsc_id) & 0x3fu) << 14) | (((uint32_t)(use_count) & 0x3fffu) << 0))
/* Module put. */
#define TI_SYSFW_PM_MODULE_PUT                                  15u
#define TI_SYSFW_PM_MODULE_PUT_PSC_ID_SHIFT                     20
#define TI_SYSFW_PM_MODULE_PUT_PSC_ID_MAX                       0x3u
#define TI_SYSFW_PM_MODULE_PUT_LPSC_ID_SHIFT                    14
#define TI_SYSFW_PM_MODULE_PUT_LPSC_ID_MAX                      0x3fu
#define TI_SYSFW_PM_MODULE_PUT_USE_COUNT_SHIFT                  0
#define TI_SYSFW_PM_MODULE_PUT_USE_COUNT_MAX                    0x3fffu
#define TI_SYSFW_PM_MODULE_PUT_DATA(psc_id, lpsc_id, use_count) ((((uint32_t)(psc_id) & 0x3u) << 20) | (((uint32_t)(lpsc_id) & 0x3fu) << 14) | (((uint32_t)(use_count) & 0x3fffu) << 0))
/* Retention put. */
#define TI_SYSFW_PM_RETENTION_GET                               16u
#define TI_SYSFW_PM_RETENTION_GET_LPSC_ID_SHIFT                 20
#define TI_SYSFW_PM_RETENTION_GET_LPSC_ID_MAX                   0x3u
#define TI_SYSFW_PM_RETENTION_GET_PD_ID_SHIFT                   14
#define TI_SYSFW_PM_RETENTION_GET_PD_ID_MAX                     0x3fu
#define TI_SYSFW_PM_RETENTION_GET_RETENTION_COUNT_SHIFT         0
#define TI_SYSFW_PM_RETENTION_GET_RETENTION_COUNT_MAX           0x3fffu
#define TI_SYSFW_PM_RETENTION_GET_DATA(lpsc_id, pd_id, retention_count) ((((uint32_t)(lpsc_id) & 0x3u) << 20) | (((uint32_t)(pd_id) & 0x3fu) << 14) | (((uint32_t)(retention_count) & 0x3fffu) << 0))
/* Retention put. */
#define TI_SYSFW_PM_RETENTION_PUT                               17u
#define TI_SYSFW_PM_RETENTION_PUT_LPSC_ID_SHIFT                 20
#define TI_SYSFW_PM_RETENTION_PUT_LPSC_ID_MAX                   0x3u
#define TI_SYSFW_PM_RETENTION_PUT_PD_ID_SHIFT                   14
#define TI_SYSFW_PM_RETENTION_PUT_PD_ID_MAX                     0x3fu
#define TI_SYSFW_PM_RETENTION_PUT_RETENTION_COUNT_SHIFT         0
#define TI_SYSFW_PM_RETENTION_PUT_RETENTION_COUNT_MAX           0x3fffu
#define TI_SYSFW_PM_RETENTION_PUT_DATA(lpsc_id, pd_id, retention_count) ((((uint32_t)(lpsc_id) & 0x3u) << 20) | (((uint32_t)(pd_id) & 0x3fu) << 14) | (((uint32_t)(retention_count) & 0x3fffu) << 0))
/* Powerdomain init. */
#define TI_SYSFW_PM_PD_INIT                                     18u
#define TI_SYSFW_PM_PD_INIT_PSC_ID_SHIFT                        20
#define TI_SYSFW_PM_PD_INIT_PSC_ID_MAX                          0x3u
#define TI_SYSFW_PM_PD_INIT_PD_ID_SHIFT                         14
#define TI_SYSFW_PM_PD_INIT_PD_ID_MAX                           0x3fu
#define TI_SYSFW_PM_PD_INIT_DATA(psc_id, pd_id) ((((uint32_t)(psc_id) & 0x3u) << 20) | (((uint32_t)(pd_id) & 0x3fu) << 14))
/* API attempted to set invalid state. */
#define TI_SYSFW_PM_INVALID_STATE                               125u
#define TI_SYSFW_PM_INVALID_STATE_STATE_SHIFT                   0
#define TI_SYSFW_PM_INVALID_STATE_STATE_MAX                     0x3fffffu
#define TI_SYSFW_PM_INVALID_STATE_DATA(state) ((((uint32_t)(state) & 0x3fffffu) << 0))
/* API received bad device ID. */
#define TI_SYSFW_PM_BAD_DEVICE                                  126u
#define TI_SYSFW_PM_BAD_DEVICE_DEVICE_ID_SHIFT                  0
#define TI_SYSFW_PM_BAD_DEVICE_DEVICE_ID_MAX                    0x3fffffu
#define TI_SYSFW_PM_BAD_DEVICE_DATA(device_id) ((((uint32_t)(device_id) & 0x3fffffu) << 0))
/* Generic Debug Message. */
#define TI_SYSFW_PM_GENERIC_DEBUG                               127u
#define TI_SYSFW_PM_GENERIC_DEBUG_VALUE_SHIFT                   0
#define TI_SYSFW_PM_GENERIC_DEBUG_VALUE_MAX                     0x3fffffu
#define TI_SYSFW_PM_GENERIC_DEBUG_DATA(value) ((((uint32_t)(value) & 0x3fffffu) << 0))

#endif
