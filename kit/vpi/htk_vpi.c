/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kit for simulators that load VPI modules (IEEE 1364-2005, chapter 27; Icarus Verilog: vvp -m
 * htk): htk_dpi.h as system functions. htk_monitor.v is the module that calls them.
 *
 *   kit = $htk_open(elf, params, profile, exact)
 *   $htk_cycle(kit, clock, stamp, blocks, iaddr, iretire, itype, ilastsize, sijump, levels, side)
 *   $htk_write(kit, clock, offset, value)
 *   $htk_bytes(kit, clock, n, bytes, keep)
 *   verdict = $htk_tell(kit)         prints a verdict that is not good, once
 *   $htk_end(kit, clock, drained)    prints the summary, and closes the kit
 *
 * A bit that is X or Z counts as 0.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "htk_dpi.h"
#include <vpi_user.h>

enum {
    KITS = 64, /* at a time; handle 0 is none */
    ARGS = 11,
    WORDS = 16, /* of a vector */
    TEXT = 4096,
};

/* A simulator has one thread that calls. */
static struct {
    void *kit;
    int told;
} kits[KITS];

struct arg {
    uint32_t word[WORDS];
};

/* Numbers of a call. Returns how many there are. */
static unsigned numbers(vpiHandle call, struct arg arg[ARGS])
{
    vpiHandle it = vpi_iterate(vpiArgument, call), h;
    unsigned n = 0;
    memset(arg, 0, ARGS * sizeof arg[0]);
    while (it != NULL && n < ARGS && (h = vpi_scan(it)) != NULL) {
        s_vpi_value v = {.format = vpiVectorVal};
        const unsigned bits = (unsigned)vpi_get(vpiSize, h);
        vpi_get_value(h, &v);
        for (unsigned i = 0; i < (bits + 31) / 32 && i < WORDS && v.format == vpiVectorVal; i++) {
            arg[n].word[i] = (uint32_t)v.value.vector[i].aval & ~(uint32_t)v.value.vector[i].bval;
        }
        if (bits % 32 != 0 && bits / 32 < WORDS) {
            arg[n].word[bits / 32] &= (UINT32_C(1) << bits % 32) - 1;
        }
        n++;
    }
    return n;
}

static uint64_t wide(const struct arg *a)
{
    return (uint64_t)a->word[1] << 32 | a->word[0];
}

static void *kit_of(const struct arg *a)
{
    return a->word[0] < KITS ? kits[a->word[0]].kit : NULL;
}

static void result(vpiHandle call, int value)
{
    s_vpi_value v = {.format = vpiIntVal};
    v.value.integer = value;
    vpi_put_value(call, &v, NULL, vpiNoDelay);
}

/* ---- system functions ---- */

static PLI_INT32 open_kit(PLI_BYTE8 *data)
{
    static char text[3][TEXT];
    vpiHandle call = vpi_handle(vpiSysTfCall, NULL);
    vpiHandle it = vpi_iterate(vpiArgument, call), h;
    int handle = 1, exact = 0;
    (void)data;
    memset(text, 0, sizeof text);
    for (unsigned n = 0; it != NULL && n < 4 && (h = vpi_scan(it)) != NULL; n++) {
        s_vpi_value v = {.format = n < 3 ? vpiStringVal : vpiIntVal};
        vpi_get_value(h, &v);
        if (n < 3) {
            snprintf(text[n], TEXT, "%s", v.value.str + strspn(v.value.str, " "));
        } else {
            exact = v.value.integer;
        }
    }
    while (handle < KITS && kits[handle].kit != NULL) {
        handle++;
    }
    if (handle == KITS) {
        vpi_printf("$htk_open: more than %d kits\n", KITS - 1);
        handle = 0;
    } else {
        kits[handle].kit = htk_dpi_open(text[0], text[1], text[2], exact);
        kits[handle].told = 0;
    }
    result(call, handle);
    return 0;
}

static PLI_INT32 cycle(PLI_BYTE8 *data)
{
    struct arg a[ARGS];
    (void)data;
    if (numbers(vpi_handle(vpiSysTfCall, NULL), a) == ARGS) {
        htk_dpi_cycle(kit_of(&a[0]), wide(&a[1]), wide(&a[2]), a[3].word[0], a[4].word, a[5].word,
                      a[6].word, a[7].word, a[8].word, a[9].word, a[10].word);
    }
    return 0;
}

static PLI_INT32 write_register(PLI_BYTE8 *data)
{
    struct arg a[ARGS];
    (void)data;
    (void)numbers(vpi_handle(vpiSysTfCall, NULL), a);
    htk_dpi_write(kit_of(&a[0]), wide(&a[1]), a[2].word[0], a[3].word[0]);
    return 0;
}

static PLI_INT32 take_bytes(PLI_BYTE8 *data)
{
    struct arg a[ARGS];
    (void)data;
    (void)numbers(vpi_handle(vpiSysTfCall, NULL), a);
    htk_dpi_bytes(kit_of(&a[0]), wide(&a[1]), a[2].word[0], a[3].word, a[4].word);
    return 0;
}

/* Print the verdict of a kit, once. Returns it. */
static int say(unsigned handle)
{
    void *kit = handle < KITS ? kits[handle].kit : NULL;
    const int verdict = htk_dpi_poll(kit);
    if (verdict != 0 && kit != NULL && !kits[handle].told) {
        kits[handle].told = 1;
        vpi_printf("htk: %s\n", htk_dpi_text(kit));
    }
    return verdict;
}

static PLI_INT32 tell(PLI_BYTE8 *data)
{
    struct arg a[ARGS];
    vpiHandle call = vpi_handle(vpiSysTfCall, NULL);
    (void)data;
    (void)numbers(call, a);
    result(call, say(a[0].word[0]));
    return 0;
}

static PLI_INT32 end(PLI_BYTE8 *data)
{
    struct arg a[ARGS];
    (void)data;
    (void)numbers(vpi_handle(vpiSysTfCall, NULL), a);
    void *kit = kit_of(&a[0]);
    if (kit != NULL) {
        htk_dpi_end(kit, wide(&a[1]), (int)a[2].word[0]);
        (void)say(a[0].word[0]);
        vpi_printf("htk: %s\n", htk_dpi_summary(kit));
        htk_dpi_close(kit);
        kits[a[0].word[0]].kit = NULL;
    }
    return 0;
}

static void enter(void)
{
    static char names[][16] = {"$htk_open",  "$htk_cycle", "$htk_write",
                               "$htk_bytes", "$htk_tell",  "$htk_end"};
    static PLI_INT32 (*const calls[])(PLI_BYTE8 *) = {open_kit,   cycle, write_register,
                                                      take_bytes, tell,  end};
    for (unsigned i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        const int function = calls[i] == open_kit || calls[i] == tell;
        s_vpi_systf_data d = {.type = function ? vpiSysFunc : vpiSysTask,
                              .sysfunctype = function ? vpiIntFunc : 0,
                              .tfname = names[i],
                              .calltf = calls[i]};
        (void)vpi_register_systf(&d);
    }
}

void (*vlog_startup_routines[])(void) = {enter, NULL};
