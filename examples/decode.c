/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decode a buffer: the trace of one hart, in memory, with its ELF executable. Prints the elements.
 *
 *   cc decode.c $(pkg-config --cflags --libs hartrace) -o decode
 *   ./decode T.nex P.elf
 *
 * The encoder's settings are the defaults: no SRC, no timestamps.
 */
#include <inttypes.h>

#include "htr/htr_trace.h"
#include "htr/htr_tree_build.h"
#include "htr/htr_tree_pull.h"

static int decode(struct htr_host *host, const struct htr_bytes *trace, const struct htr_code *code,
                  const struct htr_settings *settings)
{
    const struct htr_tree_buffer_spec buffer = {
        .name = "trace", .bytes = trace->bytes, .size = trace->size};
    struct htr_tree_source_spec hart = {
        .name = "hart", .src = HTR_SRC_ANY, .region = code->region, .regions = code->nregions};
    struct htr_tree tree;
    struct flow_elem e;
    int32_t decoder;
    htr_settings_stream(settings, &hart.cfg);
    htr_tree_init(&tree, host, NULL, 0);
    int status = htr_tree_build(&tree, &buffer, 1, &hart, 1, &decoder);
    while (status == HTR_OK && htr_tree_next(&tree, decoder, &e)) {
        printf("@%" PRIu64 " %s", e.offset, flow_elem_name(e.type));
        if (e.type == FLOW_ELEM_RANGE) {
            printf(" 0x%" PRIx64 "-0x%" PRIx64 " %" PRIu32, e.start, e.end, e.count);
        }
        printf("\n");
    }
    htr_tree_close(&tree);
    return status;
}

int main(int argc, char **argv)
{
    struct htr_host host = {0};
    struct htr_bytes trace = {0};
    struct htr_code code = {0};
    struct htr_settings settings;
    const struct htr_code_choice elf = {.elf = argc == 3 ? argv[2] : NULL};
    htr_settings_init(&settings);
    bool good = argc == 3 && htr_bytes_load(&trace, &host, argv[1]) == HTR_OK &&
                htr_code_choose(&code, &host, &elf, &settings) == HTR_OK &&
                decode(&host, &trace, &code, &settings) == HTR_OK;
    if (!good) {
        fprintf(stderr, "decode: %s\n", argc == 3 ? host.last.text : "give TRACE and ELF");
    }
    htr_code_close(&code);
    htr_bytes_free(&trace);
    return good ? 0 : 1;
}
