internal import CoinModel

/// The values of one row of a document for one subject at one time.
struct JSONFact {
    /// The number of the subject in the numbering of the facts.
    var subject: Int
    var time: FactTime
    /// One for each metric of the block, NaN where missing.
    var values: [Double]
    /// The source's own time of the last update.
    var stamp: Instant?
    /// What of the row could not be read: the row holds without it.
    var faults: [RowError] = []
}

extension JSONFact {
    /// How far apart the time of a page and that of a row's last update may be.
    private static let patience = 2 * Instant.millisecondsPerDay

    /// Makes it empty again.
    fileprivate mutating func clear() {
        for metric in values.indices { values[metric] = .nan }
        stamp = nil
        if !faults.isEmpty { faults = [] }
    }

    /// Puts a row that was last updated over 48 hours before its page, or after it, where it was so.
    fileprivate mutating func standAtOwnTime() {
        guard let stamp, abs(stamp.milliseconds - time.end.milliseconds) > JSONFact.patience else { return }
        time = time.resolution == .day ? .day(stamp.day) : .moment(stamp)
    }
}

/// Gathers the facts of a document into blocks and turns rows that hold none into rejects.
///
/// A row stands and falls with its price: rejected are rows with one that is of the wrong kind or negative
/// (`bad-number`) or 0 (`zero-price`), without any value (`no-values`), from before 2009 (`bad-time`), or over a day
/// ahead of the clock (`future-time`). Of other values the cell alone is left out.
struct JSONFacts {
    private let source: String
    private let resolution: Resolution
    private let metrics: [Metric]
    private let arePrices: [Bool]
    private let isStamped: Bool
    /// When an archived history was asked for: of two that say otherwise in one load, the newer one holds.
    private let asked: Instant?
    private let bounds: TimeBounds
    /// What numbers the subjects.
    let numbering: SubjectNumbering
    /// Where the rows that were taken stand, by their lines; nil unless requested.
    private var times: [Int: Instant?]?
    private let readsDetails: Bool
    private var blocks: ObservationBatches

    /// Facts of a source; `isStamped` when its rows say when they were last updated, else `asked` when it is a history that was
    /// asked for, `numbering` when they number subjects.
    init(
        _ source: String,
        _ resolution: Resolution,
        _ metrics: [Metric],
        _ context: ReadContext,
        isStamped: Bool = false,
        asked: Instant? = nil,
        numbering: SubjectNumbering = SubjectNumbering()
    ) {
        (self.source, self.resolution, self.metrics) = (source, resolution, metrics)
        (self.isStamped, self.asked) = (isStamped, asked)
        arePrices = metrics.map(\.isPrice)
        // Weeks are those of commits, which are older than coins.
        bounds = context.bounds(from: resolution == .week ? WeekColumn.firstDay : TimeBounds.firstDay)
        self.numbering = numbering
        readsDetails = context.readsDetails
        blocks = ObservationBatches(metrics: metrics, numbering: numbering)
    }

    /// Takes the facts of all rows at a path, and hands them on, with what the rows that are taken say beside them.
    ///
    /// - Throws: `SourceError` `too-large`, and what `emit` throws.
    mutating func takeAll(
        _ rows: String,
        _ columns: [String],
        of document: borrowing JSONDocument,
        details: DetailPaths? = nil,
        _ emit: ItemSink,
        _ fact: (JSONRow) throws -> JSONFact?
    ) throws {
        try fillAll(rows, columns, of: document, details: details, emit) { row, filled in
            guard let fact = try fact(row) else { return false }
            filled = fact
            return true
        }
    }

    /// The same of many rows: `fill` makes each one's fact of an empty one, whose memory is that of the row before, or says
    /// that there is none.
    mutating func fillAll(
        _ rows: String,
        _ columns: [String],
        of document: borrowing JSONDocument,
        details: DetailPaths? = nil,
        _ emit: ItemSink,
        _ fill: (JSONRow, inout JSONFact) throws -> Bool
    ) throws {
        times = details != nil && readsDetails ? [:] : nil
        let values = [Double](repeating: .nan, count: metrics.count)
        var fact = JSONFact(subject: 0, time: .moment(Instant(milliseconds: 0)), values: values)
        try document.forEachRow(rows, columns) { row in
            fact.clear()
            try rejecting(row.line, emit) {
                if try fill(row, &fact) { try add(&fact, row.line, emit) }
            }
            if blocks.isFull { try flush(emit) }
        }
        try flush(emit)
        if let times { try details?.read(rows, of: document, at: times, emit) }
    }

    /// Takes the fact of a row, rejects the row, or skips it when `fact` gives nil.
    mutating func take(_ line: Int, _ emit: ItemSink, _ fact: () throws -> JSONFact?) throws {
        try rejecting(line, emit) {
            if var fact = try fact() { try add(&fact, line, emit) }
        }
        if blocks.isFull { try flush(emit) }
    }

    mutating func flush(_ emit: ItemSink) throws { try blocks.flush(emit) }

    /// Checks a fact and adds it to its block.
    private mutating func add(_ fact: inout JSONFact, _ line: Int, _ emit: ItemSink) throws {
        if isStamped { fact.standAtOwnTime() }
        try check(&fact)
        times?[line] = .some(fact.time.end)
        for fault in fact.faults { try emit(.rejectedCell(fault.reject(line))) }
        blocks.add(
            source,
            resolution,
            of: fact.subject,
            at: fact.time.index,
            fact.values,
            line: line,
            // A row without a stamp is older than any that has one.
            stamp: isStamped ? fact.stamp?.milliseconds ?? 0 : asked?.milliseconds
        )
    }

    // Mutating though it changes nothing: all of this would be copied for it, for each row.
    private mutating func check(_ fact: inout JSONFact) throws(RowError) {
        try bounds.check(fact.time.end)
        for column in metrics.indices where !(fact.values[column] > 0) {
            let value = fact.values[column]
            guard value < 0 || (value == 0 && arePrices[column]) else { continue }
            let detail = "its \(metrics[column].name) is \(value)"
            if value == 0 { throw RowError("zero-price", "\(detail), which is not a price") }
            let fault = RowError("bad-number", "\(detail), and nothing here is below zero")
            guard !arePrices[column] else { throw fault }
            fact.values[column] = .nan
            fact.faults.append(fault)
        }
        guard fact.values.contains(where: { !$0.isNaN }) else {
            let names = metrics.map(\.name).joined(separator: ", ")
            throw RowError("no-values", "it has none of \(names)")
        }
    }
}

extension JSONRow {
    /// The coin named by the id, symbol and name in the first three columns.
    func coin(in coins: inout CoinNumbers) throws(RowError) -> Int {
        // An id may be a number, the others may be missing; nothing else is read as one of them.
        for column in 1...2 where unsafe bytes(column).isEmpty { _ = try text(column) }
        let (symbol, name) = unsafe (bytes(1), bytes(2))
        if unsafe !bytes(0).isEmpty { return unsafe coins.number(id: bytes(0), symbol: symbol, name: name) }
        let digits = Array(try id(0).utf8)
        return unsafe digits.withUnsafeBufferPointer { unsafe coins.number(id: $0, symbol: symbol, name: name) }
    }

    /// The coin named by the symbol in the first column.
    func coin(bySymbolIn coins: inout CoinNumbers) throws(RowError) -> Int {
        let symbol = Array(try id(0).utf8)
        let none = unsafe UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        return unsafe symbol.withUnsafeBufferPointer { unsafe coins.number(id: none, symbol: $0, name: none) }
    }
}
