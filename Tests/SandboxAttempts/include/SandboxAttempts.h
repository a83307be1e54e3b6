#pragma once

#if __linux__
/// What an attempt is made on, made ready before the sandbox is entered.
struct assay_target {
    /// A folder that the sandbox may know of, with files `HEAD` and `victim`, a link `link` to `../outside`, and a file
    /// `.git` that leads to `../source`, which has one that leads to `../origin`.
    const char *folder;
    /// A process that is none of the sandbox's.
    int neighbour;
};

/// Makes an attempt by its name: 0 when it is done, the error with which it is refused, or -1 where there is none of
/// this name.
int assay_attempt(const char *name, const struct assay_target *target);

/// Starts a process that only waits, and ends with this one.
int assay_start_neighbour(void);

/// Takes Landlock from this process and what it starts, as an older kernel would: 0, or an error.
int assay_forget_landlock(void);

/// The same for filters of system calls.
int assay_forget_seccomp(void);
#endif
