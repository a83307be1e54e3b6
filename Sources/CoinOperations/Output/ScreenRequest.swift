internal import CoinModel

/// A saved question: which coins pass, in which order, and what is shown of them.
public struct ScreenRequest: Sendable {
    /// Its name.
    public let name: String
    /// What it asks, for people.
    public let question: String
    /// The ranking whose rows are its coins: preset, condition, order, columns and length.
    public var ranking: RankRequest

    /// A question by its name.
    public init(_ name: String, asking question: String, _ ranking: RankRequest) {
        (self.name, self.question, self.ranking) = (name, question, ranking)
        // That no coin passes is an answer.
        self.ranking.mayBeEmpty = true
    }

    /// The condition that a coin passes by itself; nil where all pass, or which ones do depends on the others.
    public var condition: String? { ranking.top == nil ? ranking.filter : nil }

    /// What it is, whatever it is called: its condition, order and length.
    var definition: String { "screen of \(ranking.preset): \(rule)" }

    /// Its condition, order and length in a line.
    var rule: String {
        let parts = [
            ranking.filter.map { "where \($0)" }, ranking.sort.map { "sort \($0)" }, ranking.top.map { "top \($0)" },
        ]
        let known = parts.compactMap(\.self)
        return known.isEmpty ? "all" : known.joined(separator: "; ")
    }

    /// The same with the coins' ids only.
    var idsAlone: RankRequest {
        var request = ranking
        (request.columns, request.form) = ("coin_id", .rows)
        return request
    }
}
