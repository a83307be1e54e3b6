internal import CoinModel

/// What one row of a document says about one subject at one time.
struct JSONFact {
    enum Who {
        case subject(Subject)
        /// One by its number in the numbering of the facts.
        case numbered(Int)
    }

    var subject: Who
    var time: FactTime
    /// One for each metric of the block, NaN where missing.
    var values: [Double]
    /// The source's own time of the last update.
    var stamp: Instant?
}

extension JSONFact {
    init(subject: Subject, time: FactTime, values: [Double]) {
        self.init(subject: .subject(subject), time: time, values: values)
    }
}

/// Gathers the facts of a document into blocks and turns rows that hold none into rejects.
///
/// Rejected are rows whose values are of the wrong kind, negative (`bad-number`: prices, amounts and counts here have
/// no sign), all missing (`no-values`), or over a day ahead of the clock (`future-time`).
struct JSONFacts {
    private let source: String
    private let resolution: Resolution
    private let metrics: [Metric]
    private let isStamped: Bool
    private let newest: Instant
    private let numbering: SubjectNumbering
    private var numbers: [Subject: Int] = [:]
    private var blocks: FactBlocks

    /// Facts of a source; `isStamped` when its rows say when they were last updated, `numbering` when they number
    /// subjects.
    init(
        _ source: String,
        _ resolution: Resolution,
        _ metrics: [Metric],
        _ context: ReadContext,
        isStamped: Bool = false,
        numbering: SubjectNumbering = SubjectNumbering()
    ) {
        (self.source, self.resolution, self.metrics) = (source, resolution, metrics)
        self.isStamped = isStamped
        newest = context.futureLimit
        self.numbering = numbering
        blocks = FactBlocks(metrics: metrics, numbering: numbering)
    }

    /// Takes the facts of all rows at a path, and hands them on.
    ///
    /// - Throws: `SourceError` `too-large`, and what `emit` throws.
    mutating func takeAll(
        _ rows: String,
        _ columns: [String],
        of document: borrowing JSONDocument,
        _ emit: (SourceItem) throws -> Void,
        _ fact: (JSONRow) throws -> JSONFact?
    ) throws {
        try document.forEachRow(rows, columns) { row in
            try take(row.line, emit) { try fact(row) }
        }
        try flush(emit)
    }

    /// Takes the fact of a row, rejects the row, or skips it when `fact` gives nil.
    mutating func take(_ line: Int, _ emit: (SourceItem) throws -> Void, _ fact: () throws -> JSONFact?) throws {
        try rejecting(line, emit) {
            guard let fact = try fact() else { return }
            try check(fact)
            blocks.add(
                source: source,
                resolution,
                number: number(of: fact.subject),
                time: fact.time.index,
                values: fact.values,
                line: line,
                // A row without a stamp is older than any that has one.
                stamp: isStamped ? fact.stamp?.milliseconds ?? 0 : nil
            )
        }
        if blocks.isFull { try flush(emit) }
    }

    mutating func flush(_ emit: (SourceItem) throws -> Void) throws { try blocks.flush(emit) }

    private func check(_ fact: JSONFact) throws(RowError) {
        guard fact.time.end <= newest else {
            throw RowError("future-time", "its time \(fact.time.end) is over a day ahead of the clock")
        }
        if let column = fact.values.firstIndex(where: { $0 < 0 }) {
            throw RowError("bad-number", "its \(metrics[column].name) is negative: \(fact.values[column])")
        }
        guard fact.values.contains(where: { !$0.isNaN }) else {
            let names = metrics.map(\.name).joined(separator: ", ")
            throw RowError("no-values", "it has none of \(names)")
        }
    }

    private mutating func number(of subject: JSONFact.Who) -> Int {
        switch subject {
        case .numbered(let number): return number
        case .subject(let subject):
            if let known = numbers[subject] { return known }
            let number = numbering.add(subject)
            numbers[subject] = number
            return number
        }
    }
}

extension JSONRow {
    /// The coin named by the id, symbol and name in the first three columns.
    func coin(in coins: inout CoinNumbers) throws(RowError) -> JSONFact.Who {
        // An id may be a number, the others may be missing; nothing else is read as one of them.
        for column in 1...2 where unsafe bytes(column).isEmpty { _ = try text(column) }
        let (symbol, name) = unsafe (bytes(1), bytes(2))
        if unsafe !bytes(0).isEmpty { return .numbered(unsafe coins.number(id: bytes(0), symbol: symbol, name: name)) }
        let digits = Array(try id(0).utf8)
        return .numbered(
            unsafe digits.withUnsafeBufferPointer { unsafe coins.number(id: $0, symbol: symbol, name: name) }
        )
    }
}
