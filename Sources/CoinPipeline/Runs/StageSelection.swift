internal import CoinModel
internal import CoinOperations

/// Which stages of a pipeline a run carries out: all, some by their names, or those from one on.
struct StageSelection {
    private let taken: Set<String>
    /// The names of what is left out, in order; nil where nothing is.
    let leftOut: [String]?

    private init(_ taken: Set<String>, of names: [String]) {
        self.taken = taken
        let others = names.filter { !taken.contains($0) }
        leftOut = others.isEmpty ? nil : others
    }

    /// Chooses stages.
    ///
    /// - Throws: `OperationError` for a name that no stage has.
    init(of definition: Definition, only: [String], from: String?, path: String) throws {
        let names = definition.stageNames
        func place(_ name: String) throws -> Int {
            if let place = names.firstIndex(of: name) { return place }
            let next = "\(path) has: \(names.joined(separator: ", "))"
            throw OperationError.unknown("stage", name, among: names, else: next)
        }
        var taken = Set(try only.isEmpty ? names : only.map { names[try place($0)] })
        if let from { taken.subtract(names[..<(try place(from))]) }
        guard !taken.isEmpty else {
            let next = "together leave nothing of it to do; name stages that are the same or later ones"
            throw OperationError(.usage, "no-stage", place: path, "--only and --from \(next)")
        }
        self.init(taken, of: names)
    }

    /// The same without some more stages of a definition.
    func without(_ names: [String], of definition: Definition) -> StageSelection {
        StageSelection(taken.subtracting(names), of: definition.stageNames)
    }

    /// Whether anything is done with a ranking.
    var ranks: Bool { RankingStage.allCases.contains(where: takes) }

    /// Whether a stage is carried out.
    func takes(_ stage: Stage) -> Bool { taken.contains(stage.name) }

    func takes(_ stage: RankingStage) -> Bool { taken.contains(stage.rawValue) }

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
    var stage: RankingStage { kind == .export ? .export : .report }
}
