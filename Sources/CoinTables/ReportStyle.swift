public import CoinModel

/// What the reader of a report can choose about its form; by default it is plain and safe for spreadsheets.
public struct ReportStyle: Hashable, Sendable {
    /// Whether `table` is coloured.
    public var color = false
    /// How many characters wide a `table` may be; nil for as wide as it needs.
    public var width: Int?
    /// Whether `table` shows all notes of a ranking, not what matters of them alone.
    public var isVerbose = false
    /// Whether `csv` and `tsv` leave text alone that a spreadsheet would take for a formula.
    public var rawText = false
    /// Whether `csv` and `tsv` are made for Excel: a byte order mark, and CRLF at line ends.
    public var excel = false
    /// What stands before the decimals in `csv` and `tsv`, nil for a point; with a comma, `;` stands between the cells of `csv`.
    public var decimal: NumberAndDateStyle.DecimalMark?

    /// A style.
    public init(
        color: Bool = false,
        width: Int? = nil,
        isVerbose: Bool = false,
        rawText: Bool = false,
        excel: Bool = false,
        decimal: NumberAndDateStyle.DecimalMark? = nil
    ) {
        (self.color, self.width, self.isVerbose) = (color, width, isVerbose)
        self.rawText = rawText
        (self.excel, self.decimal) = (excel, decimal)
    }
}
