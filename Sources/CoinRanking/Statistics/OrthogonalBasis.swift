/// Columns made orthogonal to those before them and of length 1, each twice (Gram and Schmidt): digits lost the first time are
/// won back by the second.
struct OrthogonalBasis {
    /// The columns, without those in the span of columns before them.
    private(set) var vectors: [[Double]] = []

    /// What of a length is more than rounding.
    static let digits = 1e-10

    /// Adds a column and returns its share of each vector, then its length beyond them; nil, and nothing is added, where it is in
    /// their span.
    mutating func add(_ column: [Double]) -> [Double]? {
        var vector = column
        let length = dot(vector, vector).squareRoot()
        var shares = [Double](repeating: 0, count: vectors.count)
        for _ in 0..<2 {
            for (index, other) in vectors.enumerated() {
                let share = dot(vector, other)
                shares[index] += share
                for row in vector.indices { vector[row] -= share * other[row] }
            }
        }
        let rest = dot(vector, vector).squareRoot()
        guard rest > OrthogonalBasis.digits * length else { return nil }
        for row in vector.indices { vector[row] /= rest }
        vectors.append(vector)
        return shares + [rest]
    }

    /// The share that a list has of each vector, and what is left of it.
    func split(_ values: [Double]) -> (shares: [Double], rest: [Double]) {
        var rest = values
        let shares = vectors.map { vector in
            let share = dot(vector, rest)
            for row in rest.indices { rest[row] -= share * vector[row] }
            return share
        }
        return (shares, rest)
    }
}

/// Σ left · right.
func dot(_ left: [Double], _ right: [Double]) -> Double {
    var total = 0.0
    for row in left.indices { total += left[row] * right[row] }
    return total
}
