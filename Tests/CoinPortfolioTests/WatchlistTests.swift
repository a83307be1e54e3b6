import CoinModel
import Testing

@testable import CoinPortfolio

@Suite struct WatchlistTests {
    @Test("A list name is never a path") func listNames() {
        for name in ["favourites", "L1_2024", "Währung", "a"] { #expect(ListName(name)?.description == name) }
        for name in [
            "", ".", "..", "../x", "a/b", "-x", "a b", "x.csv", "a\u{0}", "a\u{202e}b",
            String(repeating: "a", count: 49),
        ] {
            #expect(ListName(name) == nil, "\(name.debugDescription)")
        }
    }

    @Test("A coin is on a watchlist once") func coinOnce() throws {
        var list: [WatchedCoin] = []
        let day = try #require(Day("2024-03-25"))
        #expect(list.add(.init(coin: "ann", added: day, note: "First", tags: ["a"])) == .added)
        #expect(list.add(.init(coin: "ben", added: day)) == .added)
        #expect(list.add(.init(coin: "ann", added: day.advanced(by: 1))) == .present(since: day))
        #expect(list.add(.init(coin: "ann", added: day, tags: ["b", "a"])) == .changed)
        #expect(list.add(.init(coin: "ann", added: day, note: "Second")) == .changed)
        #expect(list.map(\.coin) == ["ann", "ben"])
        #expect(list[0] == .init(coin: "ann", added: day, note: "Second", tags: ["a", "b"]))
        #expect(list.tagged(["b"]).map(\.coin) == ["ann"] && list.tagged([]).count == 2)
        #expect(list.remove("ann") && !list.remove("ann") && list.count == 1)
    }

    @Test("A watchlist file is read in full or rejected with its line") func fullFile() throws {
        func rows(_ cells: [String: String]...) -> [TextRow] {
            cells.enumerated().map { TextRow(line: $0 + 2, $1) }
        }
        func reason(_ rows: [TextRow]) -> String? {
            do throws(Reject) {
                _ = try WatchedCoin.rows(rows)
                return nil
            } catch {
                return "\(error.reason) \(error.line ?? 0)"
            }
        }
        #expect(reason(rows(["coin": "ann", "added": "2024-03-25", "tags": " a ; b;;a "], ["coin": "ben"])) == nil)
        #expect(reason(rows(["coin": "ann"], ["note": "Who?"])) == "missing-coin 3")
        #expect(reason(rows(["coin": "ann"], ["coin": "ben", "added": "soon"])) == "bad-time 3")
        #expect(reason(rows(["coin": "ann"], ["coin": "ben"], ["coin": "ann"])) == "duplicate-row 4")
        #expect(WatchedCoin.tags(of: " a ; b;;a ") == ["a", "b"])
    }
}
