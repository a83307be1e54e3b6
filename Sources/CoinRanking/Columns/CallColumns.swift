internal import CoinModel
internal import CoinTables

extension ColumnDictionary {
    /// The names of the columns that say what evidence bears, which are not figures of a week.
    public static var namesOfCalls: Set<String> { Set(calls(.discovery).map(\.column.name)) }

    /// What evidence says of buying and selling a coin, and the chances of its fifth of scores.
    static func calls(_ preset: Preset) -> [ColumnEntry] {
        let parts = preset.scoreParts.union(.traded).union(.calls)
        let reasons = Call.Reason.allCases.map { "\($0.rawValue) (\($0.meaning))" }.joined(separator: ", ")
        return [
            .text("call", "Call", parts, of: \.calls) { $0[$1].kind.rawValue }
                .means(
                    "BUY or SELL where past rankings support it (`assay call` evaluates them), HOLD where they support neither, NO CALL "
                        + "where they support nothing; not advice."
                )
                .formula(nil, ["score", "fifth", "p_excess_low", "p_loss_low", "coverage", "state", "vol12"]),
            .text("call_reason", "Call because", parts, of: \.calls) { $0[$1].reason.rawValue }
                .means("The first that is true of: \(reasons).")
                .formula(nil, ["call"]),
            .count("fifth", "Fifth", orMissing: .notRanked, parts, of: \.calls) { $0[$1].fifth.map { $0 + 1 } }
                .means("The fifth of today's scores that the coin is in, 1 the best.")
                .formula(nil, ["score"]),
        ]
            + chances("excess", "", "over the universe's median by more than", parts) { $0.gains }
            + chances("loss", "_loss", "below the universe's median by more than", parts) { $0.losses }
    }

    /// How often coins of the same fifth had an outcome, with its band.
    private static func chances(
        _ name: String,
        _ suffix: String,
        _ side: String,
        _ parts: SectionParts,
        _ ofFifths: @escaping @Sendable (CallBasis) -> [CallBasis.Chance?]
    ) -> [ColumnEntry] {
        let (p, reasons): (String, [MissingReason]) = ("p_" + name, [.notEvaluated, .notRanked, .noOutcome])
        let often = "How often coins of its fifth returned a value \(side) the costs of buying and selling once."
        let figures: [(String, String, Int, String, @Sendable (CallBasis.Chance) -> Double)] = [
            (p, "P(\(name))", 2, often, \.share),
            (p + "_low", "from", 2, "Lower end of the 80 % Jeffreys band of \(p).", \.low),
            (p + "_high", "to", 2, "Upper end of it.", \.high),
            ("effective_n" + suffix, "n", 1, "How many independent outcomes \(p) is worth.", \.effective),
            ("base_rate" + suffix, "Base", 2, "The same share among all ranked coins.", \.base),
        ]
        return figures.map { name, title, digits, meaning, value in
            .number(name, title, .fixed(digits), reasons, parts, of: \.calls) { calls, coin in
                guard let basis = calls.basis else { return .missing(.notEvaluated) }
                guard let fifth = calls[coin].fifth else { return .missing(.notRanked) }
                return Measured(ofFifths(basis)[fifth].map(value) ?? .nan, orMissing: .noOutcome)
            }
            .means(meaning)
        }
    }
}
