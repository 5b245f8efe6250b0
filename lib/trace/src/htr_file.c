/* SPDX-License-Identifier: Apache-2.0 */
/* Files read from front to back: plain, gzip, zstd. */
#include "htr/htr_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

enum {
    RAW = 1 << 17,
    MAGIC = 4,
    ONCE = 1 << 30, /* the most that a codec is asked for at a time */
};

static const char no_memory[] = "not enough memory";

/* ---- bytes of the file ---- */

static bool stopped(const struct htr_file *s)
{
    return htr_stopped(s->host) && !s->late;
}

/* One read. Returns how many bytes came, 0 at the end or after an error. */
static size_t get(struct htr_file *s, uint8_t *to, size_t n)
{
    ssize_t got;
    do {
        got = read(s->fd, to, n < ONCE ? n : (size_t)ONCE);
    } while (got < 0 && errno == EINTR && !stopped(s));
    if (got < 0 && errno != EINTR) {
        s->error = strerror(errno);
    }
    s->eof = got <= 0;
    s->got += got < 0 ? 0 : (uint64_t)got;
    return got < 0 ? 0 : (size_t)got;
}

/* Have at least `want` raw bytes (at most RAW), or all that is left. */
static void have(struct htr_file *s, size_t want)
{
    if (s->fill - s->pos >= want || s->eof) {
        return;
    }
    memmove(s->raw, s->raw + s->pos, s->fill - s->pos);
    s->fill -= s->pos;
    s->pos = 0;
    while (s->fill < want && !s->eof) {
        s->fill += get(s, s->raw + s->fill, RAW - s->fill);
    }
}

/* ---- plain ---- */

static size_t read_plain(struct htr_file *s, uint8_t *to, size_t n)
{
    size_t done = s->fill - s->pos < n ? s->fill - s->pos : n;
    memcpy(to, s->raw + s->pos, done);
    s->pos += done;
    while (done < n && !s->eof) {
        done += get(s, to + done, n - done);
    }
    s->ended = done < n;
    return done;
}

/* ---- gzip ---- */

static bool gzip_follows(struct htr_file *s)
{
    have(s, 2);
    return s->fill - s->pos >= 2 && s->raw[s->pos] == 0x1F && s->raw[s->pos + 1] == 0x8B;
}

/* One step. Returns how many bytes it made. */
static size_t step_gzip(struct htr_file *s, uint8_t *to, size_t n)
{
    z_stream *z = s->codec;
    if (!s->inside) {
        if (!gzip_follows(s)) {
            s->ended = true;
            return 0;
        }
        (void)inflateReset(z);
        s->inside = true;
    }
    z->next_in = s->raw + s->pos;
    z->avail_in = (unsigned)(s->fill - s->pos);
    z->next_out = to;
    z->avail_out = (unsigned)n;
    int result = inflate(z, Z_NO_FLUSH);
    s->pos = s->fill - z->avail_in;
    if (result == Z_STREAM_END) {
        s->inside = false;
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
        s->error = z->msg != NULL ? z->msg : result == Z_MEM_ERROR ? no_memory : "damaged";
    }
    return n - z->avail_out;
}

/* ---- zstd ---- */

static size_t step_zstd(struct htr_file *s, uint8_t *to, size_t n)
{
    if (!s->inside) {
        have(s, 1);
        if (s->fill == s->pos) {
            s->ended = true;
            return 0;
        }
    }
    ZSTD_inBuffer in = {s->raw, s->fill, s->pos};
    ZSTD_outBuffer out = {to, n, 0};
    size_t result = ZSTD_decompressStream(s->codec, &out, &in);
    s->pos = in.pos;
    s->inside = result != 0;
    if (ZSTD_isError(result)) {
        s->error = ZSTD_getErrorName(result);
    }
    return out.pos;
}

/* ---- */

static size_t read_compressed(struct htr_file *s, uint8_t *to, size_t n)
{
    size_t done = 0;
    while (done < n && !s->ended && s->error == NULL) {
        size_t room = n - done < ONCE ? n - done : (size_t)ONCE;
        size_t before = s->fill - s->pos;
        size_t made = s->format == HTR_FILE_GZIP ? step_gzip(s, to + done, room)
                                                 : step_zstd(s, to + done, room);
        done += made;
        if (made != 0 || s->fill - s->pos != before || s->ended || s->error != NULL) {
            continue;
        }
        have(s, before + 1); /* it needs more input */
        if (stopped(s)) {
            s->ended = true;
        } else if (s->fill - s->pos == before && s->error == NULL) {
            s->cut = true;
            s->error = s->format == HTR_FILE_GZIP ? "the gzip file is cut off"
                                                  : "the zstd file is cut off";
        }
    }
    s->ended = s->ended || s->error != NULL;
    return done;
}

size_t htr_file_read(struct htr_file *s, void *to, size_t n)
{
    s->ended = s->ended || stopped(s);
    if (s->ended) {
        return 0;
    }
    return s->format == HTR_FILE_PLAIN ? read_plain(s, to, n) : read_compressed(s, to, n);
}

bool htr_file_skip(struct htr_file *s, uint64_t n)
{
    uint8_t passed[4096];
    const uint64_t held = s->fill - s->pos;
    struct stat st;
    if (s->format == HTR_FILE_PLAIN && n > held && fstat(s->fd, &st) == 0 && S_ISREG(st.st_mode) &&
        s->got + (n - held) <= (uint64_t)st.st_size &&
        lseek(s->fd, (off_t)(n - held), SEEK_CUR) >= 0) {
        s->got += n - held;
        s->pos = s->fill;
        return true;
    }
    while (n > 0) {
        const size_t want = n < sizeof passed ? (size_t)n : sizeof passed;
        if (htr_file_read(s, passed, want) < want) {
            return false;
        }
        n -= want;
    }
    return true;
}

static int open_file(const char *path)
{
    struct stat st;
    if (strcmp(path, "-") == 0) {
        return dup(STDIN_FILENO);
    }
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0 && fstat(fd, &st) == 0 && S_ISDIR(st.st_mode)) {
        (void)close(fd);
        errno = EISDIR;
        return -1;
    }
    return fd;
}

/* Look at the first bytes and make the codec. Returns false when there is no memory. */
static bool start(struct htr_file *s)
{
    static const uint8_t zstd[MAGIC] = {0x28, 0xB5, 0x2F, 0xFD};
    have(s, MAGIC);
    if (gzip_follows(s)) {
        z_stream *z = calloc(1, sizeof *z);
        s->codec = z;
        s->format = HTR_FILE_GZIP;
        if (z != NULL && inflateInit2(z, 15 + 16) != Z_OK) { /* the largest window, gzip header */
            free(z);
            s->codec = NULL;
        }
        return s->codec != NULL;
    }
    if (s->fill >= MAGIC && memcmp(s->raw, zstd, MAGIC) == 0) {
        s->codec = ZSTD_createDStream();
        s->format = HTR_FILE_ZSTD;
        return s->codec != NULL;
    }
    return true;
}

static int cannot_open(struct htr_host *host, const char *path, int number)
{
    return htr_fail(host, HTR_ERR_OPEN, path,
                    "cannot be opened: %s; check the name and its permissions", strerror(number));
}

int htr_file_open(struct htr_file *s, struct htr_host *host, const char *path)
{
    *s = (struct htr_file){.fd = open_file(path), .late = htr_stopped(host), .host = host};
    if (s->fd < 0) {
        return cannot_open(host, path, errno);
    }
    const char *refused = host->refuses != NULL ? host->refuses(host->ctx, s->fd) : NULL;
    if (refused != NULL) {
        (void)close(s->fd);
        return htr_fail(host, HTR_ERR_OPEN, path, "%s", refused);
    }
    s->raw = malloc(RAW);
    if (s->raw == NULL) {
        (void)close(s->fd);
        return htr_fail(host, HTR_ERR_MEMORY, path, "not enough memory to read it");
    }
    if (!start(s)) {
        htr_file_close(s);
        return htr_fail(host, HTR_ERR_MEMORY, path, "not enough memory to decompress it");
    }
    return HTR_OK;
}

void htr_file_close(struct htr_file *s)
{
    if (s->raw == NULL) {
        return;
    }
    if (s->codec != NULL && s->format == HTR_FILE_GZIP) {
        (void)inflateEnd(s->codec);
        free(s->codec);
    } else if (s->codec != NULL) {
        (void)ZSTD_freeDStream(s->codec);
    }
    free(s->raw);
    (void)close(s->fd);
    *s = (struct htr_file){.ended = true};
}
