/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Trace a live target: start, wait for Enter, stop, fetch, decode, and print what each hart did.
 *
 *   cc target.c $(pkg-config --cflags --libs hartrace-target) -o target
 *   ./target openocd:localhost:6666 T.dtb P.elf
 */
#include <inttypes.h>

#include "htr/htr_dtb.h"
#include "htr/htr_trace.h"
#include "htr/htr_tree_pull.h"
#include "htt/htt_fetch.h"
#include "htt/htt_start.h"

static struct htr_host host;
static struct htr_dtb dtb;
static struct htt_target target;
static struct htt_start how;
static struct htr_code code;
static struct htr_tree_parts parts;

static int decode(void)
{
    int32_t decoder[HTR_PARTS_MAX];
    struct htr_tree tree;
    struct flow_elem e;
    htr_tree_init(&tree, &host, NULL, 0);
    for (size_t i = 0; i < parts.sources; i++) {
        parts.source[i].region = code.region;
        parts.source[i].regions = code.nregions;
    }
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
    bool active = false;
    const struct htt_options o = {.way = {.io = argc > 1 ? argv[1] : NULL}};
    const struct htr_code_choice elf = {.elf = argc > 3 ? argv[3] : NULL};
    htr_settings_init(&how.settings);
    bool good = argc == 4 && htr_code_choose(&code, &host, &elf, &how.settings) == HTR_OK &&
                htr_dtb_open(&dtb, &host, argv[2]) == HTR_OK &&
                htt_open(&target, &host, &dtb.tree, &o) == HTR_OK &&
                htt_start(&target, &how, NULL) == HTR_OK;
    if (good) {
        fprintf(stderr, "started; press Enter to stop\n");
        (void)getchar();
        good = htt_stop(&target) == HTR_OK && htt_attach(&target, &active) == HTR_OK && active &&
               htt_fetch_parts(&target, &how.settings, &parts) == HTR_OK && decode() == HTR_OK;
    }
    if (!good) {
        fprintf(stderr, "target: %s\n", argc == 4 ? host.last.text : "give IO, DTB and ELF");
    }
    htr_tree_parts_free(&parts);
    htt_close(&target);
    htr_dtb_close(&dtb);
    htr_code_close(&code);
    return good ? 0 : 1;
}
