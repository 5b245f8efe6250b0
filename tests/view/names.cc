// SPDX-License-Identifier: Apache-2.0
// Functions in namespaces and classes, for test_symbols_cpp.c.
#define CALLED __attribute__((noinline, noclone))

namespace trace {
CALLED int free_function(int x) { return x * 3; }

namespace {
CALLED int hidden(int x) { return x ^ 5; }
} // namespace

namespace deep {
struct box {
    struct inner {
        CALLED int get(int k) const;
    };
    CALLED int add(int x);
    CALLED static int count(int n);
    template <class T> CALLED T pick(T a, T b);
    int value;
};
int box::add(int x) { return value + x; }
int box::count(int n) { return n + 1; }
int box::inner::get(int k) const { return k + 7; }
template <class T> T box::pick(T a, T b) { return a < b ? a : b; }
} // namespace deep

struct made {
    CALLED explicit made(int x);
    CALLED ~made();
    int value;
};
made::made(int x) : value(x) {}
made::~made() { __asm__ volatile("" ::"r"(value)); }
} // namespace trace

struct plain {
    CALLED int in_class(int x) { return x + 40; }
    __attribute__((always_inline)) int tiny(int x) { return in_class(x) * 9; }
};

extern "C" {
CALLED int c_function(int x) { return x; }

int _start()
{
    struct local {
        CALLED int run(int x) { return x + 90; }
    } here;
    trace::deep::box b{3};
    trace::deep::box::inner i;
    trace::made m(2);
    plain p;
    int sum = trace::free_function(b.add(1)) + trace::hidden(2) + b.count(2) + i.get(3) + b.pick<int>(1, 2);
    return sum + p.in_class(3) + p.tiny(4) + m.value + here.run(3) + c_function(2);
}
}
