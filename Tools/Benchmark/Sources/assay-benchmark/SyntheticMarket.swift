internal import Foundation

/// A market that a seed makes: the same seed gives the same bytes everywhere.
///
/// Prices walk at random over many orders of magnitude and are published with up to six digits; one value in fifty is
/// missing. Snapshots lie six hours apart; rows are ordered by capitalisation, as pages are.
struct SyntheticMarket {
    let coins: Int
    let snapshots: Int

    /// The first snapshot, a Sunday.
    private static let start: Int64 = 1_704_585_600
    private static let spacing: Int64 = 6 * 3600

    /// One coin at one time; nil where a value is missing.
    private typealias Row = (coin: Int, price: Double, supply: Double, volume: Double?, capitalisation: Double)

    /// The rows of each snapshot of a range.
    private func rows(_ range: Range<Int>, changed: Bool) -> [(time: String, rows: [Row])] {
        var random = SplitMix(state: 42)
        var prices = (0..<coins).map { _ in pow(10, Double.random(in: -6...4, using: &random)) }
        let supplies = (0..<coins).map { _ in pow(10, Double.random(in: 5...11, using: &random)).rounded() }
        var all: [(time: String, rows: [Row])] = []
        for snapshot in 0..<range.upperBound {
            var found: [Row] = []
            for coin in 0..<coins {
                prices[coin] *= exp(Double.random(in: -0.02...0.02, using: &random))
                let share = Double.random(in: 0.001...0.1, using: &random)
                let isMissing = Int.random(in: 0..<50, using: &random) == 0
                let price = digits(changed ? prices[coin] * 1.01 : prices[coin], 6)
                let value = (price * supplies[coin]).rounded()
                let volume = isMissing ? nil : digits(value * share, 7)
                let supply = supplies[coin]
                found.append((coin, price, supply, volume, value))
            }
            guard range.contains(snapshot) else { continue }
            found.sort { ($1.capitalisation, $0.coin) < ($0.capitalisation, $1.coin) }
            let seconds = SyntheticMarket.start + Int64(snapshot) * SyntheticMarket.spacing
            let date = Date(timeIntervalSince1970: Double(seconds))
            all.append((date.formatted(.iso8601), found))
        }
        return all
    }

    /// A number cut to so many significant digits.
    private func digits(_ value: Double, _ count: Int) -> Double {
        Double(String(format: "%.\(count - 1)e", value)) ?? value
    }

    /// Snapshots in long form, prices one percent higher where they are changed, as a correction has them.
    func csv(_ range: Range<Int>, changed: Bool = false) -> String {
        var text = "snapshot_time,coin_id,symbol,name,price_usd,market_cap_usd,volume_usd,circulating_supply\n"
        for (time, rows) in rows(range, changed: changed) {
            for row in rows {
                text += "\(time),\(names(row.coin)),\(plain(row.price)),\(plain(row.capitalisation)),"
                text += "\(row.volume.map(plain) ?? ""),\(plain(row.supply))\n"
            }
        }
        return text
    }

    /// One page of up to 250 coins for each snapshot, by the snapshot's time.
    func pages(_ range: Range<Int>) -> [(time: String, page: String)] {
        rows(range, changed: false).map { time, rows in
            let elements = rows.prefix(250).map { row in
                """
                {"id":"coin-\(row.coin)","symbol":"c\(row.coin)","name":"Coin \(row.coin)","image":"https://example.org/\
                \(row.coin).png","current_price":\(plain(row.price)),"market_cap":\(plain(row.capitalisation)),\
                "market_cap_rank":1,"total_volume":\(row.volume.map(plain) ?? "null"),"high_24h":\(plain(row.price)),\
                "circulating_supply":\(plain(row.supply)),"ath_date":"2021-11-10T14:24:11.849Z","roi":null,\
                "last_updated":"\(time.dropLast()).000Z"}
                """
            }
            return (time, "[" + elements.joined(separator: ",") + "]")
        }
    }

    /// Weekly commits of a repository for each coin, and the list that names them.
    func commits(weeks: Int) -> (list: String, commits: String) {
        var random = SplitMix(state: 7)
        var list = "id,symbol,name,repos\n"
        var text = "repo,week_start,commits,merges,developers\n"
        let sunday = SyntheticMarket.start - 7 * 86_400 * Int64(max(0, weeks - snapshots / 28))
        for coin in 0..<coins {
            list += "\(names(coin)),owner-\(coin)/core\n"
            let rate = Double.random(in: 0...30, using: &random)
            for week in 0..<weeks {
                let count = Int((rate * Double.random(in: 0...2, using: &random)).rounded())
                let date = Date(timeIntervalSince1970: Double(sunday + Int64(week) * 7 * 86_400))
                let day = date.formatted(.iso8601.year().month().day())
                text += "owner-\(coin)/core,\(day),\(count),\(count / 8),\(min(count, 1 + count / 5))\n"
            }
        }
        return (list, text)
    }

    private func names(_ coin: Int) -> String {
        "coin-\(coin),c\(coin),Coin \(coin)"
    }

    /// The shortest decimal text of a number, without an exponent where exports have none.
    private func plain(_ value: Double) -> String {
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

/// The generator of Steele, Lea and Flood (2014): small, fast, and the same everywhere.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }
}
