internal import CoinModel
internal import CoinTables

/// A table of a published file: what it is called, and where its rows come from.
struct PublishedTable {
    let name: String
    let columns: [Column]
    let key: [String]
    let fill: (_ take: ([Cell]) throws -> Void) throws -> Void

    static let none = MissingReason.notObserved
}

/// The columns of published tables, whose meanings stand in the file's schema.
extension Column {
    static let coinID = text("coin_id", "The coin's id in the coin list; SOURCE:ID where it fits no listed coin.")
    static let source = text("source", "The format that says so, as `assay formats` names it.")
    static let week = text("week_start", "The Sunday on which the week begins, UTC; the newest week may not be over.")

    static func text(_ name: String, _ meaning: String) -> Column { Column(name, name, .text, meaning: meaning) }

    static func number(_ name: String, _ meaning: String) -> Column { Column(name, name, .number, meaning: meaning) }

    static func integer(_ name: String, _ meaning: String) -> Column { Column(name, name, .integer, meaning: meaning) }
}
