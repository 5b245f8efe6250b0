/* SPDX-License-Identifier: Apache-2.0 */
/* Files that hold no trace bytes: what they are, and which verb takes them. */
#include <inttypes.h>
#include <stdio.h>

#include "coresight.h"
#include "info.h"
#include "ingress.h"
#include "kind.h"
#include "tool.h"
#include "sim/sim_elf.h"

static void elf(const char *path, const uint8_t *bytes, size_t size)
{
    struct sim_elf e;
    struct sim_message why;
    if (sim_elf_parse(&e, bytes, size, 0, &why) != SIM_ELF_OK) {
        printf("%s: an ELF file that cannot be used: %s\n", path, why.text);
        return;
    }
    printf("%s: RISC-V executable (ELF), RV%u, entry 0x%" PRIx64 ", %u segment%s\n", path, e.xlen,
           e.entry, e.nsegments, tool_s(e.nsegments));
    printf("  use: hartrace run, or as code: --elf\n");
}

static void ing(const char *path, const uint8_t *bytes, size_t size)
{
    static struct ingress_reader r; /* large */
    int status = ingress_reader_open_memory(&r, bytes, size);
    if (status != INGRESS_OK) {
        printf("%s: an ingress stream that cannot be read: %s\n", path, ingress_strerror(status));
        return;
    }
    printf("%s: ingress stream, version %u, RV%u, %u hart%s\n", path, r.header.version,
           r.header.xlen, r.header.harts, tool_s(r.header.harts));
    if (r.header.note[0] != '\0') {
        printf("  note: %s\n", tool_plain(r.header.note));
    }
    printf("  use: hartrace encode --ingress\n");
    ingress_reader_close(&r);
}

bool info_other(const char *path, const uint8_t *bytes, size_t size, bool whole)
{
    enum kind kind = kind_of(bytes, size, whole);
    switch (kind) {
    case KIND_TRACE:
    case KIND_EMPTY:
        return false;
    case KIND_ELF:
        elf(path, bytes, size);
        return true;
    case KIND_INGRESS:
        ing(path, bytes, size);
        return true;
    default:
        printf("%s: %s; %s\n", path, kind_name(kind), kind_use(kind));
        return true;
    }
}

/* ---- bytes that are no trace by themselves ---- */

enum {
    FRAMES_LOOK = 8192, /* bytes */
    FRAME = 16,
    PACKETS = 16, /* at least, to be told by their lengths alone */
};

/* Frames of a CoreSight formatter (IHI 0029): most bytes have one ID, and are a trace. */
static bool is_framed(const uint8_t *bytes, size_t size, unsigned *id)
{
    static uint8_t out[FRAMES_LOOK];
    size_t look = size < FRAMES_LOOK ? size / FRAME * FRAME : FRAMES_LOOK;
    for (*id = 1; *id < 0x70; (*id)++) {
        size_t n = coresight_unframe(bytes, look, *id, out);
        struct info_guess g = {0};
        if (n * 4 >= look && n > 0) {
            info_guess_src(out, n, &g);
            return g.messages >= 4 && g.damaged * 10 <= g.messages;
        }
    }
    return false;
}

/* Packets of an encapsulation as the E-Trace encapsulation 1.0 describes it: a header whose low
 * five bits are the length of the payload, flow and extend bits, then `more` bytes of srcID and
 * type. Told by lengths that lead exactly to the end. */
static bool is_packets(const uint8_t *bytes, size_t size, unsigned more)
{
    size_t at = 0, packets = 0;
    uint8_t flow = size > 0 ? bytes[0] & 0xE0 : 0;
    while (at < size) {
        unsigned length = bytes[at] & 0x1F;
        if (length == 0 || (bytes[at] & 0xE0) != flow || length + more + 1 > size - at) {
            return false;
        }
        at += 1 + more + length;
        packets++;
    }
    return packets >= PACKETS;
}

const char *info_frames(const uint8_t *bytes, size_t size, bool whole, char text[INFO_TEXT])
{
    unsigned id;
    if (is_framed(bytes, size, &id)) {
        snprintf(text, INFO_TEXT,
                 "frames of a CoreSight formatter with N-Trace for ATB ID %u (a guess); a snapshot "
                 "with the format coresight is decoded",
                 id);
        return text;
    }
    for (unsigned more = 0; whole && more < 4; more++) {
        if (is_packets(bytes, size, more)) {
            return "packets with lengths, as E-Trace has them (a guess); N-Trace is what is "
                   "decoded here";
        }
    }
    return NULL;
}
