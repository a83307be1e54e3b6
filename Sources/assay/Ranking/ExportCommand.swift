import ArgumentParser
import CoinOperations

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        "Writes tables for spreadsheets and programs.",
        """
        ranking.csv (all columns), weekly.csv (all weeks of all coins), coins.csv, repositories.csv, market.csv, \
        columns.csv, and datapackage.json (Frictionless Data: types, units, keys, digests, sources). Text stands as it \
        is; an empty cell is missing, never zero. As Parquet, with DuckDB:

          duckdb -c "COPY (FROM 'export/weekly.csv') TO 'weekly.parquet'"
        """,
        examples: ["assay export export", "assay export export --preset classic --as-of 2024-03-25"]
    )

    @Argument(help: .value("folder", "Where the files go; it is made if it is not there."))
    var folder: String

    @Flag(help: "Write into a folder that has files of others too.")
    var force = false

    @OptionGroup var ranking: RankingOptions
    @OptionGroup var watchlist: WatchlistOption
    @OptionGroup var age: AgeOption
    @OptionGroup var store: StoreOptions

    mutating func run() throws {
        let request = age.applied(to: try watchlist.applied(to: ranking.request(of: store), store))
        let (note, failure, _, _) = try Progress.during("exporting") { _ in
            try exportTables(request, to: folder, isForced: force, in: store.location, tell: Console.tell)
        }
        Console.tell(note)
        if let failure { throw failure }
    }
}
