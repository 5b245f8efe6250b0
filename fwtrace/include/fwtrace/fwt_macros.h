/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fwt_debug, fwt_print and fwt_printf; include fwtrace/fwtrace.h. Format strings go to section
 * .fwtrace.str and call sites to .fwtrace.sites, which fwtrace.ld keeps out of memory.
 */
#ifndef FWTRACE_FWT_MACROS_H
#define FWTRACE_FWT_MACROS_H

#include "fwtrace/fwtrace.h"

/* A record of .fwtrace.sites: address of the call (4 or 8 bytes, as XLEN), then 4 bytes:
 * domain << 7 | action, 0xffff0000 when they are not constants; or 0x80000000 + the offset of a
 * print. */
#define FWT_SITE_UNKNOWN 0xffff0000u

#if defined(__riscv)
#if __riscv_xlen == 64
#define FWT_SITE_ADDRESS ".dword"
#else
#define FWT_SITE_ADDRESS ".word"
#endif
#define FWT_SITE_AS_(record, more)                                                                 \
    __asm__ volatile("771:\n"                                                                      \
                     ".pushsection .fwtrace.sites,\"\",@progbits\n" FWT_SITE_ADDRESS " 771b\n"     \
                     ".word %0" more "\n"                                                          \
                     ".popsection"                                                                 \
                     :                                                                             \
                     : "i"(record))
#define FWT_SITE_(record) FWT_SITE_AS_(record, "")
/* The section is at address 0, farther from the code than medany reaches. */
#define FWT_TOKEN_(string)                                                                         \
    __extension__({                                                                                \
        uint32_t fwt_token_;                                                                       \
        __asm__("lui %0, %%hi(%1)\n"                                                               \
                "addi %0, %0, %%lo(%1)"                                                            \
                : "=r"(fwt_token_)                                                                 \
                : "i"(string));                                                                    \
        fwt_token_;                                                                                \
    })
#define FWT_SITE_OF_(string) FWT_SITE_AS_(string, " + 0x80000000")
#define FWT_STRING_SECTION   ".fwtrace.str"
#else
/* On a host, for tests: the section is loaded, and a C name lets the linker mark its start. Offset
 * 0 is that of a zero byte before it, as fwtrace.ld places one. */
extern const char __start_fwtrace_str[] __attribute__((weak));
#define FWT_SITE_(record)    ((void)0)
#define FWT_TOKEN_(string)   ((uint32_t)((string)-__start_fwtrace_str) + 1u)
#define FWT_SITE_OF_(string) ((void)0)
#define FWT_STRING_SECTION   "fwtrace_str"
#endif

#ifdef __cplusplus
#define FWT_IF_(condition, a, b) ((condition) ? (a) : (b))
#define FWT_STATIC_ASSERT_       static_assert
#else
#define FWT_IF_(condition, a, b) __builtin_choose_expr(condition, a, b)
#define FWT_STATIC_ASSERT_       _Static_assert
#endif

/* fwt_debug(t, domain, action, data): one event. */
#define fwt_debug(t, domain, action, data)                                                         \
    do {                                                                                           \
        FWT_SITE_(FWT_IF_(__builtin_constant_p(domain) && __builtin_constant_p(action),            \
                          ((uint32_t)(domain)&7u) << 7 | ((uint32_t)(action)&0x7fu),               \
                          FWT_SITE_UNKNOWN));                                                      \
        fwt_debug_word((t), (unsigned)(domain), (unsigned)(action), (uint32_t)(data));             \
    } while (0)

/* ---- arguments ---- */

#ifdef __cplusplus
extern "C++" {
/* Integers and enumerations; pointers to text or to nothing; anything else is an error. */
template <typename T> struct fwt_argument {
    static_assert(static_cast<T>(1) / 2 == 0, "no float or double: fwt_print sends integers");
    static constexpr bool wide = sizeof(T) > 4;
    static uint64_t value(T x)
    {
        return static_cast<uint64_t>(x);
    }
};
template <typename T> struct fwt_argument<T *> {
    static constexpr bool wide = sizeof(T *) > 4;
    static uint64_t value(const void *x)
    {
        return reinterpret_cast<uintptr_t>(x);
    }
};
template <typename T> fwt_argument<T> fwt_argument_of(T x);
}
#define FWT_VALUE_(x) (decltype(fwt_argument_of(x))::value(x))
#define FWT_WIDE_(x)  (decltype(fwt_argument_of(x))::wide)
#else
/* What a float or double becomes: an error of the compiler. */
struct fwt_no_float {
    int unused;
};

#define FWT_POINTER_(x)                                                                            \
    _Generic((x), char *: (x), const char *: (x), void *: (x), const void *: (x), default: NULL)
#define FWT_INTEGER_(x)                                                                            \
    _Generic((x), char * : 0, const char * : 0, void * : 0, const void * : 0, float                \
             : (struct fwt_no_float){0}, double                                                    \
             : (struct fwt_no_float){0}, default                                                   \
             : (x))
#define FWT_VALUE_(x) ((uint64_t)FWT_INTEGER_(x) | (uint64_t)(uintptr_t)FWT_POINTER_(x))
/* + 0: of a bit-field there is no sizeof. */
#define FWT_WIDE_(x)                                                                               \
    (_Generic((x), char *: sizeof(void *), const char *: sizeof(void *), void *: sizeof(void *),   \
         const void *: sizeof(void *), default: sizeof(FWT_INTEGER_(x) + 0)) > 4)
#endif
#define FWT_SIZE_(x)  (FWT_WIDE_(x) ? 2u : 1u)
#define FWT_STORE_(x) fwt_k_ = fwt_store(fwt_w_, fwt_k_, FWT_VALUE_(x), FWT_WIDE_(x));
#define FWT_LIST_(x)  FWT_VALUE_(x),
#define FWT_ADD_(x)   +FWT_SIZE_(x)

static inline unsigned fwt_store(uint32_t *words, unsigned k, uint64_t value, bool wide)
{
    words[k++] = (uint32_t)value;
    if (wide) {
        words[k++] = (uint32_t)(value >> 32);
    }
    return k;
}

#define FWT_PICK_(f, a, b, c, d, e, g, h, i, n, ...) n
#define FWT_COUNT_(...)                              FWT_PICK_(__VA_ARGS__, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0)
#define FWT_JOIN2_(a, b)                             a##b
#define FWT_JOIN_(a, b)                              FWT_JOIN2_(a, b)
#define FWT_EACH0_(m, f)
#define FWT_EACH1_(m, f, a)                      m(a)
#define FWT_EACH2_(m, f, a, b)                   m(a) m(b)
#define FWT_EACH3_(m, f, a, b, c)                m(a) m(b) m(c)
#define FWT_EACH4_(m, f, a, b, c, d)             m(a) m(b) m(c) m(d)
#define FWT_EACH5_(m, f, a, b, c, d, e)          m(a) m(b) m(c) m(d) m(e)
#define FWT_EACH6_(m, f, a, b, c, d, e, g)       m(a) m(b) m(c) m(d) m(e) m(g)
#define FWT_EACH7_(m, f, a, b, c, d, e, g, h)    m(a) m(b) m(c) m(d) m(e) m(g) m(h)
#define FWT_EACH8_(m, f, a, b, c, d, e, g, h, i) m(a) m(b) m(c) m(d) m(e) m(g) m(h) m(i)
#define FWT_EACH_(m, ...)                        FWT_JOIN_(FWT_JOIN_(FWT_EACH, FWT_COUNT_(__VA_ARGS__)), _)(m, __VA_ARGS__)
#define FWT_FIRST_(...)                          FWT_FIRST2_(__VA_ARGS__, 0)
#define FWT_FIRST2_(f, ...)                      f

#ifdef __cplusplus
extern "C"
#endif
    /* Never called: the compiler checks formats against arguments. */
    __attribute__((format(printf, 1, 2))) void
    fwt_check(const char *format, ...);

/* fwt_print(t, "format", ...): a literal, which stays off the target, and up to FWT_ARGS arguments:
 * integers, %s and %p as (const) char * or (const) void *. A %s has to point to constant text of
 * the ELF: its address is what is sent. */
#define fwt_print(t, ...)                                                                          \
    do {                                                                                           \
        static const char fwt_format_[] __attribute__((section(FWT_STRING_SECTION), used)) =       \
            FWT_FIRST_(__VA_ARGS__);                                                               \
        uint32_t fwt_w_[FWT_WORDS];                                                                \
        unsigned fwt_k_ = 1;                                                                       \
        FWT_STATIC_ASSERT_(1u FWT_EACH_(FWT_ADD_, __VA_ARGS__) <= FWT_WORDS,                       \
                           "too many arguments");                                                  \
        if (0) {                                                                                   \
            fwt_check(__VA_ARGS__);                                                                \
        }                                                                                          \
        FWT_SITE_OF_(fwt_format_);                                                                 \
        FWT_EACH_(FWT_STORE_, __VA_ARGS__)                                                         \
        fwt_w_[0] = (uint32_t)(fwt_k_ - 1) << 26 | FWT_TOKEN_(fwt_format_);                        \
        fwt_message((t), fwt_w_, fwt_k_);                                                          \
    } while (0)

/* fwt_printf(t, "format", ...): text made on the target (fwt_format), for strings that are not in
 * the ELF, and for people who read a UART. */
#define fwt_printf(t, ...)                                                                         \
    do {                                                                                           \
        const uint64_t fwt_a_[] = {FWT_EACH_(FWT_LIST_, __VA_ARGS__) 0};                           \
        if (0) {                                                                                   \
            fwt_check(__VA_ARGS__);                                                                \
        }                                                                                          \
        fwt_text((t), FWT_FIRST_(__VA_ARGS__), fwt_a_, FWT_COUNT_(__VA_ARGS__));                   \
    } while (0)

#endif
