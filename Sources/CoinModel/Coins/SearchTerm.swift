/// One column of a search-interest export: a term on that export's own 0–100 scale.
public struct SearchTerm: Hashable, Sendable {
    /// The search term as written.
    public let term: String
    /// The region as written in the header, such as `Worldwide`; empty where the export names none.
    public let region: String
    /// The category line's value, such as `All categories`, and what was searched where the load says that it was not
    /// the web, as `All categories, youtube`; empty where neither is named.
    public let category: String
    /// How far apart the export's rows were.
    public let granularity: Granularity
    /// The coin that the load or the file names for it, if any.
    public var coin: String?
    /// The weeks of the export's first and last row, be they empty or of a running week.
    public let window: ClosedRange<Week>

    /// A column of an export.
    public init(
        term: String,
        region: String,
        category: String,
        granularity: Granularity,
        coin: String?,
        window: ClosedRange<Week>
    ) {
        (self.term, self.region, self.category) = (term, region, category)
        (self.granularity, self.coin, self.window) = (granularity, coin, window)
    }

    /// What was searched: the term with its region, its category and property; all regions and all categories are one in
    /// whatever language an export names them.
    public var search: String {
        let place = SearchTerm.allRegions.contains(region) ? SearchTerm.allRegions[0] : region
        let kinds = category.split(separator: ", ").map {
            SearchTerm.allCategories.contains(String($0)) ? SearchTerm.allCategories[0][...] : $0
        }
        return [term, place, kinds.joined(separator: ", ")].joined(separator: "\u{1F}")
    }

    /// What exports call all regions, in English first.
    private static let allRegions = [
        "Worldwide", "Dans tous les pays", "Todo el mundo", "Weltweit", "Tutto il mondo", "Весь світ", "すべての国",
        "전 세계", "全球", "Seluruh dunia", "Trên toàn thế giới",
    ]
    /// What exports call all categories, in English first.
    private static let allCategories = [
        "All categories", "Toutes catégories", "Toutes les catégories", "Todas las categorías", "Alle Kategorien",
        "Tutte le categorie", "Усі категорії", "Всі категорії", "すべてのカテゴリ", "모든 카테고리", "所有類別", "所有类别",
        "Semua kategori", "Tất cả", "Tất cả danh mục",
    ]

    /// The weeks that count as complete; the others are NaN.
    ///
    /// This is the only place that decides it: the export's last row may be of a running week, so a week counts when the
    /// export has a later row, and so that this is the same as of any day, never the newest one.
    ///
    /// - Parameters:
    ///   - weeks: the weekly values, the newest first; NaN is missing.
    ///   - newest: the first of the weeks.
    /// - Returns: as many values.
    public func wholeWeeks(of weeks: [Double], newest: Week) -> [Double] {
        weeks.enumerated().map { weeksBack, value in
            newest.advanced(by: -weeksBack) < min(window.upperBound, newest) ? value : .nan
        }
    }

    /// The spacing of an export's rows: all are stored and shown, and only weeks are ranked.
    public enum Granularity: String, Sendable {
        case hour, day, week, month, year

        /// Whether the rows are weeks; no others become weeks.
        public var makesWeeks: Bool { self == .week }
    }
}

/// One of several exports of one search over one window, which differ by what was sampled for each.
public struct SearchPull: Hashable, Sendable {
    /// The digest of the export, and where that is a collection the part of it.
    public let export: String
    /// Its weeks, the newest first; NaN is missing.
    public let weeks: [Double]

    /// A pull.
    public init(export: String, weeks: [Double]) { (self.export, self.weeks) = (export, weeks) }
}

/// What the search interest of a coin was read from.
public struct CoinSearch: Hashable, Sendable {
    /// The column of the export, of several pulls of the first one.
    public let term: SearchTerm
    /// The digest of the export that it is in, and where that is a collection the part of it.
    public let export: String
    /// The pulls that the weeks are the medians of; none where there is one export.
    public let pulls: [SearchPull]
    /// How the interest comes onto the scale that exports share; nil where its export shares none.
    public var scale: SearchScale?

    /// A column of an export, or of several that are pulls of one search.
    public init(_ term: SearchTerm, export: String, pulls: [SearchPull] = [], scale: SearchScale? = nil) {
        (self.term, self.export, self.pulls, self.scale) = (term, export, pulls, scale)
    }

    /// How many exports the weeks are the medians of.
    public var pullCount: Int { max(1, pulls.count) }
}

/// A search term that a coin list declares: words, or a topic by its id (`/m/…`, `/g/…`).
///
/// It is written among the coin's tags, as `search:near protocol`.
public struct DeclaredSearchTerm: Hashable, Sendable {
    /// The term as an export has it.
    public let term: String

    private static let prefix = "search:"

    /// A term.
    public init(_ term: some StringProtocol) { self.term = String(term) }

    /// The tag.
    public var tag: String { DeclaredSearchTerm.prefix + term }

    /// Whether a tag is a search term.
    static func isWritten(_ tag: String) -> Bool { tag.hasPrefix(prefix) }

    /// Whether a term is a topic, which means one thing, and not words, which may mean several.
    public static func isTopic(_ term: String) -> Bool { term.hasPrefix("/m/") || term.hasPrefix("/g/") }

    fileprivate init?(tag: String) {
        guard DeclaredSearchTerm.isWritten(tag) else { return nil }
        self.init(tag.dropFirst(DeclaredSearchTerm.prefix.count))
    }
}

extension Coin {
    /// The search terms that the coin list declares, the coin's own first; none where it has no such column.
    public var searchTerms: [String] { tags.compactMap { DeclaredSearchTerm(tag: $0)?.term } }
}

/// Where an export's searches were made, if not on the web; exports do not say it themselves.
public enum SearchProperty: String, CaseIterable, Sendable {
    case images, news, shopping, youtube
}

/// How search interest on one export's scale is brought onto the scale that several exports share.
public struct SearchScale: Hashable, Sendable {
    /// The digest of the export whose scale it is.
    public let root: String
    /// What values are multiplied by.
    public let factor: Double
    /// The least factor that rounding allows.
    public let low: Double
    /// The largest factor that rounding allows.
    public let high: Double

    /// A way onto the scale of an export.
    public init(root: String, factor: Double, low: Double, high: Double) {
        (self.root, self.factor, self.low, self.high) = (root, factor, low, high)
    }

    /// The root in short: the first twelve digits of its digest, and which part of a collection it is.
    public var name: String { SearchScale.name(ofExport: root) }

    /// An export in short, by its digest of 64 digits and, where it stands in a collection, `:` and the part.
    public static func name(ofExport export: String) -> String {
        String(export.prefix(12) + export.dropFirst(64))
    }
}
