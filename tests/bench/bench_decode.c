/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Limits of decoding, and what the library does between them, in one process: run by `make bench`.
 *
 *   [HARTRACE=PROGRAM] bench_decode TRACE --pcinfo FILE | --elf FILE [--te FIELD=VALUE]...
 *
 * Prints a line `NAME SECONDS AMOUNT UNIT` per measurement: processor time, the best of nine runs
 * each, one after the other in turn; PROGRAM (hartrace) is run as `decode` to binary ranges among
 * them. The limits know the execution beforehand: the outcome of every branch and the target of
 * every indirect jump are in arrays, so nothing is left to do but to walk, from PC to PC or from
 * block to block. A decoder that goes block by block cannot be faster than the walk that does.
 */
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "htr/htr_trace.h"
#include "trace_options.h"

enum {
    RUNS = 9,
    RING = 4096, /* results are stored, in a buffer that stays in the cache */
    TABLE_MAX = 1 << 22,
};

/* One instruction, at (pc - base) / 2. */
struct entry {
    uint32_t taken; /* index of the target */
    uint8_t half;
    uint8_t cls;
};

/* A block, at the index of its first instruction. */
struct block {
    uint64_t end;
    uint32_t next[2]; /* not taken, taken: indices */
    uint16_t count;
    uint8_t cls;
    uint8_t size; /* of the last instruction, bytes */
};

/* The execution, and the code, known beforehand. */
struct known {
    uint64_t base;
    size_t size; /* of table */
    struct entry *table;
    struct block *block;
    uint8_t *bit; /* one byte per branch */
    size_t bits;
    uint64_t *packed; /* the same, 64 branches per word, the first in the lowest bit */
    uint32_t *target; /* one per indirect jump */
    size_t targets;
    uint64_t insns;
    uint64_t ranges;
    uint32_t start;
};

static struct htr_trace trace;
static struct known known;
static volatile uint64_t sink; /* keeps results alive */

static void *room(size_t n, size_t size)
{
    void *p = calloc(n, size);
    if (p == NULL) {
        fprintf(stderr, "bench_decode: not enough memory\n");
        exit(2);
    }
    return p;
}

static void restart(void)
{
    const struct nexus_msg_decoder *m = &trace.decoder.msgs;
    (void)nexus_decoder_init(&trace.decoder, &trace.cfg, &trace.code.code, m->data, m->size);
    trace.decoder.flow.ahead = true;
}

/* ---- what is known beforehand ---- */

static uint32_t index_of(uint64_t pc)
{
    uint64_t i = (pc - known.base) / 2;
    return i < known.size ? (uint32_t)i : 0;
}

/* Extent of the code, and the amounts. */
static void measure_extent(void)
{
    struct flow_elem e;
    uint64_t low = UINT64_MAX, high = 0;
    while (nexus_decoder_next(&trace.decoder, &e) == NEXUS_OK) {
        if (e.type == FLOW_ELEM_RANGE) {
            low = e.start < low ? e.start : low;
            high = e.end > high ? e.end : high;
            known.ranges++;
            known.insns += e.count;
        }
    }
    known.base = low;
    known.size = low < high ? (high - low) / 2 + 64 : 0;
    if (known.size == 0 || known.size > TABLE_MAX) {
        fprintf(stderr, "bench_decode: the code is empty or too far apart for a table\n");
        exit(2);
    }
}

static void add_insn(const struct flow_where *where, const struct flow_insn *insn)
{
    struct entry *t = &known.table[index_of(where->pc)];
    t->half = (uint8_t)(insn->size / 2);
    t->cls = insn->cls;
    t->taken = index_of(insn->target);
}

static void fill_tables(void)
{
    struct flow_elem e;
    bool wants_target = false;
    known.table = room(known.size, sizeof *known.table);
    known.bit = room(known.insns + 1, 1);
    known.target = room(known.insns + 1, sizeof *known.target);
    restart();
    known.start = UINT32_MAX;
    while (nexus_decoder_next(&trace.decoder, &e) == NEXUS_OK) {
        struct flow_range_iter it;
        const struct flow_insn *insn;
        if (e.type != FLOW_ELEM_RANGE) {
            continue;
        }
        if (wants_target) {
            known.target[known.targets++] = index_of(e.start);
        }
        known.start = known.start == UINT32_MAX ? index_of(e.start) : known.start;
        wants_target = e.last_taken && (e.last_cls >= FLOW_INSN_CALL);
        flow_range_begin(&it, &e);
        while (flow_range_next(&it, &trace.code.code, &insn) == FLOW_OK) {
            add_insn(&it.where, insn);
            if (insn->cls == FLOW_INSN_BRANCH) {
                known.bit[known.bits++] = it.left == 0 && e.last_taken;
            }
        }
    }
}

static void pack_bits(void)
{
    known.packed = room(known.bits / 64 + 1, sizeof *known.packed);
    for (size_t i = 0; i < known.bits; i++) {
        known.packed[i / 64] |= (uint64_t)known.bit[i] << (i % 64);
    }
}

/* Blocks end at every instruction that may jump. */
static void fill_blocks(void)
{
    known.block = room(known.size, sizeof *known.block);
    for (size_t i = 0; i < known.size; i++) {
        struct block *b = &known.block[i];
        size_t at = i;
        while (at < known.size && known.table[at].half != 0) {
            const struct entry *t = &known.table[at];
            b->count++;
            at += t->half;
            b->cls = t->cls;
            b->size = (uint8_t)(2 * t->half);
            b->next[1] = t->taken;
            if (t->cls != FLOW_INSN_LINEAR || b->count == UINT16_MAX) {
                break;
            }
        }
        b->end = known.base + 2 * at;
        b->next[0] = (uint32_t)at;
        if (b->cls != FLOW_INSN_BRANCH && b->cls != FLOW_INSN_LINEAR) {
            b->next[0] = b->next[1];
        }
    }
}

/* ---- measurements: each returns the amount ---- */

static uint64_t read_bytes(void)
{
    const struct nexus_msg_decoder *m = &trace.decoder.msgs;
    uint64_t sum = 0;
    for (size_t i = 0; i + 8 <= m->size; i += 8) {
        uint64_t x;
        memcpy(&x, m->data + i, 8);
        sum += x;
    }
    sink = sum;
    return m->size;
}

static uint64_t walk_table(void)
{
    static uint64_t ring[RING];
    size_t bit = 0, target = 0;
    uint32_t i = known.start;
    for (uint64_t n = 0; n < known.insns; n++) {
        const struct entry *t = &known.table[i];
        ring[n % RING] = known.base + 2 * (uint64_t)i;
        if (t->cls == FLOW_INSN_LINEAR) {
            i += t->half;
        } else if (t->cls == FLOW_INSN_BRANCH) {
            i = known.bit[bit++] != 0 ? t->taken : i + t->half;
        } else if (t->cls < FLOW_INSN_CALL) {
            i = t->taken;
        } else {
            i = known.target[target++];
        }
    }
    sink = ring[known.insns % RING];
    return known.insns;
}

static uint64_t walk_blocks(void)
{
    static struct flow_range ring[RING];
    size_t bit = 0, target = 0;
    uint32_t i = known.start, first = i, count = 0;
    uint64_t n = 0;
    for (uint64_t left = known.insns; left != 0;) {
        const struct block *b = &known.block[i];
        struct flow_range *r = &ring[n % RING];
        bool changes = b->cls != FLOW_INSN_LINEAR;
        if (b->cls == FLOW_INSN_BRANCH) {
            changes = known.bit[bit++] != 0;
            i = b->next[changes];
        } else if (b->cls < FLOW_INSN_CALL) {
            i = b->next[0];
        } else {
            i = known.target[target++];
        }
        left -= b->count < left ? b->count : left;
        count += b->count;
        *r = (struct flow_range){.start = known.base + 2 * (uint64_t)first,
                                 .end = b->end,
                                 .count = count,
                                 .last_cls = b->cls,
                                 .last_taken = changes};
        n += changes;
        first = changes ? i : first;
        count = changes ? 0 : count;
    }
    sink = ring[n % RING].start;
    return known.insns;
}

/* What any decoder must do at the least: take the successor by the next outcome, which is a bit,
 * and append the whole record of docs/reference/formats.md when the range ends. */
static uint64_t walk_bits(void)
{
    static struct flow_range ring[RING];
    const uint64_t *word = known.packed;
    uint64_t bits = 0, left_bits = 0, n = 0;
    size_t target = 0;
    uint32_t i = known.start, first = i, count = 0;
    for (uint64_t left = known.insns; left != 0;) {
        const struct block *b = &known.block[i];
        struct flow_range *r = &ring[n % RING];
        bool changes = b->cls != FLOW_INSN_LINEAR;
        if (b->cls == FLOW_INSN_BRANCH) {
            if (left_bits == 0) {
                bits = *word++;
                left_bits = 64;
            }
            changes = (bits & 1) != 0;
            bits >>= 1;
            left_bits--;
            i = b->next[changes];
        } else if (b->cls < FLOW_INSN_CALL) {
            i = b->next[0];
        } else {
            i = known.target[target++];
        }
        left -= b->count < left ? b->count : left;
        count += b->count;
        *r = (struct flow_range){.start = known.base + 2 * (uint64_t)first,
                                 .end = b->end,
                                 .count = count,
                                 .type = FLOW_RANGE_TYPE,
                                 .last_cls = b->cls,
                                 .last_size = b->size,
                                 .last_taken = changes};
        n += changes;
        first = changes ? i : first;
        count = changes ? 0 : count;
    }
    sink = ring[n % RING].start;
    return known.insns;
}

static uint64_t decode_messages(void)
{
    struct nexus_msg m;
    uint64_t n = 0;
    restart();
    struct nexus_msg_decoder d = trace.decoder.msgs;
    while (nexus_msg_next(&d, &m) == NEXUS_OK) {
        n++;
    }
    return n;
}

static uint64_t decode_elements(void)
{
    struct flow_elem e;
    restart();
    while (nexus_decoder_next(&trace.decoder, &e) == NEXUS_OK) {
    }
    return trace.decoder.flow.insns;
}

static uint64_t decode_ranges(void)
{
    static struct flow_range range[1024];
    struct flow_elem e;
    restart();
    while (nexus_decoder_next_ranges(&trace.decoder, range, 1024, &e) >= 0) {
    }
    return trace.decoder.flow.insns;
}

static void count_pc(void *ctx, uint64_t pc)
{
    *(uint64_t *)ctx += pc;
}

static uint64_t decode_pcs(void)
{
    static struct flow_range range[1024];
    struct flow_elem e;
    uint64_t sum = 0;
    int n = 0;
    restart();
    while (n >= 0) {
        struct flow_where where = trace.decoder.flow.where;
        n = nexus_decoder_next_ranges(&trace.decoder, range, 1024, &e);
        for (int i = 0; i < n; i++) {
            (void)flow_range_pcs(&trace.code.code, &range[i], &where, count_pc, &sum);
        }
    }
    sink = sum;
    return trace.decoder.flow.insns;
}

extern char **environ;

static char **program; /* its arguments, NULL after the last; NULL: not asked for */

/* The whole program, from files to nowhere. */
static uint64_t run_program(void)
{
    pid_t child;
    int status = 1;
    if (posix_spawn(&child, program[0], NULL, NULL, program, environ) != 0 ||
        waitpid(child, &status, 0) != child || status != 0) {
        fprintf(stderr, "bench_decode: %s cannot be run, or fails\n", program[0]);
        exit(2);
    }
    return known.insns;
}

/* decode TRACE CODE, as we were called, to binary ranges. */
static char **program_arguments(char *path, int argc, char **argv)
{
    static char decode[] = "decode", format[] = "-franges", output[] = "-o/dev/null";
    char **arg = room((size_t)argc + 4, sizeof *arg);
    arg[0] = path;
    arg[1] = decode;
    memcpy(arg + 2, argv + 1, ((size_t)argc - 1) * sizeof *arg);
    arg[argc + 1] = format;
    arg[argc + 2] = output;
    return arg;
}

/* A row of the table. */
struct row {
    const char *name;
    uint64_t (*what)(void); /* returns the amount */
    const char *unit;
    double best;
    uint64_t amount;
};

static struct row rows[] = {
    {.name = "program: decode to ranges", .what = run_program, .unit = "M instr/s"},
    {.name = "limit: read the trace bytes once", .what = read_bytes, .unit = "MB/s"},
    {.name = "limit: walk a decoded table, store PCs", .what = walk_table, .unit = "M instr/s"},
    {.name = "limit: walk cached blocks, store ranges", .what = walk_blocks, .unit = "M instr/s"},
    {.name = "limit: walk blocks by HIST bits, whole records",
     .what = walk_bits,
     .unit = "M instr/s"},
    {.name = "library: messages alone", .what = decode_messages, .unit = "M msg/s"},
    {.name = "library: elements, one by one", .what = decode_elements, .unit = "M instr/s"},
    {.name = "library: ranges by the batch", .what = decode_ranges, .unit = "M instr/s"},
    {.name = "library: every PC in a callback", .what = decode_pcs, .unit = "M instr/s"},
};

/* Processor time of this process and of those it ran: a machine that does other things as well
 * distorts it less than the time on the clock, which is the same when it does not. */
static double seconds(void)
{
    struct timespec own;
    struct rusage theirs;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own) != 0 ||
        getrusage(RUSAGE_CHILDREN, &theirs) != 0) {
        return 0;
    }
    return (double)(own.tv_sec + theirs.ru_utime.tv_sec + theirs.ru_stime.tv_sec) +
           (double)own.tv_nsec * 1e-9 +
           (double)(theirs.ru_utime.tv_usec + theirs.ru_stime.tv_usec) * 1e-6;
}

/* All rows in turn, again and again: what else the machine does meets all of them. */
static void measure(void)
{
    const struct row *end = rows + sizeof rows / sizeof rows[0];
    struct row *first = program != NULL ? rows : rows + 1;
    for (int i = 0; i < RUNS; i++) {
        for (struct row *r = first; r < end; r++) {
            double start = seconds();
            r->amount = r->what();
            double took = seconds() - start;
            r->best = i == 0 || took < r->best ? took : r->best;
        }
    }
    for (const struct row *r = first; r < end; r++) {
        printf("%s\t%.6f\t%llu\t%s\n", r->name, r->best, (unsigned long long)r->amount, r->unit);
    }
}

int main(int argc, char **argv)
{
    struct htr_trace_options o = {0};
    const struct tool_option options[] = {CODE_OPTIONS(&o.code), TRACE_OPTIONS(&o)};
    const struct tool_usage usage = {.verb = "bench",
                                     .synopsis = "TRACE CODE",
                                     .text = "Limits of decoding.",
                                     .example = "",
                                     .options = options,
                                     .noptions = sizeof options / sizeof options[0]};
    if (tool_parse(&usage, argc, argv, &o.path, 1) != 1 ||
        htr_trace_open_decoder(&trace, tool_host("bench"), &o) != 0) {
        return 2;
    }
    if (getenv("HARTRACE") != NULL) {
        program = program_arguments(getenv("HARTRACE"), argc, argv);
    }
    measure_extent();
    fill_tables();
    fill_blocks();
    pack_bits();
    measure();
    htr_trace_close(&trace);
    free(known.table);
    free(known.block);
    free(known.bit);
    free(known.packed);
    free(known.target);
    return 0;
}
