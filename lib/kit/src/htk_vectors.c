/* SPDX-License-Identifier: Apache-2.0 */
#include "htk_vectors.h"

#include <stdlib.h>
#include <string.h>

bool htk_vector_is_etrace(const struct htk_vector *v)
{
    const char *end = strrchr(v->name, '.');
    return end != NULL && strcmp(end, ".ett") == 0;
}

bool htk_vector_open(const struct htk_vector *v, struct ntt_reader *r, char **text)
{
    size_t size = 0, n = 0;
    for (unsigned i = 0; v->line[i] != NULL; i++) {
        size += strlen(v->line[i]);
    }
    *r = (struct ntt_reader){.file = NULL, .etrace = htk_vector_is_etrace(v)};
    *text = malloc(size + 1);
    for (unsigned i = 0; *text != NULL && v->line[i] != NULL; i++) {
        const size_t k = strlen(v->line[i]);
        memcpy(*text + n, v->line[i], k);
        n += k;
    }
    r->file = *text != NULL ? fmemopen(*text, n, "r") : NULL;
    return r->file != NULL;
}

void htk_vector_close(struct ntt_reader *r, char *text)
{
    if (r->file != NULL) {
        fclose(r->file);
    }
    free(text);
}
