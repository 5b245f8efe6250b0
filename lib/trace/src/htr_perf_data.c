/* SPDX-License-Identifier: Apache-2.0 */
/* perf.data: the file, its header and features, and the walk through its records. */
#include "htr/htr_perf_data.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "htr_perf_priv.h"

enum {
    MAGIC = 8,
    PIPE_HEADER = 16,
    HEADER = 104, /* magic, size, attr_size, three sections, 256 bits of features */
    AT_DATA = 40, /* in the header: section of the records */
    AT_FLAGS = 72,
    FEATURES = 256,
    SECTION = 16, /* offset and size, 8 bytes each */
    FEATURE_BUILD_ID = 2,
    RECORD = 8, /* bytes of a record's header */
    ALIGN = 8,
};

static const uint8_t magic[MAGIC] = {'P', 'E', 'R', 'F', 'I', 'L', 'E', '2'};
static const uint8_t turned[MAGIC] = {'2', 'E', 'L', 'I', 'F', 'R', 'E', 'P'};

bool htr_perf_data_is(const char *path)
{
    uint8_t bytes[MAGIC];
    struct stat st;
    bool plain = stat(path, &st) == 0 && S_ISREG(st.st_mode); /* a pipe gives its bytes once */
    FILE *f = plain ? fopen(path, "rb") : NULL;
    if (f == NULL) {
        return false;
    }
    bool same = fread(bytes, 1, MAGIC, f) == MAGIC &&
                (memcmp(bytes, magic, MAGIC) == 0 || memcmp(bytes, turned, MAGIC) == 0);
    (void)fclose(f);
    return same;
}

/* ---- records ---- */

static int bad_record(struct walk *w, enum htr_status status, const char *what)
{
    const struct htr_where where = {.file = w->p->path, .offset = w->at, .source = -1};
    return htr_fail_at(w->host, status, &where, "%s; copy the file again", what);
}

/* The record at w->at, which ends before end. */
static int read_record(struct walk *w, uint64_t end)
{
    const uint8_t *r = w->p->file.bytes + w->at;
    w->type = htr_perf_u32(r);
    w->misc = htr_perf_u16(r + 4);
    w->size = htr_perf_u16(r + 6);
    w->body = r + RECORD;
    if (w->size < RECORD) {
        return bad_record(w, HTR_ERR_FORMAT, "a record is shorter than its header");
    }
    if (w->size > end - w->at) {
        return bad_record(w, HTR_ERR_TRUNCATED, "a record ends after the records do");
    }
    w->size -= RECORD;
    w->next = w->at + RECORD + w->size;
    w->end = end;
    w->p->records++;
    return htr_perf_record(w);
}

static int read_records(struct walk *w, uint64_t from, uint64_t to)
{
    int status = HTR_OK;
    w->at = from;
    while (status == HTR_OK && to - w->at >= RECORD) {
        status = read_record(w, to);
        w->at = status == HTR_OK ? w->next : w->at;
    }
    if (status == HTR_OK && w->at != to) {
        status = bad_record(w, HTR_ERR_TRUNCATED, "the records end in the middle of one");
    }
    return status;
}

/* ---- the header ---- */

static int refuse(struct walk *w, enum htr_status status, const char *what)
{
    return htr_fail(w->host, status, w->p->path, "%s", what);
}

/* The section whose offset and size are at `at`. Returns false when it is not in the file. */
static bool section(const struct htr_perf_data *p, uint64_t at, uint64_t *from, uint64_t *to)
{
    const uint64_t size = p->file.size;
    if (at > size || size - at < SECTION) {
        return false;
    }
    uint64_t offset = htr_perf_u64(p->file.bytes + at), n = htr_perf_u64(p->file.bytes + at + 8);
    *from = offset;
    *to = offset + n;
    return offset <= size && n <= size - offset;
}

/* Build IDs of files: records like those of the data, without their numbers. */
static int read_features(struct walk *w, uint64_t at)
{
    uint64_t from, to;
    for (unsigned bit = 0; bit < FEATURES; bit++) {
        const uint8_t flags = w->p->file.bytes[AT_FLAGS + bit / 8];
        if ((flags >> (bit % 8) & 1) == 0) {
            continue;
        }
        if (!section(w->p, at, &from, &to)) {
            return refuse(w, HTR_ERR_TRUNCATED, "a feature is not in the file; copy it again");
        }
        if (bit == FEATURE_BUILD_ID) {
            w->build_ids = true;
            return read_records(w, from, to);
        }
        at += SECTION;
    }
    return HTR_OK;
}

static int read_file(struct walk *w)
{
    struct htr_perf_data *p = w->p;
    uint64_t from, to;
    if (p->file.size < PIPE_HEADER) {
        return refuse(w, HTR_ERR_TRUNCATED, "ends in the header of perf.data; copy it again");
    }
    const uint64_t header = htr_perf_u64(p->file.bytes + MAGIC);
    if (header == PIPE_HEADER) {
        p->pipe = true;
        return read_records(w, PIPE_HEADER, p->file.size);
    }
    if (header != HEADER) {
        return refuse(w, HTR_ERR_FORMAT,
                      "its header has a length that perf.data version 2 does not have; record "
                      "again with a current perf");
    }
    if (p->file.size < HEADER || !section(p, AT_DATA, &from, &to)) {
        return refuse(w, HTR_ERR_TRUNCATED,
                      "ends before the records of its header do; copy it again");
    }
    if (from == to) {
        return refuse(w, HTR_ERR_TRUNCATED,
                      "has no records: perf record did not finish; end it with SIGINT");
    }
    int status = read_records(w, from, to);
    return status == HTR_OK ? read_features(w, to) : status;
}

static int check_magic(struct walk *w)
{
    const struct htr_bytes *f = &w->p->file;
    if (f->size >= MAGIC && memcmp(f->bytes, turned, MAGIC) == 0) {
        return refuse(w, HTR_ERR_FORMAT, "was recorded on a big-endian machine; RISC-V is not");
    }
    if (f->size < MAGIC || memcmp(f->bytes, magic, MAGIC) != 0) {
        return refuse(w, HTR_ERR_FORMAT,
                      "is no perf.data of version 2; give what perf record "
                      "wrote");
    }
    return HTR_OK;
}

int htr_perf_data_read(struct htr_perf_data *p, struct htr_host *host, const char *path,
                       struct htr_bytes *bytes)
{
    struct walk w = {.p = p, .host = host};
    *p = (struct htr_perf_data){.path = path, .file = *bytes};
    *bytes = (struct htr_bytes){0};
    int status = check_magic(&w);
    status = status == HTR_OK ? read_file(&w) : status;
    if (status == HTR_OK && p->pieces == 0) {
        status = refuse(&w, HTR_ERR_MISSING,
                        "holds no AUX trace; record with perf record -e rvtrace/.../");
    }
    if (status == HTR_OK && !p->has_info) {
        status = refuse(&w, HTR_ERR_MISSING, "does not say what its AUX trace is; record again");
    }
    p->framed = p->described && p->aux_raw == 0;
    if (status != HTR_OK) {
        htr_perf_data_close(p);
    }
    return status;
}

int htr_perf_data_open(struct htr_perf_data *p, struct htr_host *host, const char *path)
{
    struct htr_bytes bytes;
    *p = (struct htr_perf_data){0};
    int status = htr_bytes_load(&bytes, host, path);
    return status == HTR_OK ? htr_perf_data_read(p, host, path, &bytes) : status;
}

void htr_perf_data_close(struct htr_perf_data *p)
{
    htr_bytes_free(&p->file);
    free(p->cpu);
    free(p->piece);
    free(p->map);
    free(p->task);
    *p = (struct htr_perf_data){0};
}

/* ---- the trace ---- */

int htr_perf_data_src_bits(const struct htr_perf_data *p)
{
    int bits = -1;
    for (size_t i = 0; i < p->cpus; i++) {
        int own = p->cpu[i].inhibit_src ? 0 : p->cpu[i].src_bits;
        if (i > 0 && own != bits) {
            return -1;
        }
        bits = own;
    }
    return bits;
}

/* The pieces of the area `idx`, from piece `first` on, its first one. */
static int add_area(const struct htr_perf_data *p, struct htr_frame_messages *m, size_t first)
{
    uint64_t expected = p->piece[first].offset;
    int status = HTR_OK;
    for (size_t i = first; status == HTR_OK && i < p->pieces; i++) {
        const struct htr_perf_piece *piece = &p->piece[i];
        if (piece->idx != p->piece[first].idx) {
            continue;
        }
        if (piece->offset != expected) {
            status = htr_frame_messages_break(m);
        }
        const uint8_t *bytes = p->file.bytes + piece->at;
        if (status == HTR_OK) {
            status = p->framed ? htr_frame_messages_add(m, bytes, piece->size)
                               : htr_frame_messages_add_plain(m, bytes, piece->size);
        }
        expected = piece->offset + piece->size;
    }
    return status;
}

static bool is_first(const struct htr_perf_data *p, size_t i)
{
    for (size_t k = 0; k < i; k++) {
        if (p->piece[k].idx == p->piece[i].idx) {
            return false;
        }
    }
    return true;
}

int htr_perf_data_messages(const struct htr_perf_data *p, struct htr_host *host,
                           const struct nexus_stream_cfg *cfg, struct htr_bytes *messages,
                           struct htr_frame_sum *sum)
{
    struct htr_frame_messages *m;
    int status = htr_frame_messages_open(&m, cfg);
    for (size_t i = 0; status == HTR_OK && i < p->pieces; i++) {
        if (is_first(p, i)) {
            htr_frame_messages_next(m);
            status = add_area(p, m, i);
        }
    }
    if (status != HTR_OK) {
        htr_frame_messages_close(m);
        return htr_fail(host, status, p->path, "does not fit in memory");
    }
    htr_frame_messages_end(m, messages, sum);
    return messages->bytes != NULL
               ? HTR_OK
               : htr_fail(host, HTR_ERR_MEMORY, p->path, "does not fit in memory");
}
