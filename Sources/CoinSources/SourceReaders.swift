public import RawInput

/// Every format that can be loaded; at most one of them recognises an input.
public let sourceReaders: [any SourceReader] = jsonReaders + csvReaders + taxonomyReaders

/// The readers of taxonomies of ecosystems.
let taxonomyReaders: [any SourceReader] = [EcosystemMigration(), EcosystemExport()]

/// Why an input that no reader recognises may still be of a known format: a JSON document cut short or malformed.
///
/// - Parameters:
///   - file: the input, from its start.
///   - head: its first bytes.
/// - Throws: `SourceError` `truncated-json` or `bad-json` with the place to blame; `InputError` when its bytes cannot
///   be had.
public func validateDocument(_ file: inout InputFile, _ head: InputHead) throws {
    guard case .json = head.shape else { return }
    let bytes = try file.readAll(limit: JSONDocument.sizeLimit)
    _ = try JSONDocument(bytes, from: head.start)
}
