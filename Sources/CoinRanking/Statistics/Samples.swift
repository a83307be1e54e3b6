internal import Platform

/// The natural logarithm.
func ln(_ x: Double) -> Double { log(x) }

/// The arithmetic mean; NaN of nothing.
func mean(_ values: [Double]) -> Double { values.isEmpty ? .nan : sum(values) / Double(values.count) }

/// The mean of the numbers among some values; NaN of none.
func knownMean(_ values: some Sequence<Double>) -> Double { mean(values.filter { !$0.isNaN }) }

/// The sum, compensated after Neumaier (1974), so that it does not depend on the order in any digit that is shown;
/// infinite where it is more than a number can be.
func sum(_ values: some Sequence<Double>) -> Double {
    var total = 0.0
    var lost = 0.0
    for value in values {
        let next = total + value
        lost += abs(total) >= abs(value) ? (total - next) + value : (value - next) + total
        total = next
    }
    return total.isInfinite ? total : total + lost
}

/// The sample standard deviation, with n−1; NaN of fewer than two.
func deviation(_ values: [Double]) -> Double {
    guard values.count > 1 else { return .nan }
    let center = mean(values)
    return (sum(values.map { ($0 - center) * ($0 - center) }) / Double(values.count - 1)).squareRoot()
}

/// The least-squares slope of some values on others, where both are known; NaN with fewer than so many, or where the others do not
/// vary.
func leastSquaresSlope(_ values: [Double], on others: [Double], fewest: Int) -> Double {
    let known = values.indices.filter { !values[$0].isNaN && !others[$0].isNaN }
    guard known.count >= fewest else { return .nan }
    let center = mean(known.map { others[$0] })
    let rests = known.map { others[$0] - center }
    let square = dot(rests, rests)
    return square > 0 ? dot(rests, known.map { values[$0] }) / square : .nan
}

/// A number to nine decimals: what thresholds and ties are compared by.
func rounded(_ value: Double) -> Double { rint(value * 1e9) / 1e9 }

/// A positive number to a power.
func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
