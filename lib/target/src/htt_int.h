/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the target library share. */
#ifndef HTT_INT_H
#define HTT_INT_H

#include "htt/htt_status.h"

/* htt_fail, with more in parentheses unless it is "". */
int htt_fail_more(struct htr_host *host, const char *what, const struct topology_problem *at,
                  enum rvt_status s, const char *more);

#endif
