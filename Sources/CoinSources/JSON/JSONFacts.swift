internal import CoinModel

/// What one row of a document says about one subject at one time.
struct JSONFact {
    /// Who a fact is about.
    enum Who {
        case subject(Subject)
        /// One by its number in the numbering of the facts.
        case numbered(Int)
    }

    var subject: Who
    var time: FactTime
    /// One for each metric of the block, NaN where missing; none at all where they were put into the row.
    var values: [Double] = []
    /// The source's own time of the last update.
    var stamp: Instant?
}

extension JSONFact {
    /// A fact about a subject without a number.
    init(subject: Subject, time: FactTime, values: [Double]) {
        self.init(subject: .subject(subject), time: time, values: values)
    }
}

/// The time of a fact, as exact as it is known.
enum FactTime: Hashable {
    case moment(Instant)
    case day(Day)
    case week(Week)

    var resolution: Resolution {
        switch self {
        case .moment: .snapshot
        case .day: .day
        case .week: .week
        }
    }

    /// The number in a block's `times`.
    var index: Int64 {
        switch self {
        case .moment(let instant): instant.milliseconds
        case .day(let day): Int64(day.index)
        case .week(let week): Int64(week.index)
        }
    }

    /// The moment from which on the fact could be known.
    var end: Instant {
        switch self {
        case .moment(let instant): instant
        case .day(let day): Instant(lastSecondOf: day)
        case .week(let week): Instant(lastSecondOf: week.lastDay)
        }
    }
}

/// Gathers the facts of a document into blocks and turns rows that hold none into rejects.
///
/// Rejected are rows whose values are of the wrong kind, negative (`bad-number`: prices, amounts and counts here have
/// no sign), all missing (`no-values`), or over a day ahead of the clock (`future-time`).
struct JSONFacts {
    private let empty: ObservationBlock
    private let stamped: Bool
    private let newest: Instant
    private var block: ObservationBlock
    private var count = 0
    /// The values of the row that is read.
    private var row: [Double]
    /// Those of the block's rows, one row behind the other, and room for more.
    private var rows: [Double] = []
    /// What the numbers of subjects mean, and the numbers that were given here.
    private let numbering: SubjectNumbering
    private var numbers: [Subject: Int] = [:]
    /// The places in the block of the subjects by their numbers, -1 where one has none yet.
    private var places: [Int32] = []

    private static let blockSize = 8192
    /// The rows that most pages have at most.
    private static let pageSize = 256

    /// Facts of a source; `stamped` when its rows say when they were last updated, `numbering` when they number subjects.
    init(
        _ source: String,
        _ resolution: Resolution,
        _ metrics: [Metric],
        _ context: ReadContext,
        stamped: Bool = false,
        numbering: SubjectNumbering = SubjectNumbering()
    ) {
        empty = ObservationBlock(source: source, resolution: resolution, metrics: metrics)
        block = empty
        row = [Double](repeating: .nan, count: metrics.count)
        newest = Instant(milliseconds: context.now.milliseconds + Instant.millisecondsPerDay)
        self.stamped = stamped
        self.numbering = numbering
    }

    /// Takes the fact of a row, rejects the row, or passes over it when `fact` gives nil.
    mutating func take(
        _ line: Int,
        _ emit: (SourceItem) throws -> Void,
        _ fact: () throws(JSONRowFault) -> JSONFact?
    ) throws {
        try take(line, emit) { values throws(JSONRowFault) in
            let fact = try fact()
            if let fact { for column in values.indices { values[column] = fact.values[column] } }
            return fact
        }
    }

    /// Takes the fact of a row whose values `fact` puts where it is shown, one for each metric.
    mutating func take(
        _ line: Int,
        _ emit: (SourceItem) throws -> Void,
        _ fact: (inout MutableSpan<Double>) throws(JSONRowFault) -> JSONFact?
    ) throws {
        try rejecting(line, emit) { () throws(JSONRowFault) in
            guard let fact = try read(fact) else { return }
            append(fact, line)
        }
        if count == JSONFacts.blockSize { try flush(emit) }
    }

    /// Hands on what is left.
    mutating func flush(_ emit: (SourceItem) throws -> Void) throws {
        guard count > 0 else { return }
        block.numbering = numbering
        for number in block.subjectNumbers { places[Int(number)] = -1 }
        block.values = row.indices.map { values(ofColumn: $0) }
        try emit(.observations(block))
        block = empty
        count = 0
    }

    private func values(ofColumn column: Int) -> [Double] {
        let (rows, width) = (rows.span, row.count)
        return unsafe [Double](unsafeUninitializedCapacity: count) { values, filled in
            for row in 0..<count { unsafe values[row] = rows[row * width + column] }
            filled = count
        }
    }

    /// Reads a row; nil when it is passed over.
    private mutating func read(
        _ fact: (inout MutableSpan<Double>) throws(JSONRowFault) -> JSONFact?
    ) throws(JSONRowFault) -> JSONFact? {
        var shown = row.mutableSpan
        guard let fact = try fact(&shown) else { return nil }
        guard fact.time.end <= newest else {
            throw JSONRowFault(
                reason: "future-time",
                detail: "its time \(fact.time.end) is over a day ahead of the clock"
            )
        }
        var isEmpty = true
        for column in row.indices where !row[column].isNaN {
            isEmpty = false
            guard row[column] >= 0 else {
                throw JSONRowFault(
                    reason: "bad-number",
                    detail: "its \(block.metrics[column].name) is negative: \(row[column])"
                )
            }
        }
        guard !isEmpty else {
            let names = block.metrics.map(\.name).joined(separator: ", ")
            throw JSONRowFault(reason: "no-values", detail: "it has none of \(names)")
        }
        return fact
    }

    private mutating func append(_ fact: JSONFact, _ line: Int) {
        if count == 0 { reserve(JSONFacts.pageSize) }
        block.subjectIndex.append(place(of: fact.subject))
        block.times.append(fact.time.index)
        block.lines.append(Int32(clamping: line))
        // A row without a stamp is older than any that has one.
        if stamped { block.stamps.append(fact.stamp?.milliseconds ?? 0) }
        let start = count * row.count
        if start == rows.count { rows += repeatElement(.nan, count: max(start, JSONFacts.pageSize * row.count)) }
        for column in row.indices { rows[start + column] = row[column] }
        count += 1
    }

    private mutating func reserve(_ count: Int) {
        block.subjectNumbers.reserveCapacity(count)
        block.subjectIndex.reserveCapacity(count)
        block.times.reserveCapacity(count)
        block.lines.reserveCapacity(count)
        if stamped { block.stamps.reserveCapacity(count) }
    }

    /// The index of a fact's subject in the block.
    private mutating func place(of subject: JSONFact.Who) -> Int32 {
        let number = number(of: subject)
        if number >= places.count {
            let wanted = max(number + 1, 2 * places.count, 4 * JSONFacts.pageSize)
            places += repeatElement(-1, count: wanted - places.count)
        }
        if places[number] < 0 {
            places[number] = Int32(block.subjectNumbers.count)
            block.subjectNumbers.append(Int32(number))
        }
        return places[number]
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
