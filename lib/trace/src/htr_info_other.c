/* SPDX-License-Identifier: Apache-2.0 */
/* Files that hold no trace bytes: what they are, and which verb takes them. */
#include "htr/htr_info.h"

#include "htr_info_priv.h"

#include <stdio.h>

#include "htr/htr_coresight.h"
#include "htr/htr_elf.h"
#include "htr/htr_kind.h"
#include "ingress/ingress.h"

static void look_at_elf(const uint8_t *bytes, size_t size, struct htr_info_file *file)
{
    struct htr_elf e;
    struct htr_elf_message why;
    if (htr_elf_parse(&e, bytes, size, 0, &why) != HTR_ELF_OK) {
        snprintf(file->problem, sizeof file->problem, "%s", why.text);
        return;
    }
    file->xlen = e.xlen;
    file->entry = e.entry;
    file->segments = e.nsegments;
}

static void look_at_ingress(const uint8_t *bytes, size_t size, struct htr_info_file *file)
{
    struct ingress_reader r = {0};
    int status = ingress_reader_open_memory(&r, bytes, size);
    if (status != INGRESS_OK) {
        snprintf(file->problem, sizeof file->problem, "%s", ingress_strerror(status));
        return;
    }
    file->version = r.header.version;
    file->xlen = r.header.xlen;
    file->harts = r.header.harts;
    snprintf(file->note, sizeof file->note, "%s", r.header.note);
    ingress_reader_close(&r);
}

bool htr_info_other(struct htr_info_file *file, const uint8_t *bytes, size_t size, bool whole)
{
    *file = (struct htr_info_file){.kind = htr_kind_of(bytes, size, whole)};
    if (file->kind == HTR_KIND_ELF) {
        look_at_elf(bytes, size, file);
    } else if (file->kind == HTR_KIND_INGRESS) {
        look_at_ingress(bytes, size, file);
    }
    return file->kind != HTR_KIND_TRACE && file->kind != HTR_KIND_EMPTY;
}

/* ---- bytes that are no trace by themselves ---- */

enum {
    FRAMES_LOOK = 8192, /* bytes */
    FRAME = 16,
    PACKETS = 16, /* at least, to be recognized by their lengths alone */
};

/* Frames of a CoreSight formatter (IHI 0029): most bytes have one ID, and are a trace. */
static bool is_framed(const uint8_t *bytes, size_t size, unsigned *id)
{
    uint8_t out[FRAMES_LOOK] = {0};
    size_t look = size < FRAMES_LOOK ? size / FRAME * FRAME : FRAMES_LOOK;
    for (*id = 1; *id < 0x70; (*id)++) {
        size_t n = htr_coresight_unframe(bytes, look, *id, out);
        if (n * 4 >= look && n > 0) {
            struct htr_guess g;
            htr_guess_messages(&g, &(struct htr_guess_input){.bytes = out, .size = n});
            const struct htr_guess_candidate *best = htr_guess_best(&g);
            return best->messages >= 4 && best->damaged * 10 <= best->messages;
        }
    }
    return false;
}

/* Packets of an encapsulation as the E-Trace encapsulation 1.0 describes it: a header whose low
 * five bits are the length of the payload, flow and extend bits, then `more` bytes of srcID and
 * type. Recognized by lengths that lead exactly to the end. */
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

const char *htr_info_frames(const uint8_t *bytes, size_t size, bool whole, char text[HTR_INFO_TEXT])
{
    unsigned id;
    if (is_framed(bytes, size, &id)) {
        snprintf(
            text, HTR_INFO_TEXT,
            "frames of a CoreSight formatter with N-Trace for ATB ID %u (a guess); a snapshot "
            "with the format coresight is decoded, or, of a SpacemiT K3, --profile spacemit-k3",
            id);
        return text;
    }
    if (htr_info_guess_etrace(bytes, size, text)) {
        return text;
    }
    for (unsigned more = 0; whole && more < 4; more++) {
        if (is_packets(bytes, size, more)) {
            return "packets with lengths, as E-Trace has them (a guess), with payloads that are "
                   "none of E-Trace by the default parameters; --te trTeFormat=0 and --param";
        }
    }
    return NULL;
}
