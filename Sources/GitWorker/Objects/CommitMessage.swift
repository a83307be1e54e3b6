internal import WorkerProtocol

/// What of a commit's message counts: its subject, and whether an AI agent is named as a co-author.
struct CommitMessage {
    /// The first paragraph in one line, as git has it, without blanks at the ends of lines.
    private(set) var subject: [UInt8] = []
    /// Whether a `Co-authored-by:` trailer names an agent.
    private(set) var hasAgent = false

    /// The most bytes of a subject that count.
    private static let longestSubject = 1 << 12
    private static let trailer = Array("co-authored-by:".utf8)

    /// Reads the message of a commit's text, whose head goes on behind a place until the first empty line.
    init(_ text: Span<UInt8>, from start: Int) {
        var (isInMessage, isInSubject) = (false, true)
        var next = start + 1
        while next < text.count {
            var end = next
            while end < text.count, text[end] != UInt8(ascii: "\n") { end += 1 }
            if !isInMessage {
                isInMessage = end == next
            } else {
                let last = CommitMessage.lastInk(text, next..<end)
                if isInSubject {
                    if last > next {
                        add(text, next..<last)
                    } else if !subject.isEmpty {
                        isInSubject = false
                    }
                }
                if !hasAgent, CommitMessage.isTrailer(text, next..<last) {
                    hasAgent = CommitMessage.isAgent((next + CommitMessage.trailer.count..<last).map { text[$0] })
                }
            }
            next = end + 1
        }
    }

    private mutating func add(_ text: Span<UInt8>, _ line: Range<Int>) {
        if !subject.isEmpty { subject.append(UInt8(ascii: " ")) }
        for place in line.prefix(max(0, CommitMessage.longestSubject - subject.count)) { subject.append(text[place]) }
    }

    /// The end of a line without the blanks there.
    private static func lastInk(_ text: Span<UInt8>, _ line: Range<Int>) -> Int {
        var end = line.upperBound
        while end > line.lowerBound, text[end - 1] <= UInt8(ascii: " ") { end -= 1 }
        return end
    }

    private static func isTrailer(_ text: Span<UInt8>, _ line: Range<Int>) -> Bool {
        guard line.count > trailer.count, text[line.lowerBound] | 0x20 == trailer[0] else { return false }
        return trailer.indices.allSatisfy { place in
            let byte = text[line.lowerBound + place]
            return ((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte) == trailer[place]
        }
    }

    /// Whether `Name <address>` is an agent.
    private static func isAgent(_ author: [UInt8]) -> Bool {
        let cut = author.firstIndex(of: UInt8(ascii: "<")) ?? author.endIndex
        let name = trimmed(author[..<cut])
        let address = author[cut...].dropFirst().prefix { $0 != UInt8(ascii: ">") }
        return BotRules.kind(name, Array(address)) == .agent
    }

    /// Whether an author's name says that an agent wrote with its person: `Ann Lee (aider)`.
    static func namesAgent(_ author: [UInt8]) -> Bool {
        let name = trimmed(author.prefix { $0 != UInt8(ascii: "<") })
        return String(decoding: name.suffix(8), as: UTF8.self).lowercased() == " (aider)"
    }
}
