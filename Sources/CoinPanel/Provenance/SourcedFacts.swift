public import CoinModel
public import CoinStore

/// The facts of one metric of one source that stand behind some weeks.
public struct SourcedFacts: Hashable {
    /// The source that they are from.
    public let source: String
    /// What was measured.
    public let metric: Metric
    /// The coin, repository or search term, in words.
    public let subject: String
    /// What such facts are loaded as.
    let kind: LoadKind
    /// The facts, oldest first.
    public private(set) var facts: [TracedFact]
    /// The digest of the file that they stand in, where the store knows it.
    var export: String?
    /// In which units of the coin they count.
    var ratio = MigrationRatio.even

    /// The facts' values in units of the coin.
    var values: [Double] { facts.map { ratio.converted($0.value, of: metric) } }

    /// Leaves facts of other times out.
    mutating func keep(_ isWanted: (Instant) -> Bool) { facts.removeAll { !isWanted($0.at) } }

    /// Whether others are of the same series.
    public func isSameSeries(_ other: SourcedFacts) -> Bool {
        (source, metric, subject) == (other.source, other.metric, other.subject)
    }

    /// The newest of them up to a moment alone; nil of none.
    func newest(upTo limit: Instant) -> SourcedFacts? {
        var newest = self
        newest.facts = facts.last { $0.at <= limit }.map { [$0] } ?? []
        return newest.facts.isEmpty ? nil : newest
    }

    /// Adds facts of the same series that are not among these.
    public mutating func add(_ other: SourcedFacts) {
        facts = Set(facts + other.facts).sorted { $0.at < $1.at }
    }

    /// What they are, in words.
    public var detail: String {
        guard let first = facts.first, let last = facts.last else { return "\(metric.name) of \(subject): none" }
        let span = first.at.day == last.at.day ? "on \(first.at.day)" : "from \(first.at.day) to \(last.at.day)"
        return "\(metric.name) of \(subject) \(span)"
    }
}

extension LoadKind {
    /// What brings facts of an entity.
    init(_ entity: Entity) {
        self =
            switch entity.kind {
            case .coin, .currency, .market, .protocol: .market
            case .repository: .commits
            case .term: .trends
            }
    }
}
