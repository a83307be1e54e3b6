internal import CoinModel
internal import GRDB

/// An entry of a coin list that always held, and the load that brought it.
struct UndatedCoin {
    let coin: Coin
    let load: Int
}

extension Coin {
    /// A coin by its id, symbol, name, repositories, tags and upstreams in a row, the latter a line each.
    init(whole row: Row) {
        let lists = (3...5).map { (row[$0] as String).split(separator: "\n").map(String.init) }
        self.init(row, id: row[0], lists[0], lists[1], lists[2])
    }

    /// A coin by its id, symbol and name in a row, and its lists.
    init(_ row: Row, id: String, _ repositories: [String], _ tags: [String], _ upstreams: [String]) {
        let owners = repositories.compactMap { RepositoryOwner($0) }
        let listed = repositories.compactMap { ListedRepository($0) }
        let upstreams = upstreams.compactMap { RepositoryUpstream($0) }
        self.init(id: id, symbol: row[1], name: row[2], tags: tags, upstreams: upstreams)
        list(listed)
        self.owners = owners
    }

    /// Its repositories with their roles, and owners, as a list has them.
    var listing: [String] { listedRepositories.map(\.description) + owners.map(\.description) }
}
