internal import CoinModel
internal import CoinOperations

/// The weights that a file gives the signals of a preset.
///
/// A YAML file that names presets, each with its signals. What it does not name keeps the preset's own weight; what
/// nobody knows is refused with its place.
///
///     discovery:
///       development: 0.45
///       search: 0.10
///
/// - Returns: the weights of a preset by signal; none when the file, of at most 1 MiB, does not name the preset.
/// - Throws: `OperationError` naming line and column.
public func weights(ofFile path: String, preset: String) throws -> [String: Double] {
    let bytes = try instructions(ofFile: path)
    guard let root = try DefinitionNode(yaml: bytes, YAMLSource(kind: "weights", path: path)) else { return [:] }
    var found: [String: [String: Double]] = [:]
    for (key, value) in try root.entries() {
        let name = try key.text()
        guard RankRequest.signals(ofPreset: name) != nil else {
            throw key.error("unknown preset `\(name)`; there are: \(RankRequest.presets.joined(separator: ", "))")
        }
        found[name] = value.isEmpty ? [:] : try weights(value.entries(), ofPreset: name)
    }
    return found[preset] ?? [:]
}

/// Weights by signal, of the signals that a preset has.
///
/// - Throws: `OperationError` naming line and column.
func weights(
    _ entries: [(key: DefinitionNode, value: DefinitionNode)],
    ofPreset preset: String
) throws -> [String: Double] {
    let signals = RankRequest.signals(ofPreset: preset) ?? []
    var weights: [String: Double] = [:]
    for (key, value) in entries {
        let name = try key.text()
        guard signals.contains(name) else {
            let known = signals.isEmpty ? "none" : signals.joined(separator: ", ")
            throw key.error(unknown("signal", name, among: signals, else: "preset \(preset) has \(known)"))
        }
        weights[name] = try value.number()
    }
    return weights
}
