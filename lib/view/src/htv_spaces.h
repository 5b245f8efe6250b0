/* SPDX-License-Identifier: Apache-2.0 */
/* Private: address spaces by number. A space is a context, as far as code depends on it. */
#ifndef HTV_SPACES_H
#define HTV_SPACES_H

#include "flow/flow_code.h"
#include "htr/htr_host.h"

struct htv_spaces {
    struct flow_context *context; /* of the spaces 1, 2, ... */
    uint16_t count, room;
};

/* The space of a context: 0 when code does not depend on it. Returns HTR_OK or HTR_ERR_MEMORY. */
int htv_spaces_find(struct htv_spaces *s, const struct flow_code *code,
                    const struct flow_context *context, uint16_t *space) HTR_MUST_CHECK;

/* The context of a space. */
void htv_spaces_context(const struct htv_spaces *s, uint16_t space, struct flow_context *context);
void htv_spaces_free(struct htv_spaces *s);

#endif
