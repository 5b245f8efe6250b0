/* SPDX-License-Identifier: Apache-2.0 */
/*
 * For the libFuzzer targets: taking bytes from the input, a stream configuration out of bytes, and
 * a check that stays in every build.
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stdio.h>
#include <stdlib.h>

#include "nexus/nexus_cfg.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What must hold for every input. */
#define FUZZ_CHECK(condition)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            dprintf(2, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition);                   \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* For targets of code that says what is wrong: nothing is written on stdout and stderr from here on
 * but by FUZZ_CHECK, the fuzzer and the sanitizers. */
static inline void fuzz_quiet(void)
{
    FILE *f = fopen("/dev/null", "w");
    FUZZ_CHECK(f != NULL);
    stdout = f;
    stderr = f;
}

/* The rest of the input. */
struct fuzz_bytes {
    const uint8_t *at;
    size_t left;
};

/* The next byte; 0 when none is left. */
static inline uint8_t fuzz_byte(struct fuzz_bytes *in)
{
    if (in->left == 0) {
        return 0;
    }
    in->left--;
    return *in->at++;
}

static inline uint64_t fuzz_word(struct fuzz_bytes *in)
{
    uint64_t v = 0;
    for (unsigned i = 0; i < 8; i++) {
        v = v << 8 | fuzz_byte(in);
    }
    return v;
}

/* Widths of the fields that Nexus 5001 leaves to the vendor: from five bytes, all legal. */
static inline void fuzz_widths(struct fuzz_bytes *in, struct nexus_cfg_widths *w)
{
    w->status = (uint8_t)(1 + fuzz_byte(in) % 32);
    w->map = (uint8_t)(fuzz_byte(in) % 33);
    w->dsz = (uint8_t)(fuzz_byte(in) % 33);
    uint8_t b = fuzz_byte(in);
    w->elsz = b & 7u;
    w->dcorr = (b >> 3) & 7u;
    w->ckdf = (uint8_t)((b >> 6) % 3);
    b = fuzz_byte(in);
    w->ndq = (uint8_t)(1 + (b & 3u));
    w->cancel = (b & 4u) != 0;
    w->cksrc = (b >> 3) & 7u;
    w->dsync = (uint8_t)(4 + (b >> 6));
}

/* A legal configuration from the next four bytes, nine when the widths are not the default ones. */
static inline void fuzz_cfg(struct fuzz_bytes *in, struct nexus_stream_cfg *cfg)
{
    uint8_t a = fuzz_byte(in);
    uint8_t b = fuzz_byte(in);
    uint8_t c = fuzz_byte(in);
    uint8_t d = fuzz_byte(in);

    nexus_cfg_init(cfg);
    cfg->xlen = (a & 1u) != 0 ? 32 : 64;
    cfg->timestamps = (a & 2u) != 0;
    cfg->extend_addr_msb = (a & 4u) != 0;
    cfg->sequential_jump = (a & 8u) != 0;
    cfg->implicit_return = (a & 16u) != 0;
    cfg->repeated_history = (a & 32u) != 0;
    cfg->all_jumps = (a & 64u) != 0;
    cfg->src_bits = (uint8_t)((b & 15u) % 13);
    cfg->return_mode = (enum nexus_return_mode)((b >> 4) & 3u);
    if ((b & 0xC0u) == 0xC0u) {
        nexus_cfg_set_profile(cfg, NEXUS_PROFILE_SIFIVE_0X);
    }
    cfg->isa = c & 15u;
    cfg->timestamp_bits = (c & 16u) != 0 ? 64 : (uint8_t)(1 + (c >> 5) * 8);
    cfg->return_depth = d == 255 ? 1023 : (uint16_t)(1 + d % 40);
    if ((a & 128u) != 0) {
        fuzz_widths(in, &cfg->width);
    }
    FUZZ_CHECK(nexus_cfg_check(cfg) == NULL);
}

#endif
