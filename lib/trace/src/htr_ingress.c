/* SPDX-License-Identifier: Apache-2.0 */
/* Ingress streams from files. */
#include "htr/htr_ingress.h"

#include <string.h>

static size_t read_file(void *ctx, uint8_t *to, size_t n)
{
    struct htr_ingress *s = ctx;
    return htr_file_read(&s->file, to, n);
}

/* A compressed file that was cut off is a stream that was cut off. */
static bool file_broke(void *ctx)
{
    const struct htr_ingress *s = ctx;
    return s->file.error != NULL && !s->file.cut;
}

int htr_ingress_open(struct htr_ingress *s, struct htr_host *host, const char *path)
{
    s->host = host;
    s->path = path;
    int status = htr_file_open(&s->file, host, path);
    if (status != HTR_OK) {
        memset(&s->reader, 0, sizeof s->reader);
        return status;
    }
    const struct ingress_input input = {.read = read_file, .broken = file_broke, .ctx = s};
    int result = ingress_reader_open(&s->reader, &input);
    if (result != INGRESS_OK) {
        status = htr_ingress_fail(s, result);
        htr_file_close(&s->file);
    }
    return status;
}

enum htr_status htr_ingress_status(int status)
{
    switch (status) {
    case INGRESS_OK:
        return HTR_OK;
    case INGRESS_ERR_ARG:
        return HTR_ERR_ARG;
    case INGRESS_ERR_IO:
        return HTR_ERR_READ;
    case INGRESS_ERR_VERSION:
        return HTR_ERR_VERSION;
    case INGRESS_ERR_TRUNCATED:
        return HTR_ERR_TRUNCATED;
    case INGRESS_ERR_MEMORY:
        return HTR_ERR_MEMORY;
    default:
        return HTR_ERR_FORMAT;
    }
}

int htr_ingress_fail(struct htr_ingress *s, int status)
{
    const struct ingress_reader *r = &s->reader;
    if (status == INGRESS_ERR_FORMAT && r->record_offset == 0) {
        return htr_fail(s->host, HTR_ERR_FORMAT, s->path,
                        "not an ingress stream; hartrace record makes one");
    }
    const struct htr_where where = {.file = s->path, .offset = r->record_offset, .source = -1};
    return htr_fail_at(s->host, htr_ingress_status(status), &where,
                       "%s, at offset %llu of the uncompressed stream", ingress_strerror(status),
                       (unsigned long long)r->record_offset);
}

void htr_ingress_close(struct htr_ingress *s)
{
    ingress_reader_close(&s->reader);
    htr_file_close(&s->file);
}
