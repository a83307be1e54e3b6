import CoinModel
import CoinStore
import Foundation
import Testing

/// A store in a folder of its own that goes when the test ends.
final class TemporaryStore {
    let folder: URL
    let store: Store
    var path: String { store.path }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("assay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        store = try Store(path: folder.appendingPathComponent("t.sqlite").path, mode: .write)
    }

    deinit {
        do { try FileManager.default.removeItem(at: folder) } catch { Issue.record("cannot remove \(folder)") }
    }

    /// Loads each list of rows as an input of its own, all in one load.
    @discardableResult
    func load(_ inputs: [[Row]], at time: String = "2024-04-01T00:00:00Z") throws -> [InputOutcome] {
        let accepted = try #require(Instant(time))
        let result = try store.load(acceptedAt: accepted) { session in
            try inputs.map { rows in
                let entry = input("input-\(rows.hashValue)-\(time)")
                session.begin(entry)
                for row in rows { try session.add(row.block) }
                return try session.accept(entry)
            }
        }
        return result.value.map { result.outcomes[$0] ?? InputOutcome() }
    }

    func input(_ digest: String) -> InputDescriptor {
        var input = InputDescriptor(path: "a.csv", stem: "a")
        (input.kind, input.format, input.size, input.digest) = (.market, "test", 1, digest)
        return input
    }
}

/// One fact of one coin.
struct Row: Hashable {
    var coin = "a"
    var time: String
    var metric = Metric.price("usd")
    var value: Double
    var source = "tidy-market"
    var stamp: Int64?

    var block: ObservationBlock {
        let day = Day(time)
        var block = ObservationBlock(source: source, resolution: day == nil ? .snapshot : .day, metrics: [metric])
        block.subjects = [.coin(CoinKey(id: coin))]
        block.subjectIndex = [0]
        block.times = [day.map { Int64($0.index) } ?? Instant(time)?.milliseconds ?? 0]
        block.values = [[value]]
        block.lines = [1]
        if let stamp { block.stamps = [stamp] }
        return block
    }
}

extension Store {
    /// The stored facts of a coin's metric as `time value` lines, those known at a moment if one is named.
    func facts(_ coin: String, _ metric: Metric, known: AsOf? = nil) throws -> [String] {
        try reading(known: known) { reader in
            guard let entity = reader.catalog.entities.first(where: { $0.key == coin }) else { return [] }
            return try reader.series(of: entity.id).filter { $0.metric == metric }.flatMap { series in
                zip(series.times, series.values).map { time, value in
                    switch series.resolution {
                    case .snapshot: "\(Instant(milliseconds: time)) \(value)"
                    case .day: "\(Day(index: Int32(time))) \(value)"
                    case .week: "\(Week(index: Int32(time))) \(value)"
                    }
                }
            }
        }
    }
}
