internal import CoinModel
public import CoinOperations
public import CoinTables
internal import Foundation

extension RunHistory {
    /// The runs, newest first: a row each.
    ///
    /// - Throws: `OperationError` when there are none.
    public func list(report: DiagnosticSink) throws -> Table {
        Table("Runs", listColumns, of: try entries(report: report).reversed())
    }

    /// All entries of a run's record, a row each.
    ///
    /// - Throws: `OperationError` when no run or several fit.
    public func show(_ words: String, report: DiagnosticSink) throws -> Table {
        let entry = try entry(words, report: report)
        return Table("Run \(entry.id)", factColumns, of: entry.record.facts)
    }

    /// The differences between two runs' records, a row each; times of steps are none of it.
    ///
    /// - Throws: `OperationError` when a run is not there.
    public func difference(_ former: String, _ later: String, report: DiagnosticSink) throws -> Table {
        let (before, after) = (try entry(former, report: report), try entry(later, report: report))
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
    /// One entry of a record.
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

        /// Whether it is a time or a speed.
        var isOfItsTime: Bool { part == "step" || ["began", "ended"].contains(name) }
    }

    /// All its entries, in the order of a run.
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

private var listColumns: [FilledColumn<RunHistory.Entry>] {
    typealias Count = (RunRecord) -> Int
    func count(_ name: String, _ title: String, _ meaning: String, _ number: @escaping Count) -> FilledColumn<
        RunHistory.Entry
    > {
        .count(name, title, meaning) { number($0.record) }
    }
    func inputs(_ state: InputReport.State) -> Count { { $0.inputs.count { $0.state == state.rawValue } } }
    return [
        .text("run", "Run", "When it began, and the first digits of its record's digest.") { $0.id },
        .text("status", "Status", "The name of its exit code.") { $0.record.status },
        count("exit_code", "Exit", "Its exit code.") { Int($0.exitCode) },
        .number("seconds", "Seconds", .fixed(1), unit: "s", orMissing: .notEnded, "From its begin to its end.") {
            $0.record.seconds
        },
        .text("definition", "Definition", "The file that was run.") { $0.record.definition },
        .text("preset", "Preset", "The ranking that was made.") { $0.record.preset },
        .text("as_of", "As of", orMissing: .notRanked, "The moment of the ranking.") { $0.record.asOf },
        count("loaded", "Loaded", "Inputs that were loaded.", inputs(.loaded)),
        count("cached", "Cached", "Inputs that were loaded before.", inputs(.upToDate)),
        count("refused", "Refused", "Inputs that were refused.", inputs(.refused)),
        count("rows", "Rows", "Rows taken.") { $0.inputs.reduce(0) { $0 + $1.rowsAccepted } },
        count("rejected", "Rejected", "Rows rejected.") { $0.inputs.reduce(0) { $0 + $1.rowsRejected } },
        count("requests", "Requests", "Requests to live sources.") { $0.fetches?.reduce(0) { $0 + $1.requests } ?? 0 },
        count("outputs", "Outputs", "Files written.") { $0.outputs.count },
        count("warnings", "Warnings", "Warnings and errors.") { $0.messages.count { $0.level != .note } },
    ]
}

private var factColumns: [FilledColumn<RunRecord.Fact>] {
    let parts = "run, parameter, input, fetch, step, note, warning, error or output."
    return [
        .text("part", "Part", parts) { $0.part },
        .text("name", "Name", "The setting, the file, the stage, or the message's identifier.") { $0.name },
        .text("value", "Value", "What the record says of it.") { $0.value },
    ]
}

private var differenceColumns: [Column] {
    factColumns.prefix(2).map(\.column) + [
        Column("before", "Before", .text, meaning: "What the earlier record says."),
        Column("after", "After", .text, meaning: "What the later record says."),
    ]
}
