internal import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinReports
public import CoinTables
internal import Foundation
internal import RawInput

/// Where a table goes and how it is written.
public struct OutputWriter: Sendable {
    /// The format's name; nil for the one of the file name, else a terminal table.
    public var format: String?
    /// The file; nil for standard output.
    public var output: String?
    /// What the output may not be.
    public var inputs: ReservedFiles
    /// What its reader chose; colours and a width are for standard output alone.
    public var style: ReportStyle
    /// Whether it writes a timeline, which can be an Atom feed too.
    public var isTimeline = false

    /// The names of the formats of every table.
    public static let formats = ReportFormat.ofTables.map(\.rawValue)

    /// A writer to standard output, or to a file in the format of its ending.
    public init(
        format: String? = nil,
        output: String? = nil,
        reading inputs: ReservedFiles = .none,
        style: ReportStyle = ReportStyle()
    ) {
        (self.format, self.output) = (format, output)
        (self.inputs, self.style) = (inputs, style)
    }

    /// What kind of reader a ranking is written for.
    ///
    /// - Throws: `OperationError` when there is no such format.
    public var form: RankRequest.Form {
        get throws {
            switch try reportFormat() {
            case .table: .terminal
            case .html: .page
            case .xlsx: .workbook
            default: .rows
            }
        }
    }

    /// Refuses a format that there is none of, and a file that is not to be written, before any work is done.
    ///
    /// - Throws: an error saying what there is.
    public func check() throws {
        try OutputWriter.check(all: [self], reading: inputs)
    }

    /// The same for all tables of a command, whose files must differ; `folder` is where a pipeline writes, which has files of
    /// others only if it `isForced`.
    ///
    /// - Throws: an error saying what there is.
    public static func check(
        all writers: [OutputWriter],
        in folder: String? = nil,
        isForced: Bool = false,
        reading reserved: ReservedFiles
    ) throws {
        let files = writers.compactMap(\.output)
        let outputs = folder.map { OutputPlace.Folder($0, .outputs(isForced: isForced)) }
        // Without a file nothing is to be known of the store.
        if !files.isEmpty { _ = try OutputPlace.all(files, in: outputs, reading: reserved.places()) }
        for writer in writers { try writer.checkFormat() }
    }

    private func checkFormat() throws {
        let format = try reportFormat()
        let misplaced = [(style.decimal != nil, "decimal mark", "decimal"), (style.excel, "byte order mark", "excel")]
        if let (_, what, name) = misplaced.first(where: \.0), ![.csv, .tsv].contains(format) {
            let why = "takes no \(what), which is for csv and tsv; leave `\(name)` out"
            throw OperationError(.usage, "bad-option", place: output ?? format.rawValue, why)
        }
        if format == .xlsx, output == nil, style.width != nil {
            let why = "is a workbook, which a terminal cannot show; name a file with --output"
            throw OperationError(.usage, "bad-output", place: "xlsx", why)
        }
    }

    /// What is to be reported beside a table, for the format has no place for its footer; none where it stands in it.
    private func notes(beside table: Table) throws -> [Diagnostic] {
        guard try !reportFormat().hasNotes else { return [] }
        let lead = table.lead.isEmpty ? nil : table.lead
        let notes = [
            ("short-list", lead), ("currency", CurrencyNote.note(among: table.notes)),
            ("made-from", Provenance.note(among: table.notes)),
        ]
        return notes.compactMap { name, note in note.map { Diagnostic(.note, name, place: output ?? "", $0) } }
    }

    /// The bytes of a table in the chosen format.
    ///
    /// - Throws: `OperationError` when there is no such format, or the table is not a workbook.
    public func bytes(of table: Table) throws -> [UInt8] {
        var style = style
        if output != nil { (style.color, style.width) = (false, nil) }
        do {
            return try table.bytes(as: reportFormat(), style: style)
        } catch let error as ReportError {
            throw OperationError(error, file: output ?? "")
        }
    }

    /// Writes a table to its file, or hands its bytes to standard output.
    ///
    /// - Throws: an error when there is no such format or the file cannot be written.
    public func deliver(_ table: Table, print: ([UInt8]) -> Void, report: DiagnosticSink) throws {
        try deliver(
            bytes(of: table),
            counted(table.rows.count, "row"),
            notes(beside: table),
            table.isPrivate,
            print,
            report
        )
    }

    /// Begins to make the bytes of a table on a thread of their own while the caller, to store what is written, has a core
    /// to itself; one table after another.
    ///
    /// - Returns: what waits for them and writes them, as `deliver` does.
    /// - Throws: `OperationError` when there is no such format.
    public func begin(_ table: Table) throws -> (_ print: ([UInt8]) -> Void, _ report: DiagnosticSink) throws -> Void {
        let notes = try notes(beside: table)
        let made = Future(on: OutputWriter.queue) { try bytes(of: table) }
        let rows = counted(table.rows.count, "row")
        return { try deliver(made.value(), rows, notes, table.isPrivate, $0, $1) }
    }

    private static let queue = DispatchQueue(label: "output")

    /// Writes a page to its file, or hands its bytes to standard output.
    ///
    /// - Throws: an error when the file cannot be written.
    public func deliver(page bytes: [UInt8], print: ([UInt8]) -> Void, report: DiagnosticSink) throws {
        try deliver(bytes, "a page", [], false, print, report)
    }

    private func deliver(
        _ bytes: [UInt8],
        _ what: String,
        _ notes: [Diagnostic],
        _ isPrivate: Bool,
        _ print: ([UInt8]) -> Void,
        _ report: DiagnosticSink
    ) throws {
        let file = try output.map {
            try OutputFile($0, reading: inputs, isPrivate: isPrivate, marksNewFolder: true)
        }
        if let output, let file, !file.isStandardOutput {
            try file.replace(with: bytes, report: report)
            report(Diagnostic(.note, "written", place: output, "wrote \(what)"))
        } else {
            print(bytes)
        }
        notes.forEach(report)
    }

    private func reportFormat() throws -> ReportFormat {
        let formats = isTimeline ? ReportFormat.allCases : ReportFormat.ofTables
        let names = formats.map(\.rawValue)
        let all = "there are: " + names.joined(separator: ", ")
        func known(_ format: ReportFormat?) -> ReportFormat? { format.flatMap { formats.contains($0) ? $0 : nil } }
        if let format {
            if let known = known(ReportFormat(rawValue: format)) { return known }
            throw OperationError.unknown("format", format, among: names, else: all)
        }
        guard let output else { return .table }
        if let known = known(ReportFormat(fileName: output)) { return known }
        let ending = output.split(separator: ".").last.map(String.init) ?? ""
        let near = suggestion(for: ending, among: names).map { $0 + " " } ?? ""
        let hint = near + all + ", and --format chooses one whatever the name"
        let why = "ends like no format that can be written; " + hint
        throw OperationError(.usage, "unknown-format", place: output, why)
    }
}
