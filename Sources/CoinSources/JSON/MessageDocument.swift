public import CoinModel

/// One message of a conversation, a JSON document of which some values are asked for.
///
/// Paths are those of `JSONDocument`; a slash in a name is written `~1`.
public struct MessageDocument: ~Copyable {
    private let document: JSONDocument

    /// The most members of an object or array that is asked for.
    private static let mostMembers = 256

    /// Checks the bytes of a message: unlike the document of a source, one with a value that no document may have is none.
    ///
    /// - Throws: `SourceError` where they are not one JSON document, or it has more than 64 levels.
    public init(_ bytes: [UInt8]) throws(SourceError) {
        let document = try JSONDocument(bytes)
        if let fault = document.broken.first { throw SourceError(fault.reason, detail: fault.detail) }
        self.document = document
    }

    /// The value at a path; `missing` stands for null too.
    public func value(_ path: String) -> JSONValue { document[path] }

    /// The values of the array at a path; empty for any other value.
    ///
    /// - Throws: `SourceError` for more than 256.
    public func values(_ path: String) throws -> [JSONValue] {
        guard document[path] == .container, try names(path).isEmpty else { return [] }
        guard try document.count(of: path + "/*") <= MessageDocument.mostMembers else {
            throw SourceError("too-large", detail: "\(path) has more than \(MessageDocument.mostMembers) elements")
        }
        var values: [JSONValue] = []
        try document.forEachRow(path + "/*", [""]) { values.append($0[0]) }
        return values
    }

    /// The distinct names of the members of the object at a path, those with null among them; empty for any other value.
    ///
    /// - Throws: `SourceError` for more than 256.
    public func names(_ path: String) throws(SourceError) -> [String] {
        try document.names(of: "", rows: path, limit: MessageDocument.mostMembers)
    }
}
