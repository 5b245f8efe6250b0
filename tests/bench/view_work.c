/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Work for `make bench` of the exports: what CoreMark does (lists, a matrix, a state machine, CRC),
 * with a call every 20 instructions or so, and functions that a symbol table names. ROUNDS is
 * chosen by the build.
 */
#include "bsp.h"

#define CALLED __attribute__((noinline))

enum {
    NODES = 40,
    SIDE = 8,
};

struct node {
    struct node *next;
    int32_t value, key;
};

static struct node pool[NODES];
static int32_t left[SIDE][SIDE], right[SIDE][SIDE], product[SIDE][SIDE];

static CALLED uint16_t crc_bit(uint16_t crc, unsigned bit)
{
    const unsigned carry = (crc & 1U) ^ bit;
    crc = (uint16_t)(crc >> 1);
    return carry != 0 ? crc ^ 0xA001U : crc;
}

static CALLED uint16_t crc_word(uint16_t crc, uint32_t word)
{
    for (unsigned i = 0; i < 16; i++) {
        crc = crc_bit(crc, word >> i & 1U);
    }
    return crc;
}

/* ---- lists ---- */

static CALLED int by_key(const struct node *a, const struct node *b)
{
    return (a->key > b->key) - (a->key < b->key);
}

static CALLED int by_value(const struct node *a, const struct node *b)
{
    return (a->value > b->value) - (a->value < b->value);
}

static CALLED struct node *list_merge(struct node *a, struct node *b,
                                      int (*compare)(const struct node *, const struct node *))
{
    struct node head = {0}, *tail = &head;
    while (a != NULL && b != NULL) {
        struct node **first = compare(a, b) <= 0 ? &a : &b;
        tail->next = *first;
        tail = *first;
        *first = tail->next;
    }
    tail->next = a != NULL ? a : b;
    return head.next;
}

static CALLED struct node *list_sort(struct node *list, unsigned n,
                                     int (*compare)(const struct node *, const struct node *))
{
    if (n == 1) {
        list->next = NULL;
        return list;
    }
    struct node *half = list;
    for (unsigned i = 0; i < n / 2; i++) {
        half = half->next;
    }
    half = list_sort(half, n - n / 2, compare);
    return list_merge(list_sort(list, n / 2, compare), half, compare);
}

static CALLED struct node *list_find(struct node *list, int32_t key)
{
    while (list != NULL && list->key != key) {
        list = list->next;
    }
    return list;
}

static CALLED uint16_t list_work(uint16_t crc, uint32_t *seed)
{
    struct node *list = pool;
    for (int i = 0; i < NODES; i++) {
        pool[i].next = i + 1 < NODES ? &pool[i + 1] : NULL;
        pool[i].key = i;
        pool[i].value = (int32_t)(bsp_random(seed) & 0xFFFU);
    }
    list = list_sort(list, NODES, by_value);
    for (int32_t key = 0; key < NODES; key += 4) {
        crc = crc_word(crc, (uint32_t)list_find(list, key)->value);
    }
    list = list_sort(list, NODES, by_key);
    return crc_word(crc, (uint32_t)list->value);
}

/* ---- a matrix ---- */

static CALLED int32_t dot(unsigned row, unsigned column)
{
    int32_t sum = 0;
    for (unsigned i = 0; i < SIDE; i++) {
        sum += left[row][i] * right[i][column];
    }
    return sum;
}

static CALLED uint16_t matrix_work(uint16_t crc, uint32_t *seed)
{
    for (unsigned i = 0; i < SIDE * SIDE; i++) {
        left[i / SIDE][i % SIDE] = (int32_t)(bsp_random(seed) & 0xFFU);
        right[i / SIDE][i % SIDE] = (int32_t)i;
    }
    for (unsigned i = 0; i < SIDE * SIDE; i++) {
        product[i / SIDE][i % SIDE] = dot(i / SIDE, i % SIDE);
    }
    return crc_word(crc, (uint32_t)product[SIDE - 1][SIDE - 1]);
}

/* ---- a state machine ---- */

static CALLED unsigned is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static CALLED unsigned step(unsigned state, char c)
{
    switch (state) {
    case 0:
        return is_digit(c) ? 1 : c == '-' ? 2 : 3;
    case 1:
        return is_digit(c) ? 1 : c == '.' ? 2 : 3;
    case 2:
        return is_digit(c) ? 2 : 3;
    default:
        return 3;
    }
}

static CALLED uint16_t state_work(uint16_t crc)
{
    static const char text[] = "123 -45 6.789 --1 0x10 3.14 12a 7";
    unsigned state = 0;
    for (const char *p = text; *p != '\0'; p++) {
        state = *p == ' ' ? 0 : step(state, *p);
    }
    return crc_word(crc, state);
}

int main(void)
{
    uint32_t seed = 1;
    uint16_t crc = 0;
    for (unsigned i = 0; i < ROUNDS; i++) {
        crc = list_work(crc, &seed);
        crc = matrix_work(crc, &seed);
        crc = state_work(crc);
    }
    bsp_puts(crc != 0 ? "work done\n" : "work ended with 0\n");
    return 0;
}
