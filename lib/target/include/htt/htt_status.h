/* SPDX-License-Identifier: Apache-2.0 */
/* How the driver's errors are reported to the host of the library. */
#ifndef HTT_STATUS_H
#define HTT_STATUS_H

#include "hartrace/rvt_status.h"
#include "htr/htr_host.h"
#include "topology/topology.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Report "WHAT: PATH: REASON" to the host. PATH and REASON come from *at when it has them;
 * otherwise REASON is rvt_strerror(s). at may be NULL, and its strings may be empty; s is not
 * RVT_OK. Returns the host library's status for s: HTR_ERR_ARG for RVT_ERR_ARG, else
 * HTR_ERR_TARGET.
 */
int htt_fail(struct htr_host *host, const char *what, const struct topology_problem *at,
             enum rvt_status s);

#ifdef __cplusplus
}
#endif

#endif
