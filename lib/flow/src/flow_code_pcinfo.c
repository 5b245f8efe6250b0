/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Text of PCINFO lists: 0xADDR,TYPESIZE[,0xDEST], the format of the task group's reference tools.
 */
#include "flow/flow_code.h"

struct cursor {
    const char *at;
    const char *end;
};

static bool take(struct cursor *c, char ch)
{
    if (c->at < c->end && *c->at == ch) {
        c->at++;
        return true;
    }
    return false;
}

static int hex_digit(char ch)
{
    if (ch >= '0' && ch <= '9') {
        return ch - '0';
    }
    if (ch >= 'a' && ch <= 'f') {
        return ch - 'a' + 10;
    }
    return ch >= 'A' && ch <= 'F' ? ch - 'A' + 10 : -1;
}

/* "0x" and 1..16 hexadecimal digits. */
static bool take_hex(struct cursor *c, uint64_t *value)
{
    unsigned digits = 0;
    if (!take(c, '0') || !(take(c, 'x') || take(c, 'X'))) {
        return false;
    }
    *value = 0;
    while (c->at < c->end && hex_digit(*c->at) >= 0) {
        if (digits == 16) {
            return false;
        }
        *value = *value << 4 | (uint64_t)hex_digit(*c->at);
        c->at++;
        digits++;
    }
    return digits > 0;
}

/* Type letters. After B and R the second letter may be left out. */
static bool take_type(struct cursor *c, uint8_t *cls)
{
    if (take(c, 'L')) {
        *cls = FLOW_INSN_LINEAR;
    } else if (take(c, 'B')) {
        *cls = FLOW_INSN_BRANCH;
        (void)take(c, 'D');
    } else if (take(c, 'R')) {
        *cls = FLOW_INSN_RETURN;
        (void)take(c, 'I');
    } else if (take(c, 'J')) {
        *cls = take(c, 'D') ? FLOW_INSN_DIRECT_JUMP : FLOW_INSN_JUMP;
        return *cls == FLOW_INSN_DIRECT_JUMP || take(c, 'I');
    } else if (take(c, 'C')) {
        *cls = take(c, 'D') ? FLOW_INSN_DIRECT_CALL : FLOW_INSN_CALL;
        return *cls == FLOW_INSN_DIRECT_CALL || take(c, 'I');
    } else {
        return false;
    }
    return true;
}

static bool has_dest(uint8_t cls)
{
    return cls == FLOW_INSN_BRANCH ||
           (cls >= FLOW_INSN_DIRECT_CALL && cls <= FLOW_INSN_DIRECT_OTHER);
}

int flow_pcinfo_parse(const char *text, size_t length, struct flow_pcinfo *entry)
{
    struct cursor c = {.at = text, .end = text + length};
    struct flow_pcinfo e = {.dest = 0};

    if (!take_hex(&c, &e.addr) || !take(&c, ',') || !take_type(&c, &e.cls) || c.at == c.end) {
        return FLOW_ERR_ARG;
    }
    int size = *c.at++ - '0';
    if ((size != 2 && size != 4 && size != 6 && size != 8) || (e.addr & 1u) != 0) {
        return FLOW_ERR_ARG;
    }
    e.size = (uint8_t)size;
    if (has_dest(e.cls) && (!take(&c, ',') || !take_hex(&c, &e.dest) || (e.dest & 1u) != 0)) {
        return FLOW_ERR_ARG;
    }
    (void)take(&c, '\r');
    if (c.at != c.end) {
        return FLOW_ERR_ARG;
    }
    *entry = e;
    return FLOW_OK;
}

static int put_hex(char *text, uint64_t value)
{
    int n = 0;
    int digits = 1;
    text[n++] = '0';
    text[n++] = 'x';
    while (digits < 16 && (value >> (4 * digits)) != 0) {
        digits++;
    }
    for (int i = digits - 1; i >= 0; i--) {
        text[n++] = "0123456789ABCDEF"[(value >> (4 * i)) & 0xfu];
    }
    return n;
}

static const char *type_letters(uint8_t cls)
{
    switch (cls) {
    case FLOW_INSN_BRANCH:
        return "BD";
    case FLOW_INSN_DIRECT_CALL:
        return "CD";
    case FLOW_INSN_DIRECT_JUMP:
    case FLOW_INSN_DIRECT_OTHER:
        return "JD";
    case FLOW_INSN_CALL:
    case FLOW_INSN_SWAP:
        return "CI";
    case FLOW_INSN_JUMP:
    case FLOW_INSN_OTHER:
        return "JI";
    case FLOW_INSN_RETURN:
    case FLOW_INSN_TRAP_RETURN:
        return "R";
    default:
        return "L";
    }
}

int flow_pcinfo_format(const struct flow_pcinfo *entry, char *text)
{
    int n = put_hex(text, entry->addr);
    text[n++] = ',';
    for (const char *p = type_letters(entry->cls); *p != '\0'; p++) {
        text[n++] = *p;
    }
    text[n++] = (char)('0' + entry->size % 10);
    if (has_dest(entry->cls)) {
        text[n++] = ',';
        n += put_hex(text + n, entry->dest);
    }
    text[n] = '\0';
    return n;
}

void flow_pcinfo_from_insn(uint64_t pc, const struct flow_insn *insn, struct flow_pcinfo *entry)
{
    *entry = (struct flow_pcinfo){.addr = pc, .size = insn->size, .cls = insn->cls};
    if (has_dest(insn->cls)) {
        entry->dest = insn->target;
    }
}
