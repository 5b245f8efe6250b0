/* SPDX-License-Identifier: Apache-2.0 */
/*
 * replay ELF FILE.ing [--live]: run a program on the simulated hart beside what QEMU executed.
 * replay ELF --alone XLEN: run it without comparison; print its console output, and how many
 * instructions ran at the high alias of the RAM.
 *
 * Every retired instruction's address and opcode, how every block ended (itype, sijump), and every
 * trap (kind, cause, address, tval) must be the same as in the recording. Interrupts are forced
 * where QEMU took them; with --live the hart takes its own. The run must end at the test finisher
 * with exit code 0; what QEMU still did after that must be the loop that spins there. Exit status:
 * 0 equal, 1 different, 2 cannot.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "htr/htr_ingress.h"
#include "hts/hts_program.h"

struct item {
    uint64_t iaddr;
    uint64_t tval;
    uint32_t halfwords; /* 0: a trap, or an opcode */
    uint32_t opcode;    /* with is_opcode: the instruction at iaddr is this one from here on */
    bool is_opcode;
    uint8_t itype;
    bool sijump;
    uint8_t cause;
};

enum {
    CODE_SLOTS = 1 << 17
};

struct replay {
    struct {
        uint64_t pc; /* 0: free */
        uint32_t opcode;
    } code[CODE_SLOTS]; /* what QEMU executed last at each pc */
    struct item *item;
    size_t n, cap;
    size_t at;     /* item being executed */
    uint32_t done; /* half-words of it */
    uint64_t instructions, exceptions, interrupts;
    uint64_t high; /* instructions at the high alias */
    bool live;     /* the hart takes its own interrupts */
    bool alone;    /* nothing to compare with */
    bool differs;
    struct sim_platform *platform;
};

static int push(struct replay *r, const struct item *item)
{
    if (r->n == r->cap) {
        r->cap = r->cap == 0 ? 4096 : 2 * r->cap;
        struct item *bigger = realloc(r->item, r->cap * sizeof *bigger);
        if (bigger == NULL) {
            return -1;
        }
        r->item = bigger;
    }
    r->item[r->n++] = *item;
    return 0;
}

/* Read the recording; the reset vector below RAM is left out. Returns XLEN, or 0 after a message.
 */
static unsigned read_recording(struct replay *r, const char *path)
{
    struct htr_host host = {0};
    struct htr_ingress reader;
    struct ingress_record rec;
    int status = htr_ingress_open(&reader, &host, path);
    if (status != INGRESS_OK) {
        fprintf(stderr, "%s: %s\n", path, ingress_strerror(status));
        return 0;
    }
    unsigned xlen = reader.reader.header.xlen;
    while ((status = ingress_read(&reader.reader, &rec)) == 1) {
        const struct item code = {.iaddr = rec.pc, .opcode = rec.opcode, .is_opcode = true};
        if (rec.kind == INGRESS_OPCODE && rec.pc >= SIM_RAM_BASE && push(r, &code) != 0) {
            status = INGRESS_ERR_MEMORY;
            break;
        }
        for (unsigned i = 0; rec.kind == INGRESS_CYCLE && i < rec.in.nblocks; i++) {
            const struct ingress_block *b = &rec.in.block[i];
            const struct item item = {.iaddr = b->iaddr,
                                      .tval = rec.in.tval,
                                      .halfwords = b->iretire,
                                      .itype = b->itype,
                                      .sijump = b->sijump,
                                      .cause = (uint8_t)rec.in.cause};
            if ((b->iaddr >= SIM_RAM_BASE || r->n > 0) && push(r, &item) != 0) {
                status = INGRESS_ERR_MEMORY;
                break;
            }
        }
    }
    htr_ingress_close(&reader);
    if (status != 0) {
        fprintf(stderr, "%s: %s\n", path, ingress_strerror(status));
        return 0;
    }
    return xlen;
}

/* Where the opcode at pc is kept. The programs have fewer instructions than there are slots. */
static uint32_t *opcode_at(struct replay *r, uint64_t pc)
{
    size_t i = (size_t)(pc >> 1) % CODE_SLOTS;
    while (r->code[i].pc != 0 && r->code[i].pc != pc) {
        i = (i + 1) % CODE_SLOTS;
    }
    r->code[i].pc = pc;
    return &r->code[i].opcode;
}

/* Take the opcodes that the recording has here. */
static void take_opcodes(struct replay *r)
{
    for (; r->at < r->n && r->item[r->at].is_opcode; r->at++) {
        *opcode_at(r, r->item[r->at].iaddr) = r->item[r->at].opcode;
    }
}

static void differ(struct replay *r, const char *what, uint64_t qemu, uint64_t ours)
{
    if (!r->differs) {
        printf("after %llu instructions: %s: QEMU 0x%llx, our hart 0x%llx\n",
               (unsigned long long)r->instructions, what, (unsigned long long)qemu,
               (unsigned long long)ours);
    }
    r->differs = true;
    sim_platform_stop(r->platform);
}

static void check_retired(struct replay *r, const struct ingress_block *b, uint32_t opcode)
{
    if (r->at == r->n) {
        differ(r, "QEMU's run ends", 0, b->iaddr);
        return;
    }
    const struct item *item = &r->item[r->at];
    if (item->halfwords == 0) {
        differ(r, item->itype == INGRESS_ITYPE_INTERRUPT ? "interrupt at" : "exception at",
               item->iaddr, b->iaddr);
    } else if (item->iaddr + 2u * r->done != b->iaddr) {
        differ(r, "pc", item->iaddr + 2u * r->done, b->iaddr);
    } else if (*opcode_at(r, b->iaddr) != opcode) {
        differ(r, "opcode", *opcode_at(r, b->iaddr), opcode);
    }
    r->instructions++;
    r->done += b->iretire;
    if (r->done < item->halfwords) {
        return;
    }
    bool jump = item->itype >= INGRESS_ITYPE_UNINFERABLE_CALL && item->itype % 2 == 0;
    if (item->itype != b->itype) {
        differ(r, "itype", item->itype, b->itype);
    } else if (jump && item->sijump != b->sijump) {
        differ(r, "sijump", item->sijump, b->sijump);
    }
    r->at++;
    r->done = 0;
}

/* A breakpoint may leave 0 or its address in tval (Privileged Architecture, mtval): QEMU does the
 * one, our hart the other. */
static bool free_tval(uint64_t cause)
{
    return cause == 3;
}

static void check_trap(struct replay *r, const struct ingress_cycle *in,
                       const struct ingress_block *b)
{
    const struct item *item = &r->item[r->at];
    if (r->at == r->n || item->halfwords != 0) {
        differ(r, "a trap of cause", r->at == r->n ? 0 : item->iaddr, in->cause);
    } else if (item->itype != b->itype) {
        differ(r, "kind of trap", item->itype, b->itype);
    } else if (item->cause != in->cause) {
        differ(r, "cause", item->cause, in->cause);
    } else if (b->itype == INGRESS_ITYPE_EXCEPTION && item->iaddr != b->iaddr) {
        differ(r, "address of the exception", item->iaddr, b->iaddr);
    } else if (b->itype == INGRESS_ITYPE_EXCEPTION && item->tval != in->tval &&
               !free_tval(in->cause)) {
        differ(r, "tval", item->tval, in->tval);
    }
    r->exceptions += b->itype == INGRESS_ITYPE_EXCEPTION;
    r->interrupts += b->itype == INGRESS_ITYPE_INTERRUPT;
    r->at++;
}

/* Each record of the hart. Stops the run where QEMU took an interrupt. */
static void on_record(void *ctx, unsigned hart, const struct ingress_cycle *in, uint32_t opcode)
{
    (void)hart;
    struct replay *r = ctx;
    if (r->alone) {
        bool retired = in->nblocks == 1 && in->block[0].iretire != 0;
        r->instructions += retired;
        r->high += retired && in->block[0].iaddr >= SIM_RAM_ALIAS;
        return;
    }
    for (unsigned i = 0; i < in->nblocks && !r->differs; i++) {
        struct ingress_block b = in->block[i];
        take_opcodes(r);
        bool trap = b.itype == INGRESS_ITYPE_EXCEPTION || b.itype == INGRESS_ITYPE_INTERRUPT;
        if (b.iretire != 0) {
            check_retired(r, &b, opcode);
        }
        if (trap && !r->differs) {
            check_trap(r, in, &b);
        }
    }
    take_opcodes(r);
    if (!r->live && r->at < r->n && r->item[r->at].itype == INGRESS_ITYPE_INTERRUPT) {
        sim_platform_stop(r->platform);
    }
}

/* Is what is left of the recording the loop after the finisher? */
static bool rest_spins(const struct replay *r)
{
    uint64_t spin = 0;
    for (size_t i = r->at; i < r->n; i++) {
        const struct item *item = &r->item[i];
        uint64_t pc = item->iaddr + (i == r->at ? 2u * r->done : 0);
        uint64_t left = item->halfwords - (i == r->at ? r->done : 0);
        spin = i == r->at ? pc : spin;
        if (item->itype != INGRESS_ITYPE_INFERABLE_TAIL || pc != spin || left != 2) {
            return false;
        }
    }
    return true;
}

static int run(struct replay *r)
{
    struct sim_hart *hart = sim_platform_hart(r->platform);
    struct sim_run_limits limits = {.max_cycles = UINT64_C(200000000)};
    struct sim_run_result result;
    for (;;) {
        sim_platform_run(r->platform, &limits, &result);
        if (result.reason != SIM_STOP_REQUEST || r->differs) {
            break;
        }
        if (sim_hart_force_interrupt(hart, (enum sim_irq)r->item[r->at].cause) != SIM_HART_OK) {
            differ(r, "interrupt refused", r->item[r->at].cause, 0);
            break;
        }
    }
    if (!r->differs && (result.reason != SIM_STOP_FINISHER || result.exit_code != 0)) {
        printf("our hart: %s, exit code %u, after %llu instructions\n",
               sim_stop_name(result.reason), (unsigned)result.exit_code,
               (unsigned long long)r->instructions);
        r->differs = true;
    }
    if (!r->differs && !r->alone && !rest_spins(r)) {
        differ(r, "QEMU goes on", r->item[r->at].iaddr + 2u * r->done, 0);
    }
    if (!r->differs && r->alone) {
        printf("passed: %llu instructions, %llu at the high alias\n",
               (unsigned long long)r->instructions, (unsigned long long)r->high);
    } else if (!r->differs) {
        printf("equal: %llu instructions, %llu exceptions, %llu interrupts\n",
               (unsigned long long)r->instructions, (unsigned long long)r->exceptions,
               (unsigned long long)r->interrupts);
    }
    return r->differs ? 1 : 0;
}

static uint8_t *read_file(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    uint8_t *bytes = NULL;
    long end = -1;
    if (f != NULL && fseek(f, 0, SEEK_END) == 0 && (end = ftell(f)) > 0) {
        rewind(f);
        *size = (size_t)end;
        bytes = malloc(*size);
        if (bytes != NULL && fread(bytes, 1, *size, f) != *size) {
            free(bytes);
            bytes = NULL;
        }
    }
    if (f != NULL) {
        fclose(f);
    }
    return bytes;
}

static void on_console(void *ctx, uint8_t byte)
{
    const struct replay *r = ctx;
    if (r->alone) {
        putchar(byte);
    }
}

static int replay(struct replay *r, const char *elf, unsigned xlen)
{
    struct sim_platform_cfg cfg;
    struct sim_message message = {{0}};
    size_t size = 0;
    uint8_t *image = read_file(elf, &size);
    if (image == NULL) {
        fprintf(stderr, "%s: cannot be read\n", elf);
        return 2;
    }
    sim_platform_cfg_init(&cfg);
    cfg.hart.xlen = (uint8_t)xlen;
    cfg.hart.itype4 = true;
    cfg.hart.replay = !r->live && !r->alone;
    cfg.trace = false;
    cfg.retire = (struct sim_retire_hook){on_record, r};
    cfg.uart = (struct sim_uart_hook){on_console, r};
    int result = 2;
    if (sim_platform_create(&cfg, &r->platform, &message) != SIM_PLATFORM_OK) {
        fprintf(stderr, "platform: %s\n", message.text);
    } else {
        struct htr_elf program;
        struct htr_elf_message why;
        if (htr_elf_parse(&program, image, size, xlen, &why) != HTR_ELF_OK) {
            fprintf(stderr, "%s: %s\n", elf, why.text);
        } else if (hts_program_load(&program, r->platform, &message) != SIM_PLATFORM_OK) {
            fprintf(stderr, "%s: %s\n", elf, message.text);
        } else {
            result = run(r);
        }
        sim_platform_destroy(r->platform);
    }
    free(image);
    return result;
}

int main(int argc, char **argv)
{
    static struct replay r; /* large: not on the stack */
    if (argc < 3) {
        fprintf(stderr, "usage: replay ELF FILE.ing [--live] | ELF --alone XLEN\n");
        return 2;
    }
    r.live = argc > 3 && strcmp(argv[3], "--live") == 0;
    r.alone = argc > 3 && strcmp(argv[2], "--alone") == 0;
    unsigned xlen = r.alone ? (unsigned)atoi(argv[3]) : read_recording(&r, argv[2]);
    int result = xlen == 0 ? 2 : replay(&r, argv[1], xlen);
    free(r.item);
    return result;
}
