/* SPDX-License-Identifier: Apache-2.0 */
/* Verb convert: the files of the task group's reference tool, and logs of simulators. */
#include "code.h"

#include <string.h>

#include "import.h"
#include "output.h"
#include "htr/htr_pcs.h"
#include "te.h"
#include "host.h"

static const char verb[] = "convert";

enum {
    BATCH = 4096
};

/* ---- PC lists ---- */

struct convert_options {
    const char *to, *input, *output;
    struct htr_code_choice code;
    struct htr_list te, params;
};

struct pcs_job {
    struct htr_pcs pcs;
    struct htr_code code;
    FILE *out;
    uint64_t count; /* PCs */
};

/* The type of an instruction in a PCSEQ list, without the size; B or BN tells the next line. */
static const char *type_of(const struct flow_insn *insn)
{
    switch (insn->cls) {
    case FLOW_INSN_BRANCH:
        return "B";
    case FLOW_INSN_DIRECT_CALL:
        return "C";
    case FLOW_INSN_DIRECT_JUMP:
    case FLOW_INSN_DIRECT_OTHER:
        return "J";
    case FLOW_INSN_CALL:
    case FLOW_INSN_SWAP:
        return "CI";
    case FLOW_INSN_JUMP:
    case FLOW_INSN_OTHER:
        return "JI";
    case FLOW_INSN_RETURN:
    case FLOW_INSN_TRAP_RETURN:
        return "R";
    default:
        return "L";
    }
}

/* PCSEQ: a branch is "B" or, when the next line is the one behind it, "BN". Nothing tells how the
 * last one ended: the reference tool leaves out its size and the end of line, and so do we. */
static int write_pcseq(struct pcs_job *job)
{
    uint64_t pc[BATCH], behind = 0;
    unsigned branch = 0; /* size of the branch before */
    size_t n;
    while ((n = htr_pcs_read(&job->pcs, pc, BATCH)) > 0) {
        job->count += n;
        for (size_t i = 0; i < n; i++) {
            struct flow_where where = {.pc = pc[i]};
            const struct flow_insn *insn;
            if (flow_code_insn(&job->code.code, &where, &insn) != FLOW_OK) {
                return tool_fail(verb, job->pcs.path, "line %llu: no code at 0x%llx",
                                 (unsigned long long)(job->pcs.line + i),
                                 (unsigned long long)pc[i]);
            }
            if (branch != 0) {
                fprintf(job->out, "%s%u\n", pc[i] == behind ? "N" : "", branch);
            }
            fprintf(job->out, "0x%llX,%s", (unsigned long long)pc[i], type_of(insn));
            branch = insn->cls == FLOW_INSN_BRANCH ? insn->size : 0;
            behind = pc[i] + insn->size;
            if (branch == 0) {
                fprintf(job->out, "%u\n", insn->size);
            }
        }
    }
    return job->pcs.failed ? TOOL_CANNOT : 0;
}

static int write_pconly(struct pcs_job *job)
{
    uint64_t pc[BATCH];
    size_t n;
    while ((n = htr_pcs_read(&job->pcs, pc, BATCH)) > 0) {
        job->count += n;
        for (size_t i = 0; i < n; i++) {
            fprintf(job->out, "0x%llX\n", (unsigned long long)pc[i]);
        }
    }
    return job->pcs.failed ? TOOL_CANNOT : 0;
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

static int convert_pcinfo(const struct convert_options *o, FILE *out)
{
    struct htr_code code = {0};
    struct htr_settings te;
    struct nexus_stream_cfg cfg;
    if (o->input != NULL) {
        return tool_fail(verb, o->input, "code is given with --elf, --image or --pcinfo");
    }
    if (htr_settings_parse(&te, tool_host(verb), NULL, &o->te, &o->params) != 0 ||
        htr_code_choose(&code, tool_host(verb), &o->code, &te) != 0) {
        return TOOL_CANNOT;
    }
    htr_settings_stream(&te, &cfg);
    htr_code_start(&code, nexus_cfg_isa(&cfg));
    int status = htr_code_write_pcinfo(&code, tool_host(verb), out);
    htr_code_close(&code);
    return status;
}

static int convert_pcs(const struct convert_options *o, FILE *out, bool sequence)
{
    struct pcs_job job = {0};
    struct htr_settings te;
    struct nexus_stream_cfg cfg;
    memset(&job, 0, sizeof job);
    job.out = out;
    if (htr_settings_parse(&te, tool_host(verb), NULL, &o->te, &o->params) != 0) {
        return TOOL_CANNOT;
    }
    if (sequence) {
        int status = htr_code_choose(&job.code, tool_host(verb), &o->code, &te);
        if (status != 0) {
            return status;
        }
        htr_settings_stream(&te, &cfg);
        htr_code_start(&job.code, nexus_cfg_isa(&cfg));
    }
    int status = open_pcs(&job.pcs, o);
    if (status == 0) {
        status = sequence ? write_pcseq(&job) : write_pconly(&job);
        htr_pcs_close(&job.pcs);
        if (status == 0 && job.count == 0) {
            status = tool_fail(verb, o->input != NULL ? o->input : o->code.ingress,
                               "is empty: there is no executed PC in it");
        }
    }
    htr_code_close(&job.code);
    return status;
}

/* ---- DUMP to bytes ---- */

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Every line that starts with "0xHH " is a byte. */
static int convert_dump(const struct convert_options *o, FILE *out)
{
    struct htr_lines l;
    const char *s;
    size_t n;
    uint64_t bytes = 0;
    if (o->input == NULL) {
        return tool_fail(verb, NULL, "no dump; usage: hartrace convert --to nex DUMP");
    }
    if (htr_lines_open(&l, tool_host(verb), o->input) != 0) {
        return TOOL_CANNOT;
    }
    while (htr_lines_next(&l, &s, &n)) {
        if (n >= 5 && s[0] == '0' && s[1] == 'x' && s[4] == ' ' && hex_digit(s[2]) >= 0 &&
            hex_digit(s[3]) >= 0) {
            fputc(hex_digit(s[2]) << 4 | hex_digit(s[3]), out);
            bytes++;
        }
    }
    int status = 0;
    if (l.error != NULL) {
        status =
            tool_fail(verb, o->input, "line %llu: %s", (unsigned long long)l.number + 1, l.error);
    } else if (bytes == 0) {
        status = tool_fail(verb, o->input, "has no line like '0x24 001001_00: ...'; not a dump");
    }
    htr_lines_close(&l);
    return status;
}

/* ---- */

static int to_ingress(const struct convert_options *o, FILE *out)
{
    struct htr_import_options import = {.hart = o->code.hart};
    struct htr_settings te;
    if (o->input == NULL) {
        return tool_fail(verb, NULL, "no log; usage: hartrace convert --to ingress LOG -o FILE");
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
    FILE *out = output_open(verb, o->output);
    if (out == NULL || import_code(verb, &o->code, &o->params) != 0) {
        return TOOL_CANNOT;
    }
    int status = k == TO_PCINFO    ? convert_pcinfo(o, out)
                 : k == TO_NEX     ? convert_dump(o, out)
                 : k == TO_INGRESS ? to_ingress(o, out)
                                   : convert_pcs(o, out, k == TO_PCSEQ);
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
        {.name = "output",
         .letter = 'o',
         .arg = "FILE",
         .help = "result (stdout)",
         .string = &o.output},
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "--to KIND [INPUT] [CODE] [OPTION]... [-o FILE]",
        .text = "Convert files that other tools write or read (docs/formats.md):\n"
                "  --to pcinfo --elf ELF    list the instructions of the code\n"
                "  --to pcseq PCS CODE      add types to a list of executed PCs\n"
                "  --to pconly PCS          leave the types out\n"
                "  --to nex DUMP            the bytes of a dump of the reference tool\n"
                "  --to ingress LOG         a log of Spike, of the E-Trace reference flow, or RVFI",
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
