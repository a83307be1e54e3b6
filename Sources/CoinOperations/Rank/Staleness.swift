internal import CoinModel
internal import CoinPanel
internal import CoinStore
internal import CoinTables

/// That a ranking is made of figures which are older than their limits.
public struct Staleness: Sendable {
    /// What is too old; no clock is in it, so that the same report is the same bytes.
    public let text: String
    /// What of it is too old, a part of the text each.
    let figures: [OldFigures]
    /// What ends the command after its work, where a limit was named.
    public let error: OperationError?

    /// What the report says in front of its title.
    public var mark: String { "\(Staleness.opening)\(text). " }

    private static let opening = "Stale: "

    /// What a table that was marked says of the age of its figures; nil for any other.
    static func text(in table: Table) -> String? {
        guard table.heading.hasPrefix(opening), let end = table.heading.firstRange(of: ". ") else { return nil }
        return String(table.heading[..<end.lowerBound])
    }

    /// Figures that are too old.
    struct OldFigures: Sendable {
        /// Which, of when they are, and how much older than the report that is.
        let text: String
        /// The newest of them.
        let newest: AsOf
        /// The command that brings newer ones.
        let renewal: String
    }

    /// What of a report has an age, the metrics that show it, and the days that its newest figures may be older than the
    /// report's own moment: a snapshot a week, and for weekly figures what the state `stale` allows; and what renews it.
    static func kinds(_ quote: String) -> [(name: String, metrics: [Metric], limit: Int, renewal: String)] {
        [
            ("market data", [.price(quote), .marketCap(quote), .volume(quote)], 8, marketRenewal),
            ("commits", [.commits], 21, "assay fetch git --load"),
            ("search interest", [.interest], 21, "assay load trends FILE"),
        ]
    }

    /// The command that brings newer prices.
    static let marketRenewal = "assay fetch market coingecko --load"

    /// The staleness of a ranking as of a moment; nil where nothing that the store has is too old.
    ///
    /// By the clock only the newest figures of all are judged, and only where a limit is named and no moment: a request
    /// that names its moment is as old as it was meant to be.
    ///
    /// `quote` is the currency of the figures, lower-case; `newest` gives the newest fact of some metrics up to a moment.
    init?(
        of request: RankRequest,
        in quote: String,
        at asOf: AsOf,
        of path: String,
        newest: (_ metrics: [Metric], _ asOf: AsOf?) throws -> AsOf?
    ) throws {
        var figures: [OldFigures] = []
        for (name, metrics, limit, renewal) in Staleness.kinds(quote) {
            guard let newest = try newest(metrics, asOf) else { continue }
            let age = newest.days(before: asOf.limit)
            if age > request.staleAfter ?? limit {
                let text = "\(name) of \(newest), \(counted(age, "day")) before \(asOf)"
                figures.append(OldFigures(text: text, newest: newest, renewal: renewal))
            }
        }
        let old = figures.map(\.text)
        let asked = request.asOf == nil ? request.staleAfter : nil
        let age = request.now.map { asOf.days(before: $0) } ?? 0
        let isOld = asked.map { age > $0 } ?? false
        if old.isEmpty, !isOld { return nil }
        let words = "newest figures of \(asOf), over \(asked ?? 0) days old when this was made"
        let aged = OldFigures(text: words, newest: asOf, renewal: Staleness.marketRenewal)
        self.figures = (isOld ? [aged] : []) + figures
        text = self.figures.map(\.text).joined(separator: "; ")
        let ages = (isOld ? ["its newest figures, of \(asOf), are \(counted(age, "day")) old"] : []) + old
        error = request.staleAfter.map { limit in
            let what = "\(ages.joined(separator: "; ")), and the limit is \(counted(limit, "day"))"
            return OperationError(.stale, "stale", place: path, "\(what); load newer ones")
        }
    }
}

extension AsOf {
    /// Whole days from this moment to another.
    fileprivate func days(before moment: Instant) -> Int {
        Int((moment.milliseconds - limit.milliseconds) / Instant.millisecondsPerDay)
    }
}

/// That the ranking of a request is made of figures which are too old; nil where it is not.
///
/// - Throws: `OperationError` when the store has no observation.
public func staleness(of request: RankRequest, in location: StoreLocation) throws -> Staleness? {
    try location.panel(for: request) { try $0.staleness(of: request, at: $0.asOf(request)) }
}

extension Panel {
    /// The staleness of a ranking as of a moment; nil where nothing is too old.
    func staleness(of request: RankRequest, at asOf: AsOf) throws -> Staleness? {
        try Staleness(of: request, in: quote, at: asOf, of: reader.path, newest: reader.newest)
    }
}
