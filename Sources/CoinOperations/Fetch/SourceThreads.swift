internal import Foundation

/// What a thread reports of one of its tasks.
enum TaskEvent<Value: Sendable>: Sendable {
    case progress(task: Int, done: Int, all: Int)
    case end(task: Int, Value)
}

/// Carries out tasks on threads of their own, so many at once, so that one that hangs starves no other.
///
/// - Parameters:
///   - count: how many tasks there are.
///   - most: how many are under way at once.
///   - work: carries out a task, and may report its progress.
///   - take: takes what is reported, on the caller's thread, as it comes.
func onThreads<Value: Sendable>(
    _ count: Int,
    atOnce most: Int,
    _ work: @escaping @Sendable (_ task: Int, _ progress: (Int, Int) -> Void) -> Value,
    _ take: (TaskEvent<Value>) -> Void
) {
    let next = SharedState(0)
    let events = SharedState([TaskEvent<Value>]())
    let claim: @Sendable () -> Int = {
        next.waiting { next -> Int? in
            defer { next += 1 }
            return next
        }
    }
    for _ in 0..<min(count, max(1, most)) {
        Thread {
            while case let task = claim(), task < count {
                let value = work(task) { done, all in
                    events.waiting { $0.append(.progress(task: task, done: done, all: all)) }
                }
                events.waiting { $0.append(.end(task: task, value)) }
            }
        }.start()
    }
    var left = count
    while left > 0 {
        let event = events.waiting { $0.isEmpty ? nil : $0.removeFirst() }
        if case .end = event { left -= 1 }
        take(event)
    }
}
