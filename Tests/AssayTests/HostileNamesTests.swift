import Foundation
import TestPrograms
import Testing

/// Coins under 300 hostile names, read back from every export by `.ci/hostile-names`, as far as Python alone can.
@Suite struct HostileNamesTests {
    @Test("Every export gives hostile coin names back") func hostileNames() throws {
        let clone = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let script = clone.appendingPathComponent(".ci/hostile-names").path
        let words = ["python3", "-I", script, Program.products.path, "--coins-with-pages", "5", "--alone"]
        let told = try shell(words, in: FileManager.default.temporaryDirectory)
        #expect(told.status == 0, "\(told.errors)")
        for count in ["300 names in csv --raw-text", "300 names in xlsx", "11 exports with the same bytes"] {
            #expect(told.output.contains("  " + count + "\n"), "\(told.output)")
        }
    }
}
