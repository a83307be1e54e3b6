import CoinModel
import Foundation
import RawInput

@testable import CoinSources

/// All that a reader said of one input.
struct JSONReading {
    var reader = ""
    var facts: [Fact] = []
    var coins: [Coin] = []
    var sourceCoins: [SourceCoin] = []
    var details: [CoinDetail] = []
    var rejects: [Reject] = []
    var warnings: [String] = []

    /// One row of a block, with its present values by metric.
    struct Fact: Equatable {
        var subject: Subject
        var time: String
        var values: [String: Double]
        var stamp: Int64?
        var line: Int32
    }

    /// Reads an input as a load does: refuse, else recognise, else not recognised.
    init(
        path: String,
        folder: String = "",
        stem: String? = nil,
        observedAt: String? = nil,
        coin: String? = nil,
        repository: String? = nil,
        quote: String = "usd",
        now: String = "2026-11-20T00:00:00Z"
    ) throws {
        var context = ReadContext(path: path, now: Instant(now) ?? Instant(milliseconds: 0))
        context.hints.observedAt = observedAt.flatMap { AsOf($0) }
        context.hints.coin = coin
        context.hints.repository = repository.flatMap { RepositoryName($0) }
        context.hints.quote = quote
        context.folder = folder
        if let stem { context.stem = stem }
        var file = try InputFile(path: path)
        let head = InputHead(bytes: try file.peek(InputHead.length))
        if let refusal = head.refusal { throw refusal }
        let matches = sourceReaders.filter { $0.recognises(head) }
        guard let reader = matches.first else {
            try validateDocument(&file, head)
            throw SourceError("not-recognised", detail: path)
        }
        guard matches.count == 1 else { throw SourceError("ambiguous", detail: "\(matches.map(\.id))") }
        self.reader = reader.id
        try reader.read(&file, context) { item in
            switch item {
            case .observations(let block): add(block)
            case .coins(let more): coins += more
            case .sourceCoins(let more): sourceCoins += more
            case .details(let more): details += more
            case .commits(let block): warnings.append("commits of \(block.repository)")
            case .reject(let reject), .rejectedCell(let reject): rejects.append(reject)
            case .warning(let warning): warnings.append(warning)
            case .ecosystem, .renames, .decisions, .assumedQuote, .unreadColumns, .note, .again: break
            }
        }
    }

    /// Reads a text as if it were a file with this stem.
    init(
        text: String,
        folder: String = "",
        stem: String = "x",
        observedAt: String? = nil,
        coin: String? = nil,
        repository: String? = nil,
        quote: String = "usd",
        now: String = "2026-11-20T00:00:00Z"
    ) throws {
        try self.init(
            bytes: Array(text.utf8),
            folder: folder,
            stem: stem,
            observedAt: observedAt,
            coin: coin,
            repository: repository,
            quote: quote,
            now: now
        )
    }

    /// Reads bytes as if they were a file with this stem.
    init(
        bytes: [UInt8],
        folder: String = "",
        stem: String = "x",
        observedAt: String? = nil,
        coin: String? = nil,
        repository: String? = nil,
        quote: String = "usd",
        now: String = "2026-11-20T00:00:00Z"
    ) throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(bytes).write(to: url)
        defer { unlink(url.path) }
        try self.init(
            path: url.path,
            folder: folder,
            stem: stem,
            observedAt: observedAt,
            coin: coin,
            repository: repository,
            quote: quote,
            now: now
        )
    }

    /// The fixture at a path below `Fixtures/json`.
    static func fixture(_ name: String) -> String {
        Bundle.module.bundleURL.appendingPathComponent("Fixtures/json/\(name)").path
    }

    private mutating func add(_ block: ObservationBlock) {
        for row in 0..<block.count {
            let time =
                switch block.resolution {
                case .snapshot: Instant(milliseconds: block.times[row]).description
                case .day: Day(index: Int32(block.times[row])).description
                case .week: "week " + Week(index: Int32(block.times[row])).description
                }
            let values = zip(block.metrics, block.values).map { ($0.name, $1[row]) }.filter { !$1.isNaN }
            facts.append(
                Fact(
                    subject: block.subject(Int(block.subjectIndex[row])),
                    time: time,
                    values: Dictionary(values) { first, _ in first },
                    stamp: block.stamps.isEmpty ? nil : block.stamps[row],
                    line: block.lines[row]
                )
            )
        }
    }

    /// The reasons of the rejects, each with how often it occurs.
    var reasons: [String: Int] {
        rejects.reduce(into: [:]) { $0[$1.reason, default: 0] += 1 }
    }
}

/// The reason for which an input is refused; nil when it is read.
func refusalReason(_ read: () throws -> JSONReading) throws -> String? {
    do {
        _ = try read()
        return nil
    } catch let refusal as SourceError {
        return refusal.reason
    }
}
