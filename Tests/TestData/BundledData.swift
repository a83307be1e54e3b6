package import CoinModel
package import CoinOperations
package import Foundation
import Testing

/// The bundled data in a folder of its own, whole or up to a day, and stores that are made from it.
package struct BundledData {
    package let folder: URL

    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("data")

    /// The columns that tell the time of a row, and the days after it at which it is over.
    private static let times: [LoadKind: (column: String, days: Int)] = [
        .market: ("date", 0), .commits: ("week_start", 6), .trends: ("week_start", 6),
    ]

    package init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("assay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    package func remove() {
        do { try FileManager.default.removeItem(at: folder) } catch { Issue.record("\(error)") }
    }

    /// The path of a file of some kind with the rows up to a day in an order; all of them without a day.
    package func file(
        _ kind: LoadKind,
        upTo last: Day? = nil,
        arranged: ([Substring]) -> [Substring] = { $0 }
    ) throws -> String {
        let text = try String(
            contentsOf: BundledData.sources.appendingPathComponent("\(kind.rawValue).csv"),
            encoding: .utf8
        )
        let lines = text.split(separator: "\n")
        let header = try #require(lines.first)
        var rows = Array(lines.dropFirst())
        if let last, let time = BundledData.times[kind] {
            let column = try #require(header.split(separator: ",").firstIndex { $0 == time.column })
            rows = try rows.filter { row in
                let fields = row.split(separator: ",", omittingEmptySubsequences: false)
                return try #require(Day(fields[column])).advanced(by: time.days) <= last
            }
        }
        let file = folder.appendingPathComponent("\(UUID().uuidString)").appendingPathComponent("\(kind.rawValue).csv")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        let whole = ([header] + arranged(rows)).joined(separator: "\n") + "\n"
        try whole.write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }

    /// Loads a file of each kind with the rows up to a day; an export that ends before a day was seen whole on it, or its
    /// newest week may be a running one.
    package func load(
        into store: StoreLocation,
        upTo last: Day? = nil,
        at moment: Instant,
        seenWhole isSeenWhole: Bool = true
    ) throws {
        for kind in [LoadKind.coins, .market, .commits, .trends] {
            var request = LoadRequest(kind: kind, paths: [try file(kind, upTo: last)], now: moment)
            if kind == .trends, isSeenWhole { request.hints.observedAt = last.map(AsOf.day) }
            #expect(
                try CoinOperations.load(request, into: store, report: { Issue.record("\($0.line)") }).status == .success
            )
        }
    }

    package func store(_ name: String) -> StoreLocation {
        StoreLocation(path: folder.appendingPathComponent(name + ".sqlite").path)
    }
}

/// A ranking in every format with all columns.
package func bytesOfAllFormats(_ request: RankRequest, in store: StoreLocation) throws -> [String: [UInt8]] {
    var request = request
    request.columns = "all"
    let scored = try score(request, in: store)
    var bytes: [String: [UInt8]] = [:]
    for format in ["table", "csv", "tsv", "json", "ndjson", "md", "html", "xlsx"] {
        let delivery = OutputWriter(format: format)
        request.form = try delivery.form
        bytes[format] = try delivery.bytes(of: scored.table(for: request))
    }
    return bytes
}
