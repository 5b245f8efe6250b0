/* SPDX-License-Identifier: Apache-2.0 */
/* Recording a run: after each instruction, what is different. */
#include "hts/hts_record.h"

#include <stdlib.h>
#include <string.h>

#include "flow/flow_le.h"
#include "hts_record_format.h"

enum {
    REGISTERS = 33,
    PATH_BYTES = 4096,
    ENTRY_MAX = 4 + HTS_RECORD_VARINT + (REGISTERS + HTS_RECORD_CSRS) * (1 + HTS_RECORD_VARINT),
    PENDING = 64, /* writes of one instruction or master that are not encoded yet */
};

const struct hts_record_csr hts_record_csrs[HTS_RECORD_CSRS] = {
    {HTS_RECORD_PRIV, "priv"}, {0x300, "mstatus"},  {0x302, "medeleg"},
    {0x303, "mideleg"},        {0x304, "mie"},      {0x305, "mtvec"},
    {0x306, "mcounteren"},     {0x340, "mscratch"}, {0x341, "mepc"},
    {0x342, "mcause"},         {0x343, "mtval"},    {0x105, "stvec"},
    {0x140, "sscratch"},       {0x141, "sepc"},     {0x142, "scause"},
    {0x143, "stval"},          {0x5a8, "scontext"},
};

struct hart_state {
    uint64_t x[REGISTERS]; /* the pc is the last one */
    uint64_t csr[HTS_RECORD_CSRS];
};

struct hts_record {
    struct htr_host *host;
    struct sim_platform *platform;
    char path[PATH_BYTES];
    size_t folder; /* bytes of path that are the folder */
    char program[PATH_BYTES];
    FILE *log;
    uint64_t slots, blocks; /* of the file, and written so far */
    bool ended;

    const uint8_t *ram;
    uint64_t ram_size;
    unsigned harts, ncsrs;
    uint16_t csr[HTS_RECORD_CSRS];
    struct hart_state hart[SIM_MAX_HARTS];

    struct {
        uint64_t offset, old;
        unsigned size;
    } pending[PENDING];
    unsigned npending;

    uint8_t block[HTS_RECORD_SLOT];
    size_t fill;
    bool open;        /* memory since the last step */
    uint64_t address; /* of the last memory entry of this block */
    uint64_t steps, retired;
    uint64_t block_step, block_retired; /* before the block */
};

/* ---- blocks ---- */

static void begin_block(struct hts_record *r)
{
    r->fill = HTS_RECORD_BLOCK_HEADER;
    r->address = 0;
    r->block_step = r->steps;
    r->block_retired = r->retired;
}

/* An error stays in the output. */
static void write_block(struct hts_record *r)
{
    if (r->fill == HTS_RECORD_BLOCK_HEADER) {
        return;
    }
    flow_le_put(r->block, 4, r->fill - HTS_RECORD_BLOCK_HEADER);
    flow_le_put(r->block + 4, 4, r->steps - r->block_step);
    flow_le_put(r->block + 8, 8, r->block_step);
    flow_le_put(r->block + 16, 8, r->block_retired);
    memset(r->block + r->fill, 0, sizeof r->block - r->fill);
    if (r->blocks % r->slots == 0) {
        (void)fseeko(r->log, 0, SEEK_SET);
    }
    (void)fwrite(r->block, 1, sizeof r->block, r->log);
    r->blocks++;
    begin_block(r);
}

/* A step of nobody: what memory entries belong to that no instruction follows. */
static void close_entries(struct hts_record *r)
{
    if (r->open) {
        r->block[r->fill++] = 0;
        r->block[r->fill++] = 0;
        r->steps++;
        r->open = false;
    }
}

static void need_room(struct hts_record *r)
{
    if (r->fill + ENTRY_MAX + 2 > sizeof r->block) {
        close_entries(r);
        write_block(r);
    }
}

/* ---- memory ---- */

/* The writes that have been done by now. */
static void take_pending(struct hts_record *r)
{
    for (unsigned i = 0; i < r->npending; i++) {
        const uint64_t offset = r->pending[i].offset;
        const unsigned size = r->pending[i].size;
        const uint64_t change = r->pending[i].old ^ flow_le_get(r->ram + offset, size);
        if (change == 0) {
            continue;
        }
        need_room(r);
        const unsigned power = size == 8 ? 3 : size / 2;
        uint8_t *p = r->block + r->fill;
        *p++ = (uint8_t)(HTS_RECORD_IS_MEMORY | power << 1);
        p = hts_record_put(p, hts_record_zigzag(offset - r->address));
        p = hts_record_put(p, change);
        r->fill = (size_t)(p - r->block);
        r->address = offset;
        r->open = true;
    }
    r->npending = 0;
}

void hts_record_memory(struct hts_record *r, uint64_t offset, size_t n)
{
    take_pending(r);
    while (n > 0 && !r->ended) {
        const unsigned size = n >= 8 ? 8 : n >= 4 ? 4 : n >= 2 ? 2 : 1;
        if (r->npending == PENDING) { /* never: masters write words, harts 8 bytes */
            return;
        }
        r->pending[r->npending].offset = offset;
        r->pending[r->npending].size = size;
        r->pending[r->npending++].old = flow_le_get(r->ram + offset, size);
        offset += size;
        n -= size;
    }
}

/* ---- steps ---- */

static uint64_t read_csr(const struct hts_record *r, struct sim_hart *hart, unsigned i)
{
    uint64_t v = 0;
    if (r->csr[i] == HTS_RECORD_PRIV) {
        return sim_hart_priv(hart);
    }
    return sim_hart_csr_read(hart, r->csr[i], &v) == SIM_HART_OK ? v : 0; /* listed: it has them */
}

static void read_state(const struct hts_record *r, unsigned hart, struct hart_state *s, bool csrs)
{
    struct sim_hart *h = sim_platform_hart_n(r->platform, hart);
    for (unsigned i = 0; i < 32; i++) {
        s->x[i] = sim_hart_reg(h, i);
    }
    s->x[32] = sim_hart_pc(h);
    for (unsigned i = 0; i < r->ncsrs && csrs; i++) {
        s->csr[i] = read_csr(r, h, i);
    }
}

/* Registers that differ, as numbers and changes at p. Returns how many. */
static unsigned put_changes(const struct hts_record *r, const struct hart_state *old,
                            const struct hart_state *now, bool csrs, uint8_t **p)
{
    unsigned n = 0;
    for (unsigned i = 1; i < 32; i++) {
        if (now->x[i] != old->x[i]) {
            *(*p)++ = (uint8_t)i;
            *p = hts_record_put(*p, now->x[i] ^ old->x[i]);
            n++;
        }
    }
    for (unsigned i = 0; i < r->ncsrs && csrs; i++) {
        if (now->csr[i] != old->csr[i]) {
            *(*p)++ = (uint8_t)(HTS_RECORD_FIRST_CSR + i);
            *p = hts_record_put(*p, now->csr[i] ^ old->csr[i]);
            n++;
        }
    }
    return n;
}

void hts_record_step(struct hts_record *r, unsigned hart, bool retired, uint32_t opcode)
{
    const bool csrs = !retired || (opcode & 0x7F) == 0x73; /* SYSTEM */
    struct hart_state *old = &r->hart[hart];
    struct hart_state now = *old;
    uint8_t changes[ENTRY_MAX], *end = changes;
    if (r->ended) {
        return;
    }
    take_pending(r);
    read_state(r, hart, &now, csrs);
    const unsigned n = put_changes(r, old, &now, csrs, &end);
    const uint64_t by = now.x[32] - old->x[32];
    if (!retired && n == 0 && by == 0) {
        return;
    }
    need_room(r);
    uint8_t *p = r->block + r->fill;
    *p++ = (uint8_t)(hart << 4 | (n < HTS_RECORD_MANY ? n : HTS_RECORD_MANY) << 2 |
                     (retired ? HTS_RECORD_RETIRED : 0));
    p = hts_record_put(p, hts_record_zigzag(by));
    if (n >= HTS_RECORD_MANY) {
        *p++ = (uint8_t)n;
    }
    memcpy(p, changes, (size_t)(end - changes));
    r->fill = (size_t)(p - r->block) + (size_t)(end - changes);
    r->steps++;
    r->retired += retired;
    r->open = false;
    *old = now;
}

/* ---- begin and end ---- */

static FILE *create(struct hts_record *r, const char *name)
{
    snprintf(r->path + r->folder, sizeof r->path - r->folder, "/%s", name);
    return htr_create(r->host, r->path);
}

static void choose_csrs(struct hts_record *r)
{
    struct sim_hart *h = sim_platform_hart(r->platform);
    uint64_t v;
    for (unsigned i = 0; i < HTS_RECORD_CSRS && hts_record_csrs[i].number != 0; i++) {
        const uint16_t number = hts_record_csrs[i].number;
        if (number == HTS_RECORD_PRIV || sim_hart_csr_read(h, number, &v) == SIM_HART_OK) {
            r->csr[r->ncsrs++] = number;
        }
    }
}

static int begin(struct hts_record *r, const struct hts_record_cfg *cfg)
{
    const size_t n = strlen(cfg->folder);
    if (n + 32 > sizeof r->path) {
        return htr_fail(r->host, HTR_ERR_RANGE, cfg->folder, "the name is too long");
    }
    memcpy(r->path, cfg->folder, n + 1);
    r->folder = n;
    snprintf(r->program, sizeof r->program, "%s", cfg->program);
    r->slots = cfg->size / HTS_RECORD_SLOT;
    r->ram = sim_bus_ram_bytes(sim_platform_bus(r->platform), SIM_RAM_BASE, &r->ram_size);
    r->harts = sim_platform_hart_count(r->platform);
    choose_csrs(r);
    for (unsigned i = 0; i < r->harts; i++) {
        read_state(r, i, &r->hart[i], true);
    }
    begin_block(r);
    int status = htr_folder(r->host, cfg->folder);
    if (status != HTR_OK) {
        return status;
    }
    r->log = create(r, HTS_RECORD_LOG);
    return r->log != NULL ? HTR_OK : HTR_ERR_OPEN;
}

int hts_record_open(struct hts_record **out, struct htr_host *host,
                    const struct hts_record_cfg *cfg)
{
    *out = NULL;
    if (cfg->size < HTS_RECORD_SIZE_MIN || cfg->size > HTS_RECORD_SIZE_MAX) {
        return htr_fail(host, HTR_ERR_RANGE, NULL,
                        "a log of %llu bytes: it is 1 MiB to 1 TiB (--record-size)",
                        (unsigned long long)cfg->size);
    }
    struct hts_record *r = calloc(1, sizeof *r);
    if (r == NULL) {
        return htr_fail(host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    r->host = host;
    r->platform = cfg->platform;
    int status = begin(r, cfg);
    if (status != HTR_OK) {
        free(r);
        return status;
    }
    *out = r;
    return HTR_OK;
}

static void put(FILE *f, unsigned size, uint64_t v)
{
    uint8_t bytes[8];
    flow_le_put(bytes, size, v);
    (void)fwrite(bytes, 1, size, f);
}

static void write_pages(const struct hts_record *r, FILE *f)
{
    static const uint8_t zero[HTS_RECORD_PAGE];
    for (uint64_t i = 0; i < r->ram_size / HTS_RECORD_PAGE; i++) {
        const uint8_t *page = r->ram + i * HTS_RECORD_PAGE;
        if (memcmp(page, zero, HTS_RECORD_PAGE) != 0) {
            put(f, 4, i);
            (void)fwrite(page, 1, HTS_RECORD_PAGE, f);
        }
    }
    put(f, 4, (uint32_t)HTS_RECORD_NO_PAGE);
}

static int write_state(struct hts_record *r)
{
    const unsigned xlen = sim_hart_config(sim_platform_hart(r->platform))->xlen;
    const size_t program = strlen(r->program);
    FILE *f = create(r, HTS_RECORD_STATE);
    if (f == NULL) {
        return HTR_ERR_OPEN;
    }
    (void)fwrite(HTS_RECORD_MAGIC, 1, 8, f);
    const uint32_t small[6] = {HTS_RECORD_VERSION, xlen,           r->harts, r->ncsrs,
                               (uint32_t)program,  HTS_RECORD_SLOT};
    const uint64_t large[6] = {SIM_RAM_BASE, r->ram_size, r->steps,
                               r->retired,   r->blocks,   r->slots};
    for (unsigned i = 0; i < 6; i++) {
        put(f, 4, small[i]);
    }
    for (unsigned i = 0; i < 6; i++) {
        put(f, 8, large[i]);
    }
    for (unsigned i = 0; i < r->ncsrs; i++) {
        put(f, 4, r->csr[i]);
    }
    (void)fwrite(r->program, 1, program, f);
    for (unsigned h = 0; h < r->harts; h++) {
        for (unsigned i = 0; i < REGISTERS + r->ncsrs; i++) {
            put(f, 8, i < REGISTERS ? r->hart[h].x[i] : r->hart[h].csr[i - REGISTERS]);
        }
    }
    write_pages(r, f);
    return htr_close(r->host, f);
}

int hts_record_end(struct hts_record *r)
{
    take_pending(r);
    close_entries(r);
    write_block(r);
    r->ended = true;
    int status = htr_close(r->host, r->log);
    r->log = NULL;
    return status == HTR_OK ? write_state(r) : status;
}

int hts_record_close(struct hts_record *r)
{
    int status = HTR_OK;
    if (r != NULL) {
        status = htr_close(r->host, r->log);
        free(r);
    }
    return status;
}
