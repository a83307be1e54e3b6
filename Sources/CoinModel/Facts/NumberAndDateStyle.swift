/// How an input writes numbers and times, as far as the caller says so: spreadsheets write them by their country.
public struct NumberAndDateStyle: Hashable, Sendable {
    /// What stands before the decimals.
    public var decimal: DecimalMark?
    /// How dates are written that are not in the order of ISO 8601.
    public var dateFormat: DateFormat?
    /// The zone of times that name none: a name such as `Europe/Berlin`, or an offset such as `+01:00`.
    public var timezone: String?

    /// The order of dates that are not in that of ISO 8601, whatever stands between their numbers, where the table is one of a known
    /// program.
    public var dateOrder: DateOrder?

    /// Nothing is said.
    public init() {}

    /// What a date begins with.
    public enum DateOrder: Sendable {
        /// `31-12-2023`, `31/12/23`
        case dayFirst
        /// `23-12-31`, in this century
        case yearFirst
    }

    /// What stands before the decimals of a number.
    public enum DecimalMark: String, CaseIterable, Sendable {
        /// `1.234,56`
        case comma
        /// `1,234.56`
        case point
    }

    /// The order of day, month and year, and what stands between them.
    ///
    /// Days and months have one digit or two, years four.
    public enum DateFormat: String, CaseIterable, Sendable {
        /// `31.12.2023`
        case dayPoints = "DD.MM.YYYY"
        /// `31/12/2023`
        case daySlashes = "DD/MM/YYYY"
        /// `31-12-2023`
        case dayDashes = "DD-MM-YYYY"
        /// `12/31/2023`
        case monthSlashes = "MM/DD/YYYY"
        /// `12-31-2023`
        case monthDashes = "MM-DD-YYYY"
        /// `2023/12/31`
        case yearSlashes = "YYYY/MM/DD"
        /// `2023.12.31`
        case yearPoints = "YYYY.MM.DD"
    }
}

/// What a person says of inputs that do not say it themselves.
public struct InputHints: Sendable {
    /// When they were observed.
    public var observedAt: AsOf?
    /// The coin that they are about.
    public var coin: String?
    /// The repository of files that name none.
    public var repository: RepositoryName?
    /// What was searched, where it was not the web; search-interest exports lack it.
    public var property: SearchProperty?
    /// The currency of money, lower-case; nil where it is not stated, so that US dollars are an assumption.
    public var quote: String?
    /// How they write numbers and times, where they could be read in two ways.
    public var notation = NumberAndDateStyle()
    /// What the columns of tables of a person's own are called; nil where they are called as they are read.
    public var columns: ColumnMap?

    /// Nothing is said.
    public init() {}

    /// The currency of money, said or assumed.
    public var money: String { quote ?? "usd" }
}
