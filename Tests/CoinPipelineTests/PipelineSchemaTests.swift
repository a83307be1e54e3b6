import CoinModel
import CoinOperations
import CoinPipeline
import Foundation
import Testing
import Yams

/// The shipped schema of pipelines says what the reader takes, no more and no less.
@Suite struct PipelineSchemaTests {
    private static let pipelines = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("pipelines")

    /// RECORD_GOLDEN=1 prints it into `pipelines`.
    @Test("The shipped schema equals the one printed from the table of keys")
    func shippedSchema() throws {
        let file = PipelineSchemaTests.pipelines.appendingPathComponent("schema.json")
        if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
            try Data(Definition.schema.utf8).write(to: file)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == Definition.schema)
    }

    private static func schema() throws -> [String: Any] {
        let data = try Data(contentsOf: pipelines.appendingPathComponent("schema.json"))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    private static func read(_ text: String) throws {
        _ = try Definition(yaml: Array(text.utf8), path: "p.yaml", digest: "", settings: [:], environment: [:])
    }

    /// The value as the schema sees it.
    private static func value(_ text: String) throws -> Any {
        try Yams.load(yaml: text, Resolver.default.removing(.timestamp), .default, .utf8) ?? [:]
    }

    /// What a definition is refused for; nil where it is read.
    private static func refusal(_ text: String) -> String? {
        do {
            try read(text)
            return nil
        } catch let error as OperationError {
            return error.diagnostic.message
        } catch {
            return "\(error)"
        }
    }

    /// Every place with keys of its own, with a key there that nobody knows.
    private static let places = [
        "zzz: 1", "parameters: {a: {zzz: 1}}", "inputs: {zzz: a}", "inputs: {coins: {path: a, zzz: 1}}",
        "inputs: {market: {path: a, zzz: 1}}", "inputs: {trends: {path: a, zzz: 1}}",
        "inputs: {commits: {path: a, zzz: 1}}",
        "stages: [{load: {coins: a}, zzz: 1}]", "stages: [{fetch: market, from: coingecko, zzz: 1}]",
        "stages: [{fetch: history, from: coingecko, zzz: 1}]", "stages: [{fetch: coins, from: coingecko, zzz: 1}]",
        "stages: [{fetch: global, from: coingecko, zzz: 1}]",
        "stages: [{fetch: fundamentals, from: defillama, zzz: 1}]",
        "stages: [{fetch: onchain, from: coinmetrics, zzz: 1}]",
        "stages: [{fetch: attention, from: wikipedia, zzz: 1}]", "stages: [{fetch: github, zzz: 1}]",
        "checks: [{where: rank < 3, at-most: 1, zzz: 1}]", "checks: [{range: rank, from: 1, zzz: 1}]",
        "checks: [{jump: rank, over: 5 %, zzz: 1}]", "checks: [{coins-change: 5 %, zzz: 1}]",
        "checks: [{source: a, within: 3, zzz: 1}]", "alerts: [{when: rank < 3, zzz: 1}]",
        "outputs: [{name: a.csv, zzz: 1}]", "outputs: [{digest: a.md, zzz: 1}]",
        "outputs: [{site: a, zzz: 1}]", "outputs: [{export: a, zzz: 1}]",
        "outputs: [{portfolio: value, name: a.html, zzz: 1}]",
    ]

    @Test("The schema and the reader have the same keys in each place") func schemaKeys() throws {
        func objects(_ value: Any) -> [[String: Any]] {
            if let list = value as? [Any] { return list.flatMap(objects) }
            guard let object = value as? [String: Any] else { return [] }
            let isClosed = object["additionalProperties"] as? Bool == false
            return (isClosed ? [object] : []) + object.values.flatMap(objects)
        }
        let inSchema = try objects(PipelineSchemaTests.schema()).map { object in
            (object["properties"] as? [String: Any] ?? [:]).keys.sorted().joined(separator: ", ")
        }
        let read = try PipelineSchemaTests.places.map { place in
            let text = place.hasPrefix("inputs") || place.hasPrefix("stages") ? place : "inputs: {coins: a}\n" + place
            let refusal = try #require(PipelineSchemaTests.refusal(text), "\(place)")
            let keys = try #require(
                refusal.firstMatch(of: /unknown key `zzz`; there are: (.*)/),
                "\(place): \(refusal)"
            )
            return keys.1.split(separator: ", ").sorted().joined(separator: ", ")
        }
        #expect(Set(inSchema) == Set(read))
        #expect(inSchema.count == read.count)
    }

    @Test("The schema has the same words as the program") func schemaWords() throws {
        func words(_ value: Any) -> [Set<String>] {
            if let list = value as? [Any] { return list.flatMap(words) }
            guard let object = value as? [String: Any] else { return [] }
            return ((object["enum"] as? [String]).map { [Set($0)] } ?? []) + object.values.flatMap(words)
        }
        let known: Set<Set<String>> = [
            Set(RankRequest.presets), Set(FetchRequest.allSources), Set(FetchRequest.sources(of: .fundamentals)),
            Set(FetchRequest.sources(of: .onchain)), Set(FetchRequest.sources(of: .attention)),
            Set(RepositoryQuestions.allKinds),
            Set(SearchProperty.allCases.map(\.rawValue)), Set(NumberAndDateStyle.DecimalMark.allCases.map(\.rawValue)),
            ["day", "hour"], ["fail", "warn"], ["average", "fifo"],
            Set(PortfolioReport.allCases.map(\.rawValue)),
            Set(NumberAndDateStyle.DateFormat.allCases.map(\.rawValue)), Set(FeedEntry.Kind.news.map(\.rawValue)),
        ]
        #expect(try Set(words(PipelineSchemaTests.schema())) == known)
    }

    @Test("The shipped pipelines match the schema and are read") func shippedPipelines() throws {
        let folder = PipelineSchemaTests.pipelines
        let validator = SchemaValidator(root: try PipelineSchemaTests.schema())
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".yaml") }
        #expect(names.count == 6)
        for name in names where name != "weights.yaml" {
            let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            #expect(text.hasPrefix("# yaml-language-server: $schema=schema.json\n"), "\(name)")
            #expect(PipelineSchemaTests.refusal(text) == nil, "\(name)")
            let value = try PipelineSchemaTests.value(text)
            #expect(validator.fault(in: value) == nil, "\(name)")
        }
    }

    @Test(
        "A wrong definition is rejected by the schema and by the reader",
        arguments: [
            "preset: discovery", "inputs: {coins: a}\nstages: [{fetch: github}]", "inputs: {coins: a}\npreset: best",
            "inputs: {coin: a}", "inputs: {market: {path: a, property: news}}", "stages: [{fetch: market}]",
            "stages: [{rank: discovery}]", "stages: [{fetch: market, from: nowhere, days: 3}]", "inputs: {coins: ''}",
            "inputs: {coins: a}\nstale-after: soon", "inputs: {coins: a}\nchecks: [{where: rank < 3}]",
            "inputs: {coins: a}\nchecks: [{range: rank}]", "inputs: {coins: a}\nchecks: [{jump: rank, over: much}]",
            "inputs: {coins: a}\noutputs: [a/b.csv]", "inputs: {coins: a}\noutputs: [{portfolio: value}]",
            "inputs: {coins: a}\noutputs: [{name: a.csv, top: many}]",
            "inputs: {coins: a}\noutputs: [{name: a.csv, top: 0}]", "inputs: {coins: {path: a, date-format: D.M.Y}}",
            "stages: [{fetch: history, from: coingecko, interval: week}]", "stages: [{fetch: github, deadline: 0}]",
            "stages: [{load: {coins: a}, name: ''}]", "inputs: {coins: a}\nparameters: {a: {}}",
            "inputs: {coins: a}\nparameters: {1a: b}", "inputs: {coins: a}\nas-of: yesterday",
        ]
    )
    func wrongDefinition(_ text: String) throws {
        let validator = SchemaValidator(root: try PipelineSchemaTests.schema())
        #expect(validator.fault(in: try PipelineSchemaTests.value(text)) != nil)
        #expect(PipelineSchemaTests.refusal(text) != nil)
    }
}
