import CoinOperations
import CoinTables
import Foundation
import Testing

@testable import CoinRanking

/// What `assay explain` knows beside the columns.
@Suite struct ExplanationTests {
    @Test("Every signal, state and preset is explained") func terms() {
        let names =
            DiscoverySignal.allCases.map(\.name) + DeveloperState.allCases.map(\.rawValue) + RankRequest.presets
        let (table, failure) = explanations(of: names)
        #expect(failure == nil && table.rows.count >= names.count)
    }

    @Test("Every message that a recorded command prints is explained") func messages() throws {
        let cases = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("AssayTests/Fixtures/cases")
        let explained = Set(names(in: explanations(of: ["messages"]).table))
        var unexplained: Set<String> = []
        var count = 0
        for folder in try FileManager.default.contentsOfDirectory(at: cases, includingPropertiesForKeys: nil) {
            let file = folder.appendingPathComponent("stderr")
            guard FileManager.default.fileExists(atPath: file.path) else { continue }
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                guard let id = line.wholeMatch(of: /assay: (?:error|warning|note): .* \[([a-z-]+)\]/)?.1 else {
                    continue
                }
                count += 1
                if !explained.contains(String(id)) { unexplained.insert(String(id)) }
            }
        }
        #expect(unexplained.isEmpty && count > 500, "\(unexplained.sorted()), of \(count) messages")
    }

    @Test("An unknown name costs the others nothing") func unknown() {
        let (table, failure) = explanations(of: ["rising", "rissing", "dev12"])
        #expect(names(in: table) == ["rising", "dev12"])
        #expect(failure?.diagnostic.message == "unknown column 'rissing'; did you mean 'rising'?")
    }

    private func names(in table: Table) -> [String] {
        table.rows.compactMap { if case .text(let name) = $0[0] { name } else { nil } }
    }
}
