public import CoinModel

/// The caller's statements about an input.
public struct ReadContext: Sendable {
    /// The file name without its folder, compression and format endings: `bitcoin` of `x/bitcoin.csv.gz`.
    public var stem: String
    /// The name of the folder that it lies in: a snapshot's time for folders of pages.
    public var folder: String
    /// The caller's statements where the input lacks them.
    public var hints: InputHints
    /// The input's head, where the caller has read it already.
    public var head: InputHead?
    /// What a taxonomy of ecosystems is asked, if the caller asks.
    public var ecosystems: EcosystemQuestion?
    /// The coins that inputs read before this one named.
    public var names: CoinNames
    /// Whether a row's details of its coin are read: of many snapshots only the newest one's count.
    public var readsDetails = true
    /// The clock: facts over a day ahead of it are rejected as `future-time`.
    public var now: Instant

    /// A context for the file at a path.
    public init(path: String, _ hints: InputHints = InputHints(), names: CoinNames = CoinNames(), now: Instant) {
        let steps = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        var stem = steps.last ?? ""
        for ending in [".gz", ".zst", ".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".http", ".txt"]
        where stem.lowercased().hasSuffix(ending) {
            stem.removeLast(ending.count)
        }
        self.stem = stem
        folder = steps.dropLast().last ?? ""
        (self.hints, self.names, self.now) = (hints, names, now)
    }
}

extension ReadContext {
    /// What the first lines of the input show; nil before they are read.
    var sketch: TextSketch? { if case .text(let sketch)? = head?.shape { sketch } else { nil } }

    /// From when to when facts can be: up to a day ahead of the clock.
    var bounds: TimeBounds { bounds(from: TimeBounds.firstDay) }

    /// The same from another day on.
    func bounds(from first: Day) -> TimeBounds {
        TimeBounds(first: first, limit: Instant(milliseconds: now.milliseconds + Instant.millisecondsPerDay))
    }

    /// The newest moment that the input can have seen whole: when it was observed, else the clock.
    var seenUntil: Instant { hints.observedAt?.limit ?? now }

    /// The newest week that was over by then.
    var lastSeenWeek: Week { (hints.observedAt ?? .instant(now)).lastCompleteWeek }

    /// What was asked for, where the input came as an archived answer.
    var asked: HTTPAnswer.Asked? { head?.answer?.asked }

    /// When a snapshot that names no time was taken: by its folder's name, else the `Date` of the HTTP answer that it
    /// came as, else `--observed-at`.
    ///
    /// - Throws: `SourceError` `no-time` when none of them says so.
    func snapshotTime() throws(SourceError) -> FactTime {
        if let knownTime { return knownTime }
        let why = "the input names no time and its folder is not named by one (20240101T000000Z or 2024-01-01)"
        throw SourceError("no-time", detail: "\(why); say when it was observed with --observed-at")
    }

    /// The same, or nil when it is unknown.
    var knownTime: FactTime? {
        // What is archived says so itself, wherever it lies.
        if let snapshot = asked?.snapshot { return .moment(snapshot) }
        return (ReadContext.time(named: folder) ?? askedAt).map(FactTime.at)
    }

    /// When the source was asked, if that is known: by the `Date` of an HTTP answer, else `--observed-at`.
    var askedAt: AsOf? { head?.answer?.date.map { .instant($0) } ?? hints.observedAt }

    /// The same of an input that has no date of its own.
    ///
    /// - Throws: `SourceError` `no-time` where it is not known.
    func requiredAskedAt() throws(SourceError) -> AsOf {
        if let askedAt { return askedAt }
        throw SourceError("no-time", detail: "has no date; say on which day it was fetched with --observed-at")
    }

    /// The currency of an input that names none: that which was asked for where it is archived, else `--quote`.
    var priceQuote: String { asked?.quote ?? hints.money }

    /// The coin of an input that names none: `--coin`, else that which was asked for where it is archived, else the
    /// file's name.
    ///
    /// A name in capitals, such as `BTC`, is a symbol; one in lower case, such as `bitcoin` or
    /// `bitcoin_market_chart`, is an id.
    ///
    /// - Throws: `SourceError` `no-coin` when the name cannot be either.
    func coinOfFile() throws(SourceError) -> CoinKey {
        if let coin = hints.coin { return CoinKey(id: coin) }
        if let asked, asked.coin != nil || asked.symbol != nil {
            return CoinKey(id: asked.coin, symbol: asked.symbol)
        }
        var name = Substring(stem)
        if let end = stem.firstRange(of: "_market_chart")?.lowerBound { name = stem[..<end] }
        let isWord = name.utf8.allSatisfy { byte in
            switch Unicode.Scalar(byte) {
            case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": true
            default: false
            }
        }
        guard !name.isEmpty, name.utf8.count <= 128, isWord, !name.hasPrefix("market_chart") else {
            let detail = "the input names no coin and its file name is not a coin id; say which with --coin ID"
            throw SourceError("no-coin", detail: detail)
        }
        if name == name.lowercased() { return CoinKey(id: String(name)) }
        return CoinKey(symbol: String(name))
    }

    /// The repository of an input that names none: `--repo`, else the name of the file, or of its folder,
    /// `owner__name`.
    ///
    /// - Throws: `SourceError` `no-repository` when neither names one.
    func repositoryOfFile() throws(SourceError) -> RepositoryName {
        if let repository = hints.repository { return repository }
        if let named = RepositoryName(ofFolder: stem) ?? RepositoryName(ofFolder: folder) { return named }
        let why = "the input names no repository and neither its file nor its folder is named owner__name"
        throw SourceError("no-repository", detail: "\(why); say which with --repo OWNER/NAME")
    }

    /// When what a document says of one coin was so: when its source was asked, else its own time; nil where it is unknown.
    ///
    /// - Throws: `RowError` where that is before 2009 or ahead of the clock.
    func detailTime(own: Instant?) throws(RowError) -> Instant? {
        let time = asked?.snapshot ?? askedAt?.last ?? own
        if let time { try bounds.check(time) }
        return time
    }

    /// The time of a name such as `2024-01-01`, `20240101` or `20240101T000000Z`.
    public static func time(named name: String) -> AsOf? {
        guard let day = Day(compact: name.prefix(8)) else { return AsOf(name) }
        let clock = name.dropFirst(8)
        if clock.isEmpty { return .day(day) }
        guard clock.first == "T", clock.utf8.count == 8 else { return nil }
        return AsOf("\(day)\(clock.prefix(3)):\(clock.dropFirst(3).prefix(2)):\(clock.dropFirst(5))")
    }
}
