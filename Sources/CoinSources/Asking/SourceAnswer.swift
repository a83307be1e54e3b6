internal import WorkerProtocol

/// An answer, read as far as it takes to know what to do next.
public struct SourceAnswer: Sendable {
    /// What it means.
    public var meaning: AnswerMeaning
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

    /// The status that means what an answer with this one says.
    public func status(_ received: Int) -> Int {
        guard received == 200 else { return received }
        return switch meaning {
        case .data: 200
        case .again: 502
        case .pending: 202
        case .hold: 429
        case .refused: 404
        case .stop: 401
        }
    }

    /// Reads an answer; `list` where it is a page of one.
    ///
    /// A status alone decides nothing: errors come with 200 too, and a limit of the plan with 401.
    public init(_ source: some MarketSource, status: Int, body: [UInt8], list: ListQuestion? = nil, total: Int? = nil) {
        meaning = SourceAnswer.usual(status)
        do {
            let document = try JSONDocument(body)
            if let complaint = try SourceComplaint(status, document) {
                meaning = source.consequence(of: complaint) ?? (meaning == .data ? .again : meaning)
                let said = [complaint.message, complaint.code].filter { !$0.isEmpty }
                self.complaint = said.map(InputHead.printable).joined(separator: ", code ")
            } else if meaning == .data, let list {
                try read(document, list, body)
                self.total = self.total ?? total
            } else if meaning == .data {
                isAllZero = try SourceAnswer.isAllZero(document)
            }
        } catch {
            // A page of a content network instead of the source's own word.
            if meaning == .data { meaning = .again }
        }
    }

    private mutating func read(_ document: borrowing JSONDocument, _ list: ListQuestion, _ body: [UInt8]) throws {
        let place = list.rows.split(separator: "/").dropLast().joined(separator: "/")
        let isArray = body.first { $0 > 0x20 } == UInt8(ascii: "[")
        guard place.isEmpty ? isArray : document[place] == .container else {
            meaning = .again
            return
        }
        try document.forEachRow(list.rows, [list.id]) { row in
            rows += 1
            // A row without an id is the reader's to reject.
            try rejecting(row.line, { _ in }) { ids.append(try row.id(0)) }
        }
        if !list.total.isEmpty, case .number(let number) = document[list.total] { total = Int(exactly: number) }
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

    /// What a status means where no body says otherwise.
    private static func usual(_ status: Int) -> AnswerMeaning {
        switch AnswerVerdict(status: status) {
        case .pending: .pending
        case .again: .again
        case .hold: .hold(nil)
        case .stop: .stop("bad-credentials")
        case .settled:
            if let reason = AnswerVerdict.refusal(status: status) {
                .refused(reason)
            } else if status == 206 {
                .again
            } else {
                (200...299).contains(status) ? .data : .refused("refused")
            }
        }
    }
}

extension SourceComplaint {
    /// The error in a document, in any source's shape; nil where it is none.
    fileprivate init?(_ status: Int, _ document: borrowing JSONDocument) throws(SourceError) {
        let names = Set(try document.names(of: "", rows: "", limit: 1 << 16).map { $0[...] })
        guard let error = InputHead.error(in: document, names) else { return nil }
        (self.status, code, message) = (status, error.code, error.message)
        pause = SourceComplaint.pause(document)
    }

    /// How long to wait where calls are counted by the second, minute, hour, day and month: for the widest that is full.
    private static func pause(_ document: borrowing JSONDocument) -> Int? {
        let windows = [("month", 31 * 86400), ("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1)]
        for (name, seconds) in windows {
            guard case .number(let made) = document["RateLimit/calls_made/\(name)"],
                case .number(let most) = document["RateLimit/max_calls/\(name)"], made >= most
            else { continue }
            return seconds * 1000
        }
        return nil
    }
}
