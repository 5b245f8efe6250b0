/* SPDX-License-Identifier: Apache-2.0 */
/* Clock and registers of a component. */
#include "trsc/trsc_component.hpp"

#include <cstring>

namespace trsc
{

namespace
{

constexpr uint64_t block_bytes = 0x1000;
constexpr unsigned word_bytes = 4;

/* Of the bytes of the word, how many are enabled? */
unsigned enabled_bytes(const tlm::tlm_generic_payload &trans)
{
    const unsigned char *enable = trans.get_byte_enable_ptr();
    const unsigned length = trans.get_byte_enable_length();
    unsigned n = 0;

    if (!enable) {
        return word_bytes;
    }
    if (length == 0) {
        return 0;
    }
    for (unsigned i = 0; i < word_bytes; i++) {
        n += enable[i % length] == TLM_BYTE_ENABLED;
    }
    return n;
}

} // namespace

clocked::clocked(const sc_core::sc_module_name &name) : sc_core::sc_module(name), clk("clk")
{
}

void clocked::set_phase(unsigned phase)
{
    m_phase = phase;
}

unsigned clocked::phase() const
{
    return m_phase;
}

void clocked::sample()
{
}

void clocked::end_of_elaboration()
{
    if (clk.size() == 0) {
        return;
    }
    sc_core::sc_spawn_options options;
    options.spawn_method();
    options.dont_initialize();
    options.set_sensitivity(&clk->posedge_event());
    sc_core::sc_spawn([this] { on_clock(); }, "on_clock", &options);
}

void clocked::on_clock()
{
    if (!m_waiting) {
        sample();
        m_left = m_phase;
        m_waiting = true;
    }
    if (m_left > 0) {
        m_left--;
        sc_core::next_trigger(sc_core::SC_ZERO_TIME);
        return;
    }
    m_waiting = false;
    tick();
}

component::component(const sc_core::sc_module_name &name, trsc::core &c)
    : clocked(name), regs("regs"), m_core(c)
{
    regs.register_b_transport(this, &component::b_transport);
    regs.register_transport_dbg(this, &component::transport_dbg);
    regs.register_get_direct_mem_ptr(this, &component::get_dmi);
}

void component::set_time_hook(std::function<void(const sc_core::sc_time &)> hook)
{
    m_time_hook = std::move(hook);
}

bool component::empty() const
{
    return m_core.empty();
}

std::string component::wave_name(const char *what) const
{
    return std::string(name()) + "." + what;
}

void component::trace(sc_core::sc_trace_file *file) const
{
    sc_trace(file, m_access.count, wave_name("reg_count"));
    sc_trace(file, m_access.address, wave_name("reg_address"));
    sc_trace(file, m_access.data, wave_name("reg_data"));
    sc_trace(file, m_access.write, wave_name("reg_write"));
    sc_trace(file, m_access.error, wave_name("reg_error"));
}

tlm::tlm_response_status component::check(const tlm::tlm_generic_payload &trans) const
{
    const unsigned enabled = enabled_bytes(trans);

    if (trans.get_data_length() != word_bytes || trans.get_streaming_width() < word_bytes) {
        return tlm::TLM_BURST_ERROR_RESPONSE;
    }
    if (trans.get_byte_enable_ptr() && trans.get_byte_enable_length() == 0) {
        return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    }
    if (enabled != 0 && enabled != word_bytes) {
        return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    }
    if (trans.get_address() % word_bytes != 0 || trans.get_address() >= block_bytes) {
        return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    }
    return tlm::TLM_OK_RESPONSE;
}

/* An access that passed the checks. */
tlm::tlm_response_status component::access(tlm::tlm_generic_payload &trans)
{
    const auto offset = static_cast<uint32_t>(trans.get_address());
    uint32_t word = 0;
    int status;

    if (trans.is_write()) {
        std::memcpy(&word, trans.get_data_ptr(), word_bytes);
        status = m_core.reg_write(offset, word);
    } else {
        status = m_core.reg_read(offset, word);
        if (status == TRM_OK) {
            std::memcpy(trans.get_data_ptr(), &word, word_bytes);
        }
    }
    m_access.address = offset;
    m_access.data = word;
    m_access.write = trans.is_write();
    return status == TRM_OK ? tlm::TLM_OK_RESPONSE : tlm::TLM_GENERIC_ERROR_RESPONSE;
}

/* A store of 1 or 2 bytes: only stimulus ports take one. */
bool component::is_part(const tlm::tlm_generic_payload &trans)
{
    const unsigned n = trans.get_data_length();

    return trans.is_write() && (n == 1 || n == 2) && trans.get_streaming_width() >= n &&
           !trans.get_byte_enable_ptr() && trans.get_address() % word_bytes == 0 &&
           trans.get_address() < block_bytes;
}

tlm::tlm_response_status component::access_part(const tlm::tlm_generic_payload &trans)
{
    const auto offset = static_cast<uint32_t>(trans.get_address());
    uint32_t word = 0;

    std::memcpy(&word, trans.get_data_ptr(), trans.get_data_length());
    m_access.address = offset;
    m_access.data = word;
    m_access.write = true;
    return m_core.reg_write_part(offset, trans.get_data_length(), word) == TRM_OK
               ? tlm::TLM_OK_RESPONSE
               : tlm::TLM_BURST_ERROR_RESPONSE;
}

void component::b_transport(tlm::tlm_generic_payload &trans, sc_core::sc_time &delay)
{
    tlm::tlm_response_status status = check(trans);

    trans.set_dmi_allowed(false);
    if (status == tlm::TLM_OK_RESPONSE && trans.get_command() != tlm::TLM_IGNORE_COMMAND &&
        enabled_bytes(trans) != 0) {
        if (m_time_hook) {
            m_time_hook(sc_core::sc_time_stamp() + delay);
        }
        status = access(trans);
    } else if (is_part(trans)) {
        if (m_time_hook) {
            m_time_hook(sc_core::sc_time_stamp() + delay);
        }
        status = access_part(trans);
    }
    m_access.count++;
    m_access.error = status != tlm::TLM_OK_RESPONSE;
    trans.set_response_status(status);
}

unsigned component::debug_read(uint64_t at, unsigned char *bytes, unsigned n)
{
    unsigned done = 0;

    for (; done < n && at + done < block_bytes; done++) {
        const auto offset = static_cast<uint32_t>(at + done);
        unsigned char word_as_bytes[word_bytes];
        uint32_t word = 0;

        if (!m_core.peek(offset & ~(word_bytes - 1u), word)) {
            break;
        }
        std::memcpy(word_as_bytes, &word, word_bytes);
        bytes[done] = word_as_bytes[offset % word_bytes];
    }
    return done;
}

unsigned component::debug_write(uint64_t at, const unsigned char *bytes, unsigned n)
{
    unsigned done = 0;

    if (at % word_bytes != 0) {
        return 0;
    }
    for (; done + word_bytes <= n && at + done < block_bytes; done += word_bytes) {
        uint32_t word;

        std::memcpy(&word, bytes + done, word_bytes);
        if (m_core.reg_write(static_cast<uint32_t>(at + done), word) != TRM_OK) {
            break;
        }
    }
    return done;
}

unsigned component::transport_dbg(tlm::tlm_generic_payload &trans)
{
    unsigned char *bytes = trans.get_data_ptr();
    const unsigned n = trans.get_data_length();
    unsigned done = 0;

    if (trans.is_read()) {
        done = debug_read(trans.get_address(), bytes, n);
    } else if (trans.is_write()) {
        done = debug_write(trans.get_address(), bytes, n);
    }
    trans.set_response_status(done == n ? tlm::TLM_OK_RESPONSE : tlm::TLM_GENERIC_ERROR_RESPONSE);
    return done;
}

bool component::get_dmi(tlm::tlm_generic_payload &, tlm::tlm_dmi &dmi)
{
    dmi.allow_none();
    dmi.set_start_address(0);
    dmi.set_end_address(block_bytes - 1);
    return false;
}

} // namespace trsc
