import ArgumentParser
import CoinOperations
import Foundation

struct Demo: ParsableCommand {
    static let configuration = CommandConfiguration(
        "Creates a folder with sample data to try.",
        """
        72 real coins with prices, commits and search interest up to 2024-03-25. Files that lie there already are left \
        as they are where they hold the same, and else refused.
        """,
        examples: ["assay demo try-assay", "assay demo . --quiet"]
    )

    @Argument(help: .value("folder", "Where it goes; it is made if it is not there."))
    var folder: String

    @OptionGroup var common: CommonOptions

    mutating func run() throws {
        let files = try layOutBundledData(
            in: folder,
            besideProgram: Bundle.main.executablePath ?? "",
            tell: Console.tell
        )
        Console.tell(files)
    }
}
