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
    /// The format in one line, for `assay formats`.
    var title: String { get }

    /// Whether the own name or folder of a file that begins so is part of what it says, as for a payload that lacks its coin.
    func dependsOnName(_ head: InputHead) -> Bool

    /// Whether what is asked of a taxonomy decides what it reads.
    var dependsOnEcosystems: Bool { get }

    /// Whether the first bytes of an input are of this format. At most one reader recognises an input.
    func recognises(_ head: InputHead) -> Bool

    /// Reads a whole input from its start and hands on its content, in order.
    ///
    /// - Throws: `SourceError` when the input as a whole is refused, `InputError` when its bytes cannot be had, and
    ///   what `emit` throws.
    func read(_ file: inout InputFile, _ context: ReadContext, emit: ItemSink) throws
}

extension SourceReader {
    /// False for formats whose content is complete; for the others the name may matter.
    public func dependsOnName(_ head: InputHead) -> Bool { true }

    /// Most formats are not taxonomies.
    public var dependsOnEcosystems: Bool { false }
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

/// Takes the content of an input, piece by piece.
public typealias ItemSink = (SourceItem) throws -> Void

/// One piece of an input's content.
public enum SourceItem: Sendable {
    /// Facts.
    case observations(ObservationBlock)
    /// Commits of a repository.
    case commits(CommitBlock)
    /// Entries of a coin list.
    case coins([Coin])
    /// The details of a source about its coins: contracts, other sources' ids, activity.
    case sourceCoins([SourceCoin])
    /// The present details of a source about coins, without facts and identity.
    case details([CoinDetail])
    /// What a list decides about two coins.
    case decisions([CoinDecision])
    /// Names that repositories got.
    case renames([RepositoryRename])
    /// The content of a taxonomy about a part of an ecosystem that was asked about.
    case ecosystem(Ecosystem)
    /// A row that is not taken.
    case reject(Reject)
    /// A cell that is left out of a row that is taken.
    case rejectedCell(Reject)
    /// That the input lacks the currency of its prices, which is taken for this one, lower-case.
    case assumedQuote(String)
    /// The columns of a table that are not read, by their headings in lower case.
    case unreadColumns([String])
    /// Something that the user should know and that changes nothing, such as `renamed header`.
    case warning(String)
    /// What the input is, in one sentence.
    case note(String)
    /// That all that came so far is void: the input is read once more, from its first byte.
    case again
}
