/* SPDX-License-Identifier: Apache-2.0 */
/* Every status of the model library. Zero is success. Values are already negative: never negate. */
#ifndef TRM_STATUS_H
#define TRM_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

/* The caller must look at what the function returns. */
#define TRM_MUST_CHECK __attribute__((warn_unused_result))

enum trm_status {
    TRM_OK = 0,
    TRM_ERR_ARG = -1, /* an argument or the configuration is out of range; nothing was done */
    TRM_ERR_MISALIGNED = -2, /* the register offset is not a multiple of 4; nothing was done */
    TRM_ERR_SIZE = -3,       /* the register access is not 4 bytes wide; nothing was done */
    TRM_ERR_RANGE = -4,      /* the register offset is beyond the 4 KiB block; nothing was done */
};

#ifdef __cplusplus
}
#endif

#endif
