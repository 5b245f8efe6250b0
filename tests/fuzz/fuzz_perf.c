/* SPDX-License-Identifier: Apache-2.0 */
/*
 * perf.data: any bytes. What is accepted lies inside of the file; the messages taken out of it are
 * no longer than its trace and an Error message for each source at each break; the code of files
 * that are not there is none.
 */
#include <string.h>

#include "fuzz.h"
#include "htr/htr_perf_data.h"

static uint8_t sum; /* reads what is pointed at, for the address sanitizer */

static void touch(const uint8_t *p, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++) {
        sum = (uint8_t)(sum + p[i]);
    }
}

static void check_parts(const struct htr_perf_data *p)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < p->pieces; i++) {
        FUZZ_CHECK(p->piece[i].at <= p->file.size);
        FUZZ_CHECK(p->piece[i].size <= p->file.size - p->piece[i].at);
        touch(p->file.bytes + p->piece[i].at, p->piece[i].size);
        bytes += p->piece[i].size;
    }
    FUZZ_CHECK(p->pieces > 0 && p->has_info && bytes == p->aux_bytes);
    for (size_t i = 0; i < p->maps; i++) {
        touch((const uint8_t *)p->map[i].path, strlen(p->map[i].path) + 1);
        FUZZ_CHECK(p->map[i].build_id_size <= HTR_PERF_BUILD_ID);
    }
    for (size_t i = 0; i < p->tasks; i++) {
        FUZZ_CHECK(memchr(p->task[i].comm, '\0', HTR_PERF_COMM) != NULL);
    }
    for (size_t i = 0; i < p->cpus; i++) {
        FUZZ_CHECK(p->cpu[i].src_bits <= 12 && p->cpu[i].src_id < 4096);
    }
    FUZZ_CHECK(htr_perf_data_src_bits(p) >= -1 && htr_perf_data_src_bits(p) <= 12);
    FUZZ_CHECK(p->aux_lost <= p->aux && p->aux_raw <= p->aux && p->aux <= p->records);
}

static void check_messages(const struct htr_perf_data *p, struct htr_host *host)
{
    enum {
        SOURCES = 4096,
        ERROR_BYTES = 5
    };
    struct nexus_stream_cfg cfg;
    struct htr_bytes messages;
    struct htr_frame_sum frames;
    nexus_cfg_init(&cfg);
    nexus_cfg_set_profile(&cfg, NEXUS_PROFILE_SPACEMIT_K3);
    FUZZ_CHECK(htr_perf_data_messages(p, host, &cfg, &messages, &frames) == HTR_OK);
    FUZZ_CHECK(messages.size + frames.dropped <=
               p->aux_bytes + frames.breaks * SOURCES * ERROR_BYTES);
    touch(messages.bytes, messages.size + 8);
    htr_bytes_free(&messages);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct htr_host host = {0};
    struct htr_perf_data p;
    struct htr_perf_code code;
    struct htr_bytes bytes = {malloc(size + 8), size};
    FUZZ_CHECK(bytes.bytes != NULL);
    for (size_t i = 0; i < size + 8; i++) {
        bytes.bytes[i] = i < size ? data[i] : 0;
    }
    int status = htr_perf_data_read(&p, &host, "perf.data", &bytes);
    FUZZ_CHECK(bytes.bytes == NULL);
    if (status != HTR_OK) {
        FUZZ_CHECK(host.last.status == (enum htr_status)status && host.last.text[0] != '\0');
        FUZZ_CHECK(p.file.bytes == NULL && p.map == NULL);
        return 0;
    }
    check_parts(&p);
    check_messages(&p, &host);
    FUZZ_CHECK(htr_perf_data_code(&p, &host, "/nonexistent", &code) == HTR_OK);
    FUZZ_CHECK(code.count == 0 && code.files == 0);
    htr_perf_code_free(&code);
    htr_perf_data_close(&p);
    return 0;
}
