/* SPDX-License-Identifier: Apache-2.0 */
/* Known defects: a file that names them, and the cases that show them. */
#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "htk_dec.h"
#include "htk_lists.h"

/* The first pattern that fits counts. */
struct htk_known {
    struct {
        char *pattern; /* of a shell */
        size_t defect;
    } * row;
    size_t rows;
};

static char *copy(const char *text)
{
    const size_t n = strlen(text) + 1;
    char *to = malloc(n);
    if (to != NULL) {
        memcpy(to, text, n);
    }
    return to;
}

static bool add_defect(struct htk_decoder_sum *s, const char *name)
{
    char **more = realloc(s->defect, (s->defects + 1) * sizeof *more);
    if (more == NULL) {
        return false;
    }
    s->defect = more;
    s->defect[s->defects] = copy(name);
    return s->defect[s->defects] != NULL && ++s->defects > 0;
}

static bool add_pattern(struct htk_known *k, const char *pattern, size_t defect)
{
    void *more = realloc(k->row, (k->rows + 1) * sizeof k->row[0]);
    if (more == NULL) {
        return false;
    }
    k->row = more;
    k->row[k->rows].pattern = copy(pattern);
    k->row[k->rows].defect = defect;
    return k->row[k->rows].pattern != NULL && ++k->rows > 0;
}

/* A name begins its line, a pattern has blanks before it. */
static int take_line(struct htk_dec *d, const char *path, unsigned number, char *line)
{
    for (size_t n = strlen(line); n > 0 && isspace((unsigned char)line[n - 1]); n--) {
        line[n - 1] = '\0';
    }
    const char *text = line + strspn(line, " \t");
    if (*text == '\0' || *text == '#') {
        return HTR_OK;
    }
    if (text != line && d->sum->defects == 0) {
        return htr_fail(d->host, HTR_ERR_FORMAT, path,
                        "line %u: a pattern before the first defect; begin with a name, without "
                        "blanks before it",
                        number);
    }
    const bool good =
        text == line ? add_defect(d->sum, text) : add_pattern(d->known, text, d->sum->defects - 1);
    return good ? HTR_OK : htr_fail(d->host, HTR_ERR_MEMORY, NULL, "not enough memory");
}

static int read_file(struct htk_dec *d, const char *path, FILE *f)
{
    char line[400];
    int status = HTR_OK;
    d->known = calloc(1, sizeof *d->known);
    if (d->known == NULL) {
        return htr_fail(d->host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    for (unsigned n = 1; status == HTR_OK && fgets(line, sizeof line, f) != NULL; n++) {
        status = take_line(d, path, n, line);
    }
    return status == HTR_OK && ferror(f) ? htr_fail(d->host, HTR_ERR_READ, path, "cannot be read")
                                         : status;
}

int htk_known_read(struct htk_dec *d)
{
    const char *path = d->o->known;
    if (path == NULL && !d->o->known_nexrv) {
        return HTR_OK;
    }
    /* fmemopen reads the text only. */
    union {
        const char *text;
        void *memory;
    } own = {.text = htk_known_nexrv};
    FILE *f = path != NULL ? fopen(path, "r") : fmemopen(own.memory, strlen(own.text), "r");
    if (f == NULL) {
        return htr_fail(d->host, HTR_ERR_OPEN, path, "%s", strerror(errno));
    }
    const int status = read_file(d, path, f);
    fclose(f);
    return status;
}

void htk_known_free(struct htk_dec *d)
{
    for (size_t i = 0; d->known != NULL && i < d->known->rows; i++) {
        free(d->known->row[i].pattern);
    }
    if (d->known != NULL) {
        free(d->known->row);
    }
    free(d->known);
    d->known = NULL;
}

const char *htk_known_defect(const struct htk_dec *d, const char *scenario)
{
    for (size_t i = 0; d->known != NULL && i < d->known->rows; i++) {
        if (fnmatch(d->known->row[i].pattern, scenario, 0) == 0) {
            return d->sum->defect[d->known->row[i].defect];
        }
    }
    return NULL;
}
