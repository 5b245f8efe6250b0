/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decode a trace in the pieces in which it arrives, from a socket or a pipe:
 *
 *   cc receive.c $(pkg-config --cflags --libs hartrace) -o receive
 *   nc -l 9000 | ./receive P.elf
 */
#include <inttypes.h>
#include <unistd.h>

#include "htr/htr_trace.h"
#include "htr/htr_tree_push.h"

static enum htr_answer take(void *out, int32_t decoder, const struct flow_elem *e)
{
    (void)decoder;
    fprintf(out, "@%" PRIu64 " %s", e->offset, flow_elem_name(e->type));
    if (e->type == FLOW_ELEM_RANGE) {
        fprintf(out, " 0x%" PRIx64 "-0x%" PRIx64 " %" PRIu32, e->start, e->end, e->count);
    }
    fprintf(out, "\n");
    return HTR_CONT;
}

int main(int argc, char **argv)
{
    struct htr_host host = {0};
    struct htr_code code = {0};
    struct htr_settings settings;
    struct htr_packets packets = {.longest = 0};
    struct htr_tree t;
    const struct htr_code_choice elf = {.elf = argc == 2 ? argv[1] : NULL};
    uint8_t piece[4096];
    ssize_t n = 0;
    size_t used;
    htr_settings_init(&settings);
    htr_tree_init(&t, &host, NULL, 0);
    bool good = htr_code_choose(&code, &host, &elf, &settings) == HTR_OK;
    htr_settings_stream(&settings, &packets.cfg);
    int32_t buffer = htr_tree_buffer(&t, "pipe", HTR_BYTES_MESSAGES);
    int32_t messages = htr_tree_packets(&t, "messages", &packets);
    int32_t hart = htr_tree_decoder(&t, "hart", NULL);
    int32_t image = htr_tree_image(&t, "program", code.region, code.nregions);
    int32_t sink = htr_tree_sink(&t, "listing", take, stdout);
    good = good && htr_tree_attach(&t, buffer, messages, 0) == HTR_OK &&
           htr_tree_attach(&t, messages, hart, HTR_SRC_ANY) == HTR_OK &&
           htr_tree_attach(&t, hart, image, 0) == HTR_OK &&
           htr_tree_attach(&t, hart, sink, 0) == HTR_OK && htr_tree_begin(&t) == HTR_OK;
    while (good && (n = read(STDIN_FILENO, piece, sizeof piece)) > 0) {
        good = htr_tree_data(&t, buffer, piece, (size_t)n, &used) == HTR_CONT;
        fflush(stdout); /* what has come is shown, whatever comes next */
    }
    good = good && n == 0 && htr_tree_eot(&t, buffer) == HTR_CONT;
    if (!good) {
        fprintf(stderr, "receive: %s\n", n < 0 ? "reading broke off" : host.last.text);
    }
    htr_tree_close(&t);
    htr_code_close(&code);
    return good ? 0 : 1;
}
