public import CoinModel
public import RawInput

/// The table of coins and their ecosystems that a person keeps: `coin_id`, `ecosystem`, `scope`, further columns at will.
///
/// Where it has a column `reviewed`, rows that are empty there are proposals without a review, and do not hold. A
/// table that decides whose work is whose skips no row: one that cannot be read refuses all of it.
public struct EcosystemMapCSV: Sendable {
    /// The rows that hold, in order.
    public private(set) var links: [EcosystemLink] = []
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
        let stop = { (item: SourceItem) throws in
            if case .reject(let reject) = item {
                throw SourceError(reject.reason, line: reject.line, detail: "\(reject.detail); correct the line")
            }
        }
        while try table.next(&file, stop) {
            let line = table.row.line
            if let reviewed, table.row.text(reviewed).isEmpty {
                unreviewed += 1
                continue
            }
            let texts = [table.row.text(coin), table.row.text(name)]
            guard !texts[0].isEmpty, !texts[1].isEmpty else {
                throw SourceError("missing-id", line: line, detail: "a row needs a coin_id and an ecosystem")
            }
            guard texts[0].isNormalized else {
                throw SourceError("not-normalized", line: line, detail: Reject.whyNotNormalized(texts[0]))
            }
            guard let scope = EcosystemScope(rawValue: table.row.text(scope)) else {
                let known = EcosystemScope.allCases.map(\.rawValue).joined(separator: ", ")
                throw SourceError("bad-scope", line: line, detail: "\(table.row.excerpt(scope)) is none of \(known)")
            }
            if let earlier = lines.updateValue(line, forKey: texts) {
                let detail = "line \(earlier) has the same coin and ecosystem"
                throw SourceError("duplicate-row", line: line, detail: detail)
            }
            let part = EcosystemPart(name: texts[1], scope: scope)
            links.append(EcosystemLink(coin: texts[0], part: part))
        }
    }
}
