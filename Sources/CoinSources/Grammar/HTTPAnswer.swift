internal import CoinModel

/// What stands before the body in a file that keeps one whole HTTP answer.
struct HTTPAnswer: Hashable, Sendable {
    let status: Int
    /// When the server answered, by its `Date` header.
    let date: Instant?
    /// Whether a header says that the caller asked too often: `Retry-After`, or nothing left of the limit.
    let isThrottled: Bool
    /// Whether a header says that another page of the list follows.
    let hasNextPage: Bool
    /// Whether one says that another page comes before it.
    let hasPageBefore: Bool
    /// Where the body begins in the input.
    let bodyStart: Int
    /// What the archive has of the request.
    let asked: Asked

    /// What was asked for, where the answer itself lacks it: header lines that an archive adds.
    struct Asked: Hashable, Sendable {
        /// The one time of all pages of a snapshot.
        var snapshot: Instant?
        /// The coin by its id.
        var coin: String?
        /// The coin by its symbol.
        var symbol: String?
        /// The currency, in lower case.
        var quote: String?
        /// Which of several figures that look alike, in the source's word.
        var figure: String?
    }

    /// Reads the status line and the headers up to the first empty line; nil when the bytes are not an HTTP answer.
    ///
    /// The body is stored decoded: the headers about its length and encoding speak of the wire and are ignored.
    init?(_ bytes: [UInt8], from start: Int) {
        guard bytes[start...].starts(with: "HTTP/".utf8) else { return nil }
        var lines: [String] = []
        var next = start
        let text = { (range: Range<Int>) in String(decoding: bytes[range], as: UTF8.self) }
        while next < bytes.count {
            let end = bytes[next...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            let line = trimmed(text(next..<end))
            next = min(end + 1, bytes.count)
            if line.isEmpty { break }
            lines.append(line)
        }
        let words = lines[0].split(separator: " ")
        guard words.count >= 2, let status = Int(words[1]), (100...599).contains(status) else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = trimmed(line[line.index(after: colon)...])
        }
        self.status = status
        date = headers["date"].flatMap(HTTPAnswer.date)
        isThrottled = headers["retry-after"] != nil || headers["x-ratelimit-remaining"] == "0"
        let link = headers["link"] ?? ""
        hasNextPage = HTTPAnswer.links(link, to: "next")
        hasPageBefore = HTTPAnswer.links(link, to: "prev")
        bodyStart = next
        asked = Asked(
            snapshot: headers["assay-snapshot"].flatMap { Instant($0) },
            coin: headers["assay-coin"],
            symbol: headers["assay-symbol"],
            quote: headers["assay-quote"],
            figure: headers["assay-figure"]
        )
    }

    /// Whether a `Link` header names a page of a relation; its parts come in any order, and values with quotes or without.
    static func links(_ header: String, to relation: String) -> Bool {
        header.split(separator: ",").contains { link in
            link.split(separator: ";").dropFirst().contains { part in
                trimmed(String(part)).replacing("\"", with: "") == "rel=\(relation)"
            }
        }
    }

    /// Reads `Mon, 11 Nov 2013 01:17:12 GMT`.
    private static func date(_ text: String) -> Instant? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), let year = Int(parts[3]),
            let month = Day.shortMonths.firstIndex(of: String(parts[2])),
            let date = Day(year: year, month: month + 1, day: day)
        else { return nil }
        return Instant("\(date)T\(parts[4])Z")
    }
}
