internal import CoinModel
internal import CoinRanking

/// What rankings may rest their calls on, a line of JSON each, in the folder beside the store that bears its name with
/// `.trials`.
///
/// Judging the past takes long and a ranking does not, so `assay call` notes what it found. Of one preset, the same loads and
/// one week the last line counts.
struct CallLog {
    private let log: LineLog<CallBasis>

    /// The book of a store.
    init(of store: StoreLocation) { log = LineLog(store.trials + "/calls.ndjson", isPrivate: true) }

    /// What a ranking as of a moment may rest on: the newest of each preset, found from the loads known by another moment,
    /// nil for all.
    ///
    /// - Throws: `OperationError` when the file does not read.
    func bases(at asOf: AsOf, known: AsOf?) throws -> [CallBasis] {
        let serving = try noted().filter { $0.known == known?.description && $0.serves(asOf) }
        let newest = Dictionary(serving.map { ($0.preset, $0) }) { first, second in
            second.asOf >= first.asOf ? second : first
        }
        return newest.values.sorted { $0.preset < $1.preset }
    }

    /// Notes what was found; once where it is what was noted last of its preset, loads and week.
    ///
    /// - Throws: an error when the file cannot be read or written.
    func note(_ basis: CallBasis) throws {
        let line = try LineLog.encoded(basis)
        if try !noted().contains(where: { try LineLog.encoded($0) == line }) { try log.append([basis]) }
    }

    /// What counts, in the order in which it was found.
    private func noted() throws -> [CallBasis] {
        let next = "does not read; remove the line, and `assay call` finds it again"
        let all = try log.values(log.lines(), identifier: "bad-call", next)
        let places = all.enumerated().map { place, basis in
            ([basis.preset, basis.known, AsOf(basis.asOf)?.lastCompleteWeek.description], place)
        }
        return Dictionary(places) { $1 }.values.sorted().map { all[$0] }
    }
}
