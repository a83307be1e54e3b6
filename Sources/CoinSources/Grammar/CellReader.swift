internal import CoinModel
internal import Synchronization

/// What the cells of one table say by its notation: the caller's, and what the table itself shows.
///
/// A number or date that has two readings is never guessed. Where no other cell shows which is meant, the file is refused
/// with the option that settles it: numbers at the file's end, dates at the first one.
final class CellReader {
    /// What cells show of the notation of their table.
    struct Findings {
        /// A cell that decides something.
        struct Place {
            let text: String
            fileprivate(set) var line: Int
            let column: Int
        }

        /// Whether some number has a decimal point for certain.
        fileprivate(set) var showsPoint = false
        /// The first number with a decimal comma for certain.
        fileprivate(set) var comma: Place?
        /// The first numbers with a single group of three behind a point, and behind a comma.
        fileprivate(set) var afterPoint: Place?
        fileprivate(set) var afterComma: Place?
    }

    private typealias Place = Findings.Place

    let notation: NumberAndDateStyle
    /// The zone of times without one.
    let zone: Zone?
    /// Whether a number that stands as it is in plain digits and a point is what it seems.
    let takesPoint: Bool
    /// Whether fields are parted by commas: then a cell with a comma in it had to be quoted.
    private let isCommaSeparated: Bool
    /// The first cells of a column.
    private let firstCells: (_ column: Int) -> [String]

    /// Cells that are left out of rows that are taken.
    var faults: [RowError] = []
    /// Why the file is refused, as far as it shows.
    private(set) var refusal: SourceError?
    /// Whether some number has a decimal point for certain.
    ///
    /// Asked for every number: atomics, unlike variables of a class, cost no check of who else has them.
    private let showsPoint = Atomic(false)
    private let looksForGroups: Atomic<Bool>
    private var found = Findings()
    /// The order of the dates in each column.
    private var orders: [Int: NumericDate.Order] = [:]

    /// A reader of the cells of a table, of which the first ones show the order of its dates.
    init(
        _ notation: NumberAndDateStyle = NumberAndDateStyle(),
        separator: UInt8 = UInt8(ascii: ","),
        firstCells: @escaping (_ column: Int) -> [String] = { _ in [] }
    ) {
        (self.notation, self.firstCells) = (notation, firstCells)
        zone = notation.timezone.flatMap { Zone($0) }
        takesPoint = notation.decimal != .comma
        looksForGroups = Atomic(notation.decimal == nil)
        isCommaSeparated = separator == UInt8(ascii: ",")
    }

    /// Checks that every number and date has one reading.
    ///
    /// - Throws: `SourceError` `ambiguous-number` or `ambiguous-date`.
    func settle() throws(SourceError) {
        if let refusal { throw refusal }
        guard notation.decimal == nil else { return }
        if let comma = found.comma, !showsPoint.load(ordering: .relaxed) {
            let detail = "`\(comma.text)` is a number only with a decimal comma; load the file with --decimal comma"
            throw error("ambiguous-number", comma, detail)
        }
        guard let doubtful, let readings = NumberReadings(doubtful.text).sentence else { return }
        let detail = "`\(doubtful.text)` is \(readings); say which with --decimal comma or --decimal point"
        throw error("ambiguous-number", doubtful, detail)
    }

    /// The first number that nothing shows the reading of.
    private var doubtful: Place? {
        if found.comma != nil { return found.afterPoint ?? found.afterComma }
        if showsPoint.load(ordering: .relaxed) { return nil }
        // Where commas part the fields, a point stands before decimals unless some cell shows otherwise.
        return isCommaSeparated ? found.afterComma : found.afterPoint ?? found.afterComma
    }

    /// What its cells showed.
    var findings: Findings {
        var all = found
        all.showsPoint = showsPoint.load(ordering: .relaxed)
        return all
    }

    /// Adds what cells showed that stand behind its own, so many lines further on than they say.
    func add(_ others: Findings, linesBefore lines: Int) {
        func moved(_ place: Place?) -> Place? {
            var place = place
            place?.line += lines
            return place
        }
        if others.showsPoint { showsPoint.store(true, ordering: .relaxed) }
        found.comma = found.comma ?? moved(others.comma)
        found.afterPoint = found.afterPoint ?? moved(others.afterPoint)
        found.afterComma = found.afterComma ?? moved(others.afterComma)
    }

    private func error(_ reason: String, _ place: Place, _ detail: String) -> SourceError {
        SourceError(reason, line: place.line, column: place.column + 1, detail: detail)
    }
}

/// Numbers.
extension CellReader {
    /// Whether a number like `62.345` still has to be looked at: the first one stands for all.
    var wantsGrouped: Bool { looksForGroups.load(ordering: .relaxed) }

    /// Notes that a number was read with a decimal point: for certain, where it is not a whole one.
    @inline(__always)
    func noteDecimals(of number: Double) {
        // Not by rounding, which the compiler takes out of the condition: a call of the C library for every number.
        if !showsPoint.load(ordering: .relaxed), number.magnitude < 0x1p53, Int64(exactly: number) == nil {
            showsPoint.store(true, ordering: .relaxed)
        }
    }

    /// The number of a text that is not plain digits with a point, or may be grouped; nil when it is none.
    func number(_ text: String, line: Int, column: Int) -> Double? {
        if text.isEmpty || ["null", "n/a"].contains(text.lowercased()) { return .nan }
        let number = NumberReadings(text)
        if let decimal = notation.decimal { return decimal == .comma ? number.withComma : number.withPoint }
        let place = Place(text: text, line: line, column: column)
        if number.isAmbiguous {
            if text.contains(",") {
                found.afterComma = found.afterComma ?? place
            } else {
                found.afterPoint = found.afterPoint ?? place
                looksForGroups.store(false, ordering: .relaxed)
            }
        } else if number.withComma != nil, number.withPoint == nil {
            found.comma = found.comma ?? place
        } else if number.withPoint != nil, number.withComma == nil {
            showsPoint.store(true, ordering: .relaxed)
        }
        return number.withPoint
    }
}

/// Dates and times.
extension CellReader {
    /// The time of a text that is not in the order of ISO 8601, names no zone, or an offset from UTC such as `+02:00`; nil when
    /// it is none.
    ///
    /// `zone` is that of times without one, where another one than the notation's is meant; without any, times are in UTC where the
    /// column `takesZoneless` ones.
    func time(_ text: String, takesZoneless: Bool, line: Int, column: Int, in zone: Zone? = nil) -> AsOf? {
        let (date, clock) = CellReader.parts(of: text)
        guard let day = day(date, Place(text: text, line: line, column: column)) else { return nil }
        if clock.isEmpty { return .day(day) }
        if let (local, offset) = CellReader.offset(of: clock) {
            return Instant("\(day)T\(local)Z").flatMap { offset.instant(ofLocal: $0) }.map { .instant($0) }
        }
        guard let local = Instant("\(day)T\(clock)Z") else { return nil }
        if let zone = zone ?? self.zone { return zone.instant(ofLocal: local).map { .instant($0) } }
        return takesZoneless ? .instant(local) : nil
    }

    /// Whether a text is a time that names no zone.
    func isLocal(_ text: String, line: Int, column: Int) -> Bool {
        let (date, clock) = CellReader.parts(of: text)
        guard let day = day(date, Place(text: text, line: line, column: column)) else { return false }
        return Instant("\(day)T\(clock)Z") != nil
    }

    /// Date and clock of a text, which a blank or `T` parts.
    static func parts(of text: String) -> (date: Substring, clock: String) {
        let date = text.prefix { $0 != " " && $0 != "T" }
        let clock = text.dropFirst(date.count + 1)
        let hasShortHour = clock.prefix(2).last == ":"
        return (date, hasShortHour ? "0" + clock : String(clock))
    }

    /// A clock and the offset from UTC behind it, such as `+02:00`; nil for one without.
    static func offset(of clock: String) -> (local: Substring, zone: Zone)? {
        guard let sign = clock.lastIndex(where: { "+-".contains($0) }), let zone = Zone(String(clock[sign...])) else {
            return nil
        }
        return (clock[..<sign].last == " " ? clock[..<sign].dropLast() : clock[..<sign], zone)
    }

    private func day(_ text: Substring, _ place: Place) -> Day? {
        if let day = Day(text) { return day }
        if let order = notation.dateOrder, notation.dateFormat == nil, let day = NumericDate.day(text, order) {
            return day
        }
        guard let date = NumericDate(text) else { return nil }
        if let format = notation.dateFormat { return date.day(format) }
        let readings = date.readings
        guard readings.count > 1 || date.order != nil else { return readings.first }
        guard let order = date.order == .yearFirst ? .yearFirst : orders[place.column] ?? shownOrder(place.column)
        else {
            let both = readings.map(\.description).joined(separator: " or ")
            let options = date.formats.map { "--date-format \($0.rawValue)" }.joined(separator: " or ")
            let detail = "`\(text)` is \(both), and no date of the file shows which; say \(options)"
            refusal = refusal ?? error("ambiguous-date", place, detail)
            return nil
        }
        if order != .yearFirst { orders[place.column] = order }
        let day = date.day(order)
        if day == nil, !readings.isEmpty {
            let detail = "`\(text)` has day and month in another order than dates before it; write all as YYYY-MM-DD"
            refusal = refusal ?? error("ambiguous-date", place, detail)
        }
        return day
    }

    /// The order of day and month that the first dates of a column show; nil where none passes 12.
    private func shownOrder(_ column: Int) -> NumericDate.Order? {
        firstCells(column).lazy.compactMap { NumericDate(CellReader.parts(of: $0).date)?.order }
            .first { $0 != .yearFirst }
    }
}

extension NumberReadings {
    /// Its readings for a sentence; nil where they do not differ.
    fileprivate var sentence: String? {
        guard isAmbiguous, let withPoint, let withComma else { return nil }
        let plain = [withComma, withPoint].map { Int(exactly: $0).map(String.init) ?? "\($0)" }
        return plain.joined(separator: " or ")
    }
}
