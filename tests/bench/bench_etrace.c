/* SPDX-License-Identifier: Apache-2.0 */
/*
 * E-Trace of a known execution, and the rates of the library that decodes it: run by `make bench`
 * and by tests/workloads/etrace.sh.
 *
 *   bench_etrace encode SET RAW PCS PCINFO [MAX]   packets of a PC list (MAX: its first lines)
 *   bench_etrace encode SET RAW INGRESS            packets of an ingress stream
 *   bench_etrace rates SET RAW PCINFO              a line `NAME SECONDS AMOUNT UNIT` each
 *   bench_etrace pcs SET RAW PCINFO                the PCs that the library decodes
 *   bench_etrace elf PCINFO ELF                    a program with the same control flow
 *
 * encode prints `INSTRUCTIONS PACKETS BYTES`. SET names options, see `sets`. RAW is framed as the
 * reference scripts do it: one header byte, no source, no timestamp.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "etrace/etrace_flow.h"
#include "etrace_opcodes.h"
#include "htr/htr_code.h"
#include "htr/htr_pcs_feed.h"
#include "host.h"
#include "ingress/ingress.h"
#include "trm/trm_etrace.h"

enum {
    RUNS = 9,
};

#define OPT(name) (UINT32_C(1) << ETRACE_OPT_##name)

/* Options, and the parameters that they need. */
static const struct set {
    const char *name;
    uint32_t options;
    uint8_t stack, counter, predictor, cache;
} sets[] = {
    {.name = "base"},
    {.name = "full", .options = OPT(FULL_ADDRESS)},
    {.name = "ir8", .options = OPT(IMPLICIT_RETURN), .stack = 3},
    {.name = "ir8+jtc",
     .options = OPT(IMPLICIT_RETURN) | OPT(JUMP_TARGET_CACHE),
     .stack = 3,
     .cache = 5},
    {.name = "ir8+bp",
     .options = OPT(IMPLICIT_RETURN) | OPT(BRANCH_PREDICTION),
     .stack = 3,
     .predictor = 6},
    {.name = "best",
     .options = OPT(IMPLICIT_RETURN) | OPT(BRANCH_PREDICTION) | OPT(JUMP_TARGET_CACHE) |
                OPT(SEQUENTIAL_JUMP),
     .stack = 5,
     .predictor = 10,
     .cache = 6},
    /* The largest tables: one of these is the least that the format allows. */
    {.name = "most-ir", .options = OPT(IMPLICIT_RETURN) | OPT(SEQUENTIAL_JUMP), .stack = 9},
    {.name = "most-jtc",
     .options = OPT(IMPLICIT_RETURN) | OPT(SEQUENTIAL_JUMP) | OPT(JUMP_TARGET_CACHE),
     .stack = 9,
     .cache = 10},
    {.name = "most-bp",
     .options = OPT(IMPLICIT_RETURN) | OPT(SEQUENTIAL_JUMP) | OPT(BRANCH_PREDICTION),
     .stack = 9,
     .predictor = 10},
    {.name = "most",
     .options = OPT(IMPLICIT_RETURN) | OPT(SEQUENTIAL_JUMP) | OPT(BRANCH_PREDICTION) |
                OPT(JUMP_TARGET_CACHE),
     .stack = 9,
     .predictor = 10,
     .cache = 10},
};

static struct etrace_cfg cfg;
static struct trm_etrace enc;
static FILE *out;
static uint64_t packets, written, instructions;
static volatile uint64_t sink; /* keeps results alive */

static _Noreturn void die(const char *what)
{
    fprintf(stderr, "bench_etrace: %s\n", what);
    exit(2);
}

static void configure(const char *name, unsigned xlen)
{
    const struct set *s = sets;
    while (s < sets + sizeof sets / sizeof sets[0] && strcmp(s->name, name) != 0) {
        s++;
    }
    if (s == sets + sizeof sets / sizeof sets[0]) {
        die("no such set of options");
    }
    etrace_cfg_init(&cfg);
    cfg.xlen = (uint8_t)xlen;
    cfg.iaddress_width = 32;
    cfg.ioptions_width = 5;
    cfg.ecause_width = 5;
    cfg.type_in_flow = true;
    cfg.options = s->options;
    cfg.return_stack_size = s->stack;
    cfg.call_counter_size = s->counter;
    cfg.bpred_size = s->predictor;
    cfg.cache_size = s->cache;
    cfg.f0s_width = s->cache != 0 && s->predictor != 0;
    /* The order of the reference scripts is the same but for the sixth. */
    cfg.ioptions_width = (s->options & OPT(SEQUENTIAL_JUMP)) != 0 ? 6 : 5;
    if (etrace_cfg_check(&cfg) != NULL) {
        die(etrace_cfg_check(&cfg));
    }
}

static FILE *open_file(const char *name, const char *mode)
{
    FILE *f = fopen(name, mode);
    if (f == NULL) {
        die(name);
    }
    return f;
}

static uint8_t *raw;
static size_t size;

static void slurp(const char *name)
{
    FILE *f = open_file(name, "rb");
    if (fseek(f, 0, SEEK_END) != 0) {
        die(name);
    }
    size = (size_t)ftell(f);
    rewind(f);
    raw = malloc(size + 1);
    if (raw == NULL || fread(raw, 1, size, f) != size) {
        die(name);
    }
    fclose(f);
}

/* ---- encode ---- */

static bool put(void *ctx, const struct etrace_packet *p)
{
    struct etrace_frame f = {.kind = ETRACE_KIND_INST};
    uint8_t bytes[ETRACE_FRAME_MAX];
    unsigned n = 0;
    (void)ctx;
    if (etrace_packet_encode(&cfg, enc.options, p, f.payload, &f.size) != ETRACE_OK ||
        etrace_frame_write(&cfg, &f, bytes, &n) != ETRACE_OK || fwrite(bytes, 1, n, out) != n) {
        die("a packet cannot be written");
    }
    packets++;
    written += n;
    return true;
}

static void take(void *ctx, const struct ingress_cycle *in)
{
    (void)ctx;
    if (in->halted || in->reset || in->lowpower) {
        trm_etrace_end(&enc);
        return;
    }
    trm_etrace_blocks(&enc, in, 15, 0);
}

static void begin(void)
{
    if (!trm_etrace_init(&enc, &cfg, put, NULL)) {
        die("configuration");
    }
    trm_etrace_support(&enc, true);
}

static void open_code(struct htr_code *code, const char *pcinfo)
{
    struct htr_code_facts facts;
    const struct htr_code_options o = {.pcinfo = pcinfo};
    if (htr_code_open(code, tool_host("bench"), &o, &facts) != 0) {
        exit(2);
    }
    htr_code_start(code, etrace_cfg_isa(&cfg));
}

static void encode_list(const char *pcs, const char *pcinfo)
{
    static struct htr_code code;
    static struct htr_pcs list;
    static struct htr_blocks blocks;
    open_code(&code, pcinfo);
    htr_blocks_init(&blocks, &code.code, cfg.xlen, cfg.itype_width, false);
    begin();
    if (htr_pcs_open_text(&list, tool_host("bench"), pcs) != 0 ||
        htr_pcs_feed(&list, &blocks, &(struct htr_ingress_sink){take, NULL}) != 0) {
        exit(2);
    }
    instructions = blocks.instructions;
    htr_pcs_close(&list);
    htr_code_close(&code);
}

static void encode_ingress(const char *set, const char *name)
{
    static struct ingress_reader r;
    static struct ingress_record rec;
    slurp(name);
    if (ingress_reader_open_memory(&r, raw, size) != INGRESS_OK) {
        die("not an ingress stream");
    }
    configure(set, r.header.xlen);
    begin();
    while (ingress_read(&r, &rec) == 1) {
        if (rec.kind == INGRESS_CYCLE) {
            take(NULL, &rec.in);
        }
    }
    ingress_reader_close(&r);
}

/* ---- decode ---- */

static struct etrace_decoder decoder;
static struct htr_code code;

static void restart(void)
{
    if (etrace_decoder_init(&decoder, &cfg, &code.code, raw, size) != ETRACE_OK) {
        die("configuration");
    }
}

static uint64_t read_frames(void)
{
    struct etrace_reader r;
    struct etrace_frame f;
    uint64_t n = 0;
    if (etrace_reader_init(&r, &cfg, raw, size) != ETRACE_OK) {
        die("configuration");
    }
    while (etrace_reader_next(&r, &f) == ETRACE_OK) {
        n++;
    }
    return n;
}

static uint64_t decode_packets(void)
{
    struct etrace_reader r;
    struct etrace_frame f;
    struct etrace_packet p;
    uint64_t n = 0, sum = 0;
    if (etrace_reader_init(&r, &cfg, raw, size) != ETRACE_OK) {
        die("configuration");
    }
    while (etrace_reader_next(&r, &f) == ETRACE_OK) {
        if (etrace_packet_decode(&cfg, cfg.options, f.payload, f.size, &p) != ETRACE_OK) {
            die("a packet cannot be decoded");
        }
        sum += p.address;
        n++;
    }
    sink = sum;
    return n;
}

static uint64_t decode_elements(void)
{
    struct flow_elem e;
    restart();
    while (etrace_decoder_next(&decoder, &e) == ETRACE_OK) {
    }
    return decoder.flow.insns;
}

static uint64_t decode_ranges(void)
{
    static struct flow_range range[1024];
    struct flow_elem e;
    restart();
    while (etrace_decoder_next_ranges(&decoder, range, 1024, &e) >= 0) {
    }
    return decoder.flow.insns;
}

static void count_pc(void *ctx, uint64_t pc)
{
    *(uint64_t *)ctx += pc;
}

static void print_pc(void *ctx, uint64_t pc)
{
    (void)ctx;
    fprintf(out, "0x%" PRIX64 "\n", pc);
}

static void each_pc(flow_pc_sink *to, void *ctx)
{
    static struct flow_range range[1024];
    struct flow_elem e;
    int n = 0;
    restart();
    while (n >= 0) {
        struct flow_where where = decoder.flow.where;
        n = etrace_decoder_next_ranges(&decoder, range, 1024, &e);
        for (int i = 0; i < n; i++) {
            (void)flow_range_pcs(&code.code, &range[i], &where, to, ctx);
        }
        if (n == 0 && (e.type == FLOW_ELEM_ERROR || e.type == FLOW_ELEM_ADDR_NACC)) {
            fprintf(stderr, "packet %" PRIu64 " at 0x%" PRIx64 ": %s\n", e.msg, e.start,
                    etrace_strerror(e.status));
            exit(1);
        }
    }
}

static uint64_t decode_pcs(void)
{
    uint64_t sum = 0;
    each_pc(count_pc, &sum);
    sink = sum;
    return decoder.flow.insns;
}

static double seconds(void)
{
    struct timespec t;
    return clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t) != 0
               ? 0
               : (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* All rows in turn, again and again: what else the machine does meets all of them. */
static void rates(void)
{
    static struct row {
        const char *name;
        uint64_t (*what)(void); /* returns the amount */
        const char *unit;
        double best;
        uint64_t amount;
    } row[] = {
        {.name = "library: frames alone", .what = read_frames, .unit = "M packets/s"},
        {.name = "library: packets alone", .what = decode_packets, .unit = "M packets/s"},
        {.name = "library: elements, one by one", .what = decode_elements, .unit = "M instr/s"},
        {.name = "library: ranges by the batch", .what = decode_ranges, .unit = "M instr/s"},
        {.name = "library: every PC in a callback", .what = decode_pcs, .unit = "M instr/s"},
    };
    struct row *end = row + sizeof row / sizeof row[0];
    for (int i = 0; i < RUNS; i++) {
        for (struct row *r = row; r < end; r++) {
            double start = seconds();
            r->amount = r->what();
            double took = seconds() - start;
            r->best = i == 0 || took < r->best ? took : r->best;
        }
    }
    for (const struct row *r = row; r < end; r++) {
        printf("%s\t%.6f\t%" PRIu64 "\t%s\n", r->name, r->best, r->amount, r->unit);
    }
}

static void load(const char *set, const char *name, const char *pcinfo)
{
    configure(set, 64);
    slurp(name);
    open_code(&code, pcinfo);
}

/* An ELF64 executable with one segment and one section: header, program header, three section
 * headers, their names, the code. */
static void write_elf(const char *pcinfo, const char *name)
{
    enum {
        EHDR = 64,
        PHDR = 56,
        SHDR = 64,
        NAMES = 17,
        TEXT = 512
    };
    static const char names[NAMES] = "\0.text\0.shstrtab";
    uint8_t head[TEXT] = {0x7f, 'E', 'L', 'F', 2, 1, 1};
    cfg.xlen = 64;
    open_code(&code, pcinfo);
    uint64_t base = code.list.entry[0].addr;
    const struct flow_pcinfo *last = &code.list.entry[code.list.count - 1];
    uint64_t length = last->addr + last->size - base;
    uint8_t *text = calloc(1, length);
    if (text == NULL || code.list.count == 0) {
        die("code");
    }
    for (size_t i = 0; i < code.list.count; i++) {
        const struct flow_pcinfo *p = &code.list.entry[i];
        put_le(text + (p->addr - base), p->size, opcode_of(p));
    }
    put_le(head + 16, 4, 2 | 243u << 16); /* executable, RISC-V */
    put_le(head + 20, 4, 1);
    put_le(head + 24, 8, base);
    put_le(head + 32, 8, EHDR);
    put_le(head + 40, 8, EHDR + PHDR);
    put_le(head + 48, 4, 1); /* e_flags: RVC */
    put_le(head + 52, 4, EHDR | PHDR << 16);
    put_le(head + 56, 4, 1 | SHDR << 16);
    put_le(head + 60, 4, 3 | 2 << 16);
    const uint64_t phdr[] = {1 | UINT64_C(5) << 32, TEXT, base, base, length, length, 2};
    const uint64_t shdr[3][8] = {
        {0},
        {1 | UINT64_C(1) << 32, 6, base, TEXT, length, 0, 2, 0},
        {7 | UINT64_C(3) << 32, 0, 0, EHDR + PHDR + 3 * SHDR, NAMES, 0, 1, 0}};
    for (unsigned i = 0; i < 7; i++) {
        put_le(head + EHDR + 8 * i, 8, phdr[i]);
    }
    for (unsigned i = 0; i < 24; i++) {
        put_le(head + EHDR + PHDR + 8 * i, 8, shdr[i / 8][i % 8]);
    }
    memcpy(head + EHDR + PHDR + 3 * SHDR, names, NAMES);
    out = open_file(name, "wb");
    if (fwrite(head, 1, TEXT, out) != TEXT || fwrite(text, 1, length, out) != length) {
        die(name);
    }
    free(text);
}

int main(int argc, char **argv)
{
    const char *verb = argc > 1 ? argv[1] : "";
    bool encode = strcmp(verb, "encode") == 0;
    if (encode && argc >= 5) {
        out = open_file(argv[3], "wb");
        if (argc >= 6) {
            configure(argv[2], 64);
            encode_list(argv[4], argv[5]);
        } else {
            encode_ingress(argv[2], argv[4]);
        }
        trm_etrace_end(&enc);
        printf("%" PRIu64 " %" PRIu64 " %" PRIu64 "\n", instructions, packets, written);
    } else if (strcmp(verb, "elf") == 0 && argc == 4) {
        write_elf(argv[2], argv[3]);
    } else if (argc == 5 && (strcmp(verb, "rates") == 0 || strcmp(verb, "pcs") == 0)) {
        load(argv[2], argv[3], argv[4]);
        if (strcmp(verb, "rates") == 0) {
            rates();
        } else {
            out = stdout;
            each_pc(print_pc, NULL);
        }
    } else {
        die("wrong use: see bench_etrace.c");
    }
    return out != NULL && out != stdout && fclose(out) != 0 ? 2 : 0;
}
