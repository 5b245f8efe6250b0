/* SPDX-License-Identifier: Apache-2.0 */
/* A device tree of trace components from a file. */
#include "htr/htr_dtb.h"

#include <stdlib.h>
#include <string.h>

#include "htr/htr_input.h"
#include "htr/htr_text.h"
#include "topology/topology_fdt.h"

int htr_dtb_parse(struct htr_dtb *d, struct htr_host *host, const char *file, const void *bytes,
                  size_t size)
{
    struct topology_problem why;
    d->size = size;
    d->blob = malloc(size + 8); /* aligned, whatever bytes is */
    if (d->blob == NULL) {
        return htr_fail(host, HTR_ERR_MEMORY, file, "no memory for %zu bytes", size);
    }
    memcpy(d->blob, bytes, size);
    topology_init(&d->tree, d->component, TOPOLOGY_MAX_COMPONENTS, d->link, TOPOLOGY_MAX_LINKS);
    if (topology_read_fdt(&d->tree, d->blob, size, &why) != TOPOLOGY_OK) {
        return htr_fail(host, HTR_ERR_FORMAT, file, "%s%s%s", why.path,
                        why.path[0] != '\0' ? ": " : "", why.text);
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

int htr_dtb_open(struct htr_dtb *d, struct htr_host *host, const char *file)
{
    struct htr_bytes input = {0};
    int status = htr_bytes_load(&input, host, file);
    if (status != HTR_OK) {
        return status;
    }
    status = is_source(&input, file) ? htr_fail(host, HTR_ERR_FORMAT, file,
                                                "is the source of a device tree; compile it: "
                                                "dtc -O dtb -o FILE.dtb %s",
                                                file)
                                     : htr_dtb_parse(d, host, file, input.bytes, input.size);
    htr_bytes_free(&input);
    return status;
}

void htr_dtb_close(struct htr_dtb *d)
{
    free(d->blob);
    d->blob = NULL;
}
