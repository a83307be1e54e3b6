internal import CoinIdentity
internal import CoinModel
internal import CoinPanel
internal import CoinPortfolio
internal import CoinSources
internal import CoinStore
internal import Foundation

/// The coins that words of a profile mean: those of the store, or without one the words themselves.
struct ProfileCoins {
    private let universe: Universe?
    private let location: StoreLocation
    /// How the ids of a ledger are read.
    let names: LedgerNames
    /// The day of the store's newest market fact; nil without one.
    let newestDay: Day?

    /// The coins of a store as known at a moment; those of none where there is no file.
    init(_ location: StoreLocation, known: AsOf? = nil) throws {
        self.location = location
        let exists = FileManager.default.fileExists(atPath: location.path)
        let read =
            exists
            ? try location.open(.read).reading(known: known) {
                (EntityResolution($0.catalog), try $0.newestMarketFact(quote: RankRequest.dollar))
            } : nil
        universe = read?.0.universe
        names = read.map { LedgerNames($0.0) } ?? LedgerNames()
        newestDay = read?.1?.limit.day
    }

    /// What to say of ids that no store was asked about; nil where one was.
    var unchecked: Diagnostic? {
        let what = "store not found, so ids were taken as they are; --store names another"
        return universe == nil ? Diagnostic(.warning, "unchecked", place: location.path, what) : nil
    }

    /// The pages of coins at market sites, by the ids of the coins; those of which no site gave its own id are absent.
    ///
    /// - Throws: an error of the store when it cannot be read.
    func marketPages(of ids: [String]) throws -> [String: String] {
        guard let universe else { return [:] }
        let places = Set(ids.compactMap { universe.index(ofID: $0) })
        return try location.open(.read).reading { reader in
            let details = try Panel(reader, quote: RankRequest.dollar).details(ofAll: places, upTo: nil)
            return Dictionary(
                firstOf: details.compactMap { place, said in
                    said.lazy.flatMap(\.marketLinks).first.map { (universe.coins[place].id, $0.address) }
                }
            )
        }
    }

    /// The id of the coin that a person names.
    ///
    /// - Parameters:
    ///   - words: its id, symbol or name.
    ///   - anyway: whether an id that the store does not know is taken as it stands.
    /// - Returns: the id.
    /// - Throws: `OperationError` when no coin or several fit, or the words cannot be an id.
    func id(_ words: String, anyway: Bool = false) throws -> String {
        if let universe {
            if case .unknown = universe.match(words: words), anyway { return try ProfileCoins.plainID(words) }
            return universe.coins[try oneCoin(words, universe)].id
        }
        return try ProfileCoins.plainID(words.hasPrefix("id:") ? String(words.dropFirst(3)) : words)
    }

    /// The id of the coin of a row, by its id in `coin` or else by the symbol or name in `word`.
    ///
    /// - Throws: `OperationError` when it names no coin or several.
    func id(of row: TextRow, anyway: Bool) throws -> String {
        if let id = row["coin"], universe?.index(ofID: id) != nil { return id }
        if let words = row["coin"] ?? row["word"] { return try id(words, anyway: anyway) }
        throw OperationError(.failed, "missing-coin", "the row names no coin")
    }

    /// Whether words name the coin of an id, and no other one.
    func isCoin(_ words: String, _ id: String) -> Bool {
        guard let universe, case .coin(let index) = universe.match(words: words) else { return false }
        return universe.coins[index].id == id
    }

    /// Whether a word names money: the code of a country's currency that is not a coin's id, symbol or name.
    func isMoney(_ word: String) -> Bool {
        guard Currency(word)?.isOfCountry == true else { return false }
        if case .unknown = universe?.match(words: word) ?? .unknown { return true }
        return false
    }

    /// The columns that name a coin, the id first.
    static let columns = [
        PersonalTable.Column("coin", from: ["coin", "coin_id", "id"]),
        PersonalTable.Column("word", from: ["symbol", "name"]),
    ]

    /// Checks that a table with some columns has one that names coins.
    static func check(_ found: Set<String>, of path: String) throws {
        guard found.isDisjoint(with: columns.map(\.name)) else { return }
        let why = "has no column coin, coin_id, id, symbol or name; add one, or name the file's own"
        throw OperationError(.failed, "wrong-header", place: "\(path):1", why)
    }

    /// The coin of an id of a profile, which another one's may have become since; nil where the store knows none.
    func coin(ofID id: String) -> Coin? { universe?.coin(ofFormer: id) }

    private static func plainID(_ text: String) throws -> String {
        let isPlain =
            !text.isEmpty && text.utf8.count <= 200 && text.isNormalized
            && text.unicodeScalars.allSatisfy { !$0.isHidden && !$0.properties.isWhitespace }
        if isPlain { return text }
        let why = "cannot be a coin's id; write it without blanks, as in a coin list"
        throw OperationError(.usage, "bad-coin", place: text, why)
    }
}

extension LedgerNames {
    /// The names of a store's coins.
    init(_ resolution: EntityResolution) {
        let universe = resolution.universe
        self.init(resolution.coinMigrations) { universe.coin(ofFormer: $0)?.id }
    }
}
