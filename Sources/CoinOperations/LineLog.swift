internal import CoinModel
internal import Foundation
internal import RawInput

/// Values in a file that only grows, a line of JSON each.
public struct LineLog<Line: Encodable & SendableMetatype>: Sendable {
    private let file: LineFile

    /// The values of a file, made by the first one; with its folder for its owner alone if it `isPrivate`.
    public init(_ path: String, isPrivate: Bool = false) { file = LineFile(path, isPrivate: isPrivate) }

    /// The file.
    public var path: String { file.path }

    /// A value as a line without its end; the same value is the same bytes.
    public static func encoded(_ line: Line) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(line))
    }

    /// The lines as they are; none where there is no file.
    ///
    /// - Throws: an error when it is there and cannot be read.
    public func lines() throws -> [ArraySlice<UInt8>] { try file.lines() }

    /// Puts values behind those that are there.
    ///
    /// - Throws: an error when the file cannot be written.
    public func append(_ new: [Line]) throws { try file.append(try new.map(LineLog.encoded)) }

    /// Puts values that are not there yet behind those that are, and returns all lines.
    ///
    /// - Throws: an error when the file cannot be read or written.
    @discardableResult
    public func appendUnknown(_ values: [Line]) throws -> [ArraySlice<UInt8>] {
        guard !values.isEmpty else { return try file.lines() }
        return try file.append { try LineLog.unknown(values, in: $0) }
    }

    /// What `appendUnknown` returns, without writing it.
    ///
    /// - Throws: an error when the file is there and cannot be read.
    func lines(withUnknown values: [Line]) throws -> [ArraySlice<UInt8>] {
        let lines = try file.lines()
        return try lines + LineLog.unknown(values, in: lines).map { $0[...] }
    }

    /// The lines of values that are not among others.
    private static func unknown(_ values: [Line], in lines: [ArraySlice<UInt8>]) throws -> [[UInt8]] {
        let known = Set(lines)
        return try values.map(LineLog.encoded).filter { !known.contains($0[...]) }
    }
}

extension LineLog where Line: Decodable {
    /// The values of lines; where one cannot be read, an error names it and says what to do next.
    func values(_ lines: [ArraySlice<UInt8>], identifier: String, _ next: String) throws -> [Line] {
        try lines.enumerated().map { index, line in
            do {
                return try JSONDecoder().decode(Line.self, from: Data(line))
            } catch {
                throw OperationError(.failed, identifier, place: "\(path):\(index + 1)", next)
            }
        }
    }
}
