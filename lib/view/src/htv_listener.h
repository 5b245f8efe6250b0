/* SPDX-License-Identifier: Apache-2.0 */
/* Private: a host that keeps the remarks it passes on. */
#ifndef HTV_LISTENER_H
#define HTV_LISTENER_H

#include "htv/htv_writer.h"

struct htv_listener {
    struct htr_host host; /* to be used in the place of to */
    struct htr_host *to;
    struct htv_remarks heard;
};

/* Begin: l->host does what `to` does, until htv_listen_end. l must not move. */
void htv_listen(struct htv_listener *l, struct htr_host *to);

/* The last error, and the state of progress, go back to `to`. */
void htv_listen_end(struct htv_listener *l);

#endif
