internal import Foundation
internal import Synchronization

/// State that threads share, and wait for until a change of it is possible.
final class SharedState<State: Sendable>: Sendable {
    private let state: Mutex<State>
    private let signal = NSCondition()

    init(_ state: State) {
        self.state = Mutex(state)
    }

    /// Waits until a change is possible, makes it and wakes all others who wait; nil from `change` is to wait on.
    @discardableResult
    func waiting<Value>(_ change: (inout sending State) -> Value?) -> Value {
        // Who is woken while the lock is held sleeps again at once.
        defer { signal.broadcast() }
        signal.lock()
        defer { signal.unlock() }
        while true {
            if let value = state.withLock({ change(&$0) }) { return value }
            signal.wait()
        }
    }
}
