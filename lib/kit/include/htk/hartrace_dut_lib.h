/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A device of the kit as a shared object. It exports one function, hartrace_dut_lib; the rest is
 * hartrace_dut.h, as in a program that serves the pipe protocol:
 *
 *   static struct hartrace_dut d = {.name = "mine", .xlen = 64, .itype_width = 4, .blocks = 1,
 *       .iretire_bits = 32, .reset = ..., .read = ..., .write = ..., .cycle = ...};
 *
 *   struct hartrace_dut *hartrace_dut_lib(unsigned version, const char *args)
 *   {
 *       return version == HARTRACE_DUT_VERSION ? &d : NULL;
 *   }
 *
 *   cc -shared -fPIC -o mine.so mine.c
 *   hartrace kit encoder --dut ./mine.so
 *   hartrace run PROGRAM.elf --encoder ./mine.so
 *
 * hartrace loads the object in a child process and calls it from one thread, in the order of the
 * clock. A crash, exit() or an endless loop of the object ends the child and is reported as that of
 * a command. What it prints to standard output goes to standard error; standard input is empty.
 */
#ifndef HARTRACE_DUT_LIB_H
#define HARTRACE_DUT_LIB_H

#include "htk/hartrace_dut.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Called once, before everything else. version is that of the caller's hartrace_dut.h, by which the
 * layout of struct hartrace_dut is known. args is what follows the name of the object and a blank
 * in --dut or --encoder, "" when nothing does; it stays valid.
 *
 * Returns the device, which stays valid to the end of the process: name, port, and functions as for
 * hartrace_dut_serve, which hartrace calls. NULL: it does not have this version, or does not
 * understand args. hartrace_dut_bytes and hartrace_dut_fail may be called once reset was. */
#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
struct hartrace_dut *
hartrace_dut_lib(unsigned version, const char *args);

#ifdef __cplusplus
}
#endif

#endif
