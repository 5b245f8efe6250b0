/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One program at a time: POSIX record locks, which network file systems have too, and which go with
 * the process.
 */
#include "htr/htr_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int htr_lock(struct htr_host *host, const char *path, const char *what)
{
    const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fd < 0) {
        return htr_fail(host, HTR_ERR_OPEN, path, "cannot be made: %s; check the folder",
                        strerror(errno));
    }
    if (fcntl(fd, F_SETLK, &all) == 0) {
        return fd;
    }
    const int why = errno;
    int status = HTR_ERR_CONFLICT;
    if (why != EACCES && why != EAGAIN) {
        status = htr_fail(host, HTR_ERR_OPEN, path, "cannot be locked: %s", strerror(why));
    } else if (fcntl(fd, F_GETLK, &all) == 0 && all.l_type != F_UNLCK) {
        status = htr_fail(host, status, path,
                          "%s is being written by process %ld; wait for it, or end it", what,
                          (long)all.l_pid);
    } else {
        status = htr_fail(host, status, path, "%s is being written by another process; wait for it",
                          what);
    }
    (void)close(fd);
    return status;
}

void htr_lock_free(int lock)
{
    if (lock >= 0) {
        (void)close(lock);
    }
}
