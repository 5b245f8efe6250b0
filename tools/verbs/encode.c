/* SPDX-License-Identifier: Apache-2.0 */
/* Verb encode: a PC list with its code, or an ingress stream, through the encoder model. */
#include <string.h>

#include "code.h"
#include "encoder_regs.h"
#include "htr/htr_ingress.h"
#include "htr/htr_jumps.h"
#include "encode_list.h"
#include "encoder_regs.h"
#include "encoder_io.h"
#include "import.h"
#include "ingress/ingress.h"
#include "htr/htr_input.h"
#include "output.h"
#include "etrace/etrace_cfg.h"
#include "htr/htr_settings.h"
#include "progress.h"
#include "decode_line.h"
#include "htr/htr_sidecar.h"
#include "htt/htt_encoder.h"
#include "te.h"
#include "tool.h"
#include "host.h"

struct encode_options {
    const char *pcs, *mode, *output;
    const char *stream; /* the ingress stream as it was named */
    bool replay, sidecar;
    struct htr_code_choice code;
    struct htr_list te, params;
};

static const char verb[] = "encode";

/* ---- from an ingress stream ---- */

/* A recorded write enables the encoder for a protocol that this one does not have. */
static bool other_protocol(const struct encoder_bench *b, uint32_t written)
{
    uint32_t granted = written;
    return trm_encoder_reg_read(b->model, TR_TE_CONTROL_OFFSET, 4, &granted) == TRM_OK &&
           (written & TR_TE_ENABLE_MASK) != 0 && ((written ^ granted) & TR_TE_FORMAT_MASK) != 0;
}

static int other_protocol_fail(const char *path, const struct ingress_record *rec)
{
    uint32_t format = (rec->reg_value & TR_TE_FORMAT_MASK) >> TR_TE_FORMAT_SHIFT;
    return tool_fail(verb, path,
                     "trTeFormat was recorded as %u, which this encoder does not have; add --param "
                     "%s=1, and the parameters that the recorded encoder had",
                     format, format == 0 ? "etrace" : "ntrace");
}

static int feed_stream(struct htr_ingress *s, const struct encode_options *o,
                       struct encoder_bench *b, struct htr_jumps *jumps)
{
    const char *path = o->code.ingress;
    uint64_t hart = o->code.hart;
    struct ingress_record rec;
    int status;
    while ((status = ingress_read(&s->reader, &rec)) == 1) {
        progress_at(htr_file_at(&s->file));
        if (!o->replay && (rec.kind == INGRESS_OPCODE || rec.hart == hart) &&
            !htr_jumps_take(jumps, &rec)) {
            return tool_fail(verb, path, "not enough memory");
        }
        if (rec.kind == INGRESS_CYCLE && rec.hart == hart) {
            encoder_bench_feed(b, &rec.in);
        } else if (o->replay && rec.kind == INGRESS_REG && rec.hart == hart) {
            (void)trm_encoder_reg_write(b->model, rec.reg_offset, 4, rec.reg_value);
            trm_encoder_tick(b->model);
            if (rec.reg_offset == TR_TE_CONTROL_OFFSET && other_protocol(b, rec.reg_value)) {
                return other_protocol_fail(path, &rec);
            }
        }
    }
    if (status == INGRESS_ERR_TRUNCATED) {
        tool_note(verb, path, "cut off at offset %llu; what was recorded up to there is encoded",
                  (unsigned long long)s->reader.record_offset);
        return 0;
    }
    return status == 0 ? 0 : htr_ingress_fail(s, status);
}

/* The first recorded write that enables the hart's encoder. */
static int enabling_write(const struct encode_options *o, struct htr_registers *regs)
{
    struct htr_ingress s = {0};
    struct ingress_record rec;
    int status = htr_ingress_open(&s, tool_host(verb), o->code.ingress);
    if (status != HTR_OK) {
        return status;
    }
    while ((regs->control & TR_TE_ENABLE_MASK) == 0 && ingress_read(&s.reader, &rec) == 1) {
        if (rec.kind == INGRESS_REG && rec.hart == o->code.hart &&
            rec.reg_offset == TR_TE_CONTROL_OFFSET) {
            regs->control = rec.reg_value;
        }
    }
    htr_ingress_close(&s);
    return HTR_OK; /* what is wrong with the stream is said when it is encoded */
}

/* A replay speaks the protocol that the recorded registers choose. */
static int replay_protocol(struct encode_options *o, struct htr_settings *te)
{
    struct htr_registers regs = {0};
    if (!o->replay || strcmp(o->code.ingress, "-") == 0) { /* cannot be looked at twice */
        return 0;
    }
    int status = enabling_write(o, &regs);
    if (status != HTR_OK || (regs.control & TR_TE_ENABLE_MASK) == 0 ||
        !htr_registers_are_etrace(&regs)) {
        return status;
    }
    o->te.item[o->te.n++] = "trTeFormat=0"; /* --replay has no fields of its own */
    return htr_settings_parse(te, tool_host(verb), o->mode, &o->te, &o->params);
}

/* Data trace of an input that has no data accesses. */
static void note_no_data(const struct htr_settings *te, const char *path, bool has_data)
{
    uint32_t tracing = 0;
    if (!has_data && te->encoder.data_trace &&
        htr_settings_asked(te, "trTeDataTracing", &tracing) && tracing != 0) {
        tool_note(verb, path,
                  "has no data accesses, so there are no data messages; record a stream with "
                  "hartrace run --param data_trace=1 --save-ingress FILE");
    }
}

static int encode_stream(const struct encode_options *o, struct htr_settings *te,
                         struct encoder_bench *b)
{
    struct htr_ingress s = {0};
    const struct ingress_header *header = &s.reader.header;
    struct htr_jumps jumps = {0};
    const char *path = o->code.ingress;
    uint32_t wanted = 0;
    int status = htr_ingress_open(&s, tool_host(verb), path);
    if (status != HTR_OK) {
        return status;
    }
    if (o->code.hart >= header->harts) {
        htr_ingress_close(&s);
        return tool_fail(verb, path, "has no hart %llu; it holds harts 0 to %u",
                         (unsigned long long)o->code.hart, header->harts - 1u);
    }
    struct htr_code_facts facts;
    htr_code_header_facts(header, &facts);
    htr_settings_take_code(&facts, te);
    note_no_data(te, path, header->data);
    jumps.wanted = htr_settings_asked(te, "trTeInstEnAllJumps", &wanted) && wanted != 0;
    jumps.xlen = header->xlen;
    jumps.itype_width = header->itype_width;
    jumps.isa = header->isa;
    status = o->replay ? encoder_bench_open_bare(b, verb, te) : encoder_bench_open(b, verb, te);
    if (status == 0) {
        progress_begin_file(verb, &s.file, NULL);
        status = feed_stream(&s, o, b, &jumps);
        progress_end();
    }
    htr_jumps_free(&jumps);
    htr_ingress_close(&s);
    return status;
}

/* ---- */

static int parse(int argc, char **argv, struct encode_options *o)
{
    const struct tool_option options[] = {
        {.name = "pcs", .arg = "FILE", .help = "executed PCs, one per line", .string = &o->pcs},
        CODE_OPTIONS(&o->code),
        INGRESS_OPTIONS(&o->code, "an ingress stream instead of --pcs and code"),
        {.name = "mode",
         .arg = "MODE",
         .choice = TE_MODES,
         .help = ": trTeInstMode",
         .string = &o->mode},
        {.name = "te", .arg = "FIELD=VALUE", .help = TE_OPTION_HELP, .list = &o->te},
        {.name = "param", .arg = "NAME=VALUE", .help = PARAM_OPTION_HELP, .list = &o->params},
        {.name = "output",
         .letter = 'o',
         .arg = "FILE",
         .help = "trace bytes (stdout)",
         .string = &o->output},
        {.name = "sidecar",
         .help = "write the decoder's settings beside the trace, FILE.toml",
         .flag = &o->sidecar},
        {.name = "replay",
         .help = "program the encoder as recorded in the ingress stream",
         .flag = &o->replay},
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "(--pcs FILE CODE | --ingress FILE) (--mode htm|btm | --te trTeFormat=0) "
                    "[OPTION]... -o FILE",
        .text = "Encode an execution as N-Trace, or (trTeFormat=0) E-Trace. CODE is --elf, "
                "--pcinfo or --image. Input may be "
                "gzip or zstd,\n"
                "and - for standard input. The encoder model is programmed through its registers; "
                "when it grants\n"
                "a value other than the one asked for, a remark on stderr says so.",
        .example = "  hartrace encode --pcs P.pcs.gz --pcinfo P.pcinfo.gz --mode htm -o T.nex",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .more = te_print_encoder_params,
    };
    return tool_parse(&usage, argc, argv, NULL, 0);
}

static void note_idle_params(const struct encode_options *o)
{
    for (unsigned i = 0; i < o->params.n; i++) {
        if (!htr_param_read_by(o->params.item[i], HTR_READS_ENCODER)) {
            tool_note(verb, NULL,
                      "--param %s has no effect here: it is for verbs that decode, such as decode, "
                      "verify and dump",
                      o->params.item[i]);
        }
    }
}

static int check(const struct encode_options *o)
{
    if ((o->pcs == NULL) == (o->code.ingress == NULL)) {
        return tool_fail(verb, NULL,
                         "nothing to encode: add --pcs with --pcinfo or --elf, or add --ingress");
    }
    if (o->replay && (o->code.ingress == NULL || o->mode != NULL || o->te.n > 0)) {
        return tool_fail(verb, NULL,
                         "--replay takes the settings from --ingress; leave out --mode and --te");
    }
    if (o->mode == NULL && !o->replay) {
        bool asked = htr_list_is_etrace(&o->te); /* E-Trace has no modes */
        for (unsigned i = 0; i < o->te.n; i++) {
            asked = asked || strncmp(o->te.item[i], "trTeInstMode=", 13) == 0;
        }
        if (!asked) {
            return tool_fail(verb, NULL, "no trace mode: add --mode htm or --mode btm");
        }
    }
    if (o->output == NULL) {
        return tool_fail(verb, NULL, "no output: add -o FILE, or -o - for standard output");
    }
    if (o->sidecar && strcmp(o->output, "-") == 0) {
        return tool_fail(verb, NULL, "--sidecar needs a trace with a file name: -o FILE");
    }
    note_idle_params(o);
    return 0;
}

static int sidecar_of(const struct htr_settings *te, const struct encoder_bench *b,
                      struct htr_sidecar *s)
{
    struct nexus_stream_cfg cfg;
    struct etrace_cfg etrace;
    int status;
    if (htr_settings_is_etrace(te)) {
        status = htt_encoder_etrace(&b->driver, tool_host(verb), te, &etrace);
        if (status == 0) {
            htr_sidecar_from_etrace(s, &etrace);
        }
        return status;
    }
    status = htt_encoder_stream(&b->driver, tool_host(verb), te, &cfg);
    if (status == 0) {
        htr_sidecar_from_cfg(s, &cfg, te);
    }
    return status;
}

/* The command that decodes the trace, and the file beside it. */
static int tell_decoder(const struct encode_options *o, const struct htr_settings *te,
                        const struct encoder_bench *b)
{
    static const char *const option[] = {"--elf", "--pcinfo", "--ingress", "--image"};
    const char *const code[] = {o->code.elf, o->code.pcinfo, o->stream,
                                o->code.images.n != 0 ? o->code.images.item[0] : NULL};
    struct htr_sidecar s;
    unsigned i = 0;
    if (sidecar_of(te, b, &s) != 0) {
        return TOOL_CANNOT;
    }
    while (i < 3 && code[i] == NULL) {
        i++;
    }
    if (code[i] != NULL && o->code.images.n < 2) {
        decode_line_say(&s, verb, o->output, option[i], code[i], -1, false);
    }
    return o->sidecar ? htr_sidecar_write(&s, tool_host(verb), o->output) : 0;
}

int encode_main(int argc, char **argv)
{
    struct encode_options o = {0};
    struct htr_settings te;
    struct encoder_bench bench = {0};
    uint64_t instructions = 0;
    FILE *out = NULL;
    int status = parse(argc, argv, &o);
    if (status != 0) {
        return status == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    o.stream = o.code.ingress;
    if (check(&o) != 0 || htr_settings_parse(&te, tool_host(verb), o.mode, &o.te, &o.params) != 0 ||
        (out = output_open(verb, o.output)) == NULL || import_code(verb, &o.code, &o.params) != 0 ||
        replay_protocol(&o, &te) != 0) {
        return TOOL_CANNOT;
    }
    if (o.pcs != NULL) {
        note_no_data(&te, o.pcs, false);
    }
    /* An ELF or PCINFO beside an ingress stream is not needed: it holds its code. */
    status = o.pcs != NULL ? encode_list(verb, o.pcs, &o.code, &te, &bench, &instructions)
                           : encode_stream(&o, &te, &bench);
    if (status == 0) {
        status = encoder_bench_finish(&bench, verb);
    }
    if (status == 0) {
        (void)fwrite(bench.out.bytes, 1, bench.out.size, out); /* an error stays in the output */
        status = output_close(out);
    }
    if (status == 0 && strcmp(o.output, "-") != 0) {
        status = tell_decoder(&o, &te, &bench);
    }
    if (status == 0 && !tool_is_quiet()) {
        if (instructions > 0) {
            tool_note(
                verb, NULL, "%llu instruction%s, %llu message%s, %zu byte%s, %.3f bits/instruction",
                (unsigned long long)instructions, htr_s(instructions),
                (unsigned long long)bench.out.messages, htr_s(bench.out.messages), bench.out.size,
                htr_s(bench.out.size), 8.0 * (double)bench.out.size / (double)instructions);
        } else {
            tool_note(verb, NULL, "%llu message%s, %zu byte%s",
                      (unsigned long long)bench.out.messages, htr_s(bench.out.messages),
                      bench.out.size, htr_s(bench.out.size));
        }
    }
    if (bench.model != NULL) {
        encoder_bench_close(&bench);
    }
    return status;
}
