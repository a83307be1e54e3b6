/// Which authors are programs by what they are called, version 1 of the rules: those whose name, or whose address before
/// the `@`, ends in `[bot]`, and those that are listed here.
///
/// Whether an author is one by the rate of its commits takes the whole history, and is decided where that is.
enum BotRules {
    /// Whether a name and an address are those of a program.
    static func names(_ name: [UInt8], _ address: [UInt8]) -> Bool {
        let name = String(decoding: lowered(name), as: UTF8.self)
        let address = String(decoding: lowered(address), as: UTF8.self)
        let local = address.prefix { $0 != "@" }
        return name.hasSuffix("[bot]") || local.hasSuffix("[bot]") || address.hasSuffix("[bot]")
            || serviceNames.contains(name) || serviceAddresses.contains(address)
    }

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
