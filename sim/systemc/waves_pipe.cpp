/* SPDX-License-Identifier: Apache-2.0 */
/* A file that SystemC's own VCD writer writes to. */
#include "systemc/waves_pipe.hpp"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <stdexcept>
#include <unistd.h>
#include <vector>

namespace sim_sc
{

namespace
{

void shut(int &fd)
{
    if (fd >= 0) {
        close(fd);
    }
    fd = -1;
}

} // namespace

waves_pipe::waves_pipe(const std::string &path)
{
    const char *folder = std::getenv("TMPDIR");
    std::string name = std::string(folder && *folder ? folder : "/tmp") + "/hartrace-XXXXXX";
    int fd[2];

    m_file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (m_file < 0) {
        throw std::runtime_error(path + ": cannot be written");
    }
    if (pipe2(fd, O_CLOEXEC) != 0 || !mkdtemp(&name[0])) {
        shut(m_file);
        throw std::runtime_error(name + ": cannot be made; is there room in TMPDIR?");
    }
    m_read = fd[0];
    m_write = fd[1];
    m_folder = name;
    m_stem = name + "/waves";
    const std::string target = "/proc/self/fd/" + std::to_string(m_write);
    if (symlink(target.c_str(), (m_stem + ".vcd").c_str()) != 0) {
        (void)finish();
        throw std::runtime_error(m_stem + ": cannot be made; is there room in TMPDIR?");
    }
    m_thread = std::thread(&waves_pipe::copy, this);
}

waves_pipe::~waves_pipe()
{
    (void)finish();
}

/* Read to the end of the pipe even when the file takes no more: the writer must not block. */
void waves_pipe::copy()
{
    std::vector<char> buffer(1 << 16);
    ssize_t n;

    while ((n = read(m_read, buffer.data(), buffer.size())) > 0 || (n < 0 && errno == EINTR)) {
        for (ssize_t done = 0; done < n && m_error == 0;) {
            const ssize_t k =
                write(m_file, &buffer[static_cast<size_t>(done)], static_cast<size_t>(n - done));
            if (k > 0) {
                done += k;
            } else if (errno != EINTR) {
                m_error = errno != 0 ? errno : EIO;
            }
        }
    }
}

int waves_pipe::finish()
{
    if (m_folder.empty()) {
        return m_error;
    }
    shut(m_write);
    if (m_thread.joinable()) {
        m_thread.join();
    }
    shut(m_read);
    if (m_file >= 0 && close(m_file) != 0 && m_error == 0) {
        m_error = errno;
    }
    m_file = -1;
    (void)unlink((m_stem + ".vcd").c_str());
    (void)rmdir(m_folder.c_str());
    m_folder.clear();
    return m_error;
}

} // namespace sim_sc
