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

    /// Reads a whole input and hands on what it says, in order.
    ///
    /// - Parameters:
    ///   - file: the input, decoded, from its start.
    ///   - context: what the caller knows about it.
    ///   - emit: takes each piece; what it throws ends the reading.
    /// - Throws: `SourceError` when the input as a whole is refused, `InputError` when its bytes cannot be had.
    func read(
        _ file: inout InputFile,
        _ context: ReadContext,
        emit: (SourceItem) throws -> Void
    ) throws
}

extension SourceReader {
    /// Formats that say everything themselves say so; for the others the name may matter.
    public var dependsOnName: Bool { true }

    /// Most formats are no taxonomies.
    public var dependsOnEcosystems: Bool { false }
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

/// What the caller knows of an input beside its bytes.
public struct ReadContext: Sendable {
    /// The file name without its folder, compression and format endings: `bitcoin` of `x/bitcoin.csv.gz`.
    public var stem: String
    /// The name of the folder that it lies in: a snapshot's time for folders of pages.
    public var folder: String
    /// When it was observed, if the caller says so: `--observed-at`.
    public var observedAt: AsOf?
    /// The coin that it is about, if the caller says so: `--coin`.
    public var coin: String?
    /// The repository that it is about, if the caller says so: `--repo`.
    public var repository: RepositoryName?
    /// What was searched, if the caller says that it was not the web: `--property`.
    public var property: SearchProperty?
    /// The quote currency where the payload is silent, lower-case: `--quote`, else `usd`.
    public var quote: String
    /// The input's head, where the caller has looked at it already.
    public var head: InputHead?
    /// What a taxonomy of ecosystems is asked, if the caller asks.
    public var ecosystems: EcosystemQuestion?
    /// The coins that inputs read before this one named.
    public var names: CoinNames
    /// The clock: facts over a day ahead of it are rejected as `future-time`.
    public var now: Instant

    /// A context for the file at a path.
    public init(
        path: String,
        observedAt: AsOf? = nil,
        coin: String? = nil,
        repository: RepositoryName? = nil,
        quote: String = "usd",
        names: CoinNames = CoinNames(),
        now: Instant
    ) {
        let steps = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        var stem = steps.last ?? ""
        for ending in [".gz", ".zst", ".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".http", ".txt"]
        where stem.lowercased().hasSuffix(ending) {
            stem.removeLast(ending.count)
        }
        self.stem = stem
        folder = steps.dropLast().last ?? ""
        self.observedAt = observedAt
        self.coin = coin
        self.repository = repository
        self.quote = quote
        self.names = names
        self.now = now
    }
}

/// Why an input as a whole is refused.
public struct SourceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A stable identifier such as `wrong-header`, `not-recognised`, `truncated-json`, `week-start`, `no-time`.
    public let reason: String
    /// The line (from 1) to blame, if there is one.
    public let line: Int?
    /// What was found, what was expected and the next step, in one sentence.
    public let detail: String

    /// A refusal.
    public init(_ reason: String, line: Int? = nil, detail: String) {
        self.reason = reason
        self.line = line
        self.detail = detail
    }

    /// `reason: detail`.
    public var description: String { "\(reason): \(detail)" }
}
