internal import CoinModel
public import CoinOperations
internal import CoinTables

/// A pipeline: which inputs are loaded, which ranking is computed, which files are written.
///
/// Paths in the file count from the folder in which the file lies, by the name that it is given; here they stand as the
/// working folder sees them.
public struct Definition: Sendable {
    /// What is loaded and fetched, in order.
    public var stages: [Stage] = []
    /// Whether no requests are made: archived answers replace those of live sources.
    public var isOffline = false
    /// How live sources are reached.
    var access = StageAccess()
    /// The store.
    public var store: String
    /// The folder that outputs and the run's record are written to.
    public var folder: String
    /// Preset, moment and options.
    public var request = RankRequest(preset: RankRequest.presets[0])
    /// The folder of screens.
    var screens: String
    /// The same where the definition names it: a site shows these.
    var siteScreens: String?
    /// The currency that the definition names; nil where it names none.
    var quote: String?
    /// The most rejected rows, in percent of those that a run reads, that leave it whole.
    public var maximalRejects = LoadReport.rejectLimit
    /// What has to hold of the ranking before anything is written.
    public var checks: [DataCheck] = []
    /// What is worth a message when it becomes true of a coin.
    public var alerts: [AlertRule] = []
    /// Which new coins of sources a run reports, a condition on `newListingColumns`; nil for all.
    var newListings: String?
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
    /// The keys of a definition, in the order in which they are taken: some read in the light of those before.
    static var keys: [YAMLKey<Definition>] {
        [
            YAMLKey("parameters", Parameters.form, "Texts that stand for `${name}`; --set name=value sets one."),
            YAMLKey("store", \.store, .path, "The store; assay.sqlite without it."),
            YAMLKey("out", \.folder, .path, "The folder of outputs and run.json; out without it."),
            YAMLKey("as-of", \.request.asOf, .moment, "Use facts up to it; the newest market fact without it."),
            YAMLKey("known", \.request.known, .moment, "The moment as of whose loads the store is read."),
            YAMLKey("preset", \.request.preset, .choice("preset", of: RankRequest.presets), "How coins are scored."),
            YAMLKey("quote", .code, "The currency of money.") { ($1.quote, $1.request.quote) = ($0, $0) },
            YAMLKey("prefer", \.request.preferredSources, .texts, "The sources of market data to read first."),
            YAMLKey("weights", YAMLForm<Double>.number.byName, "Weights of the preset's signals.") {
                $1.request.weights = try weights($0, ofPreset: $1.request.preset)
            },
            YAMLKey("cap-from", \.request.capFrom, .money, "Only coins of this capitalisation or more stand out."),
            YAMLKey("cap-to", \.request.capTo, .money, "Only coins of this capitalisation or less stand out."),
            YAMLKey("stale-after", \.request.staleAfter, .whole(from: 0), "The most days that figures may be old."),
            YAMLKey("max-rejects", \.maximalRejects, .percent, "The most rejected rows that leave a run whole, in %."),
            YAMLKey("inputs", .node("inputs"), "What is loaded.") { $1.stages = try Stage.inputs($0) },
            YAMLKey("stages", YAMLForm.node("stage").list, "What is loaded and asked, in place of inputs.") {
                $1.stages = try $0.flatMap(Stage.list)
            },
            YAMLKey("archive", \.access.archive, .path, "The folder of raw answers."),
            YAMLKey("offline", \.isOffline, .flag, "Whether the archive stands for what sources would answer."),
            YAMLKey(
                "key-file",
                \.access.keyFile,
                .path,
                "A file of keys, lines NAME=key, that only its owner may read."
            ),
            YAMLKey("ca-file", \.access.certificates, .path, "A file of certificates to believe."),
            YAMLKey("base", YAMLForm.text.byName, "Where sources are instead of their documented addresses.") {
                $1.access.bases = try $0.map { "\(try $0.key.text())=\(try $0.value.text())" }
            },
            YAMLKey("screens", .path, "The folder of screens, which a site shows; without it screens, which none does.")
            {
                ($1.screens, $1.siteScreens) = ($0, $0)
            },
            YAMLKey("checks", YAMLForm.node("check").list, "What has to be true before anything is written.") {
                for node in $0 { $1.checks.append(try DataCheck(node, for: $1.request)) }
            },
            YAMLKey("alerts", YAMLForm.node("alert").list, "What is worth a message when it becomes true of a coin.") {
                for node in $0 { $1.alerts.append(try AlertRule(node, for: $1.request, screens: $1.screens)) }
            },
            YAMLKey("new-listings", .text, "Which new coins of sources are reported: a condition; all without it.") {
                $1.newListings = $0
            },
            YAMLKey("alert-command", \.alertCommand, .texts, "A program that gets the events, a line of JSON each."),
            YAMLKey("outputs", YAMLForm.node("output").list, "What is written.") {
                for node in $0 { try $1.add(Output(node, for: $1.request, screens: $1.screens), at: node) }
            },
        ]
    }

    private mutating func add(_ output: Output, at node: DefinitionNode) throws {
        // Some file systems take `Report.csv` for `report.csv`.
        guard !outputs.contains(where: { $0.name.lowercased() == output.name.lowercased() }) else {
            throw node.error("`\(output.name)` is written twice; give each output a name of its own")
        }
        outputs.append(output)
    }

    /// Reads the YAML text of a definition, at most 1 MiB; settings and the environment have values of its parameters.
    ///
    /// Every key is known or refused with its line, so that a slip of the pen cannot change a ranking silently.
    ///
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
            throw source.error("empty", "has no definition; name at least `inputs`")
        }
        var top = try root.mapping(allowing: Definition.keys.map(\.name))
        var parameters = try Parameters(top.removeValue(forKey: "parameters"), settings, environment)
        for key in try root.entries().map({ try $0.key.text() }) {
            top[key] = try top[key]?.filled(by: &parameters, takingSecrets: key == "alert-command")
        }
        try parameters.checkSettings(of: root)
        self.parameters = parameters.used
        self.digest = digest
        (store, folder) = (root.folder.resolve(StoreLocation.usualPath), root.folder.resolve("out"))
        screens = root.folder.resolve(Screen.usualFolder)
        if let stages = top["stages"], top["inputs"] != nil {
            throw stages.error("`inputs` and `stages` exclude each other; make them stages: `- load: {coins: …}`")
        }
        guard top["stages"] != nil || top["inputs"] != nil else {
            throw root.error("`inputs` is missing; name at least one file, or `stages`")
        }
        for key in Definition.keys { try key.take(from: top, into: &self, at: root) }
        if let siteScreens, outputs.contains(where: { $0.kind == .site }), let node = top["screens"] {
            _ = try node.reading { try Screen.all(in: siteScreens) }
        }
        if let newListings, let node = top["new-listings"] {
            do {
                _ = try Filter(parsing: newListings, columns: newListingColumns)
            } catch {
                throw node.error(OperationError(error).diagnostic.message)
            }
        }
        if let program = alertCommand.first, parameters.secrets.contains(where: program.contains) {
            throw root.error("the program of `alert-command` contains a secret; only the words behind it may")
        }
    }
}
