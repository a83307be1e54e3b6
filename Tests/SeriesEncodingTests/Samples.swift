import TestPrograms

@testable import SeriesEncoding

extension SplitMix {
    /// Roughly normal, with mean 0 and deviation 1: twelve uniform numbers.
    mutating func normal() -> Double {
        (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &self) }
    }
}

/// What stores hold, each made from a seed.
enum Kind: CaseIterable {
    case cents, eightDigits, tinyPrices, volumes, roundVolumes, counts, mostlyZero, seventeenDigits, extremes, anyBits
    case repeats, outliers

    func values(_ count: Int, _ random: inout SplitMix) -> [Double] {
        var level = Double.random(in: 0.5..<2000, using: &random)
        return (0..<count).map { _ in
            level *= 1 + 0.05 * random.normal() / 6
            return value(level, &random)
        }
    }

    private func value(_ level: Double, _ random: inout SplitMix) -> Double {
        switch self {
        case .cents: return (level * 100).rounded() / 100
        case .eightDigits: return (level * 10_000).rounded() / 10_000
        case .tinyPrices: return (level * 100).rounded() / 1e13
        case .volumes: return (level * 1e6).rounded()
        case .roundVolumes: return level.rounded() * 1e6
        case .counts: return Double(random.next() % 60)
        case .mostlyZero: return random.next() % 10 == 0 ? Double(random.next() % 20) : 0
        case .seventeenDigits: return level / 3
        case .extremes: return Kind.extreme[Int(random.next() % UInt64(Kind.extreme.count))]
        case .anyBits:
            let value = Double(bitPattern: random.next())
            return value.isNaN ? 1 : value
        case .repeats: return random.next() % 8 == 0 ? level : 1.0 / 3
        case .outliers: return random.next() % 20 == 0 ? level / 3 : (level * 100).rounded() / 100
        }
    }

    static let extreme: [Double] = [
        0, -0.0, .infinity, -.infinity, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude,
        .greatestFiniteMagnitude, 1e308, -1e308, 1e22, 1e23, 1e-22, 1e-23, 9_007_199_254_740_991,
        9_007_199_254_740_992, 9_007_199_254_740_994, -9_007_199_254_740_994, 9_223_372_036_854_775_808, 1e19,
        0.1 + 0.2, 123_456_789_012_345.6, 1,
    ]
}

extension Tile {
    /// Runs that some values of each kind are missing from.
    static func random(steps: [Int64], runs: Int, gapsInHundred: UInt64, _ random: inout SplitMix) -> Tile {
        var tile = Tile(steps: steps, runs: [])
        for slot in 0..<UInt16(runs) {
            guard let kind = Kind.allCases.randomElement(using: &random) else { continue }
            var values = kind.values(steps.count, &random)
            for index in values.indices where random.next() % 100 < gapsInHundred { values[index] = .nan }
            // What is not there at all is not written, so it cannot come back.
            if values.contains(where: { !$0.isNaN }) { tile.runs.append(Run(slot: slot * 5, values: values)) }
        }
        return tile
    }

    /// Whether all is the same to the bit, but that a NaN equals any other.
    func isIdentical(to other: Tile) -> Bool {
        steps == other.steps && runs.map(\.slot) == other.runs.map(\.slot)
            && zip(runs, other.runs).allSatisfy { $0.values.patterns == $1.values.patterns }
    }
}

extension [Double] {
    /// The bit patterns; that of a NaN is always the same.
    var patterns: [UInt64] { map { $0.isNaN ? Double.nan.bitPattern : $0.bitPattern } }
}

extension [UInt8] {
    /// The same bytes with the checksum that fits them.
    func resealed() -> [UInt8] {
        var bytes = self
        let sum = crc32c(bytes, upTo: count - 4)
        for index in 0..<4 { bytes[count - 4 + index] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(index))) }
        return bytes
    }

    /// The bytes of a text of hexadecimal digits; blanks between them mean nothing.
    init(hex: String) {
        let digits = hex.compactMap(\.hexDigitValue)
        self = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    var hex: String {
        map { byte in String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }.joined()
    }
}
