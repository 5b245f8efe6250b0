/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "msg_facts.h"

/*
 * N-Trace 1.0, "Fields in Messages" and the tables of "N-Trace Messages (Details)" for 2, 3, 4, 8,
 * 9, 11, 12, 27, 28, 29, 30, 33; limits from "Maximum Field Sizes". The rest is IEEE-ISTO
 * 5001-2012. "wide" gives every field that a vendor may leave out a width of its own.
 */
#define WIDE "map=3 dsz=4 elsz=3 dcorr=2 dsync=4 cancel=1 cksrc=5 ckdf=2 status=13 idtag=9 xmap=3"

const struct msg_fact msg_facts[] = {
    {0, "DebugStatus", true, "STATUS:8", ""},
    {0, "DebugStatus", true, "STATUS:13", WIDE},
    {1, "DeviceID", false, "ID:32", ""},
    {2, "Ownership", true, "PROCESS:~64", ""},
    {3, "DirectBranch", true, "ICNT:~22", ""},
    {4, "IndirectBranch", true, "BTYPE:2 ICNT:~22 UADDR:~63", ""},
    {5, "DataWrite", true, "DSZ:4 UADDR:~64 DATA:~", ""},
    {5, "DataWrite", true, "MAP:3 DSZ:4 ELSZ:3 DCORR:2 UADDR:~64 DATA:~", WIDE},
    {6, "DataRead", true, "DSZ:4 UADDR:~64 DATA:~", ""},
    {6, "DataRead", true, "MAP:3 DSZ:4 ELSZ:3 DCORR:2 UADDR:~64 DATA:~", WIDE},
    {7, "DataAcquisition", true, "IDTAG:8 DQDATA:~", ""},
    {7, "DataAcquisition", true, "IDTAG:9 DQDATA:~", WIDE},
    {7, "DataAcquisition", true, "IDTAG:8 DQDATA:~ DQDATA1:~", "ndq=2"},
    {7, "DataAcquisition", true, "IDTAG:8 DQDATA:~ DQDATA1:~ DQDATA2:~", "ndq=3"},
    {7, "DataAcquisition", true, "IDTAG:8 DQDATA:~ DQDATA1:~ DQDATA2:~ DQDATA3:~", "ndq=4"},
    {8, "Error", true, "ETYPE:4 ECODE:~64", ""},
    {9, "ProgTraceSync", true, "SYNC:4 ICNT:~22 FADDR:~63", ""},
    {10, "Correction", true, "ADJUST:~64", ""},
    {11, "DirectBranchSync", true, "SYNC:4 ICNT:~22 FADDR:~63", ""},
    {12, "IndirectBranchSync", true, "SYNC:4 BTYPE:2 ICNT:~22 FADDR:~63", ""},
    {13, "DataWriteSync", true, "SYNC:4 DSZ:4 FADDR:~64 DATA:~", ""},
    {13, "DataWriteSync", true, "MAP:3 SYNC:4 DSZ:4 ELSZ:3 DCORR:2 CANCEL:~64 FADDR:~64 DATA:~",
     WIDE},
    {14, "DataReadSync", true, "SYNC:4 DSZ:4 FADDR:~64 DATA:~", ""},
    {14, "DataReadSync", true, "MAP:3 SYNC:4 DSZ:4 ELSZ:3 DCORR:2 CANCEL:~64 FADDR:~64 DATA:~",
     WIDE},
    {15, "Watchpoint", true, "WPHIT:~64", ""},
    {20, "PortReplacementOutput", false, "DIR:16 OUT:16", ""},
    {21, "PortReplacementInput", false, "IN:16", ""},
    {22, "AuxAccessRead", false, "XMAP:2 DSZ:4 ADDRESS:~64", ""},
    {23, "AuxAccessWrite", false, "XMAP:2 DSZ:4 ADDRESS:~64 DATA:~", ""},
    {23, "AuxAccessWrite", false, "XMAP:3 DSZ:4 ADDRESS:~64 DATA:~", WIDE},
    {24, "AuxAccessReadNext", false, "", ""},
    {25, "AuxAccessWriteNext", false, "DATA:~", ""},
    {26, "AuxAccessResponse", false, "ST:2", ""},
    {26, "AuxAccessResponse", false, "ST:2 DATA:~", ""},
    {27, "ResourceFull", true, "RCODE:4=0 RDATA:~22", ""},
    {27, "ResourceFull", true, "RCODE:4=1 RDATA:~32", ""},
    {27, "ResourceFull", true, "RCODE:4=2 RDATA:~32 HREPEAT:~18", ""},
    {27, "ResourceFull", true, "RCODE:4=3 RDATA:~64", ""},
    {27, "ResourceFull", true, "RCODE:4=8 RDATA:~64", ""},
    {27, "ResourceFull", true, "RCODE:4=15 RDATA:~64", ""},
    {28, "IndirectBranchHist", true, "BTYPE:2 ICNT:~22 UADDR:~63 HIST:~32", ""},
    {29, "IndirectBranchHistSync", true, "SYNC:4 BTYPE:2 ICNT:~22 FADDR:~63 HIST:~32", ""},
    {30, "RepeatBranch", true, "BCNT:~18", ""},
    {31, "RepeatInstruction", true, "RCNT:~64 ICNT:~22 HIST:~32", ""},
    {32, "RepeatInstructionSync", true, "SYNC:4 RCNT:~64 ICNT:~22 FADDR:~63 HIST:~32", ""},
    {33, "ProgTraceCorrelation", true, "EVCODE:4 CDF:2=0 ICNT:~22", ""},
    {33, "ProgTraceCorrelation", true, "EVCODE:4 CDF:2=1 ICNT:~22 HIST:~32", ""},
    {33, "ProgTraceCorrelation", true, "EVCODE:4 CDF:2=2 ICNT:~22 HIST:~32 CDATA1:~64", ""},
    {33, "ProgTraceCorrelation", true, "EVCODE:4 CDF:2=3 ICNT:~22 HIST:~32 CDATA1:~64 CDATA2:~64",
     ""},
    {34, "InCircuitTrace", true, "CKDF:2=0", ""},
    {34, "InCircuitTrace", true, "CKDF:2=1 CKDATA:~", ""},
    {34, "InCircuitTrace", true, "CKDF:2=2 CKDATA:~ CKDATA1:~", ""},
    {34, "InCircuitTrace", true, "CKDF:2=3 CKDATA:~ CKDATA1:~ CKDATA2:~", ""},
    {34, "InCircuitTrace", true, "CKDATA:~", "ckdf=0"},
    {34, "InCircuitTrace", true, "CKSRC:5 CKDF:2=1 CKDATA:~", WIDE},
    {35, "InCircuitTraceSync", true, "SYNC:4 CKDF:2=0", ""},
    {35, "InCircuitTraceSync", true, "SYNC:4 CKDF:2=1 CKDATA:~", ""},
    {35, "InCircuitTraceSync", true, "SYNC:4 CKDF:2=2 CKDATA:~ CKDATA1:~", ""},
    {35, "InCircuitTraceSync", true, "SYNC:4 CKDF:2=3 CKDATA:~ CKDATA1:~ CKDATA2:~", ""},
    {35, "InCircuitTraceSync", true, "SYNC:4 CKDATA:~", "ckdf=0"},
    {35, "InCircuitTraceSync", true, "CKSRC:5 SYNC:4 CKDF:2=1 CKDATA:~", WIDE},
};

const unsigned msg_fact_count = sizeof(msg_facts) / sizeof(msg_facts[0]);

static const struct {
    const char *name;
    enum nexus_field field;
} field_names[] = {
    {"SYNC", NEXUS_F_SYNC},       {"BTYPE", NEXUS_F_BTYPE},     {"ICNT", NEXUS_F_ICNT},
    {"UADDR", NEXUS_F_ADDR},      {"FADDR", NEXUS_F_ADDR},      {"ADDRESS", NEXUS_F_ADDR},
    {"HIST", NEXUS_F_HIST},       {"PROCESS", NEXUS_F_PROCESS}, {"ETYPE", NEXUS_F_ETYPE},
    {"ECODE", NEXUS_F_ECODE},     {"RCODE", NEXUS_F_RCODE},     {"RDATA", NEXUS_F_RDATA},
    {"HREPEAT", NEXUS_F_HREPEAT}, {"BCNT", NEXUS_F_BCNT},       {"EVCODE", NEXUS_F_EVCODE},
    {"CDF", NEXUS_F_CDF},         {"CDATA1", NEXUS_F_CDATA1},   {"CDATA2", NEXUS_F_CDATA2},
    {"STATUS", NEXUS_F_STATUS},   {"ID", NEXUS_F_ID},           {"MAP", NEXUS_F_MAP},
    {"DSZ", NEXUS_F_DSZ},         {"ELSZ", NEXUS_F_ELSZ},       {"DCORR", NEXUS_F_DCORR},
    {"CANCEL", NEXUS_F_CANCEL},   {"DATA", NEXUS_F_DATA},       {"DQDATA", NEXUS_F_DATA},
    {"DQDATA1", NEXUS_F_DATA1},   {"DQDATA2", NEXUS_F_DATA2},   {"DQDATA3", NEXUS_F_DATA3},
    {"CKDATA", NEXUS_F_DATA},     {"CKDATA1", NEXUS_F_DATA1},   {"CKDATA2", NEXUS_F_DATA2},
    {"IDTAG", NEXUS_F_IDTAG},     {"ADJUST", NEXUS_F_ADJUST},   {"WPHIT", NEXUS_F_WPHIT},
    {"DIR", NEXUS_F_DIR},         {"OUT", NEXUS_F_PORT},        {"IN", NEXUS_F_PORT},
    {"XMAP", NEXUS_F_XMAP},       {"ST", NEXUS_F_ST},           {"RCNT", NEXUS_F_RCNT},
    {"CKSRC", NEXUS_F_CKSRC},     {"CKDF", NEXUS_F_CKDF},
};

enum nexus_field fact_field_of(const char *name)
{
    for (size_t i = 0; i < sizeof(field_names) / sizeof(field_names[0]); i++) {
        if (strcmp(field_names[i].name, name) == 0) {
            return field_names[i].field;
        }
    }
    fail_msg("no field %s", name);
    return NEXUS_FIELDS;
}

unsigned fact_parse(const struct msg_fact *f, struct fact_field out[FACT_FIELDS_MAX])
{
    unsigned n = 0;
    const char *p = f->fields;
    while (*p != '\0') {
        struct fact_field *x = &out[n++];
        *x = (struct fact_field){0};
        size_t len = strcspn(p, ":");
        assert_true(n <= FACT_FIELDS_MAX && len < sizeof(x->name) && p[len] == ':');
        memcpy(x->name, p, len);
        x->field = fact_field_of(x->name);
        p += len + 1;
        x->fixed = *p != '~';
        p += x->fixed ? 0 : 1;
        char *end = NULL;
        x->bits = (unsigned)strtoul(p, &end, 10);
        x->unlimited = end == p;
        x->bits = x->unlimited ? 64 : x->bits;
        x->pinned = *end == '=';
        if (x->pinned) {
            x->value = strtoul(end + 1, &end, 10);
        }
        p = end + (*end == ' ' ? 1 : 0);
    }
    return n;
}

void pack_fixed(struct packer *p, uint64_t value, unsigned width)
{
    for (unsigned i = 0; i < width; i++) {
        p->bit[p->bits++] = (unsigned char)(value >> i & 1);
    }
}

void pack_align(struct packer *p)
{
    while (p->bits % 6 != 0) {
        p->bit[p->bits++] = 0;
    }
}

void pack_var(struct packer *p, uint64_t value)
{
    do {
        p->bit[p->bits++] = (unsigned char)(value & 1);
        value >>= 1;
    } while (value != 0);
    pack_align(p);
    p->mseo[p->bits / 6 - 1] = 1;
}

unsigned pack_end(struct packer *p, uint8_t *out)
{
    pack_align(p);
    if (p->bits == 6) {
        pack_fixed(p, 0, 6);
    }
    unsigned bytes = p->bits / 6;
    p->mseo[bytes - 1] = 3;
    for (unsigned i = 0; i < bytes; i++) {
        unsigned b = p->mseo[i];
        for (unsigned k = 0; k < 6; k++) {
            b |= (unsigned)p->bit[6 * i + k] << (2 + k);
        }
        out[i] = (uint8_t)b;
    }
    return bytes;
}

unsigned fact_pack(const struct nexus_stream_cfg *cfg, const struct msg_fact *f,
                   const struct nexus_msg *m, uint8_t *out)
{
    struct fact_field field[FACT_FIELDS_MAX];
    unsigned n = fact_parse(f, field);
    struct packer p = {.bits = 0};
    pack_fixed(&p, f->tcode, 6);
    if (f->head) {
        pack_fixed(&p, m->src, cfg->src_bits);
    }
    for (unsigned i = 0; i < n; i++) {
        uint64_t v = m->value[field[i].field];
        if (field[i].fixed) {
            pack_fixed(&p, v, field[i].bits);
        } else if (f->tcode == NEXUS_AUX_ACCESS_RESPONSE && v == 0) {
            /* Zeros in the byte of ST mean that DATA is absent, so DATA = 0 takes one more byte. */
            pack_align(&p);
            pack_var(&p, 0);
        } else {
            pack_var(&p, v);
        }
    }
    if (nexus_msg_has(m, NEXUS_F_TSTAMP)) {
        pack_align(&p);
        pack_var(&p, m->value[NEXUS_F_TSTAMP]);
    }
    return pack_end(&p, out);
}

void fact_example(const struct nexus_stream_cfg *cfg, const struct msg_fact *fact, uint64_t *seed,
                  struct nexus_msg *m)
{
    struct fact_field field[FACT_FIELDS_MAX];
    unsigned n = fact_parse(fact, field);
    nexus_msg_start(m, (enum nexus_tcode)fact->tcode, 0);
    for (unsigned i = 0; i < n; i++) {
        unsigned bits = field[i].fixed ? field[i].bits : (field[i].bits + 1) / 2;
        uint64_t v = test_random(seed) >> (64 - bits);
        nexus_msg_set(m, field[i].field, field[i].pinned ? field[i].value : v);
    }
    if (cfg->timestamps && fact->head) {
        nexus_msg_set(m, NEXUS_F_TSTAMP, test_random(seed) >> 50);
    }
    m->src = cfg->src_bits > 0 ? (uint16_t)(test_random(seed) & ((1u << cfg->src_bits) - 1)) : 0;
}

uint64_t test_random(uint64_t *state)
{
    uint64_t x = *state;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    *state = x;
    return x * UINT64_C(0x2545F4914F6CDD1D);
}
