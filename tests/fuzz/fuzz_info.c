/* SPDX-License-Identifier: Apache-2.0 */
/*
 * info: any bytes, with the guessed width of SRC and with any other. What it counts adds up, and
 * places lie in the file.
 *
 * Input: one byte with a width of SRC, the file.
 */
#include "fuzz.h"
#include "htr/htr_info.h"

static void check_facts(const struct htr_info_facts *f, size_t size)
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

/* Points add up, and a guess is confident when nothing else is possible. */
static void check_guess(const struct htr_guess *g)
{
    unsigned possible = 0;
    FUZZ_CHECK(g->n <= HTR_GUESS_CANDIDATES && g->best < g->n);
    FUZZ_CHECK(!g->confident || (g->margin >= HTR_GUESS_MARGIN && g->lead >= HTR_GUESS_MARGIN / 2));
    for (unsigned i = 0; i < g->n; i++) {
        const struct htr_guess_candidate *c = &g->candidate[i];
        uint64_t points = 0;
        for (unsigned k = 0; k < HTR_EVIDENCE_KINDS; k++) {
            points += c->evidence[k];
        }
        FUZZ_CHECK(c->damaged <= c->messages && c->cfg.src_bits == i);
        FUZZ_CHECK(points <= c->points && c->points < points + HTR_EVIDENCE_KINDS);
        FUZZ_CHECK(c->against <= c->points && c->points >= htr_guess_best(g)->points);
        possible += c->possible;
    }
    FUZZ_CHECK(htr_guess_best(g)->possible && (possible == 1) == g->confident);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct htr_info_facts f; /* large */
    static bool quiet;
    struct fuzz_bytes in = {data, size};
    struct htr_guess g;
    if (!quiet) {
        fuzz_quiet();
        quiet = true;
    }
    unsigned src_bits = fuzz_byte(&in) % (NEXUS_MAX_SRC_BITS + 1);
    htr_guess_messages(&g, &(struct htr_guess_input){.bytes = in.at, .size = in.left});
    check_guess(&g);
    htr_info_scan(&f, in.at, in.left, htr_guess_best(&g)->cfg.src_bits);
    check_facts(&f, in.left);
    htr_info_scan(&f, in.at, in.left, src_bits);
    check_facts(&f, in.left);

    /* What holds no trace reads up to 8 bytes beyond the end, as htr_bytes_load leaves them. */
    uint8_t *copy = calloc(1, in.left + 8);
    FUZZ_CHECK(copy != NULL);
    for (size_t i = 0; i < in.left; i++) {
        copy[i] = in.at[i];
    }
    static struct htr_info_file file; /* large */
    (void)htr_info_other(&file, copy, in.left, true);
    free(copy);
    return 0;
}
