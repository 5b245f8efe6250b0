/* SPDX-License-Identifier: Apache-2.0 */
/* A walk through the entries of a compilation unit that ends, whatever its bytes are. */
#include <dwarf.h>
#include <stdlib.h>

#include "htv_symbols_int.h"

enum {
    NESTED = 256,   /* entries inside each other; what is deeper has no names of its own */
    PASSES = 32,    /* times that a unit is read, to find where entries without DW_AT_sibling end */
    FEW_PASSES = 4, /* of a large one, and */
    MORE_BYTES = 1 << 28,
};

struct level {
    Dwarf_Die die;
    uint32_t scope;
};

/* To the next entry beside `die`, for which all entries in it are read when nothing says where they
 * end: at least up to `last`. Returns what dwarf_siblingof does, or -2 when that takes too long. */
static int next_beside(Dwarf_Die *die, Dwarf_Off last, uint64_t *work)
{
    const Dwarf_Off from = dwarf_dieoffset(die);
    const uint64_t bytes = last > from && dwarf_hasattr(die, DW_AT_sibling) == 0 ? last - from : 1;
    if (bytes > *work) {
        return -2;
    }
    *work -= bytes;
    return dwarf_siblingof(die, die);
}

/* The end of the unit, and how much may be read of it. */
static uint64_t work_of(Dwarf_Die *top, Dwarf_Off *end)
{
    const Dwarf_Off from = dwarf_dieoffset(top) - dwarf_cuoffset(top);
    Dwarf_Off to = from;
    size_t head;
    (void)dwarf_nextcu(dwarf_cu_getdwarf(top->cu), from, &to, &head, NULL, NULL, NULL);
    const uint64_t size = to > from ? to - from : 1;
    *end = from + size;
    const uint64_t most = FEW_PASSES * size + MORE_BYTES;
    return PASSES * size < most ? PASSES * size : most;
}

/* Every entry after the one before it, so that no reference leads back. */
static int walk(struct htv_symbols *s, Dwarf_Die *top, htv_visit *visit, void *ctx,
                struct level *level)
{
    Dwarf_Off last = 0, end;
    uint64_t work = work_of(top, &end);
    int found = dwarf_child(top, &level[0].die);
    size_t depth = found == 0;
    level[0].scope = 0;
    while (depth > 0 && !s->no_memory && !htr_stopped(s->host)) {
        struct level *at = &level[depth - 1];
        const Dwarf_Off offset = dwarf_dieoffset(&at->die);
        if (offset <= last) {
            return -1;
        }
        last = offset;
        uint32_t scope = at->scope;
        const bool deeper = visit(ctx, &at->die, &scope);
        if (deeper && depth < NESTED && (found = dwarf_child(&at->die, &level[depth].die)) == 0) {
            level[depth++].scope = scope;
            continue;
        }
        /* What is too deep may go on to the end of the unit. */
        const Dwarf_Off to = deeper && depth == NESTED ? end : last;
        while (depth > 0 && (found = next_beside(&level[depth - 1].die, to, &work)) != 0) {
            if (found < 0) {
                return found;
            }
            depth--;
        }
    }
    return found < 0 ? found : 0;
}

int htv_walk(struct htv_symbols *s, Dwarf_Die *top, htv_visit *visit, void *ctx)
{
    struct level *level = malloc(NESTED * sizeof *level);
    if (level == NULL) {
        (void)htv_no_memory(s);
        return 0;
    }
    const int found = walk(s, top, visit, ctx, level);
    free(level);
    return found;
}
