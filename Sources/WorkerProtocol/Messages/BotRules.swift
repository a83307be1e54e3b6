/// Which authors are programs by name and address; letter case does not count.
///
/// This is the only place where an author is told to be a program by what it is called. Whether one is by the rate of its
/// commits takes the whole history, and is decided where that is.
public enum BotRules {
    /// The edition of these rules.
    public static let version = 2

    /// What names and addresses of programs end in.
    public static let ending = "[bot]"

    /// Whether a name and an address are those of a program.
    public static func names(_ name: [UInt8], _ address: [UInt8]) -> Bool {
        let name = String(decoding: name, as: UTF8.self).lowercased()
        let address = String(decoding: address, as: UTF8.self).lowercased()
        let local = address.prefix { $0 != "@" }
        let isNoReply = address.hasSuffix("@users.noreply.github.com")
        // GitHub's addresses of users: NUMBER+USER@users.noreply.github.com.
        if isNoReply, agentUsers.contains(String(local.split(separator: "+").last ?? local)) { return true }
        if agentAddresses.contains(address) || agentNames.contains(name) && (isNoReply || local == "noreply") {
            return true
        }
        return name.hasSuffix(ending) || local.hasSuffix(ending) || address.hasSuffix(ending)
            || name == "bot" || nameEndings.contains(where: name.hasSuffix)
            || serviceNames.contains(name) || serviceAddresses.contains(address)
    }

    /// What names alone end in: people own addresses that do.
    public static let nameEndings = [" bot", "-bot", "_bot", "-robot", " ci", "-ci"]

    /// The names of services.
    public static let serviceNames: Set<String> = [
        "allcontributors", "bors", "bors-servo", "codecov-io", "crowdin", "crowdin translation", "dependabot",
        "dependabot-preview",
        "drahtbot", "github action", "github actions", "github-actions", "greenkeeper", "homu", "hosted weblate",
        "imgbot",
        "imgbotapp", "merge queue", "mergify", "pre-commit-ci", "renovate", "semantic-release", "snyk", "transifex",
        "translation", "travis ci", "weblate",
    ]

    /// The addresses of services.
    public static let serviceAddresses: Set<String> = [
        "action@github.com", "actions@github.com", "bors@bors.tech", "bors@mozilla.com", "bot@renovateapp.com",
        "github-actions@github.com", "hosted@weblate.org", "noreply@github.com", "noreply@weblate.org",
        "semantic-release-bot@martynus.net",
        "snyk-bot@snyk.io", "support@dependabot.com", "support@greenkeeper.io",
    ]

    /// The addresses of programs that write code as people ask them to.
    public static let agentAddresses: Set<String> = [
        "agent@replit.com", "aider@aider.chat", "codex@openai.com", "copilot@github.com", "cursoragent@cursor.com",
        "noreply@aider.chat", "noreply@anthropic.com", "noreply@openai.com",
    ]

    /// Their users on GitHub that do not end as other programs do.
    public static let agentUsers: Set<String> = ["copilot"]

    /// Their whole names, which count with an address that takes no mail.
    public static let agentNames: Set<String> = [
        "aider", "claude", "claude code", "codex", "copilot", "cursor agent", "devin ai", "github copilot", "jules",
        "openai codex",
    ]
}
