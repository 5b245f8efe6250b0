/* SPDX-License-Identifier: Apache-2.0 */
/* What info found out, as JSON. */
#include "htr/htr_info.h"

#include "htr/htr_json.h"

static void begin(struct htr_json *j, const struct htr_info *i, const char *kind)
{
    htr_json_text(j, "file", i->path);
    htr_json_text(j, "packed", i->packed);
    htr_json_text(j, "kind", kind);
}

/* ---- traces ---- */

static void put_src(struct htr_json *j, const struct htr_info_facts *f, const struct htr_guess *g)
{
    const unsigned src_bits = htr_guess_best(g)->cfg.src_bits;
    htr_json_object(j, "src");
    htr_json_number(j, "bits", src_bits);
    htr_json_bool(j, "confident", g->confident);
    htr_json_bool(j, "by_decoding", g->decoded);
    htr_json_end(j);
    htr_json_array(j, "sources");
    for (unsigned s = 0; src_bits > 0 && s < 1u << src_bits; s++) {
        if (f->per_src[s] > 0) {
            htr_json_object(j, NULL);
            htr_json_number(j, "source", s);
            htr_json_number(j, "messages", f->per_src[s]);
            htr_json_end(j);
        }
    }
    htr_json_end(j);
}

static void put_judgments(struct htr_json *j, const struct htr_info_verdict *v)
{
    static const char *const mode[] = {NULL, "htm", "btm", "both"};
    htr_json_object(j, "mode");
    htr_json_text(j, "name", mode[v->mode]);
    htr_json_bool(j, "confident", v->mode_confident);
    htr_json_end(j);
    htr_json_object(j, "profile");
    htr_json_text(j, "name", v->k3 ? "spacemit-k3" : v->sifive ? "sifive-0.x" : "1.0");
    htr_json_bool(j, "confident", v->decoded ? v->profile_told : !v->sifive && v->profile_clear);
    htr_json_end(j);
}

static void put_syncs(struct htr_json *j, const struct htr_info_facts *f)
{
    htr_json_object(j, "syncs");
    htr_json_number(j, "count", f->syncs);
    htr_json_known_number(j, "first", f->syncs > 0, f->first_sync);
    htr_json_known_number(j, "most_bytes_apart", f->syncs > 1, f->gap_bytes);
    htr_json_known_number(j, "most_messages_apart", f->syncs > 1, f->gap_messages);
    htr_json_end(j);
}

static void put_place(struct htr_json *j, const struct htr_info_facts *f)
{
    htr_json_number(j, "idle_bytes", f->idle);
    htr_json_number(j, "zero_bytes_at_end", f->zeros);
    htr_json_bool(j, "begins_inside", f->inside);
    htr_json_known_number(j, "first_whole", f->inside, f->first_good);
    htr_json_bool(j, "cut_off", f->cut);
    if (f->wrap > 0) {
        htr_json_object(j, "wrap");
        htr_json_number(j, "offset", f->wrap);
        htr_json_bool(j, "confident", f->wrap_sure);
        htr_json_text(j, "why", f->wrap_why);
        htr_json_end(j);
    } else {
        htr_json_null(j, "wrap");
    }
}

static void put_types(struct htr_json *j, const struct htr_info_facts *f)
{
    htr_json_array(j, "types");
    for (unsigned t = 0; t < NEXUS_TCODES; t++) {
        if (f->count[t] > 0) {
            htr_json_object(j, NULL);
            htr_json_number(j, "tcode", t);
            htr_json_text(j, "name", nexus_tcode_name(t));
            htr_json_number(j, "count", f->count[t]);
            htr_json_number(j, "bytes", f->bytes[t]);
            htr_json_end(j);
        }
    }
    htr_json_end(j);
}

static void put_advice(struct htr_json *j, const struct htr_info_verdict *v)
{
    htr_json_array(j, "decode_options");
    for (unsigned i = 0; i < v->options; i++) {
        htr_json_text(j, NULL, v->option[i]);
        if (v->value[i][0] != '\0') {
            htr_json_text(j, NULL, v->value[i]);
        }
    }
    htr_json_end(j);
    htr_json_array(j, "advice");
    for (unsigned i = 0; i < v->advices; i++) {
        htr_json_text(j, NULL, v->advice[i]);
    }
    htr_json_end(j);
}

/* The result of decoding for the settings; null without code. */
static void put_search(struct htr_json *j, const struct htr_info *i)
{
    const struct htr_search *s = &i->search;
    if (!i->searched) {
        htr_json_null(j, "settings");
        return;
    }
    htr_json_object(j, "settings");
    htr_json_bool(j, "clear", s->clear);
    htr_json_array(j, "not_told_apart");
    for (unsigned bit = 1; s->clear && bit <= HTR_SEARCH_ALL; bit <<= 1) {
        if ((s->open & bit) != 0) {
            htr_json_text(j, NULL, htr_search_setting_name(bit));
        }
    }
    htr_json_end(j);
    htr_json_end(j);
}

/* What is around the messages; null when nothing is. */
static void put_around(struct htr_json *j, const struct htr_info *i)
{
    if (i->perf.is) {
        htr_json_object(j, "perf");
        htr_json_number(j, "aux_bytes", i->perf.bytes);
        htr_json_number(j, "pieces", i->perf.pieces);
        htr_json_number(j, "encoders", i->perf.encoders);
        htr_json_number(j, "maps", i->perf.maps);
        htr_json_number(j, "tasks", i->perf.tasks);
        htr_json_number(j, "aux_records", i->perf.aux);
        htr_json_number(j, "aux_lost", i->perf.aux_lost);
        htr_json_end(j);
    } else {
        htr_json_null(j, "perf");
    }
    if (i->unframed.frames > 0) {
        htr_json_object(j, "frames");
        htr_json_number(j, "count", i->unframed.frames);
        htr_json_number(j, "ids", i->unframed.ids);
        htr_json_number(j, "breaks", i->unframed.breaks);
        htr_json_number(j, "dropped", i->unframed.dropped);
        htr_json_end(j);
    } else {
        htr_json_null(j, "frames");
    }
}

static void put_trace(struct htr_json *j, const struct htr_info *i)
{
    const struct htr_info_facts *f = &i->facts;
    begin(j, i, "trace");
    htr_json_bool(j, "confident", i->verdict.confident);
    htr_json_number(j, "bytes", f->size);
    htr_json_number(j, "messages", f->messages);
    htr_json_number(j, "damaged", f->damaged);
    put_around(j, i);
    put_src(j, f, &i->guess);
    put_judgments(j, &i->verdict);
    htr_json_number(j, "timestamped", f->stamped);
    put_search(j, i);
    put_syncs(j, f);
    put_place(j, f);
    put_types(j, f);
    put_advice(j, &i->verdict);
}

/* ---- others ---- */

static void put_unknown(struct htr_json *j, const struct htr_info *i)
{
    begin(j, i, "unknown");
    htr_json_text(j, "like", i->like[0] != '\0' ? i->like : NULL);
    htr_json_number(j, "messages", i->facts.messages);
    htr_json_number(j, "damaged", i->facts.damaged);
}

static void put_folder(struct htr_json *j, const struct htr_info *i)
{
    begin(j, i, "folder");
    htr_json_text(j, "what", "a folder");
    htr_json_text(j, "use", "if it is a snapshot, hartrace decode reads it");
}

static void put_file(struct htr_json *j, const struct htr_info *i)
{
    static const char *const kind[HTR_KINDS] = {
        [HTR_KIND_TRACE] = "trace",
        [HTR_KIND_EMPTY] = "empty",
        [HTR_KIND_IDLE] = "idle",
        [HTR_KIND_ZEROS] = "zeros",
        [HTR_KIND_ELF] = "elf",
        [HTR_KIND_INGRESS] = "ingress",
        [HTR_KIND_DTB] = "dtb",
        [HTR_KIND_PERF] = "perf.data",
        [HTR_KIND_DTS] = "dts",
        [HTR_KIND_VCD] = "vcd",
        [HTR_KIND_PACKED] = "packed",
        [HTR_KIND_PCS] = "pcs",
        [HTR_KIND_PCINFO] = "pcinfo",
        [HTR_KIND_PCSEQ] = "pcseq",
        [HTR_KIND_LIST] = "list",
        [HTR_KIND_LOG_ETRACE] = "log-etrace",
        [HTR_KIND_LOG_SPIKE] = "log-spike",
        [HTR_KIND_LOG_RVFI] = "log-rvfi",
        [HTR_KIND_DUMP] = "dump",
        [HTR_KIND_TEXT] = "text",
    };
    const struct htr_info_file *file = &i->file;
    const bool good = file->problem[0] == '\0';
    begin(j, i, kind[file->kind]);
    htr_json_text(j, "what", htr_kind_name(file->kind));
    htr_json_text(j, "use", htr_kind_use(file->kind));
    if (file->kind == HTR_KIND_ELF || file->kind == HTR_KIND_INGRESS) {
        htr_json_text(j, "problem", good ? NULL : file->problem);
        htr_json_known_number(j, "xlen", good, file->xlen);
    }
    if (file->kind == HTR_KIND_ELF) {
        if (good) {
            htr_json_address(j, "entry", file->entry);
        } else {
            htr_json_null(j, "entry");
        }
        htr_json_known_number(j, "segments", good, file->segments);
    } else if (file->kind == HTR_KIND_INGRESS) {
        htr_json_known_number(j, "version", good, file->version);
        htr_json_known_number(j, "harts", good, file->harts);
        htr_json_text(j, "note", file->note[0] != '\0' ? file->note : NULL);
    }
}

static void put_etrace(struct htr_json *j, const struct htr_info *i)
{
    const struct htr_info_etrace *e = &i->etrace;
    begin(j, i, "etrace");
    htr_json_number(j, "size", e->size);
    htr_json_number(j, "packets", e->packets);
    htr_json_number(j, "damaged", e->damaged);
    htr_json_number(j, "others", e->others);
    htr_json_number(j, "src_bits", e->src_bits);
    htr_json_number(j, "sources", e->sources);
    htr_json_number(j, "ts_bytes", e->ts_bytes);
    htr_json_number(j, "stamped", e->stamped);
    htr_json_number(j, "type_bits", e->type_bits);
    htr_json_number(j, "syncs", e->syncs);
    htr_json_known_number(j, "first_sync", e->syncs != 0, e->first_sync);
    htr_json_number(j, "sync_gap_bytes", e->gap_bytes);
    htr_json_number(j, "support_packets", e->supports);
    htr_json_number(j, "options", e->options);
    htr_json_number(j, "null_packets", e->nulls);
    htr_json_number(j, "left", e->left);
}

int htr_info_json(const struct htr_info *i, FILE *out)
{
    struct htr_json j;
    htr_json_begin(&j, out);
    htr_json_object(&j, NULL);
    htr_json_text(&j, "schema", "hartrace-info-1");
    switch (i->what) {
    case HTR_INFO_TRACE:
        put_trace(&j, i);
        break;
    case HTR_INFO_UNKNOWN:
        put_unknown(&j, i);
        break;
    case HTR_INFO_FILE:
        put_file(&j, i);
        break;
    case HTR_INFO_ETRACE:
        put_etrace(&j, i);
        break;
    case HTR_INFO_FOLDER:
        put_folder(&j, i);
        break;
    }
    htr_json_end(&j);
    return htr_json_finish(&j) ? HTR_OK : HTR_ERR_WRITE;
}
