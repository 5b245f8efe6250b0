/* SPDX-License-Identifier: Apache-2.0 */
/* The files that a session writes. */
#include <string.h>

#include "hts_session_priv.h"

enum {
    PATH_BYTES = 4096
};

/* FILE when there is one thing to save, otherwise FILE.PART. */
static int open_part(struct hts_session *session, const char *file, const char *part, FILE **out)
{
    char name[PATH_BYTES];
    int n = part == NULL ? snprintf(name, sizeof name, "%s", file)
                         : snprintf(name, sizeof name, "%s.%s", file, part);
    if (n < 0 || n >= PATH_BYTES) {
        return htr_fail(session->host, HTR_ERR_RANGE, file, "the name is too long");
    }
    *out = htr_create(session->host, name);
    return *out != NULL ? HTR_OK : HTR_ERR_OPEN;
}

static unsigned count_used(const struct hts_session *session)
{
    unsigned n = 0;
    for (unsigned i = 0; i < session->tree->ncomponents; i++) {
        n += hts_is_used(session, i);
    }
    return n;
}

static int open_traces(struct hts_session *session)
{
    const unsigned n = count_used(session);
    char name[TOPOLOGY_NAME_MAX];
    int status = HTR_OK;
    for (unsigned i = 0; i < session->tree->ncomponents && status == HTR_OK; i++) {
        if (hts_is_used(session, i)) {
            status = open_part(session, session->cfg.save_trace,
                               n > 1 ? topology_name(session->tree, i, name) : NULL,
                               &session->sink[i].file);
        }
    }
    return status;
}

static int open_lists(struct hts_session *session)
{
    char number[16];
    int status = HTR_OK;
    for (unsigned h = 0; h < session->harts && status == HTR_OK; h++) {
        snprintf(number, sizeof number, "%u", h);
        const char *part = session->harts > 1 ? number : NULL;
        if (session->cfg.save_pcs != NULL) {
            status = open_part(session, session->cfg.save_pcs, part, &session->hart[h].list);
        }
        if (status == HTR_OK && session->cfg.save_accesses != NULL) {
            status =
                open_part(session, session->cfg.save_accesses, part, &session->hart[h].accesses);
        }
    }
    return status;
}

static bool is_used_pins(const struct hts_session *session, unsigned i)
{
    return hts_is_used(session, i) && session->tree->component[i].kind == TOPOLOGY_PIBSINK;
}

/* The folder of a snapshot, with the traces that are written as they come. */
static int open_snapshot(struct hts_session *session)
{
    char file[PATH_BYTES], name[TOPOLOGY_NAME_MAX];
    int status = htr_folder(session->host, session->cfg.save_snapshot);
    for (unsigned i = 0; i < session->tree->ncomponents && status == HTR_OK; i++) {
        if (is_used_pins(session, i)) {
            snprintf(file, sizeof file, "%s/%s", session->cfg.save_snapshot,
                     topology_name(session->tree, i, name));
            status = open_part(session, file, "bin", &session->sink[i].copy);
        }
    }
    return status;
}

int hts_wave(struct hts_session *session, FILE *f)
{
    unsigned pins = 0;
    if (session->stage != HTS_PROGRAMMED || !session->cfg.wave) {
        return htr_fail(session->host, HTR_ERR_CONFLICT, NULL,
                        "a wave can be written from hts_program to hts_start, with cfg.wave");
    }
    while (pins < session->tree->ncomponents && !is_used_pins(session, pins)) {
        pins++;
    }
    if (pins == session->tree->ncomponents) {
        return htr_fail(session->host, HTR_ERR_MISSING, NULL,
                        "--save-vcd: the trace goes to no PIB sink; add --sink pib, "
                        "and a --dtb that has one");
    }
    hts_pins_wave(&session->pins[pins], &session->pib, f);
    return HTR_OK;
}

int hts_outputs_open(struct hts_session *session)
{
    const struct hts_session_cfg *cfg = &session->cfg;
    int status = HTR_OK;
    if (cfg->save_trace != NULL && !cfg->no_trace) {
        status = open_traces(session);
    }
    if (status == HTR_OK) {
        status = open_lists(session);
    }
    if (status == HTR_OK && cfg->save_snapshot != NULL && !cfg->no_trace) {
        status = open_snapshot(session);
    }
    if (status == HTR_OK && cfg->record != NULL) {
        const struct hts_record_cfg record = {.folder = cfg->record,
                                              .size = cfg->record_size != 0 ? cfg->record_size
                                                                            : HTS_RECORD_SIZE,
                                              .program = session->program[0].path,
                                              .platform = session->platform};
        status = hts_record_open(&session->execution, session->host, &record);
    }
    return status;
}

const char *hts_trace_path(const struct hts_session *session, unsigned sink, char *path,
                           size_t size)
{
    char name[TOPOLOGY_NAME_MAX];
    const bool several = count_used(session) > 1;
    snprintf(path, size, "%s%s%s", session->cfg.save_trace != NULL ? session->cfg.save_trace : "",
             several ? "." : "", several ? topology_name(session->tree, sink, name) : "");
    return path;
}

int hts_outputs_save(struct hts_session *session)
{
    int status = HTR_OK;
    for (unsigned i = 0; i < session->tree->ncomponents; i++) {
        struct hts_sink_work *sink = &session->sink[i];
        if (sink->file != NULL) { /* an error stays in the output */
            if (!is_used_pins(session, i)) {
                (void)fwrite(sink->bytes, 1, (size_t)sink->is.size, sink->file);
            }
            int closed = htr_close(session->host, sink->file);
            status = closed != HTR_OK ? closed : status;
            sink->file = NULL;
        }
    }
    return status;
}

int hts_outputs_close(struct hts_session *session)
{
    int status = HTR_OK;
    for (unsigned h = 0; h < session->harts && session->hart != NULL; h++) {
        FILE *left[2] = {session->hart[h].list, session->hart[h].accesses};
        for (unsigned k = 0; k < 2; k++) {
            int closed = htr_close(session->host, left[k]);
            status = closed != HTR_OK ? closed : status;
        }
    }
    for (unsigned i = 0; i < TOPOLOGY_MAX_COMPONENTS; i++) {
        FILE *left[2] = {session->sink[i].file, session->sink[i].copy};
        for (unsigned k = 0; k < 2; k++) {
            int closed = htr_close(session->host, left[k]);
            status = closed != HTR_OK ? closed : status;
        }
    }
    if (session->recording) {
        int closed = ingress_writer_close(&session->record);
        if (closed != INGRESS_OK && closed != INGRESS_ERR_IO && status == HTR_OK) {
            status = htr_fail(session->host,
                              closed == INGRESS_ERR_MEMORY ? HTR_ERR_MEMORY : HTR_ERR_WRITE,
                              session->cfg.save_ingress, "%s", ingress_strerror(closed));
        }
    }
    int closed = htr_close(session->host, session->ingress);
    status = closed != HTR_OK ? closed : status;
    closed = hts_record_close(session->execution);
    return closed != HTR_OK ? closed : status;
}
