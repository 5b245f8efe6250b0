/* SPDX-License-Identifier: Apache-2.0 */
/* Reading the files of a recorded run. Every number of them is checked before it is used. */
#include <stdlib.h>
#include <string.h>

#include "flow/flow_le.h"
#include "hts_replay_int.h"

/* ---- blocks ---- */

struct cursor {
    const uint8_t *p, *end;
    bool bad;
};

static uint64_t varint(struct cursor *c)
{
    uint64_t v = 0;
    for (unsigned shift = 0; shift < 70 && c->p < c->end; shift += 7) {
        const uint8_t byte = *c->p++;
        if (shift == 63 && byte > 1) {
            break;
        }
        v |= (uint64_t)(byte & 0x7F) << shift;
        if (byte < 0x80) {
            return v;
        }
    }
    c->bad = true;
    return 0;
}

static uint8_t byte(struct cursor *c)
{
    if (c->p == c->end) {
        c->bad = true;
        return 0;
    }
    return *c->p++;
}

static void memory_entry(const struct hts_replay *r, struct cursor *c, uint8_t tag,
                         uint64_t *address, struct hts_replay_change *out)
{
    const unsigned size = 1u << (tag >> 1 & 3);
    *address += hts_record_unzigzag(varint(c));
    *out = (struct hts_replay_change){
        .change = varint(c), .offset = (uint32_t)*address, .size = (uint8_t)size};
    c->bad = c->bad || *address >= r->ram_size || r->ram_size - *address < size ||
             *address % size != 0 || (size < 8 && out->change >> 8 * size != 0);
}

static void register_entry(const struct hts_replay *r, struct cursor *c,
                           struct hts_replay_change *out)
{
    const unsigned n = byte(c);
    const bool csr = n >= HTS_RECORD_FIRST_CSR;
    const unsigned number = csr ? n - HTS_RECORD_FIRST_CSR + HTS_REPLAY_CSRS : n;
    *out = (struct hts_replay_change){.change = varint(c), .number = (uint8_t)number};
    c->bad = c->bad || (csr ? number >= HTS_REPLAY_CSRS + r->ncsrs : n == 0 || n > 31);
}

/* Steps and changes of the block. Returns the number of steps; c->bad: it is damaged. */
static uint32_t decode(struct hts_replay *r, struct cursor *c)
{
    uint64_t address = 0;
    uint32_t steps = 0, changes = 0, first = 0;
    while (c->p < c->end && !c->bad) {
        const uint8_t tag = byte(c);
        if ((tag & HTS_RECORD_IS_MEMORY) != 0) {
            memory_entry(r, c, tag, &address, &r->change[changes++]);
            continue;
        }
        struct hts_replay_step *s = &r->step[steps++];
        unsigned n = tag >> 2 & 3;
        *s = (struct hts_replay_step){.by = hts_record_unzigzag(varint(c)),
                                      .first = first,
                                      .hart = tag >> 4,
                                      .retired = (tag & HTS_RECORD_RETIRED) != 0};
        s->nobody = tag == 0 && s->by == 0;
        n = n == HTS_RECORD_MANY ? byte(c) : n;
        for (unsigned i = 0; i < n && !c->bad; i++) {
            register_entry(r, c, &r->change[changes++]);
        }
        s->end = first = changes;
        c->bad = c->bad || s->hart >= r->harts;
    }
    c->bad = c->bad || first != changes; /* memory that belongs to no step */
    return steps;
}

static int damaged(struct hts_replay *r, uint64_t block, enum htr_status status)
{
    return htr_fail(r->host, status, r->log_path, "block %llu is damaged; record the run again",
                    (unsigned long long)block);
}

int hts_replay_load(struct hts_replay *r, uint64_t block)
{
    const uint64_t at = block % r->slots * HTS_RECORD_SLOT;
    r->block = r->blocks;
    if (fseeko(r->log, (off_t)at, SEEK_SET) != 0 ||
        fread(r->bytes, 1, sizeof r->bytes, r->log) != sizeof r->bytes) {
        return damaged(r, block, ferror(r->log) ? HTR_ERR_READ : HTR_ERR_TRUNCATED);
    }
    const uint64_t n = flow_le32(r->bytes), steps = flow_le32(r->bytes + 4);
    if (n > HTS_RECORD_SLOT - HTS_RECORD_BLOCK_HEADER) {
        return damaged(r, block, HTR_ERR_FORMAT);
    }
    const uint8_t *payload = r->bytes + HTS_RECORD_BLOCK_HEADER;
    struct cursor c = {payload, payload + n, false};
    r->block_step = flow_le64(r->bytes + 8);
    r->block_retired = flow_le64(r->bytes + 16);
    r->nsteps = decode(r, &c);
    if (c.bad || r->nsteps != steps || steps == 0 || r->block_step > r->steps ||
        steps > r->steps - r->block_step) {
        return damaged(r, block, HTR_ERR_FORMAT);
    }
    r->block = block;
    return HTR_OK;
}

/* ---- the state file ---- */

uint8_t *hts_replay_page(struct hts_replay *r, uint64_t offset)
{
    uint8_t **page = &r->page[offset / HTS_RECORD_PAGE];
    if (*page == NULL) {
        *page = calloc(1, HTS_RECORD_PAGE);
    }
    return *page;
}

/* Returns false at the end of the file. */
static bool get(FILE *f, unsigned size, uint64_t *v)
{
    uint8_t bytes[8];
    const bool there = fread(bytes, 1, size, f) == size;
    *v = there ? flow_le_get(bytes, size) : 0;
    return there;
}

static const char *csr_name(uint64_t number)
{
    for (unsigned i = 0; i < HTS_RECORD_CSRS && hts_record_csrs[i].number != 0; i++) {
        if (hts_record_csrs[i].number == number) {
            return hts_record_csrs[i].name;
        }
    }
    return NULL;
}

static int read_header(struct hts_replay *r, const char *path, FILE *f, size_t *program)
{
    char magic[8];
    uint64_t small[6],
        *large[6] = {&r->ram_base, &r->ram_size, &r->steps, &r->all_retired, &r->blocks, &r->slots};
    bool there = fread(magic, 1, 8, f) == 8;
    if (!there || memcmp(magic, HTS_RECORD_MAGIC, 8) != 0) {
        return htr_fail(r->host, HTR_ERR_FORMAT, path, "no recorded run");
    }
    for (unsigned i = 0; i < 6; i++) {
        there = get(f, 4, &small[i]);
    }
    for (unsigned i = 0; i < 6; i++) {
        there = get(f, 8, large[i]);
    }
    if (!there) {
        return htr_fail(r->host, HTR_ERR_TRUNCATED, path, "it is cut off");
    }
    if (small[0] > HTS_RECORD_VERSION) {
        return htr_fail(r->host, HTR_ERR_VERSION, path, "version %llu; this program reads %d",
                        (unsigned long long)small[0], HTS_RECORD_VERSION);
    }
    r->xlen = (unsigned)small[1];
    r->harts = (unsigned)small[2];
    r->ncsrs = (unsigned)small[3];
    *program = (size_t)small[4];
    const bool good = (r->xlen == 32 || r->xlen == 64) && r->harts >= 1 &&
                      r->harts <= HTS_REPLAY_HARTS && r->ncsrs <= HTS_RECORD_CSRS &&
                      *program < sizeof r->program && small[5] == HTS_RECORD_SLOT &&
                      r->ram_size % HTS_RECORD_PAGE == 0 && r->ram_size >> 31 <= 1 &&
                      r->slots >= 1 && r->slots >> 32 == 0 && r->blocks <= r->steps;
    return good ? HTR_OK
                : htr_fail(r->host, HTR_ERR_FORMAT, path, "damaged: numbers that cannot be");
}

static int read_pages(struct hts_replay *r, const char *path, FILE *f)
{
    uint64_t number = 0;
    while (get(f, 4, &number) && number != (uint32_t)HTS_RECORD_NO_PAGE) {
        if (number >= r->ram_size / HTS_RECORD_PAGE) {
            return htr_fail(r->host, HTR_ERR_FORMAT, path, "damaged: a page outside of the RAM");
        }
        uint8_t *page = hts_replay_page(r, number * HTS_RECORD_PAGE);
        if (page == NULL) {
            return htr_fail(r->host, HTR_ERR_MEMORY, path, "not enough memory");
        }
        if (fread(page, 1, HTS_RECORD_PAGE, f) != HTS_RECORD_PAGE) {
            break;
        }
    }
    return number == (uint32_t)HTS_RECORD_NO_PAGE
               ? HTR_OK
               : htr_fail(r->host, HTR_ERR_TRUNCATED, path, "it is cut off");
}

static int read_rest(struct hts_replay *r, const char *path, FILE *f, size_t program)
{
    uint64_t number;
    for (unsigned i = 0; i < r->ncsrs; i++) {
        (void)get(f, 4, &number);
        r->csr[i] = csr_name(number);
        if (r->csr[i] == NULL) {
            return htr_fail(r->host, HTR_ERR_FORMAT, path, "damaged: an unknown CSR");
        }
    }
    const size_t got = fread(r->program, 1, program, f);
    r->program[got] = '\0';
    for (unsigned h = 0; h < r->harts; h++) {
        for (unsigned i = 0; i < HTS_REPLAY_CSRS + r->ncsrs; i++) {
            (void)get(f, 8, &r->x[h][i]); /* what is cut off here has no pages either */
        }
    }
    r->page = calloc((size_t)(r->ram_size / HTS_RECORD_PAGE) + 1, sizeof *r->page);
    return r->page != NULL ? read_pages(r, path, f)
                           : htr_fail(r->host, HTR_ERR_MEMORY, path, "not enough memory");
}

int hts_replay_state(struct hts_replay *r, const char *path)
{
    size_t program = 0;
    FILE *f = fopen(path, "rb");
    if (f == NULL) {
        return htr_fail(r->host, HTR_ERR_OPEN, path, "cannot be opened");
    }
    int status = read_header(r, path, f, &program);
    status = status == HTR_OK ? read_rest(r, path, f, program) : status;
    fclose(f);
    return status;
}
