internal import Synchronization

/// How exactly a fact is timed, and so what the number in a block's `times` counts.
public enum Resolution: Int, Sendable, CaseIterable {
    /// A moment, in milliseconds since 1970-01-01T00:00:00Z.
    case snapshot = 0
    /// A whole day, as `Day.index`.
    case day = 1
    /// A whole week, as `Week.index`.
    case week = 2

    /// Where a fact with this time stands: a day at its last second, a week at its last.
    public func instant(of time: Int64) -> Instant {
        switch self {
        case .snapshot: Instant(milliseconds: time)
        case .day: Instant(lastSecondOf: Day(index: Int32(time)))
        case .week: Instant(lastSecondOf: Week(index: Int32(time)).lastDay)
        }
    }
}

/// One way of numbering subjects: the same number means the same subject in all blocks that refer to it.
public final class SubjectNumbering: Sendable {
    private let subjects = Mutex<[Subject]>([])
    private let unfit = Mutex<Set<Int32>>([])

    /// A numbering of its own.
    public init() {}

    /// Gives a subject the next number, from 0 on, under which it can be asked for.
    @discardableResult
    public func add(_ subject: Subject) -> Int {
        let number = subjects.withLock { subjects in
            subjects.append(subject)
            return subjects.count - 1
        }
        if subject.id?.isNormalized == false { unfit.withLock { _ = $0.insert(Int32(number)) } }
        return number
    }

    /// The numbers of subjects whose id is not in NFC.
    var unfitNumbers: Set<Int32> { unfit.withLock { $0 } }

    /// The subject that was added under a number.
    public subscript(number: Int) -> Subject { subjects.withLock { $0[number] } }
}

/// The facts of one stretch of an input, in columns: row `i` says that `subjects[subjectIndex[i]]` had the values
/// `values[…][i]` at `times[i]`.
///
/// NaN marks a missing value: no source can deliver one, for the readers' number grammar has none. All columns are
/// of one length; a reader emits blocks of at most some ten thousand rows, so that memory stays bounded.
public struct ObservationBlock: Sendable {
    /// Which of a source's series this is, such as `coingecko-markets`; series of two sources are never mixed.
    public var source: String
    /// What `times` counts.
    public var resolution: Resolution
    /// The metric of each column of `values`.
    public var metrics: [Metric]
    /// The numbers of the block's distinct subjects in `numbering`: blocks go from one thread to another, and counting
    /// references to the subjects on both would take longer than most of the rest.
    public var subjectNumbers: [Int32] = []
    /// What `subjectNumbers` count; it may hold over blocks, so that a reader of many looks each subject up once.
    public var numbering: SubjectNumbering
    /// Each row's subject, as an index into `subjectNumbers`.
    public var subjectIndex: [Int32] = []
    /// Each row's time, in the unit of `resolution`.
    public var times: [Int64] = []
    /// One column a metric; NaN where missing.
    public var values: [[Double]]
    /// Each row's line (or element number, from 1) in the input, for rejects.
    public var lines: [Int32] = []
    /// The source's own time of each row's last update in milliseconds; empty where it has none.
    ///
    /// Of two rows of one load for one fact, the newer stamp holds.
    public var stamps: [Int64] = []

    /// An empty block for these metrics.
    public init(
        source: String,
        resolution: Resolution,
        metrics: [Metric],
        numbering: SubjectNumbering = SubjectNumbering()
    ) {
        (self.source, self.resolution, self.metrics) = (source, resolution, metrics)
        self.numbering = numbering
        values = Array(repeating: [], count: metrics.count)
    }

    /// The number of rows.
    public var count: Int { times.count }

    /// The distinct subjects; those that are set get a numbering of their own.
    public var subjects: [Subject] {
        get { subjectNumbers.map { numbering[Int($0)] } }
        set {
            let own = SubjectNumbering()
            subjectNumbers = newValue.map { Int32(own.add($0)) }
            numbering = own
        }
    }

    /// The rows that stand at or before a moment.
    public func observed(by limit: Instant) -> ObservationBlock {
        let rows = times.indices.filter { resolution.instant(of: times[$0]) <= limit }
        return rows.count < count ? picking(rows) : self
    }

    /// The rows about subjects whose id is in NFC or that have none, and a reject for each other one.
    public func withFitSubjects() -> (block: ObservationBlock, rejects: [Reject]) {
        let numbers = numbering.unfitNumbers
        let unfit = subjectNumbers.indices.filter { numbers.contains(subjectNumbers[$0]) }
        guard !unfit.isEmpty else { return (self, []) }
        let rows = times.indices.filter { unfit.contains(Int(subjectIndex[$0])) }
        let rejects = rows.map { row in
            let detail = Reject.whyNotNormalized(subject(Int(subjectIndex[row])).id ?? "")
            return Reject("not-normalized", line: lines.isEmpty ? nil : Int(lines[row]), detail: detail)
        }
        return (picking(times.indices.filter { !unfit.contains(Int(subjectIndex[$0])) }), rejects)
    }

    private func picking(_ rows: [Int]) -> ObservationBlock {
        var some = self
        some.subjectIndex = rows.map { subjectIndex[$0] }
        some.times = rows.map { times[$0] }
        some.values = values.map { column in rows.map { column[$0] } }
        some.lines = lines.isEmpty ? [] : rows.map { lines[$0] }
        some.stamps = stamps.isEmpty ? [] : rows.map { stamps[$0] }
        return some
    }

    /// The distinct subject with an index, as in `subjectIndex`.
    public func subject(_ index: Int) -> Subject { numbering[Int(subjectNumbers[index])] }
}

/// A row, or an input, that is not taken, and why.
public struct Reject: Error, Hashable, Sendable, CustomStringConvertible {
    /// A stable identifier such as `bad-number`, of a whole input such as `wrong-header`.
    public let reason: String
    /// The line (from 1) in the input, or the element number in a JSON array; nil for the input as a whole.
    public let line: Int?
    /// The field (from 1) in the line, if one is to blame.
    public let column: Int?
    /// What was found, what was expected and, of a whole input, the next step, in one sentence; holds at most a short piece of
    /// the input.
    public let detail: String

    /// A reject.
    public init(_ reason: String, line: Int? = nil, column: Int? = nil, detail: String) {
        (self.reason, self.line, self.column, self.detail) = (reason, line, column, detail)
    }

    /// `reason: detail`.
    public var description: String { "\(reason): \(detail)" }

    /// Why an id is refused that is not in NFC: another one may look the same.
    public static func whyNotNormalized(_ id: String) -> String {
        "the id '\(id.shortened(to: 64))' is not in Unicode's form NFC, in which ids are compared; write it in NFC"
    }
}

/// What a load brings.
public enum LoadKind: String, Sendable, CaseIterable {
    /// Coin lists.
    case coins
    /// Market snapshots and price histories.
    case market
    /// Commit counts and logs.
    case commits
    /// Search-interest exports.
    case trends

    /// The formats of coin lists; other files of coins are about single ones, and leave the universe as it is.
    package static let coinLists = sourceLists.union(["coins-csv"])

    /// Those of them that are a source's own list of all its coins.
    package static let sourceLists: Set<String> = [
        "coingecko-list", "coinmarketcap-list", "coinpaprika-list", "cryptocompare-list",
    ]
}
