internal import CoinModel
internal import CoinSources

/// Which of many snapshots are read for what they say of coins beside facts, of which only the newest word is kept.
///
/// To read that of all would cost more than the rest of a load, and nearly all of it would be replaced. Of over sixteen
/// folders that are named by their times and lie in one folder, the newest is read so, and those that lie 1, 4, 16, 64 and so on
/// before it: what is stored of a coin that is not listed any more is at most about four times as far back as it is
/// gone. A coin that is in none of these says nothing.
struct DetailPlan: Sendable {
    /// The folders that are not read, by their paths.
    private var skipped: Set<Substring> = []
    private var isNothingRead = false

    /// The snapshots in one folder that are all read.
    private static let limit = 16

    /// Everything is read.
    init() {}

    /// Nothing is read.
    static let nothing: DetailPlan = {
        var plan = DetailPlan()
        plan.isNothingRead = true
        return plan
    }()

    /// The plan for the files of a load, in order.
    init(_ files: [String]) {
        var snapshots: [Substring: [(folder: Substring, time: AsOf)]] = [:]
        var last: Substring = ""
        for file in files {
            let folder = DetailPlan.folder(of: file[...])
            guard folder != last else { continue }
            last = folder
            let parent = DetailPlan.folder(of: folder)
            let name = folder.dropFirst(parent.isEmpty ? 0 : parent.count + 1)
            if let time = ReadContext.time(named: String(name)) {
                snapshots[parent, default: []].append((folder, time))
            }
        }
        for those in snapshots.values where those.count > DetailPlan.limit {
            let newestFirst = those.sorted { $0.time.limit > $1.time.limit }
            skipped.formUnion(newestFirst.map(\.folder))
            skipped.remove(newestFirst[0].folder)
            var place = 1
            while place < newestFirst.count {
                skipped.remove(newestFirst[place].folder)
                place *= 4
            }
        }
    }

    /// Whether a file is read so.
    func isRead(_ path: String) -> Bool {
        !isNothingRead && (skipped.isEmpty || !skipped.contains(DetailPlan.folder(of: path[...])))
    }

    /// The folder that a path lies in; empty for none.
    private static func folder(of path: Substring) -> Substring {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[..<$0] } ?? ""
    }
}
