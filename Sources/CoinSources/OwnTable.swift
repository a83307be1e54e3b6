public import CoinModel

/// A table that people write themselves: what its columns are called, and which of them it cannot do without.
///
/// This is the only place that compares the headings of a table that no format has with the names that are read. Nothing is
/// taken for what it resembles: a likeness is a proposal, which a person types with `--map`.
struct OwnTable: Sendable {
    let reader: any SourceReader
    /// What it has, for a sentence.
    let title: String
    /// How it begins.
    let header: String
    /// Columns of which a table has to have each, by their names.
    var needs: [Column] = []
    /// Columns that it may have.
    var others: [Column] = []

    /// A column under the names that are read, the one to write first.
    struct Column: Sendable {
        let names: [String]
        /// Words of headings that resemble it.
        let words: [String]
        /// Whether the code of a currency may stand behind a name: `price_usd`.
        let isMoney: Bool
        /// Names of other columns that do where a table has none of its own.
        let stands: [String]
        /// Whether `--coin` does too.
        let isCoin: Bool

        init(_ names: String, like words: String, or others: String, isMoney: Bool, isCoin: Bool) {
            self.names = names.split(separator: " ").map(String.init)
            self.words = words.split(separator: " ").map(String.init)
            stands = others.split(separator: " ").map(String.init)
            self.isMoney = isMoney
            self.isCoin = isCoin
        }

        /// The name to write where no heading shows the currency.
        var example: String { names[0] + (isMoney ? "_usd" : "") }

        /// Whether a name is one of its own.
        func has(_ name: String) -> Bool {
            if names.contains(name) { return true }
            guard isMoney, let end = name.lastIndex(of: "_"), Currency(name[name.index(after: end)...]) != nil else {
                return false
            }
            return names.contains(String(name[..<end]))
        }

        /// Whether a heading resembles it: one of its words begins with one of the column's, or is it where that is short.
        func isLike(_ heading: String) -> Bool {
            heading.lowercased().split { !$0.isLetter }.contains { word in
                words.contains { $0 == word || $0.count > 3 && word.hasPrefix($0) }
            }
        }

        /// The name to write for a heading: of money with the currency that the heading shows.
        func name(for heading: String) -> String {
            guard isMoney else { return names[0] }
            let parts = heading.split { !$0.isLetter && !$0.isNumber }
            let shown = parts.lazy.compactMap { Currency($0) }.first { $0.isOfCountry }
            let signed = ["usd", "eur", "gbp"].compactMap { Currency($0) }.first { currency in
                currency.sign.map(heading.contains) ?? false
            }
            return names[0] + ((shown ?? signed).map { "_\($0.code)" } ?? "")
        }
    }

    /// Whether a name is one of its columns'.
    func has(_ name: String) -> Bool { (needs + others).contains { $0.has(name) } }

    /// The needed columns that a header has none of; that of coins is not missed where the caller names the coin.
    func missing(in header: [String], namesCoin: Bool) -> [Column] {
        needs.filter { column in
            !(column.isCoin && namesCoin) && !header.contains { column.has($0) || column.stands.contains($0) }
        }
    }

    /// Which name each heading may stand for that is none itself, in the order of the table.
    func likeness(of headings: [String]) -> [(name: String, heading: String)] {
        var free = (needs + others).filter { column in !headings.contains { column.has($0.lowercased()) } }
        return headings.compactMap { heading in
            guard !has(heading.lowercased()), let place = free.firstIndex(where: { $0.isLike(heading) }) else {
                return nil
            }
            return (free.remove(at: place).name(for: heading), heading)
        }
    }
}

extension OwnTable {
    /// A column that is missing, for a sentence: `price (or market_cap, volume)`.
    static func sentence(_ column: Column) -> String {
        let others = column.names.dropFirst() + column.stands
        return "`\(column.example)`" + (others.isEmpty ? "" : " (or \(others.joined(separator: ", ")))")
    }

    static func coinHint(_ missing: [Column]) -> String {
        missing.contains { $0.isCoin } ? ", or name the coin of all rows with --coin ID" : ""
    }

    /// What is said behind `none of the formats` of a table that no format has: its columns, the nearest table of a person's own, what it lacks of that, and
    /// what to type; nil for what is not a table.
    static func answer(_ sketch: TextSketch, path: String, kind: LoadKind?, namesCoin: Bool) -> String? {
        let rows = sketch.lines.indices.map { sketch.fields(ofLine: $0) }
        let headers = rows.indices.dropLast().filter { rows[$0].count > 1 && rows[$0].count == rows[$0 + 1].count }
            .map { rows[$0].filter { !$0.isEmpty } }.filter { !$0.isEmpty }
        let found = headers.flatMap { headings in
            those(of: kind).map { table in
                let likeness = table.likeness(of: headings)
                let names = headings.map { $0.lowercased() } + likeness.map(\.name)
                let missing = table.missing(in: names, namesCoin: namesCoin)
                // The share of the needed columns that it lacks even then, and how little it resembles otherwise.
                let distance = (Double(missing.count) / Double(table.needs.count), -likeness.count)
                return (headings, table, likeness, missing, distance)
            }
        }
        guard let (headings, nearest, likeness, lacking, _) = found.min(by: { $0.4 < $1.4 }) else { return nil }
        let missing = lacking.filter { !$0.isCoin }.map { (name: $0.example, heading: "HEADING") }
        let pairs = (likeness + missing).map { "\($0.name)=\($0.heading)" }.joined(separator: ",")
        let lacks = lacking.isEmpty ? "" : ", of which it lacks \(listed(lacking.map(sentence)))"
        let table = "a table of \(nearest.title) (\(nearest.header))\(lacks)"
        let command = "assay load \(shellQuoted(path))" + (pairs.isEmpty ? "" : " --map \(shellQuoted(pairs))")
        return "; its columns are \(listed(headings.map { "`\($0.prefix(40))`" }, most: 12)); the nearest is \(table); "
            + "say which column is which, as `\(command)`\(coinHint(lacking))"
    }
}

extension InputHead {
    /// What is said behind `none of the formats` of an input that no format has: of a list of repositories or a table what to
    /// type, else how it begins.
    public func answer(path: String, kind: LoadKind?, namesCoin: Bool) -> String {
        guard case .text(let sketch) = shape, let first = sketch.lines.first else { return "" }
        return RepositoryList.answer(sketch, path: path)
            ?? OwnTable.answer(sketch, path: path, kind: kind, namesCoin: namesCoin)
            ?? "; its first line reads `\(first.prefix(80))`"
    }
}
