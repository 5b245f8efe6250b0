/* SPDX-License-Identifier: Apache-2.0 */
/* Code of the tasks in a perf.data file: bytes of the files that were mapped, where they were. */
#include <stdlib.h>
#include <string.h>

#include "htr/htr_elf.h"
#include "htr_perf_priv.h"

enum {
    PATH = 4096,
    GENERATIONS = 64, /* of forks whose maps count */
    NONE = -1,
};

/* Files by path: each is read once. */
struct work {
    const struct htr_perf_data *p;
    struct htr_host *host;
    const char *symfs;
    struct htr_perf_code *code;
    size_t room;
    long *file_of; /* map to code->file, or NONE */
};

/* ---- files ---- */

/* The kernel names what is no file "[vdso]", "//anon", "/dev/zero (deleted)" and so on. */
static bool is_file(const char *path)
{
    return path[0] == '/' && path[1] != '/' && strncmp(path, "/dev/", 5) != 0 &&
           strncmp(path, "/memfd:", 7) != 0 && strncmp(path, "/SYSV", 5) != 0;
}

static bool there(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (f != NULL) {
        (void)fclose(f);
    }
    return f != NULL;
}

static bool find(const struct work *w, const struct htr_perf_map *map, char text[PATH])
{
    char id[2 * HTR_PERF_BUILD_ID + 1] = "";
    const char *root = w->symfs != NULL ? w->symfs : "";
    for (unsigned i = 0; i < map->build_id_size; i++) {
        snprintf(id + (size_t)2 * i, 3, "%02x", map->build_id[i]);
    }
    int n = snprintf(text, PATH, "%s%s/%s/elf", root, map->path, id);
    if (n < PATH && map->build_id_size > 0 && there(text)) {
        return true;
    }
    n = snprintf(text, PATH, "%s%s", root, map->path);
    return n < PATH && there(text);
}

static bool fits(const struct htr_bytes *file, uint64_t at, uint64_t size)
{
    return at <= file->size && size <= file->size - at;
}

/* The build ID in the notes at [at, at + size): n_namesz, n_descsz, n_type, "GNU", the ID. Returns
 * its size, 0 when there is none. */
static uint32_t id_in_notes(const struct htr_bytes *file, uint64_t at, uint64_t size, uint64_t *id)
{
    enum {
        HEAD = 12,
        NT_GNU_BUILD_ID = 3
    };
    const uint64_t end = at + size;
    while (end - at >= HEAD) {
        const uint8_t *n = file->bytes + at;
        uint64_t name = ((uint64_t)htr_perf_u32(n) + 3) / 4 * 4;
        uint64_t desc = htr_perf_u32(n + 4);
        at += HEAD;
        if (name > end - at || desc > end - at - name) {
            return 0;
        }
        if (htr_perf_u32(n + 8) == NT_GNU_BUILD_ID && name == 4 &&
            memcmp(n + HEAD, "GNU", 4) == 0) {
            *id = at + name;
            return (uint32_t)desc;
        }
        at += name;
        desc = (desc + 3) / 4 * 4;
        at += desc < end - at ? desc : end - at;
    }
    return 0;
}

/* Is the build ID of this ELF file another one? Not when one of the two is not known. */
static bool is_other(const struct htr_bytes *file, const struct htr_perf_map *map)
{
    enum {
        CLASS = 4,
        PT_NOTE = 4
    };
    const uint8_t *b = file->bytes;
    if (map->build_id_size == 0 || file->size < 64 || memcmp(b, "\177ELF", 4) != 0) {
        return false;
    }
    const bool wide = b[CLASS] == 2;
    const uint64_t phoff = wide ? htr_perf_u64(b + 32) : htr_perf_u32(b + 28);
    const unsigned size = htr_perf_u16(b + (wide ? 54 : 42));
    const unsigned count = htr_perf_u16(b + (wide ? 56 : 44));
    for (unsigned i = 0; i < count && size >= (wide ? 56u : 32u); i++) {
        const uint64_t at = phoff + (uint64_t)i * size;
        if (at < phoff || !fits(file, at, size) || htr_perf_u32(b + at) != PT_NOTE) {
            continue;
        }
        uint64_t notes = wide ? htr_perf_u64(b + at + 8) : htr_perf_u32(b + at + 4), id = 0;
        uint64_t n = wide ? htr_perf_u64(b + at + 32) : htr_perf_u32(b + at + 16);
        uint32_t found = fits(file, notes, n) ? id_in_notes(file, notes, n, &id) : 0;
        if (found > 0) {
            return found != map->build_id_size || memcmp(b + id, map->build_id, found) != 0;
        }
    }
    return false;
}

/* Load the file of a map. Returns its number, NONE after a remark, or an HTR_ERR_* below it. */
static long load(struct work *w, const struct htr_perf_map *map)
{
    char path[PATH];
    struct htr_bytes *file = &w->code->file[w->code->files];
    if (!find(w, map, path)) {
        w->code->missing++;
        htr_note(w->host, w->p->path, "%s is not here; give the target's files with --symfs",
                 map->path);
        return NONE;
    }
    int status = htr_bytes_load(file, w->host, path);
    if (status == HTR_ERR_MEMORY) {
        return status;
    }
    if (status == HTR_OK && is_other(file, map)) {
        htr_bytes_free(file);
        htr_note(w->host, path, "has another build ID than what ran; it is not used");
        status = HTR_ERR_CONFLICT;
    }
    if (status != HTR_OK) {
        w->code->missing++;
        return NONE;
    }
    return (long)w->code->files++;
}

/* The maps are compared with those before them: the same file is loaded once. */
static int load_files(struct work *w)
{
    for (size_t i = 0; i < w->p->maps; i++) {
        const struct htr_perf_map *map = &w->p->map[i];
        w->file_of[i] = NONE;
        if (map->pid == UINT32_MAX || !is_file(map->path)) {
            continue;
        }
        size_t k = 0;
        while (k < i && (w->p->map[k].pid == UINT32_MAX ||
                         w->p->map[k].build_id_size != map->build_id_size ||
                         memcmp(w->p->map[k].build_id, map->build_id, map->build_id_size) != 0 ||
                         strcmp(w->p->map[k].path, map->path) != 0)) {
            k++;
        }
        w->file_of[i] = k < i ? w->file_of[k] : load(w, map);
        if (w->file_of[i] < NONE) {
            return (int)w->file_of[i];
        }
    }
    return HTR_OK;
}

/* ---- tasks ---- */

static int add(struct work *w, size_t map, uint32_t tid)
{
    const struct htr_perf_map *m = &w->p->map[map];
    const struct htr_bytes *file = w->file_of[map] == NONE ? NULL : &w->code->file[w->file_of[map]];
    if (file == NULL || m->offset >= file->size || m->addr + m->size < m->addr) {
        return HTR_OK;
    }
    if (w->code->count == w->room) {
        size_t room = w->room == 0 ? 64 : w->room * 2;
        struct flow_code_mapping *bigger = realloc(w->code->mapping, room * sizeof *bigger);
        if (bigger == NULL) {
            return HTR_ERR_MEMORY;
        }
        w->code->mapping = bigger;
        w->room = room;
    }
    const uint64_t rest = file->size - m->offset;
    w->code->mapping[w->code->count++] = (struct flow_code_mapping){
        .region = {m->addr, m->size < rest ? m->size : rest, file->bytes + m->offset},
        .match = FLOW_DEPENDS_SCONTEXT,
        .scontext = tid,
    };
    return HTR_OK;
}

static uint32_t parent_of(const struct htr_perf_data *p, uint32_t pid)
{
    for (size_t i = 0; i < p->tasks; i++) {
        if (p->task[i].pid == pid && p->task[i].parent != UINT32_MAX) {
            return p->task[i].parent;
        }
    }
    return UINT32_MAX;
}

/* A process that was forked has the maps of the one that forked it, below its own. */
static int add_task(struct work *w, const struct htr_perf_task *task)
{
    uint32_t line[GENERATIONS];
    unsigned n = 0;
    int status = HTR_OK;
    for (uint32_t pid = task->pid; pid != UINT32_MAX && n < GENERATIONS;
         pid = parent_of(w->p, pid)) {
        line[n++] = pid;
    }
    while (n > 0 && status == HTR_OK) {
        const uint32_t pid = line[--n];
        for (size_t i = 0; i < w->p->maps && status == HTR_OK; i++) {
            status = w->p->map[i].pid == pid ? add(w, i, task->tid) : HTR_OK;
        }
    }
    return status;
}

/* A process of which nothing is known but its maps: one task with its own number. */
static int add_alone(struct work *w)
{
    int status = HTR_OK;
    for (size_t i = 0; i < w->p->maps && status == HTR_OK; i++) {
        const uint32_t pid = w->p->map[i].pid;
        bool known = pid == UINT32_MAX;
        for (size_t k = 0; k < w->p->tasks && !known; k++) {
            known = w->p->task[k].tid == pid;
        }
        status = known ? HTR_OK : add(w, i, pid);
    }
    return status;
}

int htr_perf_data_code(const struct htr_perf_data *p, struct htr_host *host, const char *symfs,
                       struct htr_perf_code *code)
{
    struct work w = {.p = p, .host = host, .symfs = symfs, .code = code};
    *code = (struct htr_perf_code){0};
    w.file_of = calloc(p->maps + 1, sizeof *w.file_of);
    code->file = calloc(p->maps + 1, sizeof *code->file);
    int status = w.file_of != NULL && code->file != NULL ? load_files(&w) : HTR_ERR_MEMORY;
    status = status == HTR_OK ? add_alone(&w) : status;
    for (size_t i = 0; i < p->tasks && status == HTR_OK; i++) {
        status = add_task(&w, &p->task[i]);
    }
    free(w.file_of);
    if (status != HTR_OK) {
        htr_perf_code_free(code);
        return htr_fail(host, status, p->path, "its code does not fit in memory");
    }
    return HTR_OK;
}

void htr_perf_code_free(struct htr_perf_code *code)
{
    for (size_t i = 0; i < code->files; i++) {
        htr_bytes_free(&code->file[i]);
    }
    free(code->file);
    free(code->mapping);
    *code = (struct htr_perf_code){0};
}
