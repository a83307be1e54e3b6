internal import CoinModel
public import CoinOperations
internal import Foundation

extension PipelineRun {
    /// Loads and asks what the stages say, in their order; what is asked side by side see `fetch`.
    ///
    /// - Returns: how it ended, and whether an input was loaded that was not loaded before.
    /// - Throws: `OperationError` when nothing at all could be loaded, or the store cannot be written.
    mutating func takeInputs(_ previous: RunRecord?) throws -> (status: ExitStatus, isNew: Bool) {
        var statuses: [ExitStatus] = []
        var loaded = LoadReport()
        for part in parts {
            switch part {
            case .load(let input):
                let report = try timed("load \(input.kind) \(input.path)") { run in
                    try run.load(input)
                }
                statuses.append(report.status)
                loaded.inputs += report.inputs
            case .fetch(let stages):
                for (status, inputs) in try fetch(stages) {
                    statuses.append(status)
                    loaded.inputs += inputs
                }
            }
        }
        // What was refused or did not come makes the result partial; only when all of it did is there nothing to rank.
        let isWhole = statuses.allSatisfy { $0 == .success }
        if !isWhole, statuses.allSatisfy({ $0 == .failed }) {
            if selection.ranks, !failures.isEmpty, FileManager.default.fileExists(atPath: store.path) {
                let log = log
                log.attempt { try reportNews() }
            }
            throw OperationError(.failed, "all-refused", place: path, "nothing was loaded; see the errors above")
        }
        let isNew = loaded.inputs.contains { $0.state == .loaded }
        // What was rejected when an input was loaded is missing for as long as that input holds.
        let excess =
            loaded.excess(over: definition.maximalRejects)?.diagnostic
            ?? (isNew ? nil : previous?.excess(inRunLike: record))
        excess.map(log.note)
        return (isWhole && excess == nil ? .success : .partial, isNew)
    }

    /// What a stage asks to be loaded.
    func loadRequest(_ input: Stage.Load) throws -> LoadRequest {
        var request = input.request
        request.paths = [input.path]
        request.now = clock()
        request.hints.quote = request.hints.quote ?? definition.quote
        request.ecosystems = try input.ecosystems.map { try EcosystemsFile(path: $0) }
        return request
    }

    private mutating func load(_ input: Stage.Load) throws -> LoadReport {
        let report = try CoinOperations.load(loadRequest(input), into: store, report: log.note)
        record.inputs += report.inputs.map { RunRecord.Input($0, kind: input.kind.rawValue) }
        return report
    }

    /// What no output may be: the definition, the store, and what is loaded.
    public var inputs: ReservedFiles {
        let named = definition.stages.flatMap { stage -> [String] in
            guard case .load(let input) = stage else { return [] }
            return [input.path, input.ecosystems].compactMap { $0 }
        }
        return store.reserved + [path] + named
    }
}
