/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_options.h"

#include "progress.h"

void trace_progress(const struct htr_trace *t, FILE *results)
{
    if (t->room == 0) {
        size_t size = t->frames ? t->decoder.msgs.size : t->bytes.size;
        progress_begin(t->host->ctx, PROGRESS_BYTES, size, results);
    } else if (t->stream.format == HTR_FILE_PLAIN) {
        progress_begin_file(t->host->ctx, &t->stream, results);
    } else {
        progress_begin(t->host->ctx, PROGRESS_BYTES, 0, results); /* compressed: size unknown */
    }
}
