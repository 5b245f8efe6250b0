/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An encoder that is not ours: the smallest that the driver can start and a decoder can follow.
 * Branch trace, no options, no queue: when the link does not take a message, the hart waits.
 * docs/howto/encoder.md puts it into the platform.
 */
#ifndef OWN_ENCODER_H
#define OWN_ENCODER_H

#include <stdbool.h>
#include <stdint.h>

#include "nexus/nexus_msg.h"
#include "ingress/ingress_port.h"
#include "trm/trm_link.h"

struct own_encoder {
    struct trm_link out;
    uint32_t control; /* trTeControl */
    bool on;          /* a region is open: its synchronizing message was sent */
    bool jumped;      /* the next address goes into an IndirectBranch ... */
    uint8_t btype;    /* ... of this B-TYPE */
    uint32_t icnt;    /* half-words since the last message */
    uint64_t addr;    /* last reported, >> 1 */
};

/* Registers: trTeControl (Active, Enable, InstTracing, InstMode 3 or 0) and trTeImpl; the rest
 * reads 0. Accesses of 4 bytes only. Return 0, or -1. */
int own_encoder_read(const struct own_encoder *e, uint32_t offset, unsigned size, uint32_t *value);
int own_encoder_write(struct own_encoder *e, uint32_t offset, unsigned size, uint32_t value);

/* One record. Returns true when the hart must wait. */
bool own_encoder_ingress(struct own_encoder *e, const struct ingress_cycle *in);

/* Enabled, or a region to close. */
bool own_encoder_busy(const struct own_encoder *e);

/* A cycle: closes the region when the encoder was disabled. */
void own_encoder_tick(struct own_encoder *e);

#endif
