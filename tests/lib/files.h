/* SPDX-License-Identifier: Apache-2.0 */
/* Files of a test: every call checked. */
#ifndef TESTS_FILES_H
#define TESTS_FILES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "ingress/ingress.h"

static inline FILE *files_open(const char *path, const char *mode)
{
    FILE *f = fopen(path, mode);
    assert_non_null(f);
    return f;
}

/* mode "wb": a new file; "ab": at the end of an old one. */
static inline void files_put(const char *path, const char *mode, const void *bytes, size_t n)
{
    FILE *f = files_open(path, mode);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static inline void files_text(const char *path, const char *text)
{
    files_put(path, "wb", text, strlen(text));
}

/* An ingress stream; the name says whether it is compressed. Returns as ingress_writer_open. */
static inline int files_ingress(struct ingress_writer *w, const char *path,
                                const struct ingress_header *h)
{
    FILE *f = files_open(path, "wb");
    int status = ingress_writer_open(w, f, ingress_name_compresses(path), h);
    if (status != INGRESS_OK) {
        fclose(f);
    }
    return status;
}

/* Returns as ingress_writer_close. */
static inline int files_ingress_close(struct ingress_writer *w)
{
    FILE *f = w->file;
    int status = ingress_writer_close(w);
    assert_int_equal(fclose(f), 0);
    return status;
}

#endif
