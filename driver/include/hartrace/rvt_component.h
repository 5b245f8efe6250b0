/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What all trace components share: reset, discovery, version policy, WARL, enable and disable.
 *
 * TCI 1.0, chapters "Trace Component Register Map", "Versioning of Components", "Reset and
 * Discovery", "Enabling and Disabling".
 */
#ifndef HARTRACE_RVT_COMPONENT_H
#define HARTRACE_RVT_COMPONENT_H

#include <stdbool.h>
#include <stdint.h>

#include "regmap/components.h"
#include "hartrace/rvt_io.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the control interface that this driver was written for. */
#define RVT_SUPPORTED_MAJOR 1
#define RVT_SUPPORTED_MINOR 0

/* Trace Component Type, the value of tr??CompType. */
#define RVT_COMP(name, NAME, title, type) RVT_COMP_##NAME = (type),
enum rvt_comp_type { /* RVT_COMP_ENCODER = 0x1 and so on, of the register map (regmap/components.h)
                      */
    TR_COMPONENTS(RVT_COMP)
};
#undef RVT_COMP

/* What to think of a version. Up to RVT_VERSION_OBSOLETE the driver goes on; the caller decides
 * about a warning. */
enum rvt_version_verdict {
    RVT_VERSION_ACCEPT,       /* same major, same or older minor: silent */
    RVT_VERSION_NEWER_MINOR,  /* same major, newer minor: warn, newer features stay unused */
    RVT_VERSION_EXPERIMENTAL, /* same major, minor 15: warn */
    RVT_VERSION_OBSOLETE,     /* older major than the driver's, not 0: warn or refuse */
    RVT_VERSION_PRERATIFIED,  /* major 0: refused */
    RVT_VERSION_FUTURE, /* newer major than the driver's, 15 (another encoding) included: refused */
};

/* How far the driver has got with a component. */
enum rvt_state {
    RVT_STATE_UNKNOWN, /* initialized in memory only, or a reset has failed */
    RVT_STATE_RESET, /* released from reset, checked, in the predictable state of the reset table */
    RVT_STATE_CONFIGURED, /* settings written and verified; may be enabled */
    RVT_STATE_ENABLED,    /* tr??Enable = 1 was confirmed (hardware may have cleared it since) */
};

/* One component. Set by rvt_component_init, then private; read it with rvt_component_info. */
struct rvt_component {
    const struct rvt_io *io;
    uint64_t base;
    enum rvt_comp_type type;
    enum rvt_state state;
    uint32_t impl; /* tr??Impl, 0 before the first reset */
};

/* All that a message about a component needs. */
struct rvt_component_info {
    const char *name; /* "Trace Encoder" ... */
    uint64_t base;
    uint32_t impl;     /* tr??Impl as read */
    uint8_t comp_type; /* tr??CompType as read */
    uint8_t major;     /* tr??VerMajor and tr??VerMinor as read: print as two decimal numbers */
    uint8_t minor;
    uint8_t supported_major;
    uint8_t supported_minor;
    enum rvt_version_verdict verdict;
};

/* Name of a component type in the spec's words, "unknown component" for other numbers. */
const char *rvt_component_name(enum rvt_comp_type type);

/* Judge version major.minor by a tool that supports sup_major.sup_minor ("Versioning of
 * Components"). */
enum rvt_version_verdict rvt_version_judge(unsigned major, unsigned minor, unsigned sup_major,
                                           unsigned sup_minor);

/* One line of text for a verdict; never NULL. */
const char *rvt_version_text(enum rvt_version_verdict verdict);

/*
 * Fill in *c; no hardware access. base: physical address of the 4 KiB block.
 *
 * RVT_ERR_ARG: a pointer, read32 or write32 is NULL, poll_limit is 0, base is not 4 KiB aligned,
 *   unknown type.
 */
RVT_MUST_CHECK enum rvt_status rvt_component_init(struct rvt_component *c, const struct rvt_io *io,
                                                  uint64_t base, enum rvt_comp_type type);

/*
 * Reset and identify, in the order of "Reset and Discovery": write 0 to Control, wait for Active =
 * 0, write 1, wait for Active = 1, read Impl, judge the version, compare the type. A RAM sink is
 * waited for to be empty before Impl is read. The component-specific rest of the reset table is
 * done by rvt_encoder_reset and rvt_ramsink_reset, which call this. The state becomes
 * RVT_STATE_RESET, or RVT_STATE_UNKNOWN on an error; c->impl is set when Impl was read.
 *
 * RVT_ERR_TIMEOUT: Active did not follow, or a RAM sink does not become empty.
 * RVT_ERR_VERSION: major is 0 or too new.
 * RVT_ERR_TYPE: another component.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_component_reset(struct rvt_component *c);

/*
 * Take over a component as somebody else has left it, perhaps running: reads Control and Impl and
 * writes nothing. The state becomes RVT_STATE_ENABLED or RVT_STATE_CONFIGURED as tr??Enable says;
 * RVT_STATE_UNKNOWN on an error. Encoder and RAM sink have an attach of their own that calls this.
 *
 * RVT_ERR_STATE: Active = 0: in reset, there is nothing to take over.
 * RVT_ERR_VERSION, RVT_ERR_TYPE: as rvt_component_reset.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_component_attach(struct rvt_component *c);

/* What the last rvt_component_reset or _attach has read; also after RVT_ERR_VERSION and
 * RVT_ERR_TYPE. No hardware access. */
void rvt_component_info(const struct rvt_component *c, struct rvt_component_info *info);

/* Read or write the register at offset 0..0xFFC. RVT_ERR_ARG: offset too large or not a multiple
 * of 4. Else the port's error. */
RVT_MUST_CHECK enum rvt_status rvt_reg_read(const struct rvt_component *c, uint32_t offset,
                                            uint32_t *val);
RVT_MUST_CHECK enum rvt_status rvt_reg_write(const struct rvt_component *c, uint32_t offset,
                                             uint32_t val);

/*
 * Write WARL bits and report what was granted: read the register (not when mask is all ones),
 * replace the bits of mask by those of want, write, read back; *got is the value read back, masked.
 * Not for a register that has RW1C bits or bits that hardware changes: the write would disturb
 * them.
 *
 * RVT_ERR_ARG: bad offset, or want has bits outside of mask.
 * Else the port's error.
 * Granting something else is RVT_OK.
 */
RVT_MUST_CHECK enum rvt_status rvt_write_warl(const struct rvt_component *c, uint32_t offset,
                                              uint32_t mask, uint32_t want, uint32_t *got);

#ifdef __cplusplus
}
#endif

#endif
