internal import CoinModel
internal import CoinTables

extension Table {
    /// Writes an array with an object for each row, a line each.
    func renderJSON(into write: (String) throws -> Void) throws {
        try write("[")
        for (index, object) in jsonObjects.enumerated() { try write((index == 0 ? "\n  " : ",\n  ") + object) }
        try write(rows.isEmpty ? "]\n" : "\n]\n")
    }

    /// Writes an object for each row, a line each.
    func renderNDJSON(into write: (String) throws -> Void) throws {
        for object in jsonObjects { try write(object + "\n") }
    }

    private var jsonObjects: some Sequence<String> {
        let keys = columns.map { $0.name.jsonQuoted + ": " }
        return rows.lazy.map { row in
            var object = "{"
            for (place, cell) in row.enumerated() {
                if place > 0 { object += ", " }
                object += keys[place]
                if case .text(let text) = cell {
                    object += text.jsonQuoted
                } else {
                    object.append(numberOf: cell, orMissing: "null")
                }
            }
            return object + "}"
        }
    }
}
