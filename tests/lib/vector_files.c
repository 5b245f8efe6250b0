/* SPDX-License-Identifier: Apache-2.0 */
#include "vector_files.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void vector_need(bool ok, const char *file, const struct ntt_case *c, unsigned line,
                 const char *what)
{
    if (!ok) {
        fail_msg("%s:%u: %s (case \"%s\")", file, line, what, c->name);
    }
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

unsigned vector_find(const char *ending, char name[VECTOR_FILES_MAX][VECTOR_NAME_MAX])
{
    DIR *dir = opendir(VECTORS);
    struct dirent *e;
    unsigned n = 0;
    const size_t end = strlen(ending);
    while (dir != NULL && (e = readdir(dir)) != NULL) {
        size_t len = strlen(e->d_name);
        if (len > end && len < VECTOR_NAME_MAX && strcmp(e->d_name + len - end, ending) == 0 &&
            n < VECTOR_FILES_MAX) {
            memcpy(name[n++], e->d_name, len + 1);
        }
    }
    if (dir != NULL) {
        closedir(dir);
    }
    qsort(name, n, sizeof name[0], by_name);
    return n;
}

void vector_check_index(const char *ending)
{
    static char name[VECTOR_FILES_MAX][VECTOR_NAME_MAX];
    static char text[1 << 17];
    unsigned n = vector_find(ending, name);
    FILE *f = fopen(VECTORS "/README.md", "r");
    assert_non_null(f);
    size_t size = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    text[size] = '\0';
    for (unsigned i = 0; i < n; i++) {
        if (strstr(text, name[i]) == NULL) {
            fail_msg("%s is not in %s/README.md", name[i], VECTORS);
        }
    }
}

void vector_run_file(const char *name, bool etrace,
                     void (*check)(const char *path, const struct ntt_case *c))
{
    char path[200];
    struct ntt_reader r = {.etrace = etrace};
    static struct ntt_case c;
    unsigned cases = 0;
    int got;
    snprintf(path, sizeof path, "%s/%s", VECTORS, name);
    r.file = fopen(path, "r");
    assert_non_null(r.file);
    while ((got = ntt_next(&r, &c)) > 0) {
        check(path, &c);
        cases++;
    }
    fclose(r.file);
    if (got < 0) {
        fail_msg("%s: %s", path, r.error);
    }
    assert_true(cases > 0);
}

void vector_check_elems(const char *file, const struct ntt_case *c, const struct ntt_elem *got,
                        unsigned n)
{
    for (unsigned i = 0; i < c->elems || i < n; i++) {
        const char *want = i < c->elems ? c->elem[i].text : "nothing more";
        const char *text = i < n && i <= NTT_ELEMS_MAX ? got[i].text : "nothing";
        if (strcmp(want, text) != 0) {
            fail_msg("%s:%u: wanted %s, got %s (case \"%s\")", file,
                     i < c->elems ? c->elem[i].line : c->line, want, text, c->name);
        }
    }
}

void vector_check_wrong(const struct vector_wrong *row, size_t n, bool etrace)
{
    static struct ntt_case c;
    for (size_t i = 0; i < n; i++) {
        struct ntt_reader r = {.file = tmpfile(), .etrace = etrace};
        assert_non_null(r.file);
        fputs(row[i].text, r.file);
        rewind(r.file);
        assert_int_equal(ntt_next(&r, &c), -1);
        assert_string_equal(r.error, row[i].error);
        fclose(r.file);
    }
}

int vector_main(const char *group, const char *ending, void (*run_file)(void **state),
                const struct CMUnitTest more[2])
{
    static char name[VECTOR_FILES_MAX][VECTOR_NAME_MAX];
    static struct CMUnitTest tests[VECTOR_FILES_MAX + 2];
    unsigned n = vector_find(ending, name);
    if (n == 0) {
        fprintf(stderr, "no vectors in %s: run from the top of the source tree\n", VECTORS);
        return 1;
    }
    for (unsigned i = 0; i < n; i++) {
        tests[i] = (struct CMUnitTest){.name = name[i], .test_func = run_file};
        tests[i].initial_state = name[i];
    }
    tests[n] = more[0];
    tests[n + 1] = more[1];
    return _cmocka_run_group_tests(group, tests, n + 2, NULL, NULL);
}
