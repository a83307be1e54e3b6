internal import RawInput
internal import WorkerProtocol

/// The head of a commit.
struct CommitText: Sendable {
    let tree: ObjectID
    /// The first one first.
    let parents: [ObjectID]
    /// When it was authored, in seconds since 1970.
    let authored: Int64
    /// When it was committed, in seconds since 1970.
    let committed: Int64
    /// The author from the name's first byte to the `>`: `Name <address`.
    let author: [UInt8]
    /// The digest of its author, author instant and subject; 0 for a merge and without a subject.
    let work: UInt64
    /// Whom trailers name as co-authors, `Name <address>`.
    let coauthors: [[UInt8]]

    /// Reads `tree`, `parent`s, `author`, `committer`, the subject and co-authors; the zones and the rest of the message are
    /// ignored.
    ///
    /// Parents that were read before need not be read again.
    init(_ text: Span<UInt8>, parents known: [ObjectID]? = nil) throws(WorkerFault) {
        tree = try CommitText.tree(text)
        parents = known ?? CommitText.parents(text)
        var next = 46 + 48 * parents.count
        if TextLine.take("parent ", text, &next) { throw CommitText.malformed("has a parent without an id") }
        guard TextLine.take("author ", text, &next) else { throw CommitText.malformed("names no author") }
        let line = next..<TextLine.end(text, from: next)
        authored = try CommitText.time(text, line)
        let author = line.lowerBound..<CommitText.endOfAddress(text, line)
        guard author.count <= CommitText.longestAuthor else {
            throw WorkerFault(.tooLarge, "a commit's author takes \(author.count) bytes")
        }
        self.author = TextLine.bytes(text, author)
        next = line.upperBound + 1
        guard TextLine.take("committer ", text, &next) else { throw CommitText.malformed("names no committer") }
        let committer = next..<TextLine.end(text, from: next)
        committed = try CommitText.time(text, committer)
        let message = CommitMessage(text, from: committer.upperBound)
        let address = DeveloperAddress.normalised(Array(self.author.drop { $0 != UInt8(ascii: "<") }.dropFirst()))
        work =
            parents.count > 1 ? 0 : WorkDigest.of(address: address, instant: authored, subject: message.subject)
        coauthors = message.coauthors
    }

    static func tree(_ text: Span<UInt8>) throws(WorkerFault) -> ObjectID {
        var next = 0
        guard TextLine.take("tree ", text, &next), let tree = takeID(text, &next) else {
            throw malformed("names no tree")
        }
        return tree
    }

    /// The parents of a commit, the first one first; of one that was not checked, they are right where it is.
    static func parents(_ text: Span<UInt8>) -> [ObjectID] {
        var parents: [ObjectID] = []
        var next = 46
        while TextLine.take("parent ", text, &next), let parent = takeID(text, &next) { parents.append(parent) }
        return parents
    }

    /// The most bytes that a name and an address may have.
    private static let longestAuthor = 1 << 14

    /// Steps over an id and the end of its line if the text has both here.
    fileprivate static func takeID(_ text: Span<UInt8>, _ next: inout Int) -> ObjectID? {
        guard let id = ObjectID(text, at: next), next + 40 < text.count, text[next + 40] == UInt8(ascii: "\n") else {
            return nil
        }
        next += 41
        return id
    }

    /// The place of the first `>` behind the first `<`, where git sees the end of the address; else the line's end.
    private static func endOfAddress(_ text: Span<UInt8>, _ line: Range<Int>) -> Int {
        var isInside = false
        for index in line {
            if text[index] == UInt8(ascii: "<") { isInside = true }
            if isInside, text[index] == UInt8(ascii: ">") { return index }
        }
        return line.upperBound
    }

    /// The number behind the last `>` of a line, as git and libgit2 read it.
    fileprivate static func time(_ text: Span<UInt8>, _ line: Range<Int>) throws(WorkerFault) -> Int64 {
        var next = line.upperBound
        while next > line.lowerBound, text[next - 1] != UInt8(ascii: ">") { next -= 1 }
        guard next > line.lowerBound else { throw malformed("has an author or committer without an address") }
        while next < line.upperBound, text[next] == UInt8(ascii: " ") { next += 1 }
        let isNegative = next < line.upperBound && text[next] == UInt8(ascii: "-")
        if isNegative { next += 1 }
        var value: Int64 = 0
        let first = next
        while next < line.upperBound, case let digit = text[next] &- UInt8(ascii: "0"), digit < 10 {
            let (tens, tooLong) = value.multipliedReportingOverflow(by: 10)
            let (sum, tooLarge) = tens.addingReportingOverflow(Int64(digit))
            guard !tooLong, !tooLarge else { throw malformed("has a time beyond 64 bits") }
            value = sum
            next += 1
        }
        guard next > first else { throw malformed("has an author or committer without a time") }
        return isNegative ? -value : value
    }

    private static func malformed(_ what: String) -> WorkerFault {
        WorkerFault(.malformedCommit, "a commit \(what)")
    }
}

/// The head of a tag that is an object of its own.
struct TagText: Sendable {
    /// What it means, a commit, another tag or anything else; nil where its text is none of a tag.
    let object: ObjectID?
    /// When it was made, in seconds since 1970; nil where it does not say so.
    let tagged: Int64?

    /// Reads `object` and `tagger`.
    init(_ text: Span<UInt8>) {
        var next = 0
        object = TextLine.take("object ", text, &next) ? CommitText.takeID(text, &next) : nil
        var found: Int64?
        while next < text.count {
            let line = next..<TextLine.end(text, from: next)
            if line.isEmpty { break }
            if TextLine.take("tagger ", text, &next) {
                do throws(WorkerFault) { found = try CommitText.time(text, line) } catch { found = nil }
                break
            }
            next = line.upperBound + 1
        }
        tagged = found
    }
}
