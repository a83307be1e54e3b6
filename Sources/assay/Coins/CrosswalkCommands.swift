import ArgumentParser
import CoinModel
import CoinOperations
import CoinTables

/// Which ids of several sources are one coin.
extension Identity {
    struct Crosswalk: StoreTableCommand {
        static let configuration = CommandConfiguration("identity crosswalk")

        @Flag(help: "The pairs that a person has to decide, for `identity review`.")
        var proposed = false

        @Flag(help: "With the coins of sources that the universe has not.")
        var all = false

        @Option("time", "As it was known then: later loads are left out.", moment)
        var known: AsOf?

        @OptionGroup var output: OutputOptions
        @OptionGroup var store: StoreOptions

        func table() throws -> Table {
            try coinCrosswalk(proposed: proposed, all: all, known: known, in: store.location)
        }
    }

    struct Review: ParsableCommand {
        static let configuration = CommandConfiguration("identity review")

        @Argument(help: .value("file", "The table, as CSV."), completion: .file())
        var file: String

        @OptionGroup var store: StoreOptions

        mutating func run() throws { Console.report(try reviewCoins(file, in: store.location, now: .systemNow)) }
    }

    struct Merge: ParsableCommand {
        static let configuration = CommandConfiguration("identity merge")

        @Argument(help: .value("coin", "The coin whose id stays."), completion: .coins)
        var coin: String

        @Argument(help: .value("others", "The coins that it is, too."), completion: .coins)
        var others: [String]

        @Flag(help: "Merges coins whose prices are far apart, too.")
        var force = false

        @OptionGroup var store: StoreOptions

        mutating func run() throws {
            Console.report(try decide(.same, coin, others, isForced: force, in: store.location, now: .systemNow))
        }
    }

    struct Split: ParsableCommand {
        static let configuration = CommandConfiguration("identity split")

        @Argument(help: .value("coin", "The coin."), completion: .coins)
        var coin: String

        @Argument(help: .value("others", "The coins that it is not."), completion: .coins)
        var others: [String]

        @OptionGroup var store: StoreOptions

        mutating func run() throws {
            Console.report(try decide(.other, coin, others, in: store.location, now: .systemNow))
        }
    }

    struct Alias: ParsableCommand {
        static let configuration = CommandConfiguration("identity alias")

        @Argument(help: .value("coin", "The coin."), completion: .coins)
        var coin: String

        @Argument(help: .value("names", "Its other names."))
        var names: [String]

        @OptionGroup var store: StoreOptions

        mutating func run() throws {
            Console.report(try decide(.alias, coin, names, in: store.location, now: .systemNow))
        }
    }

    struct Migrate: ParsableCommand {
        static let configuration = CommandConfiguration("identity migrate")

        @Argument(help: .value("old", "The coin that was."), completion: .coins)
        var old: String

        @Argument(help: .value("new", "The coin that it became."), completion: .coins)
        var new: String

        @Option(
            "old:new",
            "So many old units for so many new ones, as 100:1.",
            { text in
                guard let ratio = MigrationRatio(text) else {
                    throw ValidationError("takes OLD:NEW, so many old units for so many new ones, as 100:1")
                }
                return ratio
            }
        )
        var ratio: MigrationRatio

        @Option("date", "The first day of the new coin, UTC.", day)
        var on: Day

        @OptionGroup var store: StoreOptions

        mutating func run() throws {
            let terms = MigrationTerms(ratio: ratio, day: on)
            Console.report(try decide(.migrated(terms), new, [old], in: store.location, now: .systemNow))
        }
    }
}
