public import CoinModel

/// Which recent commits of a coin count for other coins too.
///
/// This is the only place that decides between coins that count the same commits. Work counts for another coin as well
/// where that one counts the same commit, or one of the same author, instant and subject. It does not where the other
/// coin is first known 365 days or more later; where days are unknown or closer, not where it has a third of the
/// capitalisation or less. Neither is chosen by who copies. For one repository that both list only written weights settle
/// it.
public enum SharedWork {
    /// A commit of people that a coin counts, and the number of its repository, which is one for all coins that list it.
    public typealias Commit = (record: CommitRecord, repository: Int)

    /// A coin with what it counts in the last 12 weeks.
    public struct Claim: Sendable {
        let first: Day?
        let capitalisation: Double
        let commits: [Commit]

        /// A coin by its first known day, nil for none, and its capitalisation, NaN where it is missing.
        public init(first: Day?, capitalisation: Double, commits: [Commit]) {
            self.first = first
            self.capitalisation = capitalisation
            self.commits = commits
        }

        /// Whether work that another coin has too counts as shared here.
        func shares(with other: Claim) -> Bool {
            if let first, let later = other.first, abs(first.distance(to: later)) >= 365 {
                return first.distance(to: later) < 0
            }
            return !(other.capitalisation <= capitalisation / 3)
        }
    }

    /// What of a coin's work counts for others too.
    public struct Overlap: Hashable, Sendable {
        /// Distinct pairs of a developer and a UTC day of landing.
        public var days = 0
        /// Commits.
        public var commits = 0
        /// The repository with most of these; nil without any.
        public var repository: Int?
        /// The other coin that has them, and its repository.
        public var other: Holder?
    }

    /// A coin that counts a commit, and the repository that it has it from.
    public struct Holder: Hashable, Sendable {
        /// The coin.
        public let coin: Int
        /// The number of its repository.
        public let repository: Int
    }

    /// What of each coin's work counts for others too, in time linear in the commits; the repositories whose work lists share out by
    /// weights count for none.
    public static func overlaps(_ claims: [Claim], isWeighted: (_ repository: Int) -> Bool) -> [Overlap] {
        var (byID, byWork): ([UInt64: [Holder]], [UInt64: [Holder]]) = ([:], [:])
        for (coin, claim) in claims.enumerated() {
            for commit in claim.commits {
                let holder = Holder(coin: coin, repository: commit.repository)
                byID[commit.record.id, default: []].append(holder)
                if commit.record.work != 0 { byWork[commit.record.work, default: []].append(holder) }
            }
        }
        return claims.enumerated().map { coin, claim in
            var overlap = Overlap()
            var days: Set<UInt64> = []
            var pairs: [[Int]: Int] = [:]
            for commit in claim.commits {
                let record = commit.record
                let holders = byID[record.id, default: []] + (record.work == 0 ? [] : byWork[record.work, default: []])
                let others = holders.filter { other in
                    guard other.coin != coin else { return false }
                    return other.repository == commit.repository
                        ? !isWeighted(commit.repository) : claim.shares(with: claims[other.coin])
                }
                guard !others.isEmpty else { continue }
                overlap.commits += 1
                let landed = UInt32(bitPattern: Instant(seconds: record.landed).day.index)
                let day = UInt64(landed) << 32 | UInt64(UInt32(bitPattern: record.developer))
                if days.insert(day).inserted { overlap.days += 1 }
                for other in Set(others.map { [commit.repository, $0.coin, $0.repository] }) {
                    pairs[other, default: 0] += 1
                }
            }
            let most = pairs.min { left, right in
                left.value == right.value ? left.key.lexicographicallyPrecedes(right.key) : left.value > right.value
            }
            overlap.repository = most?.key[0]
            overlap.other = most.map { Holder(coin: $0.key[1], repository: $0.key[2]) }
            return overlap
        }
    }
}
