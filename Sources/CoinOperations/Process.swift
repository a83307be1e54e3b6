internal import CoinStore
internal import Foundation
internal import Synchronization
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

/// Does work that a signal does not end at once: where it does not end by itself soon, `end` is called on a thread of its own,
/// and the process ends.
public func endingInOrder<Value>(_ end: @escaping @Sendable () -> Void, _ work: () throws -> Value) rethrows -> Value {
    let watch = OrderlyEnd(end)
    defer { watch.isOver.withLock { $0 = true } }
    return try Interruption.finishing(work)
}

/// The signal that asked this process to end; nil while none did.
public func endingSignal() -> Int32? { Interruption.signal }

/// Reports what the sandboxes of workers lack on this system, once, when the first worker starts, from any thread.
public func forwardSandboxWarnings(_ report: @escaping @Sendable (Diagnostic) -> Void) {
    SandboxWarning.report { report(Diagnostic(.warning, SandboxWarning.identifier, SandboxWarning.detail)) }
}

/// Waits on a thread of its own until a signal asks the process to end, or the work is over.
private final class OrderlyEnd: Sendable {
    let isOver = Mutex(false)

    /// Seconds in which work may end by itself: less than after which the signal's handler ends the process.
    private static let patience: TimeInterval = 0.5
    private static let pause: TimeInterval = 0.02

    init(_ end: @escaping @Sendable () -> Void) {
        Thread { [self] in
            while Interruption.signal == nil {
                if isOver.withLock(\.self) { return }
                Thread.sleep(forTimeInterval: OrderlyEnd.pause)
            }
            Thread.sleep(forTimeInterval: OrderlyEnd.patience)
            guard let signal = Interruption.signal, !isOver.withLock(\.self) else { return }
            end()
            _exit(128 + signal)
        }.start()
    }
}
