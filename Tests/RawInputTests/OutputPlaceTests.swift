import Foundation
import RawInput
import Synchronization
import Testing

@Suite struct OutputPlaceTests {
    /// As processes of several containers that have one number: none removes what another is at.
    @Test("Eight concurrent writers of similar names all succeed and leave no drafts") func concurrentWriters() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("outputs-\(UUID().uuidString)")
        defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record("\(error)") } }
        // Drafts are named by the first hundred bytes.
        let name = String(repeating: "a", count: 100)
        let failures = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { writer in
            for round in 0..<25 {
                do {
                    let bytes = Array("\(writer) \(round)".utf8)
                    try OutputPlace("\(folder.path)/\(name)\(writer).csv", reading: []).replace(with: bytes)
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
            }
        }
        #expect(failures.withLock { $0 } == [])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.sorted() == (0..<8).map { "\(name)\($0).csv" })
    }
}
