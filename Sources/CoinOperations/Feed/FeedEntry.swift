public import CoinModel
internal import CoinTables

/// Something that happened to a coin: an entry of a feed.
public struct FeedEntry: Hashable, Sendable {
    /// What kind of thing happened; on one day they stand in this order.
    public enum Kind: String, CaseIterable, Codable, Sendable {
        /// A rule of a pipeline became true.
        case alert
        /// A source did not answer, or not all of what it was asked.
        case failed
        /// A source's list has a quarter fewer coins than before, or a quarter more that are new.
        case list
        /// A source lists a coin that was not known before.
        case listed
        /// A source's list goes on without a coin that it had.
        case left
        /// A coin's units seem to have been exchanged for others.
        case redenominated
        /// A coin seems to have become another one.
        case migrated
        /// A person noted something.
        case note
        /// An entry of a portfolio's ledger.
        case trade
        /// A coin stands out that did not, or no longer does.
        case short
        /// A coin has a rank that had none.
        case new
        /// A coin has no rank that had one.
        case gone
        /// Evidence supports another call of a coin.
        case call
        /// A coin passes a screen that it did not, or no longer one that it did.
        case screen
        /// A coin's development stands otherwise.
        case state
        /// A coin gained or lost places.
        case rank
        /// The first commits of a repository.
        case appeared
        /// Commits of a repository after many weeks without any.
        case resumed
        /// Many weeks without a commit in a repository that had some.
        case inactive = "silent"
        /// A price that changed much.
        case price
        /// A circulating supply that changed much.
        case supply
        /// Figures that are out of date.
        case stale

        /// What a run reports of sources and their lists, whatever rules its pipeline has.
        public static let news: [Kind] = [.failed, .list, .listed, .left, .redenominated, .migrated]

        /// What `change` counts.
        var unit: String? {
            switch self {
            case .rank: "places"
            case .price, .supply: "%"
            default: nil
            }
        }
    }

    /// When; a whole day stands at its end.
    public let when: AsOf
    /// The moment of the ranking that it came with; for what came with none, when it was.
    public let asOf: AsOf
    /// What kind of thing.
    public let kind: Kind
    /// The coin's id; empty for what is about a source as a whole.
    public internal(set) var coin: String
    /// The source that it is about; nil where it is about none.
    public var source: String?
    /// The symbol of a coin as its source has it; nil where the coin's id is enough.
    public var symbol: String?
    /// Its name, in the same way.
    public var name: String?
    /// What happened, in a sentence without the coin.
    public let what: String
    /// What was before; nil for nothing, or nothing that is one value.
    public var from: String?
    /// What is after.
    public var to: String?
    /// By how much it changed, in the unit of its kind.
    public var change: Double?

    /// Something that happened to a coin, or with a ranking of an earlier moment.
    public init(_ kind: Kind, _ coin: String, at when: AsOf, asOf: AsOf? = nil, _ what: String) {
        self.kind = kind
        self.coin = coin
        self.when = when
        self.asOf = asOf ?? when
        self.what = what
    }
}

extension FeedEntry {
    /// Entries in the order of a feed: the newest day first, on a day by kind, then by the place of the coin.
    static func ordered(_ entries: [FeedEntry], by places: [String: Int]) -> [FeedEntry] {
        let kinds = Dictionary(firstOf: Kind.allCases.enumerated().map { ($1, $0) })
        let keyed = entries.map { entry in
            let (limit, place) = (entry.when.limit, places[entry.coin] ?? .max)
            return (entry, (-Int(limit.day.index), kinds[entry.kind] ?? 0, -limit.milliseconds, place))
        }
        return keyed.sorted { left, right in
            if left.1 != right.1 { return left.1 < right.1 }
            return (left.0.coin, left.0.what) < (right.0.coin, right.0.what)
        }.map(\.0)
    }

    /// What a feed says of entries and of their coins as far as these are listed.
    static var columns: [FilledColumn<(entry: FeedEntry, coin: Coin?)>] {
        let moment = "The day or moment of the fact; of ranks, screens, states, prices and supplies the ranking's."
        let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ") + "."
        let units = "What the change counts: places gained, or %."
        return [
            .text("when", "When", moment) { $0.entry.when.description },
            .text("kind", "Kind", kinds) { $0.entry.kind.rawValue },
            .text("symbol", "Symbol", orMissing: .notListed, "The ticker symbol; not unique.") {
                $0.coin?.symbol ?? $0.entry.symbol
            },
            .text("what", "What", "What happened.") { $0.entry.what },
            .text("coin_id", "Coin", orMissing: .noValue, "The coin's id.") {
                $0.entry.coin.isEmpty ? nil : $0.entry.coin
            },
            .text("name", "Name", orMissing: .notListed, "The coin's name.") { $0.coin?.name ?? $0.entry.name },
            .text("from", "From", orMissing: .noValue, "The value before, with all its digits.") { $0.entry.from },
            .text("to", "To", orMissing: .noValue, "The value after.") { $0.entry.to },
            .number("change", "Change", .signed(1), orMissing: .noValue, "By how much it changed.") {
                $0.entry.change ?? .nan
            },
            .text("unit", "Unit", orMissing: .noValue, units) { $0.entry.kind.unit },
            .text("source", "Source", orMissing: .noValue, "The source that it is about.") { $0.entry.source },
        ]
    }
}

/// The content of a feed, and since when.
public struct FeedRequest: Sendable {
    /// The ranking whose changes are listed, with the only coins that are listed.
    public var ranking: RankRequest
    /// The moment behind which things are new.
    public let since: AsOf
    /// How many of the first coins, then or now, are listed with changes of measures; nil for all coins.
    ///
    /// Notes, trades and alerts of every coin are listed, and everything of coins that were chosen.
    public var top: Int? = 100
    /// The fewest places gained or lost that are listed; from 1.
    public var places = 5
    /// The least change of a price that is listed, in percent of the one before; above 0.
    public var priceChange = 20.0
    /// The least change of a circulating supply that is listed, also in percent; above 0.
    public var supplyChange = 5.0
    /// After how many weeks without a commit a repository is inactive; from 1.
    public var inactiveWeeks = 12
    /// The screens that coins enter and leave.
    public var screens: [ScreenRequest] = []
    /// The person's notes; nil to leave them out.
    public var notes: NotesFile?
    /// The person's ledger; nil to leave trades out, as a feed that others see has to.
    public var portfolio: PortfolioFile?
    /// What others know that happened, of any time.
    public var others: [FeedEntry] = []

    /// What changed in a ranking since a moment.
    public init(_ ranking: RankRequest, since: AsOf) { (self.ranking, self.since) = (ranking, since) }

    /// Whether something is new.
    func isNew(_ entry: FeedEntry) -> Bool {
        entry.when.limit > since.limit && (ranking.asOf.map { entry.asOf.limit <= $0.limit } ?? true)
    }
}
