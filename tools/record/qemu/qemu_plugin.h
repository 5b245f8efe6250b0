/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The part of QEMU's TCG plugin interface (version 1) that the recorder uses: declarations of our
 * own, made from the symbols that QEMU exports, because no package ships a header.
 */
#ifndef TOOLS_QEMU_PLUGIN_H
#define TOOLS_QEMU_PLUGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    QEMU_PLUGIN_API = 1
};

struct qemu_plugin_tb;   /* a translation block */
struct qemu_plugin_insn; /* an instruction in it, valid while it is translated */

struct qemu_plugin_info {
    const char *target_name; /* "riscv32", "riscv64" */
    struct {
        int min;
        int cur;
    } version;
    bool system_emulation;
    struct {
        int smp_vcpus;
        int max_vcpus;
    } system;
};

/* Whether a callback reads the registers of the guest. */
enum qemu_plugin_cb_flags {
    QEMU_PLUGIN_CB_NO_REGS,
    QEMU_PLUGIN_CB_R_REGS,
    QEMU_PLUGIN_CB_RW_REGS,
};

typedef void (*qemu_plugin_tb_trans_fn)(uint64_t id, struct qemu_plugin_tb *tb);
typedef void (*qemu_plugin_exec_fn)(unsigned vcpu, void *userdata);
typedef void (*qemu_plugin_exit_fn)(uint64_t id, void *userdata);

/* What the plugin exports. */
extern int qemu_plugin_version;
int qemu_plugin_install(uint64_t id, const struct qemu_plugin_info *info, int argc, char **argv);

/* What QEMU exports. */
void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, qemu_plugin_tb_trans_fn fn);
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb, qemu_plugin_exec_fn fn,
                                          enum qemu_plugin_cb_flags flags, void *userdata);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn, qemu_plugin_exec_fn fn,
                                            enum qemu_plugin_cb_flags flags, void *userdata);
void qemu_plugin_register_atexit_cb(uint64_t id, qemu_plugin_exit_fn fn, void *userdata);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t i);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);

#endif
