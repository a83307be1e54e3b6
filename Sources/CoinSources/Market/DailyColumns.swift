internal import CoinModel

/// How a price-history layout names its columns, and what its rows describe.
struct DailyColumns {
    /// How a value is written.
    enum Form {
        /// A plain number.
        case plain
        /// A plain number whose 0 means unknown.
        case zeroIsUnknown
        /// As a page prints money.
        case money
        /// As a page prints a supply, the symbol of that column behind it.
        case supply(symbol: Int)
    }

    /// The day that a row describes and how far, in milliseconds, its time lies from where the layout should have it.
    typealias DescribedDay = (day: Day, distance: Int64)

    /// The column of the row's time.
    var time: TimeColumn
    /// The day that a time describes; slashes are settled before.
    var describes: (TimeText, Day) throws(RowError) -> DescribedDay = { _, day in (day, 0) }
    /// The coin of a row.
    var coin: (borrowing CSVScanner) -> CoinKey
    /// The columns of `coin`, the one that must not be empty first; none when the whole file is about one coin, whose missing days are then reported.
    var coinColumns: [Int] = []
    /// What is taken.
    var values: [(metric: Metric, column: Int, form: Form)]
    /// What is checked of a row beside.
    var check: (borrowing CSVScanner) throws -> Void = { _ in }
}

/// The coin of a file that does not name it.
///
/// - Parameters:
///   - context: what the caller knows: `--coin` goes first.
///   - naming: the coin by the file name, where the format has a custom for that.
/// - Returns: the key to look the coin up by.
/// - Throws: `SourceError` `no-coin` when neither tells.
func coinOfFile(_ context: ReadContext, naming: CoinKey? = nil) throws(SourceError) -> CoinKey {
    if let coin = context.coin { return CoinKey(id: coin) }
    if let naming { return naming }
    let isPlain = context.stem.utf8.allSatisfy {
        (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d || $0 == 0x2e
    }
    guard isPlain, !context.stem.isEmpty else {
        throw SourceError("no-coin", detail: "neither the file nor its name tells the coin; give it with --coin ID")
    }
    return CoinKey(id: context.stem)
}
