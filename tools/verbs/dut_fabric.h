/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Verb run: encoders that are devices of the kit (docs/reference/kit-protocol.md), in the place of
 * the encoder models of the platform. Each encoder of the tree is a process of its own.
 *
 * Registers and ingress are those of the platform, in the order of its clock. A device that stalls
 * takes clocks of its own: the hart does not wait. Bytes get to the network whenever a register is
 * read, and every DUT_FABRIC_SYNC clocks.
 */
#ifndef TOOLS_DUT_FABRIC_H
#define TOOLS_DUT_FABRIC_H

#include <stdbool.h>

#include "sim/sim_fabric.h"

enum {
    DUT_FABRIC_SYNC = 256,
};

struct dut_fabric;

/* For devices that this command of the kit starts. Returns HTR_OK, or HTR_ERR_MEMORY after a
 * message. The command stays the caller's. */
int dut_fabric_open(struct dut_fabric **f, const char *verb, const char *command);

struct sim_fabric_maker dut_fabric_maker(struct dut_fabric *f);

/* After the platform was destroyed; NULL is fine. Returns HTR_OK; HTR_ERR_TARGET when a device
 * failed, which a message said when it did. */
int dut_fabric_close(struct dut_fabric *f);

#endif
