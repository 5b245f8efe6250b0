/* SPDX-License-Identifier: Apache-2.0 */
/* Private: lists that the build makes of docs/reference/conformance.md and tests/vectors
 * (lib/kit/lists.awk). */
#ifndef HTK_LISTS_H
#define HTK_LISTS_H

/* A rule of the conformance list. */
struct htk_listed {
    const char *id;   /* "NT-SYN-004" */
    const char *text; /* what must hold */
    const char *who;  /* "For" of the list: encoder, funnel, codec ...; then "stream", or "stream"
                         alone, when a stream can break it. Of E-Trace: "etrace" for encoders,
                         "etdecoder" for decoders, or both */
};

extern const struct htk_listed htk_listed[];
extern const unsigned htk_listed_count;

/* A text vector with ingress or elements (docs/reference/vectors.md). */
struct htk_vector {
    const char *name;        /* "sync-02-periodic-messages-btm.ntt"; E-Trace: NAME.ett */
    const char *holds;       /* ids, a blank after each */
    const char *const *line; /* with their ends; NULL after the last */
};

extern const struct htk_vector htk_vectors[];
extern const unsigned htk_vector_count;

/* lib/kit/nexrv.known as a text. */
extern const char htk_known_nexrv[];

#endif
