/// What a message says of a mistyped name: `did you mean 'a' or 'b'?`, with the nearest names in their order, at most three;
/// nil where none is near.
///
/// This is the only place that suggests a name near another. Near is an edit distance (optimal string alignment, over
/// bytes, of letters of either case) of at most 2, of 1 for names of three letters, or of a third of the length of longer
/// names; what follows a beginning of a name that is near counts as one edit more. A text of more than 64 bytes is near to
/// nothing. `shown` gives the form in which a name is written.
public func suggestion(
    for typed: String,
    among names: [String],
    as shown: (String) -> String = { $0 }
) -> String? {
    if let now = presentName(of: typed, among: names) { return "it is called '\(shown(now))' now" }
    let near = nearestNames(to: typed, among: names).map { "'\(shown($0))'" }
    guard let last = near.last else { return nil }
    return "did you mean \(near.count < 2 ? last : near.dropLast().joined(separator: ", ") + " or " + last)?"
}

/// What a message says of a name that nothing has: `unknown column 'dev_12'; did you mean 'dev12'?`, or what else to do.
public func unknown(_ kind: String, _ typed: String, among names: [String], else next: String) -> String {
    "unknown \(kind) '\(typed.shortened(to: 64))'; \(suggestion(for: typed, among: names) ?? next)"
}

/// What was once called otherwise, with its present name.
private let formerNames = [("valuation", "cap_against_volume")]

/// The name that something with a former name has now, alone or behind the same beginning; nil for any other.
private func presentName(of typed: String, among names: [String]) -> String? {
    formerNames.lazy.compactMap { former, now in
        typed.hasSuffix(former) ? String(typed.dropLast(former.utf8.count)) + now : nil
    }.first { names.contains($0) }
}

private func nearestNames(to typed: String, among names: [String]) -> [String] {
    let wanted = folded(typed)
    guard (1...64).contains(wanted.count) else { return [] }
    let reach = wanted.count < 4 ? 1 : max(2, wanted.count / 3)
    let distances = names.map { name in
        let ways = editDistances(wanted, folded(name))
        let beginning = ways.dropLast().min() ?? .max - 1
        return min(ways[ways.count - 1], wanted.count < 4 && beginning > 0 ? .max : beginning + 1)
    }
    guard let least = distances.min(), least <= reach else { return [] }
    return names.indices.filter { distances[$0] == least }.prefix(3).map { names[$0] }
}

/// The bytes of a text, with small letters for capitals.
private func folded(_ text: String) -> [UInt8] {
    text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
}

/// Names that others of four letters or more may stand for: one letter off or two changed places, twice that from six
/// letters on.
package struct NearNameIndex: Sendable {
    private let names: [(bytes: [UInt8], letters: UInt64)]

    /// The names that are right.
    package init(_ names: [String]) { self.names = names.map { NearNameIndex.sketch($0) } }

    /// The place of the name that another is near to, the nearest and then the first one that a condition lets pass.
    package func nearest(to typed: String, where isPossible: (Int) -> Bool) -> Int? {
        let (wanted, letters) = NearNameIndex.sketch(typed)
        guard (4...64).contains(wanted.count) else { return nil }
        let reach = wanted.count < 6 ? 1 : 2
        var best: (place: Int, distance: Int)?
        for (place, name) in names.enumerated() {
            // An edit changes the length by one and at most two of the letters: this excludes most names.
            guard abs(name.bytes.count - wanted.count) <= reach,
                (name.letters ^ letters).nonzeroBitCount <= 2 * reach
            else { continue }
            let distance = editDistance(wanted, name.bytes)
            if (1...reach).contains(distance), distance < best?.distance ?? .max, isPossible(place) {
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

/// The fewest insertions, deletions, replacements and exchanges of neighbours that turn one text into the other.
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int { editDistances(left, right)[right.count] }

/// The same to each beginning of the other text, the empty one first; by rows, in O(n·m).
private func editDistances(_ left: [UInt8], _ right: [UInt8]) -> [Int] {
    var (before, row) = ([Int](), Array(0...right.count))
    for (index, byte) in left.enumerated() {
        var next = [index + 1]
        next.reserveCapacity(right.count + 1)
        for (column, other) in right.enumerated() {
            var least = min(row[column] + (byte == other ? 0 : 1), row[column + 1] + 1, next[column] + 1)
            if index > 0, column > 0, byte == right[column - 1], other == left[index - 1] {
                least = min(least, before[column - 1] + 1)
            }
            next.append(least)
        }
        (before, row) = (row, next)
    }
    return row
}
