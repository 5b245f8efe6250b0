/* SPDX-License-Identifier: Apache-2.0 */
/* The records of a perf.data file, one by one. Layouts: include/uapi/linux/perf_event.h, and
 * tools/lib/perf/include/perf/event.h for those of perf itself (70 and up). */
#include <stdlib.h>
#include <string.h>

#include "htr_perf_priv.h"
#include "nexus/nexus_msg.h"

enum {
    RECORD_MMAP = 1,
    RECORD_COMM = 3,
    RECORD_FORK = 7,
    RECORD_MMAP2 = 10,
    RECORD_AUX = 11,
    RECORD_ITRACE_START = 12,
    RECORD_SWITCH = 14,
    RECORD_SWITCH_CPU_WIDE = 15,
    RECORD_HEADER_TRACING_DATA = 66,
    RECORD_HEADER_BUILD_ID = 67,
    RECORD_AUXTRACE_INFO = 70,
    RECORD_AUXTRACE = 71,
    RECORD_COMPRESSED = 81,
    RECORD_COMPRESSED2 = 83,

    MISC_MODE = 7, /* of the CPU: */
    MISC_KERNEL = 1,
    MISC_MMAP_DATA = 1 << 13,
    MISC_MMAP_BUILD_ID = 1 << 14,
    MISC_BUILD_ID_SIZE = 1 << 15,

    AUX_TRUNCATED = 1,
    AUX_PARTIAL = 4,
    AUX_COLLISION = 8,
    AUX_RAW = 0x100, /* PERF_AUX_FLAG_CORESIGHT_FORMAT_RAW */

    PROT_EXECUTE = 4,

    /* enum auxtrace_type of tools/perf/util/auxtrace.h; the series append RISCV_TRACE to it. */
    TYPE_RISCV_TRACE = 8,

    /* SpacemiT's metadata: a word with type of the PMU and number of encoders, then for each
     * encoder CPU, number of words that follow, format, context, inhibit SRC, width of SRC, SRC. */
    META_HEADER = 1,
    META_CPU = 7,
    META_PARAMS = 5,
    WORD = 8,

    FIRST_ROOM = 16,
    MOST = 1 << 16,           /* of each kind */
    MOST_BUILD_IDS = 1 << 14, /* each is compared with all maps */
};

static int bad(struct walk *w, enum htr_status status, const char *what)
{
    const struct htr_where where = {.file = w->p->path, .offset = w->at, .source = -1};
    return htr_fail_at(w->host, status, &where, "%s", what);
}

static int too_short(struct walk *w)
{
    return bad(w, HTR_ERR_FORMAT, "a record is too short for its kind; copy the file again");
}

/* Room for one more of `count` items. Returns the array, or NULL after a message: w->host->last. */
static void *grow(struct walk *w, void *array, unsigned which, size_t count, size_t item)
{
    size_t *room = &w->p->rooms[which];
    if (count < *room) {
        return array;
    }
    if (count == MOST) {
        (void)htr_fail(w->host, HTR_ERR_RANGE, w->p->path,
                       "has more than %d tasks, mapped files or pieces of trace; record less",
                       MOST);
        return NULL;
    }
    size_t more = *room == 0 ? FIRST_ROOM : *room * 2;
    void *bigger = realloc(array, more * item);
    if (bigger == NULL) {
        (void)htr_fail(w->host, HTR_ERR_MEMORY, w->p->path, "does not fit in memory");
        return NULL;
    }
    *room = more;
    return bigger;
}

/* A text that ends inside of the record, or NULL. */
static const char *text_at(const struct walk *w, size_t at)
{
    return at < w->size && memchr(w->body + at, '\0', w->size - at) != NULL
               ? (const char *)(w->body + at)
               : NULL;
}

/* ---- maps and tasks ---- */

static int add_map(struct walk *w, const struct htr_perf_map *map)
{
    struct htr_perf_data *p = w->p;
    struct htr_perf_map *bigger = grow(w, p->map, 0, p->maps, sizeof *map);
    if (bigger == NULL) {
        return w->host->last.status;
    }
    p->map = bigger;
    p->map[p->maps++] = *map;
    return HTR_OK;
}

static int take_map(struct walk *w)
{
    enum {
        ADDR = 8,
        MORE = 32, /* MMAP2: numbers of the file or build ID, then prot and flags */
        PROT = 56,
        NAME1 = MORE,
        NAME2 = 64
    };
    const bool two = w->type == RECORD_MMAP2;
    const char *path = text_at(w, two ? NAME2 : NAME1);
    if (path == NULL) {
        return bad(w, HTR_ERR_FORMAT,
                   "the name of a mapped file does not end; copy the file again");
    }
    const uint8_t *b = w->body;
    bool kernel = (w->misc & MISC_MODE) == MISC_KERNEL;
    struct htr_perf_map map = {
        .pid = kernel ? UINT32_MAX : htr_perf_u32(b),
        .addr = htr_perf_u64(b + ADDR),
        .size = htr_perf_u64(b + ADDR + 8),
        .offset = htr_perf_u64(b + ADDR + 16),
        .path = path,
    };
    if (two && (w->misc & MISC_MMAP_BUILD_ID) != 0 && b[MORE] <= HTR_PERF_BUILD_ID) {
        map.build_id_size = b[MORE];
        memcpy(map.build_id, b + MORE + 4, map.build_id_size);
    }
    bool code = two && !kernel ? (htr_perf_u32(b + PROT) & PROT_EXECUTE) != 0
                               : (w->misc & MISC_MMAP_DATA) == 0;
    return code ? add_map(w, &map) : HTR_OK;
}

/* The task, made when it is new. */
static struct htr_perf_task *task_of(struct walk *w, uint32_t pid, uint32_t tid)
{
    struct htr_perf_data *p = w->p;
    for (size_t i = p->tasks; i > 0; i--) {
        if (p->task[i - 1].tid == tid) {
            p->task[i - 1].pid = pid;
            return &p->task[i - 1];
        }
    }
    struct htr_perf_task *bigger = grow(w, p->task, 1, p->tasks, sizeof *bigger);
    if (bigger == NULL) {
        return NULL;
    }
    p->task = bigger;
    p->task[p->tasks] = (struct htr_perf_task){.pid = pid, .tid = tid, .parent = UINT32_MAX};
    return &p->task[p->tasks++];
}

static int take_task(struct walk *w)
{
    const bool fork = w->type == RECORD_FORK;
    const unsigned tid = fork ? 8 : 4; /* FORK has pid, ppid, tid, ptid */
    if (w->size < tid + 4) {
        return too_short(w);
    }
    struct htr_perf_task *t = task_of(w, htr_perf_u32(w->body), htr_perf_u32(w->body + tid));
    if (t == NULL) {
        return w->host->last.status;
    }
    if (fork && htr_perf_u32(w->body + 4) != t->pid) {
        t->parent = htr_perf_u32(w->body + 4);
    } else if (w->type == RECORD_COMM) {
        const char *name = text_at(w, 8);
        if (name == NULL) {
            return bad(w, HTR_ERR_FORMAT, "the name of a task does not end; copy the file again");
        }
        size_t n = strnlen(name, HTR_PERF_COMM - 1);
        memcpy(t->comm, name, n);
        t->comm[n] = '\0';
    }
    return HTR_OK;
}

/* PID, 24 bytes with the ID (its size is byte 20, when a bit says so), the name. */
static int take_build_id(struct walk *w)
{
    enum {
        ID = 4,
        SIZE = ID + HTR_PERF_BUILD_ID,
        NAME = 28
    };
    const char *path = text_at(w, NAME);
    if (w->ids++ == MOST_BUILD_IDS) {
        return bad(w, HTR_ERR_RANGE, "there are too many build IDs; record less");
    }
    if (path == NULL) {
        return bad(w, HTR_ERR_FORMAT, "the name at a build ID does not end; copy the file again");
    }
    uint8_t size = (w->misc & MISC_BUILD_ID_SIZE) != 0 ? w->body[SIZE] : HTR_PERF_BUILD_ID;
    for (size_t i = 0; size <= HTR_PERF_BUILD_ID && i < w->p->maps; i++) {
        struct htr_perf_map *map = &w->p->map[i];
        if (map->build_id_size == 0 && strcmp(map->path, path) == 0) {
            map->build_id_size = size;
            memcpy(map->build_id, w->body + ID, size);
        }
    }
    return HTR_OK;
}

/* ---- the trace ---- */

/* True: words of SpacemiT's layout, which are then taken. */
static bool take_metadata(struct walk *w, const uint8_t *words, size_t n, int *status)
{
    struct htr_perf_data *p = w->p;
    const uint64_t first = htr_perf_u64(words);
    const uint64_t cpus = first & UINT32_MAX;
    *status = HTR_OK;
    if (n < META_HEADER + META_CPU || cpus == 0 || cpus != (n - META_HEADER) / META_CPU ||
        (n - META_HEADER) % META_CPU != 0) {
        return false;
    }
    p->cpu = calloc(cpus, sizeof *p->cpu);
    if (p->cpu == NULL) {
        *status = htr_fail(w->host, HTR_ERR_MEMORY, p->path, "does not fit in memory");
        return true;
    }
    p->pmu_type = (uint32_t)(first >> 32);
    p->cpus = cpus;
    for (size_t i = 0; i < cpus; i++) {
        uint64_t v[META_CPU];
        for (unsigned k = 0; k < META_CPU; k++) {
            v[k] = htr_perf_u64(words + (META_HEADER + i * META_CPU + k) * WORD);
        }
        if (v[1] != META_PARAMS || v[5] > NEXUS_MAX_SRC_BITS || v[6] >> NEXUS_MAX_SRC_BITS != 0) {
            *status = bad(w, HTR_ERR_FORMAT,
                          "the description of an encoder cannot be; it has another layout than "
                          "SpacemiT's");
            return true;
        }
        p->cpu[i] = (struct htr_perf_cpu){
            .cpu = (uint32_t)v[0],
            .format = (uint32_t)v[2],
            .context = v[3] != 0,
            .inhibit_src = v[4] != 0,
            .src_bits = (uint8_t)v[5],
            .src_id = (uint16_t)v[6],
        };
    }
    p->described = true;
    return true;
}

static int take_info(struct walk *w)
{
    enum {
        PRIVATE = 8
    };
    struct htr_perf_data *p = w->p;
    int status = HTR_OK;
    if (w->size < PRIVATE) {
        return too_short(w);
    }
    if (p->has_info) {
        return bad(w, HTR_ERR_FORMAT, "there are two descriptions of the AUX trace");
    }
    p->trace_type = htr_perf_u32(w->body);
    if (p->trace_type != TYPE_RISCV_TRACE) {
        return htr_fail(w->host, HTR_ERR_FORMAT, p->path,
                        "its AUX trace is of type %u, not of type %u, RISC-V trace; record with "
                        "perf record -e rvtrace/.../",
                        (unsigned)p->trace_type, TYPE_RISCV_TRACE);
    }
    p->has_info = true;
    const size_t words = (w->size - (size_t)PRIVATE) / WORD;
    if (words == 0) {
        return too_short(w);
    }
    if (!take_metadata(w, w->body + PRIVATE, words, &status)) {
        p->pmu_type = (uint32_t)htr_perf_u64(w->body + PRIVATE);
    }
    return status;
}

/* The trace follows the record. */
static int take_piece(struct walk *w)
{
    enum {
        OFFSET = 8,
        IDX = 24,
        TID = 28,
        CPU = 32,
        LEAST = 36
    };
    struct htr_perf_data *p = w->p;
    if (w->size < LEAST) {
        return too_short(w);
    }
    const uint64_t size = htr_perf_u64(w->body);
    if (size > w->end - w->next) {
        return bad(w, HTR_ERR_TRUNCATED,
                   "the trace after a record is cut off; copy the file again");
    }
    struct htr_perf_piece *bigger = grow(w, p->piece, 2, p->pieces, sizeof *bigger);
    if (bigger == NULL) {
        return w->host->last.status;
    }
    p->piece = bigger;
    p->piece[p->pieces++] = (struct htr_perf_piece){
        .at = w->next,
        .size = size,
        .offset = htr_perf_u64(w->body + OFFSET),
        .idx = htr_perf_u32(w->body + IDX),
        .tid = htr_perf_u32(w->body + TID),
        .cpu = htr_perf_u32(w->body + CPU),
    };
    p->aux_bytes += size;
    w->next += size;
    return HTR_OK;
}

static int take_aux(struct walk *w)
{
    enum {
        FLAGS = 16
    };
    if (w->size < FLAGS + 8) {
        return too_short(w);
    }
    const uint64_t flags = htr_perf_u64(w->body + FLAGS);
    w->p->aux++;
    w->p->aux_lost += (flags & (AUX_TRUNCATED | AUX_PARTIAL | AUX_COLLISION)) != 0;
    w->p->aux_raw += (flags & AUX_RAW) != 0;
    return HTR_OK;
}

/* In a pipe the data follows; in a file it is a feature. */
static int skip_tracing_data(struct walk *w)
{
    if (!w->p->pipe) {
        return HTR_OK;
    }
    if (w->size < 4) {
        return too_short(w);
    }
    const uint64_t size = ((uint64_t)htr_perf_u32(w->body) + 7) / 8 * 8;
    if (size > w->end - w->next) {
        return bad(w, HTR_ERR_TRUNCATED, "the data after a record is cut off; copy the file again");
    }
    w->next += size;
    return HTR_OK;
}

int htr_perf_record(struct walk *w)
{
    if (w->build_ids) {
        return take_build_id(w);
    }
    switch (w->type) {
    case RECORD_MMAP:
    case RECORD_MMAP2:
        return take_map(w);
    case RECORD_COMM:
    case RECORD_FORK:
    case RECORD_ITRACE_START:
        return take_task(w);
    case RECORD_AUX:
        return take_aux(w);
    case RECORD_SWITCH:
    case RECORD_SWITCH_CPU_WIDE:
        w->p->switches++;
        return HTR_OK;
    case RECORD_HEADER_TRACING_DATA:
        return skip_tracing_data(w);
    case RECORD_HEADER_BUILD_ID:
        return take_build_id(w);
    case RECORD_AUXTRACE_INFO:
        return take_info(w);
    case RECORD_AUXTRACE:
        return take_piece(w);
    case RECORD_COMPRESSED:
    case RECORD_COMPRESSED2:
        return htr_fail(w->host, HTR_ERR_FORMAT, w->p->path,
                        "has compressed records; record without -z");
    default:
        return HTR_OK;
    }
}
