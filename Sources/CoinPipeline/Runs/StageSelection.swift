internal import CoinOperations

/// Which stages of a pipeline a run carries out: all, some by their names, or those from one on.
struct StageSelection {
    /// The names of what is left out, in order; nil where nothing is.
    let leftOut: [String]?

    /// Chooses stages.
    ///
    /// - Throws: `OperationError` for a name that no stage has.
    init(of definition: Definition, only: [String], from: String?, path: String) throws {
        let names = definition.stageNames
        func place(_ name: String) throws -> Int {
            if let place = names.firstIndex(of: name) { return place }
            let next = suggestion(name, names, else: "there are: \(names.joined(separator: ", "))")
            throw OperationError(.usage, "unknown-stage", place: name, "is no stage of \(path); \(next)")
        }
        var chosen = Set(try only.isEmpty ? names : only.map { names[try place($0)] })
        if let from { chosen.subtract(names[..<(try place(from))]) }
        guard !chosen.isEmpty else {
            let next = "together leave nothing of it to do; name stages that are the same or later ones"
            throw OperationError(.usage, "no-stage", place: path, "--only and --from \(next)")
        }
        let others = names.filter { !chosen.contains($0) }
        leftOut = others.isEmpty ? nil : others
    }

    /// Whether a stage is carried out.
    func takes(_ name: String) -> Bool { leftOut?.contains(name) != true }

    func takes(_ stage: Stage) -> Bool { takes(stage.name) }

    func takes(_ stage: RankingStage) -> Bool { takes(stage.rawValue) }

    func takes(_ output: Definition.Output) -> Bool { takes(output.stage) }
}

extension Definition {
    /// The names of all stages in their order, each once.
    var stageNames: [String] {
        let behind = RankingStage.allCases.filter { stage in
            switch stage {
            case .score: true
            case .check: !checks.isEmpty
            case .report, .export: outputs.contains { $0.stage == stage }
            case .alert: !alerts.isEmpty
            }
        }
        var seen: Set<String> = []
        return (stages.map(\.name) + behind.map(\.rawValue)).filter { seen.insert($0).inserted }
    }
}

extension Definition.Output {
    /// The stage that writes it.
    var stage: RankingStage { if case .export = content { .export } else { .report } }
}
