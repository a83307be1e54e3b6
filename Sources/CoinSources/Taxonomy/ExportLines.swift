internal import RawInput

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The lines of an export, in the compact form that its exporter writes or in any other that is the same JSON.
struct ExportLines: ~Copyable {
    /// What a line is.
    enum Line {
        case repository(isDirect: Bool)
        case blank, malformed
    }

    /// The number of the current line, from 1.
    private(set) var number = 0
    /// What the current line is.
    private(set) var line = Line.blank

    private var bytes: [UInt8] = []
    private var next = 0
    private var current = 0..<0
    private var isAtEnd = false
    /// Where the name stands in `bytes`, as it is written; and its value where that is told already.
    private var namePlace = 0..<0
    private var spelledName: String?
    private var spelledAddress: String?

    /// The most bytes of a line.
    private static let limit = 1 << 20

    /// Moves to the next line; false behind the last.
    ///
    /// - Throws: `InputError`, or `SourceError` when a line is too long.
    mutating func advance(_ file: inout InputFile) throws -> Bool {
        while true {
            if let end = lineFeed(from: next) {
                current = next..<end
                next = end + 1
                break
            }
            guard !isAtEnd else {
                guard next < bytes.count else { return false }
                current = next..<bytes.count
                next = bytes.count
                break
            }
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
        number += 1
        line = readCompact() ?? readAny()
        return true
    }

    /// The ecosystem's name as it is written.
    var nameBytes: ArraySlice<UInt8> { bytes[namePlace] }

    /// Whether the name is written like this.
    func isNamed(_ other: [UInt8]) -> Bool {
        guard !other.isEmpty, namePlace.count == other.count, spelledName == nil else { return false }
        return isSame(other, at: namePlace.lowerBound)
    }

    /// The ecosystem's name.
    var name: String {
        spelledName ?? text(bytes[namePlace]) ?? ""
    }

    /// The repository's address; nil when the line has none.
    var address: String? {
        if let spelledAddress { return spelledAddress }
        guard let start = addressStart(current), let end = closingQuote(from: start) else { return nil }
        return text(bytes[start..<end])
    }

    private static let head = Array(#"{"eco_name":""#.utf8)
    private static let branch = Array(#","branch":["#.utf8)
    private static let url = Array(#"],"repo_url":""#.utf8)
    private static let tail = Array("]}".utf8)

    /// Reads the line as the exporter writes it; nil when it is of another form.
    private mutating func readCompact() -> Line? {
        (spelledName, spelledAddress) = (nil, nil)
        var end = current.upperBound
        if end > current.lowerBound, bytes[end - 1] == 13 { end -= 1 }
        current = current.lowerBound..<end
        let start = current.lowerBound + ExportLines.head.count
        guard start < end, isSame(ExportLines.head, at: current.lowerBound), isSame(ExportLines.tail, at: end - 2),
            let nameEnd = closingQuote(from: start), isSame(ExportLines.branch, at: nameEnd + 1)
        else { return nil }
        namePlace = start..<nameEnd
        let isDirect = bytes[nameEnd + 1 + ExportLines.branch.count] == UInt8(ascii: "]")
        return .repository(isDirect: isDirect)
    }

    /// Reads the line as whatever JSON it is.
    private mutating func readAny() -> Line {
        let text = Array(bytes[current])
        guard text.contains(where: { !" \t\r".utf8.contains($0) }) else { return .blank }
        do throws(SourceError) {
            let document = try JSONDocument(text, from: text.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0)
            guard case .text(let name) = document["eco_name"], case .text(let address) = document["repo_url"],
                case .container = document["branch"]
            else { return .malformed }
            (spelledName, spelledAddress, namePlace) = (name, address, 0..<0)
            return .repository(isDirect: try document.count(of: "branch/*") == 0)
        } catch {
            return .malformed
        }
    }

    /// A JSON text without its quotes, in UTF-8 without escapes; nil when it is none.
    private func text(_ written: ArraySlice<UInt8>) -> String? {
        guard written.contains(UInt8(ascii: "\\")) else { return String(validating: written, as: UTF8.self) }
        do throws(SourceError) {
            let quote = UInt8(ascii: "\"")
            let document = try JSONDocument(Array("{\"text\":".utf8) + [quote] + written + [quote, UInt8(ascii: "}")])
            if case .text(let text) = document["text"] { return text }
        } catch {
            return nil
        }
        return nil
    }

    private func addressStart(_ line: Range<Int>) -> Int? {
        var place = namePlace.upperBound
        while place + ExportLines.url.count <= line.upperBound {
            if bytes[place] == ExportLines.url[0], isSame(ExportLines.url, at: place) {
                return place + ExportLines.url.count
            }
            place += 1
        }
        return nil
    }

    private func closingQuote(from start: Int) -> Int? {
        let text = bytes.span
        var place = start
        while place < current.upperBound {
            if text[place] == UInt8(ascii: "\"") { return place }
            place += text[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }

    private func isSame(_ other: [UInt8], at place: Int) -> Bool {
        guard place >= current.lowerBound, place + other.count <= current.upperBound else { return false }
        let (text, wanted) = (bytes.span, other.span)
        var next = 0
        while next < wanted.count, text[place + next] == wanted[next] { next += 1 }
        return next == wanted.count
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
