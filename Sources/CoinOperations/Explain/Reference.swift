internal import CoinModel
internal import CoinRanking
internal import CoinSources
public import CoinTables

/// The formats that can be loaded, a row each.
public func sourceTable() -> Table {
    let columns = [
        Column("id", "Id", .text, meaning: "The format's name, for --source."),
        Column("kind", "Load", .text, meaning: "What to load it as: coins, market, commits or trends."),
        Column("title", "Format", .text, meaning: "What it is."),
    ]
    let clones = (id: CloneCommits.id, kind: LoadKind.commits, title: CloneCommits.title)
    let formats = (sourceReaders.map { (id: $0.id, kind: $0.kind, title: $0.title) } + [clones])
        .sorted { ($0.kind.rawValue, $0.id) < ($1.kind.rawValue, $1.id) }
    let rows = formats.map { [$0.id, $0.kind.rawValue, $0.title].map(Cell.text) }
    return Table(title: "Formats, recognised by content", columns: columns, rows: rows)
}

/// What to say of a name that no column of the dictionary has.
func unknownColumn(_ name: String, among names: [String]) -> OperationError {
    .unknown("column", name, among: names, else: "see `assay explain` for all")
}

/// The column dictionary of the reports, a row for each of the named columns, or for all where none is named.
///
/// - Throws: `OperationError` when there is no such column.
public func columnTable(_ names: [String]) throws -> Table {
    let all = ColumnDictionary.columns(quote: "usd")
    let wanted = try (names.isEmpty ? all.map(\.name) : names).map { name in
        if let column = all.first(where: { $0.name == name }) { return column }
        throw unknownColumn(name, among: all.map(\.name))
    }
    let columns = [
        Column("column", "Column", .text, meaning: "The name in CSV, JSON and on the command line."),
        Column("type", "Type", .text, meaning: "integer, number or text."),
        Column("unit", "Unit", .text, meaning: "The unit of its values."),
        Column("meaning", "Meaning", .text, meaning: "What it is."),
        Column("missing", "Missing when", .text, meaning: "The codes of the reasons for which it can be missing."),
    ]
    let reasons = ColumnDictionary.reasonsOfColumns(quote: "usd")
    let rows = wanted.map { column -> [Cell] in
        let codes = reasons[column.name, default: []].map(\.code).joined(separator: " ")
        return [
            .text(column.name), .text(column.type.rawValue),
            column.unit.isEmpty ? .missing(.noUnit) : .text(column.unit), .text(column.meaning),
            codes.isEmpty ? .missing(.neverMissing) : .text(codes),
        ]
    }
    return Table(title: "Columns", columns: columns, rows: rows)
}
