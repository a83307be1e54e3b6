import ArgumentParser
import CoinModel
import CoinOperations
import CoinTables
import Foundation

struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "store",
        subcommands: [
            Info.self, Check.self, Loads.self, Forget.self, Backup.self, Compact.self, Rebuild.self, Publish.self,
            SQL.self,
        ]
    )

    struct Info: StoreTableCommand {
        static let configuration = CommandConfiguration("store info")
        @Flag(inversion: .prefixedNo, help: "Show the content digest, which takes every value of the store.")
        var digest = true

        @OptionGroup var output: OutputOptions
        @OptionGroup var store: StoreOptions

        func table() throws -> Table { try storeInfo(store.location, withDigest: digest) }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration("store check")
        @OptionGroup var output: OutputOptions
        @OptionGroup var store: StoreOptions

        mutating func run() throws {
            try output.writer(reading: store.files).check()
            let table = try storeCheck(store.location)
            // Who asks for a file or a format reads it, also that there is nothing in it.
            if !table.rows.isEmpty || output.output != nil || output.format != nil {
                try output.show(table, reading: store.files)
            }
            try (table.rows.isEmpty ? ExitStatus.success : .damaged).endUnlessSuccess()
            Console.report(Diagnostic(.note, "sound", place: store.store, "is sound"))
        }
    }

    struct Loads: StoreTableCommand {
        static let configuration = CommandConfiguration("store loads")
        @OptionGroup var output: OutputOptions
        @OptionGroup var store: StoreOptions

        func table() throws -> Table { try storeLoads(store.location) }
    }

    struct Forget: ParsableCommand {
        static let configuration = CommandConfiguration("store forget")
        @Argument(help: .value("load", "The loads, by their numbers in `assay store loads`."))
        var loads: [Int]

        @OptionGroup var store: StoreOptions

        mutating func run() throws { Console.report(try forgetLoads(loads, at: .systemNow, in: store.location)) }
    }

    struct Backup: ParsableCommand {
        static let configuration = CommandConfiguration("store backup")
        @Argument(help: "The file to make.", completion: .file())
        var file: String

        @Flag(help: "Replace the file if it is there.")
        var force = false

        @OptionGroup var store: StoreOptions

        mutating func run() throws { Console.report(try backUpStore(store.location, to: file, replacing: force)) }
    }

    struct Compact: ParsableCommand {
        static let configuration = CommandConfiguration("store compact")
        @OptionGroup var store: StoreOptions

        mutating func run() throws { Console.report(try compactStore(store.location)) }
    }

    struct Rebuild: ParsableCommand {
        static let configuration = CommandConfiguration("store rebuild")
        @Option("file", "Make this file and leave the store as it is.", .file())
        var output: String?

        @Flag(help: "Leave out files that are missing or changed; exits 4.")
        var allowMissing = false

        @Flag(help: "Replace the file to make, and FILE.damaged or FILE.rebuilt of an earlier time.")
        var replace = false

        @Option("date", "Leave out what was observed after this day; takes --output.", day)
        var until: Day?

        @OptionGroup var store: StoreOptions

        mutating func validate() throws {
            if until != nil, output == nil {
                throw ValidationError("--until makes another store: name its file with --output.")
            }
        }

        mutating func run() throws {
            let request = RebuildRequest(
                output: output,
                isReplacing: replace,
                allowsMissing: allowMissing,
                until: until
            )
            let status = try Progress.during("rebuilding", "inputs") { progress in
                try rebuildStore(store.location, request, report: Console.report, progress: progress.update(_:of:))
            }
            try status.endUnlessSuccess()
        }
    }

    struct Publish: ParsableCommand {
        static let configuration = CommandConfiguration("store publish")
        @Argument(
            help: .value("file", "The file to make; by default the store's name with .published.sqlite."),
            completion: .file()
        )
        var file: String?

        @Option("file", "The same.", .file())
        var output: String?

        @OptionGroup var store: StoreOptions

        mutating func validate() throws {
            if file != nil, output != nil { throw ValidationError("Name one file: FILE or --output.") }
        }

        mutating func run() throws { Console.report(try publishStore(store.location, to: file ?? output)) }
    }

    struct SQL: StoreTableCommand {
        static let configuration = CommandConfiguration("store sql")
        @Argument(help: "The statement: SELECT, VALUES, WITH or EXPLAIN.")
        var statement: String

        @Option("n", "The most rows to write.", whole(1...1_000_000_000))
        var limitRows = 100_000

        @Option("seconds", "The most seconds to work.", decimal(0.001...1_000_000))
        var timeout = 60.0

        @OptionGroup var output: OutputOptions
        @OptionGroup var store: StoreOptions

        /// What the store answers in the time that the query has; writing it may take longer.
        func table() throws -> Table {
            // Nothing but the end of the process ends one call of a function that SQLite has.
            let end = DispatchWorkItem {
                Console.report(queryOverTime)
                _exit(ExitStatus.failed.rawValue)
            }
            DispatchQueue.global().asyncAfter(deadline: .now() + timeout + 1, execute: end)
            defer { end.cancel() }
            return try storeQuery(
                statement,
                rows: limitRows,
                seconds: timeout,
                in: store.location,
                report: Console.report
            )
        }
    }
}

struct ArchiveCommand: ParsableCommand {
    static let configuration = CommandConfiguration("archive", subcommands: [List.self])

    struct List: StoreTableCommand {
        static let configuration = CommandConfiguration("archive list")
        @Argument(
            help: .value("folder", "The archive; by default the store's name with .answers."),
            completion: .directory
        )
        var folder: String?

        @OptionGroup var output: OutputOptions
        @OptionGroup var store: StoreOptions

        func table() throws -> Table { try archiveList(folder ?? store.location.answers) }
    }
}
