/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A file that SystemC's own VCD writer writes to. That writer opens the file by name and ignores
 * errors. So it gets the name of a pipe, and its output is written here, with checks.
 */
#ifndef SIM_WAVES_PIPE_HPP
#define SIM_WAVES_PIPE_HPP

#include <string>
#include <thread>

namespace sim_sc
{

class waves_pipe
{
  public:
    /* Open the file at path for writing. Throws std::runtime_error when that, or the pipe, cannot
     * be made. */
    explicit waves_pipe(const std::string &path);
    ~waves_pipe();
    waves_pipe(const waves_pipe &) = delete;
    waves_pipe &operator=(const waves_pipe &) = delete;

    /* The name to be written to, without its suffix, .vcd. */
    const std::string &stem() const
    {
        return m_stem;
    }

    /* The writer has closed it: write the rest. Returns 0, or the errno of the first write that
     * failed. */
    int finish();

  private:
    void copy();

    int m_read = -1, m_write = -1, m_file = -1;
    int m_error = 0;
    std::string m_folder, m_stem;
    std::thread m_thread;
};

} // namespace sim_sc

#endif
