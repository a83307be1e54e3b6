public import CoinModel
public import RawInput

/// The table of coins and their ecosystems that a person keeps: `coin_id`, `ecosystem`, `scope`, further columns at will.
///
/// Where it has a column `reviewed`, rows that are empty there are proposals without a review, and do not hold. A
/// table that decides whose work is whose skips no row: one that cannot be read refuses all of it.
public struct EcosystemMapCSV: Sendable {
    /// The rows that hold, in order.
    public private(set) var links: [(coin: String, part: EcosystemPart)] = []
    /// How many rows have no review.
    public private(set) var unreviewed = 0

    /// Reads the table.
    ///
    /// - Throws: `SourceError` with the line to blame, `InputError` when its bytes cannot be had.
    public init(_ file: inout InputFile) throws {
        var table = try CSVTable(&file, NumberAndDateStyle())
        let coin = try table.required("coin_id")
        let (name, scope) = (try table.required("ecosystem"), try table.required("scope"))
        let reviewed = table.column("reviewed")
        var lines: [[String]: Int] = [:]
        var (links, unreviewed): ([(coin: String, part: EcosystemPart)], Int) = ([], 0)
        try table.forEachDecision(&file) { row in
            if let reviewed, row.text(reviewed).isEmpty {
                unreviewed += 1
                return
            }
            let texts = [row.text(coin), row.text(name)]
            guard !texts[0].isEmpty, !texts[1].isEmpty else {
                throw RowError("missing-id", "a row needs a coin_id and an ecosystem")
            }
            let id = try checkedID(texts[0])
            guard let scope = EcosystemScope(rawValue: row.text(scope)) else {
                let known = EcosystemScope.allCases.map(\.rawValue).joined(separator: ", ")
                throw RowError("bad-scope", "\(row.excerpt(scope)) is none of \(known)")
            }
            if let earlier = lines.updateValue(row.line, forKey: texts) {
                throw RowError("duplicate-row", "line \(earlier) has the same coin and ecosystem")
            }
            links.append((id, EcosystemPart(name: texts[1], scope: scope)))
        }
        (self.links, self.unreviewed) = (links, unreviewed)
    }
}
