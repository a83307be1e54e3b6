import CoinModel
import Testing

@testable import CoinFetching

/// Which page follows, and which lacks something.
@Suite struct PagingTests {
    /// Pages of two rows each, by the ids that each attempt at a page brings; nil for a page that does not come.
    struct List: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var pages: [Int: [[String]?]] = [:]
        var total: Int?
        var endsShort = false
        let asked: [Int]
        var holes: [String] = []
    }

    static let lists = [
        List(
            testDescription: "an empty page behind a short one ends a list",
            pages: [1: [["a", "b"]], 2: [["c"]], 3: [[]]],
            asked: [1, 2, 3]
        ),
        List(
            testDescription: "a short page ends a list of which the source says so",
            pages: [1: [["a", "b"]], 2: [["c"]]],
            endsShort: true,
            asked: [1, 2]
        ),
        List(
            testDescription: "the number of all coins ends a list",
            pages: [1: [["a", "b"]], 2: [["c"]]],
            total: 3,
            asked: [1, 2]
        ),
        List(
            testDescription: "another page's content is asked for again, and then is a hole",
            pages: [1: [["a", "b"]], 2: [["a", "b"], ["a", "b"]], 3: [["c"]]],
            total: 5,
            asked: [1, 2, 2, 3],
            holes: ["2 repeated-page"]
        ),
        List(
            testDescription: "two pages with another page's content are the last that are asked for",
            pages: [
                1: [["a", "b"]], 2: [["a", "b"], ["a", "b"]], 3: [["a", "b"], ["a", "b"]], 4: [["a", "b"]],
            ],
            asked: [1, 2, 2, 3],
            holes: ["2 repeated-page", "3 repeated-page"]
        ),
        List(
            testDescription: "a short page before others is asked for again, and is whole then",
            pages: [1: [["a", "b"]], 2: [["c"], ["c", "d"]], 3: [["e"]]],
            total: 5,
            asked: [1, 2, 2, 3]
        ),
        List(
            testDescription: "a page that does not come is a hole, and the pages behind it are asked for",
            pages: [1: [["a", "b"]], 2: [nil], 3: [["e"]]],
            total: 5,
            asked: [1, 2, 3],
            holes: ["2 gone"]
        ),
        List(
            testDescription: "a coin on two pages has both asked for again",
            pages: [1: [["a", "b"], ["a", "x"]], 2: [["b", "c"], ["b", "c"]], 3: [["d"]]],
            total: 5,
            asked: [1, 2, 1, 2, 3]
        ),
    ]

    @Test("Pages of a list are requested until none is missing", arguments: lists)
    func pages(_ list: List) {
        var pages = ListPages(size: 2, endsShort: list.endsShort)
        var asked: [Int] = []
        var waiting = pages.next()
        while !waiting.isEmpty, asked.count < 20 {
            let number = waiting.removeFirst()
            let attempt = asked.count { $0 == number }
            asked.append(number)
            let answers = list.pages[number] ?? []
            if attempt < answers.count, let ids = answers[attempt] {
                _ = pages.take(number, (ids, ids.count, list.total))
            } else {
                pages.fail(number, "gone", isForAll: false)
            }
            waiting += pages.next()
        }
        #expect(asked == list.asked)
        #expect(pages.holes.map { "\($0.page) \($0.reason)" } == list.holes)
    }

    @Test("A request for too many weeks is split in halves, and no received week is repeated")
    func weeks() throws {
        let newest = Week(containing: try #require(Day("2025-12-28")))
        let weeks = (0..<8).map { newest.advanced(by: -$0) }
        var pages = WeekPages(weeks)
        // Eight are too much, four are not; of the other four the source counts one.
        #expect(pages.take([]) == Array(weeks[..<4]))
        #expect(pages.take(Set(weeks[..<4])) == Array(weeks[4...]))
        #expect(pages.take([weeks[5]]) == [weeks[4], weeks[6], weeks[7]])
        #expect(pages.counted == 5)
        // What brings nothing in the end is given up, week by week.
        while !pages.take([]).isEmpty {}
        #expect(pages.counted == 5 && Set(pages.missing) == [weeks[4], weeks[6], weeks[7]])
    }
}
