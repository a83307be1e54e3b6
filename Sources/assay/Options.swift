public import ArgumentParser
public import CoinModel
import CoinOperations
internal import CoinTables
import Foundation

extension SearchProperty: ExpressibleByArgument {}
extension NumberAndDateStyle.DecimalMark: ExpressibleByArgument {}
extension NumberAndDateStyle.DateFormat: ExpressibleByArgument {
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// Reads a format in letters of either case.
    public init?(argument: String) {
        self.init(rawValue: argument.uppercased())
    }
}

/// Options that every command has.
struct CommonOptions: ParsableArguments {
    @Option(help: "Write errors and warnings as text or as JSON lines.")
    var errors = Console.ErrorFormat.text

    @Flag(help: "Say nothing but errors.")
    var quiet = false

    @Flag(help: "Print all notes of a ranking: weights, sources, digests, why coins have no rank.")
    var verbose = false

    /// They hold from the moment in which they are read.
    func validate() {
        Console.settings.errors = errors
        Console.settings.isQuiet = quiet
        Console.settings.isVerbose = verbose
    }
}

struct WaitOption: ParsableArguments {
    @Option("seconds", "Seconds to wait for another process that uses the store.", decimal(0...1_000_000))
    var wait = usual

    static let usual = 5.0
}

/// Where the store is, and what every command has.
struct StoreOptions: ParsableArguments {
    @Option(help: .value("file", "The store, also by $ASSAY_STORE."), completion: .stores)
    var store = StoreLocation.usualPath

    @OptionGroup var wait: WaitOption
    @OptionGroup var common: CommonOptions

    var location: StoreLocation { StoreLocation(path: store, wait: wait.wait) }

    /// What a command on a person's own files works with.
    var context: CommandContext { CommandContext(location, now: .systemNow, report: Console.report) }

    /// What no output may be.
    var files: ReservedFiles { location.reserved }
}

/// The two clocks of a report: up to when facts count, and up to when loads do.
struct ClockOptions: ParsableArguments {
    @Option("time", "Use facts up to this date or instant (with Z); by default the newest market fact.", moment)
    var asOf: AsOf?

    @Option("time", "Read the store as it was known then: later loads are left out.", moment)
    var known: AsOf?
}

struct ColorOption: ParsableArguments {
    enum Color: String, ExpressibleByArgument, CaseIterable {
        case auto, always, never
    }

    @Option(help: "Colour signs: auto, always or never.")
    var color = Color.auto

    /// Whether there is any: by itself on a terminal that can.
    var isColored: Bool { color == .auto ? Console.canColor : color == .always }
}

struct OutputOptions: ParsableArguments {
    @Option(
        help: "table, csv, tsv, json, ndjson, md, html or xlsx; by default as --output ends, else table.",
        completion: .formats
    )
    var format: String?

    @Option("file", "Write to this file instead of standard output.", .file())
    var output: String?

    @OptionGroup var color: ColorOption

    @Flag(help: "CSV and TSV with a byte order mark and CRLF, for spreadsheets.")
    var excel = false

    @Option(help: .value("mark", "CSV and TSV with a decimal comma (CSV then separates by ;), or a point."))
    var decimal: NumberAndDateStyle.DecimalMark?

    @Flag(help: "CSV text as it is, without the apostrophe before = + - @ that keeps spreadsheets from executing it.")
    var rawText = false

    func writer(reading inputs: ReservedFiles = .none) -> OutputWriter {
        let style = ReportStyle(
            color: color.isColored,
            width: Console.width,
            isVerbose: Console.settings.isVerbose,
            rawText: rawText,
            excel: excel,
            decimal: decimal
        )
        return OutputWriter(format: format, output: output, reading: inputs, style: style)
    }

    /// Makes a table and writes it, or refuses before the work an output that cannot be written or is one of the inputs.
    func show(_ table: @autoclosure () throws -> Table, reading inputs: ReservedFiles) throws {
        try show((table(), nil), reading: inputs)
    }

    /// The same with a table that may show a failure, which ends the command once it is written.
    func show(
        _ made: @autoclosure () throws -> (table: Table, failure: OperationError?),
        reading inputs: ReservedFiles
    ) throws {
        let writer = writer(reading: inputs)
        try writer.check()
        let made = try made()
        try writer.deliver(made.table, print: Console.print, report: Console.report)
        if let failure = made.failure { throw failure }
    }
}

/// Which rows of a table are shown, and in what order.
struct RowOptions: ParsableArguments {
    @Option("columns", "The order: column:desc or column:asc, separated by commas.", .order)
    var sort: String?

    @Option("n", "Only the first rows.", whole(1...1_000_000_000))
    var top: Int?

    func arranged(_ table: Table) throws -> Table { try table.arranged(by: sort, top: top) }
}

/// Which rows and columns of a ranking are shown.
struct ViewOptions: ParsableArguments {
    @OptionGroup var rows: RowOptions

    @Option(name: .customLong("where"), help: .value("expression", "Only coins for which this is true."))
    var filter: String?

    @Option("names", "Which columns.", .columns)
    var columns: String?

    /// Asks for these.
    func apply(to request: inout RankRequest) {
        (request.top, request.sort, request.filter, request.columns) = (rows.top, rows.sort, filter, columns)
    }
}

/// A command that prints one table.
protocol TableCommand: ParsableCommand {
    var output: OutputOptions { get }
    /// What the output may not be.
    var files: ReservedFiles { get throws }
    /// The format where neither --format nor --output says one; nil for a table.
    static var usualFormat: String? { get }

    func table() throws -> Table
}

extension TableCommand {
    var files: ReservedFiles { .none }
    static var usualFormat: String? { nil }

    mutating func run() throws {
        var output = output
        if output.output == nil { output.format = output.format ?? Self.usualFormat }
        try output.show(table(), reading: files)
    }
}

/// A command that prints one table made from the store.
protocol StoreTableCommand: TableCommand {
    var store: StoreOptions { get }
}

extension StoreTableCommand {
    var files: ReservedFiles { store.files }
}

extension Instant {
    /// The clock of this machine; only commands read it.
    static var systemNow: Instant {
        Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    }
}
