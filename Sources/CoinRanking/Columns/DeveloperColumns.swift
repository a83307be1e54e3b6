internal import CoinModel
internal import CoinTables

extension ColumnDictionary {
    /// Who develops, where the commits themselves are known.
    static func developers() -> [Entry] {
        func count(
            _ name: String,
            _ title: String,
            unit: String = "developers",
            _ meaning: String,
            _ value: @escaping @Sendable (DeveloperFacts) -> Int
        ) -> Entry {
            Entry(count: name, title, unit: unit, orMissing: .notCloned, meaning) { $0.developers.map(value) }
                .reading(.development)
        }
        return [
            Entry(
                "dev12_shared",
                "Dev 12 shared",
                unit: "commits a week",
                .fixed(1),
                UsualReasons.development,
                "dev12 with the commits of a repository shared out equally among the coins that have it."
            ) { $0.sharedCommits.recent }.reading(.development),
            Entry(
                "dev52_shared",
                "Dev 52 shared",
                unit: "commits a week",
                .fixed(1),
                UsualReasons.development,
                "dev52 with the commits of a repository shared out equally among the coins that have it."
            ) { $0.sharedCommits.year }.reading(.development),
            count("developers12", "Developers 12", "Distinct developers of the last 12 weeks, bots left out.") {
                $0.recentDevelopers
            },
            count("developers52", "Developers 52", "Distinct developers of the last 52 weeks, bots left out.") {
                $0.yearDevelopers
            },
            count("full_time", "Full-time", "Developers with 10 or more active author days in the last 28 days.") {
                $0.fullTime
            },
            count("part_time", "Part-time", "Developers with 1 to 9 active author days in the last 28 days.") {
                $0.partTime
            },
            count("newcomers", "Newcomers", "Developers of the last 12 weeks not active in the 40 before.") {
                $0.newcomers
            },
            count("leavers", "Leavers", "Developers of the 40 weeks before the last 12 not active since.") {
                $0.leavers
            },
            Entry(
                "top_share",
                "Top share",
                .fixed(2),
                [.notCloned, .noActivity],
                "Share of the year's developer-days that the most active developer has, 0 to 1."
            ) { coin in
                coin.developers.map { Measured($0.topShare ?? .nan, orMissing: .noActivity) } ?? .missing(.notCloned)
            }.reading(.development),
            count("half_contributors", "Half by", "The fewest developers who have half of the year's developer-days.") {
                $0.halfContributors
            },
            count(
                "inherited52",
                "Inherited",
                unit: "commits",
                "Commits of the last 52 weeks that landed first in another repository and do not count here."
            ) { $0.inheritedCommits },
            Entry(
                text: "flags",
                "Flags",
                orMissing: .notCloned,
                "What makes the counts less sure: rewritten, imported, spam, policy, clock; empty for nothing."
            ) { $0.developers?.flags.map(\.rawValue).joined(separator: ", ") }.reading(.development),
        ]
    }
}
