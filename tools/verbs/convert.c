/* SPDX-License-Identifier: Apache-2.0 */
/* Verb convert: the files of the task group's reference tool, and logs of simulators. */
#include "htr/htr_convert.h"
#include "htr/htr_shape.h"
#include "htr/htr_waves.h"

#include "code.h"
#include "host.h"
#include "import.h"
#include "output.h"
#include "te.h"

static const char verb[] = "convert";

struct convert_options {
    const char *to, *input, *output;
    const char *map;
    uint64_t blocks, iretire_bits, itype_width, gaps; /* 0: not given */
    struct htr_code_choice code;
    struct htr_list te, params;
};

/* Check the settings; with `needed`, load the code that the options name. */
static int open_code(struct htr_code *code, const struct convert_options *o, bool needed)
{
    struct htr_settings te;
    struct nexus_stream_cfg cfg;
    int status = htr_settings_parse(&te, tool_host(verb), NULL, &o->te, &o->params);
    if (status != HTR_OK || !needed) {
        return status;
    }
    status = htr_code_choose(code, tool_host(verb), &o->code, &te);
    if (status == HTR_OK) {
        htr_settings_stream(&te, &cfg);
        htr_code_start(code, nexus_cfg_isa(&cfg));
    }
    return status;
}

static int open_pcs(struct htr_pcs *pcs, const struct convert_options *o)
{
    if (o->input != NULL) {
        return htr_pcs_open_text(pcs, tool_host(verb), o->input);
    }
    if (o->code.ingress != NULL) {
        return htr_pcs_open_ingress(pcs, tool_host(verb), o->code.ingress, (unsigned)o->code.hart);
    }
    return tool_fail(verb, NULL, "no PC list; usage: hartrace convert --to %s PCS CODE", o->to);
}

static int to_pcinfo(const struct convert_options *o, FILE *out)
{
    struct htr_code code = {0};
    if (o->input != NULL) {
        return tool_fail(verb, o->input, "code is given with --elf, --image or --pcinfo");
    }
    int status = open_code(&code, o, true);
    if (status == HTR_OK) {
        status = htr_code_write_pcinfo(&code, tool_host(verb), out);
        htr_code_close(&code);
    }
    return status;
}

static int to_pcs(const struct convert_options *o, FILE *out, bool sequence)
{
    struct htr_pcs pcs = {0};
    struct htr_code code = {0};
    int status = open_code(&code, o, sequence);
    if (status != HTR_OK) {
        return status;
    }
    status = open_pcs(&pcs, o);
    if (status == HTR_OK) {
        status = sequence ? htr_convert_pcseq(&pcs, &code, out) : htr_convert_pcs(&pcs, out);
        htr_pcs_close(&pcs);
    }
    htr_code_close(&code);
    return status;
}

static int to_nex(const struct convert_options *o, FILE *out)
{
    if (o->map != NULL && o->input != NULL) {
        return htr_waves_trace(tool_host(verb), o->input, o->map, out);
    }
    if (o->input == NULL) {
        return tool_fail(verb, NULL, "no dump; usage: hartrace convert --to nex DUMP");
    }
    return htr_convert_dump(tool_host(verb), o->input, out);
}

static bool has_shape(const struct convert_options *o)
{
    return o->blocks != 0 || o->iretire_bits != 0 || o->itype_width != 0 || o->gaps != 0;
}

/* An ingress stream for another port. */
static int reshape(const struct convert_options *o, FILE *out)
{
    const struct htr_shape shape = {
        .blocks = o->blocks < 5 ? (unsigned)o->blocks : 5,
        .iretire_bits = o->iretire_bits < 33 ? (unsigned)o->iretire_bits : 33,
        .itype_width = o->itype_width < 5 ? (unsigned)o->itype_width : 5,
        .gaps = o->gaps != 0,
        .seed = o->gaps};
    return htr_shape_write(tool_host(verb), o->input, &shape, out,
                           ingress_name_compresses(o->output));
}

static int to_ingress(const struct convert_options *o, FILE *out)
{
    struct htr_import_options import = {.hart = o->code.hart};
    struct htr_settings te;
    if (o->input == NULL) {
        return tool_fail(verb, NULL, "no log; usage: hartrace convert --to ingress LOG -o FILE");
    }
    if (o->map != NULL) {
        return htr_waves_ingress(tool_host(verb), o->input, o->map, out,
                                 ingress_name_compresses(o->output));
    }
    if (htr_waves_is(o->input)) {
        return tool_fail(verb, o->input, "waves need --map FILE, which names the signals");
    }
    if (has_shape(o)) {
        return reshape(o, out);
    }
    if (htr_settings_parse(&te, tool_host(verb), NULL, &o->te, &o->params) != 0) {
        return TOOL_CANNOT;
    }
    if (htr_import_format(tool_host(verb), o->code.ingress_format, &import.format) != HTR_OK) {
        return TOOL_CANNOT;
    }
    import.xlen = te.extra.xlen_set ? te.encoder.xlen : 0;
    return import_file(verb, o->input, &import, out, ingress_name_compresses(o->output));
}

/* What --to can be. */
enum {
    TO_PCINFO,
    TO_PCSEQ,
    TO_PCONLY,
    TO_NEX,
    TO_INGRESS,
};

static const char *const kinds[] = {
    [TO_PCINFO] = "pcinfo", [TO_PCSEQ] = "pcseq",     [TO_PCONLY] = "pconly",
    [TO_NEX] = "nex",       [TO_INGRESS] = "ingress",
};
static const struct tool_choice choice = {kinds, sizeof kinds / sizeof kinds[0]};

static int convert(struct convert_options *o)
{
    unsigned k;
    if (tool_choose(verb, "to", "kind", &choice, o->to, &k) != 0) {
        return TOOL_CANNOT;
    }
    if (o->map != NULL && k != TO_INGRESS && k != TO_NEX) {
        return tool_fail(verb, NULL, "--map is for --to ingress and --to nex");
    }
    if (has_shape(o) && (k != TO_INGRESS || o->map != NULL)) {
        return tool_fail(verb, NULL,
                         "--blocks, --iretire-bits, --itype-width and --gaps are for --to ingress "
                         "of an ingress stream");
    }
    FILE *out = output_open(verb, o->output);
    if (out == NULL || import_code(verb, &o->code, &o->params) != 0) {
        return TOOL_CANNOT;
    }
    int status = k == TO_PCINFO    ? to_pcinfo(o, out)
                 : k == TO_NEX     ? to_nex(o, out)
                 : k == TO_INGRESS ? to_ingress(o, out)
                                   : to_pcs(o, out, k == TO_PCSEQ);
    int closed = output_close(out);
    return status != 0 ? status : closed;
}

int convert_main(int argc, char **argv)
{
    struct convert_options o = {.output = "-"};
    const struct tool_option options[] = {
        {.name = "to", .arg = "KIND", .choice = &choice, .help = "", .string = &o.to},
        CODE_OPTIONS(&o.code),
        INGRESS_OPTIONS(&o.code, "pcseq, pconly: PCs and code from an ingress stream"),
        {.name = "param", .arg = "NAME=VALUE", .help = PARAM_OPTION_HELP, .list = &o.params},
        {.name = "map",
         .arg = "FILE",
         .help = "nex, ingress: the input is waves (VCD, or FST with GTKWave's fst2vcd), and FILE "
                 "names their signals",
         .string = &o.map},
        {.name = "blocks",
         .arg = "N",
         .help = "ingress of an ingress stream: blocks in a clock, at most (1)",
         .number = &o.blocks,
         .positive = true},
        {.name = "iretire-bits",
         .arg = "N",
         .help = "the same: width of iretire (32)",
         .number = &o.iretire_bits,
         .positive = true},
        {.name = "itype-width",
         .arg = "N",
         .help = "the same: width of itype, 3 or 4 (that of the stream)",
         .number = &o.itype_width,
         .positive = true},
        {.name = "gaps",
         .arg = "SEED",
         .help = "the same: clocks without a record, at random",
         .number = &o.gaps,
         .positive = true},
        {.name = "output",
         .letter = 'o',
         .arg = "FILE",
         .help = "result (stdout)",
         .string = &o.output},
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "--to KIND [INPUT] [CODE] [OPTION]... [-o FILE]",
        .text =
            "Convert files that other tools write or read (docs/reference/formats.md):\n"
            "  --to pcinfo --elf ELF    list the instructions of the code\n"
            "  --to pcseq PCS CODE      add types to a list of executed PCs\n"
            "  --to pconly PCS          leave the types out\n"
            "  --to nex DUMP            the bytes of a dump of the reference tool\n"
            "  --to ingress LOG         a log of Spike, of the E-Trace reference flow, or RVFI\n"
            "  --to ingress WAVES --map what the hart did, from the waves of a simulation\n"
            "  --to nex WAVES --map     the trace that left the encoder, from waves\n"
            "  --to ingress STREAM --blocks 2 ...  an ingress stream for another port",
        .example = "  hartrace convert --to pcinfo --elf P.elf -o P.pcinfo\n"
                   "  hartrace convert --to pcseq P.pcs --pcinfo P.pcinfo -o P.pcseq\n"
                   "  hartrace convert --to ingress spike.log -o P.ing",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .more = te_print_code_params,
    };
    int n = tool_parse(&usage, argc, argv, &o.input, 1);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (o.to == NULL) {
        char list[128];
        return tool_fail(verb, NULL, "no kind of output: add --to %s",
                         tool_choice_list(&choice, list, sizeof list));
    }
    return convert(&o);
}
