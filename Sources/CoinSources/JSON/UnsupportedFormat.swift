public import CoinModel

/// A kind of input that is recognised so that it can be refused with a reason better than "not recognised".
struct UnsupportedFormat {
    let name: String
    /// Paths that its head shows, `?` standing for any one step; behind `!` one that it does not show.
    var shows: [String] = []
    /// Why it is not loaded, and what to load instead.
    let step: String

    var refusal: SourceError { SourceError("unsupported", detail: "is \(name): \(step)") }

    /// The kind of a document, if it is one of the known.
    static func match(_ sketch: JSONSketch) -> UnsupportedFormat? {
        if sketch.paths == ["*", "*/*"] {
            return Self(name: "GitHub's /stats/punch_card or code_frequency", step: noWeeks)
        }
        if sketch.paths == ["count"] {
            return Self(name: "GitHub's /stargazers/count", step: "load /stargazers/history instead")
        }
        guard isPriceMap(sketch) else { return documents.first { $0.fits(sketch) } }
        let next = "its prices have no time; load histoday or pricemultifull instead"
        return Self(name: "CryptoCompare's pricemulti", step: next)
    }

    private func fits(_ sketch: JSONSketch) -> Bool {
        shows.allSatisfy { $0.hasPrefix("!") ? !sketch.shows(String($0.dropFirst())) : sketch.shows($0) }
    }

    /// Whether it is symbols, with currencies below and nothing more.
    private static func isPriceMap(_ sketch: JSONSketch) -> Bool {
        !sketch.isArray
            && sketch.paths.allSatisfy { path in
                path.count { $0 == "/" } <= 1 && path == path.uppercased() && !path.contains("*")
            }
    }

    /// The kind of a text, if it is one of the known.
    static func match(_ sketch: TextSketch, _ bytes: [UInt8]) -> UnsupportedFormat? {
        if sketch.has("id", "name", "category", "unit", "interval") {
            let name = "Coin Metrics' dictionary of metrics, not data"
            return Self(name: name, step: "load the files of single assets")
        }
        let starts = sketch.lines.filter { !$0.hasPrefix("#") }
        if starts.first?.hasPrefix("title = ") ?? false, bytes.firstRange(of: Array("[[repo]]".utf8)) != nil {
            let name = "Electric Capital's taxonomy as TOML, given up in April 2025"
            return Self(name: name, step: "load its folder of migrations, or an export, with --ecosystems")
        }
        for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            let line = String(decoding: line.prefix(40), as: UTF8.self)
            if line.hasPrefix("version https://git-lfs.github.com/") {
                return Self(name: "a Git LFS pointer, not the file", step: "run `git lfs pull` in its clone")
            }
            if line.hasPrefix("#") || line.hasPrefix("--") { continue }
            return line.lowercased().hasPrefix("coin_id,ecosystem,scope") ? ecosystemMap : nil
        }
        return nil
    }

    /// The kind of bytes that are not a text, if it is one of the known: workbooks, which are zip archives but for the oldest.
    static func match(binary bytes: [UInt8]) -> UnsupportedFormat? {
        let head = bytes.prefix(4096)
        func has(_ text: String) -> Bool { head.firstRange(of: Array(text.utf8)) != nil }
        if bytes.starts(with: [0xd0, 0xcf, 0x11, 0xe0]) { return workbook("an Excel workbook (.xls)") }
        guard bytes.starts(with: Array("PK".utf8)) else { return nil }
        if has("opendocument.spreadsheet") { return workbook("a LibreOffice workbook (.ods)") }
        if has("[Content_Types].xml") || has("xl/") { return workbook("an Excel workbook (.xlsx)") }
        return UnsupportedFormat(name: "a zip archive", step: "unpack it and load the files in it")
    }

    private static func workbook(_ name: String) -> UnsupportedFormat {
        UnsupportedFormat(name: name, step: "save the sheet as CSV UTF-8 and load that")
    }

    /// What is said of measures that no reader takes.
    static let notYet = "not read yet, only coins, market data, commits and search interest are"
    private static let weekly = "load /stats/commit_activity instead"
    private static let noWeeks = "it has no weekly commits; \(weekly)"

    /// The known documents: a line of the file has a name, the paths that a head shows, and the step.
    private static let documents = String(decoding: PackageResources.unsupported_txt, as: UTF8.self)
        .replacing("{weekly}", with: weekly).replacing("{not-yet}", with: notYet).split(separator: "\n")
        .map { $0.split(separator: " | ").map(String.init) }
        .compactMap { $0.count < 3 ? nil : Self(name: $0[0], shows: paths($0[1]), step: $0[2]) }

    private static func paths(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

    fileprivate static let ecosystemMap = UnsupportedFormat(
        name: "a table of coins and their ecosystems",
        step: "give it with --ecosystems together with its taxonomy"
    )
}

extension SourceError {
    /// Why a table of coins and their ecosystems is refused by itself.
    public static let ecosystemMap = UnsupportedFormat.ecosystemMap.refusal
}
