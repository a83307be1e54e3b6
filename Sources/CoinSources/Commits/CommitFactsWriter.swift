public import CoinModel

/// What is written of one repository: a block whose `elsewhere` says what the commits do not, and what belongs to it.
public struct RepositoryFacts: Sendable {
    /// What the list calls it.
    public var key: String
    /// Its commits.
    public var block: CommitBlock
    /// Committer and author time of each commit, in seconds since 1970.
    public var times: [(committed: Int64, authored: Int64)]
    /// Whether its partial clone lacks the `.mailmap` that it has.
    public var lacksMailmap: Bool
    /// What loading the clone would warn of.
    public var warnings: [String]

    /// The facts of a repository.
    public init(
        key: String,
        block: CommitBlock,
        times: [(committed: Int64, authored: Int64)],
        lacksMailmap: Bool,
        warnings: [String]
    ) {
        self.key = key
        self.block = block
        self.times = times
        self.lacksMailmap = lacksMailmap
        self.warnings = warnings
    }
}

extension RepositoryFacts {
    /// The lines of the repository, commits by landing and then by id, developers in the order of their first commit.
    ///
    /// - Throws: `Reject` `too-large` where it is above a limit of the format.
    public func lines() throws(SourceError) -> [UInt8] {
        let (commits, tags) = (block.commits, block.releases)
        let limits = [
            (commits.count, CommitFacts.mostCommits, "commits"), (tags?.count ?? 0, CommitFacts.mostCommits, "tags"),
            (block.developers.count, CommitFacts.mostDevelopers, "developers"),
            (block.roots.count, CommitFacts.mostRoots, "roots"),
        ]
        for (count, most, name) in limits where count > most {
            throw SourceError("too-large", detail: "has \(count) \(name), and at most \(most) are written")
        }
        let order = commits.indices.sorted {
            (commits[$0].landed, commits[$0].id) < (commits[$1].landed, commits[$1].id)
        }
        let (numbers, developers) = numbered(order)
        var text = FactText()
        try head(&text, developers: developers.count)
        for number in developers {
            text.begin("d")
            text.field(hexadecimal(block.developers[number].high) + hexadecimal(block.developers[number].low))
            text.end()
        }
        var before: Int64 = 0
        for place in order {
            add(commits[place], times[place], after: before, numbers, to: &text)
            before = commits[place].landed
        }
        for tag in tags ?? [] {
            text.begin("t")
            text.field(hex: tag.commit)
            text.field(tag.tagged)
            text.end()
        }
        for warning in warnings {
            text.begin("w")
            text.field(key)
            text.field("input")
            text.field(CommitFacts.bounded(warning))
            text.end()
        }
        text.begin("e")
        for count in [commits.count, developers.count, tags?.count ?? 0] { text.field(Int64(count)) }
        text.end()
        return text.bytes
    }

    /// The number of each developer by place in the block, −1 for one without a commit, and their places by number.
    private func numbered(_ order: [Int]) -> (numbers: [Int32], developers: [Int]) {
        var numbers = [Int32](repeating: -1, count: block.developers.count)
        var developers: [Int] = []
        for place in order {
            let developer = Int(block.commits[place].developer)
            guard developer >= 0, numbers[developer] < 0 else { continue }
            numbers[developer] = Int32(developers.count)
            developers.append(developer)
        }
        return (numbers, developers)
    }

    private func head(_ text: inout FactText, developers: Int) throws(SourceError) {
        let marks = [
            (lacksMailmap, "p"), (block.elsewhere?.isCut ?? false, "l"), (block.releases != nil, "t"),
        ]
        text.begin("r")
        text.field(key)
        text.field(block.repository.description)
        text.field(block.elsewhere?.formerName?.description ?? "")
        text.field(block.tip)
        text.field(block.covered.description)
        text.field(block.mailmap == 0 ? "" : hexadecimal(block.mailmap))
        text.field(block.upstream?.key ?? "")
        text.field(block.roots.sorted().map(hexadecimal).joined(separator: ","))
        text.field(Int64(block.commits.count))
        text.field(Int64(developers))
        text.field(marks.filter(\.0).map(\.1).joined())
        text.end()
        guard text.bytes.count <= CommitFacts.longestLine else {
            throw SourceError("too-large", detail: "has \(block.roots.count) roots, more than a line takes")
        }
    }

    private func add(
        _ commit: CommitRecord,
        _ time: (committed: Int64, authored: Int64),
        after before: Int64,
        _ numbers: [Int32],
        to text: inout FactText
    ) {
        text.begin("c")
        text.field(hex: commit.id)
        text.field(commit.landed &- before)
        if commit.landingID == commit.id { text.field("=") } else { text.field(hex: commit.landingID) }
        text.field(time.committed &- commit.landed)
        text.field(time.authored &- commit.landed)
        text.field(commit.developer < 0 ? nil : Int64(numbers[Int(commit.developer)]))
        text.field(letters: commit.flags)
        if commit.work == 0 { text.field("") } else { text.field(hex: commit.work) }
        text.end()
    }
}

extension CommitFacts {
    /// The line of a repository that could not be counted; `isAgain` where another try may succeed.
    public static func failure(_ key: String, _ identifier: String, isAgain: Bool, _ text: String) -> [UInt8] {
        var line = FactText()
        line.begin("x")
        line.field(key)
        line.field(identifier)
        line.field(isAgain ? "again" : "final")
        line.field(bounded(text))
        line.end()
        return line.bytes
    }

    /// A text that is no longer than one may be.
    fileprivate static func bounded(_ text: String) -> String {
        text.utf8.count <= longestText ? text : text.shortened(to: longestText / 4 - 3)
    }
}

/// Lines of fields, as they are written.
private struct FactText {
    private(set) var bytes: [UInt8] = []

    private static let digits = Array("0123456789abcdef".utf8)

    mutating func begin(_ letter: Unicode.Scalar) { bytes.append(UInt8(ascii: letter)) }

    mutating func end() { bytes.append(0x0A) }

    mutating func field(_ text: String) {
        bytes.append(0x09)
        for byte in text.utf8 {
            switch byte {
            case 0x09: bytes += "\\t".utf8
            case 0x0A: bytes += "\\n".utf8
            case 0x0D: bytes += "\\r".utf8
            case UInt8(ascii: "\\"): bytes += "\\\\".utf8
            case 0..<0x20, 0x7F:
                bytes += "\\x".utf8
                bytes += [FactText.digits[Int(byte >> 4)], FactText.digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
    }

    mutating func field(hex number: UInt64) {
        bytes.append(0x09)
        for shift in stride(from: 60, through: 0, by: -4) { bytes.append(FactText.digits[Int(number >> shift & 15)]) }
    }

    /// A number; nothing where it is missing.
    mutating func field(_ number: Int64?) {
        bytes.append(0x09)
        guard let number else { return }
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        let start = bytes.count
        var rest = number.magnitude
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    mutating func field(letters flags: CommitFlags) {
        bytes.append(0x09)
        let start = bytes.count
        for (letter, flag) in CommitFacts.flags where flags.contains(flag) { bytes.append(UInt8(ascii: letter)) }
        if bytes.count == start { bytes.append(UInt8(ascii: "-")) }
    }
}
