/* SPDX-License-Identifier: Apache-2.0 */
/* Files that hold no trace bytes: what they are, and which verb takes them. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "info.h"
#include "ingress.h"
#include "tool.h"
#include "nexus/nexus_code.h"
#include "sim/sim_elf.h"

static bool elf(const char *path, const uint8_t *bytes, size_t size)
{
    struct sim_elf e;
    struct sim_message why;
    if (size < 4 || memcmp(bytes, "\177ELF", 4) != 0) {
        return false;
    }
    if (sim_elf_parse(&e, bytes, size, 0, &why) != SIM_ELF_OK) {
        printf("%s: an ELF file that cannot be used: %s\n", path, why.text);
        return true;
    }
    printf("%s: RISC-V executable (ELF), RV%u, entry 0x%" PRIx64 ", %u segments\n", path, e.xlen,
           e.entry, e.nsegments);
    printf("  use: hartrace run, or as code: --elf\n");
    return true;
}

static bool ing(const char *path, const uint8_t *bytes, size_t size)
{
    static struct ingress_reader r; /* large */
    if (size < 8 || memcmp(bytes, "\x89HTING\r\n", 8) != 0) {
        return false;
    }
    int status = ingress_reader_open_memory(&r, bytes, size);
    if (status != INGRESS_OK) {
        printf("%s: an ingress stream that cannot be read: %s\n", path, ingress_strerror(status));
        return true;
    }
    printf("%s: ingress stream, version %u, RV%u, %u harts\n", path, r.header.version,
           r.header.xlen, r.header.harts);
    if (r.header.note[0] != '\0') {
        printf("  note: %s\n", tool_plain(r.header.note));
    }
    printf("  use: hartrace encode --ingress\n");
    ingress_reader_close(&r);
    return true;
}

static bool is_text(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size && i < 1024; i++) {
        if ((bytes[i] < ' ' && bytes[i] != '\n' && bytes[i] != '\r' && bytes[i] != '\t') ||
            bytes[i] == 0x7F) {
            return false;
        }
    }
    return size > 0;
}

static bool all_hex(const char *s, size_t n)
{
    size_t at = n > 2 && s[0] == '0' && s[1] == 'x' ? 2 : 0;
    size_t first = at;
    while (at < n &&
           ((s[at] >= '0' && s[at] <= '9') || ((s[at] | 0x20) >= 'a' && (s[at] | 0x20) <= 'f'))) {
        at++;
    }
    return at == n && at > first;
}

static const char *kind_of_line(const char *s, size_t n)
{
    struct nexus_pcinfo entry;
    const char *comma = memchr(s, ',', n);
    if (n >= 14 && memcmp(s, "VALID,ADDRESS,", 14) == 0) {
        return "log of the E-Trace reference flow; use: hartrace encode --ingress";
    }
    if (n >= 5 && memcmp(s, "core ", 5) == 0) {
        return "log of Spike; use: hartrace encode --ingress";
    }
    if (n >= 12 && memcmp(s, "#0 @0 len=", 10) == 0) {
        return "dump of hartrace";
    }
    if (n >= 14 && s[0] == '0' && s[4] == ' ' && s[11] == '_' && s[14] == ':') {
        return "dump of the reference tool; use: hartrace convert --to nex";
    }
    for (size_t i = 0; i + 8 <= n; i++) {
        if (memcmp(s + i, "pc_rdata", 8) == 0) {
            return "RVFI log; use: hartrace encode --ingress";
        }
    }
    if (all_hex(s, n)) {
        return "list of PCs; use: --pcs";
    }
    if (comma == NULL || !all_hex(s, (size_t)(comma - s))) {
        return NULL;
    }
    /* A branch of PCINFO has a destination; PCSEQ has B4 or BN4, J4 and C4. Linear lines are alike.
     */
    if (nexus_pcinfo_parse(s, n, &entry) == NEXUS_OK) {
        return "PCINFO or PCSEQ list; use: --pcinfo when it lists code, --pcs when it was executed";
    }
    return strchr("LBJCR", comma[1]) != NULL ? "PCSEQ list; use: --pcs" : NULL;
}

static bool text(const char *path, const uint8_t *bytes, size_t size)
{
    const char *s = (const char *)bytes, *end = s + size, *kind = NULL;
    if (!is_text(bytes, size)) {
        return false;
    }
    for (int line = 0; line < 64 && s < end; line++) {
        const char *stop = memchr(s, '\n', (size_t)(end - s));
        size_t n = (size_t)((stop != NULL ? stop : end) - s);
        const char *k = kind_of_line(s, n > 0 && s[n - 1] == '\r' ? n - 1 : n);
        /* A list says which of two it is when a line fits only one. */
        if (k != NULL && (kind == NULL || strncmp(kind, "PCINFO or", 9) == 0)) {
            kind = k;
        }
        size_t commas = 0;
        for (size_t i = 0; i < n; i++) {
            commas += s[i] == ',';
        }
        if (commas == 2 && k != NULL && strncmp(k, "PCINFO or", 9) == 0) {
            kind = "PCINFO list; use: --pcinfo";
        }
        s = stop != NULL ? stop + 1 : end;
    }
    if (kind == NULL) {
        kind = "text of no known kind";
    }
    printf("%s: %s\n", path, kind);
    return true;
}

bool info_other(const char *path, const uint8_t *bytes, size_t size)
{
    return elf(path, bytes, size) || ing(path, bytes, size) || text(path, bytes, size);
}
