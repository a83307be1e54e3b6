/// Which authors are programs by what they are called: those whose name, or whose address as a whole or before the `@`,
/// ends in `[bot]`, and those that are listed here.
///
/// Whether an author is one by the rate of its commits takes the whole history, and is decided where that is.
public enum BotRules {
    /// The edition of these rules.
    public static let version = 1

    /// What names and addresses of programs end in.
    public static let ending = "[bot]"

    /// Whether a name and an address are those of a program; letter case does not count.
    public static func names(_ name: [UInt8], _ address: [UInt8]) -> Bool {
        let name = String(decoding: name, as: UTF8.self).lowercased()
        let address = String(decoding: address, as: UTF8.self).lowercased()
        let local = address.prefix { $0 != "@" }
        return name.hasSuffix(ending) || local.hasSuffix(ending) || address.hasSuffix(ending)
            || serviceNames.contains(name) || serviceAddresses.contains(address)
    }

    /// The names of services.
    public static let serviceNames: Set<String> = [
        "allcontributors", "bors", "codecov-io", "dependabot", "dependabot-preview", "dependabot-bot", "github action",
        "github actions", "github-actions", "github-actions-bot", "greenkeeper", "greenkeeperio-bot", "imgbot",
        "imgbotapp", "k8s-ci-robot", "mergify", "pre-commit-ci", "pyup-bot", "renovate", "renovate bot", "renovate-bot",
        "semantic-release-bot", "snyk-bot", "travis ci", "weblate", "whitesource-bolt",
    ]

    /// The addresses of services.
    public static let serviceAddresses: Set<String> = [
        "action@github.com", "actions@github.com", "bot@renovateapp.com", "github-actions@github.com",
        "hosted@weblate.org", "semantic-release-bot@martynus.net", "snyk-bot@snyk.io", "support@dependabot.com",
        "support@greenkeeper.io",
    ]
}
