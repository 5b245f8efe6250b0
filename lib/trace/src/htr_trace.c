/* SPDX-License-Identifier: Apache-2.0 */
/* What dump, decode and verify share. */
#include "htr/htr_trace.h"

#include <stdlib.h>
#include <string.h>

#include "htr/htr_kind.h"
#include "htr/htr_coresight.h"
#include "htr/htr_sidecar.h"
#include "htr/htr_text.h"
#include "htr_trace_load.h"

/* ---- snapshots: the folder replaces the options ---- */

struct folder_options {
    struct htr_trace_options o;
    char text[HTR_STREAM_OPTIONS][HTR_OPTION_TEXT];
    unsigned n;
};

static int put_option(void *ctx, const char *option, const char *assignment)
{
    struct folder_options *f = ctx;
    struct htr_list *list = option[0] == 't' ? &f->o.te : &f->o.params;
    if (list->n == HTR_LIST_MAX || f->n == HTR_STREAM_OPTIONS) {
        return HTR_ERR_ARG;
    }
    snprintf(f->text[f->n], HTR_OPTION_TEXT, "%s", assignment);
    list->item[list->n++] = f->text[f->n++];
    return 0;
}

static int append(struct htr_host *host, struct htr_list *to, const struct htr_list *from)
{
    for (unsigned i = 0; i < from->n; i++) {
        if (to->n == HTR_LIST_MAX) {
            return htr_fail(host, HTR_ERR_ARG, NULL, "too many --te or --param");
        }
        to->item[to->n++] = from->item[i];
    }
    return 0;
}

/* Settings of the registers first: the command line takes precedence. */
static int folder_settings(struct htr_host *host, const struct htr_trace_options *o,
                           const struct htr_snapshot_encoder *e, struct folder_options *f)
{
    f->o.te.n = 0;
    f->o.params.n = 0;
    (void)htr_registers_options(&e->regs, put_option, f);
    int status = append(host, &f->o.te, &o->te);
    return status == 0 ? append(host, &f->o.params, &o->params) : status;
}

/* Messages out of the frames of a CoreSight formatter, in place. */
static int take_frames(struct htr_trace *t, const struct htr_snapshot *s)
{
    int status = htr_bytes_load(&t->bytes, t->host, s->file);
    if (status == 0 && !t->frames) {
        t->bytes.size =
            htr_coresight_unframe(t->bytes.bytes, t->bytes.size, s->atb_id, t->bytes.bytes);
        memset(t->bytes.bytes + t->bytes.size, 0, HTR_TRACE_SPARE);
    }
    return status;
}

static int load(struct htr_trace *t, struct htr_host *host, const struct htr_trace_options *o);

static int open_folder(struct htr_trace *t, struct htr_snapshot *s, struct htr_host *host,
                       const struct htr_trace_options *o)
{
    const struct htr_snapshot_encoder *e = NULL;
    struct folder_options f = {.o = *o};
    uint64_t src = 0;
    if (o->src != NULL && (!htr_number(o->src, &src) || src > 0xFFF)) {
        return htr_fail(host, HTR_ERR_ARG, NULL, "--src %s: not a source number, 0 to 4095",
                        o->src);
    }
    int status = htr_snapshot_read(s, host, o->path, o->src != NULL ? (int)src : -1, &e);
    status = status == HTR_OK ? folder_settings(host, o, e, &f) : status;
    if (status != HTR_OK) {
        return status;
    }
    f.o.path = s->file;
    f.o.no_sidecar = true; /* the registers have the settings */
    f.o.in_pieces = o->in_pieces && !s->coresight;
    status = load(t, host, &f.o);
    t->folder_wrapped = s->wrapped;
    t->wrapped = t->wrapped || s->wrapped;
    t->folder_image = s->image[0] != '\0' ? s->image : NULL;
    if (status == 0 && s->coresight) {
        htr_bytes_free(&t->bytes);
        t->frames = o->keep_frames;
        status = take_frames(t, s);
    }
    return status;
}

/* The names of the files stay in t->folder: two open traces can be two snapshots. */
static int load_folder(struct htr_trace *t, struct htr_host *host,
                       const struct htr_trace_options *o)
{
    struct htr_snapshot *s = calloc(1, sizeof *s);
    if (s == NULL) {
        return htr_fail(host, HTR_ERR_MEMORY, o->path, "does not fit in memory");
    }
    memset(t, 0, sizeof *t);
    int status = open_folder(t, s, host, o);
    t->folder = s;
    return status;
}

/* Settings before those of the command line, which take precedence. Returns HTR_OK, or HTR_ERR_ARG
 * after a message. */
static int put_first(struct htr_list *list, struct htr_host *host,
                     const char item[][HTR_SIDECAR_TEXT], unsigned n)
{
    if (list->n + n > HTR_LIST_MAX) {
        return htr_fail(host, HTR_ERR_ARG, NULL, "too many --te or --param");
    }
    memmove(list->item + n, list->item, list->n * sizeof list->item[0]);
    for (unsigned i = 0; i < n; i++) {
        list->item[i] = item[i];
    }
    list->n += n;
    return 0;
}

static int take_sidecar(struct htr_sidecar *s, struct htr_host *host,
                        const struct htr_trace_options *o, struct htr_list *te,
                        struct htr_list *params)
{
    if (o->no_sidecar) {
        return 0;
    }
    int status = htr_sidecar_read(s, host, o->path);
    if (status == 0) {
        status = put_first(te, host, (const char(*)[HTR_SIDECAR_TEXT])s->te, s->nte);
    }
    return status != 0
               ? status
               : put_first(params, host, (const char(*)[HTR_SIDECAR_TEXT])s->param, s->nparam);
}

static int load(struct htr_trace *t, struct htr_host *host, const struct htr_trace_options *o)
{
    struct htr_sidecar sidecar;
    if (htr_snapshot_is(o->path)) {
        return load_folder(t, host, o);
    }
    uint64_t src = 0;
    memset(t, 0, sizeof *t);
    t->host = host;
    t->path = o->path;
    t->wrapped = o->wrapped;
    struct htr_list params = o->params, te = o->te;
    char profile[64];
    struct htr_perf_words words;
    int status = take_sidecar(&sidecar, host, o, &te, &params);
    status = status == HTR_OK ? htr_trace_open_perf(t, o, &te, &params, &words) : status;
    if (status != HTR_OK) {
        return status;
    }
    if (o->profile != NULL && params.n < HTR_LIST_MAX) {
        snprintf(profile, sizeof profile, "profile=%s", o->profile);
        memmove(params.item + 1, params.item, params.n * sizeof params.item[0]);
        params.item[0] = profile; /* first: it sets defaults of others */
        params.n++;
    }
    status = htr_settings_parse(&t->te, host, o->mode, &te, &params);
    if (status != HTR_OK) {
        return status;
    }
    if (o->src != NULL) {
        const unsigned most = htr_settings_is_etrace(&t->te) ? UINT16_MAX : 0xFFF; /* srcID, SRC */
        if (!htr_number(o->src, &src) || src > most) {
            return htr_fail(host, HTR_ERR_ARG, NULL, "--src %s: not a source number, 0 to %u",
                            o->src, most);
        }
        t->one_source = true;
        t->src = (uint16_t)src;
    }
    if (o->no_bytes) {
        return 0;
    }
    if (t->perf != NULL) {
        return htr_trace_load_perf(t);
    }
    if (t->te.extra.profile == NEXUS_PROFILE_SPACEMIT_K3) {
        return htr_trace_load_frames(t);
    }
    return o->in_pieces ? htr_trace_load_piece(t) : htr_bytes_load(&t->bytes, host, o->path);
}

/* Is it a trace at all? */
static int check_kind(struct htr_trace *t, const struct htr_trace_options *o)
{
    return o->any_kind || o->no_bytes || t->frames
               ? 0
               : htr_kind_check_trace(t->host, t->path, t->bytes.bytes, t->bytes.size, t->more);
}

static int configure(struct htr_trace *t)
{
    htr_settings_stream(&t->te, &t->cfg);
    if (htr_settings_is_etrace(&t->te)) {
        return htr_trace_configure_etrace(t);
    }
    const char *wrong = nexus_cfg_check(&t->cfg);
    if (wrong != NULL) {
        return htr_fail(t->host, HTR_ERR_ARG, NULL,
                        "--te and --param do not fit together: %s is out of range", wrong);
    }
    return 0;
}

int htr_trace_open(struct htr_trace *t, struct htr_host *host, const struct htr_trace_options *o)
{
    int status = load(t, host, o);
    if (status == 0) {
        status = configure(t);
    }
    if (status == 0) {
        status = check_kind(t, o);
    }
    if (status != 0) {
        htr_trace_close(t);
    }
    return status;
}

static int begin_decoder(struct htr_trace *t)
{
    t->messages = false;
    size_t size = t->frames ? 0 : t->bytes.size;
    if (t->etrace != NULL) {
        return htr_trace_begin_etrace(t, size);
    }
    if (nexus_decoder_init(&t->decoder, &t->cfg, &t->code.code, t->bytes.bytes, size) != NEXUS_OK) {
        return htr_fail(t->host, HTR_ERR_ARG, NULL,
                        "no decoder can have these options; see --help");
    }
    t->decoder.all_sources = !t->one_source;
    t->decoder.src = t->src;
    t->decoder.allow_oversize = t->te.extra.oversize;
    t->decoder.flow.ahead = true;
    t->decoder.more = t->more;
    while (t->wrapped && nexus_msg_decoder_resync(&t->decoder.msgs) != NEXUS_OK &&
           htr_trace_refill(t)) {
    }
    return 0;
}

int htr_trace_decode_again(struct htr_trace *t)
{
    int status = htr_trace_rewind(t);
    return status == HTR_OK ? begin_decoder(t) : status;
}

static int start_decoder(struct htr_trace *t, const struct htr_trace_options *o)
{
    struct htr_code_choice code = o->code;
    if (!htr_code_is_chosen(&code)) {
        code.elf = t->folder_image;
    }
    int status = t->folder_image != NULL && code.elf == t->folder_image
                     ? htr_snapshot_check_image(t->folder)
                     : 0;
    status = status != 0 ? status : htr_trace_perf_code(t, &code);
    status = status != 0 ? status : htr_code_choose(&t->code, t->host, &code, &t->te);
    if (status == 0) {
        status = configure(t);
    }
    if (status != 0) {
        return status;
    }
    const struct flow_isa isa = {t->cfg.xlen, t->cfg.isa, t->cfg.jvt};
    htr_code_start(&t->code, isa);
    return begin_decoder(t);
}

int htr_trace_open_decoder(struct htr_trace *t, struct htr_host *host,
                           const struct htr_trace_options *o)
{
    int status = load(t, host, o);
    if (status == 0) {
        status = check_kind(t, o);
    }
    if (status == 0) {
        status = start_decoder(t, o);
    }
    if (status != 0) {
        htr_trace_close(t);
    }
    return status;
}

void htr_trace_close(struct htr_trace *t)
{
    htr_bytes_free(&t->bytes);
    htr_file_close(&t->stream);
    htr_code_close(&t->code);
    htr_trace_close_perf(t);
    free(t->folder);
    free(t->etrace);
    t->folder = NULL;
    t->etrace = NULL;
}

/* ---- gaps ---- */

void htr_gap_meter_add(struct htr_gap_meter *g, const struct flow_elem *e)
{
    switch (e->type) {
    case FLOW_ELEM_NO_SYNC:
    case FLOW_ELEM_ERROR:
    case FLOW_ELEM_ADDR_NACC:
        if (e->type == FLOW_ELEM_ERROR && e->status == NEXUS_ERR_EMPTY) {
            g->skipped += g->open ? 0 : 1;
        } else if (!g->open) {
            g->open = true;
            g->start = e->offset;
            g->gaps++;
        }
        break;
    case FLOW_ELEM_LOST:
        g->lost++;
        break;
    case FLOW_ELEM_TRACE_ON:
    case FLOW_ELEM_RANGE:
        if (g->open) {
            g->open = false;
            g->skipped += e->offset - g->start;
        }
        break;
    default:
        break;
    }
}

void htr_gap_meter_end(struct htr_gap_meter *g, uint64_t size)
{
    if (g->open) {
        g->open = false;
        g->skipped += size - g->start;
    }
}
