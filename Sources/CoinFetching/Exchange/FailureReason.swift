internal import CoinSources

/// This is the only place that says in words why a source gave no answer, by the identifier of the reason, with the next step.
package struct FailureReason: Sendable {
    /// Whom the text is for, which decides the next step.
    package enum Asked: Sendable {
        /// Who asked GitHub about repositories, which a clone answers too.
        case gitHub
        /// Who asked a source of market data, or a host of images.
        case source
    }

    private let common: String
    private let gitHub: String?

    private init(_ common: String, gitHub: String? = nil) {
        self.common = common
        self.gitHub = gitHub
    }

    /// What a reason means.
    package static func meaning(of identifier: String, for asked: Asked) -> String {
        guard let reason = all[identifier] else { return "ask again later" }
        return asked == .gitHub ? reason.gitHub ?? reason.common : reason.common
    }

    private static let again = "run the command again, which asks only for what is lacking"
    private static let clone = "run the command again later, or count a clone"

    private static let all: [String: FailureReason] = [
        // Pages of lists, and weeks of histories.
        "short-page": .init("the page is short, and others follow; \(again)"),
        "empty-page": .init("the page is empty, and others follow; \(again)"),
        "repeated-page": .init("it is another page's content again; \(again)"),
        "not-requested": .init("nothing more was asked; \(again)"),
        "weeks-missing": .init("GitHub is not done in time with these weeks; \(clone)"),
        // What a source refuses.
        "no-content": .init("the source has no content for it, which is not zero", gitHub: noContent),
        "gone": .init("the source does not know it (404); look its id up with `assay fetch coins`", gitHub: gone),
        "blocked": .init("the source lets this address through no more; ask from another one", gitHub: blocked),
        "forbidden": .init("the source forbids it (403); see to the key's rights", gitHub: forbidden),
        "refused": .init("the source refuses the question", gitHub: refused),
        "repository-blocked": .init(suspended),
        "bad-request": .init(badRequest),
        "unknown": .init("the answer is not known or cut; ask again"),
        "paid-key-needed": .init("the source answers only those with a paid key; get one there, or ask another source"),
        "failed-before": .init("the source failed earlier in this run, so it was not asked; \(again)"),
        "beyond-plan": .init("the plan does not have it; what it has is stored"),
        "plan-ended": .init("the plan is not paid or over; see to it at the source"),
        "unknown-coin": .init("the source does not know it; look its symbol up with `assay fetch coins`"),
        "bad-coin": .init("is not a coin of this source"),
        "not-a-number": .init("its coins have numbers; look the number up with `assay fetch coins`"),
        "bad-credentials": .init(credentials, gitHub: "GitHub does not know the token (HTTP 401); renew it"),
        // What a limit or our own bounds end.
        "credits-used-up": .init(credits),
        "rate-limited": .init("the limit is used up for longer than --patience; \(again)"),
        "budget-used-up": .init("the requests are used up; \(again), or raise --budget"),
        "wait-limit-reached": .init("the waiting is used up; \(again), or raise --patience"),
        "deadline-passed": .init("the time is up; \(again), or raise --deadline"),
        // What fails.
        "pending": .init("the source is still counting (202), which is not zero; \(again)"),
        "source-failing": .init("the source fails; \(again)", gitHub: "GitHub fails or is not done in time; \(clone)"),
        "proxy-refused": .init("the proxy does not let it through or is not there; see to https_proxy and no_proxy"),
        "bad-certificate": .init("the host does not prove who it is; see to its address, or name a --ca-file"),
        "network": .init("no whole answer came; see to the network, then \(again)"),
        "unexpected-not-modified": .init(notModified),
        "too-large": .init("the answer is larger than any that is read", gitHub: tooLarge),
        "redirect-refused": .init("it leads to another host, in a circle, or a post elsewhere; see what became of it"),
        "bad-address": .init("the address may not be asked; only https is"),
        "private-address": .init("the host is not on the public internet, or the port is not 443; nothing was sent"),
        // Images.
        "image-too-large": .init("it has more than 256 KiB, so no page shows it"),
        "image-too-wide": .init("it has more than 512 pixels on a side, so no page shows it"),
        "image-is-svg": .init("it is SVG, which can contain scripts; only PNG, JPEG and WebP are shown"),
        "image-unknown": .init("it is not a PNG, JPEG or WebP image, so no page shows it"),
    ]

    private static let gone = "not there any more, or private (404, NOT_FOUND); what was fetched before stays"
    private static let suspended = "GitHub has blocked it (its terms of service); what was fetched before stays"
    private static let badRequest =
        "GitHub refuses the question (HTTP 400): it may have ended version \(GitHubInquiry.version.name) of its API, "
        + "promised until \(GitHubInquiry.version.end); install a newer assay, or count a clone"
    private static let blocked = "blocked for legal reasons (HTTP 451); what was fetched before stays"
    private static let forbidden = "may not be read (403, FORBIDDEN); see to the token's rights"
    private static let noContent = "GitHub has no content for them, which is not zero; count a clone"
    private static let refused = "GitHub does not count them (HTTP 422); count a clone"
    private static let tooLarge = "the answer is too large; count a clone"
    private static let credits =
        "the plan's calls of the day or month are used up; run the command again when they are new"
    private static let credentials =
        "the source does not take the key (401); renew it, and see that it is of this plan and host"
    private static let notModified =
        "it says that nothing has changed (HTTP 304) to who named no earlier answer; see what answers in its place"
}
