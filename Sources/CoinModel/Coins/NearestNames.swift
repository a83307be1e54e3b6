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
