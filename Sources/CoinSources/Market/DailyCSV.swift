internal import CoinModel
internal import RawInput

/// A layout of price histories: how its header looks, and what its columns hold.
struct DailyCSV: CSVSource {
    let id: String
    var dependsOnName = true
    let kind = LoadKind.market
    let title: String
    let matches: @Sendable (TextSketch) -> Bool
    /// How many lines stand before the header.
    var preamble: @Sendable (TextSketch) -> Int = { _ in 0 }
    /// A warning about every file of the layout.
    var warning: String?
    let columns: @Sendable (borrowing CSVTable, ReadContext) throws -> DailyColumns

    func recognises(_ sketch: TextSketch) -> Bool { matches(sketch) }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        let lines = preamble(TextSketch(try file.peek(InputHead.length)))
        let table = try CSVTable(&file, context.notation, preamble: lines)
        let columns = try columns(table, context)
        if let warning { try emit(.warning(warning)) }
        try DailyTable.read(&file, table, columns, source: id, context, emit: emit)
    }
}
