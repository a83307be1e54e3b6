import CoinModel
import Foundation
import RawInput

@testable import CoinSources

/// What migrations lead to, laid out flat for tests.
struct Replay {
    /// The own repositories of each ecosystem that was asked about, as keys.
    var direct: [String: [String]] = [:]
    /// Those of all below it as well.
    var all: [String: [String]] = [:]
    var reading = Reading()

    /// Replays migrations in the order given and asks about all of some ecosystems.
    init(_ migrations: [(name: String, text: String)], asking names: [String]) throws {
        try self.init(migrations.map { ($0.name, Array($0.text.utf8)) }, asking: names)
    }

    /// The same for bytes that may be no text.
    init(_ migrations: [(name: String, bytes: [UInt8])], asking names: [String]) throws {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { unlink(place.path) }
        var replayed = Migrations()
        for (name, bytes) in migrations {
            try Data(bytes).write(to: place)
            var file = try InputFile(path: place.path)
            let time = Migrations.time(ofName: name) ?? Instant(seconds: 0)
            try replayed.take(&file, named: name, at: time) { reading.take($0) }
        }
        let parts = names.flatMap { name in
            [EcosystemScope.direct, .all].map { EcosystemPart(name: name, scope: $0) }
        }
        try replayed.answer(.parts(parts)) { reading.take($0) }
        for ecosystem in reading.ecosystems {
            let keys = ecosystem.repositories.map(\.key)
            if ecosystem.part.scope == .all {
                all[ecosystem.part.name] = keys
            } else {
                direct[ecosystem.part.name] = keys
            }
        }
    }

    /// One migration.
    init(_ text: String, asking names: [String]) throws {
        try self.init([(name: "2025-01-01T000000_x", text: text)], asking: names)
    }

    /// A file among the fixtures.
    static func fixture(_ name: String) throws -> String {
        guard let folder = Bundle.module.resourceURL else { throw SourceError("no-fixtures", detail: name) }
        return folder.appendingPathComponent("Fixtures/taxonomy/" + name).path
    }

    /// The migrations of a folder among the fixtures, in the order of their names.
    static func folder(_ name: String) throws -> [(name: String, text: String)] {
        let path = try fixture(name)
        return try FileManager.default.contentsOfDirectory(atPath: path).sorted().map { file in
            (file, try String(contentsOfFile: path + "/" + file, encoding: .utf8))
        }
    }

    /// The rejects as `reason line`.
    var faults: [String] {
        reading.rejects.map { reject in
            let place = reject.detail.split(separator: ":").dropFirst().first.map(String.init) ?? ""
            return "\(reject.reason) \(place)"
        }
    }
}
