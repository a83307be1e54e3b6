public import CoinOperations

/// What a file of settings has: options at the top or below the words of a command, each with a text or a list of texts.
///
///     quote: eur
///     rank:
///       top: 20
///       columns: [rank, coin_id, theta_median]
///
/// - Returns: its settings in their order; none of an empty file. Whether an option of that name exists is not looked at.
/// - Throws: `OperationError` naming line and column.
public func settings(ofFile file: SettingFile) throws -> [Setting] {
    let source = YAMLSource(kind: "config", path: file.path, wrong: "config-wrong-value")
    guard let root = try DefinitionNode(yaml: file.contents(), source), !root.isEmpty else { return [] }
    return try settings(below: [], [], root, file.origin)
}

private func settings(
    below words: [String],
    _ places: [String],
    _ node: DefinitionNode,
    _ origin: SettingOrigin
) throws -> [Setting] {
    let entries = try node.entries()
    guard !entries.isEmpty || words.isEmpty else { throw node.error("has no keys; leave it out") }
    return try entries.flatMap { key, value -> [Setting] in
        let (words, places) = (words + [try key.text()], places + [key.place])
        if value.isMapping { return try settings(below: words, places, value, origin) }
        let texts = try value.items().map { try $0.text() }
        guard !texts.isEmpty else { throw value.error("an empty list says nothing; leave the key out") }
        return [Setting(words, texts, origin, place: value.place, keyPlaces: places)]
    }
}
