#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// What a worker shuts itself into before it looks at anything foreign: it can do its work there and little else.
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
        /// To bring a mirror up to date by the git program.
        case mirroring(MirrorRequest)
        /// To ask hosts.
        case fetching(NetworkRoute)
    }

    private let cage: Cage
    /// Whether the kernel keeps the worker to its files; else only the filter of system calls holds.
    public let hasLandlock: Bool

    /// Takes from this process what its work does not need: other files, new rights, the eyes of other processes.
    ///
    /// - Parameter cage: what it does.
    /// - Returns: the sandbox, which is to be sealed.
    /// - Throws: `WorkerFault` when the system refuses, other than by having no Landlock.
    public static func enter(_ cage: Cage) throws(WorkerFault) -> Sandbox {
        #if os(Linux)
            try Privileges.drop()
            let version = Landlock.version()
            if let version {
                try Landlock.restrict(to: cage.places, connects: cage.connects, version: version)
            }
            return Sandbox(cage: cage, hasLandlock: version != nil)
        #else
            Sandbox(cage: cage, hasLandlock: true)
        #endif
    }

    /// Takes the system calls from this process that its work does not need.
    ///
    /// - Throws: `WorkerFault` when the system refuses.
    public func seal() throws(WorkerFault) {
        #if os(Linux)
            if case .fetching = cage { NameService.loadModules() }
            try cage.systemCalls.load()
        #endif
    }

    /// What to say when the system refuses a part of the sandbox.
    static func refused(_ part: String, _ code: CInt = errno) -> WorkerFault {
        if code == ENOMEM {
            return WorkerFault(.memoryLimit, "needs more memory than the worker may have; run the command again")
        }
        return WorkerFault(
            .noSandbox,
            "the system refused the worker \(part) (errno \(code)); without its sandbox it reads nothing foreign"
        )
    }
}
