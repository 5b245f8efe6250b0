/* SPDX-License-Identifier: Apache-2.0 */
/* A device tree of trace components from a file. */
#include "dtb.h"

#include <stdlib.h>
#include <string.h>

#include "htr/htr_input.h"
#include "tool.h"
#include "topology/topology_fdt.h"
#include "host.h"

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
        (void)htr_plain(d->component[i].path); /* node names are printed, and written in files */
    }
    return 0;
}

/* Is it the text that such a file is compiled from? */
static bool is_source(const struct htr_bytes *in, const char *file)
{
    static const char mark[] = "/dts-v1/";
    const size_t n = strlen(file), head = in->size < 4096 ? in->size : 4096;
    if (n > 4 && strcmp(file + n - 4, ".dts") == 0) {
        return true;
    }
    for (size_t i = 0; i + sizeof mark - 1 <= head; i++) {
        if (memcmp(in->bytes + i, mark, sizeof mark - 1) == 0) {
            return true;
        }
    }
    return false;
}

int dtb_open(struct tool_dtb *d, const char *verb, const char *file)
{
    struct htr_bytes input = {0};
    if (htr_bytes_load(&input, tool_host(verb), file) != 0) {
        return TOOL_CANNOT;
    }
    int status = is_source(&input, file) ? tool_fail(verb, file,
                                                     "is the source of a device tree; compile it: "
                                                     "dtc -O dtb -o FILE.dtb %s",
                                                     file)
                                         : dtb_parse(d, verb, file, input.bytes, input.size);
    htr_bytes_free(&input);
    return status;
}

void dtb_close(struct tool_dtb *d)
{
    free(d->blob);
    d->blob = NULL;
}
