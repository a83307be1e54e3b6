import Foundation
import TestPrograms
import Testing

/// A folder and a server that plays the live sources over TLS; the hour of each request is a part of its address.
final class MarketWorld {
    /// What stands in no file, in nothing that is said, and on no other host.
    static let canary = "canary0123456789"
    static let keys = [
        "COINGECKO_API_KEY": "KEY-" + canary, "COINPAPRIKA_API_KEY": "KEY-" + canary,
        "COINMARKETCAP_API_KEY": "KEY-" + canary, "CRYPTOCOMPARE_API_KEY": "KEY-" + canary,
    ]

    let folder: URL
    private let server: Program
    private let certificate: String
    private let port: Int

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("market-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let fixtures = try #require(Bundle.module.resourceURL).appendingPathComponent("Fixtures")
        certificate = fixtures.appendingPathComponent("loopback-certificate.pem").path
        let words = ["market-server.py", "loopback.pem", "answers"].map { fixtures.appendingPathComponent($0).path }
        let search = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
        server = try Program(["/usr/bin/env", "python3"] + words, environment: search, limit: 600)
        let deadline = Date(timeIntervalSinceNow: 30)
        while try !server.printed.contains("\n"), deadline.timeIntervalSinceNow > 0 { usleep(5000) }
        port = try #require(try server.printed.split(separator: "\n").first.flatMap { Int($0) }, "no port")
    }

    deinit {
        server.signal(SIGKILL)
        // Nothing depends on it, and a test that has failed already says why.
        try? FileManager.default.removeItem(at: folder)
    }

    /// The words that send a source to this server, in an hour such as `hour=status.503,at=2`.
    func base(_ source: String, _ hour: String) -> [String] {
        ["--base", "\(source)=https://127.0.0.1:\(port)/\(hour)/\(source)", "--ca-file", certificate]
    }

    /// Where the image of a name such as `png-32x24` is.
    func image(_ name: String, _ hour: String = "fine") -> String { "https://127.0.0.1:\(port)/\(hour)/images/\(name)" }

    /// Runs `assay fetch`, into the store, unless the words name another one.
    func fetch(
        _ what: String,
        _ source: String,
        _ hour: String = "fine",
        _ more: [String] = [],
        keys: [String: String] = keys
    ) throws -> AssayRun {
        try AssayRun(["fetch", what, source, "--load"] + base(source, hour) + more, in: folder, environment: keys)
    }

    /// Fetches images of the store's coins.
    func fetchImages(_ more: [String] = []) throws -> AssayRun {
        try assay(["fetch", "images", "--private-hosts", "--ca-file", certificate] + more)
    }

    func assay(_ words: [String], keys: [String: String] = keys) throws -> AssayRun {
        try AssayRun(words, in: folder, environment: keys)
    }

    /// The content digest of a store.
    func digest(_ store: String) throws -> String {
        let lines = try assay(["store", "info", "--store", store]).output.split(separator: "\n")
        return String(try #require(lines.first { $0.hasPrefix("Content digest") }))
    }

    /// A store's answer to a statement, as CSV without a header.
    func rows(_ statement: String, _ store: String = "assay.sqlite") throws -> [String] {
        let result = try assay(["store", "sql", statement, "--store", store, "--format", "csv"])
        #expect(result.status == 0, "\(result.errors)")
        return result.output.split(separator: "\n").dropFirst().map(String.init)
    }

    /// The paths that were asked for, each with the keys that came with it.
    var asked: [String] {
        get throws { try server.printed.split(separator: "\n").dropFirst().map(String.init) }
    }

    /// The bytes of all files of the folder, answers decoded, that hold a text.
    func files(holding text: String) throws -> [String] {
        let script = """
            find . -type f ! -name keys | while read -r f; do
            case $f in *.zst) zstd -dcq "$f";; *) cat "$f";; esac | grep -aq "$0" && echo "$f"; done
            """
        return try Program.run(["sh", "-c", script, text], in: folder).output.split(separator: "\n").map(String.init)
    }
}
