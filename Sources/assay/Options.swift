public import ArgumentParser
public import CoinModel
import CoinOperations
internal import CoinTables
import Foundation

extension SearchProperty: ExpressibleByArgument {}

extension AsOf: ExpressibleByArgument {
    /// Reads a date or an instant with `Z`.
    public init?(argument: String) {
        self.init(argument)
    }
}

/// Options that every command has.
struct CommonOptions: ParsableArguments {
    @Option(help: "Write errors and warnings as text or as JSON lines.")
    var errors = Console.ErrorFormat.text

    @Flag(help: "Say nothing but errors.")
    var quiet = false

    func apply() {
        Console.settings.errors = errors
        Console.settings.isQuiet = quiet
    }
}

/// Where the store is.
struct StoreOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The store.", discussion: "Else $ASSAY_STORE, else assay.sqlite.", valueName: "file"))
    var store: String?

    @Option(
        help: ArgumentHelp("Seconds to wait for another process that holds the store.", valueName: "seconds"),
        transform: CheckedNumber.decimal(0...1_000_000)
    )
    var wait = 5.0

    var path: String {
        store ?? ProcessInfo.processInfo.environment["ASSAY_STORE"] ?? "assay.sqlite"
    }

    var location: StoreLocation {
        StoreLocation(path: path, wait: wait)
    }

    /// The files that no output may be.
    var files: [String] { location.files }
}

/// How a table is written.
struct OutputOptions: ParsableArguments {
    /// When colour is used.
    enum Color: String, ExpressibleByArgument, CaseIterable {
        case auto, always, never
    }

    @Option(help: ArgumentHelp("table, csv, tsv, json, ndjson, md or html; by default as --output ends, else table."))
    var format: String?

    @Option(help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"))
    var output: String?

    @Option(help: "Colour signs: auto, always or never.")
    var color = Color.auto

    @Flag(help: "CSV with a byte order mark and CRLF, for spreadsheets.")
    var excel = false

    @Flag(help: "CSV text as it is, without the apostrophe before = + - @ that keeps spreadsheets from executing it.")
    var rawText = false

    var delivery: OutputWriter {
        let isColored =
            switch color {
            case .always: true
            case .never: false
            case .auto: Console.usesColor
            }
        return OutputWriter(
            format: format,
            output: output,
            color: isColored,
            width: Console.width,
            excel: excel,
            rawText: rawText
        )
    }

    /// Makes a table and writes it, or refuses before the work an output that cannot be written or is one of the inputs.
    ///
    /// - Throws: `OperationError` when the file cannot be written, or what making the table throws.
    func show(_ table: @autoclosure () throws -> Table, reading inputs: [String]) throws {
        try checked(reading: inputs).deliver(table(), print: Console.print, tell: Console.tell)
    }

    /// Refuses what could not be written, before any work is done; returns where the table goes.
    ///
    /// - Throws: `OperationError` saying what there is.
    @discardableResult
    func checked(reading inputs: [String]) throws -> OutputWriter {
        var delivery = delivery
        delivery.inputs = inputs
        try delivery.check()
        return delivery
    }
}

extension Instant {
    /// The clock of this machine; only commands read it.
    static var systemNow: Instant {
        Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    }
}

/// One line of progress, rewritten in place; nothing where there is no terminal.
enum Progress {
    static func show(_ verb: String) -> (Int, Int) -> Void {
        guard Console.showsProgress, !Console.settings.isQuiet else { return { _, _ in } }
        return { done, all in
            guard all > 1 else { return }
            Console.progress(done == all ? "" : "\(verb) \(done) of \(all)")
        }
    }
}
