internal import CoinModel
public import CoinOperations
public import CoinTables

extension RunHistory {
    /// The newest runs as a site shows them, the newest first; nil where there is no record of any.
    ///
    /// Of files it gives names without their folders and none of those for the person alone, and of alerts how many there were, for others see it.
    ///
    /// - Throws: an error when the records cannot be listed; what is none is reported and left out.
    public func page(newest count: Int = 200, tell: DiagnosticSink) throws -> Table? {
        let entries = try records(newest: count, tell)
        guard !entries.isEmpty else { return nil }
        let rows = entries.reversed().map { entry -> [Cell] in
            let record = entry.record
            func sum(_ value: (RunRecord.Input) -> Int) -> Cell { .integer(record.inputs.reduce(0) { $0 + value($1) }) }
            let outputs = record.outputs.filter { $0.isPrivate != true }.map { output in
                "\(output.name) \(output.digest.drop { $0 != ":" }.dropFirst().prefix(12))"
            }
            return [
                .text(record.began), .text(String(record.definition.split(separator: "/").last ?? "")),
                .text(record.preset), record.asOf.isEmpty ? .missing(.noRanking) : .text(record.asOf),
                .text(record.status), .integer(Int(record.exitCode)),
                record.coins.map(Cell.integer) ?? .missing(.noRanking), sum(\.rowsAccepted), sum(\.rowsRejected),
                .integer(record.messages.count { $0.level != "note" }),
                record.alerts.map { .integer($0.count) } ?? .missing(.noRule),
                outputs.isEmpty ? .missing(.noOutput) : .text(outputs.joined(separator: ", ")),
            ]
        }
        let most = entries.count == count ? " The newest \(count) are listed." : ""
        return Table(
            title: "Past runs",
            columns: columns,
            rows: rows,
            notes: ["What ran, what it took in, and the digests of what it wrote.\(most)"]
        )
    }
}

private let columns = [
    Column("began", "Began", .text, meaning: "When it began, by the clock of the machine."),
    Column("definition", "Definition", .text, meaning: "The file that was run."),
    Column("preset", "Preset", .text, meaning: "The ranking that was made."),
    Column("as_of", "As of", .text, meaning: "The moment of the ranking."),
    Column("status", "Status", .text, meaning: "The name of its exit code."),
    Column("exit_code", "Exit", .integer, meaning: "Its exit code."),
    Column("coins", "Coins", .integer, meaning: "How many coins the ranking has."),
    Column("rows", "Rows", .integer, meaning: "Rows taken."),
    Column("rejected", "Rejected", .integer, meaning: "Rows rejected."),
    Column("warnings", "Warnings", .integer, meaning: "Warnings and errors."),
    Column("alerts", "Alerts", .integer, meaning: "How often a rule became true."),
    Column("outputs", "Outputs", .text, meaning: "Files written, each with the first digits of its SHA-256 digest."),
]
