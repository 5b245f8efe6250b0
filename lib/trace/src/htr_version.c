/* SPDX-License-Identifier: Apache-2.0 */
/* The version of the library. */
#include "htr/htr_version.h"

const char *htr_version(void)
{
    return HARTRACE_VERSION;
}
