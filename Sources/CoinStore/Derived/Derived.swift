internal import CoinModel
internal import GRDB

/// A table that follows from the tiles and is stored for speed: a row of values for each key of numbers.
///
/// This is the only place where derived data is brought up to a load, made anew, and compared with what it follows from.
protocol Derived {
    var table: String { get }
    var tiles: TileTable { get }
    /// The columns of the key, and then those of the values, as SQL has them.
    func columns() throws -> (key: [String], values: [String])
    /// What the tiles say, all of which are read: the values of each key, nil where missing.
    func expected() throws -> [[Int]: [Double?]]
    /// Brings it up to what a load changed.
    func refresh(_ touched: Touched) throws
    /// Makes it anew from all tiles.
    func rebuild() throws
}

extension Derived {
    var database: Database { tiles.database }

    /// How many rows are not what the tiles say.
    func differing() throws -> Int {
        var expected = try expected()
        let (key, values) = try columns()
        var differing = 0
        let sql = "SELECT \((key + values).joined(separator: ", ")) FROM \(table)"
        let rows = try Row.fetchCursor(database, sql: sql)
        while let row = try rows.next() {
            let found = (key.count..<key.count + values.count).map { row[$0] as Double? }
            if expected.removeValue(forKey: key.indices.map { row[$0] }) != found { differing += 1 }
        }
        return differing + expected.count
    }
}

/// What a load changed, as far as data follows from it.
struct Touched {
    /// The newest facts that it brought.
    var newest = NewestFacts()
    /// Whether facts do not hold any more that were written before: what follows from them is made anew.
    var takesBack = false
    /// The weeks of market data, for each source, quote and group of entities.
    var weeks: Set<TouchedWeek> = []
    /// The weeks of repositories and their groups, for each source.
    private(set) var activity: [Int: (groups: Set<Int>, weeks: Set<Int64>)] = [:]

    mutating func addActivity(_ weeks: [Int64], _ groups: Set<Int>, source: Int) {
        activity[source, default: ([], [])].groups.formUnion(groups)
        activity[source, default: ([], [])].weeks.formUnion(weeks)
    }
}

/// A week of a source and quote in which facts changed, for one group of entities.
struct TouchedWeek: Hashable {
    let source: Int
    let quote: String
    let week: Week
    let group: Int
}
