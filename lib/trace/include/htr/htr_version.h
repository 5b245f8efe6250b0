/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The version of hartrace: that of the headers that a program is compiled with, and that of the
 * library that it runs with. Semantic Versioning holds for the source of a program: what compiles
 * with 1.0 compiles with every 1.x.
 *
 * HARTRACE_ABI is the number of the binary interface, counted apart from the version: that in the
 * names of the shared libraries (libhartrace.so.0) and in the versions of their symbols. While it
 * is 0, structures may change with the minor version, and a program that uses the shared library
 * must be compiled again.
 *
 *   #if HARTRACE_VERSION_MAJOR > 1 || HARTRACE_VERSION_MINOR >= 1
 *   if (strcmp(htr_version(), HARTRACE_VERSION) != 0)
 *       the library is not the one that the headers are of
 */
#ifndef HTR_VERSION_H
#define HTR_VERSION_H

#ifdef __cplusplus
extern "C" {
#endif

/* The one place that states it: the Makefile and the program's --version read it here. */
#define HARTRACE_VERSION_MAJOR 1
#define HARTRACE_VERSION_MINOR 0
#define HARTRACE_VERSION_PATCH 0

/* The Makefile reads it here. */
#define HARTRACE_ABI 0

#define HARTRACE_VERSION_TEXT_(major, minor, patch) #major "." #minor "." #patch
#define HARTRACE_VERSION_OF_(major, minor, patch)   HARTRACE_VERSION_TEXT_(major, minor, patch)

/* "MAJOR.MINOR.PATCH", a string literal. */
#define HARTRACE_VERSION                                                                           \
    HARTRACE_VERSION_OF_(HARTRACE_VERSION_MAJOR, HARTRACE_VERSION_MINOR, HARTRACE_VERSION_PATCH)

/* HARTRACE_VERSION of the library, never NULL. */
const char *htr_version(void);

#ifdef __cplusplus
}
#endif

#endif
