/* SPDX-License-Identifier: Apache-2.0 */
/* Runs every tests/vectors/NAME.ntt: docs/reference/vectors.md. */
#include <stdio.h>
#include <string.h>

#include "nexus/nexus_print.h"
#include "vector_files.h"

/* The message as the vector states it must be encoded to the bytes it was decoded from. */
static void check_encode(const char *file, const struct ntt_case *c, const struct ntt_item *it,
                         const struct nexus_msg *got)
{
    struct nexus_msg m;
    uint8_t raw[NTT_BYTES_MAX];
    uint8_t out[NTT_BYTES_MAX];
    vector_need(ntt_parse_msg(it->text, &m, raw), file, c, it->line, "cannot read this message");
    int n = nexus_msg_encode(&c->cfg, &m, out, sizeof(out));
    vector_need(n == (int)got->raw_length && memcmp(out, got->raw, got->raw_length) == 0, file, c,
                it->line, "is encoded to other bytes");
}

static void check_end(const char *file, const struct ntt_case *c, const struct ntt_item *it,
                      const struct nexus_msg_decoder *d)
{
    vector_need(it->offset == d->pos && it->length == d->size - d->pos, file, c, it->line,
                "what is left is elsewhere");
}

static void check_item(const char *file, const struct ntt_case *c, const struct ntt_item *it,
                       struct nexus_msg_decoder *d)
{
    struct nexus_msg m;
    int status = nexus_msg_next(d, &m);
    if (status != it->status) {
        fail_msg("%s:%u: got \"%s\" (case \"%s\")", file, it->line, nexus_strerror(status),
                 c->name);
    }
    if (status == NEXUS_ERR_END) {
        check_end(file, c, it, d);
    } else if (status != NEXUS_OK) {
        vector_need(m.offset == it->offset && m.length == it->length, file, c, it->line,
                    "the damage is elsewhere");
    } else {
        char text[NEXUS_PRINT_MAX];
        assert_true(nexus_msg_print(&c->cfg, &m, text, sizeof(text)) > 0);
        if (strcmp(text, it->text) != 0) {
            fail_msg("%s:%u: got  %s (case \"%s\")", file, it->line, text, c->name);
        }
        if (!c->decode_only) {
            check_encode(file, c, it, &m);
        }
    }
}

/* The ingress through the encoder model must give exactly the bytes of the vector. */
static void check_ingress(const char *file, const struct ntt_case *c)
{
    static uint8_t out[NTT_BYTES_MAX];
    const char *why = NULL;
    unsigned line = 0;
    if (c->steps == 0) {
        return;
    }
    vector_need(!c->no_encoder, file, c, c->line, "encoder none, but there is ingress");
    vector_need(c->has_mode, file, c, c->line, "ingress needs cfg trTeInstMode=");
    int n = ntt_run_encoder(c, out, sizeof(out), &why, &line);
    if (n < 0) {
        fail_msg("%s:%u: %s (case \"%s\")", file, line, why, c->name);
    }
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    assert_int_equal(nexus_msg_decoder_init(&d, &c->cfg, out, (size_t)n), NEXUS_OK);
    for (unsigned i = 0; i < c->items; i++) {
        char text[NEXUS_PRINT_MAX] = "nothing";
        if (nexus_msg_next(&d, &m) == NEXUS_OK) {
            (void)nexus_msg_print(&c->cfg, &m, text, sizeof(text));
        }
        if (strcmp(text, c->item[i].text) != 0) {
            fail_msg("%s:%u: the encoder sent  %s (case \"%s\")", file, c->item[i].line, text,
                     c->name);
        }
    }
    vector_need((size_t)n == c->size && memcmp(out, c->bytes, c->size) == 0, file, c, c->line,
                "the encoder sent other bytes");
}

/* The bytes and the code must give exactly the elements of the vector. */
static void check_flow(const char *file, const struct ntt_case *c)
{
    static struct ntt_elem got[NTT_ELEMS_MAX + 1];
    if (c->elems == 0) {
        return;
    }
    unsigned n = ntt_run_flow(c, got, NTT_ELEMS_MAX + 1);
    vector_check_elems(file, c, got, n);
}

static void check_case(const char *file, const struct ntt_case *c)
{
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    vector_need(c->size > 0 && c->items > 0, file, c, c->line,
                "a case needs bytes and a msg or an error");
    assert_int_equal(nexus_msg_decoder_init(&d, &c->cfg, c->bytes, c->size), NEXUS_OK);
    for (unsigned i = 0; i < c->items; i++) {
        check_item(file, c, &c->item[i], &d);
    }
    vector_need(nexus_msg_next(&d, &m) == NEXUS_ERR_END, file, c, c->line,
                "more messages than stated");
    vector_need(d.pos == d.size || c->item[c->items - 1].status == NEXUS_ERR_END, file, c, c->line,
                "bytes are left over");
    check_ingress(file, c);
    check_flow(file, c);
}

static void run_file(void **state)
{
    vector_run_file(*state, false, check_case);
}

/* tests/vectors/README.md is the index. */
static void the_index_names_every_file(void **state)
{
    (void)state;
    vector_check_index(".ntt");
}

/* Text of a wrong vector file, and what the reader must say about it. */
static void the_reader_refuses_what_it_does_not_know(void **state)
{
    (void)state;
    static const struct vector_wrong row[] = {
        {"bytes 00\n", "line 1: the first line must be a case"},
        {"case\n", "line 1: a case needs a name"},
        {"case a\nbyte 00\n", "line 2: unknown key"},
        {"case a\ncfg xlen=33\n", "line 2: bad configuration"},
        {"case a\ncfg nothing=1\n", "line 2: bad configuration"},
        {"case a\ncfg xlen\n", "line 2: bad configuration"},
        {"case a\n\n# text\nbytes 0\n", "line 4: bytes are pairs of hexadecimal digits"},
        {"case a\nbytes 0G\n", "line 2: bytes are pairs of hexadecimal digits"},
        {"case a\nerror NOTHING offset=0 length=0\n",
         "line 2: an error is STATUS offset=N length=N"},
        {"case a\nerror MSEO offset=0\n", "line 2: an error is STATUS offset=N length=N"},
        {"case a\ncfg trTeNothing=1\n", "line 2: bad configuration"},
        {"case a\ncfg trTeSrcBits=16\n", "line 2: bad configuration"},
        {"case a\ncode 0x100\n", "line 2: code needs bytes after the address"},
        {"case a\ncode 0x100 1\n", "line 2: code is an address and pairs of hexadecimal digits"},
        {"case a\ncode 0x100,Q4\n", "line 2: not ADDRESS,TYPESIZE or ADDRESS,TYPESIZE,DEST"},
        {"case a\ningress itype=1\n", "line 2: unknown name, bad value, a block that does not "
                                      "begin with iaddr, or an access that "
                                      "does not begin with dtype"},
        {"case a\ningress iaddr=0x100 iretire=2 daddr=4\n",
         "line 2: unknown name, bad value, a block that does not begin with iaddr, or an access "
         "that "
         "does not begin with dtype"},
        {"case a\ningress dtype=1 daddr=4\n", "line 2: unknown name, bad value, a block that does "
                                              "not begin with iaddr, or an access that "
                                              "does not begin with dtype"},
        {"case a\ningress iaddr=0x100 dtype=1 | iaddr=0x200 store=4\n",
         "line 2: unknown name, bad value, a block that does not begin with iaddr, or an access "
         "that "
         "does not begin with dtype"},
        {"case a\ningress iaddr=0x100 dtype=1 dsize=4\n",
         "line 2: unknown name, bad value, a block that does not begin with iaddr, or an access "
         "that "
         "does not begin with dtype"},
        {"case a\ningress iaddr=q\n", "line 2: not a number"},
        {"case a\nreg trTeControl=1\n", "line 2: a register write is REGISTER.FIELD=VALUE"},
        {"case a\nreg trTeControl.trTeEnable=0 trTeInstFeatures.trTeSrcID=1\n",
         "line 2: fields of one register only"},
        {"case a\nstore port=0 size=4\n",
         "line 2: a store is port=NUMBER bytes=NUMBER data=NUMBER"},
        {"case a\nstore port=32 data=1\n",
         "line 2: a store has a port below 32, 1, 2 or 4 bytes, and data that fits"},
        {"case a\nstore port=0 bytes=1 data=0x100\n",
         "line 2: a store has a port below 32, 1, 2 or 4 bytes, and data that fits"},
        {"case a\ntick\n", "line 2: tick needs a number of cycles"},
        {"case a\nlink up\n", "line 2: a link is ready or blocked"},
        {"case a\nencoder none\n", "line 2: encoder is: none REASON"},
    };
    vector_check_wrong(row, sizeof row / sizeof row[0], false);
    struct nexus_msg m;
    uint8_t raw[NTT_BYTES_MAX];
    assert_false(ntt_parse_msg("", &m, raw));
    assert_false(ntt_parse_msg("NoMessage", &m, raw));
    assert_false(ntt_parse_msg("DirectBranch HIST=1", &m, raw));
    assert_false(ntt_parse_msg("DirectBranch ICNT=x", &m, raw));
    assert_false(ntt_parse_msg("DirectBranch ICNT", &m, raw));
    assert_false(ntt_parse_msg("Vendor TCODE=56 RAW=E", &m, raw));
    assert_true(ntt_parse_msg("DirectBranch ICNT=1", &m, raw));
}

int main(void)
{
    const struct CMUnitTest more[] = {
        cmocka_unit_test(the_reader_refuses_what_it_does_not_know),
        cmocka_unit_test(the_index_names_every_file),
    };
    return vector_main("vectors", ".ntt", run_file, more);
}
