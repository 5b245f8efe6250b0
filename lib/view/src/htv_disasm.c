/* SPDX-License-Identifier: Apache-2.0 */
/* What objdump says, by address and opcode. */
#include "htv/htv_disasm.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "htr/htr_text.h"
#include "htv_objdump.h"
#include "htv_table.h"

enum {
    WINDOW = 1 << 20, /* bytes of code that are asked for at a time */
    RETRIES = 8,      /* of a file: a window may begin within an instruction */
    FILES = 1 + 2 * HTR_CODE_IMAGES + HTV_IMAGES,
    NAME = 32,
};

struct file {
    char *path; /* so that objdump takes it as a file */
    bool binary, failed;
    uint64_t adjust; /* what is added to its addresses */
    unsigned retries;
};

struct entry {
    uint64_t pc;
    uint32_t opcode;
    size_t text; /* in the texts; 0: it is known that there is none */
};

struct htv_disasm {
    struct htr_host *host;
    const char *objdump;
    bool missing;
    bool no_names; /* of targets: they may be those of another context */
    unsigned xlen, nfiles;
    struct file file[FILES];
    struct entry *entry;
    size_t entries, entry_room;
    struct htv_table by_key;  /* entries */
    struct htv_table windows; /* by file and number: those that were asked for */
    char *text;
    size_t text_size, text_room;
};

/* ---- what is kept ---- */

static const struct entry *find(const struct htv_disasm *d, uint64_t pc, uint32_t opcode)
{
    for (size_t i = htv_table_first(&d->by_key, htv_table_mix(pc, opcode));
         htv_table_has(&d->by_key, i); i = htv_table_next(&d->by_key, i)) {
        const struct entry *e = &d->entry[d->by_key.index[i]];
        if (e->pc == pc && e->opcode == opcode) {
            return e;
        }
    }
    return NULL;
}

static bool keep(struct htv_disasm *d, uint64_t pc, uint32_t opcode, size_t text)
{
    if (d->entries >= UINT32_MAX ||
        !htv_grow((void **)&d->entry, &d->entry_room, d->entries + 1, sizeof *d->entry)) {
        return false;
    }
    d->entry[d->entries] = (struct entry){pc, opcode, text};
    if (!htv_table_add(&d->by_key, htv_table_mix(pc, opcode), (uint32_t)d->entries)) {
        return false;
    }
    d->entries++;
    return true;
}

/* Mnemonic and operands: the tab between them becomes spaces. Returns 0 without memory. */
static size_t keep_text(struct htv_disasm *d, const char *text)
{
    const size_t length = strlen(text) + 8;
    if (!htv_grow((void **)&d->text, &d->text_room, d->text_size + length + 2, 1)) {
        return 0;
    }
    d->text_size += d->text_size == 0; /* 0 stands for none */
    const size_t at = d->text_size;
    for (size_t column = 0; *text != '\0'; text++) {
        const unsigned char c = (unsigned char)*text;
        do {
            d->text[d->text_size++] = c == '\t' ? ' ' : c < 0x20 || c == 0x7F ? '?' : *text;
            column++;
        } while (c == '\t' && column < 8);
    }
    while (d->text_size > at && d->text[d->text_size - 1] == ' ') {
        d->text_size--;
    }
    d->text[d->text_size++] = '\0';
    return at;
}

/* "    80000044:\tfd9ff0ef          \tjal\t8000001c <fib>"; all other lines are no instruction. */
static bool take_line(void *ctx, char *line)
{
    struct htv_disasm *d = ctx;
    char *end;
    const uint64_t pc = strtoull(line, &end, 16);
    if (end == line || end[0] != ':' || end[1] != '\t') {
        return true;
    }
    const char *bytes = end + 2;
    const uint32_t opcode = (uint32_t)strtoull(bytes, &end, 16);
    while (*end == ' ') {
        end++;
    }
    if (end == bytes || *end != '\t' || find(d, pc, opcode) != NULL) {
        return true;
    }
    char *name = d->no_names ? strstr(end, " <") : NULL;
    if (name != NULL) {
        *name = '\0';
    }
    const size_t text = keep_text(d, end + 1);
    return text != 0 && keep(d, pc, opcode, text);
}

/* ---- objdump ---- */

static enum htv_run_status run(struct htv_disasm *d, const struct file *f, uint64_t from,
                               uint64_t to)
{
    static const char *const names[] = {"riscv64-unknown-elf-objdump", "riscv64-linux-gnu-objdump"};
    char start[NAME + 16], stop[NAME + 16], adjust[NAME + 16];
    snprintf(start, sizeof start, "--start-address=0x%" PRIx64, from);
    snprintf(stop, sizeof stop, "--stop-address=0x%" PRIx64, to);
    snprintf(adjust, sizeof adjust, "--adjust-vma=0x%" PRIx64, f->adjust);
    const char *argv[] = {d->objdump,
                          "-z",
                          "-w",
                          start,
                          stop,
                          adjust,
                          f->binary ? "-D" : "-d",
                          f->path,
                          "-b",
                          "binary",
                          "-m",
                          d->xlen == 32 ? "riscv:rv32" : "riscv:rv64",
                          NULL};
    if (!f->binary) {
        argv[8] = NULL;
    }
    if (d->objdump != NULL) {
        return htv_run_lines(argv, HTV_DISASM_SECONDS, take_line, d);
    }
    enum htv_run_status status = HTV_RUN_MISSING;
    for (size_t i = 0; status == HTV_RUN_MISSING && i < sizeof names / sizeof names[0]; i++) {
        argv[0] = names[i];
        status = htv_run_lines(argv, HTV_DISASM_SECONDS, take_line, d);
    }
    return status;
}

/* Ask for [from, to) of a file; what goes wrong is a remark, and the file is not asked again. */
static void ask(struct htv_disasm *d, struct file *f, uint64_t from, uint64_t to)
{
    const enum htv_run_status status = run(d, f, from, to);
    const char *name = d->objdump != NULL ? d->objdump : "objdump";
    f->failed = status != HTV_RUN_OK;
    d->missing = status == HTV_RUN_MISSING || status == HTV_RUN_HANGS || status == HTV_RUN_ENDED;
    if (status == HTV_RUN_MISSING && d->objdump != NULL) {
        htr_note(d->host, d->objdump, "cannot be run; instructions are shown as opcodes");
    } else if (status == HTV_RUN_MISSING) {
        htr_note(d->host, NULL,
                 "no objdump for RISC-V, so instructions are shown as opcodes; install binutils "
                 "for RISC-V, or name one with --objdump FILE");
    } else if (status == HTV_RUN_HANGS) {
        htr_note(d->host, f->path, "%s said nothing for %d seconds; instructions are opcodes", name,
                 HTV_DISASM_SECONDS);
    } else if (status == HTV_RUN_ENDED) {
        htr_note(d->host, f->path, "not enough memory for what %s says", name);
    } else if (status == HTV_RUN_FAILED) {
        htr_note(d->host, f->path, "%s cannot read it; its instructions are shown as opcodes",
                 name);
    }
}

/* Was the window asked for before? Now it is. */
static bool asked(struct htv_disasm *d, unsigned file, uint64_t window)
{
    const uint64_t hash = htv_table_mix(window + 1, file);
    const size_t i = htv_table_first(&d->windows, hash);
    return htv_table_has(&d->windows, i) || !htv_table_add(&d->windows, hash, file);
}

static const struct entry *look(struct htv_disasm *d, unsigned i, uint64_t pc, uint32_t opcode)
{
    struct file *f = &d->file[i];
    const uint64_t window = pc / WINDOW, from = window * WINDOW;
    const uint64_t to = from > UINT64_MAX - WINDOW ? UINT64_MAX : from + WINDOW;
    const struct entry *e = NULL;
    if (!f->failed && !asked(d, i, window)) {
        ask(d, f, from, to);
        e = find(d, pc, opcode);
    }
    if (e == NULL && !f->failed && !d->missing && f->retries < RETRIES) {
        f->retries++;
        ask(d, f, pc, to);
        e = find(d, pc, opcode);
    }
    return e;
}

const char *htv_disasm_at(struct htv_disasm *d, uint64_t pc, uint32_t opcode)
{
    const struct entry *e = find(d, pc, opcode);
    const bool known = e != NULL;
    for (unsigned i = 0; e == NULL && !d->missing && i < d->nfiles; i++) {
        e = look(d, i, pc, opcode);
    }
    if (!known && e == NULL) {
        (void)keep(d, pc, opcode, 0); /* without memory it is looked for again */
    }
    return e != NULL && e->text != 0 ? d->text + e->text : NULL;
}

/* ---- files ---- */

static bool add_file(struct htv_disasm *d, const char *path, size_t length, bool binary,
                     uint64_t adjust)
{
    struct file *f = &d->file[d->nfiles];
    f->path = malloc(length + 3);
    if (f->path == NULL) {
        return false;
    }
    /* An option, or a file of options, to objdump. */
    const bool special = path[0] == '-' || path[0] == '@';
    snprintf(f->path, length + 3, "%s%.*s", special ? "./" : "", (int)length, path);
    f->binary = binary;
    f->adjust = adjust;
    d->nfiles++;
    return true;
}

static bool add_files(struct htv_disasm *d, const struct htv_disasm_options *o)
{
    const char *elf = o->code->elf.nsegments > 0 ? o->code->path : NULL;
    struct htr_code_file f;
    bool good = true;
    d->no_names = htr_code_has_contexts(o->code);
    for (unsigned i = 0; good && htr_code_file(o->code, i, &f); i++) {
        good = add_file(d, f.path, f.length, !f.elf, f.address);
    }
    for (unsigned i = 0; good && o->symbols != NULL && i < htv_images(o->symbols); i++) {
        const struct htv_image *m = htv_image(o->symbols, i);
        const bool again = elf != NULL && m->offset == 0 && strcmp(m->path, elf) == 0;
        good = again || m->dropped || add_file(d, m->path, strlen(m->path), false, m->offset);
    }
    return good;
}

int htv_disasm_open(struct htv_disasm **made, struct htr_host *host,
                    const struct htv_disasm_options *options)
{
    *made = NULL;
    struct htv_disasm *d = calloc(1, sizeof *d);
    if (d != NULL) {
        d->host = host;
        d->objdump = options->objdump;
        d->xlen = options->code->code.xlen;
    }
    if (d == NULL || !add_files(d, options)) {
        htv_disasm_close(d);
        return htr_fail(host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    *made = d;
    return HTR_OK;
}

void htv_disasm_close(struct htv_disasm *d)
{
    if (d == NULL) {
        return;
    }
    for (unsigned i = 0; i < d->nfiles; i++) {
        free(d->file[i].path);
    }
    htv_table_free(&d->by_key);
    htv_table_free(&d->windows);
    free(d->entry);
    free(d->text);
    free(d);
}
