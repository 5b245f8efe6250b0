/* SPDX-License-Identifier: Apache-2.0 */
/* The table of formats. */
#include "htr_write_priv.h"

struct format {
    struct htr_write_about about;
    void (*write)(struct htr_writer *w, const struct flow_elem *e);
};

static const struct format formats[HTR_WRITE_FORMATS] = {
    [HTR_WRITE_TEXT] = {{.name = "text", .source = true}, htr_write_text},
    [HTR_WRITE_PCS] = {{.name = "pcs", .ranges = true}, htr_write_pcs},
    [HTR_WRITE_RANGES] = {{.name = "ranges", .ranges = true}, htr_write_record},
    [HTR_WRITE_NEXRV] = {{.name = "nexrv", .ranges = true}, htr_write_pcs},
    [HTR_WRITE_JSONL] = {{.name = "jsonl", .source = true}, htr_write_jsonl},
    [HTR_WRITE_CSV] = {{.name = "csv", .source = true}, htr_write_csv},
};

const struct htr_write_about *htr_write_about(enum htr_write_format format)
{
    return &formats[format].about;
}

void htr_writer_init(struct htr_writer *w, enum htr_write_format format, FILE *out,
                     struct htr_code *code, void *buffer, size_t room)
{
    *w = (struct htr_writer){
        .format = format, .out = out, .code = code, .buffer = buffer, .room = room};
}

void htr_write_buffers(FILE *out, enum htr_write_format format)
{
    bool lines = format == HTR_WRITE_JSONL || format == HTR_WRITE_CSV; /* others: w->buffer */
    (void)setvbuf(out, NULL, lines ? _IOFBF : _IONBF, lines ? HTR_WRITE_BUFFER : 0);
}

void htr_write(struct htr_writer *w, const struct flow_elem *e)
{
    w->instructions += e->type == FLOW_ELEM_RANGE ? e->count : 0;
    formats[w->format].write(w, e);
}
