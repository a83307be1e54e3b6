/// How the values of a run are written: the smallest way, on a tie the first here.
public enum Encoding: UInt8, CaseIterable, Sendable {
    /// One value for all.
    case constant = 0
    /// Whole numbers of a power of ten, as distances from the smallest.
    case decimalFrame = 1
    /// Whole numbers of a power of ten, as differences in blocks.
    case decimalDelta = 2
    /// 64 bits a value.
    case plain = 3

    var codec: any RunCodec.Type {
        switch self {
        case .constant: ConstantRun.self
        case .decimalFrame: DecimalFrameRun.self
        case .decimalDelta: DecimalDeltaRun.self
        case .plain: PlainRun.self
        }
    }

    /// Reads all values of a run into places of a row, and leaves no byte of it over.
    func read(_ reader: inout ByteReader, into row: inout Row, at range: Range<Int>) throws(TileError) {
        try codec.read(&reader, into: &row, at: range)
        guard reader.remaining == 0 else { throw TileError(.corrupt, "\(reader.remaining) bytes too many") }
        var missing = 0
        for index in range { missing &+= row[index].isNaN ? 1 : 0 }
        guard missing == 0 else { throw TileError(.corrupt, "a value that is not a number") }
    }

    /// The encoding that takes the fewest bytes for a run, and how many.
    static func smallest(for run: RunDraft) -> (encoding: Encoding, byteCount: Int) {
        var (encoding, least) = (Encoding.plain, Int.max)
        for other in Encoding.allCases {
            if let size = other.codec.byteCount(of: run), size < least {
                (encoding, least) = (other, size)
            }
        }
        return (encoding, least)
    }
}
