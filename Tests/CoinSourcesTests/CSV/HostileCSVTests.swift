import CoinModel
import Foundation
import TestPrograms
import Testing

@testable import CoinSources

/// What may stand in a field in place of what belongs there.
private let intruders = [
    "", " ", "\"", "\"\"", "\"open", "a\"b", "x,y", "\n", "\r", "nul\0", "null", "N/A", "nan", "inf", "-1", "1e309",
    "9e99", "1,5", "0x10",
    "2044-01-07", "1970-01-01", "0001-01-01", "2024-02-30", "2024-01-08", "99999999999999999999",
    "-9223372036854775808", "1e400",
    "9007199254740993", "\u{72D7}\u{5E01}", "\u{202E}", "=1+1", "a/b", "../x", "<1", "100", "101",
    String(repeating: "9", count: 400),
]

@Suite struct HostileCSVTests {
    /// Files of layouts that `layouts` does not have.
    private static let others: [(id: String, text: String)] = [
        (
            "tidy-market",
            #"""
            snapshot_time,coin_id,symbol,name,price_usd,market_cap_usd,volume_usd,circulating_supply
            2024-03-24T00:00:00Z,bitcoin,btc,Bitcoin,67000.5,1317000000000,21000000000,19660000
            2024-03-24T00:00:00Z,"a,b",ab,"A ""B""",0.00001,,1,
            2024-03-25,bitcoin,btc,Bitcoin,69000,1350000000000,,19660000
            """#
        ),
        (
            "commits-weekly-csv",
            """
            repo,week_start,commits,merges,developers,bot_commits
            a/one,2024-01-07,3,1,2,0
            a/one,2024-01-28,5,0,2,1
            b/two,2024-01-07,1,0,1,0
            """
        ),
        (
            "commit-log-csv",
            """
            commit,repo,committer_time,parents,author_no,bot
            aa,a/b,1704585600,1,1,0
            ab,a/b,1704672000,2,2,1
            ac,c/d,1705672000,1,1,0
            """
        ),
        ("ecb-rates-csv", "Date,USD,JPY,CYP,GBP,\n2024-03-22,1.0823,163.7,N/A,0.8594,\n2024-03-21,1.09,164.96,,0,\n"),
        ("derivatives-csv", "coin_id,derivative\nbitcoin,no\nlido-staked-ether,staked\nwbtc,yes\n"),
        ("coins-csv", "id,symbol,name,repos\nbitcoin,btc,Bitcoin,bitcoin/bitcoin\neth,eth,Ether,a/b;c/d\n"),
        ("trends-tidy-csv", "coin_id,term,week_start,interest\nbitcoin,btc,2024-01-07,50\nbitcoin,btc,2024-01-14,<1\n"),
        ("google-trends-csv", "Category: All categories\n\nWeek,bitcoin: (Worldwide)\n2024-01-07,50\n2024-01-14,<1\n"),
    ]

    private static var samples: [(id: String, text: String)] {
        (layouts.map { ($0.id, $0.text) } + others)
    }

    @Test("Every layout has a sample") func sampledLayouts() {
        #expect(Set(HostileCSVTests.samples.map(\.id)) == Set(csvReaders.map(\.id)))
    }

    @Test("A changed row is read, or rejected with a reason, and nothing traps") func hostileFields() throws {
        var random = SplitMix(seed: 20_260_607)
        for (id, text) in HostileCSVTests.samples {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            for _ in 0..<300 {
                var changed = Array(lines.prefix(40))
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    let line = Int.random(in: 0..<changed.count, using: &random)
                    switch Int.random(in: 0..<6, using: &random) {
                    case 0: changed.swapAt(line, Int.random(in: 0..<changed.count, using: &random))
                    case 1: changed.insert(changed[line], at: Int.random(in: 0...changed.count, using: &random))
                    case 2: changed.remove(at: line)
                    default:
                        var fields = changed[line].split(separator: ",", omittingEmptySubsequences: false).map(
                            String.init
                        )
                        let field = Int.random(in: 0..<max(fields.count, 1), using: &random)
                        if field < fields.count { fields[field] = intruders.randomElement(using: &random) ?? "" }
                        changed[line] = fields.joined(separator: ",")
                    }
                    if changed.isEmpty { changed = [""] }
                }
                let bytes = Array(changed.joined(separator: "\n").utf8)
                do {
                    let read = try reading(bytes: bytes, name: "a__b.csv", as: id)
                    #expect(read.blocks.allSatisfy { block in block.values.allSatisfy { $0.count == block.count } })
                } catch let error as SourceError {
                    #expect(!error.reason.isEmpty)
                }
            }
        }
    }
}
