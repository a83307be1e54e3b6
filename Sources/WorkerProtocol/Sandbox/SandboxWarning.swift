internal import Synchronization

/// What the sandboxes of workers lack on this system; its value is a stable identifier.
public enum SandboxWarning: String, Sendable {
    /// The kernel keeps workers from system calls, but not from files.
    case withoutLandlock = "no-landlock"

    /// What it means, and the next step.
    public var detail: String {
        switch self {
        case .withoutLandlock:
            "this kernel has no Landlock: the workers go on with fewer system calls, but may read more than their own "
                + "files; use Linux 5.13 or later with Landlock switched on"
        }
    }

    /// Has a warning handed over when the first worker starts, on whichever thread, and once in the life of this process.
    public static func report(to take: @escaping @Sendable (SandboxWarning) -> Void) {
        receiver.withLock { $0 = take }
    }

    /// Hands it over unless that was done before: a worker has the kernel of the process that starts it.
    static func reportOnce() {
        guard !Sandbox.hasLandlock, let take = receiver.withLock({ $0.take() }) else { return }
        take(.withoutLandlock)
    }

    private static let receiver = Mutex<(@Sendable (SandboxWarning) -> Void)?>(nil)
}
