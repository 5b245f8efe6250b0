/* SPDX-License-Identifier: Apache-2.0 */
/* Which file a name means, and what the command uses it for. For output.c alone. */
#ifndef TOOLS_OUTPUT_PLACE_H
#define TOOLS_OUTPUT_PLACE_H

enum place_use {
    PLACE_FREE,
    PLACE_INPUT,
    PLACE_OUTPUT,
};

/* The descriptor that a path names: "-", /dev/stdout, /dev/stderr, /dev/fd/N, /proc/self/fd/N.
 * Otherwise -1. */
int place_descriptor(const char *path);

/* The path with symbolic links followed in its last part, also one that leads to nothing yet. The
 * caller frees it. NULL: errno says why. */
char *place_follow(const char *path);

/* Each of these returns what the place is used for already, and when it is free for what is asked
 * (an input may be read several times), remembers it. Devices are always free. */
enum place_use place_file(const char *target); /* an output: a file, or one to be made */
enum place_use place_open(int fd);             /* an output that is open */
enum place_use place_input(int fd);

/* A file that stdout goes to is an output of every command. Looks once. */
void place_know_standard(void);

/* Nothing is used any more. */
void place_forget(void);

#endif
