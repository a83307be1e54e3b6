public import CoinModel
public import CoinStore

extension StoreReader {
    /// For each entity whether it is among some and any source observed one of some metrics of it up to a moment.
    public func areObserved(_ entities: Set<Int32>, of metrics: [Metric], upTo asOf: AsOf) throws -> [Bool] {
        let wanted = catalog.entities.indices.map { entities.contains(Int32($0)) }
        var found = wanted.map { _ in false }
        for metric in metrics {
            for source in try sources(of: metric) {
                let has = try self.entities(with: metric, source: source, among: wanted, upTo: asOf)
                for index in found.indices { found[index] = found[index] || has[index] }
            }
        }
        return found
    }
}
