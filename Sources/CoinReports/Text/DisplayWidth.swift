extension String {
    /// How many columns of a terminal the text takes.
    ///
    /// East Asian wide and full-width characters and emoji take two, combining marks none, all else one; an emoji
    /// sequence (joined, toned, flag, or asked for by U+FE0F) takes two as a whole.
    /// Source: Unicode Standard Annex 11 (classes W and F), Annex 51 (Emoji_Presentation).
    var displayWidth: Int {
        utf8.allSatisfy { (0x20...0x7E).contains($0) } ? utf8.count : reduce(0) { $0 + $1.displayWidth }
    }

    /// The text in at most so many columns; where it is cut, it ends in `…`.
    func cut(toWidth width: Int) -> String {
        guard displayWidth > width else { return self }
        var beginning = ""
        var room = width - 1
        for character in self {
            room -= character.displayWidth
            if room < 0 { break }
            beginning.append(character)
        }
        return beginning + "…"
    }

    /// The text in lines of at most so many columns, of which it has one at least: broken at blanks, which go, and within
    /// words that are longer than a line.
    func wrapped(toWidth width: Int) -> [String] {
        guard displayWidth > width else { return [self] }
        var lines: [String] = []
        var line = ""
        var room = width
        for word in split(separator: " ", omittingEmptySubsequences: false).map(String.init) {
            var rest = word
            let needed = rest.displayWidth + (line.isEmpty ? 0 : 1)
            if needed > room, !line.isEmpty {
                lines.append(line)
                (line, room) = ("", width)
            } else if !line.isEmpty {
                line.append(" ")
                room -= 1
            }
            while rest.displayWidth > room {
                // A character wider than the line stands in one of its own.
                let part = rest.prefix(max(1, rest.count(fitting: room)))
                lines.append(String(part))
                rest.removeFirst(part.count)
            }
            line += rest
            room -= rest.displayWidth
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// How many characters from the first on fit into so many columns.
    private func count(fitting width: Int) -> Int {
        var room = width
        return prefix { character in
            room -= character.displayWidth
            return room >= 0
        }.count
    }
}

extension Character {
    /// The columns of a terminal that it takes: 0 for marks alone, 2 for wide ones and emoji.
    var displayWidth: Int {
        let scalars = unicodeScalars
        if scalars.contains("\u{FE0F}") || scalars.first?.properties.isEmojiPresentation == true { return 2 }
        return scalars.reduce(0) { $0 + $1.displayWidth }
    }
}

extension Unicode.Scalar {
    fileprivate var displayWidth: Int {
        if value < 0x300 { return 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        if properties.isEmojiPresentation { return 2 }
        return wideRanges.contains { $0.contains(value) } ? 2 : (0x1160...0x11FF).contains(value) ? 0 : 1
    }
}

/// East Asian wide and full-width characters beside the emoji, joined over unassigned gaps.
private let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
    0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD,
]
