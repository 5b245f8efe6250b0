/* SPDX-License-Identifier: Apache-2.0 */
/* Logs of a UART: fwtrace/include/fwtrace/fwt_uart.h has the format of frames and lines. */
#include <stdio.h>
#include <string.h>

#include "flow/flow_le.h"
#include "htr/htr_fw.h"

enum {
    FRAME_MAX = 5 + 4 * HTR_FW_WORDS,
    POSITIONS = 1 << 16,
};

/* ---- frames ---- */

enum {
    BLOCK = 8, /* bytes of the checksum at once */
};

struct frames {
    struct htr_fw *f;
    bool begun;               /* a position was seen */
    uint16_t next;            /* position */
    uint16_t crc[BLOCK][256]; /* of a byte and then 0 to 7 zero bytes */
};

/* CRC-16/IBM-3740: polynomial 0x1021, most significant bit first. */
static void make_crc(struct frames *s)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t crc = i << 8;
        for (unsigned k = 0; k < BLOCK; k++) {
            for (unsigned bit = 0; bit < 8; bit++) {
                crc = (crc << 1 ^ ((crc & 0x8000) != 0 ? 0x1021 : 0)) & 0xffff;
            }
            s->crc[k][i] = (uint16_t)crc;
        }
    }
}

static uint16_t crc_of(const struct frames *s, const uint8_t *p, size_t n)
{
    uint32_t crc = 0xffff;
    while (n >= 2) {
        const size_t m = n < BLOCK ? n : BLOCK;
        uint32_t next =
            (uint32_t)(s->crc[m - 1][p[0] ^ crc >> 8] ^ s->crc[m - 2][p[1] ^ (crc & 0xff)]);
        for (size_t i = 2; i < m; i++) {
            next ^= s->crc[m - 1 - i][p[i]];
        }
        crc = next;
        p += m;
        n -= m;
    }
    return n == 0 ? (uint16_t)crc : (uint16_t)((crc << 8 & 0xffff) ^ s->crc[0][crc >> 8 ^ p[0]]);
}

/* A frame of COBS (Cheshire and Baker, 1999) at p with its byte 0 before `end`. Returns the number
 * of bytes in it, or -1: damaged, cut, or too long. A frame of n bytes takes n + 2. */
static int uncobs(const uint8_t *p, const uint8_t *end, uint8_t *to)
{
    uint8_t *t = to;
    if (end - p > FRAME_MAX + 2) {
        end = p + FRAME_MAX + 2;
    }
    while (p < end) {
        unsigned left = *p++;
        if (left == 0) {
            return t > to ? (int)(t - to) - 1 : -1; /* the zero after the last group is none */
        }
        if (left > (size_t)(end - p)) {
            return -1;
        }
        while (--left > 0) {
            if ((*t++ = *p++) == 0) {
                return -1;
            }
        }
        *t++ = 0;
    }
    return -1;
}

/* ---- the usual frame: one word ---- */

enum {
    ONE = 9,    /* bytes: channel, position, word, checksum */
    CODED = 11, /* as COBS, with the byte 0 at its end */
};

/* Is any byte of v zero? (Mycroft) */
static inline bool has_zero(uint64_t v)
{
    return ((v - UINT64_C(0x0101010101010101)) & ~v & UINT64_C(0x8080808080808080)) != 0;
}

/* Its groups begin at bytes that point to each other, and are the zeros of the frame. Returns
 * false: it is another frame, or none. */
static inline bool uncobs_one(const uint8_t *p, uint8_t *b)
{
    if (has_zero(flow_le64(p)) || p[8] == 0 || p[9] == 0 || p[10] != 0) {
        return false;
    }
    memcpy(b, p + 1, ONE);
    unsigned at = p[0];
    while (at <= ONE) {
        b[at - 1] = 0;
        at += p[at];
    }
    return at == ONE + 1;
}

/* The checksum of the first seven bytes: their parts, which do not wait for each other. */
static inline uint16_t crc_of_one(const struct frames *s, const uint8_t *b)
{
    return (uint16_t)(s->crc[6][b[0] ^ 0xff] ^ s->crc[5][b[1] ^ 0xff] ^ s->crc[4][b[2]] ^
                      s->crc[3][b[3]] ^ s->crc[2][b[4]] ^ s->crc[1][b[5]] ^ s->crc[0][b[6]]);
}

/* Words on the way that did not arrive: the position says how many, modulo 65536. */
static int take_frame(struct frames *s, const uint8_t *b, unsigned n, uint64_t offset)
{
    const uint16_t position = (uint16_t)flow_le_get(b + 1, 2);
    const unsigned words = (n - 5) / 4, channel = b[0] & 31;
    int status = HTR_OK;
    if (position == 0 && channel == HTR_FW_CH_ID && b[6] == 0) {
        s->f->source.announced = 0; /* the firmware begins (again) */
    } else if (position != s->next) {
        status = htr_fw_lost(s->f, (uint16_t)(position - s->next), offset,
                             s->begun ? "on the way" : "before the log begins, modulo 65536");
    }
    s->begun = true;
    s->next = (uint16_t)(position + words);
    for (unsigned i = 0; i < words && status == HTR_OK; i++) {
        status = htr_fw_word(s->f, i == 0 ? channel : HTR_FW_CH_ARGS + (channel & 3),
                             (uint32_t)flow_le_get(b + 3 + 4 * i, 4), offset);
    }
    return status;
}

/* The frames of one word that follow each other without a loss. Returns where they end. */
static size_t take_ones(struct frames *s, const uint8_t *bytes, size_t at, size_t size, int *status)
{
    uint8_t b[ONE + 7];
    while (s->begun && *status == HTR_OK && size - at >= CODED && uncobs_one(bytes + at, b)) {
        const unsigned channel = b[0];
        if (flow_le16(b + 1) != s->next || channel >= HTR_FW_CH_LOST ||
            crc_of_one(s, b) != flow_le16(b + 7)) {
            break; /* it is looked at more closely */
        }
        s->next = (uint16_t)(s->next + 1);
        *status = htr_fw_word(s->f, channel, flow_le32(b + 3), at);
        at += CODED;
    }
    return at;
}

static bool is_frame(const struct frames *s, const uint8_t *b, int n)
{
    return n >= 9 && n <= FRAME_MAX && (n - 5) % 4 == 0 && b[0] < HTR_FW_CHANNELS &&
           (n == 9 || b[0] == HTR_FW_CH_PRINT) &&
           crc_of(s, b, (size_t)n - 2) == flow_le_get(b + n - 2, 2);
}

int htr_fw_uart_binary(struct htr_fw *f, const uint8_t *bytes, size_t size)
{
    struct frames s = {.f = f};
    uint8_t frame[FRAME_MAX + 2];
    make_crc(&s);
    size_t at = 0;
    int status = HTR_OK;
    while (at < size && status == HTR_OK) {
        at = take_ones(&s, bytes, at, size, &status);
        if (at >= size || status != HTR_OK) {
            break;
        }
        const int got = uncobs(bytes + at, bytes + size, frame);
        if (is_frame(&s, frame, got)) {
            status = take_frame(&s, frame, (unsigned)got, at);
            at += (size_t)got + 2;
            continue;
        }
        const uint8_t *zero = memchr(bytes + at, 0, size - at);
        const size_t n = zero != NULL ? (size_t)(zero - bytes) - at : size - at;
        if (zero == NULL) {
            status = htr_fw_damaged(f, at, "the log ends inside of a frame");
        } else if (n > 0 && at > 0) {
            status = htr_fw_damaged(f, at, "bytes that are no frame");
        } /* else: two delimiters in a row, or the log begins inside of a frame */
        at += n + 1;
    }
    return status == HTR_OK ? htr_fw_end(f) : status;
}

/* ---- lines ---- */

/* Digits + 1; 0: none. */
static const uint8_t digits[256] = {
    ['0'] = 1,  ['1'] = 2,  ['2'] = 3,  ['3'] = 4,  ['4'] = 5,  ['5'] = 6,  ['6'] = 7,  ['7'] = 8,
    ['8'] = 9,  ['9'] = 10, ['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16,
    ['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
};

/* "0x" and 8 digits; *p moves after them. */
static bool take_hex(const char **p, const char *end, uint32_t *word)
{
    const uint8_t *s = (const uint8_t *)*p;
    if (end - *p < 10 || s[0] != '0' || s[1] != 'x') {
        return false;
    }
    uint32_t v = 0;
    bool good = true;
    for (unsigned i = 2; i < 10; i++) {
        const uint32_t digit = digits[s[i]];
        good &= digit != 0;
        v = v << 4 | ((digit - 1) & 15);
    }
    *word = v;
    *p += good ? 10 : 0;
    return good;
}

static bool take_decimal(const char **p, const char *end, uint32_t *word)
{
    uint64_t v = 0;
    const char *s = *p;
    while (s < end && *s >= '0' && *s <= '9' && v <= UINT32_MAX) {
        v = v * 10 + (unsigned)(*s++ - '0');
    }
    const bool good = s > *p && v <= UINT32_MAX;
    *p = s;
    *word = (uint32_t)v;
    return good;
}

static int damaged_line(struct htr_fw *f, const char *line, const char *end, uint64_t offset)
{
    char text[120];
    snprintf(text, sizeof text, "a line that is cut or damaged: %.*s",
             end - line < 60 ? (int)(end - line) : 60, line);
    return htr_fw_damaged(f, offset, text);
}

/* "# 0x... 0x...". */
static int take_print_line(struct htr_fw *f, const char *line, const char *end, uint64_t offset)
{
    uint32_t words[HTR_FW_WORDS];
    const char *p = line + 1;
    unsigned n = 0;
    while (n < HTR_FW_WORDS && p < end && *p == ' ') {
        p++;
        if (!take_hex(&p, end, &words[n])) {
            return damaged_line(f, line, end, offset);
        }
        n++;
    }
    if (p != end || n == 0 || (words[0] >> 26 & 31) != n - 1 || words[0] >> 31 != 0) {
        return damaged_line(f, line, end, offset);
    }
    int status = HTR_OK;
    for (unsigned i = 0; i < n && status == HTR_OK; i++) {
        status = htr_fw_word(f, i == 0 ? 0 : HTR_FW_CH_ARGS, words[i], offset);
    }
    return status;
}

static int take_control_line(struct htr_fw *f, const char *line, const char *end, uint64_t offset)
{
    const size_t n = (size_t)(end - line);
    const char *p = line;
    uint32_t word = 0;
    unsigned channel = 0;
    if (n > 6 && memcmp(line, "!lost ", 6) == 0) {
        p += 6;
        channel = take_decimal(&p, end, &word) ? HTR_FW_CH_LOST : 0;
    } else if (n > 4 && memcmp(line, "!id ", 4) == 0) {
        p += 4;
        channel = take_hex(&p, end, &word) ? HTR_FW_CH_ID : 0;
    } else if (n == 5 && memcmp(line, "!torn", 5) == 0) {
        p += 5;
        channel = HTR_FW_CH_TORN;
    }
    return channel != 0 && p == end ? htr_fw_word(f, channel, word, offset)
                                    : damaged_line(f, line, end, offset);
}

static int take_line(struct htr_fw *f, const char *line, const char *end, uint64_t offset)
{
    char text[HTR_FW_LINE];
    const char *p = line;
    uint32_t word;
    if (take_hex(&p, end, &word) && p == end) {
        return htr_fw_word(f, 1 + htr_fw_bits(word, f->table->domain_bits), word, offset);
    }
    if (*line == '#') {
        return take_print_line(f, line, end, offset);
    }
    if (*line == '!') {
        return take_control_line(f, line, end, offset);
    }
    if (end - line >= 2 && line[0] == '0' && line[1] == 'x') {
        return damaged_line(f, line, end, offset);
    }
    struct htr_fw_event e = {.kind = HTR_FW_FOREIGN, .offset = offset, .text = text};
    const size_t n = (size_t)(end - line) < sizeof text ? (size_t)(end - line) : sizeof text - 1;
    memcpy(text, line, n);
    text[n] = '\0';
    f->count.foreign++;
    f->count.events++;
    e.source = f->src;
    return f->take(f->ctx, &e);
}

int htr_fw_uart_text(struct htr_fw *f, const uint8_t *bytes, size_t size)
{
    const char *text = (const char *)bytes;
    size_t at = 0;
    int status = HTR_OK;
    while (at < size && status == HTR_OK) {
        const char *p = text + at;
        uint32_t word;
        if (size - at > 10 && text[at + 10] == '\n' && take_hex(&p, p + 10, &word)) {
            status = htr_fw_word(f, 1 + htr_fw_bits(word, f->table->domain_bits), word, at);
            at += 11;
            continue;
        }
        const char *lf = memchr(text + at, '\n', size - at);
        const char *end = lf != NULL ? lf : text + size;
        const char *line = text + at;
        const size_t next = (size_t)(end - text) + 1;
        while (end > line && end[-1] == '\r') {
            end--;
        }
        if (end > line) {
            status = take_line(f, line, end, at);
        }
        at = next;
    }
    return status == HTR_OK ? htr_fw_end(f) : status;
}
