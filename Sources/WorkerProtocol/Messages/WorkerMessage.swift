internal import Synchronization

/// A warning of a worker about itself, whatever it was asked; its value is a stable identifier.
public enum WorkerMessage: String, Codable, Sendable, CaseIterable {
    /// The kernel keeps it from system calls, but not from files.
    case withoutLandlock = "no-landlock"

    /// What it means, and the next step.
    public var detail: String {
        switch self {
        case .withoutLandlock:
            "this kernel has no Landlock: the workers go on with fewer system calls, but may read more than their own "
                + "files; use Linux 5.13 or later with Landlock switched on"
        }
    }

    /// Has each notice handed over once in the life of this process, however many workers send it, on whichever thread.
    public static func report(to take: @escaping @Sendable (WorkerMessage) -> Void) {
        receiver.withLock { $0.take = take }
    }

    /// Hands it over unless that was done before.
    func report() {
        let take = WorkerMessage.receiver.withLock { $0.reported.insert(self).inserted ? $0.take : nil }
        take?(self)
    }

    private static let receiver = Mutex<(reported: Set<WorkerMessage>, take: (@Sendable (WorkerMessage) -> Void)?)>(
        ([], nil)
    )
}
