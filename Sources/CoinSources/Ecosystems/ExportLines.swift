internal import RawInput

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The lines of an export.
struct ExportLines: ~Copyable {
    /// What a line is.
    enum Line {
        case repository(ecosystem: String, address: String, isDirect: Bool)
        case blank, malformed
    }

    /// The number of the current line, from 1.
    private(set) var number = 0

    private var bytes: [UInt8] = []
    private var next = 0
    private var isAtEnd = false

    /// The most bytes of a line.
    private static let limit = 1 << 20

    /// Reads the next line; nil behind the last.
    ///
    /// - Throws: `InputError`, or `SourceError` when a line is too long.
    mutating func advance(_ file: inout InputFile) throws -> Line? {
        while true {
            let end = lineFeed(from: next) ?? (isAtEnd && next < bytes.count ? bytes.count : nil)
            if let end {
                let line = next..<end
                next = min(end + 1, bytes.count)
                number += 1
                return read(Array(bytes[line]))
            }
            guard !isAtEnd else { return nil }
            guard bytes.count - next <= ExportLines.limit else {
                throw SourceError(
                    "line-too-long",
                    line: number + 1,
                    detail: "has a line of over \(ExportLines.limit) bytes"
                )
            }
            bytes.removeFirst(next)
            next = 0
            if let more = try file.next() { bytes += more } else { isAtEnd = true }
        }
    }

    private func read(_ line: [UInt8]) -> Line {
        guard line.contains(where: { !" \t\r".utf8.contains($0) }) else { return .blank }
        do throws(SourceError) {
            let document = try JSONDocument(line, from: line.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0)
            guard case .text(let name) = document["eco_name"], case .text(let address) = document["repo_url"],
                case .container = document["branch"]
            else { return .malformed }
            let isDirect = try document.count(of: "branch/*") == 0
            return .repository(ecosystem: name, address: address, isDirect: isDirect)
        } catch {
            return .malformed
        }
    }

    private func lineFeed(from start: Int) -> Int? {
        unsafe bytes.withUnsafeBytes { bytes in
            guard start < bytes.count, let base = bytes.baseAddress,
                let found = unsafe memchr(base + start, 10, bytes.count - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }
}
