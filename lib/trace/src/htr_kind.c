/* SPDX-License-Identifier: Apache-2.0 */
/* What a file is. */
#include "htr/htr_kind.h"

#include <stdlib.h>
#include <string.h>

#include "htr/htr_file.h"
#include "flow/flow_code.h"

enum {
    TEXT_LOOK = 1024, /* bytes that must be text */
    TEXT_LEAST = 32,  /* shorter ones may be trace bytes that look like text */
    LINES_LOOK = 64,
    ZEROS_LEAST = 8,
    PIECE = 1 << 16,
};

static const struct {
    const char *name, *use;
} words[HTR_KINDS] = {
    [HTR_KIND_TRACE] = {"trace bytes", "decode them with hartrace decode"},
    [HTR_KIND_EMPTY] = {"empty", "was the trace started, and flushed by a stop?"},
    [HTR_KIND_IDLE] = {"only idle bytes (0xFF)", "was the trace started?"},
    [HTR_KIND_ZEROS] = {"only zero bytes", "memory that was never written? was the trace started?"},
    [HTR_KIND_ELF] = {"an ELF file", "give it with --elf"},
    [HTR_KIND_INGRESS] = {"an ingress stream", "give it with --ingress, or make a trace of it with "
                                               "hartrace encode"},
    [HTR_KIND_DTB] = {"a device tree", "give it with --dtb"},
    [HTR_KIND_DTS] = {"the source of a device tree", "compile it with dtc, and give it with --dtb"},
    [HTR_KIND_VCD] = {"waves (VCD)",
                      "open it with a wave viewer; hartrace run --save-trace writes a "
                      "trace"},
    [HTR_KIND_PACKED] = {"compressed or an archive",
                         "unpack it first; gzip and zstd are read as they "
                         "are"},
    [HTR_KIND_PCS] = {"a list of PCs", "give it with --pcs"},
    [HTR_KIND_PCINFO] = {"a PCINFO list", "give it with --pcinfo"},
    [HTR_KIND_PCSEQ] = {"a PCSEQ list", "give it with --pcs"},
    [HTR_KIND_LIST] = {"a PCINFO or PCSEQ list",
                       "give it with --pcinfo when it lists code, with --pcs "
                       "when it was executed"},
    [HTR_KIND_LOG_ETRACE] = {"a log of the E-Trace reference flow", "give it with --ingress"},
    [HTR_KIND_LOG_SPIKE] = {"a log of Spike", "give it with --ingress"},
    [HTR_KIND_LOG_RVFI] = {"an RVFI log", "give it with --ingress"},
    [HTR_KIND_DUMP] = {"the text of a dump", "hartrace convert --to nex makes a trace of it"},
    [HTR_KIND_PERF] = {"a perf.data file",
                       "give it as a plain file, to decode, verify, dump, info, "
                       "stat or diff"},
    [HTR_KIND_TEXT] = {"text", "give the bytes of the trace"},
};

const char *htr_kind_name(enum htr_kind kind)
{
    return words[kind].name;
}

const char *htr_kind_use(enum htr_kind kind)
{
    return words[kind].use;
}

/* ---- text ---- */

static bool is_text(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size && i < TEXT_LOOK; i++) {
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

static bool starts(const char *s, size_t n, const char *with)
{
    return n >= strlen(with) && memcmp(s, with, strlen(with)) == 0;
}

static enum htr_kind kind_of_log(const char *s, size_t n)
{
    for (size_t i = 0; i + 8 <= n; i++) {
        if (memcmp(s + i, "pc_rdata", 8) == 0) {
            return HTR_KIND_LOG_RVFI;
        }
    }
    return starts(s, n, "VALID,ADDRESS,") ? HTR_KIND_LOG_ETRACE
           : starts(s, n, "core ")        ? HTR_KIND_LOG_SPIKE
                                          : HTR_KIND_TEXT;
}

static enum htr_kind kind_of_line(const char *s, size_t n)
{
    static const char *const vcd[] = {"$date", "$version", "$timescale",
                                      "$var",  "$scope",   "$comment"};
    struct flow_pcinfo entry;
    const char *comma = memchr(s, ',', n);
    for (size_t i = 0; i < sizeof vcd / sizeof vcd[0]; i++) {
        if (starts(s, n, vcd[i])) {
            return HTR_KIND_VCD;
        }
    }
    if (starts(s, n, "/dts-v1/")) {
        return HTR_KIND_DTS;
    }
    if (kind_of_log(s, n) != HTR_KIND_TEXT) {
        return kind_of_log(s, n);
    }
    if (starts(s, n, "#0 @0 len=") || (n >= 15 && s[0] == '0' && s[4] == ' ' && s[11] == '_' &&
                                       s[14] == ':')) { /* ours, and the reference tool's */
        return HTR_KIND_DUMP;
    }
    if (all_hex(s, n)) {
        return HTR_KIND_PCS;
    }
    if (comma == NULL || !all_hex(s, (size_t)(comma - s))) {
        return HTR_KIND_TEXT;
    }
    /* A branch of PCINFO has a destination; PCSEQ has B4 or BN4, J4 and C4. Linear lines are alike.
     */
    if (flow_pcinfo_parse(s, n, &entry) == FLOW_OK) {
        bool third = memchr(comma + 1, ',', n - (size_t)(comma + 1 - s)) != NULL;
        return third ? HTR_KIND_PCINFO : HTR_KIND_LIST;
    }
    return n > (size_t)(comma + 1 - s) && strchr("LBJCR", comma[1]) != NULL ? HTR_KIND_PCSEQ
                                                                            : HTR_KIND_TEXT;
}

static enum htr_kind kind_of_text(const uint8_t *bytes, size_t size)
{
    const char *s = (const char *)bytes, *end = s + size;
    enum htr_kind kind = HTR_KIND_TEXT;
    bool lines = memchr(s, '\n', size) != NULL;
    /* A line that fits only one of the two kinds decides. */
    for (int line = 0;
         line < LINES_LOOK && s < end && (kind == HTR_KIND_TEXT || kind == HTR_KIND_LIST); line++) {
        const char *stop = memchr(s, '\n', (size_t)(end - s));
        size_t n = (size_t)((stop != NULL ? stop : end) - s);
        enum htr_kind k = kind_of_line(s, n > 0 && s[n - 1] == '\r' ? n - 1 : n);
        kind = k != HTR_KIND_TEXT ? k : kind;
        s = stop != NULL ? stop + 1 : end;
    }
    /* MSEO of a line feed is 10, which no trace has. */
    return lines || (kind == HTR_KIND_TEXT && size >= TEXT_LEAST) ? kind : HTR_KIND_TRACE;
}

/* ---- bytes ---- */

static bool uniform(const uint8_t *bytes, size_t size)
{
    return size > 0 && memcmp(bytes, bytes + 1, size - 1) == 0;
}

static enum htr_kind kind_of_magic(const uint8_t *bytes, size_t size)
{
    static const struct {
        const char *magic;
        uint8_t length;
        enum htr_kind kind;
    } table[] = {
        {"\177ELF", 4, HTR_KIND_ELF},
        {"\x89HTING\r\n", 8, HTR_KIND_INGRESS},
        {"\xD0\x0D\xFE\xED", 4, HTR_KIND_DTB},
        {"PERFILE2", 8, HTR_KIND_PERF},
        {"\x1F\x8B\x08", 3, HTR_KIND_PACKED}, /* gzip inside of gzip or zstd, */
        {"\x28\xB5\x2F\xFD", 4, HTR_KIND_PACKED},
        {"PK\x03\x04", 4, HTR_KIND_PACKED},
        {"\xFD"
         "7zXZ",
         5, HTR_KIND_PACKED},
        {"BZh91AY&SY", 10, HTR_KIND_PACKED},
        {"!<arch>\n", 8, HTR_KIND_PACKED},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (size >= table[i].length && memcmp(bytes, table[i].magic, table[i].length) == 0) {
            return table[i].kind;
        }
    }
    return HTR_KIND_TRACE;
}

enum htr_kind htr_kind_of(const uint8_t *bytes, size_t size, bool whole)
{
    if (size == 0) {
        return HTR_KIND_EMPTY;
    }
    enum htr_kind kind = kind_of_magic(bytes, size);
    if (kind != HTR_KIND_TRACE) {
        return kind;
    }
    if (whole && (bytes[0] == 0xFF || (bytes[0] == 0 && size >= ZEROS_LEAST)) &&
        uniform(bytes, size)) {
        return bytes[0] == 0 ? HTR_KIND_ZEROS : HTR_KIND_IDLE;
    }
    return is_text(bytes, size) ? kind_of_text(bytes, size) : HTR_KIND_TRACE;
}

bool htr_kind_uniform_file(const struct htr_host *host, const char *path)
{
    struct htr_file s;
    struct htr_host quiet = *host;
    quiet.message = NULL;
    uint8_t *piece = malloc(PIECE);
    bool same = piece != NULL && strcmp(path, "-") != 0 && htr_file_open(&s, &quiet, path) == 0;
    if (same) {
        size_t got = htr_file_read(&s, piece, PIECE);
        uint8_t first = piece[0];
        while (same && got > 0) {
            same = piece[0] == first && uniform(piece, got);
            got = same ? htr_file_read(&s, piece, PIECE) : 0;
        }
        same = same && s.error == NULL;
        htr_file_close(&s);
    }
    free(piece);
    return same;
}

int htr_kind_check_trace(struct htr_host *host, const char *path, const uint8_t *bytes, size_t size,
                         bool more)
{
    bool same = size > 0 && (bytes[0] == 0 || bytes[0] == 0xFF) && uniform(bytes, size);
    enum htr_kind kind =
        htr_kind_of(bytes, size, !more || (same && htr_kind_uniform_file(host, path)));
    switch (kind) {
    case HTR_KIND_TRACE:
        return HTR_OK;
    case HTR_KIND_EMPTY:
        return htr_fail(host, HTR_ERR_FORMAT, path, "is empty; %s", htr_kind_use(kind));
    case HTR_KIND_IDLE:
    case HTR_KIND_ZEROS:
        return htr_fail(host, HTR_ERR_FORMAT, path, "holds %s, no message; %s", htr_kind_name(kind),
                        htr_kind_use(kind));
    default:
        return htr_fail(host, HTR_ERR_FORMAT, path, "is %s, not a trace; %s", htr_kind_name(kind),
                        htr_kind_use(kind));
    }
}
