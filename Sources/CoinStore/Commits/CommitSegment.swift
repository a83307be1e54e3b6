internal import CoinModel
internal import SeriesEncoding

/// The commits of one segment ⇄ bytes, by landing, then by id: landing in seconds, the first eight bytes of the id,
/// committer day and author day as distances from the day of landing, developer, marks, digest of the work.
///
/// Two more columns where the commits that landed them are known: how many rows further that one stands, 0 where it does
/// not stand in the segment; and then the first eight bytes of its id, 0 for a commit that landed itself.
enum CommitSegment {
    static func encoded(_ commits: [CommitRecord]) -> [UInt8] {
        let days = commits.map { Int64(Instant(seconds: $0.landed).day.index) }
        let columns = [
            commits.map(\.landed),
            commits.map { Int64(bitPattern: $0.id) },
            zip(commits, days).map { Int64($0.committedDay) - $1 },
            zip(commits, days).map { Int64($0.authoredDay) - $1 },
            commits.map { Int64($0.developer) },
            commits.map { Int64($0.flags.rawValue) },
            commits.map { Int64(bitPattern: $0.work) },
        ]
        return ColumnBlock.encoded(columns + (commits.contains { $0.landingID == 0 } ? [] : landings(of: commits)))
    }

    private static func landings(of commits: [CommitRecord]) -> [[Int64]] {
        let rows = Dictionary(firstOf: zip(commits.lazy.map(\.id), commits.indices))
        var (steps, others): ([Int64], [Int64]) = ([], [])
        for (row, commit) in commits.enumerated() {
            let step = rows[commit.landingID].map { Int64($0 - row) } ?? 0
            steps.append(step)
            others.append(step != 0 || commit.landingID == commit.id ? 0 : Int64(bitPattern: commit.landingID))
        }
        return [steps, others]
    }

    static func decoded(_ bytes: [UInt8]) throws(TileError) -> [CommitRecord] {
        let columns = try ColumnBlock.decoded(bytes)
        guard [7, 9].contains(columns.count), columns[0].allSatisfy(believed.contains) else {
            throw TileError(.corrupt, "its columns are not those of commits")
        }
        var commits = columns[0].indices.map { row in
            let day = Int64(Instant(seconds: columns[0][row]).day.index)
            return CommitRecord(
                id: UInt64(bitPattern: columns[1][row]),
                landed: columns[0][row],
                landingID: 0,
                committedDay: Int32(clamping: columns[2][row] &+ day),
                authoredDay: Int32(clamping: columns[3][row] &+ day),
                developer: Int32(clamping: columns[4][row]),
                flags: CommitFlags(rawValue: UInt8(truncatingIfNeeded: columns[5][row])),
                work: UInt64(bitPattern: columns[6][row])
            )
        }
        for row in columns.count == 9 ? commits.indices : 0..<0 {
            let (landing, isFar) = Int64(row).addingReportingOverflow(columns[7][row])
            guard !isFar, commits.indices.contains(Int(landing)) else {
                throw TileError(.corrupt, "a commit is landed by one outside of its segment")
            }
            let other = UInt64(bitPattern: columns[8][row])
            commits[row].landingID = other == 0 ? commits[Int(landing)].id : other
        }
        return commits
    }

    /// Landing times of the years 1970 to 9999.
    private static let believed: ClosedRange<Int64> = 0...253_402_300_799

    /// Commits by the bucket of their landing, each in the order of a segment.
    static func parts(of commits: [CommitRecord]) -> [(bucket: Int, commits: [CommitRecord])] {
        var parts: [(bucket: Int, commits: [CommitRecord])] = []
        for commit in commits.sorted(by: { ($0.landed, $0.id) < ($1.landed, $1.id) }) {
            let bucket = Bucket.index(of: commit.week, .week)
            if parts.last?.bucket != bucket || parts.last?.commits.count == ColumnBlock.rowLimit {
                parts.append((bucket, []))
            }
            parts[parts.count - 1].commits.append(commit)
        }
        return parts
    }
}
