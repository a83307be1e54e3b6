internal import CoinModel
internal import GRDB

/// A row of the ledger that cannot be read back.
struct UnreadableRow: Error, CustomStringConvertible {
    let column: String

    var description: String { "does not read (\(column))" }
}

extension LedgerEntry {
    /// An entry from its row, joined with the reject of a refused one.
    init(_ row: Row) throws(UnreadableRow) {
        guard let acceptedAt = Instant(try row.writtenText("accepted_at")) else {
            throw UnreadableRow(column: "accepted_at")
        }
        self.acceptedAt = acceptedAt
        var outcome = InputOutcome()
        outcome.accepted = try row.writtenInteger("rows_accepted")
        outcome.unchanged = try row.writtenInteger("rows_unchanged")
        outcome.rejected = try row.writtenInteger("rows_rejected")
        self.outcome = outcome
        inputID = try row.writtenInteger("input_id")
        loadID = try row.writtenInteger("load_id")
        refusal =
            try row.writtenText("status") == "refused"
            ? Reject(
                reason: row.text("reason") ?? "unknown",
                line: row.integer("line"),
                column: row.integer("field"),
                detail: row.text("detail") ?? ""
            ) : nil
        input = try LedgerInput(row)
    }
}

extension LedgerInput {
    /// An input from its row; its stem stands with its search terms.
    init(_ row: Row) throws(UnreadableRow) {
        self.init(
            kind: try row.writtenText("kind"),
            format: try row.writtenText("format"),
            path: try row.writtenText("path"),
            size: try row.writtenInteger("size"),
            modified: try row.writtenInteger("modified"),
            digest: try row.writtenText("digest"),
            context: try row.writtenText("context"),
            stem: ""
        )
    }
}

extension Row {
    fileprivate func writtenInteger(_ name: String) throws(UnreadableRow) -> Int {
        guard let number = integer(name) else { throw UnreadableRow(column: name) }
        return number
    }

    fileprivate func writtenText(_ name: String) throws(UnreadableRow) -> String {
        guard let text = text(name) else { throw UnreadableRow(column: name) }
        return text
    }
}
