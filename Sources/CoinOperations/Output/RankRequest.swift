public import CoinModel
internal import CoinRanking
internal import CoinStore
internal import CoinTables

/// What ranking a person asks for, and how much of it they want to see.
public struct RankRequest: Sendable {
    /// How coins are scored: one of `presets`.
    public var preset: String
    /// The moment up to which facts enter; nil for the newest market fact, without any the newest observation.
    public var asOf: AsOf?
    /// The moment as of whose loads the store is read: later ones, corrections among them, are left out; nil for none.
    public var known: AsOf?
    /// The quote currency, lower-case.
    public var quote: String
    /// The sources of market data to prefer, in order, by their names or their families'; none for what was observed most
    /// and last.
    public var preferredSources: [String] = []
    /// Whether means over 52 weeks count the weeks before a coin's first commit as 0.
    public var plain52 = false
    /// Whether derivatives are ranked too.
    public var includeDerivatives = false
    /// The least capitalisation of a coin that stands out, in the quote currency; nil for any.
    public var capFrom: Double?
    /// The largest one; nil for any.
    public var capTo: Double?
    /// Other weights for signals of the preset.
    public var weights: [String: Double] = [:]
    /// Which columns, as `--columns` has it; nil for the preset's own.
    public var columns: String?
    /// What kind of reader it is for: which the preset's own columns are, and whether weekly series are drawn.
    public var form = Form.rows
    /// The order, as `--sort` has it; nil for the rank.
    public var sort: String?
    /// Which rows, as `--where` has it; nil for all.
    public var filter: String?
    /// Whether only the coins that stand out are shown, which may be none.
    public var isShort = false
    /// Whether a table without rows is an answer; else it is an error that nothing is selected.
    public var mayBeEmpty = false
    /// The only coins that are shown, among the ranks of all; nil for all.
    public var coins: ChosenCoins?
    /// The most rows; nil for all.
    public var top: Int?
    /// The most days that the newest figures may be old; nil for the limits of each kind.
    public var staleAfter: Int?
    /// The clock, by which the newest figures are judged; nil for none.
    public var now: Instant?

    /// What kind of reader a ranking is for.
    public enum Form: Sendable {
        /// Rows for programs, with the preset's default columns.
        case rows
        /// A terminal, which has room for a few columns.
        case terminal
        /// A page, which shows and offers columns of its own and draws weekly series.
        case page
        /// A workbook: the rows, and weekly series.
        case workbook
    }

    /// How many rows the screen of a ranking has without `top`.
    public static let screenRows = 15

    /// Whether a terminal shows the screen of the ranking: neither its columns nor its rows nor their order are chosen.
    public var isScreen: Bool {
        form == .terminal && preset == Preset.discovery.rawValue && columns == nil && filter == nil && sort == nil
            && coins == nil
    }

    /// Whether weekly series are drawn beside the rows.
    var isDrawn: Bool { [.page, .workbook].contains(form) }

    /// A request for all rows of a preset.
    public init(preset: String = RankRequest.presets[0], asOf: AsOf? = nil, quote: String = "usd") {
        (self.preset, self.asOf, self.quote) = (preset, asOf, quote)
    }

    /// The presets, the default first.
    public static let presets = Preset.allCases.map(\.rawValue)

    /// The signals of a preset whose weights can be changed; nil when there is no preset of this name.
    public static func signals(ofPreset name: String) -> [String]? { Preset(rawValue: name)?.signals }

    /// Whether coins have pages of their own in its preset.
    public var hasPages: Bool { preset == Preset.discovery.rawValue }

    /// The preset that is meant.
    ///
    /// - Throws: `OperationError` when there is none of this name.
    func knownPreset() throws -> Preset {
        guard let known = Preset(rawValue: preset) else {
            let all = RankRequest.presets.joined(separator: ", ")
            throw OperationError.unknown("preset", preset, among: RankRequest.presets, else: "there are: \(all)")
        }
        return known
    }

    /// Weights and switches as the ranking takes them.
    var options: RankingOptions {
        var options = RankingOptions()
        (options.plain52, options.includeDerivatives) = (plain52, includeDerivatives)
        (options.capFrom, options.capTo) = (capFrom, capTo)
        options.weights = weights
        return options
    }

    /// Everything beside preset and as-of that the numbers depend on, in a canonical text.
    var canonicalOptions: String {
        var parts: [String] = []
        if let known { parts.append("known=\(known)") }
        if quote != "usd" { parts.append("quote=\(quote)") }
        if !preferredSources.isEmpty { parts.append("prefer=\(preferredSources.joined(separator: ","))") }
        if plain52 { parts.append("plain52") }
        if includeDerivatives { parts.append("include-derivatives") }
        if let capFrom { parts.append("cap-from=\(capFrom)") }
        if let capTo { parts.append("cap-to=\(capTo)") }
        for (name, weight) in weights.sorted(by: { $0.key < $1.key }) { parts.append("\(name)=\(weight)") }
        return parts.joined(separator: " ")
    }

    /// What the ranking as of a moment is stored under.
    func key(_ asOf: AsOf) -> RankingKey {
        RankingKey(preset: preset, asOf: asOf.description, options: canonicalOptions)
    }

    /// The same request with its moment named.
    func at(_ asOf: AsOf) -> RankRequest {
        var request = self
        request.asOf = asOf
        return request
    }

    /// The same request by what was known at a moment.
    func asKnown(at moment: AsOf) -> RankRequest {
        var request = self
        request.known = moment
        return request
    }

    /// The same ranking, all rows and columns of it.
    var whole: RankRequest {
        var request = self
        (request.columns, request.sort, request.filter, request.top) = (nil, nil, nil, nil)
        (request.coins, request.isShort) = (nil, false)
        return request
    }
}

/// The coins that a report is confined to; what is measured and ranked stays that of all coins.
public struct ChosenCoins: Sendable {
    /// What they are, such as `the watchlist favourites`.
    let title: String
    /// Their ids.
    let ids: Set<String>

    /// The same as a heading, such as `Watchlist favourites`.
    var heading: String {
        let words = title.hasPrefix("the ") ? title.dropFirst(4) : title[...]
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// Whether a coin is one of them.
    public func contains(_ id: String) -> Bool { ids.contains(id) }

    /// The rows of a table that are theirs; all where it names no coins.
    func rows(of table: Table) -> Table { table.keeping(ids, under: "coin_id") }

    /// The same, with a note that says so.
    func confined(_ table: Table) -> Table {
        var table = rows(of: table)
        // What a report was made from stands last.
        table.notes.insert("Only coins of \(title); ranks are those among all coins.", at: 0)
        return table
    }
}
