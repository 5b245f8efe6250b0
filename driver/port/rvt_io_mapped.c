/* SPDX-License-Identifier: Apache-2.0 */
/* Port over mapped physical memory: finds the window, then loads and stores as software on a hart
 * does. */
#include "hartrace/rvt_io_mapped.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "hartrace/rvt_io_mmio.h"
#include "rvt_port_clock.h"

enum {
    RELAX_NS = 10000
};

/* The address in this process of a word, or 0. */
static uint64_t place(const struct rvt_io_mapped *m, uint64_t addr, bool write)
{
    for (size_t i = 0; i < m->nwindows; i++) {
        const struct rvt_io_mapped_window *w = &m->windows[i];

        if (addr >= w->base && addr - w->base <= w->size - 4 && !(write && w->read_only)) {
            return (uint64_t)(uintptr_t)w->map + w->lead + (addr - w->base);
        }
    }
    return 0;
}

static enum rvt_status read32(const struct rvt_io *io, uint64_t addr, uint32_t *val)
{
    struct rvt_io_mapped *m = io->ctx;
    const uint64_t at = place(m, addr, false);

    rvt_port_clock_read(&m->clock);
    return at != 0 ? rvt_io_read32(&m->hart, at, val) : RVT_ERR_RANGE;
}

static enum rvt_status write32(const struct rvt_io *io, uint64_t addr, uint32_t val)
{
    const struct rvt_io_mapped *m = io->ctx;
    const uint64_t at = place(m, addr, true);

    return at != 0 ? rvt_io_write32(&m->hart, at, val) : RVT_ERR_RANGE;
}

static enum rvt_status write_part(const struct rvt_io *io, uint64_t addr, unsigned bytes,
                                  uint32_t val)
{
    const struct rvt_io_mapped *m = io->ctx;
    const uint64_t at = place(m, addr, true);

    return at != 0 ? rvt_io_write_part(&m->hart, at, bytes, val) : RVT_ERR_RANGE;
}

static enum rvt_status relax(const struct rvt_io *io)
{
    const struct timespec t = {.tv_nsec = RELAX_NS};
    struct rvt_io_mapped *m = io->ctx;

    (void)nanosleep(&t, NULL);
    return rvt_port_clock_relax(&m->clock);
}

static bool window_valid(const struct rvt_io_mapped_window *w)
{
    return (w->base & 3) == 0 && w->size >= 4 && w->size - 1 <= UINT64_MAX - w->base;
}

/* A plain file must have all bytes of the window: a load after its end is a signal, not a status.
 * Devices have no size. */
static bool inside_file(struct rvt_io_mapped *m, int fd, const struct rvt_io_mapped_window *w)
{
    struct stat file;

    if (fstat(fd, &file) != 0) {
        snprintf(m->message, sizeof m->message, "%s", strerror(errno));
        return false;
    }
    if (!S_ISREG(file.st_mode)) {
        return true;
    }
    if ((uint64_t)file.st_size >= w->size && w->base <= (uint64_t)file.st_size - w->size) {
        return true;
    }
    snprintf(m->message, sizeof m->message,
             "the file has %" PRIu64 " bytes, too short for the %" PRIu64 " bytes at 0x%" PRIx64,
             (uint64_t)file.st_size, w->size, w->base);
    return false;
}

static bool map(struct rvt_io_mapped *m, int fd, struct rvt_io_mapped_window *w, uint64_t page)
{
    const int prot = w->read_only ? PROT_READ : PROT_READ | PROT_WRITE;

    w->lead = w->base % page;
    w->length = w->lead + w->size;
    void *p = mmap(NULL, (size_t)w->length, prot, MAP_SHARED, fd, (off_t)(w->base - w->lead));
    if (p == MAP_FAILED) {
        snprintf(m->message, sizeof m->message, "0x%" PRIx64 " cannot be mapped: %s", w->base,
                 strerror(errno));
        return false;
    }
    w->map = p;
    return true;
}

enum rvt_status rvt_io_mapped_open(struct rvt_io *io, struct rvt_io_mapped *m, const char *path,
                                   struct rvt_io_mapped_window *windows, size_t nwindows,
                                   uint32_t poll_limit)
{
    static const struct rvt_io_ops ops = {
        .read32 = read32, .write32 = write32, .relax = relax, .write_part = write_part};
    const long page = sysconf(_SC_PAGESIZE);
    bool good = true;

    *m = (struct rvt_io_mapped){.windows = windows, .clock.limit_ms = RVT_IO_POLL_MS};
    for (size_t i = 0; i < nwindows; i++) {
        good = good && window_valid(&windows[i]);
    }
    if (!good || nwindows == 0 || poll_limit == 0 || page <= 0) {
        return RVT_ERR_ARG;
    }
    rvt_io_mmio_init(&m->hart, 1);
    int fd = open(path, O_RDWR | O_SYNC);
    if (fd < 0) {
        snprintf(m->message, sizeof m->message, "%.120s: %s", path, strerror(errno));
        return RVT_ERR_IO;
    }
    while (good && m->nwindows < nwindows) {
        good = inside_file(m, fd, &windows[m->nwindows]) &&
               map(m, fd, &windows[m->nwindows], (uint64_t)page);
        m->nwindows += good;
    }
    close(fd);
    if (!good) {
        rvt_io_mapped_close(m);
        return RVT_ERR_IO;
    }
    *io = (struct rvt_io){.ops = &ops, .ctx = m, .poll_limit = poll_limit};
    return RVT_OK;
}

void rvt_io_mapped_close(struct rvt_io_mapped *m)
{
    for (size_t i = 0; i < m->nwindows; i++) {
        (void)munmap(m->windows[i].map, (size_t)m->windows[i].length);
    }
    m->nwindows = 0;
}

const char *rvt_io_mapped_message(const struct rvt_io_mapped *m)
{
    return m->message;
}
