/// Which authors are programs by name and address; letter case does not count.
///
/// This is the only place where an author is found to be a bot or an AI agent by what it is called. Whether one is a bot
/// by the pace of its commits takes the whole history, and is decided where that is.
public enum BotRules {
    /// What an author is who is not a person.
    public enum Kind: Sendable {
        /// A program that writes code as people ask it to.
        case agent
        /// Any other program.
        case bot
    }

    /// The edition of these rules.
    public static let version = 2

    /// What names and addresses of bots end in.
    public static let ending = "[bot]"

    /// What a name and an address are those of, agents first; nil for a person.
    public static func kind(_ name: [UInt8], _ address: [UInt8]) -> Kind? {
        let name = String(decoding: name, as: UTF8.self).lowercased()
        let address = String(decoding: address, as: UTF8.self).lowercased()
        let local = String(address.prefix { $0 != "@" })
        let isGitHub = address.hasSuffix("@users.noreply.github.com")
        // GitHub's addresses of users: NUMBER+USER@users.noreply.github.com.
        let user = isGitHub ? String(local.split(separator: "+", maxSplits: 1).last ?? "") : nil
        let isNamed = agentNames.contains(name) && (isGitHub || local == "noreply")
        if isNamed || agentAddresses.contains(address) || user.map(agentUsers.contains) ?? false { return .agent }
        let isBot =
            name.hasSuffix(ending) || local.hasSuffix(ending) || address.hasSuffix(ending)
            || name == "bot" || nameEndings.contains(where: name.hasSuffix)
            || serviceNames.contains(name) || serviceAddresses.contains(address)
        return isBot ? .bot : nil
    }

    /// What names alone end in: people own addresses that do.
    public static let nameEndings = [" bot", "-bot", "_bot", "-robot", " ci", "-ci"]

    /// The names of services.
    public static let serviceNames: Set<String> = [
        "allcontributors", "bors", "codecov-io", "crowdin", "crowdin translation", "dependabot",
        "dependabot-preview", "drahtbot", "github action", "github actions", "github-actions", "greenkeeper", "homu",
        "hosted weblate", "imgbot", "imgbotapp", "merge queue", "mergify", "pre-commit-ci", "renovate",
        "semantic-release", "snyk", "transifex", "translation", "travis ci", "weblate",
    ]

    /// The addresses of services.
    public static let serviceAddresses: Set<String> = [
        "action@github.com", "actions@github.com", "bors@bors.tech", "bors@mozilla.com", "bot@renovateapp.com",
        "github-actions@github.com", "hosted@weblate.org", "noreply@weblate.org",
        "semantic-release-bot@martynus.net", "snyk-bot@snyk.io", "support@dependabot.com", "support@greenkeeper.io",
    ]

    /// The addresses of agents.
    public static let agentAddresses: Set<String> = [
        "agent@replit.com", "aider@aider.chat", "codex@openai.com", "copilot@github.com", "cursoragent@cursor.com",
        "noreply@aider.chat", "noreply@anthropic.com", "noreply@openai.com",
    ]

    /// Their users on GitHub, by the noreply address without its number.
    public static let agentUsers: Set<String> = [
        "anthropic-code-agent[bot]", "chatgpt-codex-connector[bot]", "claude[bot]", "copilot", "copilot-swe-agent[bot]",
        "cursor[bot]", "devin-ai-integration[bot]", "gemini-cli[bot]", "google-labs-jules[bot]",
        "openai-code-agent[bot]",
    ]

    /// Their whole names, which count with a noreply address.
    public static let agentNames: Set<String> = [
        "aider", "claude", "claude code", "codex", "copilot", "cursor agent", "devin ai", "github copilot", "jules",
        "openai codex",
    ]
}
