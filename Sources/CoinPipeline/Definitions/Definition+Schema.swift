internal import CoinModel
internal import CoinOperations

extension Definition {
    /// What may stand in a definition, as JSON Schema (draft 2020-12): the text of `pipelines/schema.json`.
    public static var schema: String {
        let head = """
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "A pipeline of Assay",
            "description": "What `assay run` loads, asks, checks, ranks and writes. Paths count from the folder of the \
            definition. `${name}` stands for a parameter in any text."
            """
        let either = """
            \(YAMLSchema.anyRequired("inputs", "stages")),
            "not": {"required": ["inputs", "stages"]}
            """
        let named = definitions.map { "\"\($0)\": \($1)" }.joined(separator: ",\n")
        return YAMLSchema.object(keys, head: head, either, "\"$defs\": \(YAMLSchema.braces(named))") + "\n"
    }

    /// What keys refer to by name.
    private static var definitions: [(String, String)] {
        let inputs = LoadKind.allCases.map { kind in
            YAMLKey<Stage>("\(kind)", YAMLForm.node("load-\(kind)").list, Stage.Load.meanings[kind] ?? "")
        }
        let simple = [
            ("text", #""type": ["string", "number", "boolean"], "minLength": 1"#),
            ("parameter", #""type": "string", "pattern": "\\$\\{""#),
            ("moment", #""type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}|\\$\\{""#),
            ("file", #""type": "string", "pattern": "^[^./][^/]*$", "not": {"const": "run.json"}"#),
            (
                "amount",
                #""anyOf": [{"type": "number", "minimum": 0}, {"type": "string", "pattern": "^[0-9.]+ *%?$|\\$\\{"}]"#
            ),
        ]
        let stages =
            [YAMLSchema.object(Stage.loadKeys, head: YAMLSchema.title("load"))]
            + Stage.Fetch.What.allCases.map {
                YAMLSchema.object(Stage.Fetch.keys(of: $0), head: YAMLSchema.title("fetch \($0)"))
            }
        let checks = DataCheck.Kind.allCases.map { kind in
            YAMLSchema.object(
                DataCheck.keys(of: kind),
                head: YAMLSchema.title(kind.rawValue),
                DataCheck.bounds(of: kind)
            )
        }
        let outputs = Output.Kind.allCases.map {
            YAMLSchema.object(Output.keys(of: $0), head: YAMLSchema.title($0.title))
        }
        let loads = LoadKind.allCases.map {
            ("load-\($0)", YAMLSchema.orText("text", [YAMLSchema.object(Stage.Load.keys(of: $0))]))
        }
        return simple.map { ($0, "{\($1)}") } + [("inputs", YAMLSchema.object(inputs))] + loads + [
            ("stage", YAMLSchema.orText(nil, stages)), ("check", YAMLSchema.orText(nil, checks)),
            (
                "alert",
                YAMLSchema.orText("text", [YAMLSchema.object(AlertRule.keys, YAMLSchema.anyRequired("when", "news"))])
            ),
            ("output", YAMLSchema.orText("file", outputs)),
        ]
    }
}
