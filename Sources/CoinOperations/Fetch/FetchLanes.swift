internal import CoinModel
internal import Foundation

/// This is the only place where requests of one run are asked at once: those to different hosts side by side, those that share
/// one in their order.
public final class FetchLanes {
    /// What came of a request.
    public struct Answer: Sendable {
        /// What came, or why nothing could be asked.
        public let result: Result<FetchReport, OperationError>
        /// What there is to report, in order.
        public let messages: [Diagnostic]
        /// How long it was asked.
        public let seconds: Double
    }

    private let threads: TaskThreads<(request: Int, answer: Answer)>
    private var answers: [Int: Answer] = [:]

    /// Begins to ask; a store names what is asked about where requests do not, and takes nothing.
    public init(_ requests: [FetchRequest], with location: StoreLocation) {
        let lanes = FetchLanes.lanes(requests.map(\.hosts))
        threads = TaskThreads(lanes.count, atOnce: lanes.count) { threads in
            while let lane = threads.begun() {
                for place in lanes[lane] {
                    let answer = FetchLanes.answer(to: requests[place], location)
                    threads.report([(place, answer)], of: lane)
                }
            }
        }
    }

    /// What comes of a request, which is waited for.
    public func answer(to place: Int) -> Answer {
        while true {
            if let answer = answers[place] { return answer }
            for (place, answer) in threads.next() { answers[place] = answer }
        }
    }

    private static func answer(to request: FetchRequest, _ location: StoreLocation) -> Answer {
        let messages = SharedState<[Diagnostic]>([])
        let start = ContinuousClock.now
        let result = Result {
            try askForAnswers(request, with: location, report: { message in messages.waiting { $0.append(message) } })
        }
        return Answer(
            result: result.mapError { OperationError($0) },
            messages: messages.waiting { $0 },
            seconds: (ContinuousClock.now - start) / .seconds(1)
        )
    }

    /// The places of requests by their hosts: those that share one are in one lane, in their order.
    static func lanes(_ hosts: [Set<String>]) -> [[Int]] {
        var lanes: [(hosts: Set<String>, places: [Int])] = []
        for (place, own) in hosts.enumerated() {
            let shared = lanes.filter { !$0.hosts.isDisjoint(with: own) }
            lanes.removeAll { !$0.hosts.isDisjoint(with: own) }
            let all = shared.reduce(own) { $0.union($1.hosts) }
            lanes.append((all, shared.flatMap(\.places).sorted() + [place]))
        }
        return lanes.map(\.places)
    }
}

extension FetchRequest {
    /// Who is asked, by the names of sources.
    var hosts: Set<String> {
        switch question {
        case .repositories: ["github"]
        case .images: ["images"]
        case .market, .history, .coins, .global, .use, .articles: Set(sources)
        }
    }
}
