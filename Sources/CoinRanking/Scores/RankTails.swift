internal import CoinTables

/// The ranks of coins over all draws, as far as they are asked for: the lowest and the highest tenth of each coin's, which
/// are all that enters its 10 % and 90 % quantiles, and how often it is among the best.
struct RankTails: Sendable {
    let coins: Int
    let draws: Int
    /// Down to which rank a coin is among the best.
    private let best: Int
    private var timesAmongBest: [Int]
    /// The lowest ranks of each coin, and the bits of the highest turned over, so that those are the lowest.
    private var lowest: LowestNumbers
    private var highest: LowestNumbers

    /// Of so many coins, of which nothing was drawn yet.
    init(coins: Int, draws: Int) {
        self.coins = coins
        self.draws = draws
        best = Overview.bestCount(ofRanked: coins)
        timesAmongBest = Array(repeating: 0, count: coins)
        lowest = LowestNumbers(rows: coins, capacity: draws / 10 + 1)
        highest = lowest
    }

    /// In which share of the draws each coin is among the best (`Overview.bestCount`).
    var topShares: [Double] { timesAmongBest.map { Double($0) / Double(draws) } }

    /// Adds the ranks of all coins in some draws, draw after draw.
    mutating func add(_ ranks: [UInt32]) {
        lowest.add(ranks, turning: 0)
        highest.add(ranks, turning: .max)
        for (place, rank) in ranks.enumerated() where rank <= best { timesAmongBest[place % coins] += 1 }
    }

    /// Puts the lowest and the highest ranks of a coin to both ends of a list of as many as there are draws.
    func fill(_ sorted: inout [Double], of coin: Int) {
        for place in 0..<lowest.capacity {
            sorted[place] = Double(lowest[coin, place])
            sorted[draws - 1 - place] = Double(highest[coin, place] ^ .max)
        }
    }
}

/// The lowest of many numbers in some rows, those of each row ascending.
private struct LowestNumbers: Sendable {
    let rows: Int
    /// How many of each row.
    let capacity: Int
    private var numbers: [UInt32]

    init(rows: Int, capacity: Int) {
        self.rows = rows
        self.capacity = capacity
        numbers = Array(repeating: .max, count: rows * capacity)
    }

    subscript(row: Int, place: Int) -> UInt32 { numbers[row * capacity + place] }

    /// Adds numbers, one of each row after the other, with these bits of them turned over.
    mutating func add(_ added: [UInt32], turning bits: UInt32) {
        let (rows, capacity) = (rows, capacity)
        var numbers = self.numbers.mutableSpan
        for row in 0..<rows {
            let (first, last) = (row * capacity, (row + 1) * capacity - 1)
            for index in stride(from: row, to: added.count, by: rows) {
                let number = added[index] ^ bits
                guard number < numbers[last] else { continue }
                var place = last
                while place > first, numbers[place - 1] > number {
                    numbers[place] = numbers[place - 1]
                    place -= 1
                }
                numbers[place] = number
            }
        }
    }
}
