internal import CoinModel
public import CoinOperations

/// A pipeline: which inputs are loaded, which ranking is computed, which files are written.
///
/// Paths in the file count from the folder in which the file lies, by the name that it is given; here they stand as the
/// working folder sees them.
public struct Definition: Sendable {
    /// What is loaded and fetched, in order.
    public var stages: [Stage] = []
    /// Whether nobody is asked: what the archive holds stands for what live sources would answer.
    public var isOffline: Bool
    /// How live sources are reached.
    public var access: StageAccess
    /// The store.
    public var store: String
    /// The folder that outputs and the run's record are written to.
    public var folder: String
    /// Preset, moment and options.
    public var request: RankRequest
    /// The most rejected rows, in percent of those that a run reads, that leave it whole.
    public var maximalRejects = LoadReport.rejectLimit
    /// What has to hold of the ranking before anything is written.
    public var checks: [DataCheck] = []
    /// What is worth a message when it becomes true of a coin.
    public var alerts: [AlertRule] = []
    /// A program of the user with its words, which gets each run's events; empty for none.
    public var alertCommand: [String] = []
    /// What is written.
    public var outputs: [Output] = []
    /// The digest of the file.
    public var digest: String
    /// The parameters that stand in it, each with its value, or where that may come from the environment with its digest.
    public let parameters: [String: String]
}

extension Definition {
    /// Reads a definition.
    ///
    /// Every key is known or refused with its line, so that a slip of the pen cannot change a ranking silently.
    ///
    /// - Parameters:
    ///   - bytes: the YAML text, at most 1 MiB.
    ///   - path: the file, for messages.
    ///   - digest: the digest of the bytes.
    ///   - settings: values of parameters, by their names.
    ///   - environment: the variables that parameters may take their values from.
    /// - Throws: `OperationError` naming line and column.
    public init(
        yaml bytes: [UInt8],
        path: String,
        digest: String,
        settings: [String: String],
        environment: [String: String]
    ) throws {
        let source = YAMLSource(kind: "definition", path: path)
        guard let root = try DefinitionNode(yaml: bytes, source) else {
            throw source.error("empty", "holds no definition; name at least `inputs`")
        }
        let folder = DefinitionFolder(ofFile: path)
        var top = try root.mapping(allowing: [
            "parameters", "store", "out", "as-of", "known", "preset", "quote", "prefer", "weights", "stale-after",
            "max-rejects",
            "inputs", "stages", "archive", "offline", "key-file", "ca-file", "base", "checks", "alerts",
            "alert-command",
            "outputs",
        ])
        var parameters = try Parameters(top.removeValue(forKey: "parameters"), settings, environment)
        for key in try root.entries().map({ try $0.key.text() }) {
            top[key] = try top[key]?.filled(by: &parameters, takingSecrets: key == "alert-command")
        }
        try parameters.checkSettings(of: root)
        self.parameters = parameters.used
        self.digest = digest
        store = folder.resolve(try top["store"]?.text() ?? "assay.sqlite")
        self.folder = folder.resolve(try top["out"]?.text() ?? "out")
        let preset = try top["preset"]?.choice("preset", of: RankRequest.presets) ?? RankRequest.presets[0]
        let quote = try top["quote"]?.text().lowercased()
        request = RankRequest(preset: preset, quote: quote ?? "usd")
        request.asOf = try top["as-of"]?.moment()
        request.known = try top["known"]?.moment()
        request.preferredSources = try top["prefer"]?.items().map { try $0.text() } ?? []
        request.staleAfter = try top["stale-after"]?.whole(from: 0)
        maximalRejects = try top["max-rejects"]?.percent() ?? maximalRejects
        let signals = RankRequest.signals(ofPreset: preset) ?? []
        request.weights = try top["weights"]?.weights(of: signals, preset: preset) ?? [:]
        access = try StageAccess(top, folder)
        isOffline = try top["offline"]?.flag() ?? false
        switch (top["inputs"], top["stages"]) {
        case (let node?, nil): stages = try Stage.inputs(node, quote, folder)
        case (nil, let node?): stages = try Stage.list(node, quote, folder)
        case (_?, let node?): throw node.error("`inputs` stand beside `stages`; make them stages: `- load: {coins: …}`")
        case (nil, nil): throw root.error("`inputs` is missing; name at least one file, or `stages`")
        }
        checks = try top["checks"]?.items().map { try DataCheck($0, for: request) } ?? []
        alerts = try top["alerts"]?.items().map { try AlertRule($0, for: request) } ?? []
        alertCommand = try top["alert-command"]?.items().map { try $0.text() } ?? []
        if let program = alertCommand.first, parameters.secrets.contains(where: program.contains) {
            throw root.error("the program of `alert-command` holds a secret; only the words behind it may")
        }
        for item in try top["outputs"]?.items() ?? [] {
            let output = try Output(item, for: request, folder)
            guard !outputs.contains(where: { $0.name == output.name }) else {
                throw item.error("`\(output.name)` is written twice; give each output a name of its own")
            }
            outputs.append(output)
        }
    }
}
