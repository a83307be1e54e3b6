/// Columns of whole numbers ⇄ bytes, bit-exact, with a checksum: what is stored beside the tiles because it is no
/// series.
///
/// | Bytes | What |
/// |---|---|
/// | 4 | magic: `Cols` in ASCII |
/// | 1 | version, 1 |
/// | – | row count, a number, at most 2²² |
/// | – | column count, a number, at most 16 |
/// | – | each column: its form (1), then its values |
/// | 4 | CRC-32C of all bytes before, the lowest byte first |
///
/// Forms: 0 one signed number for all rows; 1 a signed number a row; 2 the distances to the row before, the first one
/// to 0; 3 words of eight bytes. The shortest is taken, on a tie the first. Numbers are written as in `TileFormat`.
public enum ColumnBlock {
    /// The most rows of a block.
    public static let rowLimit = 1 << 22

    private static let magic = Array("Cols".utf8)
    private static let version: UInt8 = 1
    private static let columnLimit = 16

    /// The bytes of at most 16 columns of the same number of rows, at most `rowLimit`.
    public static func encoded(_ columns: [[Int64]]) -> [UInt8] {
        let rows = columns.first?.count ?? 0
        precondition(rows <= rowLimit && columns.count <= columnLimit && columns.allSatisfy { $0.count == rows })
        var writer = ByteWriter()
        writer.append(magic + [version])
        writer.append(number: rows)
        writer.append(number: columns.count)
        for column in columns { write(column, &writer) }
        writer.appendChecksum()
        return writer.bytes
    }

    /// The columns of bytes that `encoded` wrote.
    public static func decoded(_ bytes: [UInt8]) throws(TileError) -> [[Int64]] {
        guard bytes.starts(with: magic) else {
            throw TileError(.badMagic, "the bytes begin otherwise than those of columns")
        }
        guard bytes.count >= 11 else { throw TileError(.truncated, "\(bytes.count) bytes are not columns") }
        guard bytes[4] == version else {
            throw TileError(.unsupportedVersion, "version \(bytes[4]) of columns; this program reads \(version)")
        }
        try verifyChecksum(bytes)
        var reader = ByteReader(bytes, 5..<bytes.count - 4)
        let rows = try reader.count("row count", in: 0...rowLimit)
        let count = try reader.count("column count", in: 0...columnLimit)
        var columns: [[Int64]] = []
        for _ in 0..<count { columns.append(try read(rows, &reader)) }
        guard reader.remaining == 0 else { throw TileError(.corrupt, "\(reader.remaining) bytes follow the columns") }
        return columns
    }

    private static func write(_ column: [Int64], _ writer: inout ByteWriter) {
        guard let first = column.first else { return writer.append(0) }
        if column.allSatisfy({ $0 == first }) {
            writer.append(0)
            return writer.append(signed: first)
        }
        var (plain, steps) = (0, 0)
        var last: Int64 = 0
        for value in column {
            plain += value.zigzag.numberLength
            steps += (value &- last).zigzag.numberLength
            last = value
        }
        if plain <= steps, plain <= 8 * column.count {
            writer.append(1)
            for value in column { writer.append(signed: value) }
        } else if steps <= 8 * column.count {
            writer.append(2)
            last = 0
            for value in column {
                writer.append(signed: value &- last)
                last = value
            }
        } else {
            writer.append(3)
            for value in column { writer.append(word: UInt64(bitPattern: value)) }
        }
    }

    private static func read(_ rows: Int, _ reader: inout ByteReader) throws(TileError) -> [Int64] {
        let form = try reader.byte()
        guard rows > 0 else {
            guard form == 0 else { throw TileError(.corrupt, "a column without rows has form \(form)") }
            return []
        }
        if form == 0 { return Array(repeating: try reader.signed(), count: rows) }
        // A value takes a byte at least, so a few bytes cannot ask for much memory.
        guard rows <= reader.remaining else { throw TileError(.truncated, "\(rows) values end behind the bytes") }
        var values: [Int64] = []
        values.reserveCapacity(rows)
        switch form {
        case 1: for _ in 0..<rows { values.append(try reader.signed()) }
        case 2:
            var last: Int64 = 0
            for _ in 0..<rows {
                last = last &+ (try reader.signed())
                values.append(last)
            }
        case 3:
            let start = try reader.take(8 * rows, "a column of words")
            let bytes = reader.bytes
            for row in 0..<rows { values.append(Int64(bitPattern: unsafe bytes.span.bytes.word(at: start + 8 * row))) }
        default: throw TileError(.corrupt, "a column has the unknown form \(form)")
        }
        return values
    }
}
