/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SIM_SIM_MUST_CHECK_H
#define SIM_SIM_MUST_CHECK_H

/* The caller must look at what the function returns. */
#define SIM_MUST_CHECK __attribute__((warn_unused_result))

#endif
