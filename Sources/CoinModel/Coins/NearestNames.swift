/// The names that a mistyped one most likely meant, nearest first: at most three.
///
/// Near is an edit distance (Levenshtein, over bytes) of at most 2, or a third of the length of longer names; a name
/// that begins with the typed text is as near as one edit. Ties keep the order of `names`. A text of more than 64
/// bytes is near to nothing.
package func nearestNames(to typed: String, among names: [String]) -> [String] {
    let wanted = Array(typed.utf8)
    guard (1...64).contains(wanted.count) else { return [] }
    let reach = max(2, wanted.count / 3)
    let distances = names.map { name in
        let distance = editDistance(wanted, Array(name.utf8))
        return name.hasPrefix(typed) ? min(distance, 1) : distance
    }
    return names.indices.filter { distances[$0] <= reach }
        .sorted { (distances[$0], $0) < (distances[$1], $1) }
        .prefix(3).map { names[$0] }
}

/// Names that others of four letters or more may be slips of: one letter off, or two from six letters on.
package struct SlipIndex: Sendable {
    private let names: [(bytes: [UInt8], letters: UInt64)]

    /// The names that are right.
    package init(_ names: [String]) { self.names = names.map { SlipIndex.sketch($0) } }

    /// The place of the name that another is a slip of, the nearest and then the first one that a condition lets pass.
    package func nearest(to typed: String, where isMeant: (Int) -> Bool) -> Int? {
        let (wanted, letters) = SlipIndex.sketch(typed)
        guard (4...64).contains(wanted.count) else { return nil }
        let reach = wanted.count < 6 ? 1 : 2
        var best: (place: Int, distance: Int)?
        for (place, name) in names.enumerated() {
            // An edit changes the length by one and at most two of the letters: most names are told apart by that.
            guard abs(name.bytes.count - wanted.count) <= reach,
                (name.letters ^ letters).nonzeroBitCount <= 2 * reach
            else { continue }
            let distance = editDistance(wanted, name.bytes)
            if (1...reach).contains(distance), distance < best?.distance ?? .max, isMeant(place) {
                best = (place, distance)
            }
        }
        return best?.place
    }

    /// The bytes of a name, and which letters it has.
    private static func sketch(_ name: String) -> (bytes: [UInt8], letters: UInt64) {
        let bytes = Array(name.utf8)
        return (bytes, bytes.reduce(0) { $0 | 1 << UInt64($1 & 63) })
    }
}

/// The fewest insertions, deletions and replacements that turn one text into the other; by rows, in O(n·m).
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (index, byte) in left.enumerated() {
        var diagonal = row[0]
        row[0] = index + 1
        for (column, other) in right.enumerated() {
            let replaced = diagonal + (byte == other ? 0 : 1)
            diagonal = row[column + 1]
            row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
        }
    }
    return row[right.count]
}
