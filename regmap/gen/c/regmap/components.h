/* SPDX-License-Identifier: Apache-2.0 */
/* Generated from regmap/(all TOML files) by `make regs` (regmap.py regmap regmap/gen); do not edit. */
#ifndef REGMAP_GEN_COMPONENTS_H
#define REGMAP_GEN_COMPONENTS_H

/* P(name, NAME, "title", tr??CompType) of each. */
#define TR_COMPONENTS(P) \
    P(encoder, ENCODER, "Trace Encoder", 0x1u) \
    P(funnel, FUNNEL, "Trace Funnel", 0x8u) \
    P(ramsink, RAMSINK, "Trace RAM Sink", 0x9u) \
    P(pibsink, PIBSINK, "Trace PIB Sink", 0xau) \
    P(atbbridge, ATBBRIDGE, "Trace ATB Bridge", 0xeu)

#endif
