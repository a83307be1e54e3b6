public import CoinModel
internal import RawInput
public import WorkerProtocol

/// The commits of a clone as its worker reports them.
///
/// Each commit of the default branch once, merges and bots among them; who authored it by a digest of the address.
public struct CloneCommits {
    /// The name of the format and of its series.
    public static let id = "git-clone"
    /// What it is, for `assay formats`.
    public static let title =
        "A git clone, bare or not, or a folder of clones: commits, merges, bots, developers, developer-days"

    /// The commits reported so far; developers are places in `developers`.
    public private(set) var commits: [CommitRecord] = []
    /// Who they are.
    public private(set) var developers: [DeveloperID] = []
    /// The people whom co-author trailers name: the commit's place in `commits`, and a digest of who it is.
    public private(set) var coauthors: [(commit: Int, person: UInt64)] = []

    /// Committer and author times of the commits in seconds since 1970, as they stand in them; empty unless asked for.
    public private(set) var times: [(committed: Int64, authored: Int64)] = []

    private let keepsTimes: Bool

    /// No commits yet.
    public init(keepingTimes keepsTimes: Bool = false) { self.keepsTimes = keepsTimes }

    /// Takes a message of the worker.
    public mutating func take(_ message: HistoryMessage) {
        switch message {
        case .developers(let more): developers += more.map(DeveloperID.init)
        case .commits(let batch): take(batch)
        }
    }

    private mutating func take(_ batch: CommitBatch) {
        coauthors += zip(batch.coauthored, batch.coauthors).map { (commits.count + Int($0), $1) }
        if keepsTimes { times += zip(batch.committed, batch.authored).map { (committed: $0, authored: $1) } }
        commits += batch.ids.indices.map { row in
            CommitRecord(
                id: batch.ids[row],
                landed: batch.landed[row],
                landingID: batch.landingIDs[row],
                committedDay: day(of: batch.committed[row]),
                authoredDay: day(of: batch.authored[row]),
                developer: batch.developers[row] == CommitBatch.noDeveloper ? -1 : Int32(batch.developers[row]),
                flags: CommitFlags(rawValue: batch.flags[row].rawValue),
                work: batch.works[row]
            )
        }
    }
}

/// The UTC day of a time that may be any number of seconds since 1970.
func day(of seconds: Int64) -> Int32 {
    let days = seconds / 86_400
    return Int32(clamping: seconds % 86_400 < 0 ? days - 1 : days)
}

extension DeveloperID {
    /// The developer of an address, or of another text that identifies one.
    init(_ identity: [UInt8]) {
        var digest = Digest()
        digest.update(identity)
        let text = digest.finish()
        let middle = text.index(text.startIndex, offsetBy: 16)
        let end = text.index(middle, offsetBy: 16)
        self.init(high: UInt64(text[..<middle], radix: 16) ?? 0, low: UInt64(text[middle..<end], radix: 16) ?? 0)
    }
}
