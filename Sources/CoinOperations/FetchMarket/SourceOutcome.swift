internal import CoinModel

/// What came of one source.
struct SourceOutcome: Sendable {
    let source: String
    /// How many requests were made.
    var requests = 0
    /// How many questions are answered, those that were answered not long ago among them.
    var answered = 0
    /// How many of them were answered not long ago.
    var held = 0
    /// How many coins the pages of a list have.
    var coins = 0
    /// The pages that did not come whole.
    var holes: [ListPaging.Hole] = []
    /// What was not answered, by the reason.
    var faults: [String: [String]] = [:]
    /// What the source said of each reason.
    var complaints: [String: String] = [:]
    /// The files of answers that can be loaded.
    var files: [String] = []
    /// The place in the archive that the pages of a list have in common.
    var pagePlace = ""

    init(_ source: String) { self.source = source }

    mutating func note(_ reason: String, _ what: String, _ complaint: String = "") {
        faults[reason, default: []].append(what)
        if !complaint.isEmpty { complaints[reason] = complaint }
    }

    var isWhole: Bool { holes.isEmpty && faults.isEmpty }
    var isNothing: Bool { answered == 0 }

    /// What to report: a line for each hole and each reason, then the sums.
    var diagnostics: [Diagnostic] {
        let lost = holes.map { hole in
            let what = "\(hole.rowsOfAll): \(SourceOutcome.meaning(of: hole.reason))\(said(hole.reason))"
            return Diagnostic(.warning, hole.reason, place: "\(source), page \(hole.page)", what)
        }
        let others = faults.sorted { $0.key < $1.key }.map { reason, places in
            let meaning = SourceOutcome.meaning(of: reason)
            let what = "\(places.count) not answered (\(listed(places))): \(meaning)\(said(reason))"
            return Diagnostic(.warning, reason, place: source, what)
        }
        let coins = coins == 0 ? "" : ", \(counted(coins, "coin"))"
        let lacking = holes.count + faults.values.reduce(0) { $0 + $1.count }
        let cost = "\(counted(requests, "request")) made, \(held) held from before"
        let sum = "\(answered) answered\(coins), \(lacking) lacking; \(cost)"
        return lost + others + [Diagnostic(.note, "fetched", place: source, sum)]
    }

    private func said(_ reason: String) -> String { complaints[reason].map { " (it says: \($0))" } ?? "" }

    private static func meaning(of reason: String) -> String {
        meanings[reason] ?? "ask again later"
    }

    private static let again = "run the command again, which asks only for what is lacking"
    private static let meanings = [
        "short-page": "the page is short, and others follow; \(again)",
        "empty-page": "the page is empty, and others follow; \(again)",
        "repeated-page": "it is another page's content again; \(again)",
        "not-asked": "nothing more was asked; \(again)",
        "beyond-plan": "the plan does not have it; what it has is stored",
        "bad-credentials": "the source does not take the key (401); renew it, and see that it is of this plan and host",
        "plan-ended": "the plan is not paid or over; see to it at the source",
        "credits-used-up": "the plan's calls of the day or month are used up; run the command again when they are new",
        "blocked": "the source lets this address through no more; wait, or ask from another one",
        "forbidden": "the source forbids it (403); see to the key's rights",
        "gone": "the source does not know it (404); look its id up with `assay fetch coins`",
        "unknown-coin": "the source does not know it; look its symbol up with `assay fetch coins`",
        "refused": "the source refuses the question",
        "rate-limited": "the limit is used up for longer than --patience; \(again)",
        "budget-used-up": "the requests are used up; \(again), or raise --budget",
        "patience-used-up": "the waiting is used up; \(again), or raise --patience",
        "deadline-passed": "the time is up; \(again), or raise --deadline",
        "source-failing": "the source fails; \(again)",
        "proxy-refused": "the proxy does not let it through or is not there; see to https_proxy and no_proxy",
        "bad-certificate": "the host does not prove who it is; see to --base, or name a --ca-file",
        "network": "no whole answer came; see to the network, then \(again)",
        "too-large": "the answer is larger than any list of coins",
        "image-too-large": "it has more than 256 KiB, so no page shows it",
        "image-too-wide": "it has more than 512 pixels on a side, so no page shows it",
        "image-is-svg": "it is SVG, which can hold scripts; only PNG, JPEG and WebP are shown",
        "image-unknown": "it is no PNG, JPEG or WebP, so no page shows it",
        "redirect-refused": "it leads to another host or in a circle, where no key goes; see to --base",
        "bad-address": "the address may not be asked; only https is",
        "private-address": "the host is not on the public internet, or the port is not 443; nothing was sent",
        "bad-coin": "is no coin of this source",
        "not-a-number": "its coins have numbers; look the number up with `assay fetch coins`",
    ]
}
