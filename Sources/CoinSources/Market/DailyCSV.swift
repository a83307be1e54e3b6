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
    /// How many lines make the header, and the names of the columns in them; nil where one line does.
    var header: @Sendable (TextSketch, ReadContext) throws -> (lines: Int, names: [String])? = { _, _ in nil }
    /// A warning about every file of the layout.
    var warning: String?
    let columns: @Sendable (borrowing CSVTable, ReadContext) throws -> DailyColumns

    func recognises(_ sketch: TextSketch) -> Bool { matches(sketch) }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        var context = context
        let head = try file.peek(InputHead.length)
        if context.head == nil { context.head = InputHead(bytes: head) }
        let sketch = context.sketch ?? TextSketch(head)
        let table: CSVTable
        if let header = try header(sketch, context) {
            table = try CSVTable(
                &file,
                context.notation,
                separator: TextSketch.separator(of: Array((sketch.lines.first ?? "").utf8)),
                header: header.names,
                behind: header.lines - (sketch.declaredSeparator == nil ? 1 : 0)
            )
        } else {
            table = try CSVTable(&file, context.notation, preamble: preamble(sketch))
        }
        context.firstRow = sketch.lines.dropFirst(preamble(sketch) + 1).first ?? ""
        let columns = try columns(table, context)
        if let warning { try emit(.warning(warning)) }
        try DailyTable.read(&file, table, columns, source: id, context, emit: emit)
    }
}
