internal import Synchronization

/// What sandboxes lack on this system: the kernel keeps them from system calls, but not from files.
public enum SandboxWarning {
    /// A stable identifier.
    public static let identifier = "no-landlock"
    /// What it means, and the next step.
    public static let detail =
        "this kernel has no Landlock: the workers go on with fewer system calls, but may read more than their own "
        + "files; use Linux 5.13 or later with Landlock switched on"

    /// Has the warning given when the first worker starts, on whichever thread, and once in the life of this process.
    public static func report(by warn: @escaping @Sendable () -> Void) { receiver.withLock { $0 = warn } }

    /// Gives it unless that was done before: a worker has the kernel of the process that starts it.
    public static func reportOnce() {
        if !Sandbox.hasLandlock { receiver.withLock { $0.take() }?() }
    }

    private static let receiver = Mutex<(@Sendable () -> Void)?>(nil)
}
