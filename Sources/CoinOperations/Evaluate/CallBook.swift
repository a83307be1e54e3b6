internal import CoinModel
internal import CoinStore
internal import Foundation
internal import RawInput

/// What rankings may rest their calls on, a line of JSON each, in the folder beside the store that bears its name with
/// `.trials`.
///
/// Judging the past takes long and a ranking does not, so `assay signal` notes what it found, one line a preset and week.
struct CallBook {
    private let folder: String
    private var path: String { folder + "/calls.ndjson" }

    private let wait: Double

    /// The book of a store.
    init(of store: StoreLocation) { (folder, wait) = (store.trials, store.wait) }

    /// What a ranking as of a moment may rest on: the newest of each preset, found from the loads known by another moment,
    /// nil for all.
    ///
    /// - Throws: `OperationError` when the file does not read.
    func bases(at asOf: AsOf, known: AsOf?) throws -> [CallBasis] {
        let serving = try all().filter { $0.known == known?.description && $0.serves(asOf) }
        let newest = Dictionary(serving.map { ($0.preset, $0) }) { first, second in
            second.asOf >= first.asOf ? second : first
        }
        return newest.values.sorted { $0.preset < $1.preset }
    }

    /// Notes what was found, in the place of what was noted of the same preset, loads and week before.
    ///
    /// - Throws: `OutputError` when the file cannot be written.
    func note(_ basis: CallBasis) throws {
        func week(_ basis: CallBasis) -> Week? { AsOf(basis.asOf)?.lastCompleteWeek }
        try FolderLock.during(folder: folder, wait: wait) {
            let others = try all().filter {
                ($0.preset, $0.known) != (basis.preset, basis.known) || week($0) != week(basis)
            }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let lines = try (others + [basis]).map { [UInt8](try encoder.encode($0)) + [10] }
            _ = try OutputPlace(path, reading: []).replace(with: lines.flatMap(\.self))
        }
    }

    private func all() throws -> [CallBasis] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return try contents(ofFile: path).split(separator: 10).enumerated().map { index, line in
            do {
                return try JSONDecoder().decode(CallBasis.self, from: Data(line))
            } catch {
                let next = "does not read; remove the line, and `assay signal` finds it again"
                throw OperationError(.failed, "bad-call", place: "\(path):\(index + 1)", next)
            }
        }
    }
}
