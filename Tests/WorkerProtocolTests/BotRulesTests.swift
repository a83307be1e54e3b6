import Testing
import WorkerProtocol

/// The worked checks of automated authors by name and address.
@Suite struct BotRulesTests {
    private func kind(_ author: String) -> BotRules.Kind? {
        let parts = author.split(separator: "<", maxSplits: 1)
        let name = author.hasPrefix("<") ? "" : String(parts.first ?? "").trimmingSuffix
        let address = author.contains("<") ? String(parts.last ?? "").filter { $0 != ">" } : ""
        return BotRules.kind(Array(name.utf8), Array(address.utf8))
    }

    @Test(
        "Bots are recognised by full names, name endings and listed addresses",
        arguments: [
            "Fmt Bot <bot@example.com>", "web3-bot", "paritytech-ci", "Homu <sysadmin@z.cash>",
            "Weblate <noreply@weblate.org>", "dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>",
            "Release <x+release[bot]@users.noreply.github.com>", "BOT", "ci <support@dependabot.com>",
            "mozilla <bors@mozilla.com>", "x_Bot", "some-robot",
        ]
    ) func bots(author: String) {
        #expect(kind(author) == .bot)
    }

    @Test(
        "Agents are recognised by address, GitHub user, or name with a noreply address",
        arguments: [
            "Claude <noreply@anthropic.com>", "Cursor Agent <cursoragent@cursor.com>", "Codex <codex@openai.com>",
            "copilot-swe-agent[bot] <198982749+Copilot@users.noreply.github.com>",
            "Devin AI <158243242+devin-ai-integration[bot]@users.noreply.github.com>",
            "google-labs-jules[bot] <161369871+google-labs-jules[bot]@users.noreply.github.com>",
            "GitHub Copilot <noreply@example.org>", "AIDER <noreply@aider.chat>",
        ]
    ) func agents(author: String) {
        #expect(kind(author) == .agent)
    }

    @Test(
        "People with names or addresses that only look automated are people",
        arguments: [
            "Claude Martin <claude.martin@example.org>", "Ann Lee (aider) <ann@example.org>",
            "Kim <12345+someone-bot@users.noreply.github.com>", "Rob <robotnik@example.org>",
            "Sam <sam@openai.com>", "Talbot", "Ivan Robot", "Claude <claude@example.org>",
            "GitHub <noreply@github.com>",
        ]
    ) func people(author: String) {
        #expect(kind(author) == nil)
    }
}

extension String {
    fileprivate var trimmingSuffix: String { String(reversed().drop { $0 == " " }.reversed()) }
}
