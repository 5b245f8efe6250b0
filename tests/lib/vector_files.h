/* SPDX-License-Identifier: Apache-2.0 */
/* What the tests of text vectors share: their files, their index, elements. */
#ifndef VECTOR_FILES_H
#define VECTOR_FILES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "ntt.h"

#define VECTORS "tests/vectors"

enum {
    VECTOR_FILES_MAX = 400,
    VECTOR_NAME_MAX = 80,
};

/* Fail when ok is false, with the place. */
void vector_need(bool ok, const char *file, const struct ntt_case *c, unsigned line,
                 const char *what);

/* The names of the files with this ending, sorted. Returns their number. */
unsigned vector_find(const char *ending, char name[VECTOR_FILES_MAX][VECTOR_NAME_MAX]);

/* tests/vectors/README.md must name each of them. */
void vector_check_index(const char *ending);

/* Run all cases of a file through check. */
void vector_run_file(const char *name, bool etrace,
                     void (*check)(const char *path, const struct ntt_case *c));

/* The elements must be those of the case. got has room for NTT_ELEMS_MAX + 1, n is how many there
 * are. */
void vector_check_elems(const char *file, const struct ntt_case *c, const struct ntt_elem *got,
                        unsigned n);

/* The reader must refuse each text with its error. */
struct vector_wrong {
    const char *text;
    const char *error;
};
void vector_check_wrong(const struct vector_wrong *row, size_t n, bool etrace);

/* Run one test per file, and these two. Returns what main shall return. */
int vector_main(const char *group, const char *ending, void (*run_file)(void **state),
                const struct CMUnitTest more[2]);

#endif
