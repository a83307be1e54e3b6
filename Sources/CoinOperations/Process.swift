internal import CoinStore
internal import WorkerProtocol

/// The version of the program.
public enum AssayVersion {
    /// Semantic version: within a major version column names keep their meaning.
    public static let current = "0.1.0"
}

/// Makes what `askToEnd` touches, before a handler is set that calls it.
public func prepareToEnd() { Interruption.prepare() }

/// Asks this process to end, from the handler of a signal; false where nothing is being written that has to end first.
public func askToEnd(_ signal: Int32) -> Bool { Interruption.ask(signal) }

/// The signal that asked this process to end; nil while none did.
public func endingSignal() -> Int32? { Interruption.signal }

/// Reports the notices of workers, such as that a part of their sandbox is missing, once, from any thread.
public func takeWorkerNotices(_ tell: @escaping @Sendable (Diagnostic) -> Void) {
    WorkerNotice.report { tell(Diagnostic(.warning, $0.rawValue, $0.detail)) }
}
