internal import CoinModel

/// Where the value of an option comes from, the strongest first.
public enum SettingOrigin: String, CaseIterable, Sendable {
    case flag, environment, project, user
    /// What the option has by itself.
    case usual = "default"
}

/// What a file or a variable says of a long option.
public struct Setting: Sendable {
    /// The words of a command, or of a group of commands, and the option: `rank`, `top`; an option alone for all that have it.
    public let key: [String]
    /// Its values as texts, more than one where a file has a list.
    public let values: [String]
    /// What has it: the environment or a file.
    public let origin: SettingOrigin
    /// Where the value is: `assay.yaml:2:7`, or a variable.
    public let place: String
    /// Where each word of the key is; empty for a variable.
    public let keyPlaces: [String]

    /// A setting of a file.
    public init(_ key: [String], _ values: [String], _ origin: SettingOrigin, place: String, keyPlaces: [String]) {
        (self.key, self.values, self.origin) = (key, values, origin)
        (self.place, self.keyPlaces) = (place, keyPlaces)
    }

    /// A setting of a variable.
    init(_ key: [String], variable: String, _ value: String) {
        self.init(key, [value], .environment, place: variable, keyPlaces: [])
    }

    /// The option's name, without dashes.
    public var option: String { key.last ?? "" }

    /// The key in one word: `rank.top`.
    public var name: String { key.joined(separator: ".") }

    /// The values in one text, as an option that takes several has them.
    public var text: String { values.joined(separator: ",") }

    /// An error that quotes the value, or is about what a file's value names, with the value's place; nil for any other.
    ///
    /// A command does not know where the values of its options come from.
    public func placed(_ error: Diagnostic) -> Diagnostic? {
        // Behind the first semicolon stands what to do next, which may quote what others are called.
        let fault = error.message.prefix { $0 != ";" }
        let isQuoted = values.contains { value in
            ["'\(value)'", "`\(value)`"].contains(where: fault.contains)
                // Codes of currencies are shown in capitals.
                || option == "quote" && error.message.contains(" \(value.uppercased()) ")
        }
        let isAbout = origin != .environment && values.contains(error.place)
        guard isQuoted || isAbout, !error.place.hasPrefix(place) else { return nil }
        let place = error.place.isEmpty ? place : "\(place): \(error.place)"
        return Diagnostic(error.level, error.identifier, place: place, error.message)
    }

    /// An error about the value, whose message begins small behind the place.
    public func wrong(_ message: String) -> OperationError {
        let message = message.prefix(1).lowercased() + message.dropFirst()
        return OperationError(.usage, "config-wrong-value", place: place, message)
    }
}
