internal import CoinTables

extension PlaceboTrial {
    /// How the mean rank ICs of placebos spread, and where an observed one lies among them; nil without any.
    func table(beside observed: Double) -> Table? {
        let known = means.filter(\.isFinite)
        let reach = known.map(abs).max() ?? 0
        guard reach > 0 else { return nil }
        let count = 15
        let width = 2 * reach / Double(count)
        func bin(_ value: Double) -> Int { min(count - 1, max(0, Int((value + reach) / width))) }
        var counts = [Int](repeating: 0, count: count)
        for mean in known { counts[bin(mean)] += 1 }
        func told(_ value: Double) -> String { "\((1000 * value).rounded() / 1000 + 0)" }
        let rows = counts.indices.map { place -> [Cell] in
            let (low, high) = (Double(place) * width - reach, Double(place + 1) * width - reach)
            let isHere = observed.isFinite && bin(observed) == place
            return [
                .text("\(told(low)) to \(told(high))"), .integer(counts[place]),
                .text(isHere ? abs(observed) > reach ? "beyond: \(told(observed))" : "here: \(told(observed))" : ""),
            ]
        }
        var table = Table(
            title: "Placebos",
            columns: [
                Column("ic", "Rank IC", .text, meaning: "The mean rank ICs that are counted together."),
                Column("placebos", "Placebos", .integer, meaning: "How many signals without power had it by chance."),
                Column("observed", "Observed", .text, meaning: "Where the first signal lies."),
            ],
            rows: rows
        )
        table.pictures = [
            Picture(
                "What signals without power look like",
                note: "Mean rank ICs of placebos: a signal among the bulk of them cannot be told from chance.",
                .rows(label: ["ic"], beside: [Picture.Words("", "observed")], most: count),
                [Picture.Panel("Placebos", .counts, [Picture.Mark(.bars("placebos"), .volume)])]
            )
        ]
        return table
    }
}
