/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the SystemC tests share: cases that print TAP, and a master for registers.
 *
 * A process elaborates once: either all cases run one after the other on the same modules (run), or
 * each in a process of its own (run_apart). A check that fails throws; never check inside a SystemC
 * process.
 */
#ifndef SC_TEST_HPP
#define SC_TEST_HPP

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>

#include "trsc/trsc_component.hpp"

int sc_main(int, char **); /* the library wants one */
int sc_main(int, char **)
{
    return 0;
}

namespace sc_test
{

template <class A, class B>
void check_equal(const A &a, const B &b, const char *text, const char *file, int line)
{
    if (a == b) {
        return;
    }
    std::ostringstream out;
    out << file << ":" << line << ": " << text << ": " << a << " != " << b;
    throw std::runtime_error(out.str());
}

inline void check(bool condition, const char *text, const char *file, int line)
{
    if (condition) {
        return;
    }
    throw std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + text);
}

#define CHECK(condition) sc_test::check((condition), #condition, __FILE__, __LINE__)
#define CHECK_EQUAL(a, b)                                                                          \
    sc_test::check_equal(static_cast<uint64_t>(a), static_cast<uint64_t>(b), #a " = " #b,          \
                         __FILE__, __LINE__)

struct test_case {
    const char *name;
    void (*run)();
};

/* Before the first module. */
inline void quiet()
{
    setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
    sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_DO_NOTHING);
    sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
}

inline bool run_one(const test_case &c)
{
    try {
        c.run();
        return true;
    } catch (const std::exception &e) {
        std::printf("# %s\n", e.what());
        return false;
    }
}

/* The parent never touches SystemC. */
inline bool run_in_child(const test_case &c)
{
    int status = 0;
    const pid_t child = fork();

    if (child == 0) {
        quiet();
        const bool good = run_one(c);
        std::fflush(stdout);
        _exit(good ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == EXIT_SUCCESS;
}

inline int run_with(bool (*how)(const test_case &), const std::vector<test_case> &cases)
{
    unsigned number = 0, failed = 0;

    std::printf("1..%zu\n", cases.size());
    for (const test_case &c : cases) {
        number++;
        std::fflush(stdout);
        const bool good = how(c);
        failed += !good;
        std::printf("%s %u - %s\n", good ? "ok" : "not ok", number, c.name);
    }
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

inline int run(const std::vector<test_case> &cases)
{
    return run_with(run_one, cases);
}

inline int run_apart(const std::vector<test_case> &cases)
{
    return run_with(run_in_child, cases);
}

/* A bus master with one socket. */
class master : public sc_core::sc_module
{
  public:
    tlm_utils::simple_initiator_socket<master> socket;

    explicit master(const sc_core::sc_module_name &name)
        : sc_core::sc_module(name), socket("socket")
    {
    }

    tlm::tlm_response_status access(tlm::tlm_command command, uint64_t address, uint32_t &word)
    {
        tlm::tlm_generic_payload trans;
        sc_core::sc_time delay = sc_core::SC_ZERO_TIME;

        trans.set_command(command);
        trans.set_address(address);
        trans.set_data_ptr(reinterpret_cast<unsigned char *>(&word));
        trans.set_data_length(4);
        trans.set_streaming_width(4);
        socket->b_transport(trans, delay);
        return trans.get_response_status();
    }

    uint32_t read(uint64_t address)
    {
        uint32_t word = 0;
        CHECK(access(tlm::TLM_READ_COMMAND, address, word) == tlm::TLM_OK_RESPONSE);
        return word;
    }

    void write(uint64_t address, uint32_t word)
    {
        CHECK(access(tlm::TLM_WRITE_COMMAND, address, word) == tlm::TLM_OK_RESPONSE);
    }
};

} // namespace sc_test

#endif
