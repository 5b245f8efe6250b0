/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decode a trace of one hart with a 64-bit ELF executable, and print its elements:
 *
 *   cc decode.c -lhtr -lnexus -lflow -lz -lzstd -o decode
 *   ./decode T.nex P.elf
 *
 * The encoder's settings are the defaults: no SRC, no timestamps.
 */
#include <elf.h>
#include <inttypes.h>
#include <string.h>

#include "htr/htr_input.h"
#include "htr/htr_tree_pull.h"

/* What is loaded of the ELF file: at most `max` regions. */
static size_t regions_of(const struct htr_bytes *elf, struct flow_region *region, size_t max)
{
    Elf64_Ehdr head;
    size_t n = 0;
    if (elf->size < sizeof head || memcmp(elf->bytes, ELFMAG, SELFMAG) != 0) {
        return 0;
    }
    memcpy(&head, elf->bytes, sizeof head);
    for (unsigned i = 0; i < head.e_phnum && n < max; i++) {
        Elf64_Phdr ph;
        uint64_t at = head.e_phoff + (uint64_t)i * sizeof ph;
        if (at > elf->size || elf->size - at < sizeof ph) {
            return 0;
        }
        memcpy(&ph, elf->bytes + at, sizeof ph);
        if (ph.p_type == PT_LOAD && ph.p_offset <= elf->size &&
            ph.p_filesz <= elf->size - ph.p_offset) {
            region[n++] = (struct flow_region){ph.p_vaddr, ph.p_filesz, elf->bytes + ph.p_offset};
        }
    }
    return n;
}

static int decode(struct htr_host *host, const struct htr_bytes *trace, const struct htr_bytes *elf)
{
    struct flow_region region[16];
    struct htr_packets packets = {.longest = 0};
    struct htr_tree t;
    struct flow_elem e;
    nexus_cfg_init(&packets.cfg);
    htr_tree_init(&t, host, NULL, 0);
    int32_t buffer = htr_tree_buffer(&t, "trace", HTR_BYTES_MESSAGES);
    int32_t messages = htr_tree_packets(&t, "messages", &packets);
    int32_t hart = htr_tree_decoder(&t, "hart", NULL);
    int32_t code = htr_tree_image(&t, "program", region, regions_of(elf, region, 16));
    int status = htr_tree_bytes(&t, buffer, trace->bytes, trace->size);
    status = status != HTR_OK ? status : htr_tree_attach(&t, buffer, messages, 0);
    status = status != HTR_OK ? status : htr_tree_attach(&t, messages, hart, HTR_SRC_ANY);
    status = status != HTR_OK ? status : htr_tree_attach(&t, hart, code, 0);
    status = status != HTR_OK ? status : htr_tree_begin(&t);
    while (status == HTR_OK && htr_tree_next(&t, hart, &e)) {
        printf("@%" PRIu64 " %s", e.offset, flow_elem_name(e.type));
        if (e.type == FLOW_ELEM_RANGE) {
            printf(" 0x%" PRIx64 "-0x%" PRIx64 " %" PRIu32, e.start, e.end, e.count);
        }
        printf("\n");
    }
    htr_tree_close(&t);
    return status;
}

int main(int argc, char **argv)
{
    struct htr_host host = {0};
    struct htr_bytes trace = {0}, elf = {0};
    bool good = argc == 3 && htr_bytes_load(&trace, &host, argv[1]) == HTR_OK &&
                htr_bytes_load(&elf, &host, argv[2]) == HTR_OK &&
                decode(&host, &trace, &elf) == HTR_OK;
    if (!good) {
        fprintf(stderr, "decode: %s\n", argc == 3 ? host.last.text : "give TRACE and ELF");
    }
    htr_bytes_free(&trace);
    htr_bytes_free(&elf);
    return good ? 0 : 1;
}
