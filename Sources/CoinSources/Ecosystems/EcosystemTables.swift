public import CoinModel
public import RawInput
internal import TOMLKit

/// Electric Capital's taxonomy in the form that it had until April 2025: a TOML file for each ecosystem.
///
/// A file has a `title`, `sub_ecosystems` by their titles, and a `[[repo]]` for each repository, of which those marked
/// `missing`, gone from GitHub, count as well: their commits were the ecosystem's. `github_organizations` name no
/// repositories and are counted only. What else stands there is passed over. A file that is no TOML, or has no title, is
/// rejected with its line, an entry by itself; the others are taken all the same. Complexity: linear in the bytes.
public struct EcosystemTables {
    /// The name of the format.
    public static let id = "ecosystem-toml"

    private var taxonomy = Taxonomy()
    private var titles: Set<String> = []
    /// What stands below what, and in which file: told apart once all titles are known.
    private var connections: [(parent: String, child: String, place: String)] = []
    private var byteCount = 0
    private var missing = 0
    private var organizations = 0

    /// The most bytes of one file and of all.
    private static let limits = (one: 16 << 20, all: 1 << 30)

    /// No file taken yet.
    public init() {}

    /// Takes a file.
    ///
    /// - Parameters:
    ///   - file: the file, from its start.
    ///   - name: what it is called in rejects; nil where it is the only one.
    ///   - emit: takes the rejects.
    /// - Throws: `InputError` when its bytes cannot be had, `SourceError` when there are too many, what `emit` throws.
    public mutating func take(
        _ file: inout InputFile,
        named name: String?,
        emit: (SourceItem) throws -> Void
    ) throws {
        let bytes = try file.readAll(limit: EcosystemTables.limits.one)
        byteCount += bytes.count
        guard byteCount <= EcosystemTables.limits.all else {
            throw SourceError("too-large", detail: "the files hold more than \(EcosystemTables.limits.all) bytes")
        }
        func reject(_ reason: String, line: Int? = nil, _ detail: String) throws {
            let place = name.map { "\($0)\(line.map { ":\($0)" } ?? ""): " } ?? ""
            try emit(.reject(Reject(reason: reason, line: name == nil ? line : nil, detail: place + detail)))
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return try reject("invalid-utf8", "is not UTF-8")
        }
        let table: TOMLTable
        do {
            table = try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            return try reject("bad-toml", line: error.source.begin.line, InputHead.printable(error.description))
        }
        guard let title = table["title"]?.string, !title.isEmpty else {
            return try reject("no-title", "has no text as its title")
        }
        if !titles.insert(title).inserted {
            try emit(.warning("two files are titled `\(title.prefix(80))`: both count"))
        }
        let parent = Array(title.utf8)
        taxonomy.addEcosystem(parent.span)
        organizations += table["github_organizations"]?.array?.count ?? 0
        for child in table["sub_ecosystems"]?.array.map(Array.init) ?? [] {
            guard let child = child.string else {
                try reject("bad-toml", "`sub_ecosystems` holds what is no text")
                continue
            }
            connections.append((title, child, name.map { "\($0): " } ?? ""))
        }
        for (number, entry) in (table["repo"]?.array.map(Array.init) ?? []).enumerated() {
            guard let entry = entry.table, let address = entry["url"]?.string, !address.isEmpty else {
                let line = EcosystemTables.line(ofEntry: number, of: table["repo"]?.array?.count ?? 0, in: text)
                let which = line == nil ? " number \(number + 1)" : ""
                try reject("no-address", line: line, "`[[repo]]`\(which) has no text as its url")
                continue
            }
            if entry["missing"]?.bool == true { missing += 1 }
            try taxonomy.addRepository(Array(address.utf8).span, to: parent.span)
            for tag in entry["tags"]?.array.map(Array.init) ?? [] {
                if let tag = tag.string { taxonomy.addTag(Array(tag.utf8).span) }
            }
        }
    }

    /// The line at which an entry begins; nil where not every one has a heading `[[repo]]` of its own, or a text holds
    /// what looks like one.
    private static func line(ofEntry number: Int, of count: Int, in text: String) -> Int? {
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let headings = lines.indices.filter { line in
            lines[line].filter { $0 != 0x20 && $0 != 0x09 }.starts(with: "[[repo]]".utf8)
        }
        return headings.count == count ? headings[number] + 1 : nil
    }

    /// Answers a question about the ecosystems of all files.
    ///
    /// - Parameters:
    ///   - question: what is asked.
    ///   - since: when they stood like that.
    ///   - emit: takes the answer, and a reject for each ecosystem that is named below another and is in no file.
    /// - Throws: `SourceError` when there is nothing to answer with, and what `emit` throws.
    public mutating func answer(
        _ question: EcosystemQuestion,
        since: Instant,
        emit: (SourceItem) throws -> Void
    ) throws {
        guard !titles.isEmpty else { throw SourceError("no-rows", detail: "names no ecosystem") }
        for (parent, child, place) in connections {
            guard titles.contains(child) else {
                let detail =
                    "\(place)`\(child.prefix(80))` below `\(parent.prefix(80))`: there is no file of that title"
                try emit(.reject(Reject(reason: "unknown-ecosystem", detail: detail)))
                continue
            }
            try taxonomy.connect(Array(parent.utf8).span, Array(child.utf8).span)
        }
        let marked = missing == 0 ? "" : ", those of \(missing) entries marked as missing among them"
        let whole =
            organizations == 0 ? "" : "; organisations that are named too, and not looked into: \(organizations)"
        try emit(
            .note(
                "ecosystems since \(since): \(taxonomy.ecosystemCount), with \(taxonomy.repositoryCount) repositories "
                    + "and \(taxonomy.tagCount) tags\(marked)\(whole)"
            )
        )
        try TaxonomyAnswer(taxonomy, since: since).answer(question, emit: emit)
    }

    /// Whether text begins with such a file: its first line that is no comment says the title.
    public static func recognises(_ bytes: [UInt8]) -> Bool {
        for line in bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
            let line = line.drop { $0 == 0x20 || $0 == 0x09 }
            if line.isEmpty || line.starts(with: "#".utf8) { continue }
            guard line.starts(with: "title".utf8) else { return false }
            let rest = line.dropFirst(5).filter { $0 != 0x20 && $0 != 0x09 }
            return rest.starts(with: "=\"".utf8) || rest.starts(with: "='".utf8)
        }
        return false
    }
}

/// The file of one ecosystem by itself.
struct EcosystemTable: SourceReader {
    let id = EcosystemTables.id
    let dependsOnName = false
    let dependsOnEcosystems = true
    let kind = LoadKind.coins
    let title = "Electric Capital's ecosystems until 2025: a folder of files, or one; with --ecosystems (TOML)"

    func recognises(_ head: InputHead) -> Bool {
        guard case .text = head.shape else { return false }
        return EcosystemTables.recognises(head.bytes)
    }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        let question = try context.askedEcosystems()
        let since = try context.momentOfTables()
        var tables = EcosystemTables()
        try tables.take(&file, named: nil, emit: emit)
        try tables.answer(question, since: since, emit: emit)
    }
}

extension ReadContext {
    /// When files that bear no time stood as they do.
    ///
    /// - Throws: `SourceError` `no-time` when nobody says so.
    public func momentOfTables() throws(SourceError) -> Instant {
        guard let moment = observedMoment else {
            throw SourceError("no-time", detail: "says no time; say when it was taken with --observed-at")
        }
        return moment
    }
}
