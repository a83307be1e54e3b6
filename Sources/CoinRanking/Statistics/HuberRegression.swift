internal import CoinModel

/// A linear regression in which far-out values count less: Huber's estimator by iteratively reweighted least squares.
///
/// From least squares on, each step takes σ̂ = median|r − median r| / 0.67449 of the residuals r, and weights
/// min(1, k σ̂ / |r|) with k = 1.345, until no coefficient moves by 1e-10 (1 + the largest), at most 100 steps. Source:
/// P. J. Huber, E. M. Ronchetti, "Robust Statistics", 2009, chapter 7.
struct HuberRegression {
    /// Where the weights begin to fall, in σ̂: 95 % efficiency at the normal distribution.
    static let tuning = 1.345

    /// The coefficients in order of the columns; 0 for a column that was dropped, for it lies in the span of those
    /// before it, as a constant one does behind the intercept.
    let coefficients: [Double]
    /// Response less fit.
    let residuals: [Double]
    /// σ̂ of the residuals; 0 where most of them are no more than rounding.
    let scale: Double
    /// What each row counts, in (0, 1].
    let weights: [Double]
    /// The weighted leverage of each row, in [0, 1].
    let leverages: [Double]

    /// R² with the weights: the share of the response's variation about its weighted mean that the fit takes up; NaN
    /// where the response does not vary.
    let explained: Double

    /// Fits a response to columns, the first of them the intercept's ones.
    ///
    /// O(steps · rows · columns²).
    init(columns: [[Double]], response: [Double]) {
        let rows = response.count
        var weights = [Double](repeating: 1, count: rows)
        var fit = LeastSquares(columns, response, weights: weights, among: Array(columns.indices))
        let smallest = OrthogonalBasis.digits * (dot(response, response) / Double(rows)).squareRoot()
        var rest = fit.residuals(columns, response)
        var scale = HuberRegression.scale(rest, above: smallest)
        for _ in 0..<100 where scale > 0 {
            weights = rest.map { min(1, HuberRegression.tuning * scale / abs($0)) }
            let next = LeastSquares(columns, response, weights: weights, among: fit.independent)
            let largest = next.coefficients.map(abs).max() ?? 0
            let moved = zip(next.coefficients, fit.coefficients).map { abs($0 - $1) }.max() ?? 0
            fit = next
            rest = fit.residuals(columns, response)
            scale = HuberRegression.scale(rest, above: smallest)
            if moved < 1e-10 * (1 + largest) { break }
        }
        (coefficients, leverages) = (fit.coefficients, fit.leverages)
        (self.residuals, self.scale, self.weights) = (rest, scale, weights)
        let center = sum(zip(weights, response).map { $0 * $1 }) / sum(weights)
        let whole = sum(zip(weights, response).map { $0 * ($1 - center) * ($1 - center) })
        let varies = whole > sum(weights) * smallest * smallest
        explained = varies ? 1 - sum(zip(weights, rest).map { $0 * $1 * $1 }) / whole : .nan
    }

    /// The partial R² of some columns: 1 − Σ w r² / Σ w r'², r' the residuals of weighted least squares by the same weights
    /// without these columns; NaN where nothing is left to explain.
    func partialShare(of dropped: Range<Int>, _ columns: [[Double]], _ response: [Double]) -> Double {
        let others = columns.indices.filter { !dropped.contains($0) }
        let left = LeastSquares(columns, response, weights: weights, among: others).residuals(columns, response)
        func square(_ rest: [Double]) -> Double { sum(zip(weights, rest).map { $0 * $1 * $1 }) }
        let whole = square(left)
        return whole > 0 ? 1 - square(residuals) / whole : .nan
    }

    private static func scale(_ residuals: [Double], above smallest: Double) -> Double {
        let center = median(residuals)
        let scale = median(residuals.map { abs($0 - center) }) / 0.67449
        return scale > smallest ? scale : 0
    }
}

/// Weighted least squares by orthogonal columns.
struct LeastSquares {
    /// The coefficients; 0 for a column that is not independent.
    var coefficients: [Double]
    /// The columns that are not in the span of those before them.
    var independent: [Int] = []
    /// The squared length of each row of the orthogonal columns.
    var leverages: [Double]

    init(_ columns: [[Double]], _ response: [Double], weights: [Double], among candidates: [Int]) {
        let roots = weights.map { $0.squareRoot() }
        var basis = OrthogonalBasis()
        // The columns of the triangle.
        var triangle: [[Double]] = []
        for column in candidates {
            guard let shares = basis.add(zip(columns[column], roots).map { $0 * $1 }) else { continue }
            triangle.append(shares)
            independent.append(column)
        }
        leverages = response.indices.map { row in basis.vectors.reduce(0) { $0 + $1[row] * $1[row] } }
        let parts = basis.split(zip(response, roots).map { $0 * $1 }).shares
        coefficients = Array(repeating: 0, count: columns.count)
        for index in independent.indices.reversed() {
            let later = (index + 1..<independent.count).reduce(0.0) {
                $0 + triangle[$1][index] * coefficients[independent[$1]]
            }
            coefficients[independent[index]] = (parts[index] - later) / triangle[index][index]
        }
    }
    /// What of a response the fit to these columns leaves.
    func residuals(_ columns: [[Double]], _ response: [Double]) -> [Double] {
        response.indices.map { row in response[row] - independent.reduce(0) { $0 + coefficients[$1] * columns[$1][row] }
        }
    }
}
