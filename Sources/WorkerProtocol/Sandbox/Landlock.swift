#if os(Linux)
    internal import CSeccomp
    internal import Glibc

    /// The kernel's Landlock, by its three system calls: the C library has no functions for them.
    ///
    /// A thread under its rules opens, runs and changes only what they name, and so does all that it starts; nothing
    /// takes them back.
    enum Landlock {
        /// What may be done below a path.
        struct Access: OptionSet {
            let rawValue: UInt64

            static let run = Access(rawValue: 1 << 0)
            static let list = Access(rawValue: 1 << 3)
            static let readFile = Access(rawValue: 1 << 2)
            static let read: Access = [.readFile, .list]
            /// To write, cut off, make, move and remove files and folders; no links, pipes, sockets or devices.
            static let write: Access = [
                .read, Access(rawValue: 1 << 1), Access(rawValue: 1 << 4), Access(rawValue: 1 << 5),
                Access(rawValue: 1 << 7), Access(rawValue: 1 << 8), Access(rawValue: 1 << 13),
                Access(rawValue: 1 << 14),
            ]
            /// What of all that can be done with a file.
            static let file = Access(rawValue: 1 << 0 | 1 << 1 | 1 << 2 | 1 << 14)
        }

        /// A path and what may be done below it; one that is not there is left out.
        typealias Place = (path: String, access: Access)

        /// O_PATH, which the C library's headers keep to those who ask for GNU's additions: a name, not what is there.
        private static let openPath: CInt = 0o10_000_000

        /// The version that the kernel speaks, or nil where it speaks none: it is older, has it switched off, or a
        /// container keeps it away.
        static func version() -> Int? {
            let version = assay_landlock_version()
            return version > 0 ? Int(version) : nil
        }

        /// Puts this process under the rule that it only does this, listens for no connection, sends no signal and
        /// speaks to no hidden socket outside; connects to hosts only where that is allowed.
        static func restrict(to places: [Place], connects: Bool, version: Int) throws(WorkerFault) {
            // What each version added: moves between folders, cutting off, commands to devices.
            let bits = 0..<(version < 2 ? 13 : version < 3 ? 14 : version < 5 ? 15 : 16)
            let files = bits.reduce(UInt64(0)) { $0 | 1 << UInt64($1) }
            let network: UInt64 = version < 4 ? 0 : connects ? 1 : 3
            let scopes: UInt64 = version < 6 ? 0 : 3
            let size = version < 4 ? 8 : version < 6 ? 16 : 24
            let rules = assay_landlock_create(files, network, scopes, size)
            guard rules >= 0 else { throw WorkerFault.refused("rules of Landlock") }
            defer { close(rules) }
            for place in places { try allow(place, in: rules, handling: files) }
            guard assay_landlock_restrict(rules) == 0 else { throw WorkerFault.refused("Landlock") }
        }

        private static func allow(_ place: Place, in rules: CInt, handling files: UInt64) throws(WorkerFault) {
            let path = unsafe openat(AT_FDCWD, place.path, openPath | O_CLOEXEC)
            guard path >= 0 else { return }
            defer { close(path) }
            var status = stat()
            guard unsafe fstat(path, &status) == 0 else { throw WorkerFault.refused("the status of \(place.path)") }
            var access = place.access.rawValue & files
            if status.st_mode & S_IFMT != S_IFDIR { access &= Access.file.rawValue }
            guard assay_landlock_allow(rules, access, path) == 0 else {
                throw WorkerFault.refused("Landlock's rule on \(place.path)")
            }
        }
    }

    extension WorkerFault {
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
#endif
