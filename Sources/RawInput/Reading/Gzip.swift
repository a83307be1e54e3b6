/// Bytes that came compressed as a whole, such as the body of an answer.
public enum Gzip {
    /// Why there is no content.
    public enum Fault: Error {
        /// It is no gzip, cut short, or not what its trailer says.
        case damaged
        /// It decodes to more bytes than it may.
        case tooLarge
    }

    private static let pieceSize = 1 << 18

    /// The content of one or more gzip members, each held against the checksum and length in its trailer.
    ///
    /// - Parameters:
    ///   - bytes: the members.
    ///   - limit: the most bytes of content; of more, no more than a piece beyond it is ever decoded.
    /// - Returns: the content.
    /// - Throws: `Fault` when there is none.
    public static func decoded(_ bytes: [UInt8], limit: Int) throws(Fault) -> [UInt8] {
        guard InputFile.Compression(bytes) == .gzip else { throw .damaged }
        var decoder = Decoder(.gzip)
        var rest = bytes
        var content: [UInt8] = []
        while !rest.isEmpty {
            guard let piece = decoder.decode(&rest, outputSize: pieceSize) else { throw .damaged }
            guard piece.count <= limit - content.count else { throw .tooLarge }
            content += piece
        }
        guard decoder.isComplete else { throw .damaged }
        return content
    }
}
