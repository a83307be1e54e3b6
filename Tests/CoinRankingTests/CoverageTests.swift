import CoinModel
import Foundation
import TestPrograms
import Testing

@testable import CoinRanking

/// Whether bands hold the truth as often as they say, on simulated coins whose truth is known.
///
/// At full depth it is repeated with other seeds, held to closer bounds, and the figures are printed.
@Suite struct CoverageTests {
    static let runs = Depth.isFull ? 6 : 1

    enum Counts: String, CaseIterable {
        /// Poisson counts of the week's rate.
        case poisson
        /// Poisson counts of a rate that varies and drifts, as much as the weeks of real coins do.
        case varying
        /// The developer-days of a year of a bundled repository in blocks of 4 weeks, thinned to the ratio.
        ///
        /// Of one year, for what changes from one to the next is what the ratio measures.
        case real
    }

    /// How often the 90 % band of θ holds it: among all coins, and among those of each tenth by units.
    @Test("The 90 % interval of the rate ratio covers the truth as often as stated", arguments: Counts.allCases)
    func rateRatioBand(counts: Counts) throws {
        var random = SeededRandom(seed: 41)
        let series = try counts == .real ? Self.realSeries() : []
        var held: [(units: Double, isInside: Bool)] = []
        while held.count < 5000 * Self.runs {
            let share = random.beta(15 * 12 / 52, 15 * 40 / 52)
            let theta = share / (1 - share) * 40 / 12
            let weeks = random.weeks(theta, counts, series)
            let (recent, base) = (Array(weeks[0..<12]), Array(weeks[12..<52]))
            let units = sum(weeks)
            // Fewer are `thin`, and no band is shown for a state.
            guard units >= 24 else { continue }
            let rate = RateRatio(
                recent: sum(recent),
                base: sum(base),
                recentWeeks: 12,
                baseWeeks: 40,
                dispersion: Dispersion([recent, base]).corrected
            )
            let below = rate.posterior().probability(below: theta)
            held.append((units, below >= 0.05 && below <= 0.95))
        }
        held.sort { $0.units < $1.units }
        let tenth = held.count / 10
        let tenths = (0..<10).map { part in
            Double(held[part * tenth..<(part + 1) * tenth].count(where: \.isInside)) / Double(tenth)
        }
        let whole = Double(held.count(where: \.isInside)) / Double(held.count)
        if Self.runs > 1 { print(counts, whole, tenths) }
        // Thinned series follow each other less than real ones do, so their band is wide.
        #expect((0.89...(counts == .real ? 0.97 : 0.94)).contains(whole), "\(counts): \(whole)")
        #expect((tenths.min() ?? 0) >= 0.85, "\(counts): \(tenths)")
    }

    @Test("Simulated weeks have the dispersion and autocorrelation of real coins") func simulatedWeeks() throws {
        var random = SeededRandom(seed: 43)
        let simulated = (0..<1500).map { _ in
            random.weeks(of: 520, { _ in 1 }, level: random.level(), dispersion: random.dispersion())
        }
        // The counts' own correlations at lags of 1 to 4 weeks, as the method has them.
        for (lag, told) in [0.22, 0.12, 0.09, 0.06].enumerated() {
            let made = mean(simulated.filter { sum($0) >= 240 }.map { Self.autocorrelation($0, lag: lag + 1) })
            #expect(abs(made - told) <= 0.03, "lag \(lag + 1): \(made)")
        }
        let real = try Self.realSeries().map { Dispersion([Array($0.suffix(52))]).raw }
        let drawn = simulated.filter { sum($0) >= 240 }.map { Dispersion([Array($0.prefix(52))]).raw }
        for part in [0.25, 0.5, 0.75] {
            let (made, told) = (quantile(drawn, part), quantile(real, part))
            #expect(abs(log(made / told)) <= 0.3, "\(part) of dispersions: \(made) for \(told)")
        }
    }

    private static func autocorrelation(_ weeks: [Double], lag: Int) -> Double {
        let center = mean(weeks)
        let products = zip(weeks, weeks.dropFirst(lag)).map { ($0 - center) * ($1 - center) }
        return sum(products) / sum(weeks.map { ($0 - center) * ($0 - center) })
    }

    @Test("The rank interval covers the true rank as often as stated") func rankInterval() throws {
        var random = SeededRandom(seed: 42)
        var (inside, all) = (0, 0)
        for universe in 0..<10 * Self.runs {
            let made = SimulatedUniverse(coins: 42, number: universe, &random)
            for (interval, rank) in zip(made.intervals, made.trueRanks) {
                all += 1
                if interval.contains(rank) { inside += 1 }
            }
        }
        let share = Double(inside) / Double(all)
        if Self.runs > 1 { print("rank intervals", share) }
        // 420 coins leave an error of two points.
        #expect((0.78...0.9).contains(share), "\(share)")
    }

    /// The weekly developer-days of each repository of the bundled data that has more than a few.
    static func realSeries() throws -> [[Double]] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent("data/commits.csv"), encoding: .utf8)
        let lines = text.split(separator: "\n")
        let names = try #require(lines.first).split(separator: ",")
        let column = try #require(names.firstIndex(of: "developer_days"))
        var series: [(name: Substring, weeks: [Double])] = []
        for line in lines.dropFirst() {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            if series.last?.name != fields[0] { series.append((fields[0], [])) }
            if let value = Double(fields[column]) { series[series.count - 1].weeks.append(value) }
        }
        return series.map(\.weeks).filter { $0.count >= 100 && sum($0) >= 104 }
    }
}

extension SeededRandom {
    mutating func normal() -> Double {
        NormalDistribution.quantile(min(max(unit(), 1e-12), 1 - 1e-12))
    }

    /// A gamma variate of this shape and mean (Marsaglia and Tsang, 2000).
    mutating func gamma(_ shape: Double) -> Double {
        if shape < 1 { return gamma(shape + 1) * pow(max(unit(), 1e-12), 1 / shape) }
        let d = shape - 1.0 / 3
        while true {
            let x = normal()
            let v = pow(1 + x / (9 * d).squareRoot(), 3)
            if v > 0, log(max(unit(), 1e-300)) < x * x / 2 + d - d * v + d * log(v) { return d * v }
        }
    }

    mutating func beta(_ alpha: Double, _ beta: Double) -> Double {
        let (a, b) = (gamma(alpha), gamma(beta))
        return a / (a + b)
    }

    mutating func poisson(_ mean: Double) -> Double {
        if mean > 200 { return max(0, (mean + mean.squareRoot() * normal()).rounded()) }
        var (count, left) = (0.0, exp(-mean))
        var u = unit()
        while u > left, count < 1000 {
            u -= left
            count += 1
            left *= mean / count
        }
        return count
    }

    mutating func binomial(_ count: Double, _ share: Double) -> Double {
        (0..<Int(count)).reduce(0) { total, _ in unit() < share ? total + 1 : total }
    }

    /// A weekly rate between 0.6 and 90.
    mutating func level() -> Double { exp(5 * unit() - 0.5) }

    /// How much more than Poisson counts the weeks of a coin vary, whatever its rate: 2.25 in the middle.
    mutating func dispersion() -> Double { 1 + 1.25 * exp(0.75 * normal()) }

    /// Poisson counts of a rate whose logarithm drifts and varies, so that they have this dispersion.
    mutating func weeks(
        of count: Int,
        _ theta: (Int) -> Double,
        level: Double,
        dispersion: Double
    ) -> [Double] {
        // A rate below one cannot vary much more and stay a rate.
        let spread = log(1 + min((dispersion - 1) / level, 4.8)).squareRoot()
        var drift = normal()
        return (0..<count).map { week in
            drift = 0.65 * drift + (1 - 0.65 * 0.65).squareRoot() * normal()
            let move = spread * (0.75.squareRoot() * drift + 0.25.squareRoot() * normal())
            return poisson(level * theta(week) * exp(move - spread * spread / 2))
        }
    }

    /// 52 weeks, newest first, whose first 12 have θ times the rate of the others.
    mutating func weeks(_ theta: Double, _ counts: CoverageTests.Counts, _ series: [[Double]]) -> [Double] {
        let level = level()
        switch counts {
        case .poisson: return (0..<52).map { poisson(level * ($0 < 12 ? theta : 1)) }
        case .varying: return weeks(of: 52, { $0 < 12 ? theta : 1 }, level: level, dispersion: dispersion())
        case .real:
            let whole = series[below(series.count)]
            let source = whole.dropFirst(below(whole.count - 51)).prefix(52)
            let block = 4
            let weeks = (0..<52 / block).flatMap { _ in
                let start = source.startIndex + below(source.count - block + 1)
                return Array(source[start..<start + block])
            }
            return weeks.prefix(52).enumerated().map { week, value in
                let kept = week < 12 ? min(1, theta) : min(1, 1 / theta)
                return kept == 1 ? value : binomial(value, kept)
            }
        }
    }
}

/// Coins whose signals are known with and without their errors.
private struct SimulatedUniverse {
    let intervals: [ClosedRange<Int>]
    let trueRanks: [Int]

    init(coins: Int, number: Int, _ random: inout SeededRandom) {
        var (truths, signals) = ([[Double]](), [ScoreDraws.Signal]())
        var (thetas, weeks) = ([Double](), [[Double]]())
        while thetas.count < coins {
            let share = random.beta(15 * 12 / 52, 15 * 40 / 52)
            let theta = share / (1 - share) * 40 / 12
            let counts = random.weeks(theta, .varying, [])
            // Fewer are `thin`, and not ranked.
            guard sum(counts) >= 24 else { continue }
            thetas.append(theta)
            weeks.append(counts)
        }
        for signal in DiscoverySignal.allCases {
            var (truth, means, errors) = ([Double](), [Double](), [Double]())
            switch signal {
            case .development, .developers:
                for coin in 0..<coins {
                    // About half as many people as developer-days.
                    let counts = signal == .development ? weeks[coin] : weeks[coin].map { random.binomial($0, 0.5) }
                    let (recent, base) = (Array(counts[0..<12]), Array(counts[12...]))
                    let estimate = RateRatio(
                        recent: sum(recent),
                        base: sum(base),
                        recentWeeks: 12,
                        baseWeeks: 40,
                        dispersion: Dispersion([recent, base]).corrected
                    ).posterior().estimate
                    truth.append(log2(thetas[coin]))
                    means.append(estimate.mean.value)
                    errors.append(estimate.error)
                }
            case .volume, .search:
                truth = (0..<coins).map { _ in 0.4 * random.normal() }
                let noise = truth.map { _ in exp(0.5 * random.normal() - 1.5) }
                let measures = zip(truth, noise).map { Measured($0 + $1 * random.normal(), orMissing: .fewWeeks) }
                // The error itself is known from 13 blocks only.
                let told = noise.map { Measured($0 * (2 * random.gamma(5.5) / 11).squareRoot(), orMissing: .fewWeeks) }
                let estimates = Shrinkage(measures, errors: told, eligible: Array(0..<coins)).estimates
                means = estimates.map(\.mean.value)
                errors = estimates.map(\.error)
            case .capAgainstVolume:
                truth = (0..<coins).map { _ in random.normal() }
                errors = truth.map { _ in 0.15 + 0.3 * random.unit() }
                means = zip(truth, errors).map { $0 + $1 * random.normal() }
            }
            let entrants = (0..<coins).filter { _ in signal != .search || random.unit() < 0.6 }
            truths.append(truth)
            signals.append(
                .init(
                    weight: signal.weight,
                    draw: signal.draw,
                    entrants: entrants,
                    means: entrants.map { means[$0] },
                    errors: entrants.map { errors[$0] }
                )
            )
        }
        func ranks(_ scores: [Double]) -> [Int] {
            let order = scores.indices.sorted { scores[$0] > scores[$1] }
            return scores.indices.map { (order.firstIndex(of: $0) ?? 0) + 1 }
        }
        let drawn = ScoreDraws(
            signals: signals,
            seeds: (0..<coins).map { SeededRandom.seed(of: "\(number)/\($0)") },
            ranked: Array(0..<coins)
        ).results()
        var (printed, real) = ([Double](repeating: 0, count: coins), [Double](repeating: 0, count: coins))
        for (index, signal) in signals.enumerated() {
            for (coin, z) in zip(signal.entrants, drawn.z[index]) { printed[coin] += signal.weight * z }
            let scores = ScoreOfRank(count: coins)
            for (coin, rank) in averageRanks(truths[index]).enumerated() {
                real[coin] += signal.weight * scores.ofTied(Int(rank) - 1..<Int(rank))
            }
        }
        trueRanks = ranks(real)
        intervals = drawn.spreads(printed: ranks(printed)).map(\.range)
    }
}
