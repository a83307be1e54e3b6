internal import CoinModel
internal import CoinTables

/// This is the only place where the capitalisations and volumes of coins are added up.
///
/// Wrapped, staked, bridged and pegged coins stand for others and are left out, for they would count twice; stablecoins
/// are money of their own. A coin that became another one is left out too, for that one continues it.
struct MarketTotals {
    /// Σ capitalisation; NaN when none is known, or more than a number can be.
    let capitalisation: Double
    /// Σ median 24-hour volume; NaN when none is known, or more than a number can be.
    let volume: Double
    /// How many coins have a capitalisation.
    let count: Int
    /// The capitalisation of Bitcoin; NaN when it is not known.
    private let bitcoin: Double
    /// Whether the volume is that of the newest 24 hours, for no complete week has one.
    private(set) var isVolumeOfDay = false
    /// The day of the oldest capitalisation; nil where that is not asked for, or none is known.
    private(set) var oldest: Day?

    /// What the coins of a ranking add up to, of which some count: their newest capitalisations, none older than 28 days, and the
    /// volumes of the newest complete week.
    init(newestOf section: CrossSection, counting counted: [Bool], _ volumes: [Double]) {
        func counting(_ values: (Int) -> Double) -> [Double] { counted.indices.map { counted[$0] ? values($0) : .nan } }
        let caps = counting { section.marketCap[$0].amount }
        let weekly = counting { volumes[$0] }
        let isOfDay = !section.sourceFigures.isEmpty && weekly.allSatisfy(\.isNaN)
        let volumes = isOfDay ? counting { (section.sourceFigures[$0]?.volume).amount } : weekly
        self.init(caps, volumes, bitcoin: MarketTotals.bitcoin(among: section.coins))
        isVolumeOfDay = isOfDay && !volume.isNaN
        oldest = caps.indices.filter { caps[$0] > 0 }.compactMap { section.marketCap[$0]?.time.day }.min()
    }

    /// Those of amounts of each coin, which are missing for a coin that is not counted.
    init(_ capitalisations: [Double], _ volumes: [Double], bitcoin: Int?) {
        let caps = capitalisations.filter { $0 > 0 }
        let volumes = volumes.filter { !$0.isNaN }
        count = caps.count
        capitalisation = MarketTotals.total(of: caps)
        volume = MarketTotals.total(of: volumes)
        self.bitcoin = bitcoin.map { capitalisations[$0] > 0 ? capitalisations[$0] : .nan } ?? .nan
    }

    /// Where Bitcoin is: the coin of that id, else the only one of its symbol and name, for other sources have ids of their own.
    static func bitcoin(among coins: [Coin]) -> Int? {
        if let place = coins.firstIndex(where: { $0.id == "bitcoin" }) { return place }
        let named = coins.indices.filter { coins[$0].name == "Bitcoin" && coins[$0].symbol.uppercased() == "BTC" }
        return named.count == 1 ? named[0] : nil
    }

    private static func total(of amounts: [Double]) -> Double {
        let total = sum(amounts)
        return amounts.isEmpty || total.isInfinite ? .nan : total
    }

    /// Whether a coin counts that is a derivative, if it is one: stablecoins stand for no other coin.
    static func counts(_ derivative: Derivative?) -> Bool { derivative?.isMoney ?? true }

    /// Bitcoin's share of the capitalisation, 0 to 1.
    var bitcoinShare: Double { bitcoin / capitalisation }

    /// The share of one of these capitalisations, 0 to 1; that of a coin that is left out is set against the others.
    func share(of cap: Double) -> Measured { Measured(cap / capitalisation, orMissing: .noFreshCap) }

    /// All of it in one sentence, with what a source says of all the coins that it counts; nil when no capitalisation is known.
    func note(_ section: CrossSection) -> String? {
        guard !capitalisation.isNaN else { return nil }
        let money = section.quote.uppercased()
        let sum = "\(MarketTotals.rounded(capitalisation)) \(money)"
        var note = "Market: \(sum) of capitalisation in \(counted(count, "coin"))"
        if !bitcoinShare.isNaN { note += ", \((1000 * bitcoinShare).rounded() / 10) % of it Bitcoin" }
        let age = oldest.map { $0.distance(to: section.asOf.limit.day) } ?? 0
        if let oldest, age >= Table.datedFrom { note += ", the oldest of \(oldest)" }
        if !volume.isNaN {
            let span = isVolumeOfDay ? "traded in 24 hours" : "traded a day in the newest complete week"
            note += "; \(MarketTotals.rounded(volume)) \(money) \(span)"
        }
        return note + "." + MarketTotals.note(section.figures, money)
    }

    private static func note(_ figures: MarketFigures?, _ money: String) -> String {
        guard let figures, let time = figures.time, let cap = figures.newest[.totalMarketCap] else { return "" }
        let share = figures.newest[.bitcoinShare].map { ", \(shortest(100 * $0)) % of it Bitcoin" } ?? ""
        let change = figures.newest[.totalMarketCapRatio].map { ratio in
            let percent = (10_000 * (ratio - 1)).rounded() / 100
            return ", \(percent < 0 ? "\u{2212}" : "+")\(shortest(abs(percent))) % in 24 hours"
        }
        let volume = figures.newest[.totalVolume].map { ", \(rounded($0)) \(money) traded in 24 hours" }
        let more = share + (change ?? "") + (volume ?? "")
        return " \(figures.source) has \(rounded(cap)) \(money) in all coins\(more) (\(time.day))."
    }

    /// An amount to three digits or more, as `2613 billion` and `80.1 billion`; zeros at the end are left out.
    private static func rounded(_ amount: Double) -> String {
        let (unit, name) = amount >= 1e9 ? (1e9, " billion") : amount >= 1e6 ? (1e6, " million") : (1, "")
        let scaled = amount / unit
        let parts = name.isEmpty || scaled >= 100 ? 1.0 : scaled >= 10 ? 10 : 100
        return shortest((scaled * parts).rounded() / parts) + name
    }
}
