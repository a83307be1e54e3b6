import ArgumentParser
import CoinModel
import CoinOperations
import CoinTables
import Foundation

struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract: "Looks into, queries, checks, copies, compacts and rebuilds the store.",
        discussion: """
            Examples:
              assay store info
              assay store check --store assay.sqlite
            """,
        subcommands: [Info.self, Check.self, Backup.self, Compact.self, Rebuild.self, SQL.self]
    )

    struct Info: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "info",
            abstract: "Tells what the store holds and how large it is.",
            discussion: """
                Examples:
                  assay store info
                  assay store info --format json
                """
        )
        @Flag(inversion: .prefixedNo, help: "Tell the content digest, which takes every value of the store.")
        var digest = true

        @OptionGroup var output: OutputOptions
        @OptionGroup var store: StoreOptions
        @OptionGroup var common: CommonOptions

        mutating func run() throws {
            common.apply()
            try output.show(storeInfo(store.location, withDigest: digest), reading: store.files)
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Verifies every checksum, count and span; exits 7 when anything is damaged.",
            discussion: """
                Examples:
                  assay store check
                  assay store check --format json
                """
        )
        @OptionGroup var output: OutputOptions
        @OptionGroup var store: StoreOptions
        @OptionGroup var common: CommonOptions

        mutating func run() throws {
            common.apply()
            try output.checked(reading: store.files)
            let table = try storeCheck(store.location)
            if table.rows.isEmpty {
                Console.tell(Diagnostic(.note, "sound", place: store.path, "is sound"))
                return
            }
            try output.show(table, reading: store.files)
            throw Ended(status: .damaged)
        }
    }

    struct Backup: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "backup",
            abstract: "Copies the store to another file while it is in use.",
            discussion: """
                The copy is the state of one moment, checked before it gets its name.

                Examples:
                  assay store backup assay-2024-03-25.sqlite
                  assay store backup /media/usb/assay.sqlite --force
                """
        )
        @Argument(help: "The file to make.")
        var file: String

        @Flag(help: "Replace the file if it is there.")
        var force = false

        @OptionGroup var store: StoreOptions
        @OptionGroup var common: CommonOptions

        mutating func run() throws {
            common.apply()
            Console.tell(try backUpStore(store.location, to: file, replacing: force))
        }
    }

    struct Compact: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "compact",
            abstract: "Writes the store's file anew without unused pages.",
            discussion: """
                What the store says stays the same, to the content digest.

                Examples:
                  assay store compact
                  assay store compact --store assay.sqlite --wait 60
                """
        )
        @OptionGroup var store: StoreOptions
        @OptionGroup var common: CommonOptions

        mutating func run() throws {
            common.apply()
            Console.tell(try compactStore(store.location))
        }
    }

    struct SQL: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sql",
            abstract: "Answers one SQL statement that only reads.",
            discussion: """
                Beside the store's plain tables and views (`v_latest`, `v_weekly_activity`, `v_coverage`, `v_ranking`, `coin`, \
                `coin_repository`, `load`, `reject`, …) there are two table functions over all facts, each with the columns \
                entity_id, key, source, value and a time:
                  weekly(METRIC [, SINCE [, UNTIL]])     a row a week (week_start): close_usd, commits, interest, …
                  snapshots(METRIC [, SINCE [, UNTIL]])  a row a fact (time): price_usd, market_cap_usd, …
                `key` is what the source calls a coin or repository; a coin of the list joins on `key = coin_id`.

                Examples:
                  assay store sql "SELECT name, price_usd, price_usd_time FROM v_latest LIMIT 10"
                  assay store sql "SELECT key, avg(value) AS mean FROM weekly('close_usd', '2024-01-01') GROUP BY key" \
                --format csv
                """
        )
        @Argument(help: "The statement: SELECT, VALUES, WITH or EXPLAIN.")
        var statement: String

        @Option(
            help: ArgumentHelp("The most rows to write.", valueName: "n"),
            transform: CheckedNumber.whole(1...1_000_000_000)
        )
        var limitRows = 100_000

        @Option(
            help: ArgumentHelp("The most seconds to work.", valueName: "seconds"),
            transform: CheckedNumber.decimal(0.001...1_000_000)
        )
        var timeout = 60.0

        @OptionGroup var output: OutputOptions
        @OptionGroup var store: StoreOptions
        @OptionGroup var common: CommonOptions

        mutating func run() throws {
            common.apply()
            try output.show(answer(), reading: store.files)
        }

        /// What the store answers in the time that the query has; writing it may take longer.
        private func answer() throws -> Table {
            // Nothing but the end of the process ends one call of a function that SQLite has.
            let end = DispatchWorkItem {
                Console.tell(queryOverTime)
                _exit(ExitStatus.failed.rawValue)
            }
            DispatchQueue.global().asyncAfter(deadline: .now() + timeout + 1, execute: end)
            defer { end.cancel() }
            return try storeQuery(
                statement,
                rows: limitRows,
                seconds: timeout,
                in: store.location,
                report: Console.tell
            )
        }
    }
}

struct Sources: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sources",
        abstract: "Lists the formats that can be loaded.",
        discussion: """
            Examples:
              assay sources
              assay sources --format json
            """
    )

    @OptionGroup var output: OutputOptions
    @OptionGroup var common: CommonOptions

    mutating func run() throws {
        common.apply()
        try output.show(sourceTable(), reading: [])
    }
}

struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explains the columns of the reports.",
        discussion: """
            Examples:
              assay explain dev_change_pct
              assay explain --format csv
            """
    )

    @Argument(help: "Columns; none for all.")
    var columns: [String] = []

    @OptionGroup var output: OutputOptions
    @OptionGroup var common: CommonOptions

    mutating func run() throws {
        common.apply()
        try output.show(columnTable(columns), reading: [])
    }
}
