internal import CoinModel
internal import CoinStore
internal import CoinTables

/// What an assistant can read about the program and the store.
struct AssistantResource: Sendable {
    let name: String
    let title: String
    let description: String
    /// Its text, in JSON.
    let text: @Sendable (StoreLocation) throws -> String

    var address: String { "assay://" + name }

    /// Its description for clients.
    var listing: String {
        JSONText.object([
            ("uri", JSONText.text(address)), ("name", JSONText.text(name)), ("title", JSONText.text(title)),
            ("description", JSONText.text(description)), ("mimeType", AssistantResource.type),
        ])
    }

    private static let type = JSONText.text("application/json")

    /// All of them, in the order in which they are listed.
    static let all = [
        AssistantResource(
            name: "about",
            title: "The store",
            description: "What the store has: for each source and metric the first and last day, and counts of loads."
        ) { location in
            let table = try storeInfo(location, withDigest: false)
            return JSONText.object([
                ("version", JSONText.text(AssayVersion.current)), ("store", JSONText.text(location.path)),
                ("rows", try rows(of: table)), ("notes", JSONText.texts(table.notes)),
            ])
        },
        AssistantResource(
            name: "columns",
            title: "Columns of rankings",
            description: "Each column with its type, unit, meaning and the reasons for which it can be missing."
        ) { _ in try rows(of: explanations(of: []).table) },
        AssistantResource(
            name: "tables",
            title: "Tables for SQL",
            description: "The tables and views that the tool sql can name, with their columns."
        ) { location in
            let columns: [FilledColumn<QueryTable>] = [
                .text("table", "Table", "Its name.") { $0.name },
                .text("kind", "Kind", "table, view or made.") { $0.kind },
                .text("columns", "Columns", "The names of its columns, separated by blanks.") {
                    $0.columns.joined(separator: " ")
                },
            ]
            let tables = try location.open(.read).reading { try $0.queryTables(published: PublishedStore.tables) }
            return try rows(of: Table("Tables", columns, of: tables))
        },
    ]

    private static func rows(of table: Table) throws -> String {
        String(decoding: try OutputWriter(format: "json").bytes(of: table), as: UTF8.self).asciiJSON
    }

    /// The result of reading it.
    ///
    /// - Throws: an error when the store cannot be read.
    func result(_ context: AssistantContext) throws -> [(name: String, value: String?)] {
        try context.checkFiles()
        let text = try text(context.location)
        let content = JSONText.object([
            ("uri", JSONText.text(address)), ("mimeType", AssistantResource.type), ("text", JSONText.text(text)),
        ])
        return [("contents", JSONText.list([content]))]
    }
}
