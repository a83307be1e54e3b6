import ArgumentParser
import CoinModel
import CoinOperations
import CoinTables

/// Which ids of several sources are one coin.
extension Identity {
    struct Crosswalk: StoreTableCommand {
        static let configuration = CommandConfiguration(
            "Shows which ids of several sources are one coin, and why.",
            """
            Certain, and applied: an equal contract address on the same chain; a source's own word for the other's id; \
            what a person reviewed; symbol and name both equal, borne by one coin of each source, with prices of one day \
            within 5 %; and a listed coin without figures of its own takes the one that bears its symbol and name. \
            All but one of these signs is a proposal, which `--proposed` shows and nothing but a review applies. A symbol \
            alone is nothing.
            """,
            examples: [
                "assay identity crosswalk --output crosswalk.csv",
                "assay identity crosswalk --proposed --output coins-review.csv",
            ]
        )

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
        static let configuration = CommandConfiguration(
            "Applies a reviewed table of proposals.",
            """
            The table is what `assay identity crosswalk --proposed` gives, with yes or no in the column `decision`; rows \
            without one stay undecided. All of it is one load, which `assay store forget` undoes.
            """,
            examples: [
                "assay identity review coins-review.csv",
                "assay identity review coins-review.csv --store coins.sqlite",
            ]
        )

        @Argument(help: .value("file", "The table, as CSV."))
        var file: String

        @OptionGroup var store: StoreOptions

        mutating func run() throws { Console.tell(try reviewCoins(file, in: store.location, now: .systemNow)) }
    }

    struct Merge: ParsableCommand {
        static let configuration = CommandConfiguration(
            "Merges coins.",
            """
            The first one's id stays; facts, repositories and tags of the others are its own from then on. Coins are named \
            by id, symbol or name, those of a source as coinpaprika:ID, coinmarketcap:ID or cryptocompare:ID. Coins \
            whose prices differ over twofold on most of their common days are refused.
            """,
            examples: [
                "assay identity merge bitcoin coinpaprika:btc-bitcoin",
                "assay identity merge near coinpaprika:near-near-protocol --store coins.sqlite",
            ]
        )

        @Argument(help: .value("coin", "The coin whose id stays."))
        var coin: String

        @Argument(help: .value("others", "The coins that it is, too."))
        var others: [String]

        @Flag(help: "Merges coins whose prices are far apart, too.")
        var force = false

        @OptionGroup var store: StoreOptions

        mutating func run() throws {
            Console.tell(try decide(.merge(coin, others), isForced: force, in: store.location, now: .systemNow))
        }
    }

    struct Split: ParsableCommand {
        static let configuration = CommandConfiguration(
            "Separates coins.",
            "It undoes a merge, and keeps apart what addresses, names and prices would join.",
            examples: [
                "assay identity split bitcoin coinpaprika:btc-bitcoin",
                "assay identity split batcat coinmarketcap:1 --store coins.sqlite",
            ]
        )

        @Argument(help: .value("coin", "The coin."))
        var coin: String

        @Argument(help: .value("others", "The coins that it is not."))
        var others: [String]

        @OptionGroup var store: StoreOptions

        mutating func run() throws {
            Console.tell(try decide(.split(coin, others), in: store.location, now: .systemNow))
        }
    }

    struct Alias: ParsableCommand {
        static let configuration = CommandConfiguration(
            "Adds another name of a coin.",
            """
            `assay find`, `assay coin` and the terms of search-interest exports know the coin by it, where no coin bears \
            it as its id, name or symbol.
            """,
            examples: [
                "assay identity alias bitcoin XBT",
                "assay identity alias polygon-ecosystem-token Matic POL --store coins.sqlite",
            ]
        )

        @Argument(help: .value("coin", "The coin."))
        var coin: String

        @Argument(help: .value("names", "Its other names."))
        var names: [String]

        @OptionGroup var store: StoreOptions

        mutating func run() throws {
            Console.tell(try decide(.alias(coin, names), in: store.location, now: .systemNow))
        }
    }

    struct Migrate: ParsableCommand {
        static let configuration = CommandConfiguration(
            "Records that a coin became another one.",
            """
            Before that day the new coin's market figures are the old one's, in its units: prices by OLD / NEW, supplies by \
            NEW / OLD, capitalisations and volumes as they are. From that day on rankings leave the old coin out as migrated. \
            A ratio is OLD:NEW, so many old units for so many new ones; a single number could be read either way and is \
            refused. Activity stays as the coins' repositories have it.

            Where OLD and NEW are the same coin, its own units were exchanged for others (a redenomination), and it goes on.

            It is a load of its own: `assay store forget` or `assay identity split NEW OLD` takes it back, and the same coins \
            with another ratio or day replace it.
            """,
            examples: [
                "assay identity migrate ethlend aave --ratio 100:1 --on 2020-10-03",
                "assay identity migrate matic-network polygon-ecosystem-token --ratio 1:1 --on 2024-09-04",
            ]
        )

        @Argument(help: .value("old", "The coin that was."))
        var old: String

        @Argument(help: .value("new", "The coin that it became."))
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
            let verdict = CoinVerdict.migrate(old, new, MigrationTerms(ratio: ratio, day: on))
            Console.tell(try decide(verdict, in: store.location, now: .systemNow))
        }
    }
}
