import ArgumentParser
import CoinModel
import CoinOperations
import CoinPipeline
import Foundation

extension ReportCommand {
    struct Docs: ParsableCommand {
        static let configuration = CommandConfiguration("report docs")

        @Argument(help: .value("pipeline", "A pipeline to show too: what leads to what."), completion: .yaml)
        var pipeline: String?

        @Option(help: .value("folder", "Where the pages go; it is made if it is not there."), completion: .directory)
        var output = "docs"

        @Flag(help: "Write into a folder that has files of others too.")
        var force = false

        @OptionGroup var store: StoreOptions

        mutating func run() throws {
            let written = try writeDocumentation(
                documentedCommands(),
                ownPages(),
                to: output,
                isForced: force,
                besideProgram: Bundle.main.executablePath ?? "",
                report: Console.report
            )
            Console.report(written)
        }

        /// The pipeline and the last runs of the store, as far as there are such.
        private func ownPages() throws -> [OwnPage] {
            var pages: [OwnPage] = []
            if let pipeline {
                var overrides = RunOverrides()
                overrides.environment = ProcessInfo.processInfo.environment
                let run = try PipelineRun(
                    path: pipeline,
                    overrides: overrides,
                    clock: { .systemNow },
                    report: Console.report,
                    progress: { _ in }
                )
                pages.append(("Pipeline", "what leads to what in a run", run.flow))
            }
            do {
                let runs = try RunHistory(of: store.location).list(report: Console.report)
                pages.append(("Runs", "when pipelines ran on this store", runs))
            } catch let error as OperationError where error.status == .nothingSelected {
                // A store without runs has no page of them.
            }
            return pages
        }
    }
}

/// All commands by their groups, each with its page of help and its options.
private func documentedCommands() throws -> [DocumentedCommand] {
    func all(_ command: any ParsableCommand.Type, _ words: [String], _ group: String) throws -> [DocumentedCommand] {
        let below = command.configuration.subcommands
        let own = try CommandDescription(of: command).ownArguments.filter(\.shouldDisplay).map {
            (form: $0.form, meaning: $0.abstract ?? "")
        }
        let name = words.joined(separator: " ")
        let page = DocumentedCommand(name, group: group, help: HelpPages.text(of: name), options: own)
        return try [page] + below.flatMap { try all($0, words + [$0._commandName], group) }
    }
    return try commandGroups().flatMap { group in
        try group.subcommands.flatMap { try all($0, [$0._commandName], group.name) }
    }
}
