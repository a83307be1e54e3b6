internal import CoinModel
internal import CoinOperations
internal import CoinSources
internal import CoinStore
internal import Foundation
internal import RawInput
internal import SeriesEncoding

/// The jobs over one market, whose files and store are made once.
struct BenchmarkCases {
    private let market: SyntheticMarket
    private let place: String
    private let now = Instant(seconds: 1_893_456_000)
    private var csvBytes = 0
    private var pageBytes = 0
    private var pageNames: [String] = []

    /// Writes the market's files into a folder, and loads them into a store there.
    init(_ market: SyntheticMarket, in place: String) throws {
        self.market = market
        self.place = place
        let csv = market.csv(0..<market.snapshots)
        csvBytes = csv.utf8.count
        let (list, commits) = market.commits(weeks: 104)
        try BenchmarkCases.write(csv, place + "/market.csv")
        try BenchmarkCases.write(list, place + "/coins.csv")
        try BenchmarkCases.write(commits, place + "/commits.csv")
        try BenchmarkCases.write(market.csv(market.snapshots..<market.snapshots + 1), place + "/next.csv")
        let middle = market.snapshots / 2
        try BenchmarkCases.write(market.csv(middle..<middle + 4, changed: true), place + "/corrected.csv")
        for (time, page) in market.pages(0..<BenchmarkCases.pageCount) {
            pageBytes += page.utf8.count
            pageNames.append("pages/\(time)/page.json")
            try BenchmarkCases.write(page, "\(place)/pages/\(time)/page.json")
        }
        try load(.coins, "coins.csv", into: "full.sqlite")
        try load(.market, "market.csv", into: "full.sqlite")
        try load(.commits, "commits.csv", into: "full.sqlite")
    }

    private static let pageCount = 100

    /// All jobs, in the order in which data goes through the house.
    var all: [BenchmarkCase] {
        [
            BenchmarkCase(name: "digest", unit: "bytes", count: csvBytes, bytes: csvBytes) {
                _ = try Digest.ofFile(place + "/market.csv")
            },
            BenchmarkCase(name: "parse-csv", unit: "rows", count: rowCount, bytes: csvBytes) {
                try parse(["market.csv"])
            },
            BenchmarkCase(name: "parse-json", unit: "rows", count: pageRows, bytes: pageBytes) { try parse(pageNames) },
        ] + tiles + [
            loading("load-csv", rowCount, csvBytes, "market.csv", into: "new.sqlite") { try remove("new.sqlite") },
            loading("load-json", pageRows, pageBytes, "pages", into: "new.sqlite") { try remove("new.sqlite") },
            loading("load-again", rowCount, nil, "again.csv", into: "copy.sqlite") {
                try copyStore()
                // The same rows in a file of another digest are compared one by one.
                let text = try String(contentsOfFile: place + "/market.csv", encoding: .utf8)
                try BenchmarkCases.write(text + "\n", place + "/again.csv")
            },
            loading("append", market.coins, nil, "next.csv", into: "copy.sqlite", copyStore),
            loading("correct", 4 * market.coins, nil, "corrected.csv", into: "copy.sqlite", copyStore),
            crossSection,
        ] + RankRequest.presets.map(score) + ScoreParts(coins: market.coins).jobs
    }

    private func loading(
        _ name: String,
        _ rows: Int,
        _ bytes: Int?,
        _ file: String,
        into store: String,
        _ prepare: @escaping () throws -> Void
    ) -> BenchmarkCase {
        BenchmarkCase(name: name, unit: "rows", count: rows, bytes: bytes, prepare: prepare) {
            try load(.market, file, into: store)
        }
    }

    private var rowCount: Int { market.coins * market.snapshots }
    private var pageRows: Int { min(250, market.coins) * BenchmarkCases.pageCount }

    /// Reads files as a load does, without a store.
    private func parse(_ names: [String]) throws {
        let coins = CoinNames()
        var rows = 0
        for name in names {
            let path = "\(place)/\(name)"
            var file = try InputFile(path: path)
            let head = InputHead(bytes: try file.peek(InputHead.length))
            guard let reader = sourceReaders.first(where: { $0.recognises(head) }) else { continue }
            try reader.read(&file, ReadContext(path: path, names: coins, now: now)) { item in
                if case .observations(let block) = item { rows += block.count }
            }
        }
        precondition(rows > 0, "the market's files are read")
    }

    /// The prices of a week of 256 coins.
    private var week: TileMatrix {
        var random = SplitMix(state: 3)
        var matrix = TileMatrix(steps: (0..<28).map { Int64($0) * 21_600_000 })
        for slot in 0..<TileMatrix.slotCount {
            let power = (0..<Int.random(in: 0...8, using: &random)).reduce(1.0) { power, _ in power * 10 }
            for step in 0..<28 {
                matrix.values[slot * 28 + step] = Double(Int.random(in: 100_000...110_000, using: &random)) / power
            }
        }
        return matrix
    }

    private var tiles: [BenchmarkCase] {
        let matrix = week
        let bytes = matrix.written()?.bytes ?? []
        let count = 100 * matrix.values.count
        let encode = BenchmarkCase(name: "encode", unit: "values", count: count) {
            for _ in 0..<100 { precondition(matrix.written() != nil, "a week holds values") }
        }
        let decode = BenchmarkCase(name: "decode", unit: "values", count: count) {
            for _ in 0..<100 {
                let read = try TileMatrix(try TileReader(bytes))
                precondition(read == matrix, "a tile is as written")
            }
        }
        return [encode, decode]
    }

    /// A year of weekly closes of all coins.
    private var crossSection: BenchmarkCase {
        BenchmarkCase(name: "cross-section", unit: "values", count: 52 * market.coins) {
            let store = try Store(path: place + "/full.sqlite", mode: .read)
            try store.reading { reader in
                var matrix = WeeklyMatrix(rows: market.coins, weeks: 52)
                guard case .instant(let newest)? = try reader.newestMarketFact(quote: "usd") else { return }
                let (week, rows) = (newest.week.advanced(by: -1), Array(0..<Int32(market.coins)))
                try reader.fill(&matrix, .close("usd"), source: "tidy-market", newest: week, rowOfEntity: rows)
                precondition(matrix.values.contains { !$0.isNaN }, "the store holds closes")
            }
        }
    }

    private func score(_ preset: String) -> BenchmarkCase {
        BenchmarkCase(name: "score-\(preset)", unit: "coins", count: market.coins) {
            let request = RankRequest(preset: preset)
            let store = StoreLocation(path: place + "/full.sqlite")
            _ = try CoinOperations.score(request, in: store, showing: [request], storing: true)
        }
    }

    private func load(_ kind: LoadKind, _ name: String, into store: String) throws {
        let request = LoadRequest(kind: kind, paths: ["\(place)/\(name)"], now: now)
        let report = try CoinOperations.load(request, into: StoreLocation(path: "\(place)/\(store)"), report: { _ in })
        precondition(report.inputs.allSatisfy { $0.state == .loaded }, "the market's files are loaded")
    }

    private func copyStore() throws {
        try remove("copy.sqlite")
        try FileManager.default.copyItem(atPath: place + "/full.sqlite", toPath: place + "/copy.sqlite")
    }

    private func remove(_ name: String) throws {
        guard FileManager.default.fileExists(atPath: "\(place)/\(name)") else { return }
        try FileManager.default.removeItem(atPath: "\(place)/\(name)")
    }

    private static func write(_ text: String, _ path: String) throws {
        let folder = (path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }
}
