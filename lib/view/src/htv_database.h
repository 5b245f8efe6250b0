/* SPDX-License-Identifier: Apache-2.0 */
/* Private: an SQLite database that is written in one transaction. */
#ifndef HTV_DATABASE_H
#define HTV_DATABASE_H

#include <stdint.h>

#include "htr/htr_host.h"

enum htv_insert {
    HTV_INSERT_ABOUT, /* name, value */
    HTV_INSERT_TOTAL,
    HTV_INSERT_HART,
    HTV_INSERT_FUNCTION,
    HTV_INSERT_CALL,
    HTV_INSERT_EVENT,
    HTV_INSERT_RANGE,
    HTV_INSERT_INSTRUCTION,
    HTV_INSERT_BRANCH,
    HTV_INSERT_MESSAGE,
    HTV_INSERTS,
};

/* A value of a row. */
struct htv_cell {
    const char *text; /* NULL: `number` counts; what is not UTF-8 becomes U+FFFD */
    uint64_t number;  /* as a signed one of 64 bits, which is what SQLite has */
    int empty;        /* NULL */
};

struct sqlite3;
struct sqlite3_stmt;

struct htv_database {
    struct htr_host *host;
    const char *path; /* NULL: nothing was made */
    const char *name; /* in messages */
    struct sqlite3 *db;
    struct sqlite3_stmt *insert[HTV_INSERTS];
    int whole;
};

/* Make a database with empty tables at path, which messages call name; what was in the file is
 * gone. A device, pipe, folder or link is left alone: HTR_ERR_WRITE. Ends with htv_database_close,
 * also after an error. Returns HTR_OK, or HTR_ERR_WRITE or HTR_ERR_MEMORY after a message. */
int htv_database_open(struct htv_database *d, struct htr_host *host, const char *path,
                      const char *name) HTR_MUST_CHECK;

/* Insert a row with a value for each of the table's columns. Returns as htv_database_open. */
int htv_database_add(struct htv_database *d, enum htv_insert table,
                     const struct htv_cell *cell) HTR_MUST_CHECK;

/* Indexes, and all of it into the file. Returns as htv_database_open. */
int htv_database_finish(struct htv_database *d) HTR_MUST_CHECK;

/* A database that was not finished is removed. */
void htv_database_close(struct htv_database *d);

#endif
