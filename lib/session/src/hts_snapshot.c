/* SPDX-License-Identifier: Apache-2.0 */
/* A snapshot of the simulated target, as a live one gives it. */
#include "htr/htr_snapshot_write.h"
#include "hts_session_priv.h"
#include "htt/htt_target.h"

enum {
    DESCRIPTION = 256, /* bytes */
};

/* What there is of a sink. Returns how many buffers: 0 or 1. A file that was written meanwhile is
 * closed. */
static int take_buffer(struct hts_session *session, unsigned i, struct htr_snapshot_buffer *out,
                       size_t *n)
{
    struct hts_sink_work *s = &session->sink[i];
    int status = HTR_OK;
    if (s->copy != NULL) {
        *out = (struct htr_snapshot_buffer){.component = i, .written = true};
        status = htr_close(session->host, s->copy);
        s->copy = NULL;
        ++*n;
    } else if (s->frames != NULL) {
        *out = (struct htr_snapshot_buffer){
            .component = i, .bytes = s->frames, .size = s->is.nframes, .coresight = true};
        ++*n;
    } else if (s->is.bytes != NULL) {
        *out = (struct htr_snapshot_buffer){
            .component = i, .bytes = s->is.bytes, .size = (size_t)s->is.size};
        ++*n;
    }
    return status;
}

int hts_snapshot(struct hts_session *session)
{
    struct htr_snapshot_buffer buffer[TOPOLOGY_MAX_COMPONENTS] = {0};
    const struct hts_session_cfg *cfg = &session->cfg;
    char description[DESCRIPTION];
    size_t n = 0;
    if (session->stage != HTS_STOPPED) {
        return htr_fail(session->host, HTR_ERR_CONFLICT, NULL, "hts_snapshot comes after hts_stop");
    }
    if (cfg->save_snapshot == NULL || cfg->no_trace) {
        return HTR_OK;
    }
    for (unsigned i = 0; i < session->tree->ncomponents; i++) {
        int status = take_buffer(session, i, &buffer[n], &n);
        if (status != HTR_OK) {
            return status;
        }
    }
    snprintf(description, sizeof description, "RISC-V trace, simulated by %s", cfg->origin);
    const struct htr_snapshot_source source = {
        .folder = cfg->save_snapshot,
        .description = description,
        .tree = session->tree,
        .use = session->room.use,
        .read = htt_read_register,
        .ctx = &session->fdt,
        .dtb = session->setup.dtb.blob,
        .dtb_size = session->setup.dtb.size,
        .images = cfg->elf,
        .nimages = cfg->nelf,
        .buffers = buffer,
        .nbuffers = n,
    };
    return htr_snapshot_write(&source, session->host);
}
