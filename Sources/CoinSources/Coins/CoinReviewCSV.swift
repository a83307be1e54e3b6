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
        var (decisions, undecided): ([CoinDecision], Int) = ([], 0)
        try table.forEachDecision(&file) { row in
            let (one, other) = (CoinReviewCSV.coin(row.text(coin)), CoinReviewCSV.coin(row.text(target)))
            let relation: CoinDecision.Relation
            switch row.text(decision).lowercased() {
            case "":
                undecided += 1
                return
            case "yes": relation = .same
            case "no": relation = .other
            default: throw RowError("bad-decision", "\(row.excerpt(decision)) is neither yes nor no, nor empty")
            }
            guard !one.id.isEmpty, !other.id.isEmpty, one != other else {
                throw RowError("missing-id", "a row needs a coin and another one as its target")
            }
            decisions.append(CoinDecision(one, relation, other))
        }
        (self.decisions, self.undecided) = (decisions, undecided)
    }

    private static func coin(_ text: String) -> CoinArgument { CoinArgument(PersonalTable.unguarded(text)) }
}
