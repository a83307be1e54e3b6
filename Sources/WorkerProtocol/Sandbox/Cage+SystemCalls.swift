#if os(Linux)
    internal import CSeccomp
    internal import Glibc

    extension Sandbox.Cage {
        /// The system calls that each cage leaves.
        var systemCalls: SystemCallFilter {
            switch self {
            case .reading: SystemCallFilter(rules: Sandbox.Cage.common + Sandbox.Cage.answering, allowsOthers: false)
            case .fetching: SystemCallFilter(rules: Sandbox.Cage.common + Sandbox.Cage.asking, allowsOthers: false)
            case .serving: SystemCallFilter(rules: Sandbox.Cage.common + Sandbox.Cage.serving, allowsOthers: false)
            case .mirroring:
                SystemCallFilter(
                    rules: Sandbox.Cage.foreignToGit + Sandbox.Cage.newNamespaces.map(Sandbox.Cage.refuseClone),
                    allowsOthers: true
                )
            }
        }

        /// To read files, to use memory and threads of its own, to read clocks, to end.
        private static let common: [SystemCallRule] = [
            .allow("read", "readv", "pread64", "close", "lseek", "getdents64"),
            .allow("fstat", "stat", "lstat", "newfstatat", "statx", "access", "faccessat", "faccessat2"),
            .allow("readlink", "readlinkat", "getcwd"),
            .allow("openat", where: .argument(2, of: writing, are: 0)),
            .allow("open", where: .argument(1, of: writing, are: 0)),
            .allow("fcntl", where: .argument(1, is: Int(F_GETFL))),
            .allow("fcntl", where: .argument(1, is: Int(F_GETFD))),
            .allow("fcntl", where: .argument(1, is: Int(F_SETFD))),

            .allow("brk", "munmap", "mremap", "madvise"),
            .allow("mmap", "mprotect", where: .argument(2, of: Int(PROT_EXEC), are: 0)),

            .allow("futex", "set_robust_list", "rseq", "sched_yield", "sched_getaffinity", "gettid"),
            .allow("clone", where: .argument(0, of: thread | newUser, are: thread)),
            // The C library then takes `clone`, whose flags can be checked.
            .refuse("clone3", with: ENOSYS),

            .allow("rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "restart_syscall"),
            // To end by a trap; itself only.
            .allow("tgkill", where: .argument(0, is: Int(getpid()))),
            .allow("exit", "exit_group"),

            .allow("clock_gettime", "clock_nanosleep", "nanosleep", "gettimeofday", "getrandom"),
            .allow("poll", "ppoll"),
            .allow("getpid", "getuid", "geteuid", "getgid", "getegid", "getrusage"),
            // To read its limits, not to set them.
            .allow("prlimit64", where: .argument(0, is: 0), .argument(2, is: 0)),
        ]

        /// To answer `assay`, over the one socket that there is.
        private static let answering: [SystemCallRule] = [
            .allow("sendto", where: .argument(0, is: 0), .argument(4, is: 0)),
            .allow("write", "writev", where: .argument(0, is: 1)),
            .allow("write", "writev", where: .argument(0, is: 2)),
            .refuse("ioctl", with: ENOTTY),
        ]

        /// To answer a client and read a database under its locks, on threads that queues start.
        private static let serving: [SystemCallRule] = [
            // No file is open for writing but what standard output leads to.
            .allow("write", "writev", "eventfd2", "flock", "uname", "sysinfo"),
            .allow("epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait", "timerfd_create", "timerfd_settime"),
            .allow("fcntl", where: .argument(1, is: Int(F_GETLK))),
            .allow("fcntl", where: .argument(1, is: Int(F_SETLK))),
            .allow("prctl", where: .argument(0, is: Int(PR_SET_NAME))),
            .allow("prctl", where: .argument(0, is: Int(PR_GET_NAME))),
            .refuse("ioctl", with: ENOTTY),
        ]

        /// To speak with hosts and with what finds their names; it waits for no connection.
        private static let asking: [SystemCallRule] =
            [AF_INET, AF_INET6, AF_UNIX].map { .allow("socket", where: .argument(0, is: Int($0))) } + [
                // Which addresses this machine has.
                .allow("socket", where: .argument(0, is: Int(AF_NETLINK)), .argument(2, is: 0)),
                .allow("socketpair", where: .argument(0, is: Int(AF_UNIX))),
                .allow("connect", "bind", "shutdown", "getsockname", "getpeername", "getsockopt", "setsockopt"),
                .allow("sendto", "sendmsg", "sendmmsg", "recvfrom", "recvmsg"),
                // No file is open for writing.
                .allow("write", "writev", "pipe2", "eventfd2", "select", "pselect6"),
                .allow("fcntl", where: .argument(1, is: Int(F_SETFL))),
                .allow("fcntl", where: .argument(1, is: Int(F_DUPFD_CLOEXEC))),
                .allow("ioctl", where: .argument(1, is: Int(FIONREAD))),
                .allow("ioctl", where: .argument(1, is: Int(FIONBIO))),
                .allow("uname", "sysinfo"),
            ]

        /// What neither git nor what it starts ever does, and what a fault of the kernel would be reached by.
        private static let foreignToGit: [SystemCallRule] = [
            .refuse("ptrace", "process_vm_readv", "process_vm_writev", "kcmp", "pidfd_getfd"),
            .refuse("mount", "umount2", "pivot_root", "chroot", "move_mount", "open_tree"),
            .refuse("fsopen", "fsmount", "fspick", "fsconfig", "mount_setattr"),
            .refuse("unshare", "setns", "personality", "acct", "swapon", "swapoff", "reboot", "settimeofday"),
            .refuse("init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load"),
            .refuse("bpf", "perf_event_open", "userfaultfd", "add_key", "request_key", "keyctl"),
            .refuse("io_uring_setup", "io_uring_enter", "io_uring_register", with: ENOSYS),
            // The C library then takes `clone`, whose flags can be checked.
            .refuse("clone3", with: ENOSYS),
        ]

        /// What opens a file for more than reading.
        private static let writing =
            Int(O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND) | (Int(__O_TMPFILE) & ~Int(O_DIRECTORY))
        /// What gives a new process users, mounts, hosts and the like of its own.
        private static let newNamespaces = [
            CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET,
        ]

        /// No new process with one of those.
        private static func refuseClone(into namespace: CInt) -> SystemCallRule {
            .refuse("clone", where: .argument(0, of: Int(namespace), are: Int(namespace)))
        }

        /// What makes a new thread and no new process, and what would make a new user of it.
        private static let (thread, newUser) = (Int(CLONE_THREAD | CLONE_VM | CLONE_SIGHAND), Int(CLONE_NEWUSER))
    }
#endif
