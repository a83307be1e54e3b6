public import CoinModel

/// Why the store could not do what was asked; the place is the store file.
public typealias StoreError = Fault<StoreFailure>

/// What is wrong with the store, its file or the machine.
public enum StoreFailure: String, FaultReason {
    case missing = "no-store"
    /// The file is not a store of this program.
    case foreign = "not-a-store"
    /// The store was made by a version of the program that wrote another schema.
    case otherVersion = "other-version"
    case busy = "store-busy"
    /// Bytes in the store are not what was written.
    case damaged = "store-damaged"
    case readOnly = "store-read-only"
    /// The disk is full or failed.
    case disk = "disk-error"
    /// A signal ended the work; nothing of what was not committed is left.
    case interrupted
    /// The database refused a statement.
    case failed = "store-failed"

    /// A store that is busy or damaged has an exit code of its own.
    public var status: ExitStatus {
        switch self {
        case .busy: .busy
        case .damaged: .damaged
        default: .failed
        }
    }
}

extension StoreError {
    init(foreign path: String) {
        self.init(.foreign, at: path, "is not a store of assay; name another with --store")
    }

    /// A disk that is full or failed, and at what.
    init(disk path: String, _ what: String) {
        self.init(.disk, at: path, "\(what); free space on the disk or check it, and run the command again")
    }

    /// A store that is not what was written, and what of it.
    init(damaged path: String, _ what: String? = nil) {
        let step = "`assay store rebuild` makes it again from the files that were loaded, else restore a backup"
        self.init(.damaged, at: path, "is damaged\(what.map { " (\($0))" } ?? ""); \(step)")
    }
}
