internal import CoinModel
internal import CoinSources

/// Which of many snapshots are read for what they say of coins beside facts, of which only the newest word is kept.
///
/// Of folders named by their times that lie in one folder only the newest of each week is, where there are over sixteen:
/// to read more would cost a tenth of the load and be thrown away. A coin that is in none of these says nothing there.
struct DetailPlan: Sendable {
    private var skipped: Set<String> = []

    /// The snapshots in one folder that are all read.
    private static let limit = 16

    /// Everything is read.
    init() {}

    /// The plan for the files of a load, in order.
    init(_ files: [String]) {
        var snapshots: [Substring: [(folder: String, time: AsOf)]] = [:]
        var last: Substring = ""
        for file in files {
            guard let end = file.utf8.lastIndex(of: UInt8(ascii: "/")), file[..<end] != last else { continue }
            last = file[..<end]
            let start = last.utf8.lastIndex(of: UInt8(ascii: "/")).map { last.utf8.index(after: $0) } ?? last.startIndex
            let folder = String(last[start...])
            if let time = ReadContext.time(named: folder) {
                snapshots[last[..<start], default: []].append((folder, time))
            }
        }
        for those in snapshots.values where those.count > DetailPlan.limit {
            var newest: [Week: (folder: String, time: AsOf)] = [:]
            for snapshot in those {
                let week = Week(containing: snapshot.time.limit.day)
                if let other = newest[week], other.time.limit >= snapshot.time.limit { continue }
                newest[week] = snapshot
            }
            skipped.formUnion(those.map(\.folder))
            skipped.subtract(newest.values.map(\.folder))
        }
    }

    /// Whether the files of a folder by its name are read so.
    func isRead(_ folder: String) -> Bool { !skipped.contains(folder) }
}
