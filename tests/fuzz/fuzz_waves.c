/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waves: any dump with any map is converted or refused, and what is written then is an ingress
 * stream that can be read to its end.
 *
 * Input: the map up to the first form feed, then the dump.
 */
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz.h"
#include "htr/htr_ingress.h"
#include "htr/htr_waves.h"

enum {
    MAP,
    WAVES,
    OUT,
    FILES,
};

static int fd[FILES];
static char path[FILES][32];

/* A file in memory, without a name. */
static void open_file(unsigned i)
{
    char name[64];
    snprintf(name, sizeof name, "/hartrace-waves-%ld", (long)getpid());
    fd[i] = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
    FUZZ_CHECK(fd[i] >= 0 && shm_unlink(name) == 0);
    snprintf(path[i], sizeof path[i], "/proc/self/fd/%d", fd[i]);
}

static void fill(unsigned i, const uint8_t *bytes, size_t n)
{
    FUZZ_CHECK(ftruncate(fd[i], 0) == 0 && pwrite(fd[i], bytes, n, 0) == (ssize_t)n);
}

static void check_stream(void)
{
    struct htr_host host = {0};
    static struct htr_ingress r; /* large */
    static struct ingress_record rec;
    int rc;
    FUZZ_CHECK(htr_ingress_open(&r, &host, path[OUT]) == HTR_OK);
    while ((rc = ingress_read(&r.reader, &rec)) > 0) {
    }
    FUZZ_CHECK(rc == 0);
    htr_ingress_close(&r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct htr_host host = {0};
    if (path[OUT][0] == '\0') {
        fuzz_quiet();
        for (unsigned i = 0; i < FILES; i++) {
            open_file(i);
        }
    }
    const uint8_t *cut = size > 0 ? memchr(data, '\f', size) : NULL;
    const size_t map = cut != NULL ? (size_t)(cut - data) : size;
    fill(MAP, data, map);
    fill(WAVES, cut != NULL ? cut + 1 : data, cut != NULL ? size - map - 1 : 0);
    fill(OUT, data, 0);
    FILE *f = fopen(path[OUT], "wb");
    FUZZ_CHECK(f != NULL);
    const int status = htr_waves_ingress(&host, path[WAVES], path[MAP], f, false);
    FUZZ_CHECK(fclose(f) == 0);
    FUZZ_CHECK(status == HTR_OK || host.last.text[0] != '\0');
    if (status == HTR_OK) {
        check_stream();
    }
    f = fopen(path[OUT], "wb");
    FUZZ_CHECK(f != NULL);
    const int traced = htr_waves_trace(&host, path[WAVES], path[MAP], f);
    FUZZ_CHECK(fclose(f) == 0 && (traced == HTR_OK || host.last.text[0] != '\0'));
    return 0;
}
