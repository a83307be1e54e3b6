import CoinModel
import Testing

@testable import CoinSources

/// A small table of every format of separated values, its header first where it has one line of it.
private let tables: [(id: String, text: String)] =
    layouts.filter { !$0.text.hasPrefix("Price") && !$0.text.hasPrefix("http") && !$0.text.contains(";") }
    .map { ($0.id, $0.text) } + [
        ("tidy-market", "date,coin_id,price_usd\n2024-01-01,a,1\n"),
        ("coins-csv", "id,symbol\na,A\n"),
        ("derivatives-csv", "coin_id,derivative\na,no\n"),
        ("commits-weekly-csv", "repo,week_start,commits\na/b,2024-01-07,1\n"),
        ("commit-log-csv", "repo,committer_time\na/b,1700000000\n"),
        ("trends-tidy-csv", "coin_id,term,week_start,value\na,a,2024-01-07,1\n"),
    ]

@Suite struct ColumnTests {
    @Test("Every reader names the columns that it does not read", arguments: tables.map(\.id).indices)
    func unread(place: Int) throws {
        let (id, text) = tables[place]
        let lines = text.split(whereSeparator: \.isNewline)
        let wider = ([lines[0] + ",volme"] + lines.dropFirst().map { $0 + ",1" }).joined(separator: "\n")
        let read = try reading(wider, name: "btc-usd-max.csv", as: id)
        #expect(read.unread.contains("volme"), "\(id)")
        #expect(!read.unread.contains("close") && !read.unread.contains(""), "\(id)")
    }

    @Test("Every reader rejects a duplicate column", arguments: tables.map(\.id).indices)
    func duplicateColumn(place: Int) throws {
        let (id, text) = tables[place]
        let lines = text.split(whereSeparator: \.isNewline)
        let last = lines[0].split(separator: ",").last ?? ""
        let wider = ([lines[0] + "," + last.uppercased()] + lines.dropFirst().map { $0 + ",1" }).joined(separator: "\n")
        let error = #expect(throws: SourceError.self) { try reading(wider, name: "btc-usd-max.csv", as: id) }
        #expect(error?.reason == "double-column", "\(id)")
    }
}
