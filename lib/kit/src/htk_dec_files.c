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

static void write_settings(FILE *out, const struct htk_case *c)
{
    const struct nexus_stream_cfg *cfg = &c->cfg;
    setting(out, "kit", HTK_FILES_VERSION);
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
    setting(out, "zcmp", (cfg->isa & FLOW_ISA_ZCMP) != 0);
    setting(out, "zcmt", (cfg->isa & FLOW_ISA_ZCMT) != 0);
    setting(out, "jvt", cfg->jvt);
    setting(out, "wrapped", c->wrapped);
    if (c->one_source) {
        setting(out, "src", c->source);
    }
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
