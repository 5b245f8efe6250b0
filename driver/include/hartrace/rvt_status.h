/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The statuses of the driver: zero is success, errors are negative already (never negate one).
 */
#ifndef HARTRACE_RVT_STATUS_H
#define HARTRACE_RVT_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

#define RVT_MUST_CHECK __attribute__((warn_unused_result))

enum rvt_status {
    RVT_OK = 0,
    RVT_ERR_ARG = -1,   /* an invalid argument; no hardware was accessed */
    RVT_ERR_STATE = -2, /* not allowed in this state; no write was made */
    RVT_ERR_IO = -3,    /* access to the target failed (cable, socket, debug module); from a port */
    RVT_ERR_BUS = -4,   /* the target's bus answered with an error; from a port */
    RVT_ERR_TIMEOUT = -5,     /* a bit did not change within poll_limit reads */
    RVT_ERR_TYPE = -6,        /* tr??CompType is not the expected type */
    RVT_ERR_VERSION = -7,     /* tr??VerMajor or trTeProtocolMajor cannot be handled */
    RVT_ERR_UNSUPPORTED = -8, /* the hardware did not grant what was asked for */
    RVT_ERR_RANGE = -9,       /* an address or offset outside of the allowed range */
    RVT_ERR_DATA = -10,       /* a register holds a value that contradicts the specification */
    RVT_ERR_PATH = -11,       /* connections: a loop, no path to a sink, or more than one */
    RVT_ERR_SOURCE = -12,     /* encoders of one trace cannot be told apart by their source IDs */
};

/* One line of text for a status, for example "timeout"; never NULL, also for a number that is no
 * status. */
const char *rvt_strerror(enum rvt_status status);

#ifdef __cplusplus
}
#endif

#endif
