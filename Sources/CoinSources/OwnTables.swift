public import CoinModel

extension OwnTable {
    /// The tables that people write, the likeliest first.
    ///
    /// In the file a table has a line with its format, its title and how it begins, and one for each column that it has to or may
    /// have: the names, words of headings that resemble it, names of other columns that do, and whether it is money or the coin.
    static let all: [OwnTable] = {
        var tables: [OwnTable] = []
        for line in String(decoding: PackageResources.tables_txt, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: " | ", omittingEmptySubsequences: false).map(String.init) + ["", "", ""]
            let (isMoney, isCoin) = (parts[4] == "money", parts[4] == "coin")
            let column = Column(parts[1], like: parts[2], or: parts[3], isMoney: isMoney, isCoin: isCoin)
            if parts[0] == "need" {
                tables[tables.count - 1].needs.append(column)
            } else if parts[0] == "may" {
                tables[tables.count - 1].others.append(column)
            } else if let reader = sourceReaders.first(where: { $0.id == parts[1] }) {
                tables.append(OwnTable(reader: reader, title: parts[2], header: parts[3]))
            }
        }
        return tables
    }()

    /// Those that a load of a kind takes; nil stands for any.
    static func those(of kind: LoadKind?) -> [OwnTable] { all.filter { kind == nil || $0.reader.kind == kind } }
}

extension ColumnMap {
    /// The names that no table of a person's own has.
    public var unknownNames: [String] {
        headings.keys.filter { name in !OwnTable.all.contains { $0.has(name) } }.sorted()
    }

    /// The names that a table may have.
    public static let knownNames = OwnTable.all.flatMap { $0.needs + $0.others }.flatMap { column in
        column.names + (column.isMoney ? column.names.map { $0 + "_usd" } : [])
    }

    /// The format of a table whose header has the names instead of its headings.
    ///
    /// - Throws: `SourceError` `missing-column` for one that lacks a needed column.
    public func reader(for head: InputHead, kind: LoadKind?, namesCoin: Bool) throws(SourceError) -> any SourceReader {
        let header = if case .text(let sketch) = head.shape { sketch.header } else { [String]() }
        let tables = OwnTable.those(of: kind).filter { headings.keys.allSatisfy($0.has) }
        let missing = tables.map { ($0, $0.missing(in: header, namesCoin: namesCoin)) }
        guard let (table, lacks) = missing.min(by: { $0.1.count < $1.1.count }) else {
            let names = listed(headings.keys.sorted().map { "'\($0)'" }, most: 6)
            let kinds = OwnTable.those(of: kind).map(\.title).joined(separator: " or ")
            throw SourceError("missing-column", detail: "no table of \(kinds) has all that --map names: \(names)")
        }
        if lacks.isEmpty { return table.reader }
        let detail =
            "is mapped as a table of \(table.title) and lacks \(listed(lacks.map(OwnTable.sentence))): add it to --map"
        throw SourceError("missing-column", detail: detail + OwnTable.coinHint(lacks))
    }
}
