import CoinModel
import Foundation
import Testing

/// A folder with files of a few coins over 60 weeks, a pipeline that ranks them, and the program run in it.
struct SmallMarket {
    let folder: URL

    /// What the files say of a coin in a week, 0 for the oldest one; nil for a row that is left out.
    struct Coin {
        var price: (Int) -> String? = { "\(10 + $0 % 7)" }
        var cap: (Int) -> String? = { "\(1000 + $0)" }
        var volume: (Int) -> String? = { "\(100 + $0 % 5)" }
        var commits: (Int) -> Int? = { 5 + $0 % 3 }
        var interest: (Int) -> Int? = { 40 + $0 % 4 }
    }

    private static let weeks = 60
    private static let first = Day(index: 19_365)

    /// Works in a folder of its own with these coins, which is there as long.
    static func with(_ coins: [Coin] = Array(repeating: Coin(), count: 6), _ work: (SmallMarket) throws -> Void) throws
    {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("assay-\(UUID().uuidString)")
        let market = SmallMarket(folder: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record("\(error)") } }
        try market.write(coins)
        try work(market)
    }

    private func write(_ coins: [Coin]) throws {
        var list = "id,symbol,name,repos\n"
        var market = "date,coin_id,price_usd,market_cap_usd,volume_usd\n"
        var commits = "repo,week_start,commits,developers,developer_days\n"
        var trends = "coin_id,term,region,week_start,value\n"
        for (number, coin) in coins.enumerated() {
            list += "c\(number),C\(number),Coin \(number),o/r\(number)\n"
            for week in 0..<Self.weeks {
                let day = Self.first.advanced(by: 7 * week)
                if let price = coin.price(week) {
                    market += "\(day),c\(number),\(price),\(coin.cap(week) ?? ""),\(coin.volume(week) ?? "")\n"
                }
                if let count = coin.commits(week) { commits += "o/r\(number),\(day),\(count),3,\(count)\n" }
                if let value = coin.interest(week) { trends += "c\(number),Coin \(number),Worldwide,\(day),\(value)\n" }
            }
        }
        for (name, text) in [("coins", list), ("market", market), ("commits", commits), ("trends", trends)] {
            try write("\(name).csv", text)
        }
    }

    /// What a pipeline says of these files, with other lines before the inputs.
    static func pipeline(_ settings: String = "preset: activity\n", outputs: String = "ranking.csv") -> String {
        settings + "inputs:\n" + ["coins", "market", "commits", "trends"].map { "  \($0): \($0).csv\n" }.joined()
            + "outputs: [\(outputs)]\n"
    }

    func write(_ name: String, _ text: String) throws {
        try write(name, Data(text.utf8))
    }

    func write(_ name: String, _ bytes: Data) throws {
        let file = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try bytes.write(to: file)
    }

    func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }

    /// The record of the newest run.
    func record(_ out: String = "out") throws -> [String: Any] {
        let bytes = try Data(contentsOf: folder.appendingPathComponent(out + "/run.json"))
        return try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    }

    /// The identifiers of what the newest run had to say.
    func messages(_ out: String = "out") throws -> [String] {
        try #require(try record(out)["messages"] as? [[String: Any]]).compactMap { $0["id"] as? String }
    }

    /// Every file below the folder with its inode, time of change and bytes: what a run that touches nothing leaves alike.
    func files() throws -> [String: String] {
        var files: [String: String] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            var status = stat()
            let path = folder.appendingPathComponent(name).path
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            files[name] = "\(status.st_ino) \(status.st_ctim.tv_sec).\(status.st_ctim.tv_nsec) \(bytes.hashValue)"
        }
        return files
    }

    /// Runs the program with these words, in a folder below.
    func assay(_ words: String..., in place: String = ".") throws -> (status: Int32, output: String, errors: String) {
        try shell(["assay"] + words, in: folder.appendingPathComponent(place))
    }

    /// Runs a line of shell.
    func script(_ script: String) throws -> (status: Int32, output: String, errors: String) {
        try shell(["sh", "-c", script], in: folder)
    }
}
