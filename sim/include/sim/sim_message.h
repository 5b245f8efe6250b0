/* SPDX-License-Identifier: Apache-2.0 */
/* Why the platform refused something. */
#ifndef SIM_MESSAGE_H
#define SIM_MESSAGE_H

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SIM_MESSAGE_SIZE = 200,
};

/* One line in English, always terminated. */
struct sim_message {
    char text[SIM_MESSAGE_SIZE];
};

#ifdef __cplusplus
}
#endif

#endif
