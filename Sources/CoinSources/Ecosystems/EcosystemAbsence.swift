internal import CoinModel

/// The ecosystems that were asked about and are not in an input.
struct EcosystemAbsence {
    private var missing: Set<String>
    private let all: Set<String>

    init(_ parts: [EcosystemPart]) {
        all = Set(parts.filter { $0.scope != .none }.map(\.name))
        missing = all
    }

    mutating func found(_ part: EcosystemPart) {
        missing.remove(part.name)
    }

    /// Warns of them; one that differs from a name by case only is told with it.
    ///
    /// - Throws: `SourceError` when none of them is there, and what `emit` throws.
    func tell(among names: some Sequence<String>, _ emit: (SourceItem) throws -> Void) throws {
        guard !missing.isEmpty else { return }
        let folded = Dictionary(names.map { ($0.lowercased(), $0) }, uniquingKeysWith: min)
        let words = missing.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { name in
            "`\(name.prefix(80))`" + (folded[name.lowercased()].map { " (but `\($0.prefix(80))`)" } ?? "")
        }
        let shown = words.prefix(5).joined(separator: ", ") + (words.count > 5 ? ", …" : "")
        guard missing.count < all.count else {
            throw SourceError("unknown-ecosystem", detail: "has none of the ecosystems asked for: \(shown)")
        }
        try emit(.warning("has no ecosystem \(shown): \(missing.count) of the \(all.count) asked for"))
    }
}
