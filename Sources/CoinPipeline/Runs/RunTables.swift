internal import CoinModel
public import CoinOperations
public import CoinTables
internal import Foundation

extension RunHistory {
    /// The runs, newest first: a row each.
    ///
    /// - Throws: `OperationError` when there are none.
    public func list(tell: DiagnosticSink) throws -> Table {
        let rows = try entries(tell: tell).reversed().map { entry -> [Cell] in
            let record = entry.record
            func count(_ state: String) -> Cell { .integer(record.inputs.count { $0.state == state }) }
            func sum(_ value: (RunRecord.Input) -> Int) -> Cell { .integer(record.inputs.reduce(0) { $0 + value($1) }) }
            return [
                .text(entry.id), .text(record.status), .integer(Int(record.exitCode)),
                .number(record.seconds, orMissing: .notEnded), .text(record.definition), .text(record.preset),
                record.asOf.isEmpty ? .missing(.notRanked) : .text(record.asOf),
                count("loaded"), count("up-to-date"), count("refused"), sum(\.rowsAccepted), sum(\.rowsRejected),
                .integer(record.fetches?.reduce(0) { $0 + $1.requests } ?? 0), .integer(record.outputs.count),
                .integer(record.messages.count { $0.level != .note }),
            ]
        }
        return Table(title: "Runs", columns: listColumns, rows: rows, notes: [])
    }

    /// All that a run's record says, a row each.
    ///
    /// - Throws: `OperationError` when no run or several fit.
    public func show(_ words: String, tell: DiagnosticSink) throws -> Table {
        let entry = try entry(words, tell: tell)
        let rows = entry.record.facts.map { [Cell.text($0.part), .text($0.name), .text($0.value)] }
        return Table(title: "Run \(entry.id)", columns: factColumns, rows: rows, notes: [])
    }

    /// What two runs' records say otherwise, a row each; times of steps are none of it.
    ///
    /// - Throws: `OperationError` when a run is not there.
    public func difference(_ former: String, _ later: String, tell: DiagnosticSink) throws -> Table {
        let (before, after) = (try entry(former, tell: tell), try entry(later, tell: tell))
        let (old, new) = (before.record.facts, after.record.facts)
        func table(_ facts: [RunRecord.Fact], _ text: (RunRecord.Fact) -> String) -> [RunRecord.Fact.Key: String] {
            Dictionary(facts.map { ($0.key, text($0)) }) { $0 + "; " + $1 }
        }
        let (first, second) = (table(old, \.value), table(new, \.value))
        let (one, other) = (table(old, \.compared), table(new, \.compared))
        var seen: Set<RunRecord.Fact.Key> = []
        let keys = (new + old).filter { !$0.isOfItsTime }.map(\.key).filter { seen.insert($0).inserted }
        let rows = keys.filter { one[$0] != other[$0] }.map { key -> [Cell] in
            let values = [first[key], second[key]].map { $0.map(Cell.text) ?? .missing(.notThere) }
            return [.text(key.part), .text(key.name)] + values
        }
        let note = rows.isEmpty ? ["Nothing differs but when they ran."] : []
        return Table(title: "From \(before.id) to \(after.id)", columns: differenceColumns, rows: rows, notes: note)
    }
}

extension RunRecord {
    /// One thing that a record says.
    struct Fact {
        let part: String
        let name: String
        let value: String
        /// What of it makes a difference between two runs.
        let compared: String

        init(part: String, name: String, value: String, compared: String? = nil) {
            (self.part, self.name, self.value, self.compared) = (part, name, value, compared ?? value)
        }

        /// What it is said of.
        struct Key: Hashable {
            let part: String
            let name: String
        }

        var key: Key { Key(part: part, name: name) }

        /// Whether it says when or how fast.
        var isOfItsTime: Bool { part == "step" || ["began", "ended"].contains(name) }
    }

    /// All that it says, in the order of a run.
    var facts: [Fact] {
        let settings: [(String, String?)] = [
            ("definition", definition), ("definition_digest", definitionDigest), ("version", version),
            ("store", store), ("preset", preset), ("since", since), ("left_out", leftOut?.joined(separator: ", ")),
            ("requested_as_of", requestedAsOf), ("known", known),
            ("as_of", asOf.isEmpty ? nil : asOf), ("stale", stale), ("began", began), ("ended", ended),
            ("status", status), ("exit_code", "\(exitCode)"),
        ]
        let inputs = inputs.map { input in
            let rows = "\(counted(input.rowsAccepted, "row")) taken, \(input.rowsRejected) rejected"
            let why = input.reason.map { " (\($0))" } ?? ""
            let said = [input.format, rows, String(input.digest.prefix(12))].filter { !$0.isEmpty }
            // A file that is loaded before it is cached is the same file.
            return Fact(
                part: "input",
                name: input.path,
                value: "\(input.state)\(why): \(said.joined(separator: ", "))",
                compared: input.digest + why
            )
        }
        let parameters = (parameters ?? [:]).sorted { $0.key < $1.key }
        return settings.compactMap { name, value in value.map { Fact(part: "run", name: name, value: $0) } }
            + parameters.map { Fact(part: "parameter", name: $0.key, value: $0.value) } + inputs
            + (fetches ?? []).map {
                Fact(part: "fetch", name: $0.stage, value: "\($0.status), \($0.requests) requests")
            }
            + steps.map { Fact(part: "step", name: $0.name, value: "\($0.seconds) s") }
            + messages.map { message in
                let place = message.place.isEmpty ? "" : "\(message.place): "
                return Fact(part: message.level.rawValue, name: message.identifier, value: place + message.message)
            }
            + outputs.map {
                Fact(
                    part: "output",
                    name: $0.name,
                    value: "\($0.size) bytes, \($0.digest.prefix(19))",
                    compared: $0.digest
                )
            }
    }

    /// How many seconds it took; NaN where it did not end.
    fileprivate var seconds: Double {
        guard let began = Instant(began), let ended = Instant(ended) else { return .nan }
        return Double(ended.milliseconds - began.milliseconds) / 1000
    }
}

private let listColumns = [
    Column("run", "Run", .text, meaning: "When it began, and the first digits of its record's digest."),
    Column("status", "Status", .text, meaning: "The name of its exit code."),
    Column("exit_code", "Exit", .integer, meaning: "Its exit code."),
    Column("seconds", "Seconds", .number, unit: "s", display: .fixed(1), meaning: "From its begin to its end."),
    Column("definition", "Definition", .text, meaning: "The file that was run."),
    Column("preset", "Preset", .text, meaning: "The ranking that was made."),
    Column("as_of", "As of", .text, meaning: "The moment of the ranking."),
    Column("loaded", "Loaded", .integer, meaning: "Inputs that were loaded."),
    Column("cached", "Cached", .integer, meaning: "Inputs that were loaded before."),
    Column("refused", "Refused", .integer, meaning: "Inputs that were refused."),
    Column("rows", "Rows", .integer, meaning: "Rows taken."),
    Column("rejected", "Rejected", .integer, meaning: "Rows rejected."),
    Column("requests", "Requests", .integer, meaning: "Requests to live sources."),
    Column("outputs", "Outputs", .integer, meaning: "Files written."),
    Column("warnings", "Warnings", .integer, meaning: "Warnings and errors."),
]

private let factColumns = [
    Column("part", "Part", .text, meaning: "run, parameter, input, fetch, step, note, warning, error or output."),
    Column("name", "Name", .text, meaning: "The setting, the file, the stage, or the message's identifier."),
    Column("value", "Value", .text, meaning: "What the record says of it."),
]

private let differenceColumns: [Column] =
    Array(factColumns.prefix(2)) + [
        Column("before", "Before", .text, meaning: "What the earlier record says."),
        Column("after", "After", .text, meaning: "What the later record says."),
    ]
