public import CoinModel
internal import CoinReports
internal import Foundation

/// Where a table goes and how it is written.
public struct Delivery: Sendable {
    /// The format's name; nil for the one of the file name, else a terminal table.
    public var format: String?
    /// The file; nil for standard output.
    public var output: String?
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
        color: Bool = false,
        width: Int? = nil,
        excel: Bool = false,
        rawText: Bool = false
    ) {
        self.format = format
        self.output = output
        self.color = color
        self.width = width
        self.excel = excel
        self.rawText = rawText
    }

    /// Whether the format draws the weekly series beside the rows.
    public var draws: Bool {
        (format ?? output.flatMap { ReportFormat(fileName: $0) }?.rawValue) == ReportFormat.html.rawValue
    }

    /// Whether it is a table as terminals show it, whose columns have to share a line.
    ///
    /// - Throws: `OperationError` when there is no such format.
    public var isForTerminal: Bool {
        get throws { try reportFormat() == .table }
    }

    /// What is to be told beside a table, for the format has no place for its footer; nil where it stands in it.
    ///
    /// - Throws: `OperationError` when there is no such format.
    public func footer(beside table: Table) throws -> Diagnostic? {
        guard try !reportFormat().hasNotes, let note = Footer.note(among: table.notes) else { return nil }
        return Diagnostic(.note, "made-from", place: output ?? "", note)
    }

    /// The bytes of a table in the chosen format.
    ///
    /// - Throws: `OperationError` when there is no such format.
    public func bytes(of table: Table) throws -> [UInt8] {
        let isShown = output == nil
        let style = ReportStyle(
            color: color && isShown,
            width: isShown ? width : nil,
            rawText: rawText,
            excel: excel
        )
        var bytes: [UInt8] = []
        // More than numbers with their names take: what is not written to is no memory, but growing touches it twice.
        bytes.reserveCapacity(32 * table.rows.count * table.columns.count)
        try table.render(as: try reportFormat(), style: style) { bytes += $0.utf8 }
        return bytes
    }

    /// Writes a table to its file, or hands its bytes to standard output.
    ///
    /// - Parameters:
    ///   - table: the table.
    ///   - print: takes the bytes for standard output.
    /// - Throws: `OperationError` when there is no such format or the file cannot be written.
    public func deliver(_ table: Table, print: ([UInt8]) -> Void) throws {
        try deliver(bytes(of: table), print: print)
    }

    fileprivate func deliver(_ bytes: [UInt8], print: ([UInt8]) -> Void) throws {
        guard let output else { return print(bytes) }
        try OutputFile(output).replace(with: bytes)
    }

    private func reportFormat() throws -> ReportFormat {
        guard let format else { return output.flatMap { ReportFormat(fileName: $0) } ?? .table }
        guard let known = ReportFormat(rawValue: format) else {
            let all = ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw OperationError(.usage, "unknown-format", place: format, "is no format; there are: \(all)")
        }
        return known
    }
}

/// A table on its way: its bytes are made on a thread of their own while the caller goes on.
public struct PendingDelivery: Sendable {
    /// What is to be told beside the file, for its format has no place for the table's footer.
    public let footer: Diagnostic?

    private let delivery: Delivery
    private let bytes: Deferred<[UInt8]>

    /// Begins to make the bytes.
    ///
    /// - Parameters:
    ///   - delivery: where the table goes and how it is written.
    ///   - table: the table.
    /// - Throws: `OperationError` when there is no such format.
    public init(_ delivery: Delivery, of table: Table) throws {
        self.delivery = delivery
        footer = try delivery.footer(beside: table)
        bytes = Deferred(on: PendingDelivery.queue) { try delivery.bytes(of: table) }
    }

    /// One after another: the caller has a core to itself, to keep what is delivered.
    private static let queue = DispatchQueue(label: "delivery")

    /// Writes the bytes to their file, or hands them to standard output.
    ///
    /// - Parameter print: takes the bytes for standard output.
    /// - Throws: `OperationError` when there is no such format or the file cannot be written.
    public func finish(print: ([UInt8]) -> Void) throws {
        try delivery.deliver(bytes.value(), print: print)
    }
}

/// A file that is either the old one or the whole new one: written beside its place and renamed.
public struct OutputFile: Sendable {
    /// The path.
    public let path: String

    /// A file to be written.
    public init(_ path: String) {
        self.path = path
    }

    /// Puts bytes in its place; a file that holds just these bytes is left untouched.
    ///
    /// - Returns: whether anything was written.
    /// - Throws: `OperationError` naming the file when it cannot be written.
    @discardableResult
    public func replace(with bytes: [UInt8]) throws -> Bool {
        let url = URL(fileURLWithPath: path)
        do {
            if FileManager.default.fileExists(atPath: path), try OutputFile.holds(url, bytes) { return false }
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(bytes).write(to: url, options: .atomic)
        } catch {
            throw OperationError(
                .failed,
                "cannot-write",
                place: path,
                "could not be written (\(bytes.count) bytes needed): \(error.localizedDescription)"
            )
        }
        return true
    }

    /// Whether a file holds just these bytes; read piece by piece, for a report may be large.
    private static func holds(_ file: URL, _ bytes: [UInt8]) throws -> Bool {
        let handle = try FileHandle(forReadingFrom: file)
        var rest = bytes[...]
        while let piece = try handle.read(upToCount: 1 << 18), !piece.isEmpty {
            guard piece == Data(rest.prefix(piece.count)) else { return false }
            rest = rest.dropFirst(piece.count)
        }
        return rest.isEmpty
    }
}
