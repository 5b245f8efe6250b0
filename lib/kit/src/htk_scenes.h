/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Private, for htk_enc_filters.c: short stories, and which of their instructions a filter lets
 * through. What is expected is written from the text of TCI 1.0, Trace Encoder Filter Registers.
 */
#ifndef HTK_SCENES_H
#define HTK_SCENES_H

#include "encoder_regs.h"
#include "ingress/ingress_port.h"

enum {
    WRITES = 12, /* of a scene */
};

/* clang-format off */
/* ---- stories ---- */

/* An instruction by its place in the code, or a trap in front of it. */
struct step {
    uint8_t at, itype, priv;
    uint8_t cause, tval, context, impdef;
};

#define M INGRESS_PRIV_M
#define U INGRESS_PRIV_U
#define S INGRESS_PRIV_S
#define TRAP(kind, at, code, value)                                                                                                        \
    {                                                                                                                                      \
        at, INGRESS_ITYPE_##kind, M, code, value, 0, 0                                                                                     \
    }

/* Sixteen instructions in a row: the privilege, the context and impdef change. */
static const struct step row[] = {
    {0, 0, M, 0, 0, 5, 0},   {1, 0, M, 0, 0, 5, 1},   {2, 0, M, 0, 0, 5, 2},   {3, 0, M, 0, 0, 5, 3},
    {4, 0, S, 0, 0, 7, 4},   {5, 0, S, 0, 0, 7, 5},   {6, 0, S, 0, 0, 7, 6},   {7, 0, S, 0, 0, 7, 7},
    {8, 0, U, 0, 0, 9, 8},   {9, 0, U, 0, 0, 9, 9},   {10, 0, U, 0, 0, 9, 10}, {11, 0, U, 0, 0, 9, 11},
    {12, 0, M, 0, 0, 5, 12}, {13, 0, M, 0, 0, 5, 13}, {14, 0, M, 0, 0, 5, 14}, {15, 0, M, 0, 0, 5, 15},
};

/* An exception (cause 8), an interrupt (7), an exception (33); handlers at 16, 18 and 20. */
static const struct step traps[] = {
    {0, 0, M, 0, 0, 0, 0},
    {1, 0, M, 0, 0, 0, 0},
    TRAP(EXCEPTION, 2, 8, 0x55),
    {16, 0, M, 0, 0, 0, 0},
    {17, INGRESS_ITYPE_TRAP_RETURN, M, 0, 0, 0, 0},
    {2, 0, M, 0, 0, 0, 0},
    {3, 0, M, 0, 0, 0, 0},
    TRAP(INTERRUPT, 4, 7, 0),
    {18, 0, M, 0, 0, 0, 0},
    {19, INGRESS_ITYPE_TRAP_RETURN, M, 0, 0, 0, 0},
    {4, 0, M, 0, 0, 0, 0},
    {5, 0, M, 0, 0, 0, 0},
    TRAP(EXCEPTION, 6, 33, 0x33),
    {20, 0, M, 0, 0, 0, 0},
    {21, INGRESS_ITYPE_TRAP_RETURN, M, 0, 0, 0, 0},
    {6, 0, M, 0, 0, 0, 0},
    {7, 0, M, 0, 0, 0, 0},
};

/* An interrupt inside of the handler of an exception. */
static const struct step nested[] = {
    {0, 0, M, 0, 0, 0, 0},
    TRAP(EXCEPTION, 1, 8, 0),
    {16, 0, M, 0, 0, 0, 0},
    TRAP(INTERRUPT, 17, 7, 0),
    {18, 0, M, 0, 0, 0, 0},
    {19, INGRESS_ITYPE_TRAP_RETURN, M, 0, 0, 0, 0},
    {17, INGRESS_ITYPE_TRAP_RETURN, M, 0, 0, 0, 0},
    {1, 0, M, 0, 0, 0, 0},
    {2, 0, M, 0, 0, 0, 0},
};

/* A guest's instructions, and a debugger's: those that debug mode executes are not traced. */
static const struct step guest[] = {
    {0, 0, M, 0, 0, 0, 0},
    {1, 0, INGRESS_PRIV_VS, 0, 0, 0, 0},
    {2, 0, INGRESS_PRIV_VS, 0, 0, 0, 0},
    {3, 0, INGRESS_PRIV_VU, 0, 0, 0, 0},
    {4, 0, U, 0, 0, 0, 0},
    {5, 0, M, 0, 0, 0, 0},
};
static const struct step debugged[] = {
    {0, 0, M, 0, 0, 0, 0},
    {1, 0, M, 0, 0, 0, 0},
    {20, 0, INGRESS_PRIV_D, 0, 0, 0, 0},
    {22, 0, INGRESS_PRIV_D, 0, 0, 0, 0},
    {2, 0, M, 0, 0, 0, 0},
    {3, 0, M, 0, 0, 0, 0},
};

/* ---- scenes ---- */

enum kind {
    END,
    WORD,    /* a register and its value */
    ADDRESS, /* a pair of registers and the address of an instruction */
    LOOSE,   /* a value that need not be read back */
    BEYOND,  /* the same, for bits that a context of 32 bits does not have */
};

struct scene {
    const char *holds;
    const struct step *story;
    unsigned steps;
    uint32_t traced; /* bit n: instruction n */
    bool high;       /* addresses with the top bit set, in 64 bits too */
    uint32_t filters;
    struct {
        uint8_t kind;
        uint16_t offset;
        uint32_t value;
    } write[WRITES];
};

#define ALL            UINT32_C(0xFFFF)
#define BITS(from, to) ((UINT32_MAX >> (31 - (to))) & (UINT32_MAX << (from)))
#define STORY(name)    name, sizeof name / sizeof name[0]
#define FILTER(i, bits)                                                                                                                    \
    {                                                                                                                                      \
        WORD, TR_TE_FILTER_CONTROL_OFFSET(i), TR_TE_FILTER_ENABLE_MASK | (bits)                                                            \
    }
#define BY_COMP(j) (TR_TE_FILTER_MATCH_COMP1_MASK | (j) << TR_TE_FILTER_COMP1_SHIFT)
#define FUNCTIONS(p, s)                                                                                                                    \
    (TR_TE_COMP_P_FUNCTION_##p << TR_TE_COMP_P_FUNCTION_SHIFT | TR_TE_COMP_S_FUNCTION_##s << TR_TE_COMP_S_FUNCTION_SHIFT)
#define MODE(mode) (TR_TE_COMP_MATCH_MODE_##mode << TR_TE_COMP_MATCH_MODE_SHIFT)
#define COMP(j, bits)                                                                                                                      \
    {                                                                                                                                      \
        WORD, TR_TE_COMP_CONTROL_OFFSET(j), bits                                                                                           \
    }
#define P(j, n)                                                                                                                            \
    {                                                                                                                                      \
        ADDRESS, TR_TE_COMP_P_MATCH_LOW_OFFSET(j), n                                                                                       \
    }
#define SECOND(j, n)                                                                                                                       \
    {                                                                                                                                      \
        ADDRESS, TR_TE_COMP_S_MATCH_LOW_OFFSET(j), n                                                                                       \
    }
#define PRIMARY(function, n)   FILTER(0, BY_COMP(0)), COMP(0, FUNCTIONS(function, TRUE) | MODE(PRIMARY)), P(0, n)
#define SECONDARY(function, n) FILTER(0, BY_COMP(0)), COMP(0, FUNCTIONS(TRUE, function) | MODE(BOTH)), SECOND(0, n)
#define VALUE(which, low)                                                                                                                  \
    {                                                                                                                                      \
        WORD, TR_TE_COMP_##which##_MATCH_LOW_OFFSET(0), low                                                                                \
    }

static const struct scene scenes[] = {
    /* Everything, and nothing. */
    {"TCI-TE-049", STORY(row), ALL, false, 0, {{END, 0, 0}}},
    {"TCI-FLT-055 TCI-FLT-027 TCI-FLT-001", STORY(row), ALL, false, 1, {PRIMARY(TRUE, 0)}},
    {"NT-SYN-023", STORY(debugged), BITS(0, 3), false, 0, {{END, 0, 0}}},
    /* Functions of both sides. */
    {"TCI-FLT-051 TCI-FLT-046 TCI-FLT-059 TCI-FLT-069", STORY(row), BITS(4, 4), false, 1, {PRIMARY(EQ, 4)}},
    {"TCI-FLT-051", STORY(row), ALL & ~BITS(4, 4), false, 1, {PRIMARY(NE, 4)}},
    {"TCI-FLT-052", STORY(row), BITS(0, 3), false, 1, {PRIMARY(LT, 4)}},
    {"TCI-FLT-052", STORY(row), BITS(0, 4), false, 1, {PRIMARY(LE, 4)}},
    {"TCI-FLT-053", STORY(row), BITS(5, 15), false, 1, {PRIMARY(GT, 4)}},
    {"TCI-FLT-053", STORY(row), BITS(4, 15), false, 1, {PRIMARY(GE, 4)}},
    {"TCI-FLT-056 TCI-FLT-050 TCI-FLT-060 TCI-FLT-071", STORY(row), BITS(4, 4), false, 1, {SECONDARY(EQ, 4)}},
    {"TCI-FLT-056", STORY(row), ALL & ~BITS(4, 4), false, 1, {SECONDARY(NE, 4)}},
    {"TCI-FLT-056", STORY(row), BITS(0, 3), false, 1, {SECONDARY(LT, 4)}},
    {"TCI-FLT-056", STORY(row), BITS(0, 4), false, 1, {SECONDARY(LE, 4)}},
    {"TCI-FLT-056", STORY(row), BITS(5, 15), false, 1, {SECONDARY(GT, 4)}},
    {"TCI-FLT-056", STORY(row), BITS(4, 15), false, 1, {SECONDARY(GE, 4)}},
    {"TCI-FLT-054", STORY(row), 0, false, 1, {PRIMARY(FALSE, 4)}},
    {"TCI-FLT-058", STORY(row), BITS(6, 6), false, 1, {FILTER(0, BY_COMP(0)), COMP(0, FUNCTIONS(EQ, TRUE) | MODE(BOTH)), P(0, 6)}},
    /* The two lowest bits of the place alone: 2, 6, 10, 14. */
    {"TCI-FLT-057",
     STORY(row),
     0x4444,
     false,
     1,
     {FILTER(0, BY_COMP(0)),
      COMP(0, FUNCTIONS(EQ, P_MASK) | MODE(PRIMARY)),
      P(0, 6),
      VALUE(S, 0xC),
      {WORD, TR_TE_COMP_S_MATCH_HIGH_OFFSET(0), 0}}},
    /* Match modes. */
    {"TCI-FLT-059",
     STORY(row),
     BITS(4, 15),
     false,
     1,
     {FILTER(0, BY_COMP(0)), COMP(0, FUNCTIONS(GE, LE) | MODE(PRIMARY)), P(0, 4), SECOND(0, 8)}},
    {"TCI-FLT-060 TCI-FLT-004",
     STORY(row),
     BITS(4, 8),
     false,
     1,
     {FILTER(0, BY_COMP(0)), COMP(0, FUNCTIONS(GE, LE) | MODE(BOTH)), P(0, 4), SECOND(0, 8)}},
    {"TCI-FLT-061",
     STORY(row),
     ALL & ~BITS(4, 8),
     false,
     1,
     {FILTER(0, BY_COMP(0)), COMP(0, FUNCTIONS(GE, LE) | MODE(NOT_BOTH)), P(0, 4), SECOND(0, 8)}},
    {"TCI-FLT-062",
     STORY(row),
     BITS(3, 9),
     false,
     1,
     {FILTER(0, BY_COMP(0)), COMP(0, FUNCTIONS(EQ, EQ) | MODE(LATCH)), P(0, 3), SECOND(0, 9)}},
    {"TCI-FLT-054 TCI-FLT-062",
     STORY(row),
     BITS(0, 9),
     false,
     1,
     {FILTER(0, BY_COMP(0)), COMP(0, FUNCTIONS(FALSE, EQ) | MODE(LATCH)), SECOND(0, 9)}},
    /* Inputs and widths. */
    {"TCI-FLT-047",
     STORY(row),
     BITS(4, 7),
     false,
     1,
     {FILTER(0, BY_COMP(0)), COMP(0, 1 | FUNCTIONS(EQ, TRUE) | MODE(PRIMARY)), VALUE(P, 7), {LOOSE, TR_TE_COMP_P_MATCH_HIGH_OFFSET(0), 0}}},
    {"TCI-FLT-067 TCI-FLT-068",
     STORY(row),
     BITS(4, 7),
     false,
     1,
     {FILTER(0, BY_COMP(0)), COMP(0, 1 | FUNCTIONS(EQ, TRUE) | MODE(PRIMARY)), VALUE(P, 7),
      {BEYOND, TR_TE_COMP_P_MATCH_HIGH_OFFSET(0), 0xFFFFFFFF}}},
    /* A watchpoint is for addresses alone. */
    {"TCI-FLT-064", STORY(row), ALL, false, 0, {COMP(0, 1 | FUNCTIONS(EQ, TRUE) | TR_TE_COMP_P_NOTIFY_MASK), VALUE(P, 7)}},
    {"TCI-FLT-065", STORY(row), ALL, false, 0, {COMP(0, 1 << 2 | FUNCTIONS(FALSE, EQ) | TR_TE_COMP_S_NOTIFY_MASK), VALUE(S, 7)}},
    {"TCI-FLT-050",
     STORY(row),
     BITS(8, 11),
     false,
     1,
     {FILTER(0, BY_COMP(0)),
      COMP(0, 1 << 2 | FUNCTIONS(TRUE, EQ) | MODE(BOTH)),
      VALUE(S, 9),
      {LOOSE, TR_TE_COMP_S_MATCH_HIGH_OFFSET(0), 0}}},
    {"TCI-FLT-048",
     STORY(traps),
     BITS(20, 21),
     false,
     1,
     {FILTER(0, BY_COMP(0)),
      COMP(0, 2 | FUNCTIONS(EQ, EQ) | MODE(LATCH)),
      VALUE(P, 0x33),
      {LOOSE, TR_TE_COMP_P_MATCH_HIGH_OFFSET(0), 0},
      SECOND(0, 21)}},
    {"TCI-FLT-066",
     STORY(row),
     ALL,
     true,
     1,
     {FILTER(0, BY_COMP(0)),
      COMP(0, FUNCTIONS(GT, TRUE) | MODE(PRIMARY)),
      VALUE(P, 0x7FFFFFFF),
      {LOOSE, TR_TE_COMP_P_MATCH_HIGH_OFFSET(0), 0x7FFFFFFF}}},
    {"TCI-FLT-070", STORY(row), BITS(4, 4), true, 1, {PRIMARY(EQ, 4)}},
    {"TCI-FLT-072", STORY(row), BITS(4, 4), true, 1, {SECONDARY(EQ, 4)}},
    /* Several comparators and filters. */
    {"TCI-FLT-028",
     STORY(row),
     BITS(5, 5),
     false,
     1,
     {FILTER(0, BY_COMP(1)), COMP(0, FUNCTIONS(EQ, TRUE)), P(0, 9), COMP(1, FUNCTIONS(EQ, TRUE)), P(1, 5)}},
    {"TCI-FLT-029 TCI-FLT-030 TCI-FLT-006",
     STORY(row),
     BITS(4, 8),
     false,
     1,
     {FILTER(0, BY_COMP(0) | TR_TE_FILTER_MATCH_COMP2_MASK | 1 << TR_TE_FILTER_COMP2_SHIFT), COMP(0, FUNCTIONS(GE, TRUE)), P(0, 4),
      COMP(1, FUNCTIONS(LE, TRUE)), P(1, 8)}},
    {"TCI-FLT-031 TCI-FLT-032",
     STORY(row),
     BITS(4, 8),
     false,
     1,
     {FILTER(0, BY_COMP(0) | TR_TE_FILTER_MATCH_COMP3_MASK | 1 << TR_TE_FILTER_COMP3_SHIFT), COMP(0, FUNCTIONS(GE, TRUE)), P(0, 4),
      COMP(1, FUNCTIONS(LE, TRUE)), P(1, 8)}},
    {"TCI-FLT-005",
     STORY(row),
     BITS(0, 3) | BITS(12, 15),
     false,
     3,
     {FILTER(0, BY_COMP(0)), FILTER(1, BY_COMP(1)), COMP(0, FUNCTIONS(LE, TRUE)), P(0, 3), COMP(1, FUNCTIONS(GE, TRUE)), P(1, 12)}},
    {"TCI-FLT-023",
     STORY(row),
     BITS(12, 15),
     false,
     3,
     {{WORD, TR_TE_FILTER_CONTROL_OFFSET(0), BY_COMP(0)},
      FILTER(1, BY_COMP(1)),
      COMP(0, FUNCTIONS(LE, TRUE)),
      P(0, 3),
      COMP(1, FUNCTIONS(GE, TRUE)),
      P(1, 12)}},
    {"TCI-TE-048",
     STORY(row),
     BITS(12, 15),
     false,
     2,
     {FILTER(0, BY_COMP(0)), FILTER(1, BY_COMP(1)), COMP(0, FUNCTIONS(LE, TRUE)), P(0, 3), COMP(1, FUNCTIONS(GE, TRUE)), P(1, 12)}},
    /* Privilege, impdef. */
    {"TCI-FLT-024 TCI-FLT-038",
     STORY(row),
     BITS(8, 11),
     false,
     1,
     {FILTER(0, TR_TE_FILTER_MATCH_PRIVILEGE_MASK), {WORD, TR_TE_FILTER_MATCH_INST_OFFSET(0), 1 << U}}},
    {"TCI-FLT-038",
     STORY(guest),
     BITS(1, 2),
     false,
     1,
     {FILTER(0, TR_TE_FILTER_MATCH_PRIVILEGE_MASK), {WORD, TR_TE_FILTER_MATCH_INST_OFFSET(0), 1 << INGRESS_PRIV_VS}}},
    {"TCI-FLT-038",
     STORY(row),
     BITS(0, 3) | BITS(8, 15),
     false,
     1,
     {FILTER(0, TR_TE_FILTER_MATCH_PRIVILEGE_MASK), {WORD, TR_TE_FILTER_MATCH_INST_OFFSET(0), 1 << U | 1 << M}}},
    {"TCI-FLT-006",
     STORY(row),
     BITS(6, 7),
     false,
     1,
     {FILTER(0, TR_TE_FILTER_MATCH_PRIVILEGE_MASK | BY_COMP(0)),
      {WORD, TR_TE_FILTER_MATCH_INST_OFFSET(0), 1 << S},
      COMP(0, FUNCTIONS(GE, TRUE)),
      P(0, 6)}},
    {"TCI-FLT-033 TCI-FLT-042",
     STORY(row),
     BITS(5, 5),
     false,
     1,
     {FILTER(0, TR_TE_FILTER_MATCH_IMPDEF_MASK),
      {WORD, TR_TE_FILTER_MATCH_VALUE_IMPDEF_OFFSET(0), 5},
      {WORD, TR_TE_FILTER_MATCH_MASK_IMPDEF_OFFSET(0), 0xF}}},
    {"TCI-FLT-043",
     STORY(row),
     0x2222,
     false,
     1, /* the two lowest bits are 1: 1, 5, 9, 13 */
     {FILTER(0, TR_TE_FILTER_MATCH_IMPDEF_MASK),
      {WORD, TR_TE_FILTER_MATCH_VALUE_IMPDEF_OFFSET(0), 0xD},
      {WORD, TR_TE_FILTER_MATCH_MASK_IMPDEF_OFFSET(0), 3}}},
    /* Traps: from the trap to the return from it. */
    {"TCI-FLT-025 TCI-FLT-040",
     STORY(traps),
     BITS(16, 17),
     false,
     1,
     {FILTER(0, TR_TE_FILTER_MATCH_ECAUSE_MASK),
      {WORD, TR_TE_FILTER_MATCH_ECAUSE_LOW_OFFSET(0), 1 << 8},
      {LOOSE, TR_TE_FILTER_MATCH_ECAUSE_HIGH_OFFSET(0), 0}}},
    {"TCI-FLT-041",
     STORY(traps),
     BITS(20, 21),
     false,
     1,
     {FILTER(0, TR_TE_FILTER_MATCH_ECAUSE_MASK),
      {WORD, TR_TE_FILTER_MATCH_ECAUSE_LOW_OFFSET(0), 0},
      {WORD, TR_TE_FILTER_MATCH_ECAUSE_HIGH_OFFSET(0), 1 << 1}}},
    {"TCI-FLT-026 TCI-FLT-039",
     STORY(traps),
     BITS(18, 19),
     false,
     1,
     {FILTER(0, TR_TE_FILTER_MATCH_INTERRUPT_MASK), {WORD, TR_TE_FILTER_MATCH_INST_OFFSET(0), TR_TE_FILTER_MATCH_VALUE_INTERRUPT_MASK}}},
    {"TCI-FLT-026 TCI-FLT-039",
     STORY(traps),
     BITS(16, 17) | BITS(20, 21),
     false,
     1,
     {FILTER(0, TR_TE_FILTER_MATCH_INTERRUPT_MASK), {WORD, TR_TE_FILTER_MATCH_INST_OFFSET(0), 0}}},
    {"TCI-FLT-036",
     STORY(nested),
     BITS(16, 19),
     false,
     1,
     {FILTER(0, TR_TE_FILTER_MATCH_ECAUSE_MASK),
      {WORD, TR_TE_FILTER_MATCH_ECAUSE_LOW_OFFSET(0), 1 << 8},
      {LOOSE, TR_TE_FILTER_MATCH_ECAUSE_HIGH_OFFSET(0), 0}}},
};
/* clang-format on */

#endif
