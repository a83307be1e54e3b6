public import CoinModel

/// A page of a list that GitHub answers, the newest row first: as much of it as says whether another one follows.
public struct GitHubPage: Sendable {
    /// How many rows it has.
    private let rows: Int
    /// The oldest day of a row; nil where none has one.
    private var oldest: Day?
    /// Whether the answer says that another page follows.
    private let leadsOn: Bool

    /// Whether it has no row, as behind the last page.
    public var isEmpty: Bool { rows == 0 }

    /// Reads the body of an answer and its `Link` header; nil for what is not an array.
    public init?(_ body: [UInt8], link: String = "") {
        do {
            let document = try JSONDocument(body)
            guard body.first(where: { $0 > 0x20 }) == UInt8(ascii: "[") else { return nil }
            var days: [Day] = []
            try document.forEachRow("*", ["week", "published_at"]) { row in
                // What has another kind of time is its reader's to reject.
                try rejecting(row.line, { _ in }) {
                    days += try [row.instant(0), row.instant(1)].compactMap { $0?.day }
                }
            }
            rows = try document.count(of: "*")
            oldest = days.min()
            leadsOn = HTTPAnswer.links(link, to: "next")
        } catch {
            return nil
        }
    }

    /// Whether no page behind it is wanted of a question about some weeks: it is the last, or reaches back to before the first of
    /// them.
    public func isLast(of kind: GitHubInquiry, from first: Week) -> Bool {
        (!leadsOn && rows < kind.pageSize ?? .max) || oldest.map { $0 <= first.start } ?? false
    }
}
