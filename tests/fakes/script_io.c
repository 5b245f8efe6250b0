/* SPDX-License-Identifier: Apache-2.0 */
#include "script_io.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const kind_names[] = {"read", "write", "block", "relax"};

__attribute__((format(printf, 2, 3))) static enum rvt_status mismatch(struct script_io *s,
                                                                      const char *format, ...)
{
    va_list ap;

    if (s->error[0] == '\0') {
        va_start(ap, format);
        vsnprintf(s->error, sizeof(s->error), format, ap);
        va_end(ap);
    }
    return RVT_ERR_IO;
}

/* The step that this access must be, or NULL. */
static const struct script_step *next(struct script_io *s, enum script_kind kind, uint64_t addr,
                                      uint32_t val)
{
    const struct script_step *e = &s->steps[s->at];

    if (s->error[0] != '\0') {
        return NULL;
    }
    if (s->at == s->nsteps) {
        mismatch(s, "step %zu: the script is at its end, got %s 0x%" PRIx64 " val 0x%" PRIx32,
                 s->at, kind_names[kind], addr - s->base, val);
        return NULL;
    }
    if (e->kind != kind || e->addr != addr || (kind == SCRIPT_WRITE && e->val != val)) {
        mismatch(s,
                 "step %zu: expected %s 0x%" PRIx64 " val 0x%" PRIx32 ", got %s 0x%" PRIx64
                 " val 0x%" PRIx32,
                 s->at, kind_names[e->kind], e->addr - s->base, e->val, kind_names[kind],
                 addr - s->base, val);
        return NULL;
    }
    s->at++;
    return e;
}

static enum rvt_status read32(const struct rvt_io *io, uint64_t addr, uint32_t *val)
{
    const struct script_step *e = next(io->ctx, SCRIPT_READ, addr, 0);

    if (e == NULL) {
        return RVT_ERR_IO;
    }
    *val = e->val;
    return RVT_OK;
}

static enum rvt_status write32(const struct rvt_io *io, uint64_t addr, uint32_t val)
{
    return next(io->ctx, SCRIPT_WRITE, addr, val) != NULL ? RVT_OK : RVT_ERR_IO;
}

static enum rvt_status read_block(const struct rvt_io *io, uint64_t addr, uint32_t *dst, size_t n,
                                  uint32_t step)
{
    struct script_io *s = io->ctx;
    const struct script_step *e = next(s, SCRIPT_BLOCK, addr, 0);

    if (e == NULL) {
        return RVT_ERR_IO;
    }
    if (e->n != n || e->step != step) {
        return mismatch(s, "block of %zu step %" PRIu32 ", got %zu step %" PRIu32, e->n, e->step, n,
                        step);
    }
    memcpy(dst, e->words, n * sizeof(*dst));
    return RVT_OK;
}

enum rvt_status script_io_relax(const struct rvt_io *io)
{
    return next(io->ctx, SCRIPT_RELAX, 0, 0) != NULL ? RVT_OK : RVT_ERR_IO;
}

void script_io_init(struct script_io *s, uint64_t base)
{
    memset(s, 0, sizeof(*s));
    s->ops = (struct rvt_io_ops){.read32 = read32, .write32 = write32, .read_block = read_block};
    s->io = (struct rvt_io){.ops = &s->ops, .ctx = s, .poll_limit = 3};
    s->base = base;
}

static void append(struct script_io *s, struct script_step step)
{
    if (s->nsteps == SCRIPT_IO_MAX) {
        mismatch(s, "script longer than SCRIPT_IO_MAX");
    } else {
        s->steps[s->nsteps++] = step;
    }
}

void script_io_read(struct script_io *s, uint64_t offset, uint32_t val)
{
    append(s, (struct script_step){.kind = SCRIPT_READ, .addr = s->base + offset, .val = val});
}

void script_io_write(struct script_io *s, uint64_t offset, uint32_t val)
{
    append(s, (struct script_step){.kind = SCRIPT_WRITE, .addr = s->base + offset, .val = val});
}

void script_io_block(struct script_io *s, uint64_t offset, const uint32_t *words, size_t n,
                     uint32_t step)
{
    append(
        s,
        (struct script_step){
            .kind = SCRIPT_BLOCK, .addr = s->base + offset, .words = words, .n = n, .step = step});
}

void script_io_expect_relax(struct script_io *s)
{
    append(s, (struct script_step){.kind = SCRIPT_RELAX});
}

const char *script_io_error(struct script_io *s)
{
    if (s->error[0] == '\0' && s->at != s->nsteps) {
        mismatch(s, "only %zu of %zu steps were made", s->at, s->nsteps);
    }
    return s->error[0] == '\0' ? NULL : s->error;
}
