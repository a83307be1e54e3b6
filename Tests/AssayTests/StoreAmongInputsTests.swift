import CoinModel
import CoinOperations
import Foundation
import TestPrograms
import Testing

/// A store that lies among the files that are loaded into it.
@Suite struct StoreAmongInputsTests {
    @Test("A store in a loaded folder is skipped") func storeInFolder() throws {
        try SmallStore.with { store in
            let result = try store.run(
                """
                ln assay.sqlite hard.sqlite; touch assay.sqlite-wal; echo > .hidden
                assay load all .; echo $?; rm assay.sqlite-wal
                assay store sql "SELECT count(*) AS refused FROM load WHERE status = 'refused'" --format csv
                assay load market assay.sqlite --quiet; echo $?
                """
            )
            #expect(result.output == "0\nrefused\n0\n8\n", "\(result.errors)")
            #expect(result.errors.contains("./assay.sqlite: ") && result.errors.contains("[input-is-store]"))
            #expect(result.errors.contains("./hard.sqlite: "))
        }
    }

    /// The system drops a process's locks on a file when the process closes any descriptor of it.
    @Test("No other process writes while a folder with the store is loaded") func writerExcluded() throws {
        try SmallStore.with { store in
            let place = store.folder.appendingPathComponent("in/z.sqlite")
            let folder = place.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileManager.default.moveItem(at: store.folder.appendingPathComponent("assay.sqlite"), to: place)
            for number in 0..<200 {
                try store.write("in/\(number).csv", "date,coin_id,price_usd\n2024-03-25,c\(number),\(number + 1)\n")
            }
            var others: [Int32] = []
            let request = LoadRequest(kind: .market, paths: [folder.path], now: Instant(seconds: 1_711_929_600))
            _ = try CoinOperations.load(request, into: StoreLocation(path: place.path), report: { _ in }) {
                done,
                all,
                _,
                _ in
                guard done == all else { return }
                do {
                    let other = try store.run("assay load market market.csv --verify --wait 0 --store in/z.sqlite")
                    others.append(other.status)
                } catch {
                    Issue.record("\(error)")
                }
            }
            #expect(others == [6])
            #expect(try store.run("assay store check --store in/z.sqlite").status == 0)
        }
    }

    @Test(
        "The store cannot be part of a taxonomy",
        arguments: [
            "assay load coins coins.csv --ecosystems assay.sqlite",
            "assay load coins coins.csv --ecosystems hard.sqlite",
            "mkdir t; echo ecoadd Bitcoin > t/2024-01-01T000000_a; assay load coins t --store t/2024-01-02T000000_b --ecosystems map.csv",
        ]
    )
    func storeInTaxonomy(command: String) throws {
        try SmallStore.with { store in
            try store.write("map.csv", "coin_id,ecosystem,scope,reviewed\nbitcoin,Bitcoin,all,me\n")
            let result = try store.run("ln assay.sqlite hard.sqlite; \(command)")
            #expect(result.status == 2 && result.errors.contains("[output-is-input]"), "\(result.errors)")
            #expect(!FileManager.default.fileExists(atPath: store.folder.path + "/t/2024-01-02T000000_b"))
        }
    }
}
