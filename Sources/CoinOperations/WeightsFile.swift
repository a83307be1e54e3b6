internal import CoinModel
internal import CoinRanking
internal import RawInput

/// The weights that a file gives the signals of a preset.
///
/// The file names presets, each with its signals indented below; `#` begins a remark. What it does not name keeps the
/// preset's own weight; what nobody knows is refused with its line.
///
///     discovery:
///       development: 0.45
///       valuation: 0.10
///
/// - Parameters:
///   - path: the file, at most 64 KiB.
///   - preset: the preset whose weights are wanted.
/// - Returns: the weights by signal; none when the file does not name the preset.
/// - Throws: `OperationError` naming the line.
public func weights(ofFile path: String, preset: String) throws -> [String: Double] {
    var input = try InputFile(path: path)
    let bytes = try input.readAll(limit: 1 << 16)
    return try WeightsText(String(decoding: bytes, as: UTF8.self), path: path).weights[preset] ?? [:]
}

/// The weights of a file by preset and signal.
struct WeightsText {
    private(set) var weights: [String: [String: Double]] = [:]

    /// - Throws: `OperationError` naming the first line that does not read.
    init(_ text: String, path: String) throws {
        var preset: Preset?
        for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            func refused(_ message: String) -> OperationError {
                OperationError(.usage, "bad-weights", place: "\(path):\(number + 1)", message)
            }
            let said = line.prefix { $0 != "#" }
            let words = said.split(separator: " ")
            guard let first = words.first else { continue }
            guard first.last == ":", first.count > 1 else {
                throw refused("`\(first)` is not followed by a colon; write `preset:` or `  signal: number`")
            }
            let name = String(first.dropLast())
            if said.first != " " {
                guard words.count == 1, let known = Preset(rawValue: name) else {
                    let all = Preset.allCases.map(\.rawValue).joined(separator: ", ")
                    throw refused("`\(name)` is no preset; there are: \(all)")
                }
                guard weights[name] == nil else { throw refused("`\(name)` stands here twice") }
                weights[name] = [:]
                preset = known
                continue
            }
            guard let preset else { throw refused("stands below no preset; write `preset:` before it") }
            guard preset.signals.contains(name) else {
                let all =
                    preset.signals.isEmpty ? "it has none" : "there are: \(preset.signals.joined(separator: ", "))"
                throw refused("`\(name)` is no signal of preset \(preset.rawValue); \(all)")
            }
            guard weights[preset.rawValue]?[name] == nil else { throw refused("`\(name)` stands here twice") }
            guard words.count == 2, words[1].allSatisfy({ "+-.0123456789".contains($0) }), let number = Double(words[1])
            else { throw refused("`\(name)` takes one number, as 0.25") }
            weights[preset.rawValue]?[name] = number
        }
    }
}
