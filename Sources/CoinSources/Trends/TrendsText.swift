internal import CoinModel

/// The dates and values of search-interest exports.
enum TrendsText {
    /// How a row is dated: a year, a month, a date or an hour.
    enum Unit: Hashable { case year, month, date, hour }

    /// Reads `2004`, `2004-01`, `2004-01-04`, `2026-09-20T14`, `2026-09-20T14:00:00` (a blank for the `T`) or another
    /// form of date, which `read` reads; nil for anything else.
    static func time(_ text: String, _ read: (String) -> AsOf?) -> (time: AsOf, unit: Unit)? {
        switch text.utf8.count {
        case 4: return Day(text + "-01-01").map { (.day($0), .year) }
        case 7: return Day(text + "-01").map { (.day($0), .month) }
        case 13:
            if let instant = Instant(text + ":00Z") { return (.instant(instant), .hour) }
        default: break
        }
        let bytes = Array(text.utf8)
        // Numbers are values here, not times.
        guard NumberGrammar.double(bytes.span) == nil, let time = AsOf.read(bytes.span) ?? read(text) else {
            return nil
        }
        if case .instant = time { return (time, .hour) }
        return (time, .date)
    }

    /// Whether a text is a time in some order of day and month.
    static func isTime(_ text: String) -> Bool {
        time(text) { text in
            let (date, shown) = CellReader.parts(of: text)
            let day = Day(date) ?? NumericDate(date)?.readings.first
            let clock = CellReader.offset(of: shown).map { String($0.local) } ?? shown
            return clock.isEmpty || Instant("2000-01-01T\(clock)Z") != nil ? day.map { .day($0) } : nil
        } != nil
    }

    /// Whether a line begins with a range of dates in words, such as `Jan 5 – 11, 2025`.
    static func isRange(_ line: String) -> Bool {
        let words = line.prefix(40).split { $0.isWhitespace || "\",;".contains($0) }
        guard let dash = words.firstIndex(where: { ["-", "\u{2013}", "\u{2014}"].contains($0) }), dash >= 2 else {
            return false
        }
        let isDay = { (word: Substring) in word.utf8.count <= 3 && word.first?.isNumber ?? false }
        return words[..<dash].contains(where: isDay) && words[..<dash].contains { $0.contains(where: \.isLetter) }
            && words[(dash + 1)...].prefix(3).contains(where: isDay)
    }

    /// A value: 0 to 100, ½ for less than one in any of its forms, NaN when empty; nil for anything else.
    static func value(_ text: String) -> Double? {
        if text.isEmpty { return .nan }
        let bytes = Array(text.utf8)
        if let value = NumberGrammar.double(bytes.span) {
            return (0...100).contains(value) && value == value.rounded() ? value : nil
        }
        let plain = text.filter { !$0.isWhitespace }
        return ["<1", "\u{FF1C}1", "1\u{672A}\u{6E80}", "1\u{672A}\u{6EE1}", "\u{5C0F}\u{4E8E}1", "1\u{BBF8}\u{B9CC}"]
            .contains(plain) ? 0.5 : nil
    }

    /// A header's `term: (Region)` in its parts; the region is empty where none is named.
    static func term(_ text: String) -> (term: String, region: String) {
        guard text.hasSuffix(")"), let cut = text.ranges(of: ": (").last else { return (text, "") }
        return (String(text[..<cut.lowerBound]), String(text[cut.upperBound...].dropLast()))
    }

    /// The value of a preamble such as `Category: All categories`, in any language; nil for other lines.
    static func category(_ line: String) -> String? {
        guard let cut = line.firstIndex(where: { $0 == ":" || $0 == "\u{FF1A}" }) else { return nil }
        return trimmed(line[line.index(after: cut)...].filter { $0 != "\t" && $0 != ";" && $0 != "," })
    }
}
