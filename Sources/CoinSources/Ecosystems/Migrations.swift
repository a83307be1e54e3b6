public import CoinModel
public import RawInput

/// Electric Capital's migrations: changes to a taxonomy of ecosystems, applied one file after the other.
///
/// A change that cannot be made is rejected with its file and line, and the others are made all the same. Unknown
/// keywords are ignored, as comments behind `--` are. Memory holds one file and each name and address once.
public struct Migrations {
    /// The name of the format.
    public static let id = "ecosystem-migrations"

    private var taxonomy = Taxonomy()
    private var newest: Instant?
    private var byteCount = 0

    /// The most bytes of one migration and of all.
    private static let limits = (one: 256 << 20, all: 1 << 30)

    /// No change made yet.
    public init() {}

    /// Makes the changes of a file, which rejects name; without a name they bear lines alone.
    ///
    /// - Throws: `InputError` when its bytes cannot be had, `SourceError` when there are too many, what `emit` throws.
    public mutating func take(
        _ file: inout InputFile,
        named name: String?,
        at time: Instant,
        emit: (SourceItem) throws -> Void
    ) throws {
        newest = max(newest ?? time, time)
        let bytes = try file.readAll(limit: Migrations.limits.one)
        byteCount += bytes.count
        guard byteCount <= Migrations.limits.all else {
            throw SourceError("too-large", detail: "the migrations hold more than \(Migrations.limits.all) bytes")
        }
        var lines = MigrationLines(bytes)
        while let line = lines.next() {
            let fault: (reason: String, detail: String)?
            switch line {
            case .nothing: continue
            case .openQuote: fault = ("open-quote", "a quote opens and never closes; the line is skipped")
            case .invalidUTF8: fault = ("invalid-utf8", "is not UTF-8")
            case .command(let keyword, let arguments): fault = apply(keyword, arguments)
            }
            guard let fault else { continue }
            let place = name.map { "\($0):\(lines.number): " } ?? ""
            let number = name == nil ? lines.number : nil
            try emit(.reject(Reject(reason: fault.reason, line: number, detail: place + fault.detail)))
        }
    }

    /// Answers a question about the state that the changes led to.
    ///
    /// - Throws: `SourceError` when there is nothing to answer with, and what `emit` throws.
    public func answer(_ question: EcosystemQuestion, emit: (SourceItem) throws -> Void) throws {
        guard let newest, taxonomy.ecosystemCount > 0 else {
            throw SourceError("no-rows", detail: "names no ecosystem up to then; check --observed-at")
        }
        let counts = "\(taxonomy.ecosystemCount), with \(taxonomy.repositoryCount) repositories"
        try emit(.note("ecosystems since \(newest): \(counts) and \(taxonomy.tagCount) tags"))
        try taxonomy.answer(question, since: newest, emit: emit)
    }

    /// Makes one change; returns why it cannot be made.
    private mutating func apply(_ keyword: String, _ arguments: [ByteKey]) -> (reason: String, detail: String)? {
        guard let command = Migrations.commands[keyword] else { return nil }
        guard command.takes.contains(arguments.count) else {
            let wanted = command.takes.count == 1 ? "\(command.takes.lowerBound)" : "two or more"
            return ("bad-arguments", "\(keyword) has \(arguments.count) arguments and takes \(wanted)")
        }
        do throws(Taxonomy.Refusal) {
            try command.change(&taxonomy, arguments)
            return nil
        } catch {
            let words = arguments.map { "`" + String(decoding: $0.bytes.prefix(80), as: UTF8.self) + "`" }
            return (error.rawValue, "\(keyword) \(words.joined(separator: " ")): \(error.detail)")
        }
    }

    private struct Command {
        let takes: ClosedRange<Int>
        let change: @Sendable (inout Taxonomy, [ByteKey]) throws(Taxonomy.Refusal) -> Void
    }

    private static let commands = [
        "ecoadd": Command(takes: 1...1) { $0.addEcosystem($1[0]) },
        "ecorem": Command(takes: 1...1) { (all, name) throws(Taxonomy.Refusal) in try all.removeEcosystem(name[0]) },
        "ecomov": Command(takes: 2...2) { (all, names) throws(Taxonomy.Refusal) in
            try all.moveEcosystem(names[0], to: names[1])
        },
        "ecocon": Command(takes: 2...2) { (all, names) throws(Taxonomy.Refusal) in
            try all.connect(names[0], names[1])
        },
        "ecodis": Command(takes: 2...2) { (all, names) throws(Taxonomy.Refusal) in
            try all.disconnect(names[0], names[1])
        },
        "repadd": Command(takes: 2...Int.max) { (all, words) throws(Taxonomy.Refusal) in
            try all.addRepository(words[1], to: words[0], tags: words.dropFirst(2))
        },
        "reprem": Command(takes: 2...2) { (all, words) throws(Taxonomy.Refusal) in
            try all.removeRepository(words[1], from: words[0])
        },
        "repmov": Command(takes: 2...2) { (all, words) throws(Taxonomy.Refusal) in
            try all.moveRepository(words[0], to: words[1])
        },
    ]

    /// Whether text begins with a migration: its first line that is no comment bears one of the commands.
    public static func recognises(_ bytes: [UInt8]) -> Bool {
        for line in bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
            if line.starts(with: "#".utf8) || line.starts(with: "--".utf8) { continue }
            guard let blank = line.dropFirst(6).first, blank == 0x20 || blank == 0x09 else { return false }
            return commands[String(decoding: line.prefix(6), as: UTF8.self)] != nil
        }
        return false
    }

    /// The time in UTC that the name of a migration begins with, such as `2025-05-27T111520`; nil for other names.
    public static func time(ofName name: String) -> Instant? {
        let digits = name.utf8.prefix(17).map { $0 }
        guard digits.count == 17, digits[10] == UInt8(ascii: "T") else { return nil }
        let part = { (range: Range<Int>) in String(decoding: digits[range], as: UTF8.self) }
        return Instant("\(part(0..<13)):\(part(13..<15)):\(part(15..<17))Z")
    }
}

/// One migration by itself: the ecosystems that it adds, as if nothing came before it.
struct EcosystemMigration: SourceReader {
    let id = Migrations.id
    let dependsOnEcosystems = true
    let kind = LoadKind.coins
    let title = "Electric Capital's migrations of ecosystems: their folder, or one of them; with --ecosystems"

    func recognises(_ head: InputHead) -> Bool {
        guard case .text = head.shape else { return false }
        return Migrations.recognises(head.bytes)
    }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        let question = try context.askedEcosystems()
        guard let time = Migrations.time(ofName: context.stem) ?? context.observedMoment else {
            let detail = "its name begins with no time; say when it was made with --observed-at"
            throw SourceError("no-time", detail: detail)
        }
        if let observed = context.observedAt, !observed.includes(time) {
            throw SourceError("later", detail: "is of \(time), after --observed-at; nothing of it was known then")
        }
        var migrations = Migrations()
        try migrations.take(&file, named: nil, at: time, emit: emit)
        try migrations.answer(question, emit: emit)
    }
}
