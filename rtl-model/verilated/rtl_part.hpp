// SPDX-License-Identifier: Apache-2.0
// What the C interfaces to Verilated components have in common. RTL_COMPONENT and RTL_NAME name the
// module and its set of parameters (module.mk); P_Lanes and so on are the parameters.
#ifndef RTL_PART_HPP
#define RTL_PART_HPP

#include "rtl_part.h"
#include "rtl_pool.hpp"

#include <memory>
#include <type_traits>

#include <rtl_params.h> // defaults, made from the SystemVerilog
#include <rtl_top.h>    // the class of this set of parameters
#include <verilated.h>

#define RTL_STR_(x)        #x
#define RTL_STR(x)         RTL_STR_(x)
#define RTL_CAT3_(a, b, c) a##b##c
#define RTL_CAT3(a, b, c)  RTL_CAT3_(a, b, c)
#define RTL_TOP            RTL_CAT3(Vtr_, RTL_COMPONENT, RTL_NAME)
#define RTL_KIND           RTL_CAT3(rtl_, RTL_COMPONENT, RTL_NAME)

// For the lists of parameters (regmap/gen/c/regmap/ *_params.h): the model's member has what the
// design has.
#define RTL_PARAM(member, name) cfg->member = P_##name;

namespace rtl
{

// Put a field into a port, and get one, for any type of its width.
template <class T>
std::enable_if_t<std::is_integral_v<T>> put(T &port, unsigned at, unsigned width, uint64_t value)
{
    uint64_t mask = (width >= 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1) << at;
    port = static_cast<T>((port & ~mask) | ((value << at) & mask));
}

template <std::size_t N> void put(VlWide<N> &port, unsigned at, unsigned width, uint64_t value)
{
    for (unsigned i = 0; i < width; i++) {
        uint32_t bit = uint32_t{1} << ((at + i) % 32);
        uint32_t &word = port.m_storage[(at + i) / 32];
        word = ((value >> i) & 1) != 0 ? word | bit : word & ~bit;
    }
}

template <class T>
std::enable_if_t<std::is_integral_v<T>, uint8_t> get_byte(const T &port, unsigned n)
{
    return static_cast<uint8_t>(static_cast<uint64_t>(port) >> (8 * n));
}

template <std::size_t N> uint8_t get_byte(const VlWide<N> &port, unsigned n)
{
    return static_cast<uint8_t>(port.m_storage[n / 4] >> (8 * (n % 4)));
}

// link_bytes_i: less one; of no beat it is 0.
inline uint8_t link_bytes(const rtl_link &link)
{
    return static_cast<uint8_t>(link.bytes != 0 ? link.bytes - 1 : 0);
}

template <class Top> struct part {
    VerilatedContext context;
    std::unique_ptr<Top> top;

    explicit part(const char *name)
    {
        context.threads(1);
        top = std::make_unique<Top>(&context, name);
        reset();
    }

    void reset()
    {
        top->rst_ni = 0;
        for (int i = 0; i < 3; i++) {
            settle();
            edge();
        }
        top->clk_i = 0;
        top->rst_ni = 1;
        top->pstrb_i = 15;
        top->eval();
    }

    ~part()
    {
        // Verilator 5.006 frees a model in the thread's current context.
        Verilated::threadContextp(&context);
        top->final();
        top.reset();
    }

    void settle()
    {
        top->clk_i = 0;
        top->eval();
    }

    void edge()
    {
        top->clk_i = 1;
        top->eval();
    }

    void drive(const rtl_apb &apb)
    {
        top->psel_i = apb.psel;
        top->penable_i = apb.penable;
        top->pwrite_i = apb.pwrite;
        put(top->paddr_i, 0, 32, apb.paddr);
        top->pwdata_i = apb.pwdata;
        top->pstrb_i = 15 & ~apb.left_out;
    }

    // For a component with one link in.
    void drive_link(const rtl_link &link, unsigned lanes)
    {
        top->link_valid_i = link.valid;
        top->link_last_i = link.last;
        top->link_bytes_i = link_bytes(link);
        for (unsigned k = 0; k < lanes; k++) {
            put(top->link_data_i, 8 * k, 8, link.data[k]);
        }
    }

    void answer(rtl_apb &apb)
    {
        apb.pready = top->pready_o;
        apb.pslverr = top->pslverr_o;
        apb.prdata = top->prdata_o;
    }
};

// The handle of the C interface, and the object that it stands for.
template <class Handle, class Object> struct handle {
    static Handle *create()
    {
        return static_cast<Handle *>(take<Object>(RTL_STR(RTL_TOP)));
    }

    static void destroy(Handle *rtl)
    {
        give<Object>(rtl);
    }

    static void clock_edge(Handle *rtl)
    {
        rtl->edge();
    }
};

template <auto Settle, auto ClockEdge, class Handle, class... Io> void cycle(Handle *rtl, Io... io)
{
    Settle(rtl, io...);
    ClockEdge(rtl);
}

} // namespace rtl

#endif
