/* SPDX-License-Identifier: Apache-2.0 */
/* Facts about the stimulus ports (docs/reference/stimulus.md), for test_regmap_facts.c. */
#ifndef STIMULUS_FACTS_H
#define STIMULUS_FACTS_H

#define trTeStimId_CONST      TR_TE_STIM_ID_OFFSET
#define trTeStimImpl_CONST    TR_TE_STIM_IMPL_OFFSET
#define trTeStimControl_CONST TR_TE_STIM_CONTROL_OFFSET
#define trTeStimMask_CONST    TR_TE_STIM_MASK_OFFSET
#define trTeStimPort_CONST    TR_TE_STIM_PORT_OFFSET(0u)

/* clang-format off */
#define STIMULUS_FACTS \
    TE(trTeStimId, 0xE00, trTeStimId, TR_TE_STIM_ID, 31, 0, RO, SD, 0x4D495453), \
    TE(trTeStimImpl, 0xE04, trTeStimVersion, TR_TE_STIM_VERSION, 3, 0, RO, SD, 1), \
    TE(trTeStimImpl, 0xE04, trTeStimPorts, TR_TE_STIM_PORTS, 13, 8, RO, SD, 32), \
    TE(trTeStimImpl, 0xE04, trTeStimTagBits, TR_TE_STIM_TAG_BITS, 20, 16, RO, SD, 8), \
    TE(trTeStimControl, 0xE08, trTeStimEnable, TR_TE_STIM_ENABLE, 0, 0, RW, VALUE, 0), \
    TE(trTeStimControl, 0xE08, trTeStimTimestamp, TR_TE_STIM_TIMESTAMP, 1, 1, RW, VALUE, 0), \
    TE(trTeStimControl, 0xE08, trTeStimStallEna, TR_TE_STIM_STALL_ENA, 2, 2, RW, VALUE, 0), \
    TE(trTeStimControl, 0xE08, trTeStimDropped, TR_TE_STIM_DROPPED, 8, 8, RW1C, VALUE, 0), \
    TE(trTeStimMask, 0xE0C, trTeStimMask, TR_TE_STIM_MASK, 31, 0, RW, VALUE, 0), \
    TE(trTeStimPort, 0xE80, trTeStimData, TR_TE_STIM_DATA, 31, 0, WO, VALUE, 0),
/* clang-format on */

#endif
