internal import CoinModel

/// This is the only place where the next page of a list comes from: one after the other, until a page says that none
/// follows.
///
/// Who is on a page is known by ids. A page that is short or empty though another follows, or that repeats another one, is
/// asked again once and then is a hole; where the next one is a repetition as well, no further one is asked for. Where a coin is on two pages, or the number of all coins changes between two,
/// coins have moved across the seam while it was passed: the pages around it are asked again, once. Asked again or not,
/// what any answer had counts.
package struct ListPages: Sendable {
    /// A page that did not come whole.
    package struct Hole: Hashable, Sendable {
        /// The page, from 1.
        package let page: Int
        /// How many rows came.
        package let rows: Int
        /// How many it should have; nil where that is unknown.
        package let expected: Int?
        /// Whether the pages behind it were not asked for.
        package let isOpen: Bool
        /// Why, as a stable identifier.
        package let reason: String

        /// How many of its rows came, for a sentence.
        package var rowsOfAll: String {
            let all = expected.map { "\(rows) of \(counted($0, "row"))" } ?? counted(rows, "row")
            return "\(all) came" + (isOpen ? ", and the pages behind it were not asked for" : "")
        }
    }

    private struct Page {
        var rows = 0
        var asked = 0
        var total: Int?
        var fault: String?
    }

    /// How many rows a full page has; nil where one page is all.
    private let size: Int?
    /// The last page that is wanted; nil for all.
    private let last: Int?
    /// Whether a page that is not full is the last by what the source says.
    private let endsShort: Bool
    private var pages: [Int: Page] = [:]
    private var pageOfID: [String: Int] = [:]
    private var seams: Set<Int> = []
    private var waiting = [1]
    private var underWay: Set<Int> = []
    private var isStopped = false

    /// How many pages around a seam are asked again at most.
    private static let mostAround = 4

    init(size: Int?, last: Int? = nil, endsShort: Bool = false) {
        self.size = size
        self.last = last
        self.endsShort = endsShort
    }

    /// How many different coins came.
    var count: Int { pageOfID.count }
    /// How many pages there are, as far as is known.
    var pageCount: Int {
        max(1, pages.keys.max() ?? 1, size == nil ? 1 : total.map(lastPage) ?? 1)
    }

    /// The pages up to the last that is wanted and was not requested yet; none where the length of the list is unknown.
    var further: [Int] {
        guard let last else { return [] }
        return (1...min(last, total.map(lastPage) ?? last)).filter {
            pages[$0] == nil && !waiting.contains($0) && !underWay.contains($0)
        }
    }

    private var total: Int? { pages.max { $0.key < $1.key && $1.value.total != nil }?.value.total }

    /// The pages to ask for now; they count as under way.
    mutating func next() -> [Int] {
        defer {
            underWay.formUnion(waiting)
            waiting = []
        }
        return isStopped ? [] : waiting
    }

    /// Takes a page; whether it is one of this list, and not another one's again or empty.
    mutating func take(_ number: Int, _ answer: (ids: [String], rows: Int, total: Int?)) -> Bool {
        settle(number)
        var page = pages[number] ?? Page()
        let isFirst = page.asked == 0
        page.asked += 1
        (page.total, page.fault) = (answer.total ?? page.total, nil)
        let others = Set(answer.ids.compactMap { pageOfID[$0] }.filter { $0 != number })
        let isOthers = answer.ids.allSatisfy { pageOfID[$0].map { $0 != number } ?? false }
        if isOthers, others.count == 1, let other = others.first, pages[other]?.rows == answer.rows {
            page.fault = "repeated-page"
            pages[number] = page
            // A source that ignores the number of a page would go on for ever.
            let isSecond = pages[number - 1]?.fault == page.fault
            isStopped = isStopped || isSecond
            if isFirst, !isSecond { ask(number) } else if !isStopped { open(number + 1) }
            return false
        }
        page.rows = max(page.rows, answer.rows)
        pages[number] = page
        for id in answer.ids where pageOfID[id] == nil { pageOfID[id] = number }
        if isFirst {
            let before = pages[number - 1]?.total
            if let first = others.min(), first < number {
                askAround(first, number)
            } else if let before, let now = answer.total, before != now {
                askAround(number - 1, number)
            }
        }
        follow(number, page)
        return answer.rows > 0
    }

    /// Notes that a page did not come; `isForAll` where none will.
    mutating func fail(_ number: Int, _ reason: String, isForAll: Bool) {
        settle(number)
        var page = pages[number] ?? Page()
        page.asked += 1
        page.fault = reason
        pages[number] = page
        let isSecond = pages[number - 1].map { $0.fault != nil && $0.rows == 0 } ?? false
        isStopped = isStopped || isForAll || isSecond || number == 1
        if !isStopped { open(number + 1) }
    }

    /// Whether all pages came and none of them said how many coins there are, so that one may have slid from a page to the
    /// one before it in between, unseen.
    var isUnsure: Bool { total == nil && pages.count > 2 && waiting.isEmpty && underWay.isEmpty && holes.isEmpty }

    /// Takes the ids of all coins, and asks again for the pages that end where one of them would stand that did not come.
    mutating func compare(_ ids: [String]) {
        var firsts: [Int: String] = [:]
        for (id, page) in pageOfID where firsts[page].map({ id < $0 }) ?? true { firsts[page] = id }
        let lasts = firsts.map { (id: $0.value, page: $0.key) }.sorted { $0.id < $1.id }
        for id in ids where pageOfID[id] == nil {
            guard let behind = lasts.firstIndex(where: { $0.id > id }), behind > 0 else { continue }
            let page = lasts[behind - 1].page
            // In the middle of a page it has no price; at its end it may have slid there.
            guard !pageOfID.contains(where: { $0.value == page && $0.key > id }) else { continue }
            askAround(page, page + 1)
        }
    }

    /// Asks again for all that is lacking.
    mutating func reopen() {
        for hole in holes {
            pages[hole.page]?.asked = 0
            ask(hole.page)
        }
        isStopped = false
    }

    /// What is lacking.
    var holes: [Hole] {
        let end = pages.filter { $0.value.rows > 0 }.keys.max() ?? 0
        let newest = pages.keys.max() ?? 0
        var holes = pages.sorted { $0.key < $1.key }.compactMap { number, page -> Hole? in
            let expected = expected(on: number, upTo: end)
            guard page.fault != nil || page.rows < expected ?? 0 else { return nil }
            let isOpen = isStopped && number == newest && size != nil && number < total.map(lastPage) ?? .max
            let reason = page.fault ?? (page.rows == 0 ? "empty-page" : "short-page")
            return Hole(page: number, rows: page.rows, expected: expected ?? size, isOpen: isOpen, reason: reason)
        }
        for number in (Set(waiting).union(underWay)).sorted() where pages[number] == nil {
            holes.append(Hole(page: number, rows: 0, expected: size, isOpen: true, reason: "not-requested"))
        }
        return holes
    }

    private func lastPage(of total: Int) -> Int {
        guard let size else { return 1 }
        return min(last ?? .max, max(1, (total + size - 1) / size))
    }

    /// How many rows a page has to have, by the number of all or because another one follows it; nil where neither says so.
    private func expected(on number: Int, upTo end: Int) -> Int? {
        guard let size else { return nil }
        if let total = pages[number]?.total ?? total { return min(size, max(0, total - (number - 1) * size)) }
        return number < end ? size : nil
    }

    private mutating func settle(_ number: Int) {
        underWay.remove(number)
        waiting.removeAll { $0 == number }
    }

    private mutating func ask(_ number: Int) {
        if !underWay.contains(number), !waiting.contains(number) { waiting.append(number) }
    }

    /// Asks for a page unless it came already.
    private mutating func open(_ number: Int) {
        if pages[number] == nil { ask(number) }
    }

    private mutating func askAround(_ first: Int, _ second: Int) {
        guard seams.insert(second).inserted else { return }
        for number in max(first, second - ListPages.mostAround + 1)...second { ask(number) }
    }

    /// Asks for what a page shows to be there: the one behind it, and what before it cannot have been all.
    private mutating func follow(_ number: Int, _ page: Page) {
        guard let size else { return }
        let isWanted = number < last ?? .max
        if page.rows > 0 {
            let short = pages.filter { $1.rows < size && $1.asked == 1 && $1.fault == nil }
            for other in short.keys.sorted() where other < number { ask(other) }
        }
        if let total = page.total ?? total {
            if page.rows < min(size, max(0, total - (number - 1) * size)), page.asked == 1 { ask(number) }
            let isMore = page.rows == size && number * size > total && isWanted
            if number < lastPage(of: total) || isMore { open(number + 1) }
            return
        }
        if page.rows >= size {
            if isWanted { open(number + 1) }
        } else if !endsShort, page.rows > 0 || (number > 1 && pages[number - 1]?.rows ?? size >= size) {
            // Only what follows distinguishes a last page from one that is cut short.
            open(number + 1)
        }
    }
}
