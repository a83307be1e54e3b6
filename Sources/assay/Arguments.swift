import ArgumentParser
import CoinModel

// How numbers are read on the command line: plain decimal digits within bounds that the message names. No sign but a
// minus where the bounds have one, no exponent, no hexadecimal digits, no infinity.

/// Reads whole numbers from one to another.
func whole(_ bounds: ClosedRange<Int>) -> @Sendable (String) throws -> Int {
    { text in
        guard !text.hasPrefix("+"), let number = Int(text), bounds.contains(number) else {
            throw ValidationError("takes a whole number from \(bounds.lowerBound) to \(bounds.upperBound)")
        }
        return number
    }
}

/// Reads numbers from one to another, with decimals or without.
func decimal(_ bounds: ClosedRange<Double>) -> @Sendable (String) throws -> Double {
    { text in
        let isPlain = !text.hasPrefix("+") && !text.contains(where: \.isLetter)
        guard isPlain, let number = NumberGrammar.double(text), bounds.contains(number) else {
            let ends = [bounds.lowerBound, bounds.upperBound].map(shortest)
            throw ValidationError("takes a number from \(ends[0]) to \(ends[1]), as 5 or 2.5")
        }
        return number
    }
}

/// Reads an amount of money, zero or more, as 250000, 2.5e9.
@Sendable
func amount(_ text: String) throws -> Double {
    guard !text.hasPrefix("+"), let amount = NumberGrammar.double(text), amount.sign == .plus else {
        throw ValidationError("takes an amount, as 250000 or 2.5e9")
    }
    return amount
}

/// Reads a day.
func day(_ text: String) throws -> Day {
    guard let day = Day(text) else { throw ValidationError("takes a date, as 2024-09-04") }
    return day
}

/// Reads a date or an instant with `Z`.
@Sendable
func moment(_ text: String) throws -> AsOf {
    guard let moment = AsOf(text) else {
        throw ValidationError("takes a date, as 2024-03-25, or an instant, as 2024-03-25T10:00:00Z")
    }
    return moment
}

/// Reads `owner/name`, or an address of it.
@Sendable
func repository(_ text: String) throws -> RepositoryName {
    guard let name = RepositoryName(text) else { throw ValidationError("takes owner/name, or an address of it") }
    return name
}

/// A number of coins, or nil for all of them.
@Sendable
func coinCount(_ text: String) throws -> Int? {
    text == "all" ? nil : try whole(0...1_000_000)(text)
}

extension ArgumentHelp {
    /// Help for an argument whose value goes by a name, such as `n` in `--weeks <n>`.
    static func value(_ name: String, _ text: String, discussion: String = "") -> ArgumentHelp {
        ArgumentHelp(text, discussion: discussion, valueName: name)
    }
}

extension Option {
    /// An option whose value goes by a name and is read by a rule; nil without it.
    init<T>(
        name: NameSpecification = .long,
        _ value: String,
        _ text: String,
        discussion: String = "",
        _ read: @escaping @Sendable (String) throws -> T
    ) where Value == T? {
        self.init(name: name, help: .value(value, text, discussion: discussion), transform: read)
    }

    /// The same that has to be given.
    init(_ value: String, _ text: String, _ read: @escaping @Sendable (String) throws -> Value) {
        self.init(help: .value(value, text), transform: read)
    }

    /// The same with what holds without it.
    init(
        wrappedValue: Value,
        _ value: String,
        _ text: String,
        discussion: String = "",
        _ read: @escaping @Sendable (String) throws -> Value
    ) {
        self.init(wrappedValue: wrappedValue, help: .value(value, text, discussion: discussion), transform: read)
    }

    /// The same that may be repeated.
    init<T>(
        wrappedValue: [T],
        _ value: String,
        _ text: String,
        _ read: @escaping @Sendable (String) throws -> T
    ) where Value == [T] {
        self.init(wrappedValue: wrappedValue, help: .value(value, text), transform: read)
    }
}

extension CommandConfiguration {
    /// What the help of a command says: a sentence, more where it takes more, and examples that run as they stand.
    init(
        commandName: String? = nil,
        _ abstract: String,
        _ discussion: String = "",
        examples: [String],
        version: String = "",
        subcommands: [any ParsableCommand.Type] = [],
        groups: [CommandGroup] = [],
        defaultSubcommand: (any ParsableCommand.Type)? = nil
    ) {
        let shown = (["Examples:"] + examples.map { "  " + $0 }).joined(separator: "\n")
        self.init(
            commandName: commandName,
            abstract: abstract,
            discussion: discussion.isEmpty ? shown : discussion + "\n\n" + shown,
            version: version,
            subcommands: subcommands,
            groupedSubcommands: groups,
            defaultSubcommand: defaultSubcommand
        )
    }
}
