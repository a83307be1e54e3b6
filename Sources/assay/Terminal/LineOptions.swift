/// The long options that the words of a line say, before any of them is parsed.
struct LineOptions {
    private let words: [String]

    /// The words before `--`: none behind it is an option.
    init(_ line: [String]) { words = Array(line.prefix { $0 != "--" }) }

    /// Whether a page of help or the like is asked for, instead of what the command does.
    var isAsking: Bool {
        words.contains { ["-h", "--help", "--version"].contains($0) || $0.hasPrefix("--experimental") }
    }

    /// Whether the line says an option, or its contrary.
    func says(_ option: String) -> Bool {
        let bare = option.hasPrefix("no-") ? String(option.dropFirst(3)) : option
        return [bare, "no-" + bare].contains { place(of: $0) != nil }
    }

    /// The value of an option, the last one where there are several; nil where the line says none.
    func value(of option: String) -> String? {
        guard let place = place(of: option) else { return nil }
        let parts = words[place].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count > 1 ? String(parts[1]) : words.dropFirst(place + 1).first
    }

    private func place(of option: String) -> Int? {
        words.lastIndex { $0.prefix { $0 != "=" } == "--" + option }
    }
}
