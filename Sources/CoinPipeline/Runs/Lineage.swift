internal import CoinModel
internal import CoinOperations
internal import Foundation

/// Events of OpenLineage (spec 2-0-2) about the runs of pipelines, a line of JSON each, in a file that only grows.
///
/// A run adds two: that it started, with the time of its begin, and that it was completed or failed, with what it read and
/// wrote. Both are written at its end, beside its record: one that had nothing to do changes no file, and so has none. What is
/// for the person alone is not among them.
struct Lineage {
    private let log: LineLog<Event>

    /// A file of events.
    init(path: String) { log = LineLog(path) }

    /// How the file is written, to be checked beside other outputs.
    var writer: OutputWriter { OutputWriter(format: "ndjson", output: log.path) }

    /// Refuses a file that holds something else before any work is done.
    ///
    /// - Throws: `OperationError` naming it.
    func check() throws {
        guard try log.lines().allSatisfy({ $0.first == UInt8(ascii: "{") }) else {
            let next = "contains other things than events; name a file of their own"
            throw OperationError(.usage, "not-events", place: log.path, next)
        }
    }

    /// Adds the events of a run that ended; `failure` says why it failed, nil where it did not.
    ///
    /// - Throws: an error when the file cannot be written.
    func add(_ record: RunRecord, failure: String?) throws {
        let kind: Event = ["processingType": "BATCH", "integration": "ASSAY", "jobType": "PIPELINE"]
        let job: Event = [
            "namespace": "assay", "name": .text(absolute(record.definition).path),
            "facets": ["jobType": .facet("2-0-4/JobTypeJobFacet", kind)],
        ]
        let engine = Event.facet(
            "1-1-1/ProcessingEngineRunFacet",
            ["name": "assay", "version": .text(record.version)]
        )
        let error = failure.map {
            Event.facet("1-0-1/ErrorMessageRunFacet", ["message": .text($0), "programmingLanguage": "Swift"])
        }
        let id = try record.runID()
        func event(_ type: Event, at time: String, error: Event? = nil, _ inputs: [Event], _ outputs: [Event]) -> Event
        {
            [
                "eventType": type, "eventTime": .text(time), "job": job, "inputs": .list(inputs),
                "outputs": .list(outputs), "producer": Event.producer,
                "run": ["runId": .text(id), "facets": ["processing_engine": engine, "errorMessage": error]],
                "schemaURL": "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent",
            ]
        }
        var inputs = record.inputs.filter { $0.reason == nil }.map(Event.init)
        var outputs = record.outputs.filter { $0.isPrivate != true }.map(Event.init)
        // The store is what a ranking alone is made from, and what a load makes.
        let store = Event(record.store, version: record.storeState)
        if inputs.isEmpty { inputs = [store] } else { outputs.append(store) }
        let end: Event = failure == nil ? "COMPLETE" : "FAIL"
        try log.append([
            event("START", at: record.began, [], []), event(end, at: record.ended, error: error, inputs, outputs),
        ])
    }
}

/// A value of JSON, of which events are made; what is nil is left out.
private enum Event: Encodable, ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
    case text(String)
    case number(Int)
    case list([Event])
    case fields([String: Event])

    static let producer = Event.text("urn:assay:\(AssayVersion.current)")

    init(stringLiteral text: String) { self = .text(text) }

    init(dictionaryLiteral fields: (String, Event?)...) {
        self = .fields(Dictionary(firstOf: fields.compactMap { name, value in value.map { (name, $0) } }))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .list(let values): try container.encode(values)
        case .fields(let values): try container.encode(values)
        }
    }

    /// Something that is said of a run, a job or a file, in a form that has a schema of its own.
    static func facet(_ schema: String, _ facts: Event) -> Event {
        guard case .fields(let facts) = facts else { return facts }
        let name = schema.split(separator: "/").last.map(String.init) ?? schema
        let address = "https://openlineage.io/spec/facets/\(schema).json#/$defs/\(name)"
        return .fields(facts.merging(["_producer": producer, "_schemaURL": .text(address)]) { $1 })
    }
}

extension Event {
    /// A file or folder as a dataset, with what is told of it as an input or output.
    fileprivate init(_ path: String, version: String?, input: Event? = nil, output: Event? = nil) {
        let url = absolute(path)
        let source: Event = ["name": "file", "uri": .text(url.absoluteString)]
        self = [
            "namespace": "file", "name": .text(url.path), "inputFacets": input, "outputFacets": output,
            "facets": [
                "dataSource": .facet("1-0-1/DatasourceDatasetFacet", source),
                "version": version.map { .facet("1-0-1/DatasetVersionDatasetFacet", ["datasetVersion": .text($0)]) },
            ],
        ]
    }

    fileprivate init(_ input: RunRecord.Input) {
        // Of one that was loaded before the record counts no rows.
        let rows = input.state == InputReport.State.loaded.rawValue ? Event.number(input.rowsAccepted) : nil
        let counts: Event = ["size": .number(input.size), "rowCount": rows]
        let facet = Event.facet("1-0-0/InputStatisticsInputDatasetFacet", counts)
        self.init(input.path, version: "sha256:" + input.digest, input: ["inputStatistics": facet])
    }

    fileprivate init(_ output: RunRecord.Output) {
        let counts: Event = [
            "size": .number(output.size), "rowCount": output.rows.map(Event.number),
            "fileCount": output.files.map { .number($0.count) },
        ]
        let facet = Event.facet("1-0-2/OutputStatisticsOutputDatasetFacet", counts)
        self.init(output.path, version: output.digest, output: ["outputStatistics": facet])
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
