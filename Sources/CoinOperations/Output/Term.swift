internal import CoinModel

/// A term of the program that is explained: a signal, state, preset, message or reason for a missing value.
struct Term {
    /// `signal`, `state`, `preset`, `message` or `reason`.
    let kind: String
    let name: String
    let meaning: String

    /// Reads a line of the file of terms: a kind, a name, a colon and the meaning.
    private init?(line: Substring) {
        guard let colon = line.firstRange(of: ": "), let space = line.firstIndex(of: " ") else { return nil }
        kind = String(line[..<space])
        name = String(line[line.index(after: space)..<colon.lowerBound])
        meaning = String(line[colon.upperBound...])
    }

    /// The terms of the file, and the reasons for missing values.
    static let all =
        String(decoding: PackageResources.terms_txt, as: UTF8.self).split(separator: "\n").compactMap { Term(line: $0) }
        + MissingReason.allCases.compactMap { Term(line: "reason \($0.code): \($0.meaning)") }
}
