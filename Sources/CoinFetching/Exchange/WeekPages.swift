internal import CoinModel

/// This is the only place where the next page of weeks comes from: those of one repository's history that are still
/// lacking.
///
/// All are asked for at once. What an answer counts whole is never asked for again; the rest of a page is, at once where
/// something of it came, else in halves, down to single weeks. One page is on its way at a time, so that a repository
/// that answers nothing is known by the first few. A week that alone brings nothing some times is given up, and after a dozen
/// pages that brought nothing all that is left.
struct WeekPages {
    /// The weeks that came.
    private(set) var counted = 0
    /// The weeks that were given up.
    private(set) var missing: [Week] = []

    /// The weeks that are asked for now, the newest first.
    private var page: [Week]
    /// The next last.
    private var waiting: [[Week]] = []
    private var failures = 0

    private static let mostFailures = 12

    init(_ weeks: [Week]) {
        page = weeks
    }

    /// Takes the weeks of the page that were counted whole (none for a failure), and returns the next page; empty for none.
    mutating func take(_ weeks: Set<Week>) -> [Week] {
        let rest = page.filter { !weeks.contains($0) }
        counted += page.count - rest.count
        if rest.count == page.count {
            failures += 1
            divide()
        } else if !rest.isEmpty {
            waiting.append(rest)
        }
        page = waiting.popLast() ?? []
        return page
    }

    /// Gives up the page and all that waits.
    mutating func stop() {
        missing += page + waiting.joined()
        waiting = []
    }

    private mutating func divide() {
        guard failures <= WeekPages.mostFailures else { return stop() }
        guard page.count > 1 else {
            missing += page
            return
        }
        let half = (page.count + 1) / 2
        waiting.append(Array(page[half...]))
        waiting.append(Array(page[..<half]))
    }
}
