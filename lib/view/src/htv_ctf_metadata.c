/* SPDX-License-Identifier: Apache-2.0 */
/* Metadata of a CTF trace. htv_ctf.c writes the events in the same order of fields. */
#include "htv_ctf_metadata.h"

#include "htv/htv_event.h"
#include "htv_text.h"

enum {
    NO_UNIT = 1000000000, /* Hz: a tick is shown as a nanosecond */
};

static const char types[] =
    "/* CTF 1.8 */\n\n"
    "typealias integer { size = 8; align = 8; signed = false; } := uint8_t;\n"
    "typealias integer { size = 16; align = 8; signed = false; } := uint16_t;\n"
    "typealias integer { size = 32; align = 8; signed = false; } := uint32_t;\n"
    "typealias integer { size = 64; align = 8; signed = false; } := uint64_t;\n"
    "typealias integer { size = 64; align = 8; signed = false; base = 16; } := address_t;\n"
    "trace {\n"
    "\tmajor = 1; minor = 8; byte_order = le;\n"
    "\tpacket.header := struct { uint32_t magic; uint32_t stream_id; };\n"
    "};\n";

static const char streams[] =
    "typealias integer { size = 64; align = 8; signed = false; map = clock.ticks.value; } := "
    "ticks_t;\n"
    "stream {\n"
    "\tid = 0;\n"
    "\tpacket.context := struct { ticks_t timestamp_begin; ticks_t timestamp_end; uint64_t "
    "content_size; uint64_t packet_size; uint16_t hart; };\n"
    "\tevent.header := struct { uint8_t id; ticks_t timestamp; };\n"
    "\tevent.context := struct { uint64_t insns; uint64_t offset; uint8_t guessed; };\n"
    "};\n";

/* By enum htv_kind; NULL: not written. */
static const struct {
    const char *name, *fields;
} events[HTV_KINDS] = {
    [HTV_ENTER] = {"enter", "uint32_t stack; uint32_t depth; enum how how; uint8_t btype; "
                            "address_t pc; address_t from; string function;"},
    [HTV_LEAVE] = {"leave", "uint32_t stack; uint32_t depth; enum how how; address_t pc; "
                            "address_t from; string function;"},
    [HTV_SWITCH] = {"switch", "uint32_t stack; uint8_t known; uint64_t scontext; uint64_t "
                              "hcontext;"},
    [HTV_ON] = {"on", "address_t pc; uint8_t sync; string reason;"},
    [HTV_OFF] = {"off", "uint8_t evcode; string reason;"},
    [HTV_SYNC] = {"sync", "address_t pc; uint8_t sync; string reason;"},
    [HTV_LOST] = {"lost", "uint8_t etype;"},
    [HTV_GAP] = {"gap", ""},
    [HTV_SOFTWARE] = {"software", "uint64_t channel; uint64_t value;"},
    [HTV_PRIVILEGE] = {"privilege", "uint8_t prv; uint64_t scontext;"},
    [HTV_MESSAGE] = {"message", "address_t pc; address_t store; uint64_t position; uint32_t word; "
                                "uint8_t log; uint8_t about; string name; string text;"},
    [HTV_END] = {"end", ""},
};

static void number(struct htr_out *out, const char *before, uint64_t v, const char *after)
{
    htr_out_string(out, before);
    htr_out_decimal(out, v);
    htr_out_string(out, after);
}

static void environment(struct htr_out *out, const struct htv_about *about,
                        const struct htv_totals *totals)
{
    htr_out_string(out, "env {\n\ttracer_name = \"hartrace\";\n\ttrace_file = \"");
    for (const char *s = about->trace; *s != '\0'; s++) {
        const bool plain = *s >= ' ' && *s <= '~';
        if (*s == '"' || *s == '\\') {
            htr_out_char(out, '\\');
        }
        htr_out_char(out, plain ? *s : '?');
    }
    htr_out_string(out, "\";\n\taxis = \"");
    htr_out_string(out, htv_axis_unit(about->axis));
    number(out, "\";\n\tticks_per_second = ", about->ticks_per_second, ";\n");
    for (unsigned i = 0; i < HTV_TOTALS; i++) {
        const struct htv_total t = htv_total(totals, i);
        htr_out_string(out, "\t");
        htr_out_string(out, t.name);
        number(out, " = ", t.value, ";\n");
    }
    htr_out_string(out, "};\n");
}

void htv_ctf_metadata(struct htr_out *out, const struct htv_about *about,
                      const struct htv_totals *totals)
{
    htr_out_string(out, types);
    environment(out, about, totals);
    number(out, "clock { name = ticks; freq = ",
           about->ticks_per_second != 0 ? about->ticks_per_second : NO_UNIT, "; };\n");
    htr_out_string(out, "enum how : uint8_t {");
    for (unsigned i = 0; i < HTV_HOWS; i++) {
        htr_out_string(out, i > 0 ? ", \"" : " \"");
        htr_out_string(out, htv_how_name(i));
        number(out, "\" = ", i, "");
    }
    htr_out_string(out, " };\n");
    htr_out_string(out, streams);
    for (unsigned i = 0; i < HTV_KINDS; i++) {
        if (events[i].name != NULL) {
            htr_out_string(out, "event { name = \"");
            htr_out_string(out, events[i].name);
            number(out, "\"; id = ", i, "; stream_id = 0; fields := struct { ");
            htr_out_string(out, events[i].fields);
            htr_out_string(out, " }; };\n");
        }
    }
}
