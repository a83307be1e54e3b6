internal import CoinModel
public import RawInput

extension PersonalTable {
    /// Reads the rows at a path of a JSON document that a person exported, each column by its path in the row.
    ///
    /// Numbers are as their shortest decimals, times in UTC; of other values than texts and numbers the cell is empty.
    ///
    /// - Throws: `SourceError` when it is not one document or has no such rows; `InputError` when its bytes cannot be had.
    public init(json file: inout InputFile, rows path: String, _ columns: [(name: String, path: String)]) throws {
        let document = try JSONDocument(try file.readAll(limit: JSONDocument.sizeLimit))
        var rows: [TextRow] = []
        try document.forEachRow(path, columns.map(\.path)) { row in
            var cells: [String: String] = [:]
            for (place, column) in columns.enumerated() {
                switch row[place] {
                case .text(let text): cells[column.name] = AsOf.read(Array(text.utf8).span)?.description ?? text
                case .number(let number): cells[column.name] = number.description
                case .missing, .truth, .container: break
                }
            }
            rows.append(TextRow(line: row.line, cells))
        }
        guard !rows.isEmpty else {
            throw SourceError("wrong-format", detail: "the document has no rows at \(path); export it again")
        }
        self.init(rows, Set(columns.map(\.name)))
    }
}
