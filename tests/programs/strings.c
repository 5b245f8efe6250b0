/* SPDX-License-Identifier: Apache-2.0 */
/* Memory and string routines: every offset and length of a small range against a byte by byte
 * reference, numbers to text and back, reversal, search. */
#include "bsp.h"

static uint8_t from[64], to[64], want[64];

static void fill(void)
{
    for (unsigned i = 0; i < sizeof(from); i++) {
        from[i] = (uint8_t)(i * 7u + 3u);
        to[i] = want[i] = 0xee;
    }
}

static void check_copies(void)
{
    for (unsigned d = 0; d < 8; d += 3) {
        for (unsigned s = 0; s < 8; s += 3) {
            for (unsigned n = 0; n < 20; n += 5) {
                fill();
                for (unsigned i = 0; i < n; i++) {
                    want[d + i] = from[s + i];
                }
                memcpy(to + d, from + s, n);
                bsp_check("memcpy", (uintptr_t)memcmp(to, want, sizeof(to)), 0);
                fill();
                for (unsigned i = 0; i < sizeof(from); i++) {
                    want[i] = i >= d && i < d + n ? from[i - d + s] : from[i];
                }
                memmove(from + d, from + s, n);
                bsp_check("memmove", (uintptr_t)memcmp(from, want, sizeof(from)), 0);
            }
        }
    }
    memset(to + 5, 0x5a, 9);
    unsigned set = 0;
    for (unsigned i = 0; i < sizeof(to); i++) {
        set += to[i] == 0x5a;
    }
    bsp_check("memset", set, 9);
}

static char *to_text(char *end, unsigned v, unsigned base)
{
    *--end = '\0';
    do {
        *--end = "0123456789abcdefghijklmnopqrstuvwxyz"[v % base];
        v /= base;
    } while (v != 0);
    return end;
}

static unsigned to_number(const char *s, unsigned base)
{
    unsigned v = 0;
    for (; *s != '\0'; s++) {
        v = v * base + (unsigned)(*s <= '9' ? *s - '0' : *s - 'a' + 10);
    }
    return v;
}

static const char *find(const char *text, const char *what)
{
    size_t n = strlen(what);
    for (; *text != '\0'; text++) {
        if (memcmp(text, what, n) == 0) {
            return text;
        }
    }
    return NULL;
}

int main(void)
{
    static const char text[] = "the trace that tells the truth";
    char buf[40];
    check_copies();
    bsp_check("strlen", strlen(text), sizeof(text) - 1);
    bsp_check("strcmp less", strcmp("abc", "abd") < 0, 1);
    bsp_check("strcmp prefix", strcmp("abc", "ab") > 0, 1);
    bsp_check("find", (uintptr_t)(find(text, "tells") - text), 15);
    bsp_check("find nothing", find(text, "lie") == NULL, 1);
    bsp_check("hex", (uintptr_t)strcmp(to_text(buf + sizeof(buf), 0xbeefu, 16), "beef"), 0);
    for (unsigned base = 2; base <= 36; base += 2) {
        unsigned v = 2654435761u / base;
        bsp_check("base", to_number(to_text(buf + sizeof(buf), v, base), base), v);
    }
    bsp_puts("strings ok\n");
    return 0;
}
