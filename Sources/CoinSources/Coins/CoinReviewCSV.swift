public import CoinModel
public import RawInput

/// The table of proposed matches that a person has reviewed: `coin`, `target`, `decision`, further columns at will.
///
/// A decision is `yes` (they are one coin, whose id is the target's) or `no`; a row without one is not decided yet. A table
/// that decides skips no row: one that cannot be read refuses all of it.
public struct CoinReviewCSV: Sendable {
    /// The decisions, in order.
    public private(set) var decisions: [CoinDecision] = []
    /// How many rows have none.
    public private(set) var undecided = 0

    /// Reads the table.
    ///
    /// - Throws: `SourceError` with the line to blame, `InputError` when its bytes cannot be had.
    public init(_ file: inout InputFile) throws {
        var table = try CSVTable(&file, NumberAndDateStyle())
        let (coin, target) = (try table.required("coin"), try table.required("target"))
        let decision = try table.required("decision")
        let stop = { (item: SourceItem) throws in
            if case .reject(let reject) = item {
                throw SourceError(reject.reason, line: reject.line, detail: "\(reject.detail); correct the line")
            }
        }
        while try table.next(&file, stop) {
            let line = table.row.line
            let ends = [coin, target].map { CoinArgument(PersonalTable.unguarded(table.row.text($0))) }
            let relation: CoinDecision.Relation
            switch table.row.text(decision).lowercased() {
            case "":
                undecided += 1
                continue
            case "yes": relation = .same
            case "no": relation = .other
            default:
                let detail = "\(table.row.excerpt(decision)) is neither yes nor no, nor empty"
                throw SourceError("bad-decision", line: line, detail: detail)
            }
            guard !ends[0].id.isEmpty, !ends[1].id.isEmpty, ends[0] != ends[1] else {
                throw SourceError("missing-id", line: line, detail: "a row needs a coin and another one as its target")
            }
            decisions.append(CoinDecision(ends[0], relation, ends[1]))
        }
    }
}
