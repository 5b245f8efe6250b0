/* SPDX-License-Identifier: Apache-2.0 */
/* The programs of a simulated platform. */
#include "hts/hts_program.h"

#include "htr/htr_text.h"

static bool overlap(const struct htr_elf *a, const struct htr_elf *b)
{
    for (unsigned i = 0; i < a->nsegments; i++) {
        for (unsigned k = 0; k < b->nsegments; k++) {
            const struct htr_elf_segment *s = &a->segment[i], *t = &b->segment[k];
            if (s->paddr < t->paddr + t->memsz && t->paddr < s->paddr + s->memsz) {
                return true;
            }
        }
    }
    return false;
}

static int open_one(struct hts_program *all, unsigned i, struct htr_host *host, const char *path)
{
    struct hts_program *p = &all[i];
    struct htr_elf_message why;
    p->path = path;
    int status = htr_bytes_load(&p->file, host, path);
    if (status != HTR_OK) {
        return status;
    }
    if (htr_elf_parse(&p->elf, p->file.bytes, p->file.size, 0, &why) != HTR_ELF_OK) {
        return htr_fail(host, HTR_ERR_FORMAT, path, "%s; give a bare-metal RISC-V executable",
                        why.text);
    }
    if (p->elf.xlen != all[0].elf.xlen) {
        return htr_fail(host, HTR_ERR_CONFLICT, path,
                        "is for RV%u, %s for RV%u; all harts have the same XLEN", p->elf.xlen,
                        all[0].path, all[0].elf.xlen);
    }
    for (unsigned k = 0; k < i; k++) {
        if (overlap(&p->elf, &all[k].elf)) {
            return htr_fail(host, HTR_ERR_CONFLICT, path,
                            "overlaps %s in memory; link at different addresses", all[k].path);
        }
    }
    return HTR_OK;
}

int hts_programs_open(struct hts_program *p, unsigned n, struct htr_host *host,
                      const char *const *paths)
{
    int status = HTR_OK;
    for (unsigned i = 0; i < n && status == HTR_OK; i++) {
        status = open_one(p, i, host, paths[i]);
    }
    return status;
}

void hts_programs_free(struct hts_program *p, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        htr_bytes_free(&p[i].file);
    }
}

/* The advice when a program is not linked into the memory. */
static const char *remedy(const struct htr_elf *elf)
{
    for (unsigned i = 0; i < elf->nsegments; i++) {
        if (elf->segment[i].offset == 0 && elf->segment[i].filesz != 0) {
            return "its first segment holds the ELF headers: link with -Wl,--nmagic, or with a "
                   "linker script (sim/bsp/bsp.ld), to";
        }
    }
    return "link it to";
}

int hts_program_load(const struct htr_elf *elf, struct sim_platform *platform,
                     struct sim_message *why)
{
    struct sim_segment segment[HTR_ELF_MAX_SEGMENTS];
    for (unsigned i = 0; i < elf->nsegments; i++) {
        const struct htr_elf_segment *s = &elf->segment[i];
        segment[i] = (struct sim_segment){s->paddr, elf->image + s->offset, s->filesz, s->memsz};
    }
    return sim_platform_load(platform, segment, elf->nsegments, elf->entry, why);
}

int hts_programs_load(const struct hts_program *p, unsigned n, struct htr_host *host,
                      struct sim_platform *platform)
{
    const unsigned harts = sim_platform_hart_count(platform);
    struct sim_message why;
    if (n > harts) {
        return htr_fail(host, HTR_ERR_CONFLICT, NULL, "%u programs for %u hart%s", n, harts,
                        htr_s(harts));
    }
    for (unsigned i = 0; i < n; i++) {
        if (hts_program_load(&p[i].elf, platform, &why) != SIM_PLATFORM_OK) {
            return htr_fail(host, HTR_ERR_RANGE, p[i].path, "%s; %s RAM at 0x%llx", why.text,
                            remedy(&p[i].elf), (unsigned long long)SIM_RAM_BASE);
        }
    }
    for (unsigned h = 0; h < harts; h++) {
        sim_hart_set_pc(sim_platform_hart_n(platform, h), hts_program_of(p, n, h)->elf.entry);
    }
    return HTR_OK;
}

static bool lies_in(const struct htr_elf *elf, const struct topology_range *window)
{
    for (unsigned i = 0; i < elf->nsegments; i++) {
        const struct htr_elf_segment *s = &elf->segment[i];
        if (s->memsz != 0 && s->paddr <= window->base + (window->size - 1) &&
            window->base < s->paddr + s->memsz) {
            return true;
        }
    }
    return false;
}

int hts_programs_spare(const struct hts_program *p, unsigned n, struct htr_host *host,
                       const struct topology *tree)
{
    for (unsigned c = 0; c < tree->ncomponents; c++) {
        const struct topology_extra *x = &tree->component[c].extra;
        for (unsigned i = 0; i < n && x->smem.size != 0; i++) {
            if (lies_in(&p[i].elf, &x->smem)) {
                return htr_fail(host, HTR_ERR_CONFLICT, p[i].path,
                                "overlaps the trace buffer of %s, 0x%llx to 0x%llx; move "
                                "hartrace,smem-window, or link at another address",
                                tree->component[c].path, (unsigned long long)x->smem.base,
                                (unsigned long long)(x->smem.base + (x->smem.size - 1)));
            }
        }
    }
    return HTR_OK;
}

struct htr_trap hts_trap_of(struct sim_platform *platform, unsigned hart)
{
    const struct sim_hart *h = sim_platform_hart_n(platform, hart);
    const struct sim_trap_row *row = sim_hart_trap_row(h);
    return (struct htr_trap){.hart = hart,
                             .xlen = sim_hart_config(h)->xlen,
                             .interrupt = row->interrupt,
                             .cause = row->cause,
                             .epc = row->epc,
                             .tval = row->tval,
                             .vector = row->to_s ? "stvec" : "mtvec",
                             .tvec = row->tvec,
                             .last_cause = row->last_cause};
}
