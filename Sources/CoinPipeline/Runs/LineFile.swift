internal import CoinOperations
internal import Foundation

/// A file of lines that only grows; who reads it sees whole lines.
struct LineFile {
    /// The file, made by the first line.
    let path: String

    /// Its lines; none where there is no file.
    ///
    /// - Throws: an error when it is there and cannot be read.
    func lines() throws -> [ArraySlice<UInt8>] { try bytes().split(separator: 10) }

    /// Puts lines behind those that are there.
    ///
    /// - Throws: an error when it cannot be written.
    func append(_ lines: [[UInt8]]) throws {
        guard !lines.isEmpty else { return }
        let known = try bytes()
        // A line cut short by the end of its process must not swallow the next.
        let end: [UInt8] = known.isEmpty || known.last == 10 ? [] : [10]
        try OutputFile(path, reading: .none).replace(with: known + end + lines.flatMap { $0 + [10] }, tell: { _ in })
    }

    private func bytes() throws -> [UInt8] {
        FileManager.default.fileExists(atPath: path) ? try contents(ofFile: path) : []
    }
}
