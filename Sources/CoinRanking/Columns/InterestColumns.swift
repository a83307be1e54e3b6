internal import CoinModel
internal import CoinTables

extension ColumnDictionary {
    /// Search interest on the scale that exports share, so that coins of different exports can be compared.
    static func levels() -> [Entry] {
        func level(
            _ name: String,
            _ title: String,
            _ meaning: String,
            _ value: @escaping @Sendable (InterestLevel) -> Measured
        ) -> Entry {
            Entry(name, title, unit: "index", .fixed(1), UsualReasons.interest, meaning) {
                value($0.interestLevel)
            }.reading([.interest, .interestScale])
        }
        return [
            level(
                "interest_level12",
                "Interest level",
                "trend12 on the scale of the export that interest_scale names: coins of one scale compare."
            ) { $0.value },
            level("interest_low", "Interest level low", "Its lower bound by the rounding of all exports in between.") {
                $0.low
            },
            level("interest_high", "Interest level high", "Its upper bound by the rounding of all exports in between.")
            {
                $0.high
            },
            Entry(
                text: "interest_scale",
                "Interest scale",
                orMissing: .noInterest,
                "Whose scale interest_level12 is on: the digest of the export that others were brought onto through "
                    + "shared terms, or `own` where an export shares none."
            ) { coin in
                coin.interestSeries.map { _ in coin.interestScale?.name ?? "own" }
            }.reading([.interest, .interestScale]),
        ]
    }
}
