/// A natural number of any size, in limbs of nine decimal digits: as exact as it is written.
struct Magnitude: Hashable, Sendable {
    /// The limbs, the lowest first, without zeros at the upper end; none for zero.
    private(set) var limbs: [UInt32]

    static let base: UInt64 = 1_000_000_000
    static let zero = Magnitude(limbs: [])

    private init(limbs: [UInt32]) {
        self.limbs = limbs
        while self.limbs.last == 0 { self.limbs.removeLast() }
    }

    /// The number of ASCII digits, of which there may be none.
    init(digits: some Sequence<UInt8>) {
        let digits = Array(digits)
        var limbs: [UInt32] = []
        var end = digits.count
        while end > 0 {
            let start = max(0, end - 9)
            limbs.append(digits[start..<end].reduce(0) { $0 * 10 + UInt32($1 - UInt8(ascii: "0")) })
            end = start
        }
        self.init(limbs: limbs)
    }

    /// 10 to a power.
    static func power(ofTen exponent: Int) -> Magnitude {
        let low = (0..<exponent % 9).reduce(UInt32(1)) { value, _ in value * 10 }
        return Magnitude(limbs: [UInt32](repeating: 0, count: exponent / 9) + [low])
    }

    var isZero: Bool { limbs.isEmpty }
    var isEven: Bool { limbs.first.map { $0.isMultiple(of: 2) } ?? true }

    /// How many zeros its decimal digits end with; 1 for zero, whose digits are one.
    var trailingZeros: Int {
        guard let place = limbs.firstIndex(where: { $0 != 0 }) else { return 1 }
        var (limb, count) = (limbs[place], 9 * place)
        while limb.isMultiple(of: 10) { (limb, count) = (limb / 10, count + 1) }
        return count
    }

    /// Its decimal digits; `0` for zero.
    var digits: String {
        guard let top = limbs.last else { return "0" }
        return limbs.dropLast().reversed().reduce(into: String(top)) { text, limb in
            let part = String(limb)
            text += String(repeating: "0", count: 9 - part.utf8.count) + part
        }
    }

    static func + (left: Magnitude, right: Magnitude) -> Magnitude {
        var sum: [UInt32] = []
        sum.reserveCapacity(max(left.limbs.count, right.limbs.count) + 1)
        var carry: UInt64 = 0
        for place in 0..<max(left.limbs.count, right.limbs.count) {
            let value = left[place] + right[place] + carry
            sum.append(UInt32(value % base))
            carry = value / base
        }
        sum.append(UInt32(carry))
        return Magnitude(limbs: sum)
    }

    /// The difference of a number and one that is no larger.
    static func - (left: Magnitude, right: Magnitude) -> Magnitude {
        var rest: [UInt32] = []
        rest.reserveCapacity(left.limbs.count)
        var borrow: UInt64 = 0
        for place in 0..<left.limbs.count {
            let taken = right[place] + borrow
            borrow = left[place] < taken ? 1 : 0
            rest.append(UInt32(left[place] + borrow * base - taken))
        }
        return Magnitude(limbs: rest)
    }

    static func * (left: Magnitude, right: Magnitude) -> Magnitude {
        var product = [UInt64](repeating: 0, count: left.limbs.count + right.limbs.count)
        for (place, limb) in left.limbs.enumerated() {
            var carry: UInt64 = 0
            for (other, factor) in right.limbs.enumerated() {
                let value = product[place + other] + UInt64(limb) * UInt64(factor) + carry
                product[place + other] = value % base
                carry = value / base
            }
            product[place + right.limbs.count] += carry
        }
        return Magnitude(limbs: product.map { UInt32($0) })
    }

    /// Quotient and rest of a division by a number that is not zero; nil for zero.
    ///
    /// A limb of the quotient at a time, each found by halving the span in which doubles say that it lies: O(n²) limbs.
    func divided(by divisor: Magnitude) -> (quotient: Magnitude, rest: Magnitude)? {
        guard !divisor.isZero else { return nil }
        var quotient = [UInt32](repeating: 0, count: limbs.count)
        var rest = Magnitude.zero
        for place in limbs.indices.reversed() {
            rest = Magnitude(limbs: [limbs[place]] + rest.limbs)
            var (low, high) = (UInt64(0), Magnitude.base)
            let estimate = rest.approximate / divisor.approximate
            if estimate.isFinite {
                low = UInt64(max(0, estimate * (1 - 1e-9) - 2))
                high = min(high, UInt64(estimate * (1 + 1e-9)) + 2)
            }
            while high - low > 1 {
                let middle = (low + high) / 2
                if divisor * Magnitude(limbs: [UInt32(middle)]) <= rest { low = middle } else { high = middle }
            }
            quotient[place] = UInt32(low)
            rest = rest - divisor * Magnitude(limbs: [UInt32(low)])
        }
        return (Magnitude(limbs: quotient), rest)
    }

    /// The nearest double but for the last digits; infinite beyond 10³⁰⁸.
    private var approximate: Double { limbs.reversed().reduce(0) { $0 * Double(Magnitude.base) + Double($1) } }

    private subscript(place: Int) -> UInt64 { place < limbs.count ? UInt64(limbs[place]) : 0 }
}

extension Magnitude: Comparable {
    static func < (left: Magnitude, right: Magnitude) -> Bool {
        if left.limbs.count != right.limbs.count { return left.limbs.count < right.limbs.count }
        for (one, other) in zip(left.limbs, right.limbs).reversed() where one != other { return one < other }
        return false
    }
}
