/* SPDX-License-Identifier: Apache-2.0 */
/* Private: the writers. */
#ifndef HTV_WRITERS_H
#define HTV_WRITERS_H

#include "htv/htv_writer.h"

#define HTV_WRITER(name) extern const struct htv_writer htv_##name;
#include "htv_writers.def"
#undef HTV_WRITER

#endif
