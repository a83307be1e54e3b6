internal import CoinModel
internal import RawInput

/// Commit facts, read back a repository at a time: what loading their clones would bring.
///
/// A file counts whole or not at all: its last line is looked at first, and what was handed on is void where its end does not
/// agree with it.
struct CommitFactsReader: SourceReader {
    let id = CommitFacts.id
    let kind = LoadKind.commits
    let title = "Facts of clones counted on another machine: what `assay partition commits` writes (lines of fields)"

    func recognises(_ head: InputHead) -> Bool { CommitFacts.begins(head.bytes) }

    func dependsOnName(_ head: InputHead) -> Bool { false }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: ItemSink) throws {
        if let end = try file.lastBytes(CommitFacts.longestLine), !CommitFactsReader.isTrailer(end) {
            throw CommitFactsReader.cut
        }
        var lines = FactLines()
        guard let header = try lines.next(&file) else { throw CommitFactsReader.cut }
        try CommitFacts.check(header: Array(header.bytes))
        var open: OpenRepository?
        var key: String?
        while let line = try lines.next(&file) {
            switch line.bytes.first.map({ Unicode.Scalar($0) }) {
            case "#" where open == nil:
                let trailer = Array(line.bytes)
                guard try lines.next(&file) == nil else { throw line.fault("has lines behind its trailer") }
                return try lines.sums.check(trailer: trailer, at: line.number)
            case "x" where open == nil:
                let failure = try CommitFactsReader.failure(line, after: &key)
                lines.sums.addRepository(commits: nil)
                try emit(.reject(failure))
            case "r" where open == nil: open = try OpenRepository(line, after: &key)
            case "w": try emit(.warning(CommitFactsReader.warning(line)))
            case "e":
                guard let block = try open?.finished(line) else { throw line.fault("ends nothing") }
                lines.sums.addRepository(commits: block.commits.count)
                open = nil
                try emit(.commits(block))
            default:
                guard try open?.take(line) != nil else { throw line.fault("stands where no such line may") }
            }
        }
        throw CommitFactsReader.cut
    }

    private static let cut = SourceError(
        "cut-facts",
        detail: "has no trailer, so its end is missing; partition it again"
    )

    /// Whether the last bytes of a file end with a line that begins as a trailer does.
    private static func isTrailer(_ end: [UInt8]) -> Bool {
        guard end.last == 0x0A else { return false }
        let start = end.dropLast().lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return end[start...].starts(with: Array("#\t{".utf8))
    }

    /// Why a repository is not among the facts.
    private static func failure(_ line: FactLine, after key: inout String?) throws(SourceError) -> Reject {
        var fields = FactFields(line)
        let name = try fields.key(after: &key)
        let (identifier, when) = (try fields.text(), try fields.text())
        let text = try fields.text(most: CommitFacts.longestText)
        try fields.end()
        let isWord = identifier.utf8.allSatisfy {
            $0 == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
        }
        guard isWord, (1...40).contains(identifier.utf8.count), ["final", "again"].contains(when) else {
            throw line.fault("does not say why it failed")
        }
        let next = when == "again" ? "; another try may succeed" : ""
        return Reject(identifier, line: line.number, detail: "\(name) was not counted: \(text)\(next)")
    }

    private static func warning(_ line: FactLine) throws(SourceError) -> String {
        var fields = FactFields(line)
        _ = try (fields.text(most: CommitFacts.longestKey), fields.text())
        let text = try fields.text(most: CommitFacts.longestText)
        try fields.end()
        return text
    }
}

/// A repository whose block is being read.
private struct OpenRepository {
    private var block: CommitBlock
    private let counts: (commits: Int, developers: Int)
    private var landed: Int64 = 0

    /// Landing times of the years 1970 to 9999, as the store takes them.
    private static let believed: ClosedRange<Int64> = 0...253_402_300_799

    /// Reads an `r` line, whose key has to come after that of the block before.
    init(_ line: FactLine, after key: inout String?) throws(SourceError) {
        var fields = FactFields(line)
        _ = try fields.key(after: &key)
        let (name, former, tip) = (try fields.text(), try fields.text(), try fields.text())
        let day = Day(try fields.text())
        let mailmap = try fields.hex()
        let upstream = try fields.text()
        let roots = try fields.text(most: CommitFacts.longestLine).split(separator: ",").map { UInt64($0, radix: 16) }
        counts = (try fields.count(CommitFacts.mostCommits), try fields.count(CommitFacts.mostDevelopers))
        let marks = try fields.text()
        let isTip = [40, 64].contains(tip.utf8.count) && tip.utf8.allSatisfy { CommitFacts.digit($0) != nil }
        guard let repository = RepositoryName(name), isTip, let day, Week(containing: day).start == day,
            roots.count <= CommitFacts.mostRoots, former.isEmpty || RepositoryName(former) != nil,
            upstream.isEmpty || RepositoryName(upstream) != nil
        else { throw line.fault("is not the line of a repository") }
        block = CommitBlock(
            repository: repository,
            source: CloneCommits.id,
            covered: Week(containing: day),
            commits: [],
            developers: []
        )
        block.tip = tip
        block.mailmap = mailmap ?? 0
        block.upstream = RepositoryName(upstream)
        block.roots = roots.compactMap(\.self)
        guard block.roots.count == roots.count else { throw line.fault("has roots that do not read") }
        block.releases = marks.contains("t") ? [] : nil
        block.elsewhere = CommitBlock.Elsewhere(formerName: RepositoryName(former), isCut: marks.contains("l"))
    }

    /// Takes a line of the block.
    mutating func take(_ line: FactLine) throws(SourceError) {
        var fields = FactFields(line)
        switch line.bytes.first.map({ Unicode.Scalar($0) }) {
        case "d" where block.developers.count < counts.developers:
            let digits = try fields.text()
            guard digits.utf8.count == 32, let high = UInt64(digits.prefix(16), radix: 16),
                let low = UInt64(digits.suffix(16), radix: 16)
            else { throw line.fault("is not the digest of a developer") }
            block.developers.append(DeveloperID(high: high, low: low))
        case "c" where block.commits.count < counts.commits: block.commits.append(try commit(line, &fields))
        case "t" where block.releases?.count ?? .max < CommitFacts.mostCommits:
            guard let commit = try fields.hex() else { throw line.fault("names no commit") }
            block.releases?.append((commit, try fields.number()))
        default: throw line.fault("stands where no such line may")
        }
        try fields.end()
    }

    private mutating func commit(_ line: FactLine, _ fields: inout FactFields) throws(SourceError) -> CommitRecord {
        let (id, step) = (try fields.hex(), try fields.number())
        let landing = try fields.isNext("=") ? id : fields.hex()
        let (committed, authored) = (try fields.number(), try fields.number())
        let developer = try fields.number() ?? -1
        let flags = try fields.flags()
        let work = try fields.hex() ?? 0
        guard let id, let step, let landing, let committed, let authored,
            (-1..<Int64(block.developers.count)).contains(developer)
        else { throw line.fault("is not the line of a commit") }
        let (moment, isFar) = landed.addingReportingOverflow(step)
        guard !isFar, step >= 0, OpenRepository.believed.contains(moment) else {
            throw line.fault("has a landing out of order, or outside of the years 1970 to 9999")
        }
        landed = moment
        return CommitRecord(
            id: id,
            landed: moment,
            landingID: landing,
            committedDay: day(of: committed &+ moment),
            authoredDay: day(of: authored &+ moment),
            developer: Int32(developer),
            flags: flags,
            work: work
        )
    }

    /// The block, at its `e` line.
    func finished(_ line: FactLine) throws(SourceError) -> CommitBlock {
        var fields = FactFields(line)
        let found = [block.commits.count, block.developers.count, block.releases?.count ?? 0]
        var said: [Int] = []
        for _ in found { said.append(try fields.count(CommitFacts.mostCommits)) }
        try fields.end()
        guard said == found, said.starts(with: [counts.commits, counts.developers]), !block.commits.isEmpty else {
            throw line.fault("ends a repository of which lines are missing")
        }
        return block
    }
}
