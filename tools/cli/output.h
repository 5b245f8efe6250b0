/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The outputs of the command that runs (htr/htr_outputs.h): the only place of tools/ that opens
 * anything for writing.
 *
 * While there is a temporary file, SIGINT and SIGTERM are remembered (interrupt.h): long work looks
 * at interrupted(), stops, and what there is becomes the output, announced as partial.
 */
#ifndef TOOLS_OUTPUT_H
#define TOOLS_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "htr/htr_outputs.h"

/* Before anything is opened. */
void output_begin(void);

/* ---- outputs ---- */

/* All of them, for functions of the host library; messages begin with this verb. */
struct htr_outputs;
struct htr_outputs *output_all(const char *verb);

/* Open an output; path "-" is standard output. Then what the verb prints goes to stderr, so that
 * the bytes are alone. Do it before the work, and before inputs are read. Returns NULL after a
 * message. */
FILE *output_open(const char *verb, const char *path);

/* The same for text that may be mixed with what the verb prints: "-" is stdout itself. */
FILE *output_open_text(const char *verb, const char *path);

/* Write what is left. NULL is fine. Returns 0, or TOOL_CANNOT after a message when anything of it
 * could not be written. */
int output_close(FILE *f);

/* output_close, and a file takes its name now: it stays whatever the status of the command will be.
 * Returns the same, and TOOL_CANNOT when the name cannot be taken. */
int output_keep(FILE *f);

/* The output is not needed: close it without a check. An old file stays, nothing new is left. NULL
 * is fine. */
void output_drop(FILE *f);

/* A buffer as an output: open, write, close. Returns 0, or TOOL_CANNOT after a message. */
int output_save(const char *verb, const char *path, const uint8_t *bytes, size_t size);

/* An output that another program or library writes: the name that it shall write to, which ends
 * in `suffix`. Valid until output_finish. Returns NULL after a message. */
const char *output_place(const char *verb, const char *path, const char *suffix);

/* A folder for outputs: made when it is not there. Returns 0, or TOOL_CANNOT after a message, also
 * when something of that name is no folder or cannot be written. */
int output_folder(const char *verb, const char *path);

/* A file that is removed at the end of the command, whatever its status: PATH.tmp.PID with the
 * suffix, or with path NULL in the folder for temporary files (TMPDIR, /tmp). *name is valid until
 * output_finish. Returns NULL after a message. */
FILE *output_scratch(const char *verb, const char *path, const char *suffix, const char **name);

/* Does f, an output or any other stream, go to a terminal? */
bool output_is_terminal(FILE *f);

/* ---- inputs ---- */

/* fd is read by this command. Returns false when it is one of its outputs too; the caller says so:
 * OUTPUT_IS_INPUT. */
bool output_allows_input(int fd);
#define OUTPUT_IS_INPUT HTR_OUTPUT_IS_INPUT

/* ---- the end ---- */

/* The verb ended with `status`: flush and check stdout, close what is open, put outputs in place or
 * remove them. Returns the status of the command: TOOL_CANNOT after a message when anything could
 * not be written; TOOL_DIFFERS instead of TOOL_OK when an output is partial. */
int output_finish(int status);

/* A signal is a regular way to end this verb, which says so itself: its outputs are whole. */
void output_is_whole(void);

#endif
