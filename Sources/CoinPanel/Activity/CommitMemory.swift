internal import CoinModel
internal import CoinStore
internal import Synchronization

/// The commits of a store as of one moment after another: those that are read for the second moment are kept for the ones
/// behind it, up to a million; a single moment keeps nothing.
public final class CommitMemory: Sendable {
    /// Two repositories that have a commit in common from a second on.
    private struct Pair {
        let one: Int32
        let other: Int32
        let since: Int64
    }

    private struct Place: Hashable {
        let entity: Int32
        let source: String
    }

    private struct State {
        var moments = 0
        var count = 0
        var commits: [Place: [CommitRecord]] = [:]
        var pairs: [Pair]?
    }

    private let state = Mutex(State())

    private static let mostCommits = 1 << 20

    /// Nothing was read yet.
    public init() {}

    /// Begins with a moment.
    func beginMoment() { state.withLock { $0.moments += 1 } }

    /// The commits of a repository by one source, those that landed in `weeks` and perhaps others, nil for all.
    ///
    /// - Throws: `StoreError` when a segment is damaged.
    func commits(
        of history: CommitHistory,
        in weeks: ClosedRange<Week>? = nil,
        _ reader: StoreReader
    ) throws -> [CommitRecord] {
        let place = Place(entity: history.entity, source: history.source)
        let (stored, stores) = state.withLock { state in
            (state.commits[place], state.moments > 1 && state.count + history.count <= CommitMemory.mostCommits)
        }
        guard stored != nil || stores else { return try reader.commits(of: history, in: weeks) }
        let all = try stored ?? reader.commits(of: history)
        if stored == nil {
            state.withLock { state in
                state.commits[place] = all
                state.count += all.count
            }
        }
        return weeks.map { weeks in all.filter { weeks.contains($0.week) } } ?? all
    }

    /// The commits of a repository by one source that had landed by a moment, of all its names: a clone under the current
    /// name has them all; logs add up, and where they contradict each other the one under the newer name holds.
    ///
    /// - Throws: `StoreError` when a segment is damaged.
    func commits(of histories: [CommitHistory], by asOf: AsOf, _ reader: StoreReader) throws -> [CommitRecord] {
        let wanted = histories.first?.isLog == false ? histories.prefix(1) : histories[...]
        var all: [CommitRecord] = []
        for history in wanted {
            let known = Set(all.lazy.map(\.id))
            all += try commits(of: history, reader).landed(by: asOf.limit).filter { !known.contains($0.id) }
        }
        return all
    }

    /// Repositories that have a commit in common by a moment, one of them at least by a log: enough pairs to join all that
    /// have.
    ///
    /// - Throws: `StoreError` when a segment is damaged.
    func pairs(of histories: [CommitHistory], by asOf: AsOf, _ reader: StoreReader) throws -> [(Int32, Int32)] {
        let pairs = try state.withLock(\.pairs) ?? pairs(of: histories, reader)
        state.withLock { $0.pairs = pairs }
        let last = asOf.limit.milliseconds / 1000
        return pairs.filter { $0.since <= last }.map { ($0.one, $0.other) }
    }

    private func pairs(of histories: [CommitHistory], _ reader: StoreReader) throws -> [Pair] {
        let logs = histories.filter(\.isLog)
        guard !logs.isEmpty else { return [] }
        // Of several logs the one in which a commit landed first, so that those pairs join all logs that have it by then.
        var holders: [UInt64: (entity: Int32, landed: Int64)] = [:]
        // Growing step by step would take a quarter of the time; a damaged store may claim any number.
        holders.reserveCapacity(logs.reduce(0) { $0 + min(max($1.count, 0), 1 << 20) })
        var pairs: [Pair] = []
        for history in logs + histories.filter({ !$0.isLog }) {
            var others: [Int32: Int64] = [:]
            for commit in try commits(of: history, reader) {
                let holder = holders[commit.id]
                if let holder, holder.entity != history.entity {
                    others[holder.entity] = min(others[holder.entity] ?? .max, max(commit.landed, holder.landed))
                }
                if history.isLog, commit.landed < holder?.landed ?? .max {
                    holders[commit.id] = (history.entity, commit.landed)
                }
            }
            pairs += others.map { Pair(one: $0, other: history.entity, since: $1) }
        }
        return pairs
    }
}
