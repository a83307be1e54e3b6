internal import CoinModel
internal import WorkerProtocol

/// The commits of a log as facts, like those of a clone.
struct LogCommits {
    private var columns = CommitColumns()
    private var lacksAuthorTime = false

    /// Whether all ids are such as git gives, of which 16 digits and more tell commits apart.
    private(set) var hasIDs = true

    /// Adds a commit; the author by a number.
    mutating func add(_ commit: CommitTally.Commit, author: Int?) {
        guard hasIDs, let id = LogCommits.number(of: commit.id) else {
            hasIDs = false
            return
        }
        columns.ids.append(id)
        columns.landed.append(commit.instant.milliseconds / 1000)
        columns.committedDays.append(commit.instant.day.index)
        columns.authoredDays.append(commit.authored.map(day) ?? commit.instant.day.index)
        columns.developers.append(author.map { Int32($0) } ?? -1)
        var marks: CommitFlags = commit.isMerge ? .merge : []
        if commit.isBot { marks.insert(.bot) }
        columns.marks.append(marks)
        if commit.authored == nil { lacksAuthorTime = true }
    }

    /// The first eight bytes of an id; nil for what is none of 16 to 64 hexadecimal digits.
    private static func number(of id: [UInt8]) -> UInt64? {
        guard (16...64).contains(id.count) else { return nil }
        var number: UInt64 = 0
        for (place, byte) in id.enumerated() {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            if place < 16 { number = number << 4 | UInt64(digit) }
        }
        return number
    }

    /// The commits as a block; nil where they cannot be told apart.
    ///
    /// - Parameters:
    ///   - repository: whose they are.
    ///   - source: the series beside which they stand.
    ///   - authors: the authors by number, as the log writes them.
    ///   - covered: the last week that was over when the log was made.
    /// - Returns: the block.
    func block(of repository: RepositoryName, source: String, authors: [[UInt8]], covered: Week) -> CommitBlock? {
        guard hasIDs, columns.count > 0 else { return nil }
        let addresses = authors.map(LogCommits.address)
        let scope: DeveloperScope =
            authors.isEmpty || lacksAuthorTime
            ? .nobody : addresses.allSatisfy { $0 != nil } ? .everywhere : .repository
        return CommitBlock(
            repository: repository,
            source: source,
            tip: "",
            previousTip: nil,
            isRewritten: false,
            upstream: nil,
            mailmap: 0,
            roots: [],
            covered: covered,
            commits: columns,
            developers: zip(authors, addresses).map { name, address in
                DeveloperID(address ?? Array("\(repository.key)\u{1F}".utf8) + name)
            },
            isLog: true,
            scope: scope
        )
    }

    /// The address of an author, `name@host` or `Name <name@host>`; nil for one known by something else.
    private static func address(of author: [UInt8]) -> [UInt8]? {
        var address = author[...]
        if let open = address.firstIndex(of: UInt8(ascii: "<")), address.last == UInt8(ascii: ">") {
            address = address[(open + 1)...].dropLast()
        }
        return address.contains(UInt8(ascii: "@")) ? DeveloperAddress.normalised(Array(address)) : nil
    }
}
