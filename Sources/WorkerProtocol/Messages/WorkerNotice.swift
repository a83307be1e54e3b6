internal import Synchronization

/// What a worker has to say of itself, whatever it was asked.
public enum WorkerNotice: UInt8, Sendable, CaseIterable {
    /// The kernel keeps it from system calls, but not from files.
    case withoutLandlock

    /// A stable identifier.
    public var identifier: String {
        switch self {
        case .withoutLandlock: "no-landlock"
        }
    }

    /// What it means, and the next step.
    public var detail: String {
        switch self {
        case .withoutLandlock:
            "this kernel has no Landlock: the workers go on with fewer system calls, but are not kept to their own "
                + "files; use Linux 5.13 or later with Landlock switched on"
        }
    }

    /// Has what workers say handed over, each notice once in the life of this process, however many say it.
    ///
    /// - Parameter take: takes a notice, from whichever thread heard it.
    public static func hand(to take: @escaping @Sendable (WorkerNotice) -> Void) {
        heard.withLock { $0.take = take }
    }

    /// Hands it over unless that was done before.
    func tell() {
        let take = WorkerNotice.heard.withLock { heard in heard.told.insert(self).inserted ? heard.take : nil }
        take?(self)
    }

    private static let heard = Mutex<(told: Set<WorkerNotice>, take: (@Sendable (WorkerNotice) -> Void)?)>(([], nil))
}
