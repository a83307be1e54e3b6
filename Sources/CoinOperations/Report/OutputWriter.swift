internal import CoinModel
internal import CoinPanel
internal import CoinReports
public import CoinTables
internal import Foundation

/// Where a table goes and how it is written.
public struct OutputWriter: Sendable {
    /// The format's name; nil for the one of the file name, else a terminal table.
    public var format: String?
    /// The file; nil for standard output.
    public var output: String?
    /// What the same command reads, files and folders: the output is none of it.
    public var inputs: [String]
    /// Whether signs may be coloured.
    public var color: Bool
    /// The width of the terminal in columns; nil when there is none.
    public var width: Int?
    /// CSV with a byte order mark and CRLF, for spreadsheets.
    public var excel: Bool
    /// CSV text without the apostrophe that keeps spreadsheets from executing it.
    public var rawText: Bool

    /// A delivery.
    public init(
        format: String? = nil,
        output: String? = nil,
        reading inputs: [String] = [],
        color: Bool = false,
        width: Int? = nil,
        excel: Bool = false,
        rawText: Bool = false
    ) {
        self.format = format
        self.output = output
        self.inputs = inputs
        self.color = color
        self.width = width
        self.excel = excel
        self.rawText = rawText
    }

    /// Whether the format draws the weekly series beside the rows.
    ///
    /// - Throws: `OperationError` when there is no such format.
    public var draws: Bool {
        get throws { try reportFormat() == .html }
    }

    /// Whether it is a table as terminals show it, whose columns have to share a line.
    ///
    /// - Throws: `OperationError` when there is no such format.
    public var isForTerminal: Bool {
        get throws { try reportFormat() == .table }
    }

    /// Refuses a format that there is none of, and a file that is not to be written, before any work is done.
    ///
    /// - Throws: `OperationError` saying what there is.
    public func check() throws {
        try OutputWriter.check(all: [self], reading: inputs)
    }

    /// The same for all tables of a command, whose files must differ.
    ///
    /// - Throws: `OperationError` saying what there is.
    public static func check(all deliveries: [OutputWriter], reading inputs: [String]) throws {
        _ = try OutputFile.all(deliveries.compactMap(\.output), reading: inputs)
        for delivery in deliveries { _ = try delivery.reportFormat() }
    }

    /// What is to be told beside a table, for the format has no place for its footer; nil where it stands in it.
    fileprivate func provenance(beside table: Table) throws -> Diagnostic? {
        guard try !reportFormat().hasNotes, let note = Provenance.note(among: table.notes) else { return nil }
        return Diagnostic(.note, "made-from", place: output ?? "", note)
    }

    /// The bytes of a table in the chosen format.
    ///
    /// - Throws: `OperationError` when there is no such format.
    public func bytes(of table: Table) throws -> [UInt8] {
        let isShown = output == nil
        let style = ReportStyle(color: color && isShown, width: isShown ? width : nil, rawText: rawText, excel: excel)
        var bytes: [UInt8] = []
        // More than numbers with their names take: what is not written to is no memory, but growing touches it twice.
        bytes.reserveCapacity(32 * table.rows.count * table.columns.count)
        try table.render(as: try reportFormat(), style: style) { bytes += $0.utf8 }
        return bytes
    }

    /// Writes a table to its file, or hands its bytes to standard output.
    ///
    /// - Throws: `OperationError` when there is no such format or the file cannot be written.
    public func deliver(_ table: Table, print: ([UInt8]) -> Void, tell: DiagnosticSink) throws {
        try deliver(bytes(of: table), print: print, tell: tell)
        if let provenance = try provenance(beside: table) { tell(provenance) }
    }

    fileprivate func deliver(_ bytes: [UInt8], print: ([UInt8]) -> Void, tell: DiagnosticSink) throws {
        guard let file = try file(), !file.isStandardOutput else { return print(bytes) }
        try file.replace(with: bytes, tell: tell)
    }

    private func file() throws -> OutputFile? {
        try output.map { try OutputFile($0, reading: inputs) }
    }

    private func reportFormat() throws -> ReportFormat {
        if let format {
            if let known = ReportFormat(rawValue: format) { return known }
            throw OperationError(.usage, "unknown-format", place: format, "is no format; \(OutputWriter.formats)")
        }
        guard let output else { return .table }
        if let known = ReportFormat(fileName: output) { return known }
        throw OperationError(
            .usage,
            "unknown-format",
            place: output,
            "ends like no format that can be written; \(OutputWriter.formats), and --format chooses one whatever the name"
        )
    }

    private static let formats = "there are: " + ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")
}

/// A table on its way: its bytes are made on a thread of their own while the caller goes on.
public struct PendingOutput: Sendable {
    private let delivery: OutputWriter
    private let provenance: Diagnostic?
    private let bytes: Future<[UInt8]>

    /// Begins to make the bytes.
    ///
    /// - Throws: `OperationError` when there is no such format.
    public init(_ delivery: OutputWriter, of table: Table) throws {
        self.delivery = delivery
        provenance = try delivery.provenance(beside: table)
        bytes = Future(on: PendingOutput.queue) { try delivery.bytes(of: table) }
    }

    /// One after another: the caller has a core to itself, to keep what is delivered.
    private static let queue = DispatchQueue(label: "delivery")

    /// Writes the bytes to their file, or hands them to standard output.
    ///
    /// - Throws: `OperationError` when there is no such format or the file cannot be written.
    public func finish(print: ([UInt8]) -> Void, tell: DiagnosticSink) throws {
        try delivery.deliver(bytes.value(), print: print, tell: tell)
        if let provenance { tell(provenance) }
    }
}
