/* SPDX-License-Identifier: Apache-2.0 */
/* What info found out, as JSON. */
#include "info.h"
#include "json.h"
#include "tool.h"

static void begin(struct json *j, const char *path, const char *packed, const char *kind)
{
    json_begin(j, stdout);
    json_object(j, NULL);
    json_text(j, "schema", "hartrace-info-1");
    json_text(j, "file", path);
    json_text(j, "packed", packed);
    json_text(j, "kind", kind);
}

static int finish(struct json *j, const char *verb, int status)
{
    json_end(j);
    return json_done(j, verb, status);
}

/* ---- traces ---- */

static void put_src(struct json *j, const struct info_facts *f, const struct info_guess *g)
{
    json_object(j, "src");
    json_number(j, "bits", g->src_bits);
    json_bool(j, "confident", g->confident);
    json_bool(j, "by_decoding", g->decoded);
    json_end(j);
    json_array(j, "sources");
    for (unsigned s = 0; g->src_bits > 0 && s < 1u << g->src_bits; s++) {
        if (f->per_src[s] > 0) {
            json_object(j, NULL);
            json_number(j, "source", s);
            json_number(j, "messages", f->per_src[s]);
            json_end(j);
        }
    }
    json_end(j);
}

static void put_judgments(struct json *j, const struct info_verdict *v)
{
    static const char *const mode[] = {NULL, "htm", "btm", "both"};
    json_object(j, "mode");
    json_text(j, "name", mode[v->mode]);
    json_bool(j, "confident", v->mode_confident);
    json_end(j);
    json_object(j, "profile");
    json_text(j, "name", v->sifive ? "sifive-0.x" : "1.0");
    json_bool(j, "confident", !v->sifive && v->profile_clear);
    json_end(j);
}

static void put_syncs(struct json *j, const struct info_facts *f)
{
    json_object(j, "syncs");
    json_number(j, "count", f->syncs);
    json_known_number(j, "first", f->syncs > 0, f->first_sync);
    json_known_number(j, "most_bytes_apart", f->syncs > 1, f->gap_bytes);
    json_known_number(j, "most_messages_apart", f->syncs > 1, f->gap_messages);
    json_end(j);
}

static void put_place(struct json *j, const struct info_facts *f)
{
    json_number(j, "idle_bytes", f->idle);
    json_number(j, "zero_bytes_at_end", f->zeros);
    json_bool(j, "begins_inside", f->inside);
    json_known_number(j, "first_whole", f->inside, f->first_good);
    json_bool(j, "cut_off", f->cut);
    if (f->wrap > 0) {
        json_object(j, "wrap");
        json_number(j, "offset", f->wrap);
        json_bool(j, "confident", f->wrap_sure);
        json_text(j, "why", f->wrap_why);
        json_end(j);
    } else {
        json_null(j, "wrap");
    }
}

static void put_types(struct json *j, const struct info_facts *f)
{
    json_array(j, "types");
    for (unsigned t = 0; t < NEXUS_TCODES; t++) {
        if (f->count[t] > 0) {
            json_object(j, NULL);
            json_number(j, "tcode", t);
            json_text(j, "name", nexus_tcode_name(t));
            json_number(j, "count", f->count[t]);
            json_number(j, "bytes", f->bytes[t]);
            json_end(j);
        }
    }
    json_end(j);
}

static void put_advice(struct json *j, const struct info_verdict *v)
{
    json_array(j, "decode_options");
    for (unsigned i = 0; i < v->options; i++) {
        json_text(j, NULL, v->option[i]);
        if (v->value[i][0] != '\0') {
            json_text(j, NULL, v->value[i]);
        }
    }
    json_end(j);
    json_array(j, "advice");
    for (unsigned i = 0; i < v->advices; i++) {
        json_text(j, NULL, v->advice[i]);
    }
    json_end(j);
}

int info_json_trace(const char *verb, const struct info_report *r)
{
    const struct info_facts *f = r->facts;
    struct info_verdict v;
    struct json j;
    info_judge(f, r->guess, &v);
    begin(&j, r->path, r->packed, "trace");
    json_bool(&j, "confident", v.confident);
    json_number(&j, "bytes", f->size);
    json_number(&j, "messages", f->messages);
    json_number(&j, "damaged", f->damaged);
    put_src(&j, f, r->guess);
    put_judgments(&j, &v);
    json_number(&j, "timestamped", f->stamped);
    put_syncs(&j, f);
    put_place(&j, f);
    put_types(&j, f);
    put_advice(&j, &v);
    return finish(&j, verb, TOOL_OK);
}

/* ---- others ---- */

int info_json_unknown(const char *verb, const struct info_report *r, const char *like)
{
    struct json j;
    begin(&j, r->path, r->packed, "unknown");
    json_text(&j, "like", like);
    json_number(&j, "messages", r->facts->messages);
    json_number(&j, "damaged", r->facts->damaged);
    return finish(&j, verb, TOOL_DIFFERS);
}

int info_json_folder(const char *verb, const char *path)
{
    struct json j;
    begin(&j, path, NULL, "folder");
    json_text(&j, "what", "a folder");
    json_text(&j, "use", "if it is a snapshot, hartrace decode reads it");
    return finish(&j, verb, TOOL_OK);
}

int info_json_other(const char *verb, const struct info_report *r, const struct info_file *file)
{
    static const char *const kind[KINDS] = {
        [KIND_TRACE] = "trace",
        [KIND_EMPTY] = "empty",
        [KIND_IDLE] = "idle",
        [KIND_ZEROS] = "zeros",
        [KIND_ELF] = "elf",
        [KIND_INGRESS] = "ingress",
        [KIND_DTB] = "dtb",
        [KIND_DTS] = "dts",
        [KIND_VCD] = "vcd",
        [KIND_PACKED] = "packed",
        [KIND_PCS] = "pcs",
        [KIND_PCINFO] = "pcinfo",
        [KIND_PCSEQ] = "pcseq",
        [KIND_LIST] = "list",
        [KIND_LOG_ETRACE] = "log-etrace",
        [KIND_LOG_SPIKE] = "log-spike",
        [KIND_LOG_RVFI] = "log-rvfi",
        [KIND_DUMP] = "dump",
        [KIND_TEXT] = "text",
    };
    const bool good = file->problem[0] == '\0';
    struct json j;
    begin(&j, r->path, r->packed, kind[file->kind]);
    json_text(&j, "what", kind_name(file->kind));
    json_text(&j, "use", kind_use(file->kind));
    if (file->kind == KIND_ELF || file->kind == KIND_INGRESS) {
        json_text(&j, "problem", good ? NULL : file->problem);
        json_known_number(&j, "xlen", good, file->xlen);
    }
    if (file->kind == KIND_ELF) {
        if (good) {
            json_address(&j, "entry", file->entry);
        } else {
            json_null(&j, "entry");
        }
        json_known_number(&j, "segments", good, file->segments);
    } else if (file->kind == KIND_INGRESS) {
        json_known_number(&j, "version", good, file->version);
        json_known_number(&j, "harts", good, file->harts);
        json_text(&j, "note", file->note[0] != '\0' ? file->note : NULL);
    }
    return finish(&j, verb, TOOL_OK);
}
