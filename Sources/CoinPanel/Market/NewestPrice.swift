public import CoinModel
internal import Platform

/// This is the only place where the newest price of a coin is chosen, and where it says of when it is.
///
/// Candidates are the newest positive price of each source at or before the moment T, of a day (UTC) at most 28 days before T's.
/// They are narrowed in this order until one is left: the best place in the preferred order of sources; the newest day; most
/// observed weeks of the year; most facts in the 28 days; the newest time; nearest in ln to their median; the digest of the
/// series. Names of sources decide nothing. Capitalisations and supplies are chosen by the same order.
extension DatedFigure {
    /// How many days (UTC) before a moment's day a price of that moment may lie.
    public static let dayLimit = 28

    /// The earliest moment of prices that count at another one.
    public static func earliest(at limit: Instant) -> Instant {
        Instant(startOf: limit.day.advanced(by: -dayLimit))
    }

    /// The order of sources whose newest prices are of one day.
    public struct Evidence: Sendable {
        /// The observed weeks of the year up to the moment.
        public var weeks: Int
        /// The facts of the 28 days.
        public var facts = 0
        /// A digest of them, which does not depend on their order.
        public var digest = Hash128()

        /// What so many weeks say, without any fact yet.
        public init(weeks: Int) { self.weeks = weeks }

        /// What some facts of a source say at a moment.
        public init(_ facts: some Sequence<(at: Instant, value: Double)>, at limit: Instant) {
            let newest = AsOf.instant(limit).lastCompleteWeek
            let year = newest.advanced(by: 2 - CrossSection.weeks)...newest
            let counted = facts.filter { $0.at <= limit && $0.value > 0 }
            weeks = Set(counted.map(\.at.week).filter(year.contains)).count
            let earliest = DatedFigure.earliest(at: limit)
            for fact in counted where fact.at >= earliest { add(fact.value, at: fact.at) }
        }

        /// Counts a fact.
        public mutating func add(_ value: Double, at time: Instant) {
            facts += 1
            digest.add(Hash128().mixed(UInt64(bitPattern: time.milliseconds)).mixed(value.bitPattern))
        }
    }

    /// The candidate that counts; nil of none.
    ///
    /// `evidence` is asked for only where several have the best place and one day.
    public static func chosen(
        among candidates: [DatedFigure],
        _ order: SourceOrder,
        _ evidence: (DatedFigure) throws -> Evidence
    ) rethrows -> DatedFigure? {
        let left = foremost(among: candidates, order)
        guard left.count > 1 else { return left.first }
        return decided(among: try left.map { ($0, try evidence($0)) })
    }

    /// The candidates of the best place and, among these, the newest day.
    static func foremost(among candidates: [DatedFigure], _ order: SourceOrder) -> [DatedFigure] {
        candidates.filter { one in !candidates.contains { $0.precedes(one, order) ?? false } }
    }

    /// The one of some candidates that the evidence of their sources decides for; nil of none.
    static func decided(among candidates: [(price: DatedFigure, evidence: Evidence)]) -> DatedFigure? {
        let rated = candidates.map { price, evidence in
            var evidence = evidence
            // A price from before the 28 days is judged by itself.
            if evidence.facts == 0 { evidence.add(price.value, at: price.time) }
            return (price: price, evidence: evidence)
        }
        let best = rated.narrowed(by: \.evidence.weeks).narrowed(by: \.evidence.facts).narrowed(by: \.price.time)
        guard best.count > 1 else { return best.first?.price }
        let middle = median(best.map { log($0.price.value) })
        return best.narrowed(by: { -(abs(log($0.price.value) - middle) * 1e9).rounded() })
            .min {
                ($0.evidence.digest.high, $0.evidence.digest.low) < ($1.evidence.digest.high, $1.evidence.digest.low)
            }?
            .price
    }

    /// The facts of a source, oldest first.
    public typealias History = (source: String, facts: [(at: Instant, value: Double)])

    /// The price that counts at a moment among those of some sources, none of which lies before `first`.
    public init?(among histories: [History], at limit: Instant, since first: Instant, _ order: SourceOrder) {
        let candidates = histories.compactMap { DatedFigure(of: $0, upTo: limit) }.filter { $0.time >= first }
        let chosen = DatedFigure.chosen(among: candidates, order) { price in
            Evidence(histories.first { $0.source == price.source }?.facts ?? [], at: limit)
        }
        guard let chosen else { return nil }
        self = chosen
    }

    /// The newest positive price of one source up to a moment.
    public init?(of history: History, upTo limit: Instant) {
        let before = history.facts[..<history.facts.partitioned { $0.at > limit }]
        guard let fact = before.last(where: { $0.value > 0 }) else { return nil }
        self.init(fact.value, at: fact.at, by: history.source)
    }

    /// Whether it counts before another one by the place of its source or by its day; nil where these do not decide.
    func precedes(_ other: DatedFigure, _ order: SourceOrder) -> Bool? {
        let ranks = (order.rank(of: source), order.rank(of: other.source))
        if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
        return time.day == other.time.day ? nil : time.day > other.time.day
    }
}

extension Array {
    /// Those with the greatest value, in their order.
    fileprivate func narrowed<Value: Comparable>(by value: (Element) -> Value) -> [Element] {
        let greatest = map(value).max()
        return filter { value($0) == greatest }
    }
}
