import CoinModel
import CoinOperations
import Dispatch
import Synchronization

/// How far long work is, on standard error: on a terminal one line that is redrawn, elsewhere a line every ten seconds,
/// and nothing with `--quiet`.
final class Progress: Sendable {
    private struct State {
        var work: WorkProgress
        let began = ContinuousClock.now
        var drawn: ContinuousClock.Instant?
        /// Whether nothing is shown any more, or at all.
        var isOver = Console.settings.isQuiet

        var line: String { work.line(after: ContinuousClock.now - began) }
    }

    private let state: Mutex<State>
    private let redraws = Console.showsProgress

    /// Work of a name, such as `loading`, over things of a name, such as `files`.
    init(_ verb: String, _ unit: String = "") {
        state = Mutex(State(work: WorkProgress(verb, unit)))
        waitForTick()
    }

    /// Work of a name, shown until it ends.
    static func during<Value>(_ verb: String, _ unit: String = "", _ work: (Progress) throws -> Value) rethrows -> Value
    {
        let progress = Progress(verb, unit)
        defer { progress.end() }
        return try work(progress)
    }

    /// Takes how many things are done, of how many.
    func update(_ done: Int, of all: Int) { update { ($0.done, $0.all) = (done, all) } }

    /// Takes how far the work is; a terminal shows it at once, but at most ten times a second.
    func update(_ change: (inout WorkProgress) -> Void) {
        state.withLock { state in
            change(&state.work)
            let now = ContinuousClock.now
            if state.drawn.map({ now - $0 > .milliseconds(100) }) ?? true { draw(&state, now) }
        }
    }

    /// Clears the line; nothing is shown from now on.
    func end() {
        state.withLock { state in
            state.isOver = true
            if redraws { Console.progress("") }
        }
    }

    private func draw(_ state: inout State, _ now: ContinuousClock.Instant) {
        guard redraws, !state.isOver else { return }
        Console.progress(state.line)
        state.drawn = now
    }

    /// Shows the time that goes by while nothing comes.
    private func waitForTick() {
        guard !state.withLock(\.isOver) else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(redraws ? 1 : 10)) { [weak self] in
            guard let self else { return }
            state.withLock { state in
                draw(&state, .now)
                if !redraws, !state.isOver { Console.report(Diagnostic(.note, "progress", state.line)) }
            }
            waitForTick()
        }
    }
}
