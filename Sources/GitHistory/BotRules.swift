/// Which authors are programs, version 1 of the rules.
///
/// An author is one whose name, or whose address before the `@`, ends in `[bot]`; one that is listed here; and an
/// identity that lands more than 50 commits a day on over half of its active days, of which it has 10 or more.
enum BotRules {
    /// Whether a name and an address are those of a program.
    static func names(_ name: [UInt8], _ address: [UInt8]) -> Bool {
        let name = String(decoding: lowered(name), as: UTF8.self)
        let address = String(decoding: lowered(address), as: UTF8.self)
        let local = address.prefix { $0 != "@" }
        return name.hasSuffix("[bot]") || local.hasSuffix("[bot]") || address.hasSuffix("[bot]")
            || serviceNames.contains(name) || serviceAddresses.contains(address)
    }

    /// The identities that land commits at a rate no person does.
    ///
    /// - Parameters:
    ///   - landings: the identity and the UTC day of each commit's landing.
    ///   - count: how many identities there are.
    /// - Returns: for each identity, whether it is one.
    static func bursts(_ landings: [(identity: UInt32, day: Int32)], count: Int) -> [Bool] {
        var active = [Int](repeating: 0, count: count)
        var excessive = active
        // One number for each commit: sorted, a day of an identity is a run of equal ones.
        let days = landings.map { UInt64($0.identity) << 32 | UInt64(UInt32(bitPattern: $0.day)) }.sorted()
        var start = 0
        while start < days.count {
            var end = start
            while end < days.count, days[end] == days[start] { end += 1 }
            let identity = Int(days[start] >> 32)
            active[identity] += 1
            if end - start > mostCommits { excessive[identity] += 1 }
            start = end
        }
        return (0..<count).map { active[$0] >= fewestDays && excessive[$0] * 2 > active[$0] }
    }

    private static let mostCommits = 50
    private static let fewestDays = 10

    private static let serviceNames: Set<String> = [
        "allcontributors", "bors", "codecov-io", "dependabot", "dependabot-preview", "dependabot-bot", "github action",
        "github actions", "github-actions", "github-actions-bot", "greenkeeper", "greenkeeperio-bot", "imgbot",
        "imgbotapp", "k8s-ci-robot", "mergify", "pre-commit-ci", "pyup-bot", "renovate", "renovate bot", "renovate-bot",
        "semantic-release-bot", "snyk-bot", "travis ci", "weblate", "whitesource-bolt",
    ]

    private static let serviceAddresses: Set<String> = [
        "action@github.com", "actions@github.com", "bot@renovateapp.com", "github-actions@github.com",
        "hosted@weblate.org", "semantic-release-bot@martynus.net", "snyk-bot@snyk.io", "support@dependabot.com",
        "support@greenkeeper.io",
    ]
}
