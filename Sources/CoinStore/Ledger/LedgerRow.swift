internal import CoinModel
internal import GRDB

extension LedgerEntry {
    /// An entry from its row, joined with the reject of a refused one.
    init(_ row: Row) throws(UnreadableRow) {
        guard let acceptedAt = Instant(try row.writtenText("accepted_at")) else {
            throw UnreadableRow(column: "accepted_at")
        }
        self.acceptedAt = acceptedAt
        var outcome = InputOutcome()
        outcome.accepted = try row.written("rows_accepted")
        outcome.unchanged = try row.written("rows_unchanged")
        outcome.rejected = try row.written("rows_rejected")
        self.outcome = outcome
        inputID = try row.written("input_id")
        loadID = try row.written("load_id")
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
            size: try row.written("size"),
            modified: try row.written("modified"),
            identity: try row.writtenIfAny("identity"),
            digest: try row.writtenText("digest"),
            context: try row.writtenText("context"),
            stem: ""
        )
    }
}
