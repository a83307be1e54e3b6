/// The name of a list of coins: letters, digits, hyphens and underscores, so that it is a file's name and never a path.
public struct ListName: Hashable, Sendable, CustomStringConvertible {
    /// The name as it was given.
    public let description: String

    /// The most characters of a name.
    public static let maximumLength = 48

    /// The list that is meant where none is named.
    public static let favourites = ListName(known: "favourites")

    /// Reads a name; nil for one that a file could not be named by everywhere.
    public init?(_ text: String) {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            scalar == "-" || scalar == "_" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        }
        guard isPlain, !text.isEmpty, !text.hasPrefix("-"), text.unicodeScalars.count <= ListName.maximumLength else {
            return nil
        }
        description = text
    }

    private init(known text: String) { description = text }
}
