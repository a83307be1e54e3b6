internal import CoinModel
public import WorkerProtocol

/// An answer, read as far as it takes to know what to do next.
public struct SourceAnswer: Sendable {
    /// What follows it.
    public var verdict: AnswerVerdict
    /// Why it brings no data, as a stable identifier; nil where it has figures, or an empty list.
    public private(set) var refusal: String?
    /// What the source says went wrong, for a sentence; else empty.
    public var complaint = ""
    /// The ids of a list's rows.
    public var ids: [String] = []
    /// How many rows it has, those without an id among them.
    public var rows = 0
    /// How many rows the answer says that all pages have.
    public var total: Int?
    /// Whether it is a history of nothing but zeros, as there are of the time before a coin.
    public var isAllZero = false

    /// Reads an answer; `list` where it is a page of one.
    ///
    /// A status alone decides nothing: errors come with 200 too, and a limit of the plan with 401.
    public init(_ source: MarketSource, status: Int, body: [UInt8], list: ListQuestion? = nil, total: Int? = nil) {
        (verdict, refusal) = SourceAnswer.usual(status)
        do {
            let document = try JSONDocument(body)
            if let complaint = try SourceErrorBody(document) {
                if let (verdict, reason) = source.consequence(complaint) {
                    (self.verdict, refusal) = (verdict, reason)
                } else if refusal == nil {
                    (verdict, refusal) = SourceAnswer.failed
                }
                let said = [complaint.message, complaint.code].filter { !$0.isEmpty }
                self.complaint = said.map(InputHead.printable).joined(separator: ", code ")
            } else if refusal == nil, let list {
                try read(document, list, body)
                self.total = self.total ?? total
            } else if refusal == nil {
                isAllZero = try SourceAnswer.isAllZero(document)
                if let rows = source.rows {
                    if document[String(rows.dropLast("/*".count))] != .container {
                        (verdict, refusal) = SourceAnswer.failed
                    } else if try document.count(of: rows) == 0 {
                        (verdict, refusal) = (.settled, "no-content")
                    }
                }
            }
        } catch {
            // A page of a content network instead of the source's own word.
            if refusal == nil { (verdict, refusal) = SourceAnswer.failed }
        }
    }

    private mutating func read(_ document: borrowing JSONDocument, _ list: ListQuestion, _ body: [UInt8]) throws {
        let place = list.rows.split(separator: "/").dropLast().joined(separator: "/")
        let isArray = body.first { $0 > 0x20 } == UInt8(ascii: "[")
        guard place.isEmpty ? isArray : document[place] == .container else {
            (verdict, refusal) = SourceAnswer.failed
            return
        }
        try document.forEachRow(list.rows, [list.id]) { row in
            rows += 1
            // A row without an id is the reader's to reject.
            try rejecting(row.line, { _ in }) { ids.append(try row.id(0)) }
        }
        guard !list.total.isEmpty else { return }
        switch document[list.total] {
        case .number(let number): total = Int(exactly: number)
        // Version 3 of CoinMarketCap writes numbers of its envelope as texts.
        case .text(let text): total = Int(text)
        default: break
        }
    }

    private static func isAllZero(_ document: borrowing JSONDocument) throws -> Bool {
        var (rows, zeros) = (0, 0)
        guard document["Data/Data"] == .container else { return false }
        try document.forEachRow("Data/Data/*", ["close"]) { row in
            rows += 1
            if row[0] == .number(0) { zeros += 1 }
        }
        return rows == zeros
    }

    private static let failed = (verdict: AnswerVerdict.again, reason: String?.some(FetchFailure.failing.rawValue))

    /// What a status means where no body says otherwise.
    private static func usual(_ status: Int) -> (verdict: AnswerVerdict, reason: String?) {
        let verdict = AnswerVerdict(status: status)
        let failure: FetchFailure? =
            switch verdict {
            case .pending: .pending
            case .again: .failing
            case .hold: .rateLimited
            case .stop: .token
            case .settled: nil
            }
        if let failure { return (verdict, failure.rawValue) }
        if let reason = AnswerVerdict.refusal(status: status) { return (verdict, reason) }
        if status == 206 { return (.settled, "partial-answer") }
        return (verdict, (200...299).contains(status) ? nil : "refused")
    }
}
