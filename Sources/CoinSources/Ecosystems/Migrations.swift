public import CoinModel
public import RawInput

/// Electric Capital's migrations: changes to a taxonomy of ecosystems, applied one file after the other.
///
/// A change that cannot be made is rejected with its file and line, and the others are made all the same. Unknown
/// keywords are passed over, as comments behind `--` are. Complexity: linear in the bytes; memory holds one file and each
/// name and address once.
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

    /// Makes the changes of a file.
    ///
    /// - Parameters:
    ///   - file: the migration, from its start.
    ///   - name: what it is called in rejects; nil where they bear lines alone.
    ///   - time: when it took place.
    ///   - emit: takes the rejects.
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
            case .command(let keyword): fault = apply(keyword, lines)
            }
            guard let fault else { continue }
            let place = name.map { "\($0):\(lines.number): " } ?? ""
            try emit(
                .reject(
                    Reject(
                        reason: fault.reason,
                        line: name == nil ? lines.number : nil,
                        detail: place + fault.detail
                    )
                )
            )
        }
    }

    /// Answers a question about the state that the changes led to.
    ///
    /// - Throws: `SourceError` when there is nothing to answer with, and what `emit` throws.
    public func answer(_ question: EcosystemQuestion, emit: (SourceItem) throws -> Void) throws {
        guard let newest, taxonomy.ecosystemCount > 0 else {
            throw SourceError("no-rows", detail: "names no ecosystem up to then; check --observed-at")
        }
        try emit(
            .note(
                "ecosystems since \(newest): \(taxonomy.ecosystemCount), with \(taxonomy.repositoryCount) repositories "
                    + "and \(taxonomy.tagCount) tags"
            )
        )
        try TaxonomyAnswer(taxonomy, since: newest).answer(question, emit: emit)
    }

    /// Makes one change; tells why it cannot be made.
    private mutating func apply(_ keyword: UInt64, _ lines: MigrationLines) -> (reason: String, detail: String)? {
        guard let command = Migrations.commands[keyword] else { return nil }
        let arguments = lines.arguments
        guard command.takes.contains(arguments.count) else {
            let wanted = command.takes.count == 1 ? "\(command.takes.lowerBound)" : "two or more"
            return ("bad-arguments", "\(command.name) has \(arguments.count) arguments and takes \(wanted)")
        }
        let text = lines.bytes.span
        let first = text.extracting(arguments[0])
        let second = arguments.count > 1 ? text.extracting(arguments[1]) : first
        do throws(Taxonomy.Refusal) {
            switch command.kind {
            case .addEcosystem: taxonomy.addEcosystem(first)
            case .removeEcosystem: try taxonomy.removeEcosystem(first)
            case .moveEcosystem: try taxonomy.moveEcosystem(first, to: second)
            case .connect: try taxonomy.connect(first, second)
            case .disconnect: try taxonomy.disconnect(first, second)
            case .removeRepository: try taxonomy.removeRepository(second, from: first)
            case .moveRepository: try taxonomy.moveRepository(first, to: second)
            case .addRepository:
                try taxonomy.addRepository(second, to: first)
                for tag in arguments.dropFirst(2) { taxonomy.addTag(text.extracting(tag)) }
            }
            return nil
        } catch {
            let words = arguments.map { "`" + String(decoding: lines.bytes[$0].prefix(80), as: UTF8.self) + "`" }
            return (error.rawValue, "\(command.name) \(words.joined(separator: " ")): \(error.detail)")
        }
    }

    private enum Kind {
        case addEcosystem, removeEcosystem, moveEcosystem, connect, disconnect
        case addRepository, removeRepository, moveRepository
    }

    /// The commands by their keywords, and how many arguments they take.
    private static let commands: [UInt64: (name: StaticString, kind: Kind, takes: ClosedRange<Int>)] = [
        MigrationLines.packed("ecoadd"): ("ecoadd", .addEcosystem, 1...1),
        MigrationLines.packed("ecorem"): ("ecorem", .removeEcosystem, 1...1),
        MigrationLines.packed("ecomov"): ("ecomov", .moveEcosystem, 2...2),
        MigrationLines.packed("ecocon"): ("ecocon", .connect, 2...2),
        MigrationLines.packed("ecodis"): ("ecodis", .disconnect, 2...2),
        MigrationLines.packed("repadd"): ("repadd", .addRepository, 2...Int.max),
        MigrationLines.packed("reprem"): ("reprem", .removeRepository, 2...2),
        MigrationLines.packed("repmov"): ("repmov", .moveRepository, 2...2),
    ]

    /// Whether text begins with a migration: its first line that is no comment bears one of the commands.
    public static func recognises(_ bytes: [UInt8]) -> Bool {
        for line in bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
            if line.starts(with: "#".utf8) || line.starts(with: "--".utf8) { continue }
            guard line.count > 6, line[line.startIndex + 6] == 0x20 || line[line.startIndex + 6] == 0x09 else {
                return false
            }
            return commands[line.prefix(6).reduce(0) { $0 << 8 | UInt64($1) }] != nil
        }
        return false
    }
}

extension Taxonomy.Refusal {
    fileprivate var detail: String {
        switch self {
        case .unknownEcosystem: "there is no such ecosystem at that point"
        case .unknownRepository: "there is no such repository at that point"
        case .existingEcosystem: "there is an ecosystem of the new name already"
        case .noRepositories: "that ecosystem never had a repository"
        case .noChildren: "that ecosystem never had one below it"
        }
    }
}
