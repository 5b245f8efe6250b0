/* SPDX-License-Identifier: Apache-2.0 */
#include "htk_dpi.h"

#include <stdio.h>
#include <stdlib.h>

#include "htk/htk_bench.h"

enum {
    PARAMS = 4096, /* bytes of the text of parameters */
};

struct kit {
    struct htk_bench *bench; /* NULL: it was not opened, and `why` */
    char why[HTK_BENCH_TEXT];
};

static const char *text(const char *s)
{
    return s != NULL ? s : "";
}

/* Where blanks are hard to write, commas are as good. */
static void blanks(char *s)
{
    for (; *s != '\0'; s++) {
        if (*s == ',') {
            *s = ' ';
        }
    }
}

void *htk_dpi_open(const char *elf, const char *params, const char *profile, int exact)
{
    char blank[PARAMS];
    snprintf(blank, sizeof blank, "%s", text(params));
    blanks(blank);
    const struct htk_bench_cfg cfg = {.mode = exact != 0 ? HTK_BENCH_EXACT : HTK_BENCH_MEANING,
                                      .elf = text(elf),
                                      .params = blank,
                                      .profile = text(profile)};
    struct kit *k = calloc(1, sizeof *k);
    struct htr_host *host = calloc(1, sizeof *host);
    if (k == NULL || host == NULL) {
        free(host);
        free(k);
        return NULL;
    }
    if (htk_bench_open(&k->bench, &cfg, host) != HTR_OK) {
        const char *file = host->last.file;
        snprintf(k->why, sizeof k->why, "the kit cannot begin: %s%s%.1500s", file,
                 file[0] != '\0' ? ": " : "", host->last.text);
    }
    free(host);
    return k;
}

static struct htk_bench *bench(void *kit)
{
    const struct kit *k = kit;
    return k != NULL ? k->bench : NULL;
}

/* 64 bits of a vector, from word i. */
static uint64_t wide(const uint32_t *vector, unsigned i)
{
    return (uint64_t)vector[i + 1] << 32 | vector[i];
}

static uint8_t bits(uint32_t word, unsigned from, unsigned n)
{
    return (uint8_t)(word >> from & ((1u << n) - 1));
}

void htk_dpi_cycle(void *kit, uint64_t clock, uint64_t stamp, uint32_t blocks,
                   const uint32_t *iaddr, const uint32_t *iretire, const uint32_t *itype,
                   const uint32_t *ilastsize, const uint32_t *sijump, const uint32_t *levels,
                   const uint32_t *side)
{
    struct htk_bench *b = bench(kit);
    struct ingress_cycle in = {
        .cycle = clock,
        .time = stamp,
        .nblocks = (uint8_t)(blocks < HTK_DPI_BLOCKS ? blocks : HTK_DPI_BLOCKS),
        .priv = bits(*levels, HTK_DPI_PRIV, 3),
        .ctype = bits(*levels, HTK_DPI_CTYPE, 2),
        .halted = bits(*levels, HTK_DPI_HALTED, 1) != 0,
        .reset = bits(*levels, HTK_DPI_RESET, 1) != 0,
        .lowpower = bits(*levels, HTK_DPI_LOWPOWER, 1) != 0,
        .trigger = bits(*levels, HTK_DPI_TRIGGER, 6),
        .ext_trig = bits(*levels, HTK_DPI_EXT_TRIG, 8),
        .context = wide(side, 0),
        .hcontext = wide(side, 2),
        .cause = wide(side, 4),
        .tval = wide(side, 6),
        .impdef = side[8],
    };
    if (b == NULL) {
        return;
    }
    for (unsigned i = 0; i < in.nblocks; i++) {
        in.block[i] = (struct ingress_block){.iaddr = wide(iaddr, 2 * i),
                                             .iretire = iretire[i],
                                             .itype = bits(*itype, 4 * i, 4),
                                             .ilastsize = bits(*ilastsize, i, 1),
                                             .sijump = bits(*sijump, i, 1) != 0};
    }
    htk_bench_cycle(b, &in);
}

void htk_dpi_write(void *kit, uint64_t clock, uint32_t offset, uint32_t value)
{
    struct htk_bench *b = bench(kit);
    if (b != NULL) {
        htk_bench_write(b, clock, offset, value);
    }
}

void htk_dpi_bytes(void *kit, uint64_t clock, uint32_t n, const uint32_t *bytes,
                   const uint32_t *keep)
{
    struct htk_bench *b = bench(kit);
    uint8_t out[HTK_DPI_BYTES];
    size_t fill = 0;
    for (unsigned i = 0; i < n && i < HTK_DPI_BYTES; i++) {
        if ((keep[i / 32] >> i % 32 & 1) != 0) {
            out[fill++] = (uint8_t)(bytes[i / 4] >> 8 * (i % 4));
        }
    }
    if (b != NULL && fill > 0) {
        htk_bench_bytes(b, clock, out, fill);
    }
}

int htk_dpi_poll(void *kit)
{
    struct htk_bench *b = bench(kit);
    return b != NULL ? (int)htk_bench_poll(b)->state : (int)HTK_BENCH_STOPPED;
}

const char *htk_dpi_rule(void *kit)
{
    struct htk_bench *b = bench(kit);
    return b != NULL ? htk_bench_poll(b)->rule : "";
}

const char *htk_dpi_text(void *kit)
{
    const struct kit *k = kit;
    return k == NULL          ? "the kit cannot begin: not enough memory"
           : k->bench != NULL ? htk_bench_poll(k->bench)->text
                              : k->why;
}

void htk_dpi_end(void *kit, uint64_t clock, int drained)
{
    struct htk_bench *b = bench(kit);
    if (b != NULL) {
        htk_bench_end(b, clock, drained != 0);
    }
}

const char *htk_dpi_summary(void *kit)
{
    struct htk_bench *b = bench(kit);
    return b != NULL ? htk_bench_summary(b) : htk_dpi_text(kit);
}

void htk_dpi_close(void *kit)
{
    struct kit *k = kit;
    if (k != NULL) {
        htk_bench_close(k->bench);
    }
    free(k);
}
