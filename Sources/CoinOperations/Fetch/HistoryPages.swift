internal import CoinModel

/// The weeks of one repository's history that are still to be had, page by page.
///
/// All are asked for at once. What an answer counts whole is never asked for again; the rest of a page is, at once where
/// something of it came, else in halves, down to single weeks. One page is on its way at a time, so that a repository
/// that answers nothing is known by the first few. A week that alone brings nothing some times is given up, and after a dozen
/// pages that brought nothing all that is left.
struct HistoryPages {
    /// The weeks that are asked for now, the newest first.
    private(set) var page: [Week]
    /// The weeks that came.
    private(set) var counted = 0
    /// The weeks that were given up.
    private(set) var missing: [Week] = []

    /// The next last.
    private var waiting: [[Week]] = []
    private var failures = 0

    private static let mostFailures = 12

    /// How often a page is asked at most: once where a half may be had instead; nil for none.
    static func attempts(_ page: [Week]) -> Int? {
        page.isEmpty ? nil : page.count > 1 ? 1 : 4
    }

    init(_ weeks: [Week]) {
        page = weeks
    }

    /// Takes the weeks of the page that were counted whole (none for a failure); whether another page is to be asked.
    mutating func take(_ weeks: Set<Week>) -> Bool {
        let rest = page.filter { !weeks.contains($0) }
        counted += page.count - rest.count
        if rest.count == page.count {
            failures += 1
            divide()
        } else if !rest.isEmpty {
            waiting.append(rest)
        }
        guard let next = waiting.popLast() else { return false }
        page = next
        return true
    }

    /// Gives up the page and all that waits.
    mutating func stop() {
        missing += page + waiting.joined()
        waiting = []
    }

    private mutating func divide() {
        guard failures <= HistoryPages.mostFailures else { return stop() }
        guard page.count > 1 else {
            missing += page
            return
        }
        let half = (page.count + 1) / 2
        waiting.append(Array(page[half...]))
        waiting.append(Array(page[..<half]))
    }
}
