/* SPDX-License-Identifier: Apache-2.0 */
/* The list of writers. */
#include <string.h>

#include "htv/htv_writer.h"
#include "htv_writers.h"

const struct htv_writer *const htv_writers[] = {
#define HTV_WRITER(name) &htv_##name,
#include "htv_writers.def"
#undef HTV_WRITER
    NULL,
};

const struct htv_writer *htv_writer_find(const char *name)
{
    for (unsigned i = 0; htv_writers[i] != NULL; i++) {
        if (strcmp(htv_writers[i]->name, name) == 0) {
            return htv_writers[i];
        }
    }
    return NULL;
}
