internal import CoinModel
internal import CoinStore

/// Which source each coin's repositories are read from: one source a coin, so that no window mixes them.
struct RepositoryPlan {
    /// The rows of the repository matrices: a repository as one source counts it.
    private(set) var rows: [RepositoryHistory] = []
    /// Each coin's rows.
    private(set) var rowsOfCoin: [[Int]] = []

    private var entityOfRow: [Int32] = []

    init(_ reader: StoreReader, _ coins: [Coin]) throws {
        let known = Dictionary(
            reader.catalog.entities.filter { $0.kind == .repository }.map { ($0.key, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var counted: [(source: String, entities: Set<Int32>)] = []
        for source in try reader.sources(of: .commits).sorted(by: RepositoryPlan.isMoreExact) {
            counted.append((source, try reader.entities(with: .commits, source: source)))
        }
        var rowOf: [String: Int] = [:]
        for coin in coins {
            let named = coin.repositories.map { known[$0.key] }
            let best = counted.enumerated().max { left, right in
                let inLeft = named.count { $0.map { left.element.entities.contains($0.id) } ?? false }
                let inRight = named.count { $0.map { right.element.entities.contains($0.id) } ?? false }
                return (inLeft, right.offset) < (inRight, left.offset)
            }?.element
            var here: [Int] = []
            for (repository, entity) in zip(coin.repositories, named) {
                let isCounted = entity.map { best?.entities.contains($0.id) ?? false } ?? false
                let source = isCounted ? best?.source : nil
                let key = repository.key + "\u{1F}" + (source ?? "")
                if let row = rowOf[key] {
                    if !here.contains(row) { here.append(row) }
                    continue
                }
                rowOf[key] = rows.count
                here.append(rows.count)
                entityOfRow.append(isCounted ? entity?.id ?? -1 : -1)
                rows.append(
                    RepositoryHistory(name: repository, firstActiveWeek: entity?.firstActiveWeek, source: source)
                )
            }
            rowsOfCoin.append(here)
        }
    }

    /// Fills the repository matrices of a cross-section made with these rows.
    func fill(_ section: inout CrossSection, _ reader: StoreReader) throws {
        let matrices: [(Metric, WritableKeyPath<CrossSection, WeeklyMatrix>)] = [
            (.commits, \.commits), (.merges, \.merges), (.botCommits, \.botCommits), (.developers, \.developers),
            (.developerDays, \.developerDays),
        ]
        for source in Set(rows.compactMap(\.source)).sorted() {
            var rowOfEntity = [Int32](repeating: -1, count: reader.catalog.entities.count)
            for (row, history) in rows.enumerated() where history.source == source {
                rowOfEntity[Int(entityOfRow[row])] = Int32(row)
            }
            for (metric, matrix) in matrices {
                try reader.fill(
                    &section[keyPath: matrix],
                    metric,
                    source: source,
                    newest: section.asOf.lastCompleteWeek,
                    rowOfEntity: rowOfEntity
                )
            }
        }
    }

    private static func isMoreExact(_ left: String, _ right: String) -> Bool {
        let order = CrossSectionAssembly.commitSources
        let places = (order.firstIndex(of: left) ?? order.count, order.firstIndex(of: right) ?? order.count)
        return (places.0, left) < (places.1, right)
    }
}
