internal import CoinModel

/// Where the header of a search-interest export lies, recognised by shape and not by words, which come in every language.
enum TrendsShape: Equatable {
    /// Rows that start with dates under a header, the non-empty line with that index.
    case interest(header: Int, separator: UInt8, dateColumn: Int)
    /// A relative that is not interest over time, or cannot be read, and why.
    case refused(SourceError)

    /// The shape of a text's first lines; nil when they are not a search-interest export.
    init?(_ sketch: TextSketch) {
        if let found = TrendsShape.interest(sketch.lines) {
            self = found
            return
        }
        if sketch.lines.prefix(3).contains(where: { ["TOP", "RISING"].contains(trimmed($0)) }) {
            let detail = "these are related queries; export `Interest over time` (multiTimeline.csv)"
            self = .refused(SourceError("not-over-time", detail: detail))
            return
        }
        let header = sketch.lines.prefix(2).lastIndex { line in
            line.contains(": (") && [")", ")\""].contains { line.hasSuffix($0) }
        }
        guard let header else { return nil }
        let rows = sketch.lines.dropFirst(header + 1)
        if rows.isEmpty {
            let detail = "the export has a header and no rows; choose a longer period"
            self = .refused(SourceError("no-rows", detail: detail))
        } else if rows.allSatisfy(TrendsText.isRange) {
            let what = "its weeks are ranges in words, whose commas part columns"
            let detail = "\(what); write each as its Sunday, `2025-01-05`"
            self = .refused(SourceError("date-ranges", line: sketch.lines.count > 1 ? 2 : nil, detail: detail))
        } else {
            let detail = "this is interest by region; export `Interest over time` (multiTimeline.csv)"
            self = .refused(SourceError("not-over-time", detail: detail))
        }
    }

    /// The header is the first line whose followers all start with dates.
    private static func interest(_ lines: [String]) -> TrendsShape? {
        guard lines.count > 1, let last = lines.last else { return nil }
        let separator = TextSketch.separator(of: Array(last.utf8))
        let rows = lines.map { fields($0, separator) }
        for header in 0..<min(6, rows.count - 1) {
            let names = rows[header]
            guard names.count > 1, let first = rows.dropFirst(header + 1).first else { continue }
            // Some tools write a row number into an unnamed first column.
            let dateColumn = names[0].isEmpty ? 1 : 0
            let isDated = rows.dropFirst(header + 1).allSatisfy { row in
                row.count == names.count && TrendsText.isTime(row[dateColumn])
            }
            guard isDated, !TrendsText.isTime(names[dateColumn]) else { continue }
            let values = Array(zip(names, first).dropFirst(dateColumn + 1))
            guard !values.isEmpty, !values.contains(where: { isOtherField($0.0) }),
                values.allSatisfy({ isPartialFlag($0.0) || isEstimate($0.0) || TrendsText.value($0.1) != nil })
            else { return nil }
            return .interest(header: header, separator: separator, dateColumn: dateColumn)
        }
        return nil
    }

    /// A line's fields; one with quotes that break the rules, as exact search terms may have them, is cut as it stands.
    static func fields(_ line: String, _ separator: UInt8) -> [String] {
        let read = TextSketch.fields(of: Array(line.utf8), separator)
        guard read.isEmpty else { return read }
        return line.utf8.split(separator: separator, omittingEmptySubsequences: false).map { trimmed(Substring($0)) }
    }

    /// Whether a column flags the rows whose period was still running.
    static func isPartialFlag(_ name: String) -> Bool { name.lowercased() == "ispartial" }

    /// Whether a column has an estimate of how many searches there were, which is on no scale of 0 to 100.
    static func isEstimate(_ name: String) -> Bool { name.lowercased() == "absolute google search volume" }

    /// Whether a bare column name belongs to market or commit data: `date,price` is not a search-interest export.
    private static func isOtherField(_ name: String) -> Bool {
        let plain = name.lowercased()
        return ["open", "high", "low", "close", "commits", "symbol", "coin_id"].contains(plain)
            || ["price", "market", "volume"].contains {
                plain == $0 || plain.hasPrefix($0 + "_") || plain.hasPrefix($0 + "(")
            }
    }
}
