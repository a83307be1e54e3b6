public import CoinModel
internal import GRDB
internal import SeriesEncoding

extension StoreReader {
    /// The weeks from the oldest facts of a weekly mart of one source up to `newest`, in spans whose tiles are read at once,
    /// the oldest first; none where there are no facts by then.
    ///
    /// - Parameters:
    ///   - metric: the mart's metric.
    ///   - source: whose series.
    ///   - newest: the last week of the last span.
    /// - Returns: the spans, without gaps between them.
    /// - Throws: `StoreError`.
    public func spans(of metric: Metric, source: String, upTo newest: Week) throws -> [ClosedRange<Week>] {
        guard let sourceID = sourceIDs[source] else { return [] }
        var oldest: Week?
        // A mart may not be written yet while its week is as it came.
        for told in [metric, WeeklyMart(metric)?.fact(metric.unit.lowercased())] {
            guard let number = told.flatMap({ metricIDs[$0] }) else { continue }
            for resolution in [Resolution.snapshot, .day, .week] {
                let bucket = try Int.fetchOne(
                    database.cachedStatement(
                        sql: "SELECT min(bucket) FROM tile WHERE source_id = ? AND metric_id = ? AND resolution = ?"
                    ),
                    arguments: [sourceID, number, resolution.rawValue]
                )
                guard let first = bucket.flatMap({ Bucket.weeks(in: $0, resolution).first }) else { continue }
                oldest = min(oldest ?? first, first)
            }
        }
        guard let oldest, oldest <= newest else { return [] }
        return (Bucket.index(of: oldest, .week)...Bucket.index(of: newest, .week)).compactMap { bucket in
            let weeks = Bucket.weeks(in: bucket, .week)
            guard let first = weeks.first, let last = weeks.last else { return nil }
            return first...min(last, newest)
        }
    }
}
