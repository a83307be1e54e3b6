public import WorkerProtocol

/// What came of one request.
public enum Received: Sendable {
    /// A whole answer.
    case answer(FetchAnswer)
    /// None: cut, refused, timed out, or not encrypted as it should be.
    case nothing
    /// More bytes than are taken.
    case tooLarge
}

/// The clock of an exchange, so that tests need not wait.
public struct ExchangeClock {
    /// Milliseconds since 1970.
    let now: () -> Int64
    /// Waits so many milliseconds.
    let wait: (Int64) -> Void

    /// A clock.
    public init(now: @escaping () -> Int64, wait: @escaping (Int64) -> Void) {
        self.now = now
        self.wait = wait
    }
}

/// Carries out an order.
///
/// It asks one address after the other, as GitHub wants it, waits as answers say, and comes back to what was not ready.
/// It keeps to the order's requests and its waiting, whatever answers say.
public struct Exchange {
    /// Sends one request: the address, the ETag that is held, and the text to post.
    public typealias Sending = (WebAddress, _ tag: String, _ body: String, _ number: Int) -> Received
    /// Takes what came of an address; it throws to end the exchange.
    public typealias Telling = (FetchMessage) throws(WorkerFault) -> Void

    private let order: FetchOrder
    private let rule: RetryRule
    private let clock: ExchangeClock
    private let send: Sending

    private var queue: ExchangeQueue
    private var requests = 0
    private var patience: Int64
    private var heldUntil: Int64 = 0

    /// An exchange for an order.
    public init(_ order: FetchOrder, clock: ExchangeClock, send: @escaping Sending) {
        self.order = order
        self.clock = clock
        self.send = send
        rule = RetryRule(seed: order.seed)
        queue = ExchangeQueue(count: order.targets.count)
        patience = Int64(min(order.patience, 1 << 40)) * 1000
    }

    /// Asks everything, and tells of every address once.
    ///
    /// - Returns: how many requests were made.
    /// - Throws: what `tell` throws.
    public mutating func run(_ tell: Telling) throws(WorkerFault) -> Int {
        while let turn = queue.next(at: clock.now()) {
            if let silence = prepare(turn) {
                queue.put(back: turn)
                try abandon(because: silence, tell)
                break
            }
            try ask(turn, tell)
        }
        return requests
    }

    /// Waits until a question may be asked; says why it may not be at all.
    private mutating func prepare(_ turn: ExchangeQueue.Turn) -> FetchSilence? {
        guard requests < order.budget else { return .budget }
        let wait = max(turn.notBefore, heldUntil) - clock.now()
        guard wait > 0 else { return nil }
        guard wait <= patience else { return heldUntil > turn.notBefore ? .rateLimited : .patience }
        clock.wait(wait)
        patience -= wait
        return nil
    }

    private mutating func ask(_ turn: ExchangeQueue.Turn, _ tell: Telling) throws(WorkerFault) {
        let target = order.targets[turn.number]
        guard let start = WebAddress(target.address) else { return try tell(.silence(turn.number, .address)) }
        let isPosted = !target.body.isEmpty
        let body = isPosted ? order.preface + target.body : ""
        var redirects = RedirectRule(start, isPosted: isPosted)
        var address = start
        while true {
            guard requests < order.budget else { return queue.put(back: turn) }
            requests += 1
            let answer: FetchAnswer?
            switch send(address, target.tag, body, turn.number) {
            case .answer(let received): answer = received
            case .nothing: answer = nil
            case .tooLarge: return try tell(.silence(turn.number, .tooLarge))
            }
            switch redirects.judge(status: answer?.status ?? 0, location: answer?.header("location")) {
            case .stay: return try settle(turn, answer, moved: redirects.moved, tell)
            case .follow(let next): address = next
            case .refuse: return try tell(.silence(turn.number, .redirect))
            }
        }
    }

    private mutating func settle(
        _ turn: ExchangeQueue.Turn,
        _ received: FetchAnswer?,
        moved: WebAddress?,
        _ tell: Telling
    ) throws(WorkerFault) {
        var answer = received
        answer?.moved = moved?.description ?? ""
        let now = clock.now()
        let again: (wait: Int64, silence: FetchSilence)
        let meant = order.targets[turn.number].body.isEmpty ? answer : answer?.asAnswerToQuery
        switch rule.judge(meant, attempt: turn.attempt, now: now) {
        case .settled:
            if let answer { try tell(.answer(answer)) }
            return
        case .settledThenHold(let wait):
            hold(wait, now)
            if let answer { try tell(.answer(answer)) }
            return
        case .later(let wait, let silence): again = (wait, silence)
        case .hold(let wait):
            hold(wait, now)
            again = (wait, .rateLimited)
        case .stop(let silence):
            queue.put(back: turn)
            return try abandon(because: silence, tell)
        }
        guard turn.attempt + 1 < RetryRule.mostAttempts else { return try tell(.silence(turn.number, again.silence)) }
        queue.put(later: turn, until: now + again.wait, because: again.silence)
    }

    private mutating func hold(_ wait: Int64, _ now: Int64) {
        heldUntil = max(heldUntil, now + wait)
    }

    /// Tells of all that is left why it is not asked; what was asked and not ready is that first.
    private mutating func abandon(because silence: FetchSilence, _ tell: Telling) throws(WorkerFault) {
        while let turn = queue.next(at: .max) {
            try tell(.silence(turn.number, silence == .token ? silence : turn.silence ?? silence))
        }
    }
}
