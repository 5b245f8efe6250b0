/* SPDX-License-Identifier: Apache-2.0 */
/* Runs every tests/vectors/NAME.ett: docs/reference/vectors.md. */
#include <stdio.h>
#include <string.h>

#include "etrace/etrace_frame.h"
#include "ett.h"
#include "vector_files.h"

/* The packet as the vector states it must be encoded to the bytes it was decoded from. */
static void check_encode(const char *file, const struct ntt_case *c, const struct ntt_item *it,
                         uint32_t options, const struct etrace_frame *got)
{
    struct etrace_packet p;
    struct etrace_frame f = *got;
    uint8_t out[ETRACE_FRAME_MAX];
    unsigned n = 0;
    vector_need(ett_parse_packet(it->text, &p), file, c, it->line, "cannot read this packet");
    int rc = etrace_packet_encode(&c->etrace, options, &p, f.payload, &f.size);
    vector_need(rc == ETRACE_OK && f.size == got->size &&
                    memcmp(f.payload, got->payload, f.size) == 0,
                file, c, it->line, "is encoded to another payload");
    vector_need(etrace_frame_write(&c->etrace, &f, out, &n) == ETRACE_OK && n == got->length &&
                    memcmp(out, c->bytes + got->offset, n) == 0,
                file, c, it->line, "is encapsulated in other bytes");
}

static void check_packet(const char *file, const struct ntt_case *c, const struct ntt_item *it,
                         const struct etrace_frame *f, uint32_t *options)
{
    char text[ETT_TEXT_MAX] = "";
    struct etrace_packet p;
    if (f->kind != ETRACE_KIND_INST) {
        snprintf(text, sizeof text, "data size=%u", f->size);
        vector_need(strcmp(text, it->text) == 0, file, c, it->line, text);
        return;
    }
    int rc = etrace_packet_decode(&c->etrace, *options, f->payload, f->size, &p);
    if (rc != ETRACE_OK || it->status != ETRACE_OK) {
        vector_need(rc == it->status && it->offset == f->offset && it->length == f->length, file, c,
                    it->line, "another error, or elsewhere");
        return;
    }
    ett_print(&c->etrace, *options, &p, text);
    if (strcmp(text, it->text) != 0) {
        fail_msg("%s:%u: got  %s (case \"%s\")", file, it->line, text, c->name);
    }
    if (p.format == ETRACE_FORMAT_SYNC && p.subformat == ETRACE_SYNC_SUPPORT) {
        *options = etrace_cfg_options(&c->etrace, p.ioptions);
    }
    if (!c->decode_only) {
        check_encode(file, c, it, *options, f);
    }
}

static void check_bytes(const char *file, const struct ntt_case *c)
{
    struct etrace_reader r;
    struct etrace_frame f;
    uint32_t options = c->etrace.options;
    if (etrace_reader_init(&r, &c->etrace, c->bytes, c->size) != ETRACE_OK) {
        fail_msg("%s:%u: cfg is refused: %s", file, c->line, etrace_cfg_check(&c->etrace));
    }
    for (unsigned i = 0; i < c->items; i++) {
        const struct ntt_item *it = &c->item[i];
        int rc = etrace_reader_next(&r, &f);
        if (rc == ETRACE_ERR_END) {
            vector_need(it->status == rc && it->offset == r.pos && it->length == r.size - r.pos,
                        file, c, it->line, "the bytes end");
        } else if (rc != ETRACE_OK) {
            vector_need(it->status == rc && it->offset == f.offset && it->length == f.length, file,
                        c, it->line, "damage");
        } else {
            check_packet(file, c, it, &f, &options);
        }
    }
    vector_need(etrace_reader_next(&r, &f) == ETRACE_ERR_END, file, c, c->line,
                "more packets than stated");
    vector_need(r.pos == r.size || c->item[c->items - 1].status == ETRACE_ERR_END, file, c, c->line,
                "bytes are left over");
}

static void check_ingress(const char *file, const struct ntt_case *c)
{
    static uint8_t out[NTT_BYTES_MAX];
    if (c->steps == 0) {
        return;
    }
    vector_need(!c->no_encoder, file, c, c->line, "encoder none, but there is ingress");
    int n = ett_run_encoder(c, out, sizeof out);
    vector_need(n >= 0, file, c, c->line, "the encoder refuses");
    size_t same = 0;
    while (same < (size_t)n && same < c->size && out[same] == c->bytes[same]) {
        same++;
    }
    if ((size_t)n != c->size || same != c->size) {
        fail_msg("%s:%u: the encoder sent other bytes from byte %zu on, %d in all (case \"%s\")",
                 file, c->line, same, n, c->name);
    }
}

static void check_flow(const char *file, const struct ntt_case *c)
{
    static struct ntt_elem got[NTT_ELEMS_MAX + 1];
    if (c->elems == 0) {
        return;
    }
    unsigned n = ett_run_flow(c, got, NTT_ELEMS_MAX + 1);
    vector_check_elems(file, c, got, n);
}

static void check_case(const char *file, const struct ntt_case *c)
{
    vector_need(c->size > 0 && c->items > 0, file, c, c->line, "a case needs bytes and a packet");
    check_bytes(file, c);
    check_ingress(file, c);
    check_flow(file, c);
}

static void run_file(void **state)
{
    vector_run_file(*state, true, check_case);
}

static void the_index_names_every_file(void **state)
{
    (void)state;
    vector_check_index(".ett");
}

static void the_reader_refuses_what_it_does_not_know(void **state)
{
    (void)state;
    static const struct vector_wrong row[] = {
        {"case a\nmsg addr address=0x0\n", "line 2: unknown key"},
        {"case a\ntick 4\n", "line 2: unknown key"},
        {"case a\nreg trTeControl.trTeEnable=0\n", "line 2: unknown key"},
        {"case a\ncfg nothing=1\n", "line 2: bad configuration"},
        {"case a\ncfg xlen\n", "line 2: bad configuration"},
        {"case a\ncfg options=implicit\n", "line 2: bad configuration"},
        {"case a\ncfg options=\n", "line 2: bad configuration"},
        {"case a\ncfg trap_base[8]=0\n", "line 2: bad configuration"},
        {"case a\ndo options=full_address+x\n", "line 2: not names of options"},
        {"case a\ndo full=x\n", "line 2: not a number"},
        {"case a\ndo end=1\n",
         "line 2: do is: end, skip=BLOCKS, notify=BLOCKS, resync, support=IENABLE, options=NAMES, "
         "full=PACKETS, recover"},
        {"case a\nerror NOTHING offset=0 length=0\n",
         "line 2: an error is STATUS offset=N length=N"},
    };
    vector_check_wrong(row, sizeof row / sizeof row[0], true);
    struct etrace_packet p;
    assert_false(ett_parse_packet("", &p));
    assert_false(ett_parse_packet("nothing", &p));
    assert_false(ett_parse_packet("addr addres=0x0", &p));
    assert_false(ett_parse_packet("addr address", &p));
    assert_false(ett_parse_packet("sync-start branch=2", &p));
    assert_true(ett_parse_packet("addr address=-0x2 updiscon=1", &p));
    assert_true(p.address == UINT64_MAX - 1 && p.updiscon && p.has_address);
}

int main(void)
{
    const struct CMUnitTest more[] = {
        cmocka_unit_test(the_reader_refuses_what_it_does_not_know),
        cmocka_unit_test(the_index_names_every_file),
    };
    return vector_main("etrace-vectors", ".ett", run_file, more);
}
