public import CoinModel
internal import GRDB

/// One consistent view of the store for reading.
public struct StoreReader {
    let database: Database
    /// The store file.
    public let path: String
    let metricIDs: [Metric: Int]
    let sourceIDs: [String: Int]
    /// The small tables.
    public let catalog: Catalog
    /// The newest load that is seen; nil for all.
    let lastLoad: Int?
    let tileConnection: TileConnection
    /// A source that is treated as if it had no facts; nil for none.
    private var skippedSource: String?

    var tiles: TileTable { TileTable(database: database, path: path) }
    var visible: VisibleTiles { VisibleTiles(tiles: tiles, lastLoad: lastLoad) }

    init(_ database: Database, path: String, known: AsOf?) throws {
        self.database = database
        self.path = path
        tileConnection = TileConnection(path: path)
        lastLoad = try known.map { try Ledger.lastLoad(acceptedBy: $0.limit, database) }
        catalog = try Catalog(database, upTo: lastLoad ?? .max)
        metricIDs = Dictionary(firstOf: catalog.metrics.map { ($1, $0) })
        sourceIDs = Dictionary(firstOf: catalog.sources.map { ($1, $0) })
    }

    /// The same view without what one source says.
    public func excluding(_ source: String) -> StoreReader {
        var reader = self
        reader.skippedSource = source
        return reader
    }

    /// A metric of a source at a resolution; nil where the store does not know one of them.
    func series(_ metric: Metric, _ source: String, _ resolution: Resolution) -> TileSeries? {
        guard let metric = metricIDs[metric], let source = sourceIDs[source] else { return nil }
        return TileSeries(source: source, metric: metric, resolution: resolution)
    }

    /// What coins have by ecosystems at a moment, nil for the newest, by coin and ecosystem; listed coins or not.
    public func ecosystems(at moment: AsOf?) throws -> [CoinEcosystem] {
        try EcosystemTable(database: database).entries(at: moment, upTo: lastLoad ?? .max)
    }

    /// The sources that have any facts of a metric, by name; one that is skipped is none of them.
    public func sources(of metric: Metric) throws -> [String] {
        // A mart may not be written yet while its week is as it came.
        let fact = metric.factOfWeek ?? metric
        guard let number = metricIDs[fact] else { return [] }
        let sql = """
            SELECT source_id FROM source WHERE EXISTS
              (SELECT 1 FROM tile WHERE tile.source_id = source.source_id AND metric_id = ? AND value_count >= ?)
            """
        // Where an earlier state is seen, a tile may have had values that it has lost since.
        let numbers: [Int] = try database.values(sql, [number, lastLoad == nil ? 1 : 0])
        return numbers.compactMap { catalog.sources[$0] }.filter { $0 != skippedSource }.sorted()
    }
}

extension Store {
    /// Reads inside one transaction, so one state, as of the loads accepted by a moment, nil for all.
    public func reading<Value>(known: AsOf? = nil, _ body: (StoreReader) throws -> Value) throws -> Value {
        try read { try body(StoreReader($0, path: path, known: known)) }
    }
}
