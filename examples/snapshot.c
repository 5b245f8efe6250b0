/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A decode tree from a snapshot: all encoders of the folder, with the settings that their registers
 * say and the image that was put in. Prints what each hart did.
 *
 *   cc snapshot.c $(pkg-config --cflags --libs hartrace) -o snapshot
 *   ./snapshot FOLDER
 */
#include <inttypes.h>

#include "htr/htr_trace.h"
#include "htr/htr_tree_parts.h"
#include "htr/htr_tree_pull.h"

static struct htr_snapshot folder;
static struct htr_tree_parts parts;
static struct htr_code code;

static int decode(struct htr_host *host)
{
    int32_t decoder[HTR_PARTS_MAX];
    struct htr_tree tree;
    struct flow_elem e;
    for (size_t i = 0; i < parts.sources; i++) {
        parts.source[i].region = code.region;
        parts.source[i].regions = code.nregions;
    }
    htr_tree_init(&tree, host, NULL, 0);
    int status =
        htr_tree_build(&tree, parts.buffer, parts.buffers, parts.source, parts.sources, decoder);
    for (size_t i = 0; i < parts.sources && status == HTR_OK; i++) {
        while (htr_tree_next(&tree, decoder[i], &e)) {
            printf("%s %s 0x%" PRIx64 " %" PRIu32 "\n", parts.source[i].name,
                   flow_elem_name(e.type), e.start, e.count);
        }
    }
    htr_tree_close(&tree);
    return status;
}

int main(int argc, char **argv)
{
    struct htr_host host = {0};
    struct htr_settings settings;
    const struct htr_code_choice image = {.elf = folder.image};
    htr_settings_init(&settings);
    bool good = argc == 2 && htr_snapshot_list(&folder, &host, argv[1]) == HTR_OK &&
                htr_snapshot_check_image(&folder) == HTR_OK &&
                htr_code_choose(&code, &host, &image, &settings) == HTR_OK &&
                htr_tree_parts_of_snapshot(&parts, &host, argv[1], &settings) == HTR_OK &&
                decode(&host) == HTR_OK;
    if (!good) {
        fprintf(stderr, "snapshot: %s\n", argc == 2 ? host.last.text : "give a FOLDER");
    }
    htr_tree_parts_free(&parts);
    htr_code_close(&code);
    return good ? 0 : 1;
}
