internal import CoinModel
internal import CoinOperations
public import CoinTables

extension PipelineRun {
    /// What a definition does as a page: what is asked and loaded, what it is ranked by, what is written; and what each step does.
    public var flow: Table {
        // Pages go to others, whom the folders of this machine do not concern.
        func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
        let stages = definition.stages.map { stage -> FlowBox in
            switch stage {
            case .load(let load): (load.name, name(load.path))
            case .fetch(let fetch): (fetch.name, fetch.title)
            }
        }
        let checks = definition.checks.isEmpty ? "" : ", \(counted(definition.checks.count, "check"))"
        let store = FlowBox("store", name(definition.store) + checks)
        let ranking = FlowBox("ranking", "preset \(definition.request.preset)")
        let outputs = definition.outputs.map { output -> FlowBox in
            (output.name, String(output.kind.title.prefix { $0 != "," }))
        }
        let alerts = definition.alerts.isEmpty ? [] : [FlowBox("alerts", counted(definition.alerts.count, "rule"))]
        let columns = [stages, [store], [ranking], outputs + alerts].filter { !$0.isEmpty }
        var table = Table(title: "Pipeline", columns: [], rows: [])
        let parts = "\(counted(stages.count, "input")); \(counted(outputs.count, "output"))"
        var story = Story("Pipeline \(name(path))", lead: "What a run of it does, from left to right: \(parts).")
        story.blocks = [.flow(columns)]
        table.story = story
        return table
    }
}
