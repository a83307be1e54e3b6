#pragma once
#include <linux/capability.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// What the C library has no function for, or one with a list of arguments that Swift cannot call.

/// The version of Landlock that the kernel speaks; -1 and errno where it speaks none.
static inline int assay_landlock_version(void) {
    return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, 1u);
}

/// A set of rules about so many things; `size` is what the kernel's version knows of them.
static inline int assay_landlock_create(uint64_t files, uint64_t network, uint64_t scopes, size_t size) {
    const uint64_t handled[3] = {files, network, scopes};
    return (int)syscall(SYS_landlock_create_ruleset, handled, size, 0u);
}

/// Allows an access to what an open path leads to.
static inline int assay_landlock_allow(int rules, uint64_t access, int path) {
    const struct __attribute__((packed)) {
        uint64_t access;
        int32_t path;
    } beneath = {access, path};
    return (int)syscall(SYS_landlock_add_rule, rules, 1, &beneath, 0u);
}

/// Puts the thread and all that it starts under a set of rules.
static inline int assay_landlock_restrict(int rules) {
    return (int)syscall(SYS_landlock_restrict_self, rules, 0u);
}

/// Sets a property of the process.
static inline int assay_process_set(int option, unsigned long value) { return prctl(option, value, 0ul, 0ul, 0ul); }

/// Drops all capabilities.
static inline int assay_capabilities_drop(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3];
    memset(none, 0, sizeof none);
    return (int)syscall(SYS_capset, &header, none);
}
