internal import CoinModel

/// What came of one source.
struct SourceOutcome: Sendable {
    let source: String
    /// How many requests were made.
    var requests = 0
    /// How many questions are answered, those that were answered not long ago among them.
    var answered = 0
    /// How many of them were answered not long ago.
    var held = 0
    /// How many coins the pages of a list have.
    var coins = 0
    /// The pages that did not come whole.
    var holes: [ListPaging.Hole] = []
    /// What was not answered, by the reason.
    var faults: [String: [String]] = [:]
    /// What the source said of each reason.
    var complaints: [String: String] = [:]
    /// The files of answers that can be loaded.
    var files: [String] = []
    /// The place in the archive that the pages of a list have in common.
    var pagePlace = ""

    init(_ source: String) { self.source = source }

    mutating func note(_ reason: String, _ what: String, _ complaint: String = "") {
        faults[reason, default: []].append(what)
        if !complaint.isEmpty { complaints[reason] = complaint }
    }

    var isWhole: Bool { holes.isEmpty && faults.isEmpty }
    var isNothing: Bool { answered == 0 }

    /// What to report: a line for each hole and each reason, then the sums.
    var diagnostics: [Diagnostic] {
        let lost = holes.map { hole in
            let what = "\(hole.rowsOfAll): \(FailureReason.meaning(of: hole.reason, for: .source))\(said(hole.reason))"
            return Diagnostic(.warning, hole.reason, place: "\(source), page \(hole.page)", what)
        }
        let others = faults.sorted { $0.key < $1.key }.map { reason, places in
            let meaning = FailureReason.meaning(of: reason, for: .source)
            let what = "\(places.count) not answered (\(listed(places))): \(meaning)\(said(reason))"
            return Diagnostic(.warning, reason, place: source, what)
        }
        let coins = coins == 0 ? "" : ", \(counted(coins, "coin"))"
        let lacking = holes.count + faults.values.reduce(0) { $0 + $1.count }
        let cost = "\(counted(requests, "request")) made, \(held) held from before"
        let sum = "\(answered) answered\(coins), \(lacking) lacking; \(cost)"
        return lost + others + [Diagnostic(.note, "fetched", place: source, sum)]
    }

    private func said(_ reason: String) -> String { complaints[reason].map { " (it says: \($0))" } ?? "" }
}
