import ArgumentParser
import CoinOperations
import Foundation

struct Demo: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lays out the bundled data and pipelines in a folder, to try everything on.",
        discussion: """
            72 real coins with prices, commits and search interest up to 2024-03-25. Files that lie there already are left \
            as they are where they hold the same, and else refused.

            Examples:
              assay demo try-assay
              assay demo . --quiet
            """
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

struct Completions: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints what a shell needs to complete commands and options.",
        discussion: """
            Examples:
              assay completions bash
              assay completions zsh
            """
    )

    enum Shell: String, ExpressibleByArgument, CaseIterable {
        case bash, zsh, fish
    }

    @Argument(help: "The shell: bash, zsh or fish.")
    var shell: Shell

    @OptionGroup var common: CommonOptions

    mutating func run() throws {
        let known: [Shell: CompletionShell] = [.bash: .bash, .zsh: .zsh, .fish: .fish]
        guard let shell = known[shell] else { return }
        Console.print(Array(Assay.completionScript(for: shell).utf8))
    }
}
