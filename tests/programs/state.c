/* SPDX-License-Identifier: Apache-2.0 */
/* State machines: a number recognizer as nested switches over text with known answers, and Rule 110
 * with the number of live cells in its first rows from one cell (1, 11, 111, 1101, 11111, 110001,
 * ...: 1 2 3 3 5 3 5 6 8). */
#include "bsp.h"

enum state {
    START,
    SIGN,
    DIGITS,
    POINT,
    FRACTION,
    EXPONENT,
    EXPONENT_SIGN,
    EXPONENT_DIGITS,
    REJECT,
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static enum state next(enum state s, char c)
{
    switch (s) {
    case START:
        return c == '+' || c == '-' ? SIGN : is_digit(c) ? DIGITS : REJECT;
    case SIGN:
        return is_digit(c) ? DIGITS : REJECT;
    case DIGITS:
        return is_digit(c) ? DIGITS : c == '.' ? POINT : c == 'e' ? EXPONENT : REJECT;
    case POINT:
        return is_digit(c) ? FRACTION : REJECT;
    case FRACTION:
        return is_digit(c) ? FRACTION : c == 'e' ? EXPONENT : REJECT;
    case EXPONENT:
        return c == '+' || c == '-' ? EXPONENT_SIGN : is_digit(c) ? EXPONENT_DIGITS : REJECT;
    case EXPONENT_SIGN:
    case EXPONENT_DIGITS:
        return is_digit(c) ? EXPONENT_DIGITS : REJECT;
    case REJECT:
    default:
        return REJECT;
    }
}

static bool number(const char *text)
{
    enum state s = START;
    while (*text != '\0') {
        s = next(s, *text++);
    }
    return s == DIGITS || s == FRACTION || s == EXPONENT_DIGITS;
}

static unsigned count(uint64_t v)
{
    unsigned n = 0;
    for (; v != 0; v &= v - 1) {
        n++;
    }
    return n;
}

int main(void)
{
    static const char *const good[] = {"0", "12", "-7", "+3.25", "6e23", "1.5e-9", "2e+0"};
    static const char *const bad[] = {"", "-", "1.", ".5", "1e", "1e+", "0x10", "12a", "--1"};
    static const uint8_t rows[] = {1, 2, 3, 3, 5, 3, 5, 6, 8};
    for (unsigned round = 0; round < 40; round++) {
        for (unsigned i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
            bsp_check(good[i], number(good[i]), 1);
        }
        for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
            bsp_check(bad[i], number(bad[i]), 0);
        }
    }
    uint64_t cells = 1;
    for (unsigned row = 0; row < sizeof(rows); row++) {
        bsp_check("rule 110", count(cells), rows[row]);
        uint64_t after = 0;
        for (unsigned bit = 0; bit < 62; bit++) {
            unsigned around = (unsigned)((cells << 1 >> bit) & 7u); /* left is the higher bit */
            after |= (uint64_t)((110u >> around) & 1u) << bit;
        }
        cells = after;
    }
    bsp_puts("state ok\n");
    return 0;
}
