/* SPDX-License-Identifier: Apache-2.0 */
/* Outputs that are whole or absent: names, clashes, failures, stops (htr_outputs.h). */
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "htr/htr_outputs.h"

struct rig {
    struct htr_host host;
    struct htr_outputs outputs;
    char folder[200], a[256], b[256];
    unsigned notes, temporaries;
    bool stop;
};

static void message(void *ctx, const struct htr_message *m)
{
    struct rig *r = ctx;
    r->notes += m->severity == HTR_NOTE;
}

static bool stopped(void *ctx)
{
    return ((struct rig *)ctx)->stop;
}

static void temporary(struct htr_outputs *o)
{
    struct rig *r = o->host->ctx;
    r->temporaries++;
}

static int begin(void **state)
{
    static struct rig rig;
    const char *dir = getenv("TMPDIR");
    memset(&rig, 0, sizeof rig);
    snprintf(rig.folder, sizeof rig.folder, "%s/hartrace-outputs-XXXXXX",
             dir != NULL ? dir : "/tmp");
    if (mkdtemp(rig.folder) == NULL) {
        return -1;
    }
    snprintf(rig.a, sizeof rig.a, "%s/a", rig.folder);
    snprintf(rig.b, sizeof rig.b, "%s/b", rig.folder);
    rig.host = (struct htr_host){.ctx = &rig, .message = message, .stopped = stopped};
    htr_outputs_init(&rig.outputs, &rig.host);
    rig.outputs.temporary = temporary;
    *state = &rig;
    return 0;
}

/* The folder must be empty but for a and b: rmdir proves that no temporary is left. */
static int end(void **state)
{
    struct rig *r = *state;
    (void)unlink(r->a);
    (void)unlink(r->b);
    return rmdir(r->folder);
}

static void write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

static void assert_file(const char *path, const char *text)
{
    char got[64] = "";
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    got[fread(got, 1, sizeof got - 1, f)] = '\0';
    (void)fclose(f);
    assert_string_equal(got, text);
}

static FILE *open_text(struct rig *r, const char *path, const char *text)
{
    FILE *f = htr_outputs_open(&r->outputs, path);
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    return f;
}

static void a_file_takes_its_name_at_the_end(void **state)
{
    struct rig *r = *state;
    bool partial = true;
    write_file(r->a, "old");
    assert_int_equal(chmod(r->a, 0640), 0);
    FILE *f = open_text(r, r->a, "new");
    assert_int_equal(r->temporaries, 1);
    assert_int_equal(htr_outputs_close(&r->outputs, f), HTR_OK);
    assert_file(r->a, "old");
    assert_int_equal(htr_outputs_finish(&r->outputs, true, &partial), HTR_OK);
    assert_file(r->a, "new");
    assert_false(partial);
    struct stat st;
    assert_int_equal(stat(r->a, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0640);
}

static void what_is_not_kept_leaves_the_old_file(void **state)
{
    struct rig *r = *state;
    write_file(r->a, "old");
    (void)open_text(r, r->a, "new");
    (void)open_text(r, r->b, "new");
    assert_int_equal(htr_outputs_finish(&r->outputs, false, NULL), HTR_OK);
    assert_file(r->a, "old");
    assert_int_equal(access(r->b, F_OK), -1);
}

static void one_that_fails_keeps_none(void **state)
{
    struct rig *r = *state;
    (void)open_text(r, r->a, "new");
    (void)open_text(r, "/dev/full", "text");
    assert_int_equal(htr_outputs_finish(&r->outputs, true, NULL), HTR_ERR_WRITE);
    assert_string_equal(r->host.last.file, "/dev/full");
    assert_int_equal(access(r->a, F_OK), -1);
}

static void kept_and_dropped_ones_do_not_wait(void **state)
{
    struct rig *r = *state;
    FILE *a = open_text(r, r->a, "kept"), *b = open_text(r, r->b, "dropped");
    assert_int_equal(htr_outputs_keep(&r->outputs, a), HTR_OK);
    assert_file(r->a, "kept");
    htr_outputs_drop(&r->outputs, b);
    assert_int_equal(htr_outputs_finish(&r->outputs, true, NULL), HTR_OK);
    assert_file(r->a, "kept");
    assert_int_equal(access(r->b, F_OK), -1);
}

static void a_file_has_one_use(void **state)
{
    struct rig *r = *state;
    write_file(r->a, "input");
    assert_int_equal(link(r->a, r->b), 0); /* another name of the same file */
    FILE *in = fopen(r->a, "r");
    assert_non_null(in);
    assert_true(htr_outputs_allow_input(&r->outputs, fileno(in)));
    assert_true(htr_outputs_allow_input(&r->outputs, fileno(in)));
    assert_null(htr_outputs_open(&r->outputs, r->b));
    assert_int_equal(r->host.last.status, HTR_ERR_CONFLICT);
    assert_int_equal(unlink(r->b), 0);
    (void)open_text(r, r->b, "output");
    assert_null(htr_outputs_open(&r->outputs, r->b));
    assert_int_equal(r->host.last.status, HTR_ERR_CONFLICT);
    assert_int_equal(htr_outputs_finish(&r->outputs, true, NULL), HTR_OK);
    (void)fclose(in);
    assert_file(r->a, "input");
    assert_file(r->b, "output");
}

static void an_output_is_no_input(void **state)
{
    struct rig *r = *state;
    write_file(r->a, "old");
    (void)open_text(r, r->a, "new");
    FILE *in = fopen(r->a, "r");
    assert_non_null(in);
    assert_false(htr_outputs_allow_input(&r->outputs, fileno(in)));
    (void)fclose(in);
    assert_int_equal(htr_outputs_finish(&r->outputs, false, NULL), HTR_OK);
}

static void a_stop_makes_partial_outputs(void **state)
{
    struct rig *r = *state;
    bool partial = false;
    (void)open_text(r, r->a, "some");
    r->stop = true;
    assert_int_equal(htr_outputs_finish(&r->outputs, true, &partial), HTR_OK);
    assert_true(partial);
    assert_int_equal(r->notes, 1);
    assert_file(r->a, "some");
    (void)open_text(r, r->a, "all");
    r->outputs.whole = true;
    assert_int_equal(htr_outputs_finish(&r->outputs, true, &partial), HTR_OK);
    assert_false(partial);
    assert_int_equal(r->notes, 1);
}

static void a_folder_stays_with_what_is_kept(void **state)
{
    struct rig *r = *state;
    struct stat st;
    assert_int_equal(htr_outputs_folder(&r->outputs, r->a), HTR_OK);
    assert_int_equal(htr_outputs_finish(&r->outputs, false, NULL), HTR_OK);
    assert_int_equal(stat(r->a, &st), -1);
    assert_int_equal(htr_outputs_folder(&r->outputs, r->a), HTR_OK);
    assert_int_equal(htr_outputs_finish(&r->outputs, true, NULL), HTR_OK);
    assert_int_equal(stat(r->a, &st), 0);
    assert_int_equal(rmdir(r->a), 0);
    write_file(r->a, "a file");
    assert_int_equal(htr_outputs_folder(&r->outputs, r->a), HTR_ERR_OPEN);
    assert_int_equal(htr_outputs_finish(&r->outputs, true, NULL), HTR_OK);
}

static void another_program_gets_a_name(void **state)
{
    struct rig *r = *state;
    const char *name = htr_outputs_place(&r->outputs, r->a, ".vcd");
    assert_non_null(name);
    assert_string_equal(name + strlen(name) - 4, ".vcd");
    write_file(name, "written");
    assert_int_equal(htr_outputs_finish(&r->outputs, true, NULL), HTR_OK);
    assert_file(r->a, "written");
}

static void scratch_is_gone_in_any_case(void **state)
{
    struct rig *r = *state;
    const char *name = NULL;
    FILE *f = htr_outputs_scratch(&r->outputs, r->a, ".tmp", &name);
    assert_non_null(f);
    assert_int_equal(access(name, F_OK), 0);
    assert_int_equal(htr_outputs_finish(&r->outputs, true, NULL), HTR_OK);
    assert_int_equal(access(r->a, F_OK), -1); /* and rmdir in end() */
}

/* Hundreds of outputs, as those of a report: one that is closed holds less than its buffer. */
static void closed_outputs_hold_little(void **state)
{
    enum {
        OUTPUTS = 300,
        EACH = 4096, /* bytes, of which names are some hundred */
    };
    struct rig *r = *state;
    const size_t before = mallinfo2().uordblks;
    for (unsigned i = 0; i < OUTPUTS; i++) {
        char path[300];
        snprintf(path, sizeof path, "%s/%u", r->folder, i);
        FILE *f = htr_outputs_open(&r->outputs, path);
        assert_non_null(f);
        fputs("text", f);
        assert_int_equal(htr_outputs_close(&r->outputs, f), HTR_OK);
    }
    assert_true(mallinfo2().uordblks < before + (size_t)OUTPUTS * EACH);
    assert_int_equal(htr_outputs_finish(&r->outputs, false, NULL), HTR_OK);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(a_file_takes_its_name_at_the_end),
        CASE(what_is_not_kept_leaves_the_old_file),
        CASE(one_that_fails_keeps_none),
        CASE(kept_and_dropped_ones_do_not_wait),
        CASE(a_file_has_one_use),
        CASE(an_output_is_no_input),
        CASE(a_stop_makes_partial_outputs),
        CASE(a_folder_stays_with_what_is_kept),
        CASE(another_program_gets_a_name),
        CASE(scratch_is_gone_in_any_case),
        CASE(closed_outputs_hold_little),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
