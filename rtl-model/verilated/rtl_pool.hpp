// SPDX-License-Identifier: Apache-2.0
// Where Verilated components come from and go to: made and freed; or, when their coverage is
// counted (RTL_COVERAGE), kept and used again, and their counts written when the program ends, into
// files in the folder HARTRACE_RTL_COVERAGE.
#ifndef RTL_POOL_HPP
#define RTL_POOL_HPP

#include <verilated.h>

#ifdef RTL_COVERAGE
#include <cstdlib>
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>

#include <verilated_cov.h>
#endif

namespace rtl
{

// Objects of several sets of parameters go into one program: T's name must contain the class that
// Verilator made, so T is a template of that class. T(name) has a VerilatedContext `context` and
// reset(): as it was when it was made.
#ifdef RTL_COVERAGE
template <class T> struct pool {
    const char *name = "";
    std::vector<std::unique_ptr<T>> all;
    std::vector<T *> idle;

    static pool &get()
    {
        static pool the_pool;
        return the_pool;
    }

    ~pool()
    {
        const char *folder = std::getenv("HARTRACE_RTL_COVERAGE");
        for (std::size_t i = 0; folder != nullptr && i < all.size(); i++) {
            std::string path = std::string(folder) + "/" + name + "-" + std::to_string(getpid()) +
                               "-" + std::to_string(i) + ".dat";
            all[i]->context.coveragep()->write(path.c_str());
        }
        for (auto &one : all) {
            Verilated::threadContextp(&one->context);
            one.reset();
        }
    }
};

template <class T> T *take(const char *name)
{
    pool<T> &p = pool<T>::get();
    p.name = name;
    if (p.idle.empty()) {
        p.all.push_back(std::make_unique<T>(name));
        return p.all.back().get();
    }
    T *one = p.idle.back();
    p.idle.pop_back();
    one->reset();
    return one;
}

template <class T> void give(T *one)
{
    pool<T>::get().idle.push_back(one);
}
#else
template <class T> T *take(const char *name)
{
    return new T(name);
}

template <class T> void give(T *one)
{
    delete one;
}
#endif

} // namespace rtl

#endif
