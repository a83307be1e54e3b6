import ArgumentParser
import CoinModel
import CoinOperations

struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract: "Looks into, checks, copies, compacts and rebuilds the store.",
        discussion: """
            Examples:
              assay store info
              assay store check --store assay.sqlite
            """,
        subcommands: [Info.self, Check.self, Backup.self, Compact.self, Rebuild.self]
    )

    struct Info: ParsableCommand {
        static let configuration = CommandConfiguration(
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
            try output.show(storeInfo(store.location, withDigest: digest))
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
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
            let table = try storeCheck(store.location)
            if table.rows.isEmpty {
                Console.tell(Diagnostic(.note, "sound", place: store.path, "is sound"))
                return
            }
            try output.show(table)
            throw Ended(status: .damaged)
        }
    }

    struct Backup: ParsableCommand {
        static let configuration = CommandConfiguration(
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
}

struct Sources: ParsableCommand {
    static let configuration = CommandConfiguration(
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
        try output.show(sourceTable())
    }
}

struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
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
        try output.show(columnTable(columns))
    }
}
