internal import CoinModel
internal import SeriesEncoding

/// The commits of one segment ⇄ bytes, by landing, then by id: landing in seconds, the first eight bytes of the id,
/// committer day and author day as distances from the day of landing, developer, marks, digest of the work.
///
/// Two more columns where the commits that landed them are known: how many rows further that one stands, 0 where it does
/// not stand in the segment; and then the first eight bytes of its id, 0 for a commit that landed itself.
enum CommitSegment {
    static func encoded(_ commits: CommitColumns) -> [UInt8] {
        let days = commits.landed.map { Instant(seconds: $0).day.index }
        let columns = [
            commits.landed,
            commits.ids.map { Int64(bitPattern: $0) },
            zip(commits.committedDays, days).map { Int64($0) - Int64($1) },
            zip(commits.authoredDays, days).map { Int64($0) - Int64($1) },
            commits.developers.map(Int64.init),
            commits.marks.map { Int64($0.rawValue) },
            commits.works.map { Int64(bitPattern: $0) },
        ]
        return ColumnBlock.encoded(columns + (commits.landingIDs.contains(0) ? [] : landings(of: commits)))
    }

    private static func landings(of commits: CommitColumns) -> [[Int64]] {
        let rows = Dictionary(firstOf: zip(commits.ids, commits.ids.indices))
        var (steps, others): ([Int64], [Int64]) = ([], [])
        for (row, landing) in commits.landingIDs.enumerated() {
            let step = rows[landing].map { Int64($0 - row) } ?? 0
            steps.append(step)
            others.append(step != 0 || landing == commits.ids[row] ? 0 : Int64(bitPattern: landing))
        }
        return [steps, others]
    }

    static func decoded(_ bytes: [UInt8]) throws(TileError) -> CommitColumns {
        let columns = try ColumnBlock.decoded(bytes)
        guard [7, 9].contains(columns.count), columns[0].allSatisfy(believed.contains) else {
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
        commits.works = columns[6].map { UInt64(bitPattern: $0) }
        guard columns.count == 9 else {
            commits.landingIDs = Array(repeating: 0, count: commits.count)
            return commits
        }
        for (row, (step, other)) in zip(columns[7], columns[8]).enumerated() {
            let (landing, isFar) = Int64(row).addingReportingOverflow(step)
            guard !isFar, commits.ids.indices.contains(Int(landing)) else {
                throw TileError(.corrupt, "a commit is landed by one outside of its segment")
            }
            commits.landingIDs.append(other == 0 ? commits.ids[Int(landing)] : UInt64(bitPattern: other))
        }
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
