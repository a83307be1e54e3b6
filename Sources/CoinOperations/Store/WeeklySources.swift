internal import CoinModel
internal import CoinStore

/// Weekly series of many coins or repositories from all sources, over the whole history.
///
/// It reads 4,096 things by one span of 52 weeks at a time, whatever the length of the history.
struct WeeklySources {
    /// A row: a thing in one week, as one source has it.
    typealias Week = (thing: Int, source: String, week: CoinModel.Week, values: [Double])

    let reader: StoreReader
    /// The entities of each thing; where several have a value of one week and source, the first one's holds.
    let entities: [[Int32]]

    private static let thingsAtOnce = 4096

    /// Hands over each week in which a thing has a value of any of the metrics, NaN for the others.
    ///
    /// - Throws: `StoreError` when a tile is damaged, or what `take` throws.
    func visit(_ metrics: [Metric], _ take: (Week) throws -> Void) throws {
        guard let newest = try reader.newestObservation()?.limit.week else { return }
        // Things that were seen together lie in the same tiles.
        let things = entities.indices.filter { !entities[$0].isEmpty }.sorted { entities[$0][0] < entities[$1][0] }
        for source in Set(try metrics.flatMap(reader.sources)).sorted() {
            let spans = try metrics.map { try reader.spans(of: $0, source: source, upTo: newest) }
                .max { $0.count < $1.count }
            for start in stride(from: 0, to: things.count, by: WeeklySources.thingsAtOnce) {
                let part = Array(things[start..<min(start + WeeklySources.thingsAtOnce, things.count)])
                let passes = rowsOfEntities(part)
                for span in spans ?? [] {
                    let matrices = try metrics.map { try matrix(of: $0, source, span, part.count, passes) }
                    try hand(part, source, span, matrices, take)
                }
            }
        }
    }

    /// For the first, second, … entity of each thing its row, −1 for all others.
    private func rowsOfEntities(_ things: [Int]) -> [[Int32]] {
        (0..<(things.lazy.map { entities[$0].count }.max() ?? 0)).map { place in
            var rowOfEntity = [Int32](repeating: -1, count: reader.catalog.entities.count)
            for (row, thing) in things.enumerated() where place < entities[thing].count {
                rowOfEntity[Int(entities[thing][place])] = Int32(row)
            }
            return rowOfEntity
        }
    }

    private func matrix(
        of metric: Metric,
        _ source: String,
        _ span: ClosedRange<CoinModel.Week>,
        _ rows: Int,
        _ passes: [[Int32]]
    ) throws -> WeeklyMatrix {
        var matrix = WeeklyMatrix(rows: rows, weeks: span.lowerBound.distance(to: span.upperBound) + 1)
        for rowOfEntity in passes {
            try reader.fill(&matrix, metric, source: source, newest: span.upperBound, rowOfEntity: rowOfEntity)
        }
        return matrix
    }

    private func hand(
        _ things: [Int],
        _ source: String,
        _ span: ClosedRange<CoinModel.Week>,
        _ matrices: [WeeklyMatrix],
        _ take: (Week) throws -> Void
    ) throws {
        guard let weeks = matrices.first?.weeks, matrices.contains(where: { !$0.values.isEmpty }) else { return }
        for (row, thing) in things.enumerated() {
            for weeksBack in (0..<weeks).reversed() {
                let values = matrices.map { $0[row, weeksBack] }
                guard values.contains(where: { !$0.isNaN }) else { continue }
                try take((thing, source, span.upperBound.advanced(by: -weeksBack), values))
            }
        }
    }
}
