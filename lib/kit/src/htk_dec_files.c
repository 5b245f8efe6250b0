/* SPDX-License-Identifier: Apache-2.0 */
/* The files of a case (docs/reference/kit-protocol.md). */
#include "htk_dec_files.h"

#include <inttypes.h>
#include <stdlib.h>

#include "htk_elf.h"

static void setting(FILE *out, const char *name, uint64_t value)
{
    fprintf(out, "%s=%" PRIu64 "\n", name, value);
}

static bool option(const struct etrace_cfg *cfg, enum etrace_option o)
{
    return (cfg->options >> o & 1u) != 0;
}

static void etrace_options(FILE *out, const struct etrace_cfg *cfg)
{
    setting(out, "trTeInstNoAddrDiff", option(cfg, ETRACE_OPT_FULL_ADDRESS));
    setting(out, "trTeInstNoTrapAddr", option(cfg, ETRACE_OPT_IMPLICIT_EXCEPTION));
    setting(out, "trTeInstEnSequentialJump", option(cfg, ETRACE_OPT_SEQUENTIAL_JUMP));
    setting(out, "trTeInstEnImplicitReturn", option(cfg, ETRACE_OPT_IMPLICIT_RETURN));
    setting(out, "trTeInstEnBranchPrediction", option(cfg, ETRACE_OPT_BRANCH_PREDICTION));
    setting(out, "trTeInstEnJumpTargetCache", option(cfg, ETRACE_OPT_JUMP_TARGET_CACHE));
}

static void etrace_widths(FILE *out, const struct etrace_cfg *cfg)
{
    setting(out, "iaddress_width", cfg->iaddress_width);
    setting(out, "iaddress_lsb", cfg->iaddress_lsb);
    setting(out, "privilege_width", cfg->privilege_width);
    setting(out, "ecause_width", cfg->ecause_width);
    setting(out, "nocontext", cfg->nocontext);
    setting(out, "context_width", cfg->context_width);
    setting(out, "notime", cfg->notime);
    setting(out, "time_width", cfg->time_width);
    setting(out, "itype_width", cfg->itype_width);
    setting(out, "f0s_width", cfg->f0s_width);
    setting(out, "bpred_size", cfg->bpred_size);
    setting(out, "cache_size", cfg->cache_size);
    setting(out, "call_counter_size", cfg->call_counter_size);
    setting(out, "return_stack_size", cfg->return_stack_size);
    setting(out, "encoder_mode_width", cfg->encoder_mode_width);
    setting(out, "ioptions_width", cfg->ioptions_width);
    setting(out, "doptions_width", cfg->doptions_width);
}

static void etrace_data(FILE *out, const struct etrace_cfg *cfg)
{
    const uint32_t o = cfg->data_options;
    const bool full = (o >> ETRACE_DOPT_FULL_ADDRESS & 1u) != 0;
    setting(out, "data_trace", cfg->data_decoded);
    setting(out, "trTeDataNoAddr", o >> ETRACE_DOPT_NO_ADDRESS & 1u);
    setting(out, "trTeDataNoValue", o >> ETRACE_DOPT_NO_DATA & 1u);
    setting(out, "trTeDataAddrCompress", full ? 0 : 2);
    setting(out, "data_split", cfg->data_split);
    setting(out, "lrid_width", cfg->lrid_width);
    setting(out, "data_diff_width", cfg->data_diff_width);
    setting(out, "daddress_width", cfg->daddress_width);
    setting(out, "data_width", cfg->data_width);
}

/* The value of tvec, where it is known. */
static void handler(FILE *out, const char *name, const struct etrace_cfg *cfg, unsigned privilege)
{
    if (cfg->trap_known[privilege]) {
        setting(out, name, cfg->trap_base[privilege]);
    }
}

/* What follows in both protocols. */
static void write_rest(FILE *out, const struct htk_case *c, uint32_t isa, uint64_t jvt)
{
    setting(out, "zcmp", (isa & FLOW_ISA_ZCMP) != 0);
    setting(out, "zcmt", (isa & FLOW_ISA_ZCMT) != 0);
    setting(out, "jvt", jvt);
    setting(out, "wrapped", c->wrapped);
    if (c->one_source) {
        setting(out, "src", c->source);
    }
}

static void write_etrace(FILE *out, const struct htk_case *c)
{
    const struct etrace_cfg *cfg = c->etrace;
    setting(out, "kit", HTK_FILES_VERSION);
    setting(out, "trTeFormat", 0);
    setting(out, "xlen", cfg->xlen);
    setting(out, "srcid_bits", cfg->src_bits);
    setting(out, "ts_bytes", cfg->ts_bytes);
    setting(out, "type_bits", cfg->type_bits);
    setting(out, "type_inst", cfg->type_inst);
    setting(out, "type_data", cfg->type_data);
    etrace_options(out, cfg);
    etrace_widths(out, cfg);
    etrace_data(out, cfg);
    handler(out, "mtvec", cfg, 3);
    handler(out, "stvec", cfg, 1);
    handler(out, "vstvec", cfg, 6);
    setting(out, "c", (cfg->isa & FLOW_ISA_C) != 0);
    write_rest(out, c, cfg->isa, cfg->jvt);
}

static void write_settings(FILE *out, const struct htk_case *c)
{
    const struct nexus_stream_cfg *cfg = &c->cfg;
    if (c->etrace != NULL) {
        write_etrace(out, c);
        return;
    }
    setting(out, "kit", HTK_FILES_VERSION);
    setting(out, "trTeFormat", 1);
    setting(out, "xlen", cfg->xlen);
    setting(out, "trTeSrcBits", cfg->src_bits);
    setting(out, "trTsEnable", cfg->timestamps);
    setting(out, "trTsWidth", cfg->timestamp_bits);
    setting(out, "trTeInstExtendAddrMSB", cfg->extend_addr_msb);
    setting(out, "trTeInstEnSequentialJump", cfg->sequential_jump);
    setting(out, "trTeInstEnImplicitReturn", cfg->implicit_return);
    setting(out, "trTeInstImplicitReturnMode", cfg->return_mode);
    setting(out, "trTeInstEnRepeatedHistory", cfg->repeated_history);
    setting(out, "trTeInstEnAllJumps", cfg->all_jumps);
    setting(out, "return_depth", cfg->return_depth);
    write_rest(out, c, cfg->isa, cfg->jvt);
}

static void write_entry(FILE *out, const struct flow_pcinfo *entry)
{
    char text[FLOW_PCINFO_LINE];
    (void)flow_pcinfo_format(entry, text);
    fprintf(out, "%s\n", text);
}

/* As the reference tool lists a disassembly, ecall is an indirect call. */
static void write_pcinfo(FILE *out, const struct htk_case *c)
{
    struct flow_code_image image = {c->code.region, c->code.regions};
    struct flow_code code;
    flow_code_init_image(&code, c->code.isa, &image);
    for (size_t i = 0; i < c->code.pcinfos; i++) {
        write_entry(out, &c->code.pcinfo[i]);
    }
    for (size_t i = 0; c->code.pcinfo == NULL && i < c->code.regions; i++) {
        const struct flow_region *r = &c->code.region[i];
        for (uint64_t at = 0; at + 2 <= r->size;) {
            const struct flow_where where = {.pc = r->addr + at};
            const struct flow_insn *insn;
            struct flow_pcinfo entry;
            if (flow_code_insn(&code, &where, &insn) != FLOW_OK) {
                at += 2;
                continue;
            }
            flow_pcinfo_from_insn(where.pc, insn, &entry);
            entry.cls = insn->cls == FLOW_INSN_TRAP ? (uint8_t)FLOW_INSN_CALL : entry.cls;
            write_entry(out, &entry);
            at += insn->size;
        }
    }
}

static void write_elf(FILE *out, const struct htk_case *c)
{
    htk_elf_write(out, c->code.xlen, c->code.region, c->code.regions);
}

static void write_trace(FILE *out, const struct htk_case *c)
{
    fwrite(c->bytes, 1, c->size, out);
}

static bool file(const char *path, void (*write)(FILE *out, const struct htk_case *c),
                 const struct htk_case *c)
{
    struct htr_host plain = {0}; /* not an output of the program */
    FILE *f = htr_create(&plain, path);
    if (f == NULL) {
        return false;
    }
    write(f, c);
    return htr_close(&plain, f) == HTR_OK;
}

bool htk_files_write(const struct htk_case *c, const struct htk_case_files *to)
{
    return file(to->trace, write_trace, c) && file(to->settings, write_settings, c) &&
           (to->elf == NULL || file(to->elf, write_elf, c)) &&
           (to->pcinfo == NULL || file(to->pcinfo, write_pcinfo, c));
}
