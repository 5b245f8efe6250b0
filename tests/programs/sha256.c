/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-256 (FIPS 180-4). The constants are computed here: the first 32 bits of the fractional parts
 * of the square and cube roots of the first primes. Expected: the published digests of "", "abc"
 * and the 448-bit message. */
#include "bsp.h"

static uint32_t k[64], h0[8];

/* floor(root of p * 2^(32 * degree)) modulo 2^32, by bisection: x < 2^36, so x cubed needs 108
 * bits: compare by parts. */
static int cube_at_most(uint64_t x, uint64_t p)
{
    /* x^3 <= p * 2^96 ; x = a * 2^32 + b, a < 8 */
    uint64_t a = x >> 32, b = x & 0xffffffffu;
    /* x^2 = hi * 2^64 + lo */
    uint64_t bb = b * b, ab2 = 2 * a * b;
    uint64_t lo = bb + (ab2 << 32);
    uint64_t hi = a * a + (ab2 >> 32) + (lo < bb);
    /* x^3 = x^2 * (a * 2^32 + b); keep bits 96 and above, and know whether anything is below */
    uint32_t d[4] = {(uint32_t)lo, (uint32_t)(lo >> 32), (uint32_t)hi, (uint32_t)(hi >> 32)};
    uint32_t r[6] = {0};
    uint64_t carry = 0;
    for (unsigned i = 0; i < 4; i++) {
        carry += (uint64_t)d[i] * b;
        r[i] = (uint32_t)carry;
        carry >>= 32;
    }
    r[4] = (uint32_t)carry;
    carry = 0;
    for (unsigned i = 0; i < 4; i++) {
        carry += (uint64_t)r[i + 1] + (uint64_t)d[i] * a;
        r[i + 1] = (uint32_t)carry;
        carry >>= 32;
    }
    r[5] = (uint32_t)carry;
    uint64_t top = (uint64_t)r[4] << 32 | r[3];
    return r[5] == 0 && (top < p || (top == p && (r[0] | r[1] | r[2]) == 0));
}

static int square_at_most(uint64_t x, uint64_t p)
{
    uint64_t a = x >> 32, b = x & 0xffffffffu;
    uint64_t lo = b * b, ab2 = 2 * a * b;
    uint64_t sum = lo + (ab2 << 32);
    uint64_t hi = a * a + (ab2 >> 32) + (sum < lo);
    return hi < p || (hi == p && sum == 0);
}

static uint32_t root(uint64_t p, int (*at_most)(uint64_t x, uint64_t p))
{
    uint64_t x = 0;
    for (int bit = 36; bit >= 0; bit--) {
        uint64_t y = x | (uint64_t)1 << bit;
        if (y >> 32 < 32 && at_most(y, p)) {
            x = y;
        }
    }
    return (uint32_t)x;
}

static void constants(void)
{
    unsigned n = 0;
    for (unsigned p = 2; n < 64; p++) {
        unsigned d = 2;
        while (d * d <= p && p % d != 0) {
            d++;
        }
        if (d * d > p) {
            if (n < 8) {
                h0[n] = root(p, square_at_most);
            }
            k[n++] = root(p, cube_at_most);
        }
    }
}

static uint32_t ror(uint32_t v, unsigned n)
{
    return v >> n | v << (32 - n);
}

static void block(uint32_t h[8], const uint8_t *p)
{
    uint32_t w[64], s[8];
    for (unsigned i = 0; i < 16; i++) {
        w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 |
               (uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
    }
    for (unsigned i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (ror(a, 7) ^ ror(a, 18) ^ a >> 3) + w[i - 7] +
               (ror(b, 17) ^ ror(b, 19) ^ b >> 10);
    }
    memcpy(s, h, sizeof(s));
    for (unsigned i = 0; i < 64; i++) {
        uint32_t t1 = s[7] + (ror(s[4], 6) ^ ror(s[4], 11) ^ ror(s[4], 25)) +
                      ((s[4] & s[5]) ^ (~s[4] & s[6])) + k[i] + w[i];
        uint32_t t2 = (ror(s[0], 2) ^ ror(s[0], 13) ^ ror(s[0], 22)) +
                      ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof(s[0]));
        s[4] += t1;
        s[0] = t1 + t2;
    }
    for (unsigned i = 0; i < 8; i++) {
        h[i] += s[i];
    }
}

static void check(const char *message, const uint32_t want[8])
{
    uint8_t buf[128] = {0};
    uint32_t h[8];
    size_t n = strlen(message);
    size_t blocks = n + 9 <= 64 ? 1 : 2;
    memcpy(h, h0, sizeof(h));
    memcpy(buf, message, n);
    buf[n] = 0x80;
    buf[64 * blocks - 2] = (uint8_t)(n * 8 >> 8);
    buf[64 * blocks - 1] = (uint8_t)(n * 8);
    for (size_t i = 0; i < blocks; i++) {
        block(h, buf + 64 * i);
    }
    for (unsigned i = 0; i < 8; i++) {
        bsp_check(message, h[i], want[i]);
    }
}

int main(void)
{
    static const uint32_t empty[8] = {0xe3b0c442, 0x98fc1c14, 0x9afbf4c8, 0x996fb924,
                                      0x27ae41e4, 0x649b934c, 0xa495991b, 0x7852b855};
    static const uint32_t abc[8] = {0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223,
                                    0xb00361a3, 0x96177a9c, 0xb410ff61, 0xf20015ad};
    static const uint32_t two[8] = {0x248d6a61, 0xd20638b8, 0xe5c02693, 0x0c3e6039,
                                    0xa33ce459, 0x64ff2167, 0xf6ecedd4, 0x19db06c1};
    constants();
    check("", empty);
    check("abc", abc);
    check("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", two);
    bsp_puts("sha256 ok\n");
    return 0;
}
