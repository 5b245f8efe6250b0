/* SPDX-License-Identifier: Apache-2.0 */
/* A device tree of trace components from a file. */
#include "dtb.h"

#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "tool.h"
#include "topology/topology_fdt.h"

int dtb_open(struct tool_dtb *d, const char *verb, const char *file)
{
    struct input input = {0};
    struct topology_problem why;
    if (input_load(&input, verb, file) != 0) {
        return TOOL_CANNOT;
    }
    d->size = input.size;
    d->blob = malloc(d->size + 8); /* aligned, whatever input_load does */
    if (d->blob != NULL) {
        memcpy(d->blob, input.bytes, d->size);
    }
    input_free(&input);
    if (d->blob == NULL) {
        return tool_fail(verb, file, "no memory for %zu bytes", d->size);
    }
    topology_init(&d->tree, d->component, TOPOLOGY_MAX_COMPONENTS, d->link, TOPOLOGY_MAX_LINKS);
    if (topology_read_fdt(&d->tree, d->blob, d->size, &why) != TOPOLOGY_OK) {
        return tool_fail(verb, file, "%s%s%s", why.path, why.path[0] != '\0' ? ": " : "", why.text);
    }
    return 0;
}

void dtb_close(struct tool_dtb *d)
{
    free(d->blob);
    d->blob = NULL;
}
