/* SPDX-License-Identifier: Apache-2.0 */
/*
 * perf.data: what Linux' perf record wrote of a RISC-V trace. Its AUX areas hold the trace, its
 * records say which file was mapped where in which process.
 *
 *   struct htr_perf_data p;
 *   htr_perf_data_open(&p, &host, "perf.data");
 *   htr_perf_data_messages(&p, &host, &cfg, &messages, NULL);      the trace
 *   htr_perf_data_code(&p, &host, "sysroot", &code);               the code, by context
 *
 * A task's context in the trace (scontext) is its tid: docs/reference/perf-data.md has that, what
 * else is taken from where, and what is not read.
 *
 * Sources: Linux, tools/perf/Documentation/perf.data-file-format.txt and
 * include/uapi/linux/perf_event.h; for the AUX trace of RISC-V the series "RISC-V: trace" (v3,
 * February 2026, tools/perf/util/rvtrace.h), and SpacemiT's for the K3 (github.com/lz-bro/linux,
 * tools/perf/util/rvtrace.h). Neither is merged.
 */
#ifndef HTR_PERF_DATA_H
#define HTR_PERF_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "flow/flow_code_space.h"
#include "htr/htr_frame_messages.h"
#include "htr/htr_input.h"
#include "nexus/nexus_cfg.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTR_PERF_BUILD_ID = 20, /* bytes at most */
    HTR_PERF_COMM = 16,     /* bytes of a task's name, with its NUL */
};

/* An encoder, as PERF_RECORD_AUXTRACE_INFO describes it. */
struct htr_perf_cpu {
    uint32_t cpu;
    uint32_t format; /* trTeFormat: 1 is N-Trace */
    bool context;    /* trTeContext: it sends Ownership messages */
    bool inhibit_src;
    uint8_t src_bits; /* of trTeInstFeatures */
    uint16_t src_id;
};

/* A piece of an AUX area: PERF_RECORD_AUXTRACE. */
struct htr_perf_piece {
    uint64_t at, size; /* in the file, bytes */
    uint64_t offset;   /* in the area, bytes since recording began */
    uint32_t idx;      /* of the area */
    uint32_t cpu;      /* UINT32_MAX: of a thread */
    uint32_t tid;      /* UINT32_MAX: of a CPU */
};

/* Code that was mapped: PERF_RECORD_MMAP or MMAP2 of something executable. */
struct htr_perf_map {
    uint32_t pid; /* UINT32_MAX: the kernel's */
    uint64_t addr, size;
    uint64_t offset;  /* of the first byte in the file */
    const char *path; /* on the target; "[vdso]", "//anon" and the like are no files */
    uint8_t build_id[HTR_PERF_BUILD_ID];
    uint8_t build_id_size; /* 0: not known */
};

/* A task: PERF_RECORD_COMM, FORK, ITRACE_START. */
struct htr_perf_task {
    uint32_t pid, tid;
    uint32_t parent; /* pid of the process that forked this one, or UINT32_MAX */
    char comm[HTR_PERF_COMM];
};

/* Read everything; all of it is released by htr_perf_data_close. */
struct htr_perf_data {
    const char *path;
    struct htr_bytes file;
    bool pipe;           /* perf record -o - */
    bool framed;         /* the AUX areas hold frames of a CoreSight formatter */
    bool described;      /* cpu[] is known: SpacemiT's layout */
    uint32_t trace_type; /* of PERF_RECORD_AUXTRACE_INFO */
    bool has_info;       /* there was one */
    uint32_t pmu_type;
    struct htr_perf_cpu *cpu;
    struct htr_perf_piece *piece;
    struct htr_perf_map *map;
    struct htr_perf_task *task;
    size_t cpus, pieces, maps, tasks;
    size_t rooms[4];    /* private */
    uint64_t records;   /* of all kinds */
    uint64_t switches;  /* PERF_RECORD_SWITCH and SWITCH_CPU_WIDE */
    uint64_t aux;       /* PERF_RECORD_AUX, */
    uint64_t aux_lost;  /* those with TRUNCATED, PARTIAL or COLLISION */
    uint64_t aux_raw;   /* those that say the area has no frames */
    uint64_t aux_bytes; /* of all pieces */
};

/* Code of a perf.data file by context. */
struct htr_perf_code {
    struct flow_code_mapping *mapping; /* the last one counts first */
    size_t count;
    struct htr_bytes *file;
    size_t files;
    size_t missing; /* files that are not there, or not the ones that ran: reported as remarks */
};

/* Does the file begin as perf.data does, of either order of bytes? False for what is no plain file
 * (its bytes come once), or cannot be read. */
bool htr_perf_data_is(const char *path);

/* Load and read a file. Returns HTR_OK, or after a message HTR_ERR_OPEN, _READ, _MEMORY (the file),
 * HTR_ERR_FORMAT (no perf.data of little-endian version 2, a record that cannot be, compressed
 * records, AUX trace of something else than RISC-V), HTR_ERR_TRUNCATED (a record or its trace ends
 * after the file, or perf record did not finish), HTR_ERR_MISSING (no AUX trace), HTR_ERR_RANGE
 * (more than 65536 tasks, maps or pieces, or 16384 build IDs); then nothing is held. */
int htr_perf_data_open(struct htr_perf_data *p, struct htr_host *host,
                       const char *path) HTR_MUST_CHECK;

/* The same for bytes from htr_bytes_load or malloc, which p takes over, also on failure. */
int htr_perf_data_read(struct htr_perf_data *p, struct htr_host *host, const char *path,
                       struct htr_bytes *bytes) HTR_MUST_CHECK;

/* The width of SRC that all encoders agree on, 0 to 12; -1 when it is not known. */
int htr_perf_data_src_bits(const struct htr_perf_data *p);

/* The trace: messages of one AUX area after the other, without frames, as htr_frame_messages.h has
 * them; where bytes are missing between two pieces there is an Error message. cfg: width of SRC and
 * timestamps. sum may be NULL. Returns HTR_OK, or HTR_ERR_MEMORY after a message. */
int htr_perf_data_messages(const struct htr_perf_data *p, struct htr_host *host,
                           const struct nexus_stream_cfg *cfg, struct htr_bytes *messages,
                           struct htr_frame_sum *sum) HTR_MUST_CHECK;

/* The code of all tasks, from the files that were mapped: of a path it is SYMFS/path, or as perf's
 * cache has it SYMFS/path/BUILD-ID/elf; symfs NULL: path itself. A file whose build ID differs is
 * not used. What is missing is reported in remarks. Returns HTR_OK, or after a message
 * HTR_ERR_MEMORY. */
int htr_perf_data_code(const struct htr_perf_data *p, struct htr_host *host, const char *symfs,
                       struct htr_perf_code *code) HTR_MUST_CHECK;

/* Both do nothing for what is all zero. */
void htr_perf_code_free(struct htr_perf_code *code);
void htr_perf_data_close(struct htr_perf_data *p);

#ifdef __cplusplus
}
#endif

#endif
