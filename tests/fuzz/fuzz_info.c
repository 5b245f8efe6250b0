/* SPDX-License-Identifier: Apache-2.0 */
/*
 * info: any bytes, with the guessed width of SRC and with any other. What it counts adds up, and
 * places lie in the file.
 *
 * Input: one byte with a width of SRC, the file.
 */
#include "fuzz.h"
#include "info.h"

static void check_facts(const struct info_facts *f, size_t size)
{
    uint64_t messages = 0, bytes = 0, sources = 0, per_src = 0;
    for (unsigned t = 0; t < NEXUS_TCODES; t++) {
        messages += f->count[t];
        bytes += f->bytes[t];
        FUZZ_CHECK((f->count[t] == 0) == (f->bytes[t] == 0));
    }
    for (unsigned s = 0; s < 1u << NEXUS_MAX_SRC_BITS; s++) {
        sources += f->per_src[s] > 0;
        per_src += f->per_src[s];
    }
    FUZZ_CHECK(messages + f->damaged == f->messages);
    FUZZ_CHECK(bytes + f->idle <= size && f->zeros <= size);
    FUZZ_CHECK(f->syncs + f->hist + f->direct <= 2 * messages && f->stamped <= messages);
    FUZZ_CHECK(f->sources == sources && per_src <= messages);
    FUZZ_CHECK(f->syncs == 0 || f->first_sync < size);
    FUZZ_CHECK(f->gap_bytes <= size && f->gap_messages <= f->messages);
    FUZZ_CHECK(f->first_good <= size && f->wrap <= size);
    FUZZ_CHECK(f->wrap == 0 || f->wrap_why != NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct info_facts f; /* large */
    static bool quiet;
    struct fuzz_bytes in = {data, size};
    struct info_guess g = {0};
    if (!quiet) {
        fuzz_quiet();
        quiet = true;
    }
    unsigned src_bits = fuzz_byte(&in) % (NEXUS_MAX_SRC_BITS + 1);
    info_guess_src(in.at, in.left, &g);
    FUZZ_CHECK(g.src_bits <= NEXUS_MAX_SRC_BITS && g.damaged <= g.messages);
    FUZZ_CHECK(!g.confident || (g.margin >= INFO_MARGIN && g.lead >= INFO_MARGIN / 2));
    info_scan(in.at, in.left, g.src_bits, &f);
    check_facts(&f, in.left);
    info_scan(in.at, in.left, src_bits, &f);
    check_facts(&f, in.left);

    /* What holds no trace reads up to 8 bytes behind, as htr_bytes_load leaves them. */
    uint8_t *copy = calloc(1, in.left + 8);
    FUZZ_CHECK(copy != NULL);
    for (size_t i = 0; i < in.left; i++) {
        copy[i] = in.at[i];
    }
    static struct info_file file; /* large */
    (void)info_other(copy, in.left, true, &file);
    free(copy);
    return 0;
}
