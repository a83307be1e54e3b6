import CoinModel

/// What the first lines of a text show.
public struct TextSketch: Hashable, Sendable {
    /// The first ten non-empty lines, without their line ends.
    public let lines: [String]
    /// The fields of the first line, split at its separator (`,`, `;` or tab), unquoted, trimmed, lower-case.
    public private(set) var header: [String]
    /// What a first line `sep=;` names as separator, as spreadsheets write it; that line is not among `lines`.
    let declaredSeparator: UInt8?
    /// How many of the lines stand before the header.
    private(set) var preamble = 0

    /// Sketches the first bytes of a text, a byte order mark before them or not.
    ///
    /// A last line that the head cuts off is left out unless it is the only one.
    public init(_ bytes: [UInt8]) {
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let text = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
        var found = text.split(maxSplits: 200) { $0 == RowScan.lineFeed || $0 == RowScan.carriageReturn }
            .filter { line in !line.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
        if found.count > 1, bytes.count >= TextSketch.headLength, found.last?.endIndex == bytes.endIndex {
            found.removeLast()
        }
        declaredSeparator = found.first.flatMap(TextSketch.declaredSeparator)
        if declaredSeparator != nil { found.removeFirst() }
        let first = found.first.map(Array.init) ?? []
        let separator = declaredSeparator ?? TextSketch.separator(of: first)
        lines = found.prefix(10).map { String(decoding: $0, as: UTF8.self) }
        header = TextSketch.fields(of: first, separator).map { $0.lowercased() }
    }

    /// The separator of a line `sep=;`, in quotes or not.
    static func declaredSeparator(_ line: ArraySlice<UInt8>) -> UInt8? {
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let text = (line.starts(with: mark) ? line.dropFirst(3) : line).filter { $0 != RowScan.quote }
        guard text.count == 5, String(decoding: text.prefix(4), as: UTF8.self).lowercased() == "sep=" else {
            return nil
        }
        return text.last
    }

    /// The same text under the names of its columns: its header is the first line that has all their headings; nil without one.
    func named(by map: ColumnMap) -> TextSketch? {
        for line in lines.indices {
            guard let names = map.renamed(fields(ofLine: line)) else { continue }
            var named = self
            (named.header, named.preamble) = (names, line)
            return named
        }
        return nil
    }

    /// The fields of one of the lines, from 0, unquoted and trimmed; none of a line that is not there.
    func fields(ofLine line: Int) -> [String] {
        line < lines.count ? TextSketch.fields(of: Array(lines[line].utf8), separator(ofLine: line)) : []
    }

    /// What separates the fields of one of the lines, from 0.
    func separator(ofLine line: Int) -> UInt8 {
        declaredSeparator ?? TextSketch.separator(of: Array((lines.dropFirst(line).first ?? "").utf8))
    }

    static func fields(of line: [UInt8], _ separator: UInt8) -> [String] {
        var scanner = CSVScanner(separator: separator)
        scanner.feed(line)
        scanner.finish()
        return scanner.next() == .row ? scanner.texts : []
    }

    /// What separates the fields of a line: of comma, semicolon and tab the one seen most outside quotes.
    static func separator(of line: [UInt8]) -> UInt8 {
        let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
        var best = (separator: candidates[0], count: 0)
        for candidate in candidates {
            var (count, isQuoted) = (0, false)
            for byte in line {
                if byte == RowScan.quote { isQuoted.toggle() }
                if byte == candidate, !isQuoted { count += 1 }
            }
            if count > best.count { best = (candidate, count) }
        }
        return best.separator
    }

    func has(_ names: String...) -> Bool { Set(header).isSuperset(of: names) }

    /// How many bytes of an input are read to recognise it.
    static let headLength = 1 << 16
}
