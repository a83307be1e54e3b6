/// The values of a run by the exponent of their shortest mantissa, to choose the exponent that costs least for all.
struct DecimalGroups {
    private struct Group {
        var count = 0
        var minimum = Double.infinity
        var maximum = -Double.infinity

        mutating func insert(_ other: Group) {
            count += other.count
            minimum = min(minimum, other.minimum)
            maximum = max(maximum, other.maximum)
        }
    }

    /// In place of an exponent where a value has no mantissa.
    static let none = Int8.min

    /// The bits that an exception takes: a double, and its distance from the one before.
    static let exceptionWidth = 72

    private var groups = [Group](repeating: Group(), count: DecimalScale.exponents.count)
    /// The exponents that have a group, each once.
    private var used: [Int] = []

    mutating func removeAll() {
        for exponent in used { groups[exponent + 22] = Group() }
        used.removeAll(keepingCapacity: true)
    }

    /// Counts values by the exponents that their shortest mantissas have, but those without one.
    mutating func insert(_ values: [Double], _ exponents: [Int8]) {
        DecimalGroups.insert(values, exponents, &groups, &used)
    }

    private static func insert(_ values: [Double], _ exponents: [Int8], _ groups: inout [Group], _ used: inout [Int]) {
        var groups = groups.mutableSpan
        for (value, exponent) in zip(values, exponents) where exponent != none {
            let place = Int(exponent) + 22
            if groups[place].count == 0 { used.append(Int(exponent)) }
            groups[place].insert(Group(count: 1, minimum: value, maximum: value))
        }
    }

    /// The exponent at which so many values take the fewest bits as distances from the smallest, on a tie the finest;
    /// nil when none has a mantissa.
    ///
    /// Going finer turns exceptions into mantissas, and makes all mantissas wider.
    func cheapest(of count: Int) -> Int? {
        var cheapest: (exponent: Int, cost: Int)?
        for exponent in used {
            let cost = cost(of: count, at: DecimalScale(exponent: exponent))
            if let best = cheapest, (best.cost, best.exponent) <= (cost, exponent) { continue }
            cheapest = (exponent, cost)
        }
        return cheapest?.exponent
    }

    private func cost(of count: Int, at scale: DecimalScale) -> Int {
        var covered = Group()
        for exponent in used where exponent >= scale.exponent {
            let group = groups[exponent + 22]
            let widest = scale.quotient(max(group.maximum, -group.minimum))
            if widest <= Double(DecimalScale.largestMantissa) { covered.insert(group) }
        }
        let range = covered.count == 0 ? 0 : scale.quotient(covered.maximum - covered.minimum)
        return count * UInt64(range).width + (count - covered.count) * DecimalGroups.exceptionWidth
    }
}
