import GRDB

@testable import CoinStore

extension Store {
    /// Changes the file as no load does.
    func tamper(_ sql: String) throws {
        try write { try $0.execute(sql: sql) }
    }
}
