import CoinModel
import Foundation
import Testing

@testable import CoinRanking

/// Every statistic against SciPy, NumPy and statsmodels, on up to 10,000 seeded random cases each.
@Suite struct OracleTests {
    /// Counts, weeks and dispersion of a coin: small and large, with zeros.
    static func rates(seed: UInt64) -> [RateRatio] {
        var random = SeededRandom(seed: seed)
        return (0..<Oracle.cases).map { _ in
            let scale = pow(10, 3.5 * random.unit())
            return RateRatio(
                recent: random.below(12) == 0 ? 0 : (random.unit() * scale).rounded(),
                base: 1 + (random.unit() * 3 * scale).rounded(),
                recentWeeks: Double(8 + random.below(5)),
                baseWeeks: Double(4 + random.below(37)),
                dispersion: random.below(3) == 0 ? 1 : 1 + 9 * random.unit()
            )
        }
    }

    static func numbers(_ rate: RateRatio) -> [Double] {
        [rate.recent, rate.base, rate.recentWeeks, rate.baseWeeks, rate.dispersion]
    }

    @Test("Exact intervals equal SciPy") func exactBounds() throws {
        let rates = Self.rates(seed: 31)
        try Oracle.compare(
            rates.map(Self.numbers),
            with: rates.map { [$0.exactInterval().low, $0.exactInterval().high] },
            """
            k, n, t, s, phi = x
            k, n = k / phi, n / phi
            # The odds by the share or by its complement, whichever is small, so that neither end loses digits.
            def odds(q, a, b):
                p, rest = stats.beta.ppf(q, a, b), stats.beta.ppf(1 - q, b, a)
                return p / (1 - p) if p < 0.5 else (1 - rest) / rest
            return [0 if k == 0 else odds(0.025, k, n + 1) * s / t, odds(0.975, k + 1, n) * s / t]
            """
        )
    }

    @Test("Shrunk intervals equal SciPy") func shrunkBounds() throws {
        let rates = Self.rates(seed: 32)
        try Oracle.compare(
            rates.map(Self.numbers),
            with: rates.map { rate in
                let belief = rate.posterior(usual: 0.8)
                let estimate = belief.estimate
                return [
                    belief.quantile(0.5), belief.quantile(0.05), belief.quantile(0.95), belief.up, belief.down,
                    exp2(estimate.mean.value), estimate.error,
                ]
            },
            """
            k, n, t, s, phi = x
            a, b = 2 + k / phi, 2 * s / (0.8 * t) + n / phi
            # The share and its complement, so that neither end loses digits.
            p = stats.beta.ppf([0.5, 0.05, 0.95], a, b)
            q = stats.beta.isf([0.5, 0.05, 0.95], b, a)
            theta = np.where(p < 0.5, p / (1 - p), (1 - q) / q) * s / t
            up, down = 1.25 * t / s, 0.8 * t / s
            mean = (special.psi(a) - special.psi(b) + np.log(s / t)) / np.log(2)
            error = np.sqrt(special.polygamma(1, a) + special.polygamma(1, b)) / np.log(2)
            return [*theta[:3], stats.beta.sf(up / (1 + up), a, b), stats.beta.cdf(down / (1 + down), a, b),
                    2 ** mean, error]
            """,
            floor: 1e-30
        )
    }

    /// Between 1 and 40 numbers, often equal ones.
    static func samples(seed: UInt64, least: Int = 1) -> [[Double]] {
        var random = SeededRandom(seed: seed)
        return (0..<Oracle.cases).map { _ in
            let isCoarse = random.below(3) == 0
            return (0..<least + random.below(40)).map { _ in
                let value = exp(4 * random.unit()) - 10
                return isCoarse ? value.rounded() : value
            }
        }
    }

    @Test("Quantiles equal NumPy") func npQuantiles() throws {
        let samples = Self.samples(seed: 33)
        let shares = [0, 0.05, 0.1, 0.25, 0.5, 0.9, 0.95, 1]
        try Oracle.compare(
            samples,
            with: samples.map { values in shares.map { quantile(values, $0) } },
            "return np.quantile(x, \(shares))",
            floor: 1e-6
        )
    }

    @Test("Winsorised scores and ranks equal SciPy") func winsorised() throws {
        let samples = Self.samples(seed: 34, least: 2)
        try Oracle.compare(
            samples,
            with: samples.map { winsorisedScores($0, tail: 0.05) + averageRanks($0) },
            """
            inside = np.clip(x, np.quantile(x, 0.05), np.quantile(x, 0.95))
            spread = np.std(inside, ddof=1)
            z = (inside - np.mean(inside)) / spread if spread > 0 else 0 * inside
            return [*z, *stats.rankdata(x)]
            """,
            floor: 1e-4
        )
    }

    @Test("Spearman correlations equal SciPy") func rankCorrelation() throws {
        let samples = Self.samples(seed: 35, least: 4).map { $0.count % 2 == 0 ? $0 : Array($0.dropLast()) }
        try Oracle.compare(
            samples,
            with: samples.map { [spearman(Array($0[..<($0.count / 2)]), Array($0[($0.count / 2)...]))] },
            """
            a, b = x[:len(x) // 2], x[len(x) // 2:]
            return [float("nan") if len(set(a)) == 1 or len(set(b)) == 1 else stats.spearmanr(a, b)[0]]
            """,
            floor: 1e-4
        )
    }

    @Test("Gamma derivatives and normal quantiles equal SciPy") func specialFunctions() throws {
        var random = SeededRandom(seed: 36)
        let cases = (0..<Oracle.cases).map { _ in
            [pow(10, 7 * random.unit() - 2), random.unit(), pow(10, -300 * random.unit())]
        }
        try Oracle.compare(
            cases,
            with: cases.map { x in
                [digamma(x[0]), trigamma(x[0])] + x[1...].map(NormalDistribution.quantile)
                    + [NormalDistribution.cumulative(8 * x[1] - 4)]
            },
            """
            return [special.psi(x[0]), special.polygamma(1, x[0]), *special.ndtri(x[1:]), special.ndtr(8 * x[1] - 4)]
            """,
            // ψ passes through 0 at 1.46, Φ⁻¹ at ½.
            floor: 1e-4
        )
    }

    @Test("Huber regressions equal statsmodels") func huber() throws {
        var random = SeededRandom(seed: 37)
        func normal() -> Double { NormalDistribution.quantile(max(1e-9, random.unit())) }
        var cases: [[Double]] = []
        var ours: [[Double]] = []
        for _ in 0..<Oracle.cases {
            let (rows, slopes) = (8 + random.below(9), 1 + random.below(2))
            let columns =
                [Array(repeating: 1, count: rows)] + (0..<slopes).map { _ in (0..<rows).map { _ in 3 * normal() } }
            let response = (0..<rows).map { row in
                columns.dropFirst().reduce(1) { $0 + $1[row] } + normal() * (random.below(6) == 0 ? 8 : 1)
            }
            cases.append([Double(rows)] + columns.dropFirst().flatMap(\.self) + response)
            let fit = HuberRegression(columns: columns, response: response)
            let standard = zip(fit.residuals, fit.leverages).map { $0 / (fit.scale * (1 - $1).squareRoot()) }
            ours.append(fit.coefficients + [fit.scale, fit.explained] + fit.weights + fit.leverages + standard)
        }
        try Oracle.compare(
            cases,
            with: ours,
            """
            global count
            count += 1
            rows = int(x[0])
            body = np.array(x[1:]).reshape(-1, rows)
            y, X = body[-1], np.column_stack([np.ones(rows), *body[:-1]])
            # Every thousandth case is solved by statsmodels at each step.
            def solve(w):
                if count % 1000 == 0:
                    return sm.WLS(y, X, weights=w).fit().params
                return np.linalg.lstsq(X * np.sqrt(w)[:, None], y * np.sqrt(w), rcond=None)[0]
            def scale(r):
                return np.median(np.abs(r - np.median(r))) / 0.67449
            w = np.ones(rows)
            b = solve(w)
            for step in range(100):
                r = y - X @ b
                w = np.minimum(1, 1.345 * scale(r) / np.abs(r))
                old, b = b, solve(w)
                if np.max(np.abs(b - old)) < 1e-10 * (1 + np.max(np.abs(b))):
                    break
            r = y - X @ b
            s = scale(r)
            q = np.linalg.qr(X * np.sqrt(w)[:, None])[0]
            h = np.sum(q * q, axis=1)
            center = np.average(y, weights=w)
            explained = 1 - np.sum(w * r * r) / np.sum(w * (y - center) ** 2)
            return [*b, s, explained, *w, *h, *(r / (s * np.sqrt(1 - h)))]
            """,
            preamble: "import statsmodels.api as sm\ncount = 0",
            floor: 1e-3
        )
    }
}
