/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What tests/interop/etrace.sh needs to hold hartrace beside the reference scripts of E-Trace:
 *
 *   etrace_io items INGRESS CSV PCS [MAX]   the input of the reference encoder, and the PCs
 *   etrace_io encode INGRESS RAW OPTION [MAX]  our packets, framed as the reference scripts do
 *   etrace_io decode INGRESS RAW PCS        any packets to PCs; the code is that of INGRESS
 *
 * and streams of encapsulated packets for tests/tools:
 *
 *   etrace_io stream ETR [te.FIELD=VALUE | param.NAME=VALUE | sync=N | max=N | SRC:INGRESS]...
 *     Packets of one source, or of several in turn, by the settings of --te and --param; with
 *     sync=N a synchronization sequence and a resynchronization every N records; max=N records.
 *
 * MAX: records of the stream, and those up to the next linear one. OPTION: delta or full. One
 * instruction per row: the reference encoder knows no blocks. A trap return is itype 14 there: it
 * does not report where one without a change of privilege goes, and no decoder could know.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "etrace/etrace_flow.h"
#include "htr/htr_settings.h"
#include "ingress/ingress.h"
#include "trm/trm_etrace.h"

enum {
    CODE_MAX = 1 << 26,
};

static uint8_t *code_bytes, *code_known;
static uint64_t code_base;
static struct etrace_cfg cfg;
static FILE *out;
static struct trm_etrace enc;

static _Noreturn void die(const char *what)
{
    fprintf(stderr, "etrace_io: %s\n", what);
    exit(2);
}

static FILE *open_file(const char *name, const char *mode)
{
    FILE *f = fopen(name, mode);
    if (f == NULL) {
        die(name);
    }
    return f;
}

static uint8_t *slurp(const char *name, size_t *size)
{
    FILE *f = open_file(name, "rb");
    if (fseek(f, 0, SEEK_END) != 0) {
        die(name);
    }
    *size = (size_t)ftell(f);
    rewind(f);
    uint8_t *bytes = malloc(*size + 1);
    if (bytes == NULL || fread(bytes, 1, *size, f) != *size) {
        die(name);
    }
    fclose(f);
    return bytes;
}

/* The configuration of the reference's template files. */
static void configure(const char *option)
{
    etrace_cfg_init(&cfg);
    cfg.iaddress_width = 40;
    cfg.iaddress_lsb = 0;
    cfg.nocontext = false;
    cfg.context_width = 32;
    cfg.ioptions_width = 5;
    cfg.type_in_flow = true;
    if (strcmp(option, "full") == 0) {
        cfg.options = UINT32_C(1) << ETRACE_OPT_FULL_ADDRESS;
    }
}

/* An instruction of the code, as the hart reported it. */
static void learn(uint64_t pc, uint32_t opcode)
{
    if (code_bytes == NULL) {
        code_bytes = calloc(CODE_MAX, 1);
        code_known = calloc(CODE_MAX, 1);
        code_base = pc & ~(uint64_t)(CODE_MAX / 2 - 1);
    }
    unsigned n = (opcode & 3u) == 3 ? 4 : 2;
    if (code_bytes == NULL || code_known == NULL || pc - code_base + n > CODE_MAX) {
        return;
    }
    for (unsigned i = 0; i < n; i++) {
        code_bytes[pc - code_base + i] = (uint8_t)(opcode >> (8 * i));
        code_known[pc - code_base + i] = 1;
    }
}

static unsigned read_code(void *ctx, const struct flow_where *where, uint64_t addr, uint8_t *buf,
                          unsigned n)
{
    unsigned got = 0;
    (void)ctx;
    (void)where;
    while (got < n && addr - code_base + got < CODE_MAX && code_known[addr - code_base + got]) {
        buf[got] = code_bytes[addr - code_base + got];
        got++;
    }
    return got;
}

typedef void on_cycle(const struct ingress_cycle *in);

static void each(const char *name, unsigned long most, on_cycle *take)
{
    size_t size;
    uint8_t *bytes = slurp(name, &size);
    static struct ingress_reader r;
    static struct ingress_record rec;
    unsigned long n = 0;
    if (ingress_reader_open_memory(&r, bytes, size) != INGRESS_OK) {
        die("not an ingress stream");
    }
    cfg.xlen = r.header.xlen;
    unsigned plain =
        0; /* linear records in a row: the reference encoder takes its last one twice */
    while (ingress_read(&r, &rec) == 1 && (most == 0 || n < most || plain < 3)) {
        if (rec.kind == INGRESS_OPCODE) {
            learn(rec.pc, rec.opcode);
        } else if (rec.kind == INGRESS_CYCLE && take != NULL) {
            take(&rec.in);
            n++;
            bool linear = rec.in.nblocks == 1 && rec.in.block[0].itype == INGRESS_ITYPE_NONE;
            plain = linear ? plain + 1 : 0;
        }
    }
    ingress_reader_close(&r);
    free(bytes);
}

static FILE *pcs;

static void row(const struct ingress_cycle *in, uint64_t addr, unsigned itype, bool retired,
                unsigned bytes)
{
    unsigned shown = itype == INGRESS_ITYPE_TRAP_RETURN ? INGRESS_ITYPE_OTHER_UNINFERABLE : itype;
    fprintf(out, "%u,%llu,%llx,%u,%llx,0,0,%d,%u\n", shown, (unsigned long long)in->cause,
            (unsigned long long)in->tval, in->priv, (unsigned long long)addr, retired,
            bytes == 4 ? 1 : 0);
    if (retired) {
        fprintf(pcs, "%llx\n", (unsigned long long)addr);
    }
}

static void write_items(const struct ingress_cycle *in)
{
    for (unsigned i = 0; i < in->nblocks; i++) {
        const struct ingress_block *b = &in->block[i];
        uint64_t pc = b->iaddr, end = b->iaddr + 2u * (uint64_t)b->iretire;
        bool traps = b->itype == INGRESS_ITYPE_EXCEPTION || b->itype == INGRESS_ITYPE_INTERRUPT;
        while (pc < end) {
            unsigned bytes = (code_bytes[pc - code_base] & 3u) == 3 ? 4 : 2;
            bool last = pc + bytes >= end;
            row(in, pc, last && !traps ? b->itype : INGRESS_ITYPE_NONE, true, bytes);
            pc += bytes;
        }
        if (traps) {
            row(in, end, b->itype, false, 4);
        }
    }
}

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
    return true;
}

static void encode(const struct ingress_cycle *in)
{
    if (in->halted || in->reset || in->lowpower) {
        trm_etrace_end(&enc);
    } else {
        trm_etrace_blocks(&enc, in, 15, 0);
    }
}

/* ---- stream ---- */

enum {
    STREAM_SOURCES = 4,
};

static struct stream {
    struct trm_etrace enc;
    struct ingress_reader reader;
    uint8_t *bytes;
    uint16_t src;
    bool ended;
} streams[STREAM_SOURCES];
static unsigned nstreams;
static uint64_t ticks;

static bool put_stream(void *ctx, const struct etrace_packet *p)
{
    const struct stream *s = ctx;
    struct etrace_frame f = {
        .kind = ETRACE_KIND_INST, .src = s->src, .stamped = cfg.ts_bytes != 0, .stamp = ticks};
    uint8_t bytes[ETRACE_FRAME_MAX];
    unsigned n = 0;
    f.stamp &= etrace_mask(8u * cfg.ts_bytes);
    if (etrace_packet_encode(&cfg, s->enc.options, p, f.payload, &f.size) != ETRACE_OK ||
        etrace_frame_write(&cfg, &f, bytes, &n) != ETRACE_OK || fwrite(bytes, 1, n, out) != n) {
        die("a packet cannot be written");
    }
    return true;
}

static void put_sync(void)
{
    for (unsigned i = 0; i < etrace_sync_run(&cfg); i++) {
        fputc(ETRACE_NULL_IDLE, out);
    }
    fputc(ETRACE_NULL_ALIGNMENT, out);
}

/* The next record of a source. Returns false at its end. */
static bool one_record(struct stream *s)
{
    static struct ingress_record rec;
    while (ingress_read(&s->reader, &rec) == 1) {
        if (rec.kind != INGRESS_CYCLE) {
            continue;
        }
        ticks += 3;
        if (rec.in.halted || rec.in.reset || rec.in.lowpower) {
            trm_etrace_end(&s->enc);
        } else {
            trm_etrace_blocks(&s->enc, &rec.in, 15, 0);
        }
        return true;
    }
    return false;
}

static void message(void *ctx, const struct htr_message *m)
{
    (void)ctx;
    fprintf(stderr, "etrace_io: %s\n", m->text);
}

static void open_stream(const char *item)
{
    size_t size;
    struct stream *s = &streams[nstreams++];
    const char *colon = strchr(item, ':');
    if (colon == NULL || nstreams > STREAM_SOURCES) {
        die("a source is SRC:INGRESS, four at most");
    }
    s->src = (uint16_t)strtoul(item, NULL, 0);
    s->bytes = slurp(colon + 1, &size);
    if (ingress_reader_open_memory(&s->reader, s->bytes, size) != INGRESS_OK) {
        die("not an ingress stream");
    }
}

static void encode_streams(unsigned long sync, unsigned long most)
{
    bool more = true;
    for (unsigned i = 0; i < nstreams; i++) {
        if (!trm_etrace_init(&streams[i].enc, &cfg, put_stream, &streams[i])) {
            die("configuration");
        }
        trm_etrace_support(&streams[i].enc, true);
    }
    for (unsigned long n = 1; more && (most == 0 || n <= most); n++) {
        more = false;
        if (sync != 0 && n % sync == 0) {
            put_sync();
        }
        for (unsigned i = 0; i < nstreams; i++) {
            if (sync != 0 && n % sync == 0) {
                trm_etrace_resync(&streams[i].enc);
            }
            streams[i].ended = streams[i].ended || !one_record(&streams[i]);
            more = more || !streams[i].ended;
        }
    }
    for (unsigned i = 0; i < nstreams; i++) {
        trm_etrace_end(&streams[i].enc);
        trm_etrace_support(&streams[i].enc, false);
        ingress_reader_close(&streams[i].reader);
        free(streams[i].bytes);
    }
}

static void stream(int argc, char **argv)
{
    static struct htr_list te, params;
    struct htr_settings s;
    struct htr_host host = {.message = message};
    unsigned long sync = 0, most = 0;
    te.item[te.n++] = "trTeFormat=0";
    for (int i = 3; i < argc; i++) {
        if (strncmp(argv[i], "te.", 3) == 0) {
            te.item[te.n++] = argv[i] + 3;
        } else if (strncmp(argv[i], "param.", 6) == 0) {
            params.item[params.n++] = argv[i] + 6;
        } else if (strncmp(argv[i], "sync=", 5) == 0) {
            sync = strtoul(argv[i] + 5, NULL, 0);
        } else if (strncmp(argv[i], "max=", 4) == 0) {
            most = strtoul(argv[i] + 4, NULL, 0);
        } else {
            open_stream(argv[i]);
        }
    }
    if (htr_settings_parse(&s, &host, NULL, &te, &params) != HTR_OK) {
        die("settings");
    }
    htr_settings_etrace(&s, &cfg);
    out = open_file(argv[2], "wb");
    encode_streams(sync, most);
}

static void decode(const char *raw, const char *to)
{
    static struct flow_code_line line[1 << 12];
    static struct flow_block block[1 << 12];
    static struct etrace_decoder d;
    struct flow_code code;
    struct flow_elem e;
    size_t size;
    uint8_t *bytes = slurp(raw, &size);
    flow_code_init_read(&code, etrace_cfg_isa(&cfg), read_code, NULL);
    (void)flow_code_use_cache(&code, line, 1 << 12);
    (void)flow_code_use_blocks(&code, block, 1 << 12);
    pcs = open_file(to, "w");
    if (etrace_decoder_init(&d, &cfg, &code, bytes, size) != ETRACE_OK) {
        die("configuration");
    }
    while (etrace_decoder_next(&d, &e) == ETRACE_OK) {
        struct flow_range_iter it;
        const struct flow_insn *insn;
        if (e.type == FLOW_ELEM_ERROR || e.type == FLOW_ELEM_ADDR_NACC) {
            fprintf(stderr, "packet %llu at 0x%llx: %s: %s\n", (unsigned long long)e.msg,
                    (unsigned long long)e.start, etrace_strerror(e.status), e.hint);
            exit(1);
        }
        if (e.type == FLOW_ELEM_RANGE) {
            flow_range_begin(&it, &e);
            while (flow_range_next(&it, &code, &insn) == FLOW_OK) {
                fprintf(pcs, "%llx\n", (unsigned long long)it.where.pc);
            }
        }
    }
    free(bytes);
    fclose(pcs);
}

int main(int argc, char **argv)
{
    if (argc >= 5 && strcmp(argv[1], "items") == 0) {
        out = open_file(argv[3], "w");
        pcs = open_file(argv[4], "w");
        fputs("itype_0,cause,tval,priv,iaddr_0,context,ctype,iretire_0,ilastsize_0\n", out);
        each(argv[2], argc > 5 ? strtoul(argv[5], NULL, 10) : 0, write_items);
        fclose(pcs);
    } else if (argc >= 5 && strcmp(argv[1], "encode") == 0) {
        configure(argv[4]);
        out = open_file(argv[3], "wb");
        each(argv[2], 1, NULL);
        if (!trm_etrace_init(&enc, &cfg, put, NULL)) {
            die("configuration");
        }
        trm_etrace_support(&enc, true);
        each(argv[2], argc > 5 ? strtoul(argv[5], NULL, 10) : 0, encode);
        trm_etrace_end(&enc);
    } else if (argc >= 4 && strcmp(argv[1], "stream") == 0) {
        stream(argc, argv);
    } else if (argc >= 5 && strcmp(argv[1], "decode") == 0) {
        configure("delta");
        each(argv[2], 0, NULL);
        decode(argv[3], argv[4]);
    } else {
        die("wrong use");
    }
    return out != NULL && fclose(out) != 0 ? 2 : 0;
}
