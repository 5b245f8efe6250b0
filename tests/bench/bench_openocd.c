/* SPDX-License-Identifier: Apache-2.0 */
/* The driver's port over OpenOCD: words a second, single and in blocks. bench_openocd PORT ADDRESS,
 * where ADDRESS is in unused memory. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "hartrace/rvt_io_openocd.h"

enum {
    BLOCK = 16384,
    SINGLE = 1000,
};

static uint32_t words[BLOCK];

static double seconds(void)
{
    struct timespec t = {0};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void line(const char *what, double begin, unsigned n, bool good)
{
    double took = seconds() - begin;
    if (good) {
        printf("%-44s %8.3f s %10.0f words/s\n", what, took, n / took);
    } else {
        printf("%-44s failed\n", what);
    }
}

static bool singles(const struct rvt_io *io, uint64_t at, unsigned n, bool write)
{
    enum rvt_status s = RVT_OK;
    for (unsigned i = 0; i < n && s == RVT_OK; i++) {
        s = write ? rvt_io_write32(io, at, i) : rvt_io_read32(io, at, &words[0]);
    }
    return s == RVT_OK;
}

int main(int argc, char **argv)
{
    static struct rvt_io_openocd o;
    struct rvt_io io;
    if (argc != 3 || rvt_io_openocd_open(&io, &o, "127.0.0.1", argv[1], NULL, 1) != RVT_OK) {
        fprintf(stderr, "bench_openocd PORT ADDRESS: %s\n", rvt_io_openocd_message(&o));
        return 2;
    }
    const uint64_t at = strtoull(argv[2], NULL, 0);
    double t = seconds();
    line("driver: single reads", t, SINGLE, singles(&io, at, SINGLE, false));
    t = seconds();
    line("driver: single writes", t, SINGLE, singles(&io, at, SINGLE, true));
    t = seconds();
    line("driver: block read", t, BLOCK, rvt_io_read_block(&io, at, words, BLOCK, 4) == RVT_OK);
    t = seconds();
    line("driver: block write", t, BLOCK,
         rvt_io_openocd_write_block(&o, at, words, BLOCK) == RVT_OK);
    t = seconds();
    line("driver: one address again and again", t, SINGLE,
         rvt_io_read_block(&io, at, words, SINGLE, 0) == RVT_OK);
    bool good = rvt_io_openocd_set_access(&o, RVT_IO_OPENOCD_STREAM) == RVT_OK;
    t = seconds();
    line("  the same by dmi_read (fetch of SRAM)", t, SINGLE,
         good && rvt_io_read_block(&io, at, words, SINGLE, 0) == RVT_OK);
    good = rvt_io_openocd_set_access(&o, RVT_IO_OPENOCD_SBA) == RVT_OK;
    t = seconds();
    line("driver: single reads, --slow-bus", t, SINGLE, good && singles(&io, at, SINGLE, false));
    rvt_io_openocd_close(&o);
    return 0;
}
