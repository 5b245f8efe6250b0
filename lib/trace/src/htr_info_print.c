/* SPDX-License-Identifier: Apache-2.0 */
/* What a file is: text. */
#include "htr/htr_info.h"

#include <inttypes.h>
#include <string.h>

#include "htr/htr_kind.h"
#include "htr/htr_text.h"
#include "htr_info_priv.h"

static const char *sure(bool confident)
{
    return confident ? "confident" : "a guess";
}

static void print_sources(const struct htr_info_facts *f, const struct htr_guess *g, FILE *out)
{
    const unsigned src_bits = htr_guess_best(g)->cfg.src_bits;
    fprintf(out, "  SRC: %u bit%s (%s%s)", src_bits, htr_s(src_bits), sure(g->confident),
            g->decoded ? ", by decoding" : "");
    if (src_bits > 0) {
        const char *before = "; sources";
        unsigned shown = 0;
        for (unsigned s = 0; s < (1u << src_bits) && shown < 16; s++) {
            if (f->per_src[s] > 0) {
                fprintf(out, "%s %u (%" PRIu64 " message%s)", before, s, f->per_src[s],
                        htr_s(f->per_src[s]));
                before = ",";
                shown++;
            }
        }
        fprintf(out, "%s", f->sources > shown ? ", ..." : "");
    }
    putc('\n', out);
}

static void print_kind(const struct htr_info_facts *f, const struct htr_info_verdict *v, FILE *out)
{
    if (v->mode == HTR_INFO_BOTH) {
        fprintf(out,
                "  kind: both history and branch messages; the mode was changed, or the bytes are "
                "damaged\n");
    } else if (v->mode == HTR_INFO_UNTOLD) {
        fprintf(out, "  kind: HTM or BTM; no message shows which\n");
    } else {
        fprintf(out, "  kind: %s (%s)\n",
                v->mode == HTR_INFO_HTM ? "HTM, history trace" : "BTM, branch trace",
                sure(v->mode_confident));
    }
    if (v->k3) {
        fprintf(out, "  profile: spacemit-k3\n");
    } else if (v->decoded) {
        fprintf(out, "  profile: %s (%s, by decoding)\n", v->sifive ? "sifive-0.x" : "1.0",
                sure(v->profile_told));
    } else if (v->sifive) {
        fprintf(out,
                "  profile: sifive-0.x (a guess: %" PRIu64
                " message%s that N-Trace 1.0 does not have)\n",
                f->sifive, htr_s(f->sifive));
    } else {
        fprintf(out, "  profile: 1.0 (%s)\n",
                v->profile_clear ? "nothing contradicts it"
                                 : "a guess: there are reserved values or messages");
    }
    if (f->stamped > 0) {
        fprintf(out, "  timestamps: in %" PRIu64 " of %" PRIu64 " messages\n", f->stamped,
                f->messages - f->damaged);
    } else {
        fprintf(out, "  timestamps: none\n");
    }
}

static void print_syncs(const struct htr_info_facts *f, FILE *out)
{
    if (f->syncs == 0) {
        fprintf(out, "  syncs: none\n");
        return;
    }
    fprintf(out, "  syncs: %" PRIu64 ", first at offset %" PRIu64, f->syncs, f->first_sync);
    if (f->syncs > 1) {
        fprintf(out, "; at most %" PRIu64 " byte%s, %" PRIu64 " message%s apart", f->gap_bytes,
                htr_s(f->gap_bytes), f->gap_messages, htr_s(f->gap_messages));
    }
    putc('\n', out);
}

static void print_place(const struct htr_info_facts *f, FILE *out)
{
    fprintf(out, "  idle: %" PRIu64 " byte%s, %.1f %%\n", f->idle, htr_s(f->idle),
            100.0 * (double)f->idle / (double)f->size);
    if (f->zeros >= 16) {
        fprintf(out, "  end: %" PRIu64 " zero bytes, as in memory never written; cut them off\n",
                f->zeros);
    }
    if (f->inside) {
        fprintf(out, "  start: inside a message; the first whole one is at offset %" PRIu64 "\n",
                f->first_good);
    }
    if (f->cut) {
        fprintf(out, "  end: the last message is cut off\n");
    }
    if (f->wrap > 0) {
        fprintf(out, "  wrap: a ring buffer that begins at offset %" PRIu64 " (%s: %s)\n", f->wrap,
                sure(f->wrap_sure), f->wrap_why);
    }
}

static void print_histogram(const struct htr_info_facts *f, FILE *out)
{
    fprintf(out, "  messages:\n");
    for (unsigned t = 0; t < NEXUS_TCODES; t++) {
        if (f->count[t] > 0) {
            fprintf(out, "  %9" PRIu64 "  %10" PRIu64 " byte%s  %2u %s\n", f->count[t], f->bytes[t],
                    htr_s(f->bytes[t]), t, nexus_tcode_name(t));
        }
    }
}

static void print_advice(const struct htr_info_verdict *v, FILE *out)
{
    fprintf(out, "  decode with:");
    for (unsigned i = 0; i < v->options; i++) {
        fprintf(out, " %s%s%s", v->option[i], v->value[i][0] != '\0' ? " " : "", v->value[i]);
    }
    fprintf(out, "%s\n",
            v->options == 0 ? " no option; optimizations of the encoder cannot be seen" : "");
    for (unsigned i = 0; i < v->advices; i++) {
        fprintf(out, "  advice: %s\n", v->advice[i]);
    }
}

/* What decoding could not decide, and the candidates. */
static void print_search(const struct htr_search *s, FILE *out)
{
    const char *before = "  not told apart, both decode the same here: ";
    if (!s->clear) {
        fprintf(out, "  settings: not clear by decoding\n");
        return;
    }
    for (unsigned bit = 1; bit <= HTR_SEARCH_ALL; bit <<= 1) {
        if ((s->open & bit) != 0) {
            fprintf(out, "%s%s", before, htr_search_setting_name(bit));
            before = ", ";
        }
    }
    if (s->open != 0) {
        putc('\n', out);
    }
}

/* What is around the messages. */
static void print_around(const struct htr_info *i, FILE *out)
{
    const struct htr_info_perf *p = &i->perf;
    const struct htr_frame_sum *u = &i->unframed;
    if (p->is) {
        fprintf(out,
                "  perf.data: %" PRIu64 " byte%s of AUX trace in %" PRIu64 " piece%s, %" PRIu64
                " encoder%s described; %" PRIu64 " map%s of code, %" PRIu64 " task%s\n",
                p->bytes, htr_s(p->bytes), p->pieces, htr_s(p->pieces), p->encoders,
                htr_s(p->encoders), p->maps, htr_s(p->maps), p->tasks, htr_s(p->tasks));
        if (p->aux_lost > 0) {
            fprintf(out,
                    "  lost: %" PRIu64 " of %" PRIu64 " AUX records say that trace is missing\n",
                    p->aux_lost, p->aux);
        }
    }
    if (u->frames > 0) {
        fprintf(out,
                "  frames: %" PRIu64 " of a CoreSight formatter, %u trace ID%s; %" PRIu64
                " break%s, %" PRIu64 " byte%s of cut messages dropped\n",
                u->frames, u->ids, htr_s(u->ids), u->breaks, htr_s(u->breaks), u->dropped,
                htr_s(u->dropped));
    }
}

static void print_trace(const struct htr_info *i, FILE *out)
{
    const struct htr_info_facts *f = &i->facts;
    fprintf(out, "%s: N-Trace messages (%s)\n", i->path, sure(i->verdict.confident));
    fprintf(out, "  size: %" PRIu64 " byte%s, %" PRIu64 " message%s, %" PRIu64 " of them damaged\n",
            f->size, htr_s(f->size), f->messages, htr_s(f->messages), f->damaged);
    print_around(i, out);
    print_sources(f, &i->guess, out);
    print_kind(f, &i->verdict, out);
    print_syncs(f, out);
    print_place(f, out);
    print_histogram(f, out);
    print_advice(&i->verdict, out);
    if (i->searched) {
        print_search(&i->search, out);
    }
}

/* ---- others ---- */

static void print_elf(const char *path, const struct htr_info_file *file, FILE *out)
{
    if (file->problem[0] != '\0') {
        fprintf(out, "%s: an ELF file that cannot be used: %s\n", path, file->problem);
        return;
    }
    fprintf(out, "%s: RISC-V executable (ELF), RV%u, entry 0x%" PRIx64 ", %u segment%s\n", path,
            file->xlen, file->entry, file->segments, htr_s(file->segments));
    fprintf(out, "  use: hartrace run, or as code: --elf\n");
}

static void print_ingress(const char *path, const struct htr_info_file *file, FILE *out)
{
    char note[sizeof file->note];
    if (file->problem[0] != '\0') {
        fprintf(out, "%s: an ingress stream that cannot be read: %s\n", path, file->problem);
        return;
    }
    fprintf(out, "%s: ingress stream, version %u, RV%u, %u hart%s\n", path, file->version,
            file->xlen, file->harts, htr_s(file->harts));
    if (file->note[0] != '\0') {
        memcpy(note, file->note, sizeof note);
        fprintf(out, "  note: %s\n", htr_plain(note));
    }
    fprintf(out, "  use: hartrace encode --ingress\n");
}

static void print_file(const char *path, const struct htr_info_file *file, FILE *out)
{
    switch (file->kind) {
    case HTR_KIND_ELF:
        print_elf(path, file, out);
        break;
    case HTR_KIND_INGRESS:
        print_ingress(path, file, out);
        break;
    default:
        fprintf(out, "%s: %s; %s\n", path, htr_kind_name(file->kind), htr_kind_use(file->kind));
        break;
    }
}

static void print_unknown(const struct htr_info *i, FILE *out)
{
    fprintf(out, "%s: %s; as trace, %" PRIu64 " of %" PRIu64 " messages would be damaged\n",
            i->path, i->like[0] != '\0' ? i->like : "unknown", i->facts.damaged, i->facts.messages);
}

void htr_info_print(const struct htr_info *i, FILE *out)
{
    if (i->packed != NULL) {
        fprintf(out, "%s: %s, which holds:\n", i->path, i->packed);
    }
    switch (i->what) {
    case HTR_INFO_TRACE:
        print_trace(i, out);
        break;
    case HTR_INFO_UNKNOWN:
        print_unknown(i, out);
        break;
    case HTR_INFO_FILE:
        print_file(i->path, &i->file, out);
        break;
    case HTR_INFO_ETRACE:
        htr_info_print_etrace(i, out);
        break;
    case HTR_INFO_FOLDER:
        fprintf(out, "%s: a folder; if it is a snapshot, hartrace decode reads it\n", i->path);
        break;
    }
}
