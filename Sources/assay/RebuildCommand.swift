import ArgumentParser
import CoinOperations

extension StoreCommand {
    struct Rebuild: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rebuild",
            abstract: "Makes the store anew from the files that were loaded into it.",
            discussion: """
                Each file that the ledger names is verified by its digest and loaded again with the options and at the \
                moment of then, so that --known answers as before. The new store takes the old one's place when it has \
                the same content digest, or when the old one is damaged, which is kept as FILE.damaged; else it is made \
                beside it as FILE.rebuilt. Files that are missing or changed are named and nothing is made, unless they \
                may be left out.

                Examples:
                  assay store rebuild
                  assay store rebuild --output new.sqlite --allow-missing
                """
        )
        @Option(help: ArgumentHelp("Make this file and leave the store as it is.", valueName: "file"))
        var output: String?

        @Flag(help: "Leave out files that are missing or changed; exits 4.")
        var allowMissing = false

        @Flag(help: "Replace the file to make, and FILE.damaged or FILE.rebuilt of an earlier time.")
        var replace = false

        @OptionGroup var store: StoreOptions
        @OptionGroup var common: CommonOptions

        mutating func run() throws {
            common.apply()
            let status = try rebuildStore(
                store.location,
                RebuildRequest(output: output, isReplacing: replace, allowsMissing: allowMissing),
                tell: Console.tell,
                progress: Progress.show("rebuilding")
            )
            if status != .success { throw Ended(status: status) }
        }
    }
}
