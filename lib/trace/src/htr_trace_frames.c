/* SPDX-License-Identifier: Apache-2.0 */
/* A trace as it is in memory behind CoreSight funnels. */
#include "htr/htr_frame_messages.h"
#include "htr_trace_load.h"

static int unframe(struct htr_trace *t, const struct nexus_stream_cfg *cfg)
{
    struct htr_frame_messages *m;
    struct htr_bytes messages = {0};
    int status = htr_frame_messages_open(&m, cfg);
    if (status == HTR_OK) {
        if (t->wrapped) {
            htr_frame_messages_wrapped(m);
        }
        status = htr_frame_messages_add(m, t->bytes.bytes, t->bytes.size);
    }
    if (status != HTR_OK) {
        htr_frame_messages_close(m);
        return htr_fail(t->host, status, t->path, "does not fit in memory");
    }
    htr_frame_messages_end(m, &messages, &t->unframed);
    htr_bytes_free(&t->bytes);
    t->bytes = messages;
    t->wrapped = false; /* every message is whole */
    return messages.bytes != NULL
               ? HTR_OK
               : htr_fail(t->host, HTR_ERR_MEMORY, t->path, "does not fit in memory");
}

int htr_trace_load_frames(struct htr_trace *t)
{
    struct nexus_stream_cfg cfg;
    int status = htr_bytes_load(&t->bytes, t->host, t->path);
    htr_settings_stream(&t->te, &cfg);
    if (status != HTR_OK || nexus_cfg_check(&cfg) != NULL ||
        !htr_frame_messages_are(&cfg, t->bytes.bytes, t->bytes.size)) {
        return status;
    }
    return unframe(t, &cfg);
}
