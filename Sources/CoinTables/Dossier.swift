public import CoinModel

/// What the page of one coin shows: its weeks as charts, and tables around them.
public struct Dossier: Sendable {
    /// The coin's row of the ranking, with all columns that the ranking has.
    public let row: Table
    /// How many coins have a rank.
    public let ranked: Int
    /// The moment up to which facts entered.
    public let asOf: AsOf
    /// The coin's image; nil where none is shown.
    public var picture: CoinPicture?
    /// Its weeks, a row each from the newest complete one backwards, and the picture that draws them.
    public var weeks = Table(title: "", columns: [], rows: [])
    /// The prices of the last seven days by one source in the currency that is shown, oldest first, those at both ends among
    /// them; nil where no change over the week is known.
    public var weekPrices: (prices: [(at: Instant, price: Double)], source: String)?
    /// Commits by people by week of each repository, oldest week first.
    public var repositoryWeeks: [(name: String, commits: [Double])] = []
    /// The share of the year's commits that bots made; NaN where that is not known.
    public var botShare = Double.nan
    /// What sources said last of the coin beside its series, by field; a field that none states is absent.
    public var details: [CoinField: Detail] = [:]
    /// What is to be said where no market site is linked; empty where one is.
    public var linksNote = ""
    /// What each signal adds to the score.
    public var contributions = Table(title: "", columns: [], rows: [])
    /// Where the coin stands among the ranked ones by each signal, 1 for the one that it adds most to, and how many have it.
    public var signalPlaces: [String: (place: Int, count: Int)] = [:]
    /// Why it stands out, or why it does not, in a sentence; empty without a rank.
    public var standing = ""
    /// How the numbers of the row came about, by the name of the column: what `assay why` says of each.
    public var explanations: [String: [String]] = [:]
    /// Tables below the charts: repositories, sources.
    public var tables: [Table] = []
    /// Where else the coin is to be found, by title and address.
    public var links: [(title: String, address: String)] = []
    /// The pages of the screens that it passes; empty where no page is known.
    public var screens: [PageLink] = []
    /// A sentence each, for the foot of the page.
    public var notes: [String] = []
    /// What stands around its page: where to go, and whose figures it shows.
    public var frame = PageFrame()

    /// The page of a coin.
    public init(row: Table, ranked: Int, asOf: AsOf) { (self.row, self.ranked, self.asOf) = (row, ranked, asOf) }

    /// What a source said of the coin.
    public struct Detail: Sendable {
        /// The value.
        public let value: CoinFieldValue
        /// The currency of its money, lower-case; empty without any.
        public let quote: String
        /// Who said so, such as `CoinGecko`.
        public let source: String
        /// When it was so.
        public let time: Instant

        /// A value as a source said it.
        public init(_ value: CoinFieldValue, quote: String, source: String, time: Instant) {
            self.value = value
            self.quote = quote
            self.source = source
            self.time = time
        }
    }
}
