/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An SQLite database. There is no journal: a file that could not be finished is removed.
 * user_version is 1 when the file is whole.
 */
#include "htv_database.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "htv_text.h"

enum {
    COLUMNS = 20, /* at most */
    TEXT = 512,
};

static const char schema[] =
    "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA locking_mode=EXCLUSIVE;"
    "BEGIN;"
    "CREATE TABLE about(name TEXT PRIMARY KEY, value) WITHOUT ROWID;"
    "CREATE TABLE totals(name TEXT PRIMARY KEY, value INTEGER) WITHOUT ROWID;"
    "CREATE TABLE harts(id INTEGER PRIMARY KEY, src INTEGER, name TEXT);"
    "CREATE TABLE functions(id INTEGER PRIMARY KEY, name TEXT, file TEXT, line INTEGER,"
    " image TEXT, pc INTEGER, size INTEGER);"
    "CREATE TABLE calls(id INTEGER PRIMARY KEY, parent INTEGER, hart INTEGER, stack INTEGER,"
    " depth INTEGER, function INTEGER, entered TEXT, btype INTEGER, left TEXT, pc INTEGER,"
    " call_pc INTEGER, begin INTEGER, end INTEGER, begin_insns INTEGER, end_insns INTEGER,"
    " insns INTEGER, self_insns INTEGER, time INTEGER, self_time INTEGER);"
    "CREATE TABLE events(id INTEGER PRIMARY KEY, hart INTEGER, time INTEGER, insns INTEGER,"
    " kind TEXT, stack INTEGER, pc INTEGER, code INTEGER, value INTEGER, offset INTEGER);"
    "CREATE TABLE ranges(id INTEGER PRIMARY KEY, space INTEGER, start INTEGER, end INTEGER,"
    " insns INTEGER, branches INTEGER, taken INTEGER, count INTEGER);"
    "CREATE TABLE instructions(id INTEGER PRIMARY KEY, space INTEGER, pc INTEGER, size INTEGER,"
    " count INTEGER, function TEXT, function_pc INTEGER, file TEXT, line INTEGER);"
    "CREATE TABLE branches(id INTEGER PRIMARY KEY, space INTEGER, pc INTEGER, target INTEGER,"
    " count INTEGER, taken INTEGER, function TEXT, file TEXT, line INTEGER);"
    "CREATE TABLE messages(id INTEGER PRIMARY KEY, hart INTEGER, time INTEGER, insns INTEGER,"
    " call INTEGER, pc INTEGER, store INTEGER, kind TEXT, name TEXT, text TEXT, word INTEGER,"
    " log INTEGER, offset INTEGER, about INTEGER);"
    "CREATE VIEW edges AS SELECT p.function AS caller, c.function AS callee, c.entered AS entered,"
    " count(*) AS count, sum(c.insns) AS insns, sum(c.time) AS time"
    " FROM calls c LEFT JOIN calls p ON p.id = c.parent GROUP BY 1, 2, 3;"
    "CREATE VIEW losses AS SELECT * FROM events WHERE kind IN ('lost', 'gap');"
    "CREATE VIEW lines AS SELECT file, line, max(count) AS count, sum(count) AS insns"
    " FROM instructions WHERE line > 0 GROUP BY file, line;";

static const char finish[] = "CREATE INDEX calls_function ON calls(function);"
                             "CREATE INDEX calls_parent ON calls(parent);"
                             "CREATE INDEX instructions_line ON instructions(file, line);"
                             "PRAGMA application_id=1213485654;" /* "HTRV" */

                             "PRAGMA user_version=1;"
                             "COMMIT;";

static const struct {
    const char *name;
    int columns;
} tables[HTV_INSERTS] = {
    [HTV_INSERT_ABOUT] = {"about", 2},     [HTV_INSERT_TOTAL] = {"totals", 2},
    [HTV_INSERT_HART] = {"harts", 3},      [HTV_INSERT_FUNCTION] = {"functions", 7},
    [HTV_INSERT_CALL] = {"calls", 19},     [HTV_INSERT_EVENT] = {"events", 10},
    [HTV_INSERT_RANGE] = {"ranges", 8},    [HTV_INSERT_INSTRUCTION] = {"instructions", 9},
    [HTV_INSERT_BRANCH] = {"branches", 9}, [HTV_INSERT_MESSAGE] = {"messages", 14},
};

static int failed(struct htv_database *d)
{
    const int code = d->db != NULL ? sqlite3_errcode(d->db) : SQLITE_NOMEM;
    const int reason = d->db != NULL ? sqlite3_system_errno(d->db) : 0;
    return htr_fail(d->host, (code & 0xFF) == SQLITE_NOMEM ? HTR_ERR_MEMORY : HTR_ERR_WRITE,
                    d->name, "cannot be written: %s",
                    reason != 0     ? strerror(reason)
                    : d->db != NULL ? sqlite3_errmsg(d->db)
                                    : "not enough memory");
}

int htv_database_open(struct htv_database *d, struct htr_host *host, const char *path,
                      const char *name)
{
    struct stat st;
    *d = (struct htv_database){.host = host, .name = name};
    const bool there = lstat(path, &st) == 0;
    if (there && !S_ISREG(st.st_mode)) { /* a device, a pipe, a folder, a link: not ours */
        return htr_fail(host, HTR_ERR_WRITE, name, "cannot be written: no regular file");
    }
    d->path = path;
    if ((there && unlink(path) != 0) || sqlite3_open(path, &d->db) != SQLITE_OK ||
        sqlite3_exec(d->db, schema, NULL, NULL, NULL) != SQLITE_OK) {
        return failed(d);
    }
    for (unsigned i = 0; i < HTV_INSERTS; i++) {
        char text[TEXT];
        int n = snprintf(text, sizeof text, "INSERT INTO %s VALUES(?", tables[i].name);
        for (int k = 1; k < tables[i].columns; k++) {
            n += snprintf(text + n, sizeof text - (size_t)n, ",?");
        }
        (void)snprintf(text + n, sizeof text - (size_t)n, ")");
        if (sqlite3_prepare_v2(d->db, text, -1, &d->insert[i], NULL) != SQLITE_OK) {
            return failed(d);
        }
    }
    return HTR_OK;
}

/* ---- rows ---- */

static int bind_text(struct sqlite3_stmt *s, int column, const char *text)
{
    const size_t room = 3 * strlen(text) + 1; /* U+FFFD has three bytes */
    char local[TEXT], *clean = room <= sizeof local ? local : malloc(room);
    if (clean == NULL) {
        return SQLITE_NOMEM;
    }
    int status =
        sqlite3_bind_text(s, column, htv_text_utf8(text, clean, room), -1, SQLITE_TRANSIENT);
    if (clean != local) {
        free(clean);
    }
    return status;
}

int htv_database_add(struct htv_database *d, enum htv_insert table, const struct htv_cell *cell)
{
    struct sqlite3_stmt *s = d->insert[table];
    int status = SQLITE_OK;
    for (int i = 0; i < tables[table].columns && status == SQLITE_OK; i++) {
        if (cell[i].empty) {
            status = sqlite3_bind_null(s, i + 1);
        } else if (cell[i].text != NULL) {
            status = bind_text(s, i + 1, cell[i].text);
        } else {
            status = sqlite3_bind_int64(s, i + 1, (sqlite3_int64)cell[i].number);
        }
    }
    if (status == SQLITE_OK) {
        (void)sqlite3_step(s);
        status = sqlite3_reset(s);
    }
    return status == SQLITE_OK ? HTR_OK : failed(d);
}

/* ---- the end ---- */

int htv_database_finish(struct htv_database *d)
{
    d->whole = sqlite3_exec(d->db, finish, NULL, NULL, NULL) == SQLITE_OK;
    return d->whole ? HTR_OK : failed(d);
}

void htv_database_close(struct htv_database *d)
{
    for (unsigned i = 0; i < HTV_INSERTS; i++) {
        (void)sqlite3_finalize(d->insert[i]);
    }
    (void)sqlite3_close(d->db);
    struct stat st;
    if (d->path != NULL && !d->whole && lstat(d->path, &st) == 0 && S_ISREG(st.st_mode)) {
        (void)unlink(d->path);
    }
    *d = (struct htv_database){0};
}
