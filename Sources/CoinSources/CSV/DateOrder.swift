import CoinModel

/// Whether dates with slashes mean month/day or day/month: known only when some field of the file passes 12.
struct DateOrder {
    private var firstIsDay = false
    private var secondIsDay = false
    private var hasSlashes = false

    mutating func note(_ time: TimeText) {
        guard case .slashed(let first, let second, _) = time else { return }
        hasSlashes = true
        if first > 12 { firstIsDay = true }
        if second > 12 { secondIsDay = true }
    }

    /// Checks that the file as a whole shows the order.
    ///
    /// - Throws: `SourceError` `ambiguous-date` when no field passes 12, or first and second fields both do.
    func settle() throws(SourceError) {
        guard hasSlashes, firstIsDay == secondIsDay else { return }
        let found = firstIsDay ? "mixes day/month and month/day" : "has no date that tells day/month from month/day"
        throw SourceError("ambiguous-date", detail: "the file \(found); write its dates as YYYY-MM-DD")
    }

    /// The day of a time once the order is settled; nil when there is no such date.
    func day(_ time: TimeText) -> Day? {
        guard case .slashed(let first, let second, let year) = time else { return time.day }
        return firstIsDay ? Day(year: year, month: second, day: first) : Day(year: year, month: first, day: second)
    }
}
