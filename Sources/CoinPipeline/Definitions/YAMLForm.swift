internal import CoinModel
internal import CoinOperations

/// How a value reads, and what JSON Schema says of it.
struct YAMLForm<Value> {
    /// Members of a schema, as `"$ref": "#/$defs/text"`.
    let schema: String
    /// Reads it; throws `OperationError` naming line and column.
    let read: (DefinitionNode) throws -> Value

    init(schema: String, _ read: @escaping (DefinitionNode) throws -> Value) {
        (self.schema, self.read) = (schema, read)
    }

    /// What the schema defines under a name.
    init(_ name: String, _ read: @escaping (DefinitionNode) throws -> Value) {
        self.init(schema: "\"$ref\": \"#/$defs/\(name)\"", read)
    }

    /// A value of a kind, or a parameter that has it.
    private init(orParameter schema: String, _ read: @escaping (DefinitionNode) throws -> Value) {
        self.init(schema: "\"anyOf\": [{\(schema)}, {\"$ref\": \"#/$defs/parameter\"}]", read)
    }

    /// A value that reads as on the command line.
    fileprivate init(orParameter schema: String, written read: @escaping (String) throws -> Value) {
        self.init(orParameter: schema) { try $0.written(read) }
    }

    private init(oneOf words: [String], _ read: @escaping (DefinitionNode) throws -> Value) {
        self.init(orParameter: "\"enum\": [\(words.map { "\"\($0)\"" }.joined(separator: ", "))]", read)
    }

    /// A list of such values; one value is a list of itself.
    var list: YAMLForm<[Value]> {
        let schema = "\"anyOf\": [{\(schema)}, {\"type\": \"array\", \"items\": {\(schema)}}]"
        return YAMLForm<[Value]>(schema: schema) { try $0.items().map(read) }
    }

    /// Names, each with such a value.
    var byName: YAMLForm<[(key: DefinitionNode, value: DefinitionNode)]> {
        .init(schema: "\"type\": \"object\", \"additionalProperties\": {\(schema)}") { try $0.entries() }
    }
}

extension YAMLForm<DefinitionNode> {
    /// What the schema defines under a name, read later.
    static func node(_ name: String) -> Self { Self(name) { $0 } }
}

extension YAMLForm<String> {
    static var text: Self { Self("text") { try $0.text() } }
    /// A code of a currency, in lower case.
    static var code: Self { Self("text") { try $0.text().lowercased() } }
    /// A path, as the working folder sees it.
    static var path: Self { Self("text") { $0.folder.resolve(try $0.text()) } }

    /// A file name without a folder: outputs stay in the output folder.
    static var file: Self {
        Self("file") { node in
            let name = try node.text()
            guard !name.contains("/"), !name.hasPrefix("."), name != "run.json" else {
                throw node.error("`\(name)` is not a file name for the output folder")
            }
            return name
        }
    }

    /// A name by which `--only` and `--from` call a stage.
    static var stageName: Self {
        Self("text") { node in
            let name = try node.text()
            guard RankingStage(rawValue: name) == nil else {
                throw node.error("`\(name)` is the name of a stage that every pipeline has")
            }
            guard !name.contains(","), name.first != " ", name.last != " " else {
                throw node.error("a stage's name has no comma in it and no blank around it")
            }
            return name
        }
    }

    /// One of some words.
    static func choice(_ kind: String, of words: [String]) -> Self {
        Self(oneOf: words) { node in
            let name = try node.text()
            guard words.contains(name) else {
                throw node.error("unknown \(kind) `\(name)`; there are: \(words.joined(separator: ", "))")
            }
            return name
        }
    }
}

extension YAMLForm<ColumnMap> {
    /// The columns of tables, each with what it is called.
    static var columns: Self {
        let names = YAMLForm<String>.text.byName
        return Self(schema: names.schema) { node in
            var map = ColumnMap()
            for (key, value) in try names.read(node) {
                if let fault = map.add(try key.text(), heading: try value.text()) { throw value.error(fault) }
            }
            return map
        }
    }
}

extension YAMLForm<[String]> {
    static var texts: Self { YAMLForm<String>.text.list }

    /// Texts that have to be among some words, and are held against them later.
    static func words(of words: [String]) -> Self { YAMLForm<String>(oneOf: words) { try $0.text() }.list }
}

extension YAMLForm where Value: RawRepresentable<String> & CaseIterable {
    /// One of the words that a type has.
    static func choice(_ kind: String) -> Self {
        let words = Value.allCases.map(\.rawValue)
        return Self(oneOf: words) { node in
            let name = try YAMLForm<String>.choice(kind, of: words).read(node)
            guard let choice = Value(rawValue: name) else { throw node.error("unknown \(kind) `\(name)`") }
            return choice
        }
    }
}

extension YAMLForm<Int> {
    static func whole(from least: Int) -> Self {
        Self(
            orParameter: "\"type\": \"integer\", \"minimum\": \(least)",
            written: CoinOperations.whole(least...1_000_000)
        )
    }
}

extension YAMLForm<Int?> {
    /// A number of coins; nil for all.
    static var coins: Self {
        Self(schema: "\"anyOf\": [{\"const\": \"all\"}, {\(YAMLForm<Int>.whole(from: 0).schema)}]") {
            try $0.written(coinCount)
        }
    }
}

extension YAMLForm<Double> {
    static var number: Self { Self(orParameter: "\"type\": \"number\"") { try $0.number() } }

    /// An amount of money, 0 or more.
    static var money: Self { Self(orParameter: "\"type\": \"number\", \"minimum\": 0", written: CoinOperations.amount) }

    static var percent: Self {
        Self(
            orParameter: "\"type\": \"number\", \"minimum\": 0, \"maximum\": 100",
            written: CoinOperations.decimal(0...100)
        )
    }
}

extension YAMLForm<Bool> {
    static var flag: Self {
        Self(orParameter: "\"type\": \"boolean\"") { node in
            guard let flag = Bool(try node.text()) else { throw node.error("takes true or false") }
            return flag
        }
    }
}

extension YAMLForm<AsOf> {
    /// A date or an instant with `Z`.
    static var moment: Self { Self("moment") { try $0.written(CoinOperations.moment) } }
}

extension YAMLForm<SinceMoment> {
    /// A moment as `--since` has it.
    static var since: Self { Self("text") { try $0.written(CoinOperations.sinceMoment) } }
}

extension YAMLForm<Day> {
    static var day: Self { Self("moment") { try YAMLForm<AsOf>.moment.read($0).limit.day } }
}

/// A stage that every pipeline has behind those that load and ask, by its name.
enum RankingStage: String, CaseIterable {
    case score, check, report, export, alert
}
