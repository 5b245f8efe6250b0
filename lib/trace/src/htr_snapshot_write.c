/* SPDX-License-Identifier: Apache-2.0 */
/* Writing snapshots. */
#include "htr/htr_snapshot_write.h"

#include <inttypes.h>
#include <string.h>
#include <zlib.h>

#include "atbbridge_regs.h"
#include "common_regs.h"
#include "encoder_regs.h"
#include "htr/htr_input.h"
#include "htr/htr_regmap.h"
#include "htr/htr_settings.h"
#include "htr/htr_snapshot.h"
#include "ramsink_regs.h"

enum {
    IMAGE_NAME = 300
};

/* Where and how; the first error is reported and ends it. */
struct writer {
    const struct htr_snapshot_source *s;
    struct htr_host *host;
    FILE *f; /* the file being written */
    char path[HTR_SNAPSHOT_PATH];
    const struct regmap_component *map[TOPOLOGY_MAX_COMPONENTS]; /* NULL: in reset */
};

static int begin(struct writer *w, const char *name, const char *suffix)
{
    int n = snprintf(w->path, sizeof w->path, "%s/%s%s", w->s->folder, name, suffix);
    if (n < 0 || (size_t)n >= sizeof w->path) {
        return htr_fail(w->host, HTR_ERR_RANGE, w->s->folder, "the name is too long");
    }
    w->f = htr_create(w->host, w->path);
    return w->f != NULL ? HTR_OK : HTR_ERR_OPEN;
}

static int end(struct writer *w)
{
    return htr_close(w->host, w->f);
}

static const struct topology *tree(const struct writer *w)
{
    return w->s->tree;
}

static bool active(const struct writer *w, unsigned i)
{
    return w->map[i] != NULL;
}

static bool is_type(const struct writer *w, unsigned i, uint8_t type)
{
    return w->map[i] != NULL && w->map[i]->comp_type == type;
}

/* Which components are active, and what they are. */
static int find_active(struct writer *w)
{
    for (unsigned i = 0; i < tree(w)->ncomponents; i++) {
        uint32_t control = 0, impl = 0;
        const char *why = w->s->read(w->s->ctx, i, TR_CONTROL_OFFSET, &control);
        if (why == NULL && (control & TR_ACTIVE_MASK) == 0) {
            continue;
        }
        why = why == NULL ? w->s->read(w->s->ctx, i, TR_IMPL_OFFSET, &impl) : why;
        if (why != NULL) {
            return htr_fail(w->host, HTR_ERR_TARGET, tree(w)->component[i].path,
                            "cannot be read: %s", why);
        }
        w->map[i] = htr_regmap_of_type((impl & TR_COMP_TYPE_MASK) >> TR_COMP_TYPE_SHIFT);
        if (w->map[i] == NULL) {
            return htr_fail(w->host, HTR_ERR_TARGET, tree(w)->component[i].path,
                            "is no trace component: its Impl register reads 0x%08" PRIX32, impl);
        }
    }
    return HTR_OK;
}

/* ---- a component ---- */

/* One register. Of filters, comparators and stimulus ports only those that do not read 0. */
static int put_register(struct writer *w, unsigned i, const struct regmap_reg *r, unsigned k)
{
    const uint32_t offset = r->offset + k * (uint32_t)r->stride;
    uint32_t value = 0;
    const char *why = w->s->read(w->s->ctx, i, offset, &value);
    if (why != NULL) {
        return htr_fail(w->host, HTR_ERR_TARGET, w->path, "%s cannot be read: %s", r->name, why);
    }
    const bool optional = r->count > 1 || strncmp(r->name, "trTeStim", 8) == 0;
    if (!optional || (r->count == 1 && value != 0)) {
        fprintf(w->f, "%s(id:0x%03X,size:32)=0x%08" PRIX32 "\n", r->name, offset / 4, value);
    } else if (value != 0) {
        fprintf(w->f, "%s[%u](id:0x%03X,size:32)=0x%08" PRIX32 "\n", r->name, k, offset / 4, value);
    }
    return HTR_OK;
}

/* trRamData is left out: reading it moves trRamRP. */
static int put_registers(struct writer *w, unsigned i)
{
    const struct regmap_component *map = w->map[i];
    int status = HTR_OK;
    fprintf(w->f, "\n[regs]\n");
    for (unsigned r = 0; r < map->nregs && status == HTR_OK; r++) {
        for (unsigned k = 0; k < map->regs[r].count && status == HTR_OK; k++) {
            if (strcmp(map->regs[r].name, "trRamData") != 0) {
                status = put_register(w, i, &map->regs[r], k);
            }
        }
    }
    return status;
}

/* The protocol of an encoder, by its registers (Efficient Trace 2.0, "Encoder Control"). */
static const char *protocol_of(const struct writer *w, unsigned i)
{
    struct htr_registers r = {0};
    return w->s->read(w->s->ctx, i, TR_TE_CONTROL_OFFSET, &r.control) == NULL &&
                   htr_registers_are_etrace(&r)
               ? "E-Trace2.0"
               : "N-Trace1.0";
}

static int put_component(struct writer *w, unsigned i)
{
    const struct topology_component *tc = &tree(w)->component[i];
    char name[TOPOLOGY_NAME_MAX];
    int status = begin(w, topology_name(tree(w), i, name), ".ini");
    if (status != HTR_OK) {
        return status;
    }
    fprintf(w->f, "[device]\nname=%s\n", name);
    if (is_type(w, i, TR_COMP_TYPE_ENCODER)) {
        fprintf(w->f, "class=trace_source\ntype=%s\n", protocol_of(w, i));
    } else {
        fprintf(w->f, "class=trace_%s\ntype=%s\n", w->map[i]->name, w->map[i]->title);
    }
    fprintf(w->f, "location=address:0x%" PRIx64 "\nnode=%s\n", tc->block.base, tc->path);
    status = put_registers(w, i);
    int closed = end(w);
    return status != HTR_OK ? status : closed;
}

/* ---- harts ---- */

static int put_hart(struct writer *w, const struct topology_hart *h)
{
    char name[32];
    snprintf(name, sizeof name, "hart-%" PRIu32, h->index);
    int status = begin(w, name, ".ini");
    if (status == HTR_OK) {
        fprintf(w->f, "[device]\nname=%s\nclass=core\ntype=RV%u\nlocation=mhartid:%" PRIu64 "\n",
                name, h->xlen != 0 ? h->xlen : 64, h->id);
        status = end(w);
    }
    return status;
}

/* ---- what was executed ---- */

/* The GNU build ID of an executable, as hexadecimal digits; "" without one. */
static void build_id(const struct htr_bytes *elf, char text[80])
{
    static const uint8_t note[] = {3, 0, 0, 0, 'G', 'N', 'U', 0};
    text[0] = '\0';
    for (size_t at = 8; at + sizeof note < elf->size; at += 4) {
        size_t n = elf->bytes[at - 4];
        if (memcmp(elf->bytes + at, note, sizeof note) == 0 && elf->bytes[at - 8] == 4 && n <= 32 &&
            at + sizeof note + n <= elf->size) {
            for (size_t k = 0; k < n; k++) {
                snprintf(text + 2 * k, 3, "%02x", elf->bytes[at + sizeof note + k]);
            }
            return;
        }
    }
}

/* The name of image k in the folder: that of the file, as far as an INI file can hold it. One that
 * could be a file of the snapshot itself, or that an image before has, gets a number. */
static int image_name(const struct writer *w, unsigned k, char name[IMAGE_NAME])
{
    const char *slash = strrchr(w->s->images[k], '/');
    const char *base = slash != NULL ? slash + 1 : w->s->images[k];
    const char *dot = strrchr(base, '.');
    bool taken =
        base[0] == '.' || (dot != NULL && (strcmp(dot, ".ini") == 0 || strcmp(dot, ".bin") == 0 ||
                                           strcmp(dot, ".dtb") == 0));
    for (unsigned i = 0; i < k && !taken; i++) {
        const char *other = strrchr(w->s->images[i], '/');
        taken = strcmp(base, other != NULL ? other + 1 : w->s->images[i]) == 0;
    }
    taken = taken || strncmp(base, "image", 5) == 0;
    for (const char *p = base; *p != '\0' && !taken; p++) {
        taken = (unsigned char)*p <= ' ' || *p == 0x7F; /* then letters of it are replaced, too */
    }
    int n = taken ? snprintf(name, IMAGE_NAME, "image%u-%s", k, base)
                  : snprintf(name, IMAGE_NAME, "%s", base);
    if (n < 0 || n >= IMAGE_NAME) {
        return htr_fail(w->host, HTR_ERR_RANGE, w->s->images[k], "the name is too long");
    }
    for (char *p = name; *p != '\0'; p++) {
        *p = (unsigned char)*p <= ' ' || *p == 0x7F ? '_' : *p;
    }
    return HTR_OK;
}

/* Copy an image; its line goes to `index`, which is w->f of snapshot.ini. */
static int put_image(const struct writer *w, unsigned k, FILE *index)
{
    const char *from = w->s->images[k];
    struct htr_bytes file = {0};
    char path[HTR_SNAPSHOT_PATH], name[IMAGE_NAME], id[80];
    int status = image_name(w, k, name);
    status = status == HTR_OK ? htr_bytes_load(&file, w->host, from) : status;
    if (status != HTR_OK) {
        return status;
    }
    int n = snprintf(path, sizeof path, "%s/%s", w->s->folder, name);
    status = n < 0 || (size_t)n >= sizeof path
                 ? htr_fail(w->host, HTR_ERR_RANGE, from, "the name is too long")
                 : htr_save(w->host, path, file.bytes, file.size);
    build_id(&file, id);
    fprintf(index, "image%u=%s\nimage%u_crc32=0x%08lx\n", k, name, k,
            crc32_z(0, file.bytes, file.size));
    if (id[0] != '\0') {
        fprintf(index, "image%u_build_id=%s\n", k, id);
    }
    htr_bytes_free(&file);
    return status;
}

/* The first buffer of CoreSight frames, or NULL. */
static const struct htr_snapshot_buffer *framed(const struct writer *w)
{
    for (size_t k = 0; k < w->s->nbuffers; k++) {
        if (w->s->buffers[k].coresight) {
            return &w->s->buffers[k];
        }
    }
    return NULL;
}

/* Readers of Arm's format want a source that they know before they look at frames: an STM with an
 * ID of its own, which sent nothing. */
static int put_stm(struct writer *w)
{
    int status = begin(w, "stm-0", ".ini");
    if (status == HTR_OK) {
        fprintf(w->f, "[device]\nname=stm-0\nclass=trace_source\ntype=STM\n\n[regs]\n"
                      "STMTCSR(0x3A0)=0x006F0001\n");
        status = end(w);
    }
    return status;
}

static int put_index(struct writer *w)
{
    char name[TOPOLOGY_NAME_MAX];
    unsigned n = 0;
    int status = begin(w, "snapshot", ".ini");
    if (status != HTR_OK) {
        return status;
    }
    fprintf(w->f, "[snapshot]\nversion=1.0\ndescription=%s\n\n[device_list]\n", w->s->description);
    for (unsigned i = 0; i < tree(w)->ncomponents; i++) {
        const struct topology_hart *h = &tree(w)->component[i].hart;
        if (active(w, i)) {
            fprintf(w->f, "device%u=%s.ini\n", n++, topology_name(tree(w), i, name));
        }
        if (active(w, i) && h->present) {
            fprintf(w->f, "device%u=hart-%" PRIu32 ".ini\n", n++, h->index);
        }
    }
    if (framed(w) != NULL) {
        fprintf(w->f, "device%u=stm-0.ini\n", n++);
    }
    fprintf(w->f, "\n[trace]\nmetadata=trace.ini\n\n[hartrace]\n");
    if (w->s->dtb != NULL) {
        fprintf(w->f, "device_tree=tree.dtb\n");
    }
    for (unsigned k = 0; k < w->s->nimages && status == HTR_OK; k++) {
        status = put_image(w, k, w->f);
    }
    int closed = end(w);
    return status != HTR_OK ? status : closed;
}

/* ---- the trace ---- */

/* Wrap and pointer of a RAM sink, in the order of trRamWPLow and trRamWPHigh. */
static const char *put_ramsink(struct writer *w, unsigned i)
{
    uint32_t low = 0, high = 0;
    const char *why = w->s->read(w->s->ctx, i, TR_RAM_WP_LOW_OFFSET, &low);
    why = why == NULL ? w->s->read(w->s->ctx, i, TR_RAM_WP_HIGH_OFFSET, &high) : why;
    if (why == NULL) {
        fprintf(w->f, "order=oldest_first\nwrapped=%d\nwrite_pointer=0x%" PRIx64 "\n",
                (low & TR_RAM_WRAP_MASK) != 0, (uint64_t)high << 32 | (low & TR_RAM_WP_LOW_MASK));
    }
    return why;
}

static const char *put_atbbridge(struct writer *w, unsigned i)
{
    uint32_t control = 0;
    const char *why = w->s->read(w->s->ctx, i, TR_ATB_BRIDGE_CONTROL_OFFSET, &control);
    if (why == NULL) {
        fprintf(w->f, "atb_id=%u\n",
                (unsigned)((control & TR_ATB_BRIDGE_ID_MASK) >> TR_ATB_BRIDGE_ID_SHIFT));
    }
    return why;
}

/* The sink's wrap and pointers, beside its bytes. */
static int put_buffer(struct writer *w, unsigned k)
{
    const struct htr_snapshot_buffer *b = &w->s->buffers[k];
    char name[TOPOLOGY_NAME_MAX];
    const char *why = NULL;
    (void)topology_name(tree(w), b->component, name);
    fprintf(w->f, "\n[buffer%u]\nname=%s\nfile=%s.bin\nformat=%s\n", k, name, name,
            b->coresight ? "coresight" : "source_data");
    if (is_type(w, b->component, TR_COMP_TYPE_RAMSINK)) {
        why = put_ramsink(w, b->component);
    } else if (is_type(w, b->component, TR_COMP_TYPE_ATBBRIDGE)) {
        why = put_atbbridge(w, b->component);
    }
    return why == NULL ? HTR_OK
                       : htr_fail(w->host, HTR_ERR_TARGET, name, "cannot be read: %s", why);
}

static int put_trace(struct writer *w)
{
    char name[TOPOLOGY_NAME_MAX];
    int status = begin(w, "trace", ".ini");
    if (status != HTR_OK) {
        return status;
    }
    fprintf(w->f, "[trace_buffers]\nbuffers=");
    for (unsigned k = 0; k < w->s->nbuffers; k++) {
        fprintf(w->f, "%sbuffer%u", k == 0 ? "" : ",", k);
    }
    fprintf(w->f, "\n");
    for (unsigned k = 0; k < w->s->nbuffers && status == HTR_OK; k++) {
        status = put_buffer(w, k);
    }
    fprintf(w->f, "\n[core_trace_sources]\n");
    for (unsigned i = 0; i < tree(w)->ncomponents; i++) {
        if (active(w, i) && tree(w)->component[i].hart.present) {
            fprintf(w->f, "hart-%" PRIu32 "=%s\n", tree(w)->component[i].hart.index,
                    topology_name(tree(w), i, name));
        }
    }
    fprintf(w->f, "\n[source_buffers]\n");
    for (unsigned i = 0; i < tree(w)->ncomponents; i++) {
        const unsigned sink = w->s->use[i].sink;
        if (is_type(w, i, TR_COMP_TYPE_ENCODER) && sink != TOPOLOGY_NONE) {
            fprintf(w->f, "%s=", topology_name(tree(w), i, name));
            fprintf(w->f, "%s\n", topology_name(tree(w), sink, name));
        }
    }
    if (framed(w) != NULL) {
        fprintf(w->f, "stm-0=%s\n", topology_name(tree(w), framed(w)->component, name));
    }
    int closed = end(w);
    return status != HTR_OK ? status : closed;
}

static int put_bytes(const struct writer *w, const char *name, const char *suffix,
                     const void *bytes, size_t n)
{
    char path[HTR_SNAPSHOT_PATH];
    int k = snprintf(path, sizeof path, "%s/%s%s", w->s->folder, name, suffix);
    return k < 0 || (size_t)k >= sizeof path
               ? htr_fail(w->host, HTR_ERR_RANGE, w->s->folder, "the name is too long")
               : htr_save(w->host, path, bytes, n);
}

int htr_snapshot_write(const struct htr_snapshot_source *s, struct htr_host *host)
{
    struct writer w = {.s = s, .host = host};
    char name[TOPOLOGY_NAME_MAX];
    int status = htr_folder(host, s->folder);
    status = status == HTR_OK ? find_active(&w) : status;
    for (unsigned i = 0; i < tree(&w)->ncomponents && status == HTR_OK; i++) {
        if (active(&w, i)) {
            status = put_component(&w, i);
        }
        if (active(&w, i) && status == HTR_OK && tree(&w)->component[i].hart.present) {
            status = put_hart(&w, &tree(&w)->component[i].hart);
        }
    }
    for (unsigned k = 0; k < s->nbuffers && status == HTR_OK; k++) {
        status = s->buffers[k].written
                     ? HTR_OK
                     : put_bytes(&w, topology_name(tree(&w), s->buffers[k].component, name), ".bin",
                                 s->buffers[k].bytes, s->buffers[k].size);
    }
    if (status == HTR_OK && s->dtb != NULL) {
        status = put_bytes(&w, "tree", ".dtb", s->dtb, s->dtb_size);
    }
    status = status == HTR_OK && framed(&w) != NULL ? put_stm(&w) : status;
    status = status == HTR_OK ? put_trace(&w) : status;
    return status == HTR_OK ? put_index(&w) : status;
}
