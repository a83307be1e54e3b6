import CoinModel
import CoinOperations
import Foundation
import TestData
import TestPrograms
import Testing

/// The same figures give the same bytes, whatever the surroundings.
@Suite struct DeterminismTests {
    private static let zones = [
        "UTC", "America/St_Johns", "Asia/Kathmandu", "Pacific/Kiritimati", "Pacific/Marquesas", "Australia/Lord_Howe",
        "Europe/Berlin", "America/Sao_Paulo",
    ]
    private static let locales = ["C", "de_DE.UTF-8", "tr_TR.UTF-8", "ar_EG.UTF-8"]

    /// Eight zones, four locales, one core and all, rows shuffled, files split and loaded in any order.
    ///
    /// Each process has a hash seed of its own. Reports, explanations and the store's content digest are one.
    @Test("Time zone, locale, cores, row order and file order change no byte") func surroundings() throws {
        let data = try BundledData()
        defer { data.remove() }
        #expect(ProcessInfo.processInfo.environment["SWIFT_DETERMINISTIC_HASHING"] == nil, "hash seeds would be one")
        var random = SplitMix(seed: 2024)
        var printed: [String] = []
        for (run, zone) in DeterminismTests.zones.enumerated() {
            let place = data.folder.appendingPathComponent("run-\(run)")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try commands(data, &random, isShuffled: run > 0)
                .write(to: place.appendingPathComponent("command"), atomically: true, encoding: .utf8)
            let pinned = run % 2 == 1 && FileManager.default.fileExists(atPath: "/usr/bin/taskset")
            let result = try shell(
                (pinned ? ["taskset", "-c", "0"] : []) + ["sh", "-e", "command"],
                in: place,
                environment: ["TZ": zone, "LC_ALL": DeterminismTests.locales[run / 2 % 4]]
            )
            #expect(result.status == 0, "\(zone): \(result.errors)")
            printed.append(result.output)
        }
        #expect(printed[0].contains("blockstack") && printed[0].contains("Content digest"))
        for (zone, text) in zip(DeterminismTests.zones, printed) {
            #expect(contentDigest(of: Array(text.utf8)) == contentDigest(of: Array(printed[0].utf8)), "\(zone)")
        }
    }

    @Test("All hash seeds give one ranking") func hashSeeds() throws {
        let data = try BundledData()
        defer { data.remove() }
        #expect(ProcessInfo.processInfo.environment["SWIFT_DETERMINISTIC_HASHING"] == nil, "hash seeds would be one")
        try data.load(into: data.store("assay"), at: Instant(seconds: 1_711_411_200))
        var printed: Set<String> = []
        for _ in 0..<Depth.rounds(80) {
            let command = ["assay", "rank", "--columns", "all", "--format", "csv", "--quiet"]
            let result = try shell(command, in: data.folder, environment: [:])
            #expect(result.status == 0, "\(result.errors)")
            printed.insert(result.output)
        }
        #expect(printed.count == 1 && printed.first?.contains("blockstack") == true)
    }

    private func commands(_ data: BundledData, _ random: inout SplitMix, isShuffled: Bool) throws -> String {
        var generator = random
        defer { random = generator }
        func arranged(_ rows: [Substring]) -> [Substring] { isShuffled ? rows.shuffled(using: &generator) : rows }
        let market = try data.file(.market, arranged: arranged)
        let halves = try isShuffled ? split(market) : [market]
        // An export's bytes are part of what its values mean, so that file stays as it is.
        var loads = try [
            "assay load coins \(data.file(.coins, arranged: arranged)) --quiet",
            "assay load market \(arranged(halves[...].map { $0[...] }).joined(separator: " ")) --quiet",
            "assay load commits \(data.file(.commits, arranged: arranged)) --quiet",
            "assay load trends \(data.file(.trends)) --quiet",
        ]
        if isShuffled { loads.shuffle(using: &generator) }
        let reports = [
            "assay rank --columns all --format md", "assay rank --preset classic --columns all --format html",
            "assay rank --preset activity --as-of 2023-12-31 --format csv --quiet", "assay rank --format xlsx | cksum",
            "assay why solana theta_p95 --quiet | grep -v load",
            "assay coin bitcoin --ranks --weeks 2 --format json --quiet", "assay store info | grep 'Content digest'",
        ]
        return (loads + reports).joined(separator: "\n") + "\n"
    }

    /// The two halves of a file as files of their own.
    private func split(_ path: String) throws -> [String] {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let header = try #require(lines.first)
        let middle = lines.count / 2
        return try [lines[1..<middle], lines[middle...]].enumerated().map { number, rows in
            let half = path.replacingOccurrences(of: "market.csv", with: "market-\(number).csv")
            let text = ([header] + rows).joined(separator: "\n") + "\n"
            try text.write(toFile: half, atomically: true, encoding: .utf8)
            return half
        }
    }
}
