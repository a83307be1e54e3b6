public import CoinModel
public import RawInput

/// One outside format: recognised by content, read into observations or coins under the source's own ids.
///
/// A reader asks and reads, it starts nothing. It never guesses: what it cannot read for certain becomes a reject with
/// line and reason, or, when the input as a whole is not what it seemed, a thrown `SourceError`; then nothing of the
/// input is taken.
public protocol SourceReader: Sendable {
    /// The stable name of the format, such as `coingecko-markets`.
    var id: String { get }
    /// What a load of it holds.
    var kind: LoadKind { get }
    /// The format in one line, for `assay sources`.
    var title: String { get }

    /// Whether the file's own name or folder is part of what it says, as for a payload silent about its coin.
    var dependsOnName: Bool { get }

    /// Whether what is asked of a taxonomy decides what it reads.
    var dependsOnEcosystems: Bool { get }

    /// Whether the first bytes of an input are of this format. At most one reader recognises an input.
    func recognises(_ head: InputHead) -> Bool

    /// Reads a whole input from its start and hands on what it says, in order.
    ///
    /// - Throws: `SourceError` when the input as a whole is refused, `InputError` when its bytes cannot be had, and
    ///   what `emit` throws.
    func read(_ file: inout InputFile, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws
}

extension SourceReader {
    /// Formats that say everything themselves say so; for the others the name may matter.
    public var dependsOnName: Bool { true }

    /// Most formats are no taxonomies.
    public var dependsOnEcosystems: Bool { false }
}

/// A format of JSON documents.
protocol JSONSource: SourceReader {
    /// What the head of a document shows: all paths of one of these alternatives, `?` standing for any one step.
    var shows: [[String]] { get }

    func recognises(_ sketch: JSONSketch) -> Bool

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws
}

extension JSONSource {
    func recognises(_ head: InputHead) -> Bool { head.sketch.map(recognises) ?? false }

    func recognises(_ sketch: JSONSketch) -> Bool { sketch.shows(shows) }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        try read(try JSONDocument(&file, of: self, context), context, emit: emit)
    }
}

/// A format of separated-values files.
protocol CSVSource: SourceReader {
    func recognises(_ sketch: TextSketch) -> Bool
}

extension CSVSource {
    func recognises(_ head: InputHead) -> Bool {
        if case .text(let sketch) = head.shape { recognises(sketch) } else { false }
    }
}

/// One piece of what an input says.
public enum SourceItem: Sendable {
    /// Facts.
    case observations(ObservationBlock)
    /// Commits of a repository.
    case commits(CommitBlock)
    /// Entries of a coin list.
    case coins([Coin])
    /// What a taxonomy says of a part of an ecosystem that was asked about.
    case ecosystem(Ecosystem)
    /// A row that is not taken.
    case reject(Reject)
    /// Something that the user should know and that changes nothing, such as `renamed header`.
    case warning(String)
    /// What the input is, in one sentence.
    case note(String)
}

/// Every format that can be loaded; at most one of them recognises an input.
public let sourceReaders: [any SourceReader] = [
    CoinGeckoList(), CoinGeckoCoin(), CoinGeckoMarkets(), CoinGeckoMarketChart(), CoinGeckoHistory(),
    CoinPaprikaCoin(), CoinPaprikaTickers(), CoinPaprikaHistorical(), CoinPaprikaBars(),
    CoinMarketCapListings(), CoinMarketCapHistory(),
    CryptoCompareDays.histoday, CryptoCompareDays.index, CryptoComparePrices(),
    GitHubCommitActivity(), GitHubContributors(), GitHubParticipation(), GitHubHistory(),
    CoinListCSV(), TidyMarketCSV(), DailyCSV.coinGeckoExport, DailyCSV.coinMarketCapSite, DailyCSV.coinMarketCapKaggle,
    DailyCSV.coinMarketCapWeekly, DailyCSV.coinMarketCapMonthly, DailyCSV.cryptoDataDownload, DailyCSV.coinMetrics,
    DailyCSV.coinMetricsDictionary, DailyCSV.yahoo, DailyCSV.coinbase, CommitsWeeklyCSV(), CommitLogCSV(),
    GoogleTrendsCSV(), TrendsTidyCSV(), EcosystemMigration(), EcosystemExport(),
]
