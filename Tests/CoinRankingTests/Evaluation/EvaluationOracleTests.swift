import Foundation
import TestPrograms
import Testing

@testable import CoinRanking

/// What evidence is drawn from, against SciPy and statsmodels on the same panels.
@Suite struct EvaluationOracleTests {
    /// A panel of coins with ties, a coin that dies, values that are missing, and two controls.
    private struct Sample {
        let horizon: Int
        let seeds: [UInt64]
        let matrices: [PanelMatrix]

        init(_ number: Int) {
            var random = SeededRandom(seed: UInt64(900 + number))
            let (coins, weeks) = (14 + random.below(8), 20 + random.below(40))
            horizon = 1 + random.below(6)
            seeds = (0..<coins).map { _ in UInt64(random.unit() * 0x1p53) }
            let isWhole = number.isMultiple(of: 2)
            matrices = (0..<4).map { matrix in
                PanelMatrix(coins: coins, weeks: weeks) { coin, week in
                    if matrix < 2, !isWhole, coin == 0, week > weeks / 2 || random.below(20) == 0 { return .nan }
                    let value = random.unit()
                    return random.below(3) == 0 ? (value * 8).rounded() : value * 8
                }
            }
        }

        var line: [Double] {
            let (coins, weeks) = (matrices[0].coins, matrices[0].weeks)
            let flat = matrices.flatMap { matrix in (0..<coins).flatMap { c in (0..<weeks).map { matrix[c, $0] } } }
            return [Double(horizon), Double(coins), Double(weeks)] + seeds.map { Double($0) } + flat
        }

        var ours: [Double] {
            let ranked = RankedPanel(matrices[0], matrices[1])
            let phases = BlockStandardError(ranked.correlations, horizon: horizon)
            let neutral = RankedPanel(matrices[0], matrices[1], beyond: Array(matrices[2...])).correlations
            return [
                phases.mean, phases.error, Double(phases.freedom), phases.interval.low, phases.interval.high, phases.p,
                BlockStandardError(neutral, horizon: horizon).mean, BlockStandardError(neutral, horizon: horizon).p,
                ExchangeTest(ranked, horizon: horizon, seeds: seeds).p(),
            ]
        }
    }

    @Test("Panel statistics equal SciPy and statsmodels") func panels() throws {
        let samples = (0..<Depth.rounds(80)).map(Sample.init)
        try Oracle.compare(
            samples.map(\.line),
            with: samples.map(\.ours),
            """
            h, n, weeks = int(x[0]), int(x[1]), int(x[2])
            seeds = [int(v) for v in x[3:3 + n]]
            s, r, c1, c2 = np.array(x[3 + n:]).reshape(4, n, weeks)
            series, partial, standard = [], [], []
            for w in range(weeks):
                k = ~np.isnan(s[:, w]) & ~np.isnan(r[:, w])
                series.append(stats.spearmanr(s[k, w], r[k, w])[0])
                X = sm.add_constant(np.column_stack([stats.rankdata(c[k, w]) for c in (c1, c2)]))
                rest = [sm.OLS(stats.rankdata(v[k, w]), X).fit().resid for v in (s, r)]
                partial.append(stats.pearsonr(*rest)[0])
                pair = []
                for v in (s, r):
                    ranks = np.full(n, np.nan)
                    ranks[k] = stats.rankdata(v[k, w])
                    ranks[k] -= ranks[k].mean()
                    pair.append(ranks / np.sqrt(np.nansum(ranks ** 2)))
                standard.append(pair)
            series = np.array(series)
            def phases(v):
                return [np.array(v)[k::h] for k in range(h)]
            mean = np.mean([p.mean() for p in phases(series)])
            many = [p for p in phases(series) if len(p) > 1]
            error = np.sqrt(np.mean([p.var(ddof=1) / len(p) for p in many]))
            freedom = min(len(p) for p in many) - 1
            # By the beta distribution: older releases' t.ppf is good to 1e-9 only.
            share = special.betaincinv(freedom / 2, 0.5, 0.1)
            reach = np.sqrt(freedom * (1 / share - 1)) * error
            own = [p for p in phases(partial) if len(p) > 1]
            middle, wide = np.mean([p.mean() for p in phases(partial)]), np.sqrt(np.mean([p.var(ddof=1) / len(p) for p in own]))
            weights = [1 / (min(h, weeks) * len(series[w % h::h])) for w in range(weeks)]
            def under(source):
                total = 0
                for w, (a, b) in enumerate(standard):
                    for i in range(n):
                        if np.isnan(b[i]):
                            continue
                        j = source[i]
                        while np.isnan(a[j]):
                            j = source[j]
                        total += weights[w] * a[j] * b[i]
                return total
            full = all(not np.isnan(a).any() for a, _ in standard)
            if full:
                A, B = (np.array([p[k] for p in standard]) for k in (0, 1))
                under = lambda source: np.sum(np.array(weights)[:, None] * A[:, source] * B)
            observed = round(abs(under(list(range(n)))), 9)
            reached = 0
            for b in range(999):
                u = [uniform(b, seed, 6) for seed in seeds]
                reached += round(abs(under(sorted(range(n), key=lambda i: (u[i], i)))), 9) >= observed
            return [mean, error, freedom, mean - reach, mean + reach, 2 * stats.t.sf(abs(mean / error), freedom),
                    middle, 2 * stats.t.sf(abs(middle / wide), freedom), (1 + reached) / 1000]
            """,
            preamble: """
                import statsmodels.api as sm
                M = 2 ** 64 - 1
                def mix(state):
                    z = (state + 0x9e3779b97f4a7c15) & M
                    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9 & M
                    z = (z ^ z >> 27) * 0x94d049bb133111eb & M
                    return z ^ z >> 31
                def uniform(b, seed, j):
                    return ((mix(mix(mix(b) ^ seed) ^ j) >> 11) + .5) / 2 ** 53
                """,
            floor: 1e-2
        )
    }

    @Test("Adjusted p-values equal statsmodels") func adjustedValues() throws {
        var random = SeededRandom(seed: 77)
        let cases = (0..<Depth.rounds(400)).map { _ in
            (0..<1 + random.below(40)).map { _ in random.below(4) == 0 ? 0.05 : random.unit() }
        }
        try Oracle.compare(
            cases,
            with: cases.map(FalseDiscovery.adjusted),
            "return list(multipletests(x, method='fdr_bh')[1])",
            preamble: "from statsmodels.stats.multitest import multipletests"
        )
    }

    @Test("Intervals of shares equal SciPy") func bands() throws {
        var random = SeededRandom(seed: 78)
        var ours: [[Double]] = []
        let cases = (0..<Depth.rounds(400)).map { _ -> [Double] in
            var share = WeeklyShare(weeks: 40, horizon: 4)
            let level = random.unit()
            for week in 0..<40 {
                let own = min(1, max(0, level + 0.4 * (random.unit() - 0.5)))
                for _ in 0..<5 { share.add(random.unit() < own, in: week) }
            }
            ours.append([share.band.low, share.band.high])
            return [share.share, share.effective]
        }
        try Oracle.compare(
            cases,
            with: ours,
            "p, n = x\nreturn [stats.beta.ppf(q, .5 + p * n, .5 + (1 - p) * n) for q in (.1, .9)]"
        )
    }
}
