internal import CoinModel
internal import CoinStore
public import CoinTables

/// What a store holds: a row for each metric of each source at each resolution, with its size.
///
/// - Throws: `OperationError` when the store is damaged.
public func storeInfo(_ location: StoreLocation, withDigest: Bool = true) throws -> Table {
    let store = try location.open(.read)
    let ledger = try store.ledger()
    return try store.reading { reader in
        let sizes = try reader.coverage()
        let file = try reader.fileSize()
        let loaded = ledger.filter { !$0.isRefused && $0.forgets == nil && $0.forgottenBy == nil }
        let forgotten = Set(ledger.filter { $0.forgottenBy != nil }.map(\.loadID)).count
        let rejected = loaded.reduce(0) { $0 + $1.outcome.rejected }
        let present = reader.catalog.entities.filter { !$0.isForgotten }
        let entities = Dictionary(grouping: present, by: \.kind).mapValues(\.count)
        let rates = entities[.currency].map { ", rates of \(counted($0, "currency"))" } ?? ""
        var notes = sizesByResolution(sizes)
        notes += [
            "The file takes \(file.pages * file.pageSize) bytes: \(file.pages) pages of \(file.pageSize), \(file.free) of "
                + "them free" + (file.free > 0 ? " (`assay store compact` gives them back)." : "."),
            "\(counted(reader.catalog.coins.count, "listed coin")); series of \(counted(entities[.coin] ?? 0, "coin")), "
                + counted(entities[.repository] ?? 0, "repository")
                + " and \(counted(entities[.term] ?? 0, "search term"))\(rates).",
            "\(counted(loaded.count, "input")) in \(counted(Set(loaded.map(\.loadID)).count, "load")), "
                + (forgotten > 0 ? "\(counted(forgotten, "load")) forgotten, " : "")
                + "\(ledger.count(where: \.isRefused)) refused; \(counted(rejected, "row")) rejected (table `reject`).",
        ]
        let holes = MarketGaps.open(ledger)
        if !holes.isEmpty {
            notes.append("Lists lack \(counted(holes.count, "page")): \(listed(holes)).")
        }
        if withDigest { notes.append("Content digest \(try reader.contentDigest()).") }
        return Table(
            title: "Store \(store.path)",
            columns: columns,
            rows: sizes.sorted(by: precedes).map(row),
            notes: notes
        )
    }
}

private let buckets = "Buckets of time that have any: weeks of snapshots, 13 weeks of days, 52 weeks of weeks."
private let bitsOfValue = "8 × bytes / values."

private let columns = [
    Column("source", "Source", .text, meaning: "The source whose series they are."),
    Column("metric", "Metric", .text, meaning: "What was measured."),
    Column("resolution", "By", .text, meaning: "How facts are timed: snapshot, day or week."),
    Column("first", "First", .text, meaning: "The day of the first value."),
    Column("last", "Last", .text, meaning: "The day of the last value."),
    Column("values", "Values", .integer, meaning: "Values that are there."),
    Column("buckets", "Buckets", .integer, meaning: buckets),
    Column("tiles", "Tiles", .integer, meaning: "Tiles that contain them."),
    Column("bytes", "Bytes", .integer, unit: "bytes", meaning: "Bytes of those tiles."),
    Column("bits_a_value", "Bits a value", .number, unit: "bits", display: .fixed(1), meaning: bitsOfValue),
]

/// A row of the coverage, without its unit and with the bits of a value.
private func row(_ size: [Cell]) -> [Cell] {
    let bits = bits(size[8].whole ?? 0, size[6].whole ?? 0)
    return [size[0], size[1], size[3], size[4], size[5], size[6], size[9], size[7], size[8], .number(bits)]
}

/// Whether a row of the coverage comes before another: by source, metric and resolution, the finest first.
private func precedes(_ left: [Cell], _ right: [Cell]) -> Bool {
    let places = [left, right].map { row in
        Resolution.allCases.firstIndex { "\($0)" == row[3].text } ?? 0
    }
    let names = [left, right].map { ($0[0].text ?? "", $0[1].text ?? "") }
    return names[0] == names[1] ? places[0] < places[1] : names[0] < names[1]
}

/// A sentence for each resolution that has any tiles.
private func sizesByResolution(_ sizes: [[Cell]]) -> [String] {
    Resolution.allCases.compactMap { resolution in
        let those = sizes.filter { $0[3].text == "\(resolution)" }
        guard !those.isEmpty else { return nil }
        let sums = (6...8).map { column in those.reduce(0) { $0 + ($1[column].whole ?? 0) } }
        let each = tenths(bits(sums[2], sums[0]))
        return "By \(resolution): \(counted(sums[0], "value")) in \(counted(sums[1], "tile")) of \(sums[2]) bytes, "
            + "\(each) bits a value."
    }
}

private func bits(_ bytes: Int, _ values: Int) -> Double {
    8 * Double(bytes) / Double(max(values, 1))
}

/// A number with one decimal.
func tenths(_ number: Double) -> String {
    ((number * 10).rounded() / 10).description
}
