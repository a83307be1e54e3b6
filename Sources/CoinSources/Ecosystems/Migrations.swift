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

    /// Makes the changes of a file; rejects name it, or only the line where it has no name.
    ///
    /// - Throws: `InputError` when its bytes cannot be had, `SourceError` when there are too many, what `emit` throws.
    public mutating func take(_ file: inout InputFile, named name: String?, at time: Instant, emit: ItemSink) throws {
        newest = max(newest ?? time, time)
        let bytes = try file.readAll(limit: Migrations.limits.one)
        byteCount += bytes.count
        guard byteCount <= Migrations.limits.all else {
            throw SourceError("too-large", detail: "the migrations contain more than \(Migrations.limits.all) bytes")
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
            try emit(.reject(Reject(fault.reason, line: number, detail: place + fault.detail)))
        }
    }

    /// Answers a question about the state that the changes led to.
    ///
    /// - Throws: `SourceError` when there is nothing to answer with, and what `emit` throws.
    public func answer(_ question: EcosystemQuestion, emit: ItemSink) throws {
        guard let newest, taxonomy.ecosystemCount > 0 else {
            throw SourceError("no-rows", detail: "names no ecosystem up to then; check --observed-at")
        }
        let counts = "\(taxonomy.ecosystemCount), with \(counted(taxonomy.repositoryCount, "repository"))"
        try emit(.note("ecosystems since \(newest): \(counts) and \(counted(taxonomy.tagCount, "tag"))"))
        try taxonomy.answer(question, since: newest, emit: emit)
    }

    private enum Command: String {
        case ecoadd, ecorem, ecomov, ecocon, ecodis, repadd, reprem, repmov

        /// How many arguments it takes.
        var arguments: ClosedRange<Int> {
            switch self {
            case .ecoadd, .ecorem: 1...1
            case .repadd: 2...Int.max
            default: 2...2
            }
        }
    }

    /// Makes one change; returns why it cannot be made.
    private mutating func apply(_ keyword: String, _ words: [ByteKey]) -> (reason: String, detail: String)? {
        guard let command = Command(rawValue: keyword) else { return nil }
        guard command.arguments.contains(words.count) else {
            let wanted = command == .repadd ? "two or more" : "\(command.arguments.lowerBound)"
            return ("bad-arguments", "\(keyword) has \(words.count) arguments and takes \(wanted)")
        }
        do throws(Taxonomy.Refusal) {
            switch command {
            case .ecoadd: taxonomy.addEcosystem(words[0])
            case .ecorem: try taxonomy.removeEcosystem(words[0])
            case .ecomov: try taxonomy.moveEcosystem(words[0], to: words[1])
            case .ecocon: try taxonomy.connect(words[0], words[1])
            case .ecodis: try taxonomy.disconnect(words[0], words[1])
            case .repadd: try taxonomy.addRepository(words[1], to: words[0], tags: words.dropFirst(2))
            case .reprem: try taxonomy.removeRepository(words[1], from: words[0])
            case .repmov: try taxonomy.moveRepository(words[0], to: words[1])
            }
            return nil
        } catch {
            let quoted = words.map { "`" + String(decoding: $0.bytes.prefix(80), as: UTF8.self) + "`" }
            return (error.rawValue, "\(keyword) \(quoted.joined(separator: " ")): \(error.detail)")
        }
    }

    /// Whether text begins with a migration: its first line that is not a comment has one of the commands.
    public static func recognises(_ bytes: [UInt8]) -> Bool {
        for line in bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
            if line.starts(with: "#".utf8) || line.starts(with: "--".utf8) { continue }
            guard let blank = line.dropFirst(6).first, blank == 0x20 || blank == 0x09 else { return false }
            return Command(rawValue: String(decoding: line.prefix(6), as: UTF8.self)) != nil
        }
        return false
    }

    /// The time in UTC that the name of a migration begins with, such as `2025-05-27T111520`; nil for other names.
    public static func time(ofName name: String) -> Instant? {
        let time = name.prefix(17)
        guard time.dropFirst(10).first == "T" else { return nil }
        return Instant("\(time.prefix(13)):\(time.dropFirst(13).prefix(2)):\(time.dropFirst(15))Z")
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

    func read(_ file: inout InputFile, _ context: ReadContext, emit: ItemSink) throws {
        let question = try context.askedEcosystems()
        guard let time = Migrations.time(ofName: context.stem) ?? context.hints.observedAt?.last else {
            let detail = "its name begins with no time; say when it was made with --observed-at"
            throw SourceError("no-time", detail: detail)
        }
        if let observed = context.hints.observedAt, !observed.includes(time) {
            throw SourceError("later", detail: "is of \(time), after --observed-at; nothing of it was known then")
        }
        var migrations = Migrations()
        try migrations.take(&file, named: nil, at: time, emit: emit)
        try migrations.answer(question, emit: emit)
    }
}
