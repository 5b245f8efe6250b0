/* SPDX-License-Identifier: Apache-2.0 */
/* A device tree of trace components from a file. */
#include "dtb.h"

#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "tool.h"
#include "topology/topology_fdt.h"

int dtb_parse(struct tool_dtb *d, const char *verb, const char *file, const void *bytes,
              size_t size)
{
    struct topology_problem why;
    d->size = size;
    d->blob = malloc(size + 8); /* aligned, whatever bytes is */
    if (d->blob == NULL) {
        return tool_fail(verb, file, "no memory for %zu bytes", size);
    }
    memcpy(d->blob, bytes, size);
    topology_init(&d->tree, d->component, TOPOLOGY_MAX_COMPONENTS, d->link, TOPOLOGY_MAX_LINKS);
    if (topology_read_fdt(&d->tree, d->blob, size, &why) != TOPOLOGY_OK) {
        return tool_fail(verb, file, "%s%s%s", why.path, why.path[0] != '\0' ? ": " : "", why.text);
    }
    for (unsigned i = 0; i < d->tree.ncomponents; i++) {
        (void)tool_plain(d->component[i].path); /* node names are printed, and written in files */
    }
    return 0;
}

int dtb_open(struct tool_dtb *d, const char *verb, const char *file)
{
    struct input input = {0};
    if (input_load(&input, verb, file) != 0) {
        return TOOL_CANNOT;
    }
    int status = dtb_parse(d, verb, file, input.bytes, input.size);
    input_free(&input);
    return status;
}

void dtb_close(struct tool_dtb *d)
{
    free(d->blob);
    d->blob = NULL;
}
