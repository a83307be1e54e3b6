import CoinModel
import Foundation
import RawInput

@testable import CoinSources

/// What one reader made of one input: facts laid out flat, so that a test can name one.
struct Reading {
    var facts: [String: Double] = [:]
    var rows = 0
    var blocks: [ObservationBlock] = []
    var commits: [CommitBlock] = []
    var coins: [Coin] = []
    var rejects: [Reject] = []
    var unread: [String] = []
    var warnings: [String] = []
    var notes: [String] = []
    var ecosystems: [Ecosystem] = []
    var renames: [RepositoryRename] = []
    var decisions: [CoinDecision] = []

    /// The reasons of the rejects and how often each came.
    var reasons: [String: Int] {
        rejects.reduce(into: [:]) { $0[$1.reason, default: 0] += 1 }
    }

    /// All subjects in order of their first fact.
    var subjects: [Subject] {
        var seen: Set<Subject> = []
        return blocks.flatMap(\.named).filter { seen.insert($0).inserted }
    }

    /// The value of `SOURCE SUBJECT METRIC TIME`, such as `yahoo-csv BTC price_usd 2024-03-25`; nil when missing.
    subscript(key: String) -> Double? { facts[key] }

    mutating func take(_ item: SourceItem) {
        switch item {
        case .coins(let more): coins += more
        case .commits(let block): commits.append(block)
        case .reject(let reject), .rejectedCell(let reject): rejects.append(reject)
        case .warning(let text): warnings.append(text)
        case .note(let text): notes.append(text)
        case .ecosystem(let ecosystem): ecosystems.append(ecosystem)
        case .renames(let more): renames += more
        case .decisions(let more): decisions += more
        case .unreadColumns(let columns): unread = columns
        case .sourceCoins, .details, .assumedQuote: break
        case .again: self = Reading()
        case .observations(let block):
            blocks.append(block)
            rows += block.count
            for row in 0..<block.count {
                for (column, metric) in block.metrics.enumerated() where !block.values[column][row].isNaN {
                    let subject = label(block.subject(Int(block.subjectIndex[row])))
                    let time = time(block.times[row], block.resolution)
                    facts["\(block.source) \(subject) \(metric.name) \(time)"] = block.values[column][row]
                }
            }
        }
    }

    private func label(_ subject: Subject) -> String {
        switch subject {
        case .coin(let key): key.id ?? key.symbol ?? "?"
        case .repository(let name): name.description
        case .searchTerm(let term): term.term
        case .currency(let code): code
        case .market: "market"
        case .protocol(let key): key.id
        }
    }

    private func time(_ count: Int64, _ resolution: Resolution) -> String {
        switch resolution {
        case .snapshot: Instant(milliseconds: count).description
        case .day: Day(index: Int32(count)).description
        case .week: Week(index: Int32(count)).description
        }
    }
}

/// The clock of these tests.
let testClock = Instant("2026-06-01T12:00:00Z") ?? Instant(seconds: 0)

/// The readers of separated values.
let csvReaders = sourceReaders.filter { $0 is any CSVSource }

/// The reader of an id.
func csvReader(_ id: String) -> (any SourceReader)? {
    sourceReaders.first { $0.id == id }
}

/// The ids of the readers that recognise some bytes.
func recognised(_ bytes: [UInt8]) -> [String] {
    let head = InputHead(bytes: bytes)
    return sourceReaders.filter { $0.recognises(head) }.map(\.id)
}

/// Reads a file of bytes under a name, with the one reader that recognises it or the one that is named.
func reading(
    _ text: String,
    name: String = "x.csv",
    as id: String? = nil,
    configure: (inout ReadContext) -> Void = { _ in }
) throws -> Reading {
    try reading(bytes: Array(text.utf8), name: name, as: id, configure: configure)
}

/// The same for bytes that may be no text.
func reading(
    bytes: [UInt8],
    name: String,
    as id: String? = nil,
    configure: (inout ReadContext) -> Void = { _ in }
) throws -> Reading {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent(name)
    try Data(bytes).write(to: path)
    return try reading(path: path.path, as: id, configure: configure)
}

/// Reads a file, with the one reader that recognises it or the one that is named.
func reading(
    path: String,
    as id: String? = nil,
    configure: (inout ReadContext) -> Void = { _ in }
) throws -> Reading {
    var file = try InputFile(path: path)
    let found = recognised(try file.peek(InputHead.length))
    guard let reader = id.map({ csvReader($0) }) ?? (found.count == 1 ? csvReader(found[0]) : nil) else {
        throw SourceError("not-recognised", detail: found.joined(separator: " "))
    }
    var context = ReadContext(path: path, now: testClock)
    context.hints.quote = "usd"
    configure(&context)
    var result = Reading()
    try reader.read(&file, context) { result.take($0) }
    return result
}

/// A file among the fixtures.
func fixture(_ name: String) throws -> String {
    guard let folder = Bundle.module.resourceURL else { throw SourceError("no-fixtures", detail: name) }
    return folder.appendingPathComponent("Fixtures/csv/" + name).path
}

extension ObservationBlock {
    /// The distinct subjects, named.
    var named: [Subject] { subjects }
}
