internal import CoinFetching
internal import CoinModel
internal import CoinSources
internal import CoinStore

/// Pages that did not come stand in the ledger as inputs that were refused, so that the store says what it lacks.
enum MarketGaps {
    /// Why such an input is refused.
    static let reason = "hole"

    /// The holes of a store that no later load filled: their pages bear their name.
    static func open(_ ledger: [LedgerEntry]) -> [String] {
        ledger.enumerated().compactMap { index, entry in
            guard let refusal = entry.refusal, refusal.reason == reason else { return nil }
            let isFilled = ledger[index...].contains { later in
                !later.isRefused && later.forgottenBy == nil && later.input.path.hasPrefix(entry.input.path + ".")
            }
            return isFilled ? nil : refusal.detail
        }
    }
}

extension FetchReport {
    /// Notes in the ledger which pages of lists a store has not got.
    func noteHoles(in location: StoreLocation, _ request: FetchRequest, at now: Instant) throws {
        let lacking = outcomes.filter { !$0.holes.isEmpty && !$0.isNothing }
        guard !lacking.isEmpty else { return }
        try location.open(.write).load(acceptedAt: now) { session in
            for outcome in lacking {
                for hole in outcome.holes {
                    let path = "\(request.archive)/\(outcome.pagePlace)\(hole.page)"
                    var input = InputDescriptor(path: path, stem: "")
                    input.kind = .market
                    let detail = "\(outcome.place), page \(hole.page): \(hole.rowsOfAll) (\(hole.reason))"
                    session.begin(input)
                    try session.refuse(input, because: Reject(MarketGaps.reason, detail: detail))
                }
            }
        }
    }
}
