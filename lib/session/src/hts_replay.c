/* SPDX-License-Identifier: Apache-2.0 */
/* Moving through a recorded run: every change is an exclusive or, so that done twice it is undone.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "hts_replay_int.h"

/* ---- open ---- */

static void join(char path[HTS_REPLAY_PATH], const char *folder, const char *name)
{
    const int n = snprintf(path, HTS_REPLAY_PATH, "%s/%s", folder, name);
    if (n < 0 || n >= HTS_REPLAY_PATH) {
        path[0] = '\0'; /* cannot be opened */
    }
}

bool hts_replay_is(const char *path)
{
    char state[HTS_REPLAY_PATH], log[HTS_REPLAY_PATH];
    struct stat s;
    join(state, path, HTS_RECORD_STATE);
    join(log, path, HTS_RECORD_LOG);
    return stat(state, &s) == 0 && S_ISREG(s.st_mode) && stat(log, &s) == 0 && S_ISREG(s.st_mode);
}

/* The blocks that are kept, and the position at the end of the last one. */
static int open_log(struct hts_replay *r)
{
    const uint64_t kept = r->blocks < r->slots ? r->blocks : r->slots;
    r->log = fopen(r->log_path, "rb");
    if (r->log == NULL) {
        return htr_fail(r->host, HTR_ERR_OPEN, r->log_path, "cannot be opened");
    }
    r->position = r->steps;
    r->retired = r->all_retired;
    r->first = r->steps;
    if (kept == 0) {
        return HTR_OK;
    }
    int status = hts_replay_load(r, r->blocks - kept);
    r->first = r->block_step;
    status = status == HTR_OK ? hts_replay_load(r, r->blocks - 1) : status;
    r->done = r->nsteps;
    return status == HTR_OK && r->block_step + r->nsteps != r->steps
               ? htr_fail(r->host, HTR_ERR_FORMAT, r->log_path,
                          "log and state are not of the same run; record it again")
               : status;
}

int hts_replay_open(struct hts_replay **out, struct htr_host *host, const char *folder)
{
    char state[HTS_REPLAY_PATH];
    struct hts_replay *r = calloc(1, sizeof *r);
    *out = NULL;
    if (r == NULL) {
        return htr_fail(host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    r->host = host;
    join(state, folder, HTS_RECORD_STATE);
    join(r->log_path, folder, HTS_RECORD_LOG);
    int status = hts_replay_state(r, state);
    status = status == HTR_OK ? open_log(r) : status;
    if (status != HTR_OK) {
        hts_replay_close(r);
        return status;
    }
    *out = r;
    return HTR_OK;
}

void hts_replay_close(struct hts_replay *r)
{
    if (r == NULL) {
        return;
    }
    for (uint64_t i = 0; r->page != NULL && i < r->ram_size / HTS_RECORD_PAGE; i++) {
        free(r->page[i]);
    }
    free(r->page);
    if (r->log != NULL) {
        fclose(r->log);
    }
    free(r);
}

/* ---- steps ---- */

static bool change_memory(struct hts_replay *r, const struct hts_replay_change *c)
{
    uint8_t *page = hts_replay_page(r, c->offset);
    if (page == NULL) {
        (void)htr_fail(r->host, HTR_ERR_MEMORY, NULL, "not enough memory");
        return false;
    }
    for (unsigned i = 0; i < c->size; i++) { /* within the page: it is aligned */
        page[c->offset % HTS_RECORD_PAGE + i] ^= (uint8_t)(c->change >> 8 * i);
    }
    return true;
}

/* Do a step of the block, or undo it. */
static bool apply(struct hts_replay *r, const struct hts_replay_step *s, bool back)
{
    uint64_t *x = r->x[s->hart];
    for (uint32_t i = s->first; i < s->end; i++) {
        const struct hts_replay_change *c = &r->change[i];
        if (c->size == 0) {
            x[c->number] ^= c->change;
        } else if (!change_memory(r, c)) {
            return false;
        }
    }
    x[HTS_REPLAY_PC] += back ? -s->by : s->by;
    r->last_first = s->first;
    r->last_end = s->end;
    r->position += back ? UINT64_MAX : 1;
    r->retired += !s->retired ? 0 : back ? UINT64_MAX : 1;
    return true;
}

/* Make the block with the next step the one that is decoded. Returns false at the end, or after a
 * message. */
static bool have_block(struct hts_replay *r, bool back)
{
    if (r->position == (back ? r->first : r->steps)) {
        return false;
    }
    if (r->block < r->blocks && (back ? r->done > 0 : r->done < r->nsteps)) {
        return true;
    }
    const uint64_t position = r->position, block = r->block;
    if (block == r->blocks || hts_replay_load(r, back ? block - 1 : block + 1) != HTR_OK) {
        return false;
    }
    r->done = back ? r->nsteps : 0;
    if (r->block_step + r->done != position) {
        (void)htr_fail(r->host, HTR_ERR_FORMAT, r->log_path,
                       "blocks do not follow each other; record the run again");
        r->block = r->blocks;
        return false;
    }
    return true;
}

unsigned hts_replay_step(struct hts_replay *r, unsigned hart, bool back)
{
    while (have_block(r, back)) {
        r->done -= back;
        const struct hts_replay_step *s = &r->step[r->done];
        r->done += !back;
        if (!apply(r, s, back)) {
            break;
        }
        if (!s->nobody && (hart == HTS_REPLAY_ANY || s->hart == hart)) {
            return s->hart;
        }
    }
    r->last_first = r->last_end = 0;
    return HTS_REPLAY_END;
}

bool hts_replay_go(struct hts_replay *r, uint64_t position)
{
    if (position < r->first || position > r->steps) {
        return false;
    }
    while (r->position != position) {
        const bool back = position < r->position;
        if (!have_block(r, back)) {
            return false;
        }
        r->done -= back;
        const struct hts_replay_step *s = &r->step[r->done];
        r->done += !back;
        if (!apply(r, s, back)) {
            return false;
        }
    }
    r->last_first = r->last_end = 0;
    return true;
}

/* ---- what is known ---- */

unsigned hts_replay_xlen(const struct hts_replay *r)
{
    return r->xlen;
}

unsigned hts_replay_harts(const struct hts_replay *r)
{
    return r->harts;
}

const char *hts_replay_program(const struct hts_replay *r)
{
    return r->program;
}

const char *hts_replay_csr(const struct hts_replay *r, unsigned i)
{
    return i < r->ncsrs ? r->csr[i] : NULL;
}

uint64_t hts_replay_position(const struct hts_replay *r)
{
    return r->position;
}

uint64_t hts_replay_first(const struct hts_replay *r)
{
    return r->first;
}

uint64_t hts_replay_last(const struct hts_replay *r)
{
    return r->steps;
}

uint64_t hts_replay_retired(const struct hts_replay *r)
{
    return r->retired;
}

uint64_t hts_replay_register(const struct hts_replay *r, unsigned hart, unsigned number)
{
    return r->x[hart][number];
}

size_t hts_replay_memory(const struct hts_replay *r, uint64_t addr, uint8_t *bytes, size_t n)
{
    const uint64_t alias = UINT64_C(0xFFFFFFFF) << 32;
    size_t fill = 0;
    if (r->xlen == 64 && addr >= alias) {
        addr -= alias;
    }
    for (uint64_t at = addr - r->ram_base; fill < n && at < r->ram_size;) {
        const uint8_t *page = r->page[at / HTS_RECORD_PAGE];
        const size_t from = at % HTS_RECORD_PAGE, left = HTS_RECORD_PAGE - from;
        const size_t part = left < n - fill ? left : n - fill;
        if (page != NULL) {
            memcpy(bytes + fill, page + from, part);
        } else {
            memset(bytes + fill, 0, part);
        }
        at += part;
        fill += part;
    }
    return fill;
}

bool hts_replay_changed(const struct hts_replay *r, unsigned n, uint64_t *addr, unsigned *size)
{
    for (uint32_t i = r->last_first; i < r->last_end; i++) {
        if (r->change[i].size != 0 && n-- == 0) {
            *addr = r->ram_base + r->change[i].offset;
            *size = r->change[i].size;
            return true;
        }
    }
    return false;
}
