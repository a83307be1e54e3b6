public import CoinModel
public import CoinOperations

/// A pipeline: which inputs are loaded, which ranking is computed, which files are written.
///
/// Paths in the file count from the folder in which the file lies, by the name that it is given; here they stand as the
/// working folder sees them.
public struct Definition: Sendable {
    /// Files and folders by what they hold, in the order in which they are loaded.
    public var inputs: [Input] = []
    /// The store.
    public var store: String
    /// The folder that outputs and the run's record are written to.
    public var folder: String
    /// Preset, moment and options.
    public var request: RankRequest
    /// The most rejected rows, in percent of those that a run reads, that leave it whole.
    public var maximalRejects = LoadReport.rejectLimit
    /// The files to write, each in the format of its ending.
    public var outputs: [Output] = []
    /// The digest of the file.
    public var digest: String

    /// Inputs of one kind.
    public struct Input: Sendable {
        /// What they hold.
        public let kind: LoadKind
        /// Files and folders.
        public let paths: [String]
        /// When they were observed, where they are silent.
        public let observedAt: AsOf?
        /// The quote currency, where they are silent.
        public let quote: String
        /// The reviewed table of coins and their ecosystems; coins alone have one.
        public let ecosystems: String?
        /// What was searched where it was not the web; only trends have it.
        public let property: SearchProperty?
        /// How they write numbers and times, where they could be read in two ways.
        public let notation: Notation
    }

    /// A file to write.
    public struct Output: Sendable {
        /// The file's name in the output folder.
        public let name: String
        /// The columns, as `--columns` has them; nil for the preset's own.
        public let columns: String?
        /// The order, as `--sort` has it; nil for the rank.
        public let sort: String?
        /// The rows, as `--where` has it; nil for all.
        public let filter: String?
        /// The most rows; nil for all.
        public let top: Int?
    }
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
    /// - Throws: `OperationError` naming line and column.
    public init(yaml bytes: [UInt8], path: String, digest: String) throws {
        let source = YAMLSource(kind: "definition", path: path)
        guard let root = try DefinitionNode(yaml: bytes, source) else {
            throw source.error("empty", "holds no definition; name at least `inputs`")
        }
        let folder = DefinitionFolder(ofFile: path)
        let top = try root.mapping(allowing: [
            "store", "out", "as-of", "known", "preset", "quote", "weights", "stale-after", "max-rejects", "inputs",
            "outputs",
        ])
        self.digest = digest
        store = folder.resolve(try top["store"]?.text() ?? "assay.sqlite")
        self.folder = folder.resolve(try top["out"]?.text() ?? "out")
        let preset = try top["preset"]?.text() ?? RankRequest.presets[0]
        guard RankRequest.presets.contains(preset) else {
            let all = RankRequest.presets.joined(separator: ", ")
            throw (top["preset"] ?? root).error("`\(preset)` is no preset; there are: \(all)")
        }
        request = RankRequest(preset: preset, quote: try top["quote"]?.text().lowercased() ?? "usd")
        request.asOf = try top["as-of"]?.moment()
        request.known = try top["known"]?.moment()
        request.staleAfter = try top["stale-after"]?.whole(from: 0)
        maximalRejects = try top["max-rejects"]?.percent() ?? maximalRejects
        let signals = RankRequest.signals(ofPreset: preset) ?? []
        request.weights = try top["weights"]?.weights(of: signals, preset: preset) ?? [:]
        let inputNode = try top["inputs"] ?? { throw root.error("`inputs` is missing; name at least one file") }()
        let named = try inputNode.mapping(allowing: LoadKind.allCases.map(\.rawValue))
        for kind in LoadKind.allCases {
            guard let node = named[kind.rawValue] else { continue }
            for item in try node.items() { inputs.append(try Input(kind, item, request.quote, folder)) }
        }
        for item in try top["outputs"]?.items() ?? [] {
            let output = try Output(item)
            guard !outputs.contains(where: { $0.name == output.name }) else {
                throw item.error("`\(output.name)` is written twice; give each output a name of its own")
            }
            outputs.append(output)
        }
    }
}

extension Definition.Input {
    fileprivate init(_ kind: LoadKind, _ node: DefinitionNode, _ quote: String, _ folder: DefinitionFolder) throws {
        self.kind = kind
        let own = [LoadKind.coins: ["ecosystems"], .trends: ["property"]][kind, default: []]
        let all = ["path", "observed-at", "quote", "decimal", "date-format", "timezone"] + own
        let fields = try node.mapping(allowing: all, elseAs: "path")
        guard let path = fields["path"] else { throw node.error("`path` is missing") }
        paths = [folder.resolve(try path.text())]
        self.quote = try fields["quote"]?.text().lowercased() ?? quote
        observedAt = try fields["observed-at"]?.moment()
        ecosystems = try fields["ecosystems"].map { folder.resolve(try $0.text()) }
        property = try fields["property"]?.choice("property")
        var notation = Notation()
        notation.decimal = try fields["decimal"]?.choice("decimal mark")
        notation.dateFormat = try fields["date-format"]?.choice("date format")
        notation.timezone = try fields["timezone"]?.text()
        self.notation = notation
    }
}

extension Definition.Output {
    fileprivate init(_ node: DefinitionNode) throws {
        let fields = try node.mapping(allowing: ["name", "columns", "sort", "where", "top"], elseAs: "name")
        guard let name = fields["name"] else { throw node.error("`name` is missing") }
        self.name = try name.fileName()
        (columns, sort) = (try fields["columns"]?.text(), try fields["sort"]?.text())
        filter = try fields["where"]?.text()
        top = try fields["top"]?.whole(from: 1)
    }
}

extension DefinitionNode {
    /// One of the words that a type has.
    fileprivate func choice<Choice>(_ kind: String) throws -> Choice
    where Choice: RawRepresentable<String> & CaseIterable {
        let name = try text()
        guard let choice = Choice(rawValue: name) else {
            let all = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw error("`\(name)` is no \(kind); there are: \(all)")
        }
        return choice
    }

    fileprivate func whole(from least: Int) throws -> Int {
        guard let number = Int(try text()), number >= least else {
            throw error("takes a whole number from \(least) on")
        }
        return number
    }

    fileprivate func percent() throws -> Double {
        let text = try text()
        guard text.allSatisfy({ $0.isNumber || $0 == "." }), let number = Double(text), number <= 100 else {
            throw error("takes a number from 0 to 100")
        }
        return number
    }

    /// A file name without a folder: outputs stay in the output folder.
    fileprivate func fileName() throws -> String {
        let name = try text()
        guard !name.contains("/"), !name.hasPrefix("."), name != "run.json" else {
            throw error("`\(name)` is no file name for the output folder")
        }
        return name
    }

    /// A date or an instant with `Z`.
    fileprivate func moment() throws -> AsOf {
        let text = try text()
        guard let moment = AsOf(text) else { throw error("`\(text)` is no moment; write a date or an instant with Z") }
        return moment
    }
}
