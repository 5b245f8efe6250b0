/* SPDX-License-Identifier: Apache-2.0 */
/* Verb shard: plans as JSON (docs/reference/shard.md, hartrace-shard-plan-1). */
#define _XOPEN_SOURCE 700 /* realpath */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "host.h"
#include "htr/htr_input.h"
#include "htr/htr_json.h"
#include "htr/htr_version.h"
#include "shard.h"

static const char format[] = "hartrace-shard-plan-1";

/* ---- writing ---- */

static void write_entry(struct htr_json *j, const struct shard_entry *entry)
{
    const struct nexus_index_entry *e = &entry->at;
    if (!entry->there) {
        htr_json_null(j, NULL);
        return;
    }
    htr_json_object(j, NULL);
    htr_json_number(j, "offset", e->offset);
    htr_json_number(j, "length", e->length);
    htr_json_number(j, "message", e->msg);
    htr_json_number(j, "source", e->src);
    htr_json_number(j, "tcode", e->tcode);
    htr_json_number(j, "sync", e->sync);
    htr_json_address(j, "address", e->addr);
    htr_json_address(j, "position", e->position);
    if (e->time_known) {
        htr_json_address(j, "time", e->time);
    }
    if (e->data_known) {
        htr_json_address(j, "data_address", e->data_addr);
    }
    htr_json_bool(j, "data_seen", e->data_seen);
    htr_json_bool(j, "starts", e->starts);
    htr_json_bool(j, "history", e->htm);
    htr_json_bool(j, "context_known", e->context.known);
    htr_json_bool(j, "v", e->context.v);
    htr_json_number(j, "prv", e->context.prv);
    htr_json_address(j, "scontext", e->context.scontext);
    htr_json_address(j, "hcontext", e->context.hcontext);
    htr_json_end(j);
}

static void write_trace(struct htr_json *j, const struct shard_trace *t)
{
    htr_json_object(j, NULL);
    htr_json_text(j, "path", t->path);
    htr_json_number(j, "bytes", t->bytes);
    htr_json_array(j, "sources");
    for (unsigned i = 0; t->sources && i < t->lanes; i++) {
        htr_json_number(j, NULL, t->src[i]);
    }
    htr_json_end(j);
    htr_json_number(j, "left_out", t->left_out);
    htr_json_array(j, "spans");
    for (unsigned i = 0; i < t->spans; i++) {
        const struct shard_span *s = &t->span[i];
        htr_json_object(j, NULL);
        htr_json_number(j, "shard", s->shard);
        htr_json_number(j, "begin", s->begin);
        htr_json_number(j, "end", s->end);
        htr_json_address(j, "crc32", s->crc);
        htr_json_array(j, "from");
        for (unsigned k = 0; k < t->lanes; k++) {
            write_entry(j, &s->from[k]);
        }
        htr_json_end(j);
        htr_json_end(j);
    }
    htr_json_end(j);
    htr_json_end(j);
}

bool shard_write_plan(const struct shard_plan *p, FILE *f)
{
    struct htr_json j;
    htr_json_begin(&j, f);
    htr_json_object(&j, NULL);
    htr_json_text(&j, "format", format);
    htr_json_text(&j, "hartrace", htr_version());
    htr_json_text(&j, "folder", p->folder);
    htr_json_text(&j, "result", shard_format(p->o.kind));
    htr_json_number(&j, "shards", p->shards);
    htr_json_array(&j, "options");
    for (int i = 0; i < p->args.n; i++) {
        htr_json_text(&j, NULL, p->args.item[i]);
    }
    htr_json_end(&j);
    htr_json_array(&j, "files");
    for (unsigned i = 0; i < p->files; i++) {
        htr_json_object(&j, NULL);
        htr_json_text(&j, "path", p->file[i].path);
        htr_json_number(&j, "bytes", p->file[i].bytes);
        htr_json_address(&j, "crc32", p->file[i].crc);
        htr_json_end(&j);
    }
    htr_json_end(&j);
    htr_json_array(&j, "traces");
    for (unsigned i = 0; i < p->traces; i++) {
        write_trace(&j, &p->trace[i]);
    }
    htr_json_end(&j);
    htr_json_end(&j);
    return htr_json_finish(&j);
}

/* ---- reading ---- */

static bool read_entry(const struct json *j, struct shard_entry *entry)
{
    struct nexus_index_entry *e = &entry->at;
    uint64_t length = 0, src = 0, tcode = 0, sync = 0, starts = 0, htm = 0, known = 0, v = 0;
    uint64_t prv = 0, seen = 0;
    if (j->kind != JSON_OBJECT) {
        return j->kind == JSON_NULL;
    }
    entry->there = true;
    e->time_known = json_number(j, "time", &e->time);
    e->data_known = json_number(j, "data_address", &e->data_addr);
    bool good = json_number(j, "offset", &e->offset) && json_number(j, "length", &length) &&
                json_number(j, "message", &e->msg) && json_number(j, "source", &src) &&
                json_number(j, "tcode", &tcode) && json_number(j, "sync", &sync) &&
                json_number(j, "address", &e->addr) && json_number(j, "position", &e->position) &&
                json_number(j, "starts", &starts) && json_number(j, "history", &htm) &&
                json_number(j, "context_known", &known) && json_number(j, "v", &v) &&
                json_number(j, "prv", &prv) && json_number(j, "scontext", &e->context.scontext) &&
                json_number(j, "hcontext", &e->context.hcontext);
    e->length = (uint32_t)length;
    e->src = (uint16_t)src;
    e->tcode = (uint8_t)tcode;
    e->sync = (uint8_t)sync;
    e->data_seen = json_number(j, "data_seen", &seen) && seen != 0;
    e->starts = starts != 0;
    e->htm = htm != 0;
    e->context.known = known != 0;
    e->context.v = v != 0;
    e->context.prv = (uint8_t)prv;
    return good && length <= UINT32_MAX && src <= UINT16_MAX && prv <= 3;
}

/* Keep where a plan is wrong: a member as JSON paths name it. Returns false. */
__attribute__((format(printf, 2, 3))) static bool wrong_at(struct shard_plan *p, const char *member,
                                                           ...)
{
    va_list args;
    va_start(args, member);
    (void)vsnprintf(p->wrong, sizeof p->wrong, member, args);
    va_end(args);
    return false;
}

/* The span behind span `k - 1`: it begins where that ends, in a later shard. */
static bool read_span(const struct json *j, struct shard_plan *p, const struct shard_trace *t,
                      unsigned k)
{
    const struct json *from = json_get(j, "from");
    struct shard_span *s = &t->span[k];
    const struct shard_span *before = k > 0 ? s - 1 : NULL;
    uint64_t shard;
    unsigned lane = 0;
    s->from = calloc(t->lanes, sizeof *s->from);
    if (s->from == NULL || !json_number(j, "shard", &shard) || shard >= p->shards ||
        (before != NULL && shard <= before->shard) || !json_number(j, "begin", &s->begin) ||
        s->begin != (before != NULL ? before->end : 0) || !json_number(j, "end", &s->end) ||
        s->begin > s->end || s->end > t->bytes || !json_number(j, "crc32", &s->crc) ||
        json_count(from) != t->lanes) {
        return wrong_at(p, "traces[%u].spans[%u]", p->traces - 1, k);
    }
    s->shard = (unsigned)shard;
    for (const struct json *e = from->first; e != NULL; e = e->next, lane++) {
        if (!read_entry(e, &s->from[lane]) ||
            (t->sources && s->from[lane].there && s->from[lane].at.src != t->src[lane])) {
            return wrong_at(p, "traces[%u].spans[%u].from[%u]", p->traces - 1, k, lane);
        }
    }
    return true;
}

static bool read_sources(const struct json *sources, struct shard_plan *p, struct shard_trace *t)
{
    unsigned lane = 0;
    t->sources = json_count(sources) > 0;
    t->lanes = t->sources ? (unsigned)json_count(sources) : 1;
    t->src = calloc(t->lanes, sizeof *t->src);
    for (const struct json *s = t->sources && t->src != NULL ? sources->first : NULL; s != NULL;
         s = s->next, lane++) {
        if (s->kind != JSON_NUMBER || s->number > UINT16_MAX ||
            (lane > 0 && s->number <= t->src[lane - 1])) {
            return wrong_at(p, "traces[%u].sources[%u]", p->traces - 1, lane);
        }
        t->src[lane] = (uint16_t)s->number;
    }
    return t->src != NULL && sources != NULL && sources->kind == JSON_ARRAY;
}

/* The last trace of a plan. */
static bool read_trace(const struct json *j, struct shard_plan *p)
{
    struct shard_trace *t = &p->trace[p->traces - 1];
    const struct json *spans = json_get(j, "spans");
    (void)wrong_at(p, "traces[%u]", p->traces - 1);
    t->path = json_text(j, "path");
    t->span = calloc(json_count(spans) + 1, sizeof *t->span);
    if (t->path == NULL || t->span == NULL || !json_number(j, "bytes", &t->bytes) ||
        !json_number(j, "left_out", &t->left_out) || !read_sources(json_get(j, "sources"), p, t)) {
        return false;
    }
    for (const struct json *s = spans != NULL ? spans->first : NULL; s != NULL; s = s->next) {
        if (!read_span(s, p, t, t->spans++)) {
            return false;
        }
    }
    return t->spans > 0 && t->span[t->spans - 1].end == t->bytes;
}

static bool read_files(struct shard_plan *p)
{
    const struct json *files = json_get(p->json, "files");
    (void)wrong_at(p, "files");
    p->file = calloc(json_count(files) + 1, sizeof *p->file);
    for (const struct json *f = files != NULL ? files->first : NULL; p->file != NULL && f != NULL;
         f = f->next) {
        struct shard_file *one = &p->file[p->files++];
        one->path = json_text(f, "path");
        if (one->path == NULL || !json_number(f, "bytes", &one->bytes) ||
            !json_number(f, "crc32", &one->crc)) {
            return wrong_at(p, "files[%u]", p->files - 1);
        }
    }
    return p->file != NULL && files != NULL;
}

static bool read_options(struct shard_plan *p)
{
    const struct json *options = json_get(p->json, "options");
    char *argv[SHARD_ARGS + 2];
    int argc = 1;
    char name[] = "shard";
    argv[0] = name;
    (void)wrong_at(p, "options");
    for (const struct json *o = options != NULL ? options->first : NULL; o != NULL; o = o->next) {
        if (o->kind != JSON_TEXT || argc > SHARD_ARGS) {
            return false;
        }
        argv[argc++] = (char *)o->text;
    }
    argv[argc] = NULL;
    return options != NULL && shard_parse(&p->o, argc, argv, NULL, 0, NULL) == 0;
}

static bool read_plan(struct shard_plan *p)
{
    const struct json *traces = json_get(p->json, "traces");
    const char *is = json_text(p->json, "format");
    uint64_t shards;
    if (is == NULL || strcmp(is, format) != 0) {
        return wrong_at(p, "format");
    }
    p->folder = json_text(p->json, "folder");
    if (p->folder == NULL) {
        return wrong_at(p, "folder");
    }
    if (!json_number(p->json, "shards", &shards) || shards == 0 || shards > SHARDS_MAX) {
        return wrong_at(p, "shards");
    }
    p->shards = (unsigned)shards;
    p->trace = calloc(json_count(traces) + 1, sizeof *p->trace);
    if (p->trace == NULL || json_count(traces) == 0) {
        return wrong_at(p, "traces");
    }
    for (const struct json *t = traces->first; t != NULL; t = t->next) {
        p->traces++;
        if (!read_trace(t, p)) {
            return false;
        }
    }
    return read_files(p) && read_options(p);
}

int shard_load(struct shard_plan *p, const char *path)
{
    size_t wrong;
    if (realpath(path, p->path) == NULL) {
        return tool_fail(shard_verb, path, "cannot be opened: %s; check the name", strerror(errno));
    }
    if (htr_bytes_load(&p->text, tool_host(shard_verb), path) != HTR_OK) {
        return TOOL_CANNOT;
    }
    p->crc = crc32_z(0, p->text.bytes, p->text.size);
    p->json = json_read((char *)p->text.bytes, p->text.size, &wrong);
    if (p->json == NULL) {
        return tool_fail(shard_verb, path,
                         "is no plan: offset %zu is not JSON; make one with "
                         "hartrace shard plan",
                         wrong);
    }
    if (!read_plan(p)) {
        return tool_fail(shard_verb, path,
                         "is no plan of this version (%s): %s: missing, out of range, or at odds "
                         "with the rest; make the plan again with hartrace shard plan",
                         format, p->wrong);
    }
    if (chdir(p->folder) != 0) {
        return tool_fail(shard_verb, p->folder,
                         "cannot be entered: %s; the plan was made there, and its names begin "
                         "there",
                         strerror(errno));
    }
    return TOOL_OK;
}

void shard_plan_free(struct shard_plan *p)
{
    for (unsigned i = 0; p->trace != NULL && i < p->traces; i++) {
        struct shard_trace *t = &p->trace[i];
        for (unsigned k = 0; t->span != NULL && k < t->spans; k++) {
            free(t->span[k].from);
        }
        free(t->span);
        free(t->src);
    }
    free(p->trace);
    free(p->file);
    json_free(p->json);
    htr_bytes_free(&p->text);
}

int shard_check_files(const struct shard_plan *p)
{
    for (unsigned i = 0; i < p->files; i++) {
        const struct shard_file *f = &p->file[i];
        uint64_t crc, bytes;
        if (shard_crc(f->path, 0, UINT64_MAX, &crc, &bytes) != HTR_OK) {
            return TOOL_CANNOT;
        }
        if (crc != f->crc || bytes != f->bytes) {
            return tool_fail(shard_verb, f->path,
                             "has changed since the plan was made; make the plan again");
        }
    }
    return TOOL_OK;
}
