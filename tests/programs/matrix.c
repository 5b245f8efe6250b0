/* SPDX-License-Identifier: Apache-2.0 */
/* Matrices of integers. Expected: the power of the Fibonacci matrix, (AB)x = A(Bx), a product with
 * its inverse, and the determinant of a Vandermonde matrix as the product of differences. */
#include "bsp.h"

enum {
    N = 8,
};

static int32_t a[N][N], b[N][N], c[N][N];

static void multiply(int32_t out[N][N], int32_t x[N][N], int32_t y[N][N])
{
    for (unsigned i = 0; i < N; i++) {
        for (unsigned j = 0; j < N; j++) {
            int32_t sum = 0;
            for (unsigned k = 0; k < N; k++) {
                sum += x[i][k] * y[k][j];
            }
            out[i][j] = sum;
        }
    }
}

static void apply(int32_t out[N], int32_t x[N][N], const int32_t in[N])
{
    for (unsigned i = 0; i < N; i++) {
        out[i] = 0;
        for (unsigned k = 0; k < N; k++) {
            out[i] += x[i][k] * in[k];
        }
    }
}

/* Bareiss: all divisions are exact. */
static int64_t determinant(int64_t m[5][5], unsigned n)
{
    int64_t last = 1;
    for (unsigned k = 0; k + 1 < n; k++) {
        for (unsigned i = k + 1; i < n; i++) {
            for (unsigned j = k + 1; j < n; j++) {
                m[i][j] = (m[i][j] * m[k][k] - m[i][k] * m[k][j]) / last;
            }
        }
        last = m[k][k];
    }
    return m[n - 1][n - 1];
}

static uint32_t fibonacci(unsigned n)
{
    uint32_t r[4] = {1, 0, 0, 1}, m[4] = {1, 1, 1, 0}, t[4];
    for (; n > 0; n >>= 1) {
        for (unsigned pass = 0; pass < 2; pass++) {
            uint32_t *x = pass == 0 ? r : m;
            if (pass == 0 && (n & 1u) == 0) {
                continue;
            }
            for (unsigned i = 0; i < 4; i++) {
                t[i] = x[i & 2u] * m[i & 1u] + x[(i & 2u) + 1] * m[(i & 1u) + 2];
            }
            memcpy(x, t, sizeof(t));
        }
    }
    return r[1];
}

int main(void)
{
    uint32_t seed = 1;
    int32_t x[N], bx[N], abx[N], cx[N];
    for (unsigned i = 0; i < N; i++) {
        x[i] = (int32_t)(bsp_random(&seed) % 100u) - 50;
        for (unsigned j = 0; j < N; j++) {
            a[i][j] = (int32_t)(bsp_random(&seed) % 100u) - 50;
            b[i][j] = (int32_t)(bsp_random(&seed) % 100u) - 50;
        }
    }
    multiply(c, a, b);
    apply(bx, b, x);
    apply(abx, a, bx);
    apply(cx, c, x);
    bsp_check("(AB)x = A(Bx)", (uintptr_t)memcmp(cx, abx, sizeof(cx)), 0);

    for (unsigned i = 0; i < N; i++) { /* all ones below the diagonal, and its inverse */
        for (unsigned j = 0; j < N; j++) {
            a[i][j] = j <= i;
            b[i][j] = i == j ? 1 : (i == j + 1 ? -1 : 0);
        }
    }
    multiply(c, a, b);
    for (unsigned i = 0; i < N; i++) {
        for (unsigned j = 0; j < N; j++) {
            bsp_check("inverse", (uintptr_t)c[i][j], i == j);
        }
    }

    static const int64_t at[5] = {2, 3, 5, 7, 11};
    int64_t v[5][5], want = 1;
    for (unsigned i = 0; i < 5; i++) {
        v[i][0] = 1;
        for (unsigned j = 1; j < 5; j++) {
            v[i][j] = v[i][j - 1] * at[i];
        }
        for (unsigned j = 0; j < i; j++) {
            want *= at[i] - at[j];
        }
    }
    bsp_check("determinant", (uintptr_t)determinant(v, 5), (uintptr_t)want);
    bsp_check("fibonacci(40)", fibonacci(40), 102334155);
    bsp_puts("matrix ok\n");
    return 0;
}
