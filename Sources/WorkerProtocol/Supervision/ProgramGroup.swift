#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The programs that this process and they themselves have started: all of its process group, where it leads one.
enum ProgramGroup {
    /// Ends all of them, this process excepted, if there are more than so many.
    ///
    /// Before 2.44 git asks its origin for what it misses, by another git, which may miss the same: an origin can have it
    /// start ever more of them. Where the system has no `/proc`, nothing is done.
    static func end(ifMoreThan most: Int) {
        guard getpgrp() == getpid(), members().count > most else { return }
        // Those that are ended may have started more meanwhile.
        for _ in 0..<100 {
            let left = members()
            if left.isEmpty { return }
            for process in left { kill(process, SIGKILL) }
            usleep(2000)
        }
    }

    private static func members() -> [pid_t] {
        guard let stream = unsafe opendir("/proc") else { return [] }
        defer { unsafe closedir(stream) }
        var members: [pid_t] = []
        let group = getpgrp()
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
                unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if let process = pid_t(name), process != group, getpgid(process) == group { members.append(process) }
        }
        return members
    }
}
