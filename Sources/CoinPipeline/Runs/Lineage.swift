internal import CoinModel
internal import CoinOperations
internal import Foundation

/// Events of OpenLineage (spec 2-0-2) about the runs of pipelines, a line of JSON each, in a file that only grows.
///
/// A run adds two: that it started, with the time of its begin, and that it was completed or failed, with what it read and
/// wrote. Both are written at its end, beside its record: one that had nothing to do changes no file, and so has none. What is
/// for the person alone is not among them.
struct Lineage {
    private let log: LineLog<LineageRun.Event>

    /// A file of events.
    init(path: String) { log = LineLog(path) }

    /// How the file is written, to be checked beside other outputs.
    var writer: OutputWriter { OutputWriter(format: "ndjson", output: log.path) }

    /// Refuses a file that holds something else before any work is done.
    ///
    /// - Throws: `OperationError` naming it.
    func check() throws {
        guard try log.lines().allSatisfy({ $0.first == UInt8(ascii: "{") }) else {
            let next = "holds something else than events; name a file of their own"
            throw OperationError(.usage, "not-events", place: log.path, next)
        }
    }

    /// Adds the events of a run that ended; `failure` says why it failed, nil where it did not.
    ///
    /// - Throws: an error when the file cannot be written.
    func add(_ record: RunRecord, failure: String?) throws {
        let run = try LineageRun(record, failure: failure)
        try log.append([run.start, run.end])
    }
}

/// A run in the words of OpenLineage.
private struct LineageRun {
    let start: Event
    let end: Event

    struct Event: Encodable {
        let eventType: String
        let eventTime: String
        var run: Run
        let job: Job
        var inputs: [Dataset] = []
        var outputs: [Dataset] = []
        var producer = Facet.producer
        var schemaURL = "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent"
    }

    struct Run: Encodable {
        let runId: String
        var facets: [String: Facet]
    }

    struct Job: Encodable {
        var namespace = "assay"
        let name: String
        let facets: [String: Facet]
    }

    struct Dataset: Encodable {
        var namespace = "file"
        let name: String
        let facets: [String: Facet]
        var inputFacets: [String: Facet]?
        var outputFacets: [String: Facet]?
    }

    init(_ record: RunRecord, failure: String?) throws {
        let engine = Facet(
            "1-1-1/ProcessingEngineRunFacet",
            ["name": .text("assay"), "version": .text(record.version)]
        )
        let kind: [String: Facet.Field] = [
            "processingType": .text("BATCH"), "integration": .text("ASSAY"), "jobType": .text("PIPELINE"),
        ]
        let job = Job(
            name: absolute(record.definition).path,
            facets: ["jobType": Facet("2-0-4/JobTypeJobFacet", kind)]
        )
        let run = Run(runId: try record.runID(), facets: ["processing_engine": engine])
        start = Event(eventType: "START", eventTime: record.began, run: run, job: job)
        var end = Event(
            eventType: failure == nil ? "COMPLETE" : "FAIL",
            eventTime: record.ended,
            run: run,
            job: job,
            inputs: record.inputs.filter { $0.reason == nil }.map(Dataset.init),
            outputs: record.outputs.filter { $0.isPrivate != true }.map(Dataset.init)
        )
        // The store is what a ranking alone is made from, and what a load makes.
        let store = Dataset(record.store, version: record.storeState)
        if end.inputs.isEmpty { end.inputs = [store] } else { end.outputs.append(store) }
        if let failure {
            let fields: [String: Facet.Field] = ["message": .text(failure), "programmingLanguage": .text("Swift")]
            end.run.facets["errorMessage"] = Facet("1-0-1/ErrorMessageRunFacet", fields)
        }
        self.end = end
    }
}

extension LineageRun.Dataset {
    fileprivate init(_ path: String, version: String?) {
        let url = absolute(path)
        name = url.path
        let source = ["name": Facet.Field.text("file"), "uri": .text(url.absoluteString)]
        var facets = ["dataSource": Facet("1-0-1/DatasourceDatasetFacet", source)]
        facets["version"] = version.map { Facet("1-0-1/DatasetVersionDatasetFacet", ["datasetVersion": .text($0)]) }
        self.facets = facets
    }

    fileprivate init(_ input: RunRecord.Input) {
        self.init(input.path, version: "sha256:" + input.digest)
        var counts = ["size": Facet.Field.number(input.size)]
        // Of one that was loaded before the record counts no rows.
        if input.state == InputReport.State.loaded.rawValue { counts["rowCount"] = .number(input.rowsAccepted) }
        inputFacets = ["inputStatistics": Facet("1-0-0/InputStatisticsInputDatasetFacet", counts)]
    }

    fileprivate init(_ output: RunRecord.Output) {
        self.init(output.path, version: output.digest)
        var counts = ["size": Facet.Field.number(output.size)]
        counts["rowCount"] = output.rows.map(Facet.Field.number)
        counts["fileCount"] = output.files.map { .number($0.count) }
        outputFacets = ["outputStatistics": Facet("1-0-2/OutputStatisticsOutputDatasetFacet", counts)]
    }
}

/// Something that is said of a run, a job or a file, in a form that has a schema of its own.
private struct Facet: Encodable {
    enum Field {
        case text(String)
        case number(Int)
    }

    static let producer = "urn:assay:\(AssayVersion.current)"

    private let schema: String
    private let fields: [String: Field]

    init(_ schema: String, _ fields: [String: Field]) { (self.schema, self.fields) = (schema, fields) }

    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        let name = schema.split(separator: "/").last.map(String.init) ?? schema
        let address = "https://openlineage.io/spec/facets/\(schema).json#/$defs/\(name)"
        try container.encode(Facet.producer, forKey: Key(stringValue: "_producer"))
        try container.encode(address, forKey: Key(stringValue: "_schemaURL"))
        for (name, field) in fields {
            switch field {
            case .text(let text): try container.encode(text, forKey: Key(stringValue: name))
            case .number(let number): try container.encode(number, forKey: Key(stringValue: name))
            }
        }
    }
}

extension RunRecord {
    /// A UUID of version 7: the time of its begin, and digits of its digest.
    fileprivate func runID() throws -> String {
        let milliseconds = Instant(began)?.milliseconds ?? 0
        let time = String(UInt64(max(0, milliseconds)), radix: 16)
        let digits = contentDigest(of: try json()).drop { $0 != ":" }.dropFirst()
        let zeros = String(repeating: "0", count: max(0, 12 - time.count))
        var rest = "\(zeros)\(time)7\(digits.prefix(3))8\(digits.dropFirst(3).prefix(15))"[...]
        return [8, 4, 4, 4, 12].map { length in
            defer { rest = rest.dropFirst(length) }
            return String(rest.prefix(length))
        }.joined(separator: "-")
    }
}

/// A path as an address of this machine.
private func absolute(_ path: String) -> URL { URL(fileURLWithPath: path, isDirectory: false).standardizedFileURL }
