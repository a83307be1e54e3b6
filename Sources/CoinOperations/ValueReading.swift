public import CoinModel

// This is the only place that says how values are read that a person writes, on the command line or in a definition:
// plain decimal digits within bounds that the message names. No sign but a minus where the bounds have one, no exponent,
// no hexadecimal digits, no infinity.

/// Reads whole numbers from one to another.
public func whole(_ bounds: ClosedRange<Int>) -> @Sendable (String) throws -> Int {
    { text in
        guard !text.hasPrefix("+"), let number = Int(text), bounds.contains(number) else {
            throw RequestError(.value, "takes a whole number from \(bounds.lowerBound) to \(bounds.upperBound)")
        }
        return number
    }
}

/// Reads numbers from one to another, with decimals or without.
public func decimal(_ bounds: ClosedRange<Double>) -> @Sendable (String) throws -> Double {
    { text in
        let isPlain = !text.hasPrefix("+") && !text.contains(where: \.isLetter)
        guard isPlain, let number = NumberGrammar.double(text), bounds.contains(number) else {
            let ends = [bounds.lowerBound, bounds.upperBound].map(shortest)
            throw RequestError(.value, "takes a number from \(ends[0]) to \(ends[1]), as 5 or 2.5")
        }
        return number
    }
}

/// Reads an amount of money, zero or more, as 250000, 2.5e9.
@Sendable
public func amount(_ text: String) throws -> Double {
    guard !text.hasPrefix("+"), let amount = NumberGrammar.double(text), amount.sign == .plus else {
        throw RequestError(.value, "takes an amount, as 250000 or 2.5e9")
    }
    return amount
}

/// Reads a day.
@Sendable
public func day(_ text: String) throws -> Day {
    guard let day = Day(text) else { throw RequestError(.value, "takes a date, as 2024-09-04") }
    return day
}

/// Reads a date or an instant with `Z`.
@Sendable
public func moment(_ text: String) throws -> AsOf {
    guard let moment = AsOf(text) else {
        throw RequestError(.value, "takes a date, as 2024-03-25, or an instant, as 2024-03-25T10:00:00Z")
    }
    return moment
}

/// The moment behind which things are new: one of its own, or so many whole days before that of a ranking.
public enum SinceMoment: Sendable, CustomStringConvertible {
    case moment(AsOf)
    case daysBefore(Int)

    /// The moment for a ranking as of another one: of days before all of the day that it means.
    public func moment(before asOf: AsOf) -> AsOf {
        switch self {
        case .moment(let moment): moment
        case .daysBefore(let days): .day(asOf.day.advanced(by: -days))
        }
    }

    /// As it is written.
    public var description: String {
        switch self {
        case .moment(let moment): moment.description
        case .daysBefore(1): "yesterday"
        case .daysBefore(let days): "\(days)d"
        }
    }
}

/// Reads `yesterday`, a number of days or weeks, a date, or an instant with `Z`.
@Sendable
public func sinceMoment(_ text: String) throws -> SinceMoment {
    if text == "yesterday" { return .daysBefore(1) }
    if let match = text.wholeMatch(of: /([0-9]{1,3})([dw]?)/), let count = Int(match.1), count > 0 {
        return .daysBefore(match.2 == "w" ? 7 * count : count)
    }
    guard let moment = AsOf(text) else {
        throw RequestError(
            .value,
            "takes yesterday, days or weeks, as 7d or 1w, a date, as 2024-03-25, or an instant with Z"
        )
    }
    return .moment(moment)
}

/// A number of coins, or nil for all of them.
@Sendable
public func coinCount(_ text: String) throws -> Int? {
    text == "all" ? nil : try whole(0...1_000_000)(text)
}

/// What columns are called, from texts such as `date=Datum,price_usd=Kurs (USD)`; nil for none.
public func columnMap(_ texts: [String]) throws -> ColumnMap? {
    var map = ColumnMap()
    for text in texts { if let fault = map.add(text) { throw RequestError(.value, fault) } }
    return map.headings.isEmpty ? nil : map
}
