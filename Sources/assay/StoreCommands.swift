import ArgumentParser
import CoinModel
import CoinOperations
import CoinTables
import Foundation

struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        "Inspects, backs up and repairs the store.",
        examples: ["assay store info", "assay store check --store assay.sqlite"],
        subcommands: [
            Info.self, Check.self, Loads.self, Forget.self, Backup.self, Compact.self, Rebuild.self, Publish.self,
            SQL.self,
        ]
    )

    struct Info: StoreTableCommand {
        static let configuration = CommandConfiguration(
            "Shows contents and size of the store.",
            examples: ["assay store info", "assay store info --format json"]
        )
        @Flag(inversion: .prefixedNo, help: "Show the content digest, which takes every value of the store.")
        var digest = true

        @OptionGroup var output: OutputOptions
        @OptionGroup var store: StoreOptions

        func table() throws -> Table { try storeInfo(store.location, withDigest: digest) }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            "Verifies checksums, counts and spans; exits 7 on damage.",
            examples: ["assay store check", "assay store check --format json"]
        )
        @OptionGroup var output: OutputOptions
        @OptionGroup var store: StoreOptions

        mutating func run() throws {
            try output.writer(reading: store.files).check()
            let table = try storeCheck(store.location)
            // Who asks for a file or a format reads it, also that there is nothing in it.
            if !table.rows.isEmpty || output.output != nil || output.format != nil {
                try output.show(table, reading: store.files)
            }
            guard table.rows.isEmpty else { throw CommandResult(status: .damaged) }
            Console.tell(Diagnostic(.note, "sound", place: store.path, "is sound"))
        }
    }

    struct Loads: StoreTableCommand {
        static let configuration = CommandConfiguration(
            "Lists loads: accepted, refused and undone.",
            examples: ["assay store loads", "assay store loads --format csv"]
        )
        @OptionGroup var output: OutputOptions
        @OptionGroup var store: StoreOptions

        func table() throws -> Table { try storeLoads(store.location) }
    }

    struct Forget: ParsableCommand {
        static let configuration = CommandConfiguration(
            "Undoes loads.",
            """
            What a load said leaves the newest state, and values that it replaced count again. Reports with --known \
            before the moment stay as they are: forgetting is an entry of the ledger itself. Later loads that say \
            some of the same, which is stored once, have to be forgotten with it.
            """,
            examples: ["assay store forget 3", "assay store forget 5 3 --store assay.sqlite"]
        )
        @Argument(help: .value("load", "The loads, by their numbers in `assay store loads`."))
        var loads: [Int]

        @OptionGroup var store: StoreOptions

        mutating func run() throws { Console.tell(try forgetLoads(loads, at: .systemNow, in: store.location)) }
    }

    struct Backup: ParsableCommand {
        static let configuration = CommandConfiguration(
            "Copies the store while it is in use.",
            "The copy is the state of one moment, checked before it gets its name.",
            examples: [
                "assay store backup assay-2024-03-25.sqlite",
                "assay store backup /media/usb/assay.sqlite --force",
            ]
        )
        @Argument(help: "The file to make.")
        var file: String

        @Flag(help: "Replace the file if it is there.")
        var force = false

        @OptionGroup var store: StoreOptions

        mutating func run() throws { Console.tell(try backUpStore(store.location, to: file, replacing: force)) }
    }

    struct Compact: ParsableCommand {
        static let configuration = CommandConfiguration(
            "Rewrites the store's file without unused pages.",
            "The store's content stays the same, to its digest.",
            examples: ["assay store compact", "assay store compact --store assay.sqlite --wait 60"]
        )
        @OptionGroup var store: StoreOptions

        mutating func run() throws { Console.tell(try compactStore(store.location)) }
    }

    struct Rebuild: ParsableCommand {
        static let configuration = CommandConfiguration(
            "Rebuilds the store from the files that were loaded into it.",
            """
            Each file that the ledger names is verified by its digest and loaded again with its options and at its \
            moment, so that --known answers as before. The new store takes the old one's place when it has \
            the same content digest, or when the old one is damaged, which stays as FILE.damaged; else it is written \
            next to it as FILE.rebuilt. Files that are missing or changed are named and nothing is rebuilt, unless \
            they may be left out.

            With --until the new store contains what was observed up to a day: a ranking as of that day is the same in \
            both, or it rests on something later.
            """,
            examples: ["assay store rebuild", "assay store rebuild --output then.sqlite --until 2023-12-31"]
        )
        @Option(help: .value("file", "Make this file and leave the store as it is."))
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
                try rebuildStore(store.location, request, tell: Console.tell, progress: progress.update(_:of:))
            }
            try status.endUnlessSuccess()
        }
    }

    struct Publish: ParsableCommand {
        static let configuration = CommandConfiguration(
            "Writes a SQLite file for other programs.",
            """
            The sqlite3 shell, DuckDB, Datasette, pandas and others find all weeks of all sources in v_weekly_market, \
            v_weekly_activity and v_weekly_interest, in addition to v_latest, v_coverage and v_ranking, under the ids of \
            the coin list and the names of repositories. The file is a copy of one moment: publish again after a \
            load. An earlier published file is replaced, any other file is not.
            """,
            examples: ["assay store publish", "assay store publish --store assay.sqlite --output weekly.sqlite"]
        )
        @Option(help: .value("file", "The file to make.", discussion: "Else the store's name with .published.sqlite."))
        var output: String?

        @OptionGroup var store: StoreOptions

        mutating func run() throws { Console.tell(try publishStore(store.location, to: output)) }
    }

    struct SQL: StoreTableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sql",
            "Answers one SQL statement that only reads.",
            """
            It reads the store's plain tables and views (`coin`, `coin_repository`, `entity`, `load`, `reject`, `v_coverage`, \
            `v_coin_detail`, …); the tables of a published file (`v_weekly_market`, `v_weekly_activity`, \
            `v_weekly_interest`, `v_latest`, `v_ranking`), see `assay store publish`; and a table for each metric, with a row \
            for each fact as its source has it and the columns entity_id, key, source, value and a time:
              week_start  of weekly series: close_usd, volume_mean_usd, commits, developers, interest, …
              time        of other facts: price_usd, market_cap_usd, volume_usd, circulating_supply, …
            `key` is what the source calls a coin or repository; a coin of the list joins on `key = coin_id`. A table that \
            is not in the store is made when a statement names it, for that statement: where you ask often, publish.
            """,
            examples: [
                #"assay store sql "SELECT coin_id, price_usd, price_usd_time FROM v_latest LIMIT 10""#,
                #"assay store sql "SELECT key, avg(value) AS mean FROM close_usd WHERE week_start >= '2024-01-01' GROUP BY key" --format csv"#,
            ]
        )
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
                Console.tell(queryOverTime)
                _exit(ExitStatus.failed.rawValue)
            }
            DispatchQueue.global().asyncAfter(deadline: .now() + timeout + 1, execute: end)
            defer { end.cancel() }
            return try storeQuery(statement, rows: limitRows, seconds: timeout, in: store.location, tell: Console.tell)
        }
    }
}

struct ArchiveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "archive",
        "Shows downloaded answers.",
        examples: ["assay archive list", "assay archive list answers --format csv"],
        subcommands: [List.self]
    )

    struct List: StoreTableCommand {
        static let configuration = CommandConfiguration(
            "Lists downloaded answers by source and day.",
            examples: ["assay archive list", "assay archive list answers --format csv"]
        )
        @Argument(help: .value("folder", "The archive; by default the store's name with .answers."))
        var folder: String?

        @OptionGroup var output: OutputOptions
        @OptionGroup var store: StoreOptions

        func table() throws -> Table { try archiveList(folder ?? store.location.answers) }
    }
}
