/// What of a commit's message counts: its subject, and whom it names as co-authors.
struct CommitMessage {
    /// The first paragraph in one line, as git has it, without blanks at the ends of lines.
    private(set) var subject: [UInt8] = []
    /// What `Co-authored-by:` trailers name, `Name <address>`; those that would make more than 4,096 bytes are left out.
    private(set) var coauthors: [[UInt8]] = []

    /// The most bytes of a subject that count, and of a commit's co-authors.
    private static let longestSubject = 1 << 12
    private static let longestCoauthors = 1 << 12
    private static let trailer = Array("co-authored-by:".utf8)

    /// Reads the message of a commit's text, whose head goes on behind a place until the first empty line.
    init(_ text: Span<UInt8>, from start: Int) {
        var (isInMessage, isInSubject) = (false, true)
        var next = start + 1
        var room = CommitMessage.longestCoauthors
        while next < text.count {
            let end = TextLine.end(text, from: next)
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
                if last - next <= room, CommitMessage.isTrailer(text, next..<last) {
                    coauthors.append(TextLine.bytes(text, next + CommitMessage.trailer.count..<last))
                    room -= last - next
                }
            }
            next = end + 1
        }
    }

    private mutating func add(_ text: Span<UInt8>, _ line: Range<Int>) {
        if !subject.isEmpty { subject.append(UInt8(ascii: " ")) }
        subject += TextLine.bytes(text, line.prefix(max(0, CommitMessage.longestSubject - subject.count)))
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
}
