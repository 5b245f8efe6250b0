/* SPDX-License-Identifier: Apache-2.0 */
/* An image: the file, its separate debug file, its executable sections, its build id. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gelf.h>

#include "htv_symbols_int.h"

static bool add_sections(struct htv_elf *e, Elf *elf)
{
    size_t headers = 0;
    if (elf_getshdrnum(elf, &headers) != 0) {
        headers = 0;
    }
    for (size_t i = 1; i < headers; i++) {
        GElf_Shdr h;
        if (gelf_getshdr(elf_getscn(elf, i), &h) != NULL && (h.sh_flags & SHF_ALLOC) != 0 &&
            (h.sh_flags & SHF_EXECINSTR) != 0 && h.sh_addr + h.sh_size > h.sh_addr &&
            !htv_spans_add(&e->exec, h.sh_addr, h.sh_addr + h.sh_size, (uint32_t)i)) {
            return false;
        }
    }
    return true;
}

static bool add_segments(struct htv_elf *e, Elf *elf)
{
    size_t headers = 0;
    if (elf_getphdrnum(elf, &headers) != 0) {
        headers = 0;
    }
    for (size_t i = 0; i < headers; i++) {
        GElf_Phdr h;
        if (gelf_getphdr(elf, (int)i, &h) != NULL && h.p_type == PT_LOAD &&
            (h.p_flags & PF_X) != 0 && h.p_vaddr + h.p_memsz > h.p_vaddr &&
            !htv_spans_add(&e->exec, h.p_vaddr, h.p_vaddr + h.p_memsz, 0)) {
            return false;
        }
    }
    return true;
}

static bool find_code(struct htv_elf *e, Elf *elf)
{
    if (!add_sections(e, elf) || (e->exec.n == 0 && !add_segments(e, elf)) ||
        !htv_spans_flatten(&e->exec)) {
        return false;
    }
    if (e->exec.n > 0) {
        e->info.low = e->exec.span[0].from + e->info.offset;
        e->info.high = e->exec.span[e->exec.n - 1].to + e->info.offset;
    }
    return true;
}

/* A regular file only: a name that is a pipe or a device would never end. */
static int open_file(struct htv_symbols *s, const char *path, int *fd)
{
    struct stat st;
    *fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (*fd < 0 || fstat(*fd, &st) != 0) {
        return htr_fail(s->host, HTR_ERR_OPEN, path, "cannot be opened: %s", strerror(errno));
    }
    if (!S_ISREG(st.st_mode)) {
        return htr_fail(s->host, HTR_ERR_OPEN, path,
                        "is not a regular file; symbols need an ELF file");
    }
    const char *no = s->host->refuses != NULL ? s->host->refuses(s->host->ctx, *fd) : NULL;
    return no == NULL ? HTR_OK : htr_fail(s->host, HTR_ERR_OPEN, path, "%s", no);
}

static int take_elf(struct htv_symbols *s, struct htv_elf *e)
{
    const char *path = e->info.path;
    GElf_Ehdr h;
    GElf_Addr bias = 0;
    Elf *elf = e->module == NULL ? NULL : dwfl_module_getelf(e->module, &bias);
    if (elf == NULL || gelf_getehdr(elf, &h) == NULL) {
        return htr_fail(s->host, HTR_ERR_FORMAT, path,
                        "is not an ELF file (%s); give the executable that was not stripped",
                        dwfl_errmsg(-1));
    }
    if (h.e_machine != EM_RISCV) {
        return htr_fail(s->host, HTR_ERR_FORMAT, path, "is not for RISC-V");
    }
    if (h.e_type != ET_EXEC && h.e_type != ET_DYN) {
        return htr_fail(s->host, HTR_ERR_FORMAT, path,
                        "is not linked; give the executable or shared object");
    }
    if (!find_code(e, elf)) {
        return htv_no_memory(s);
    }
    GElf_Addr at = 0;
    int n = dwfl_module_build_id(e->module, &e->info.build_id, &at);
    e->info.build_id_size = n > 0 ? (size_t)n : 0;
    e->id_address = n > 0 && at != 0 ? at - bias : 0;
    return HTR_OK;
}

/* The first executable section, which a separate debug file has too. */
static bool first_code(Elf *elf, uint64_t *addr)
{
    size_t headers = 0;
    if (elf_getshdrnum(elf, &headers) != 0) {
        headers = 0;
    }
    for (size_t i = 1; i < headers; i++) {
        GElf_Shdr h;
        if (gelf_getshdr(elf_getscn(elf, i), &h) != NULL && (h.sh_flags & SHF_ALLOC) != 0 &&
            (h.sh_flags & SHF_EXECINSTR) != 0 && h.sh_size > 0) {
            *addr = h.sh_addr;
            return true;
        }
    }
    return false;
}

/* The debug file may have been made before the file was moved. libdwfl compares segments for that,
 * which say nothing in a file for bare metal: compare sections. */
static void find_dwarf(struct htv_symbols *s, struct htv_elf *e)
{
    Dwarf_Addr bias = 0;
    const char *debug = NULL;
    uint64_t here, there;
    Elf *elf = dwfl_module_getelf(e->module, &bias);
    e->dwarf = dwfl_module_getdwarf(e->module, &bias);
    (void)dwfl_module_info(e->module, NULL, NULL, NULL, NULL, NULL, NULL, &debug);
    if (e->dwarf == NULL) {
        return;
    }
    (void)elf_rawfile(dwarf_getelf(e->dwarf), &e->budget);
    e->budget = e->budget < HTV_PIECES ? e->budget : HTV_PIECES;
    if (dwarf_getelf(e->dwarf) == elf) {
        return;
    }
    e->debug = dwarf_getelf(e->dwarf);
    e->info.debug_path = debug != NULL ? htv_string(s, debug) : NULL;
    if (first_code(elf, &here) && first_code(e->debug, &there)) {
        e->dwarf_bias = here - there;
    }
}

int htv_elf_open(struct htv_symbols *s, struct htv_elf *e)
{
    int fd = -1;
    int status = open_file(s, e->info.path, &fd);
    if (status == HTR_OK) {
        (void)elf_version(EV_CURRENT);
        e->dwfl = dwfl_begin(&s->callbacks);
        if (e->dwfl != NULL) {
            e->module = dwfl_report_offline(e->dwfl, e->info.path, e->info.path, fd);
            fd = e->module != NULL ? -1 : fd;
            (void)dwfl_report_end(e->dwfl, NULL, NULL);
        }
        status = take_elf(s, e);
    }
    if (fd >= 0) {
        (void)close(fd);
    }
    if (status != HTR_OK) {
        return status;
    }
    find_dwarf(s, e);
    if (!htv_symtab_read(s, e) || (e->dwarf != NULL && !htv_units_find(s, e))) {
        return htv_no_memory(s);
    }
    e->info.has_dwarf = e->nunits > 0;
    e->info.has_symtab = e->nsymbols > 0;
    if (!e->info.has_dwarf && !e->info.has_symtab) {
        htr_note(s->host, e->info.path,
                 "has no names: neither DWARF nor a symbol table; give the file before `strip`, or "
                 "the folder of its debug file");
    }
    return HTR_OK;
}

void htv_elf_close(struct htv_elf *e)
{
    for (size_t i = 0; i < e->nunits; i++) {
        htv_unit_free(&e->unit[i]);
    }
    free(e->unit);
    free(e->table);
    free(e->symbol);
    htv_spans_free(&e->exec);
    htv_spans_free(&e->units);
    htv_spans_free(&e->symbols);
    if (e->dwfl != NULL) {
        dwfl_end(e->dwfl);
    }
}
