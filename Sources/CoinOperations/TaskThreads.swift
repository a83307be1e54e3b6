internal import Foundation

/// This is the only place where tasks are carried out on threads of their own, ahead of the one who takes what they report,
/// so that one that hangs starves no other.
///
/// Tasks are begun in order, and none while much waits to be taken. Each has a channel: who reports to a full one waits, and
/// so does the taker at an empty one, who takes all that is in it. So memory is bounded by what waits and the tasks under
/// way, and a task that is waited for is always under way.
final class TaskThreads<Event: Sendable>: Sendable {
    private struct State: Sendable {
        /// What each task reported and was not taken yet.
        var channels: [Int: [Event]] = [:]
        /// The task that is begun next.
        var next = 0
        /// The weight of all that waits.
        var weight = 0
        var isStopped = false
    }

    private let count: Int
    private let limits: (channel: Int, all: Int)
    private let weight: @Sendable (Event) -> Int
    private let state = SharedState(State())

    /// Begins to work.
    ///
    /// - Parameters:
    ///   - count: how many tasks there are.
    ///   - most: how many are under way at once.
    ///   - limits: the weights from which on who reports to a channel waits, and no further task is begun.
    ///   - weight: how heavy an event is.
    ///   - work: what each thread does: it begins tasks and reports of them until there is none.
    init(
        _ count: Int,
        atOnce most: Int,
        within limits: (channel: Int, all: Int) = (.max, .max),
        weight: @escaping @Sendable (Event) -> Int = { _ in 1 },
        _ work: @escaping @Sendable (TaskThreads) -> Void
    ) {
        self.count = count
        self.limits = limits
        self.weight = weight
        for _ in 0..<min(count, max(1, most)) {
            let thread = Thread { work(self) }
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    /// What a task, or any, has reported since it was asked before; waits until there is something.
    func next(of task: Int? = nil) -> [Event] {
        state.waiting { state in
            guard let task = task ?? state.channels.keys.first, let events = state.channels.removeValue(forKey: task)
            else { return nil }
            state.weight -= sum(events)
            return events
        }
    }

    /// Lets all threads end, whatever they are at.
    func stop() {
        state.waiting { $0.isStopped = true }
    }

    /// The next task, once little enough waits; nil when there is none.
    func begun() -> Int? {
        state.waiting { state -> Int?? in
            guard !state.isStopped, state.next < count else { return .some(nil) }
            guard state.weight < limits.all else { return nil }
            defer { state.next += 1 }
            return state.next
        }
    }

    /// Hands over events of a task, once there is room in its channel; false where they are not taken any more.
    @discardableResult
    func report(_ events: [Event], of task: Int) -> Bool {
        state.waiting { state -> Bool? in
            if state.isStopped { return false }
            guard sum(state.channels[task] ?? []) < limits.channel else { return nil }
            state.channels[task, default: []] += events
            state.weight += sum(events)
            return true
        }
    }

    private func sum(_ events: [Event]) -> Int { events.reduce(0) { $0 + weight($1) } }
}
