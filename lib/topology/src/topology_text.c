/* SPDX-License-Identifier: Apache-2.0 */
#include "topology_priv.h"

/* Append what fits before the NUL. Returns the new length. */
static size_t append(char *out, size_t length, size_t max, const char *text)
{
    while (*text != '\0' && length + 1 < max) {
        out[length++] = *text++;
    }
    out[length] = '\0';
    return length;
}

static struct topology_digits digits(uint64_t value, unsigned base, const char *prefix)
{
    struct topology_digits d;
    char reversed[24];
    size_t n = 0, length = append(d.s, 0, sizeof d.s, prefix);
    do {
        reversed[n++] = "0123456789abcdef"[value % base];
        value /= base;
    } while (value != 0);
    while (n > 0) {
        d.s[length++] = reversed[--n];
    }
    d.s[length] = '\0';
    return d;
}

struct topology_digits topology_dec(uint64_t value)
{
    return digits(value, 10, "");
}

struct topology_digits topology_hex(uint64_t value)
{
    return digits(value, 16, "0x");
}

int topology_refuse(struct topology_problem *problem, int status, const char *path,
                    const char *const *parts)
{
    if (problem == NULL) {
        return status;
    }
    size_t length = 0;
    (void)append(problem->path, 0, sizeof problem->path, path != NULL ? path : "");
    problem->text[0] = '\0';
    for (; *parts != NULL; parts++) {
        length = append(problem->text, length, sizeof problem->text, *parts);
    }
    return status;
}

const char *topology_name(const struct topology *t, unsigned component, char out[TOPOLOGY_NAME_MAX])
{
    if (component >= t->ncomponents) {
        (void)append(out, 0, TOPOLOGY_NAME_MAX, "?");
        return out;
    }
    const struct topology_component *c = &t->component[component];
    size_t n = append(out, 0, TOPOLOGY_NAME_MAX, topology_kind_name(c->kind));
    n = append(out, n, TOPOLOGY_NAME_MAX, "-");
    (void)append(out, n, TOPOLOGY_NAME_MAX, topology_dec(c->number).s);
    return out;
}
