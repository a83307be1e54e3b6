import Foundation
import Testing

/// A folder with a small store, `assay.sqlite`, and the files that it was loaded from.
struct SmallStore {
    let folder: URL

    /// Works in a folder of its own, which is there as long.
    static func with(_ work: (SmallStore) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("assay-\(UUID().uuidString)")
        try FileManager.default.copyItem(at: made.get(), to: folder)
        defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record("\(error)") } }
        try work(SmallStore(folder: folder))
    }

    /// Made once, copied by each test, and left to whoever empties the temporary folder.
    private static let made = Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("assay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let store = SmallStore(folder: folder)
        try store.write("coins.csv", "id,symbol,name,repos\nbitcoin,BTC,Bitcoin,bitcoin/bitcoin\nmonero,XMR,Monero,\n")
        try store.write("market.csv", "date,coin_id,price_usd\n2024-03-24,bitcoin,67000\n2024-03-24,monero,140\n")
        try #require(store.run("assay load all coins.csv market.csv").status == 0)
        return folder
    }

    func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }

    func contents(_ name: String) throws -> Data {
        try Data(contentsOf: folder.appendingPathComponent(name))
    }

    /// The names of all files, hidden ones too.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    /// Runs a line of shell.
    func run(
        _ script: String,
        environment: [String: String] = [:]
    ) throws -> (status: Int32, output: String, errors: String) {
        try shell(["sh", "-c", script], in: folder, environment: environment)
    }

    /// Runs the program with these words.
    func assay(_ words: [String]) throws -> (status: Int32, output: String, errors: String) {
        try shell(["assay"] + words, in: folder)
    }
}
