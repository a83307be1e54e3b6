public import CoinModel
public import CoinTables

/// The coins that are nearest to one coin by `PeerDistance`, and those that are left out.
///
/// Only coins of its own kind are peers: a stablecoin's are stablecoins. What stands for the coin (or what it stands for) is
/// the same value in another form and no peer; a coin that became another one is none either.
public struct CoinPeers: Sendable {
    /// A coin that is the same value in another form.
    public struct Form: Sendable {
        /// Its id.
        public let id: String
        /// Its name, which may be empty.
        public let name: String
        /// What it is, such as `a wrapped token, by its name`.
        public let kind: String
    }

    /// The coin as its own peer: what of it is known.
    public let own: CoinPeer
    /// Its peers, the nearest first; of one distance by id in byte order.
    public let nearest: [CoinPeer]
    /// Its other forms, by id.
    public let forms: [Form]
    /// The coins that were left out, by why: as `12 of another kind`.
    public let leftOut: [String]

    /// Finds the peers of a coin by its row in a cross-section.
    ///
    /// Reads `parts`. O(coins · (tags + weeks)).
    public init(of row: Int, in section: CrossSection, _ options: RankingOptions = RankingOptions()) {
        let (coins, id) = (section.coins, section.coins[row].id)
        let (rule, distance) = (DerivativeRule(coins), PeerDistance(from: row, in: section))
        let kind = rule.derivative(of: row, in: section).map(\.kind)
        var (rows, forms, unlike, former) = ([Int](), [Form](), 0, 0)
        for other in coins.indices where other != row {
            let (coin, derivative) = (coins[other], rule.derivative(of: other, in: section))
            func isForm(_ words: String) { forms.append(Form(id: coin.id, name: coin.name, kind: words)) }
            if section.migrations.join(coin.id, id) {
                isForm(section.migrations.migration(of: id)?.current == coin.id ? "which it became" : "which became it")
            } else if section.migrations.migration(of: coin.id) != nil {
                former += 1
            } else if let derivative, rule.follows(other, row, in: section) {
                isForm(derivative.note)
            } else if kind != nil, derivative == nil, rule.follows(row, other, in: section) {
                isForm("which it stands for")
            } else if options.includeDerivatives || derivative.map(\.kind) == kind {
                rows.append(other)
            } else {
                unlike += 1
            }
        }
        nearest = CoinPeers.measured(rows, distance)
        var own = distance.peer(row)
        own.distance = PeerDistance.distances([own])[0]
        (self.own, self.forms) = (own, forms.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) })
        leftOut = [
            (unlike, "of another kind"), (former, "that became another one"),
            (rows.count - nearest.count, "without a figure to compare"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    }

    /// The coins in some rows, of which anything is known, by their distances.
    private static func measured(_ rows: [Int], _ distance: PeerDistance) -> [CoinPeer] {
        let parts = min(rows.count, 16)
        let peers = onAllCores(parts: parts) { part in
            share(part, of: parts, count: rows.count).map { distance.peer(rows[$0]) }
        }
        let measured = zip(peers, PeerDistance.distances(peers)).map { peer, distance in
            var peer = peer
            peer.distance = distance
            return peer
        }
        return measured.filter { !$0.distance.isNaN }.sorted { first, second in
            first.distance == second.distance
                ? first.id.utf8.lexicographicallyPrecedes(second.id.utf8) : first.distance < second.distance
        }
    }

    /// What the distance is, in the words of `reasons`.
    public static let formula =
        "`distance` is the mean of three parts from 0 to 1: sector (1 − the weight of the shared tags by that of all tags of both; "
        + "rare tags weigh more), size (|ln size_ratio| / ln \(Int(PeerDistance.largestRatio))) and prices (1 − correlation of weekly "
        + "returns, of \(PeerDistance.fewestWeeks) common weeks or more)."

    /// The parts of a cross-section that peers are found by.
    public static let parts: SectionParts = [.newest, .close, .marketSource, .details]

    /// Why a coin is near, each with its cell.
    public static var reasons: [FilledColumn<CoinPeer>] {
        [
            .number("distance", "Distance", .fixed(2), orMissing: .notObserved, "From 0, the same, to 1.") {
                $0.distance
            },
            FilledColumn(.text("shared_tags", "Shared tags", "The tags that both have, the rarest first.")) { peer in
                peer.sharedTags.map { .text($0.joined(separator: "\(CoinTag.separator)")) } ?? .missing(.untagged)
            },
            FilledColumn(
                .number(
                    "size_ratio",
                    "Size",
                    .plain,
                    "Its market capitalisation by that of the coin, both of the last 28 days."
                )
            ) { $0.sizeRatio.cell },
            FilledColumn(
                .number(
                    "correlation",
                    "Correlation",
                    .signed(2),
                    "Pearson's correlation of the weekly log returns of both."
                )
            ) { $0.correlation.cell },
            .count("correlation_weeks", "Weeks", unit: "weeks", "The weeks of 52 that have a return of both.") {
                $0.commonWeeks
            },
        ]
    }
}
