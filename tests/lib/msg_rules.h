/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rules that every sequence of messages of one encoder obeys, whatever the hart did: which message
 * may follow which (N-Trace 1.0, Synchronizing Messages, Ownership Message, RepeatBranch Message,
 * ProgTraceCorrelation Message). Nothing was lost.
 */
#ifndef TESTS_MSG_RULES_H
#define TESTS_MSG_RULES_H

#include "nexus/nexus_msg.h"

/* context: trTeContext was 1 all the time, and with hcontext too. Fails the test, naming the seed.
 */
void msg_rules_check(const struct nexus_stream_cfg *cfg, const uint8_t *bytes, size_t n,
                     bool context, bool hcontext, uint64_t seed);

#endif
