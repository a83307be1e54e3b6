internal import CoinModel
internal import SeriesEncoding

/// The commits of one segment ⇄ bytes, by landing, then by id: landing in seconds, the first eight bytes of the id,
/// committer day and author day as distances from the day of landing, developer, marks.
enum CommitSegment {
    static func encoded(_ commits: CommitColumns) -> [UInt8] {
        let days = commits.landed.map { Instant(seconds: $0).day.index }
        return ColumnBlock.encoded([
            commits.landed,
            commits.ids.map { Int64(bitPattern: $0) },
            zip(commits.committedDays, days).map { Int64($0) - Int64($1) },
            zip(commits.authoredDays, days).map { Int64($0) - Int64($1) },
            commits.developers.map(Int64.init),
            commits.marks.map { Int64($0.rawValue) },
        ])
    }

    static func decoded(_ bytes: [UInt8]) throws(TileError) -> CommitColumns {
        let columns = try ColumnBlock.decoded(bytes)
        guard columns.count == 6, columns[0].allSatisfy(believed.contains) else {
            throw TileError(.corrupt, "its columns are not those of commits")
        }
        var commits = CommitColumns()
        commits.landed = columns[0]
        commits.ids = columns[1].map { UInt64(bitPattern: $0) }
        let days = columns[0].map { Int64(Instant(seconds: $0).day.index) }
        commits.committedDays = zip(columns[2], days).map { Int32(clamping: $0 &+ $1) }
        commits.authoredDays = zip(columns[3], days).map { Int32(clamping: $0 &+ $1) }
        commits.developers = columns[4].map { Int32(clamping: $0) }
        commits.marks = columns[5].map { CommitFlags(rawValue: UInt8(truncatingIfNeeded: $0)) }
        return commits
    }

    /// Landing times of the years 1970 to 9999.
    private static let believed: ClosedRange<Int64> = 0...253_402_300_799

    /// Commits by the bucket of their landing, each in the order of a segment.
    static func parts(of commits: CommitColumns) -> [(bucket: Int, commits: CommitColumns)] {
        let order = commits.ids.indices.sorted {
            (commits.landed[$0], commits.ids[$0]) < (commits.landed[$1], commits.ids[$1])
        }
        var parts: [(bucket: Int, commits: CommitColumns)] = []
        for place in order {
            let bucket = Bucket.index(of: commits.week(of: place), .week)
            if parts.last?.bucket != bucket || parts.last?.commits.count == ColumnBlock.rowLimit {
                parts.append((bucket, CommitColumns()))
            }
            parts[parts.count - 1].commits.append(commits, place)
        }
        return parts
    }
}
