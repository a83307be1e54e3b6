internal import Platform

#if os(Linux)
    internal import CSeccomp
#endif

/// What a process that works with what others made shuts itself into first: it can do its work there and little else.
///
/// The order matters: limits first, then `enter` before there is a second thread, then libraries are started that do at
/// their start what they never need again, then `seal`. Landlock alone leaves sockets, new processes and the modes of
/// files; the filter of system calls alone leaves every file that may be read: so both. Only Linux has such cages;
/// elsewhere a worker has its limits, an empty environment and nothing more.
public struct Sandbox: Sendable {
    /// What a worker does, and with it what it may.
    public enum Cage: Hashable, Sendable {
        /// To read repositories that consist of these folders.
        case reading([String])
        /// To bring a mirror up to date by the git program, from an origin on this machine that consists of these folders.
        case mirroring(MirrorRequest, origin: [String])
        /// To ask hosts.
        case fetching(NetworkRoute)
        /// To answer over standard input and output what is asked about these files and folders.
        case serving([String])
    }

    private let cage: Cage

    /// Whether the kernel keeps workers to their files; else only the filter of system calls holds.
    public static var hasLandlock: Bool {
        #if os(Linux)
            Landlock.version() != nil
        #else
            true
        #endif
    }

    /// Takes from this process what its work does not need: other files, new rights, the eyes of other processes.
    public static func enter(_ cage: Cage) throws(WorkerFault) -> Sandbox {
        #if os(Linux)
            try dropPrivileges()
            if let version = Landlock.version() {
                try Landlock.restrict(to: cage.places, connects: cage.connects, version: version)
            }
        #endif
        return Sandbox(cage: cage)
    }

    /// Takes the system calls from this process that its work does not need.
    public func seal() throws(WorkerFault) {
        #if os(Linux)
            if case .fetching = cage { NameService.loadModules() }
            try cage.systemCalls.load()
        #endif
    }
}

/// A path of what is there, absolute and without links; nil where nothing is.
public func realPath(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
}

#if os(Linux)
    extension Sandbox {
        /// Gives up what this process may beyond others: no program that it runs gains rights, no process reads its memory,
        /// and the superuser's rights over files and processes are gone.
        private static func dropPrivileges() throws(WorkerFault) {
            guard assay_process_set(PR_SET_NO_NEW_PRIVS, 1) == 0 else { throw WorkerFault.refused("to gain no rights") }
            guard assay_process_set(PR_SET_DUMPABLE, 0) == 0 else {
                throw WorkerFault.refused("to be closed to others")
            }
            guard assay_capabilities_drop() == 0 else { throw WorkerFault.refused("to drop its capabilities") }
        }
    }

    /// The modules by which the C library finds the addresses of hosts.
    enum NameService {
        /// Loads the modules that the system's settings name for hosts, and looks up a host that needs no network.
        ///
        /// A query loads a module when it first gets to it, and skips it where programs may not be mapped any more. One
        /// query ends at the first module that knows the host, so the others are loaded by name.
        static func loadModules() {
            for module in modules() { unsafe dlopen("libnss_\(module).so.2", RTLD_NOW) }
            var found: UnsafeMutablePointer<addrinfo>?
            if unsafe getaddrinfo("localhost", nil, nil, &found) == 0 { unsafe freeaddrinfo(found) }
        }

        /// What the line `hosts:` of `nsswitch.conf` names, without what is to be done when one fails.
        private static func modules() -> [Substring] {
            guard let file = unsafe fopen("/etc/nsswitch.conf", "re") else { return [] }
            defer { unsafe fclose(file) }
            var text = [UInt8](repeating: 0, count: 64 << 10)
            let count = unsafe fread(&text, 1, text.count, file)
            let lines = String(decoding: text[..<count], as: UTF8.self).split(whereSeparator: \.isNewline)
            guard let line = lines.first(where: { $0.hasPrefix("hosts:") }) else { return [] }
            return line.dropFirst("hosts:".count).split(whereSeparator: \.isWhitespace).filter { word in
                word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
            }
        }
    }
#endif
