internal import CoinModel
internal import Foundation
internal import Synchronization

/// Answers an assistant: one call at a time on a thread of its own, while the caller goes on to read lines, so that it sees what
/// is cancelled.
public final class AssistantServer: Sendable {
    private struct State: Sendable {
        var waiting: [PendingCall] = []
        var current: PendingCall?
        var isFinished = false
    }

    /// The most calls that wait, and how long each may take.
    private static let (mostWaiting, patience) = (8, Duration.seconds(30))

    private let exchange: AssistantProtocol
    private let state = SharedState(State())
    private let send: @Sendable ([UInt8]) -> Void
    private let sending = Mutex(())

    /// Begins to answer; `send` takes each line as a whole, from any thread.
    public init(_ context: AssistantContext, send: @escaping @Sendable ([UInt8]) -> Void) {
        exchange = AssistantProtocol(context)
        self.send = send
        let thread = Thread { [self] in while let call = next() { work(on: call) } }
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// Whether any call waits or is worked on.
    public var isBusy: Bool { state.waiting { $0.current != nil || !$0.waiting.isEmpty } }

    /// Takes a line of the client: what costs nothing is answered at once.
    public func take(_ line: AssistantLine) {
        do throws(ProtocolFault) {
            guard case .bytes(let bytes) = line else {
                let limit = "\(AssistantLines.limit >> 20) MiB"
                throw ProtocolFault(code: .notJSON, message: "a line has more than \(limit), which are not read")
            }
            switch try AssistantMessage(bytes) {
            case .call(let call) where AssistantProtocol.takesWork(call): try enqueue(call)
            case .call(let call): write(exchange.line(answering: call))
            case .cancellation(let id): cancel(id)
            case .ignored: break
            }
        } catch {
            write(error.line)
        }
    }

    /// Answers a call that takes too long with an error, and sends nothing more of it; its work goes on.
    public func endLateCalls() {
        let late = state.waiting { state -> PendingCall?? in
            .some(state.current.flatMap { .now - $0.began > AssistantServer.patience ? $0 : nil })
        }
        guard let late, late.close() else { return }
        let limit = "\(AssistantServer.patience.components.seconds) seconds"
        let why = "takes longer than \(limit); ask for less, or use the program itself"
        write(AssistantProtocol.line(failing: late.call, OperationError(.failed, "time-limit", place: late.name, why)))
    }

    /// Waits until all calls are answered.
    public func finish() {
        state.waiting { $0.isFinished = true }
        state.waiting { $0.current == nil && $0.waiting.isEmpty ? () : nil }
    }

    private func enqueue(_ call: AssistantCall) throws(ProtocolFault) {
        let hasRoom = state.waiting { state -> Bool? in
            guard state.waiting.count < AssistantServer.mostWaiting else { return false }
            state.waiting.append(PendingCall(call))
            return true
        }
        if hasRoom { return }
        let message = "\(AssistantServer.mostWaiting) calls wait; send this one again once one of them is answered"
        throw ProtocolFault(code: .tooManyCalls, message: message, id: call.id)
    }

    private func cancel(_ id: String) {
        let calls = state.waiting { state -> [PendingCall]? in
            let own = (state.waiting + [state.current].compactMap(\.self)).filter { $0.call.id == id }
            state.waiting.removeAll { $0.call.id == id }
            return own
        }
        for call in calls { _ = call.close() }
    }

    /// The next call; nil when there is none and none can come.
    private func next() -> PendingCall? {
        state.waiting { state -> PendingCall?? in
            guard !state.waiting.isEmpty else { return state.isFinished ? .some(nil) : nil }
            let call = PendingCall(state.waiting.removeFirst().call)
            state.current = call
            return .some(call)
        }
    }

    private func work(on pending: PendingCall) {
        let line = exchange.line(answering: pending.call) { !pending.isOpen }
        if pending.close() { write(line) }
        state.waiting { $0.current = nil }
    }

    private func write(_ line: String) {
        sending.withLock { _ in send(Array((line + "\n").utf8)) }
    }
}

/// A call that is not answered yet.
private final class PendingCall: Sendable {
    let call: AssistantCall
    /// When it was taken, to wait or to be worked on.
    let began = ContinuousClock.now
    private let state = Mutex(true)

    init(_ call: AssistantCall) { self.call = call }

    /// What it asks for, as a message names it.
    var name: String { call.subject ?? call.method }

    /// Whether its answer is still wanted.
    var isOpen: Bool { state.withLock(\.self) }

    /// Has nothing more sent of it; false where that was so before.
    func close() -> Bool {
        state.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
    }
}
