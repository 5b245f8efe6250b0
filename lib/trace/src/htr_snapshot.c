/* SPDX-License-Identifier: Apache-2.0 */
/* Reading snapshots: which encoder, its registers, its buffer, the image. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#include "encoder_regs.h"
#include "htr/htr_ini.h"
#include "htr/htr_input.h"
#include "htr/htr_snapshot.h"
#include "htr/htr_text.h"

#define NO_ENCODER                                                                                 \
    "no encoder in this snapshot: no device has the type N-Trace1.0 or E-Trace2.0; it has those "  \
    "that were active when it was taken"

bool htr_snapshot_is(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

/* Does a name have a component of two dots? "timer..elf" has none. */
static bool climbs(const char *name)
{
    for (const char *p = name; p != NULL; p = strchr(p, '/')) {
        p += *p == '/';
        if (strncmp(p, "..", 2) == 0 && (p[2] == '/' || p[2] == '\0')) {
            return true;
        }
    }
    return false;
}

/* Checks what is below the folder at path, up to its length n: a plain file at the end, folders on
 * the way. Links are not followed, and only files are opened, since opening a FIFO would block.
 * Opening the file reports that it is missing. */
static int check_step(const struct htr_snapshot *s, char *path, size_t n, bool last)
{
    struct stat st;
    const char cut = path[n];
    path[n] = '\0';
    int status = 0;
    if (lstat(path, &st) == 0 && !(last ? S_ISREG(st.st_mode) : S_ISDIR(st.st_mode))) {
        status = htr_fail(s->host, HTR_ERR_FORMAT, path, "%s; a snapshot holds plain files only",
                          S_ISLNK(st.st_mode) ? "is a link" : "is not a plain file");
    }
    path[n] = cut;
    return status;
}

/* A file of the folder. Names that lead out of it are refused: a snapshot may come from
 * anywhere. */
static int inside(const struct htr_snapshot *s, const char *name, char path[HTR_SNAPSHOT_PATH])
{
    if (name[0] == '/' || name[0] == '\0' || climbs(name)) {
        return htr_fail(s->host, HTR_ERR_FORMAT, s->folder, "%s is not in the folder",
                        name[0] == '\0' ? "an empty name" : name);
    }
    int n = snprintf(path, HTR_SNAPSHOT_PATH, "%s/%s", s->folder, name);
    if (n <= 0 || n >= HTR_SNAPSHOT_PATH) {
        return htr_fail(s->host, HTR_ERR_FORMAT, s->folder, "a name is too long");
    }
    int status = 0;
    for (size_t i = strlen(s->folder) + 1; i <= (size_t)n && status == 0; i++) {
        if (path[i] == '/' || path[i] == '\0') {
            status = check_step(s, path, i, path[i] == '\0');
        }
    }
    return status;
}

static int copy(const struct htr_snapshot *s, char *to, size_t size, const char *from)
{
    int n = snprintf(to, size, "%s", from);
    return n >= 0 && (size_t)n < size
               ? 0
               : htr_fail(s->host, HTR_ERR_FORMAT, s->folder, "%s: too long", from);
}

/* ---- devices ---- */

struct device {
    struct htr_snapshot *s;
    const char *path; /* of its file */
    struct htr_snapshot_encoder e;
    bool encoder, etrace; /* what `type` says */
    bool has_control;
};

/* "trTeControl(id:0x000,size:32)" is register trTeControl. */
static bool is_register(const char *key, const char *name)
{
    size_t n = strlen(name);
    return strncmp(key, name, n) == 0 && (key[n] == '(' || key[n] == '\0');
}

static int take_register(struct device *d, const char *key, const char *value)
{
    uint32_t *to = is_register(key, "trTeControl")        ? &d->e.regs.control
                   : is_register(key, "trTeInstFeatures") ? &d->e.regs.features
                   : is_register(key, "trTeDataControl")  ? &d->e.regs.data
                   : is_register(key, "trTeDataFilters")  ? &d->e.regs.data_filters
                   : is_register(key, "trTsControl")      ? &d->e.regs.ts
                   : is_register(key, "trTeStimImpl")     ? &d->e.regs.stimulus
                                                          : NULL;
    uint64_t v = 0;
    if (to == NULL) {
        return 0;
    }
    if (!htr_number(value, &v) || v > UINT32_MAX) {
        return htr_fail(d->s->host, HTR_ERR_FORMAT, d->path,
                        "%s=%s: not a register's value; it has 32 bits, as in 0x00000079", key,
                        value);
    }
    /* Each of these registers has bits that read 0 (TCI 1.0, Register Map). */
    if (v == UINT32_MAX) {
        return htr_fail(d->s->host, HTR_ERR_FORMAT, d->path,
                        "%s=%s: no register reads all ones; nothing answered when the snapshot was "
                        "taken; take it again, or correct the value",
                        key, value);
    }
    *to = (uint32_t)v;
    d->has_control = d->has_control || to == &d->e.regs.control;
    return 0;
}

static int device_entry(void *ctx, const char *section, const char *key, const char *value)
{
    struct device *d = ctx;
    if (strcmp(section, "device") == 0 && strcmp(key, "name") == 0) {
        return copy(d->s, d->e.name, sizeof d->e.name, value);
    }
    if (strcmp(section, "device") == 0 && strcmp(key, "type") == 0) {
        d->etrace = strncmp(value, "E-Trace", 7) == 0;
        d->encoder = d->etrace || strncmp(value, "N-Trace", 7) == 0;
    }
    return strcmp(section, "regs") == 0 ? take_register(d, key, value) : 0;
}

/* The type and the registers name the same protocol: else the trace would be read as damage. */
static int check_protocol(const struct device *d)
{
    const bool etrace = htr_registers_are_etrace(&d->e.regs);
    if (d->etrace && !d->has_control) {
        return htr_fail(d->s->host, HTR_ERR_FORMAT, d->path,
                        "no trTeControl, which is needed to read packets of E-Trace; add it to "
                        "[regs]");
    }
    return etrace == d->etrace
               ? 0
               : htr_fail(d->s->host, HTR_ERR_FORMAT, d->path,
                          "type is %s, but trTeControl=0x%08x (trTeFormat, trTeInstMode) is of "
                          "%s; correct the one that is wrong",
                          d->etrace ? "E-Trace" : "N-Trace", (unsigned)d->e.regs.control,
                          etrace ? "E-Trace" : "N-Trace");
}

static int read_device(struct htr_snapshot *s, const char *name)
{
    char path[HTR_SNAPSHOT_PATH];
    struct device d = {.s = s, .path = path};
    int status = inside(s, name, path);
    status = status == 0 ? htr_ini_read(s->host, path, device_entry, &d) : status;
    status = status == 0 && d.encoder ? check_protocol(&d) : status;
    if (status == 0 && d.encoder) {
        if (s->nencoders == HTR_SNAPSHOT_SOURCES) {
            return htr_fail(s->host, HTR_ERR_RANGE, s->folder, "more than %d encoders",
                            HTR_SNAPSHOT_SOURCES);
        }
        s->encoder[s->nencoders++] = d.e;
    }
    return status;
}

/* ---- snapshot.ini ---- */

struct index {
    struct htr_snapshot *s;
    char trace[HTR_SNAPSHOT_PATH];
    bool version;
};

static int index_entry(void *ctx, const char *section, const char *key, const char *value)
{
    struct index *x = ctx;
    if (strcmp(section, "snapshot") == 0 && strcmp(key, "version") == 0) {
        x->version = strcmp(value, "1.0") == 0;
        return x->version ? 0
                          : htr_fail(x->s->host, HTR_ERR_VERSION, x->s->folder,
                                     "snapshot format %s; this program supports 1.0", value);
    }
    if (strcmp(section, "device_list") == 0) {
        return read_device(x->s, value);
    }
    if (strcmp(section, "trace") == 0 && strcmp(key, "metadata") == 0) {
        return inside(x->s, value, x->trace);
    }
    if (strcmp(section, "hartrace") == 0 && strcmp(key, "image0") == 0) {
        return inside(x->s, value, x->s->image);
    }
    if (strcmp(section, "hartrace") == 0 && strcmp(key, "image0_crc32") == 0) {
        x->s->has_crc = htr_number(value, &x->s->crc) && x->s->crc <= UINT32_MAX;
        return x->s->has_crc ? 0
                             : htr_fail(x->s->host, HTR_ERR_FORMAT, x->s->folder,
                                        "%s=%s: not a CRC of 32 bits", key, value);
    }
    return 0;
}

int htr_snapshot_check_image(const struct htr_snapshot *s)
{
    struct htr_bytes file = {0};
    if (!s->has_crc || s->image[0] == '\0') {
        return 0;
    }
    int status = htr_bytes_load(&file, s->host, s->image);
    if (status != 0) {
        return status;
    }
    const uLong crc = crc32_z(0, file.bytes, file.size);
    htr_bytes_free(&file);
    return crc == s->crc ? 0
                         : htr_fail(s->host, HTR_ERR_CONFLICT, s->image,
                                    "CRC 0x%08lx, and snapshot.ini says 0x%08llx: not the file in "
                                    "the snapshot; give the right one with --elf",
                                    crc, (unsigned long long)s->crc);
}

/* ---- trace.ini ---- */

static int source_entry(void *ctx, const char *section, const char *key, const char *value)
{
    struct htr_snapshot *s = ctx;
    for (unsigned i = 0; strcmp(section, "source_buffers") == 0 && i < s->nencoders; i++) {
        struct htr_snapshot_encoder *e = &s->encoder[i];
        if (strcmp(key, e->name) == 0) {
            return copy(s, e->buffer, sizeof e->buffer, value);
        }
    }
    return 0;
}

/* Which buffer each encoder sent to. Those that sent to none are no sources; but when no buffer is
 * given at all, any may be. */
static int read_sources(struct htr_snapshot *s, const char *path)
{
    int status = htr_ini_read(s->host, path, source_entry, s);
    unsigned n = 0;
    for (unsigned i = 0; i < s->nencoders; i++) {
        if (s->encoder[i].buffer[0] != '\0') {
            s->encoder[n++] = s->encoder[i];
        }
    }
    s->nencoders = n > 0 ? n : s->nencoders;
    return status;
}

/* First the buffers of all encoders; of the one chosen the section of its buffer, then its file. */
struct metadata {
    struct htr_snapshot *s;
    struct htr_snapshot_encoder *e; /* the one chosen */
    char section[64];               /* the section of the buffer called name */
    char name[64];
};

static int name_entry(void *ctx, const char *section, const char *key, const char *value)
{
    struct metadata *m = ctx;
    bool wanted = m->e->buffer[0] == '\0' || strcmp(value, m->e->buffer) == 0;
    if (strncmp(section, "buffer", 6) == 0 && strcmp(key, "name") == 0 && wanted) {
        return copy(m->s, m->section, sizeof m->section, section);
    }
    return 0;
}

static int buffer_entry(void *ctx, const char *section, const char *key, const char *value)
{
    struct metadata *m = ctx;
    uint64_t number = 0;
    if (strcmp(section, m->section) != 0) {
        return 0;
    }
    if (strcmp(key, "file") == 0) {
        return inside(m->s, value, m->s->file);
    }
    if (strcmp(key, "format") == 0) {
        m->s->coresight = strcmp(value, "coresight") == 0;
        return m->s->coresight || strcmp(value, "source_data") == 0
                   ? 0
                   : htr_fail(m->s->host, HTR_ERR_FORMAT, m->s->folder,
                              "format %s of %s is not known", value, section);
    }
    if (strcmp(key, "wrapped") == 0) {
        m->s->wrapped = strcmp(value, "0") != 0;
    } else if (strcmp(key, "atb_id") == 0) {
        if (!htr_number(value, &number) || number > 0x7F) {
            return htr_fail(m->s->host, HTR_ERR_FORMAT, m->s->folder,
                            "atb_id=%s: not an ATB identifier", value);
        }
        m->s->atb_id = (unsigned)number;
    }
    return 0;
}

static int read_metadata(struct htr_snapshot *s, const char *path, struct htr_snapshot_encoder *e)
{
    struct metadata m = {.s = s, .e = e};
    int status = htr_ini_read(s->host, path, name_entry, &m);
    status = status == 0 ? htr_ini_read(s->host, path, buffer_entry, &m) : status;
    if (status == 0 && s->file[0] == '\0') {
        return htr_fail(s->host, HTR_ERR_MISSING, path, "no trace of %s in this snapshot", e->name);
    }
    return status;
}

/* ---- choosing ---- */

unsigned htr_snapshot_src(const struct htr_snapshot_encoder *e)
{
    return (unsigned)((e->regs.features & TR_TE_SRC_ID_MASK) >> TR_TE_SRC_ID_SHIFT);
}

static int choose(struct htr_snapshot *s, int src, struct htr_snapshot_encoder **chosen)
{
    char list[512] = "";
    size_t n = 0;
    for (unsigned i = 0; i < s->nencoders; i++) {
        if ((src < 0 && s->nencoders == 1) ||
            (src >= 0 && htr_snapshot_src(&s->encoder[i]) == (unsigned)src)) {
            *chosen = &s->encoder[i];
            return 0;
        }
        if (n + 100 < sizeof list) {
            n += (size_t)snprintf(list + n, sizeof list - n, " --src %u (%s)",
                                  htr_snapshot_src(&s->encoder[i]), s->encoder[i].name);
        }
    }
    return s->nencoders == 0 ? htr_fail(s->host, HTR_ERR_MISSING, s->folder, NO_ENCODER)
                             : htr_fail(s->host, HTR_ERR_MISSING, s->folder,
                                        "choose an encoder; there are%s", list);
}

/* The encoders; the rest is in x->trace. */
static int read_index(struct htr_snapshot *s, struct htr_host *host, const char *folder,
                      struct index *x)
{
    char path[HTR_SNAPSHOT_PATH];
    *x = (struct index){.s = s};
    memset(s, 0, sizeof *s);
    s->host = host;
    s->folder = folder;
    int status = inside(s, "snapshot.ini", path);
    status = status == 0 ? htr_ini_read(host, path, index_entry, x) : status;
    if (status == 0 && !x->version) {
        return htr_fail(host, HTR_ERR_FORMAT, path, "no [snapshot] version=1.0: not a snapshot");
    }
    if (status == 0 && x->trace[0] == '\0') {
        return htr_fail(host, HTR_ERR_FORMAT, path,
                        "no [trace] metadata: a snapshot without trace");
    }
    return status == 0 ? read_sources(s, x->trace) : status;
}

int htr_snapshot_list(struct htr_snapshot *s, struct htr_host *host, const char *folder)
{
    struct index x;
    int status = read_index(s, host, folder, &x);
    return status == 0 && s->nencoders == 0 ? htr_fail(host, HTR_ERR_MISSING, folder, NO_ENCODER)
                                            : status;
}

int htr_snapshot_read(struct htr_snapshot *s, struct htr_host *host, const char *folder, int src,
                      const struct htr_snapshot_encoder **chosen)
{
    struct index x;
    struct htr_snapshot_encoder *e = NULL;
    int status = read_index(s, host, folder, &x);
    status = status == 0 ? choose(s, src, &e) : status;
    status = status == 0 ? read_metadata(s, x.trace, e) : status;
    *chosen = e;
    return status;
}

int htr_snapshot_one(struct htr_snapshot *s, struct htr_host *host, const char *folder, unsigned i,
                     const struct htr_snapshot_encoder **chosen)
{
    struct index x;
    int status = read_index(s, host, folder, &x);
    if (status == 0 && i >= s->nencoders) {
        return htr_fail(host, HTR_ERR_MISSING, folder, "no encoder %u in this snapshot; it has %u",
                        i, s->nencoders);
    }
    status = status == 0 ? read_metadata(s, x.trace, &s->encoder[i]) : status;
    *chosen = &s->encoder[i];
    return status;
}
