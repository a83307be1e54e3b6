/// The bytes of a tile, to the bit.
///
/// | Version | Written by | What it adds |
/// |---|---|---|
/// | 1 | 0.1 and later | everything below |
///
/// A *number* is unsigned LEB128: seven bits a byte, the lowest first, at most ten bytes. A *signed* number is a
/// number in zigzag: 0, −1, 1, −2 are written 0, 1, 2, 3. A *double* is the eight bytes of its bit pattern, the
/// lowest first. *Bits* fill each byte from its lowest bit; the last byte is filled up with zeros.
///
/// | Bytes | What |
/// |---|---|
/// | 4 | magic: `Tile` in ASCII |
/// | 1 | version |
/// | 4 | length of the whole tile in bytes, the lowest byte first |
/// | – | step count `n`, a number, at most 2²⁰ |
/// | – | if n > 0: first time, signed |
/// | – | if n > 1: stride, a number; 0 where it varies, followed by the n − 1 distances as packed blocks |
/// | – | run count, a number, at most 256; steps × runs is at most 2²⁶ |
/// | – | value count, a number: the present values of all runs |
/// | – | directory; for each run, ascending by slot: slot (1), encoding + 16 × presence (1), length (a number) |
/// | – | the runs, one behind the other: presence, then values; each ends on a byte |
/// | 16 | zeros: room for a reader that loads 16 bytes at any bit before them |
/// | 4 | CRC-32C of all bytes before, the lowest byte first |
///
/// A run has at least one value. Values are numbers: what is missing is not written, neither as 0 nor as NaN. The
/// bytes of each presence are described at `Presence`, those of each encoding at its type, packed blocks at
/// `PackedBlocks`.
enum TileFormat {
    static let magic = Array("Tile".utf8)
    static let version: UInt8 = 1

    /// Bytes before the steps: magic, version and length.
    static let headLength = 9
    static let roomLength = 16
    static let checksumLength = 4

    static let stepLimit = 1 << 20
    static let runLimit = 256
    /// What bounds the memory that a few hostile bytes can ask for: 512 MiB of doubles.
    static let cellLimit = 1 << 26
}

extension TileFormat {
    /// The part of a tile's bytes between head and room, when length and checksum are right.
    static func verifiedBody(of bytes: [UInt8]) throws(TileError) -> Range<Int> {
        guard zip(bytes, magic).allSatisfy({ $0 == $1 }) else {
            throw TileError(.badMagic, "the bytes begin otherwise than a tile's")
        }
        guard bytes.count > magic.count else { throw TileError(.truncated, "\(bytes.count) bytes are not a tile") }
        guard bytes[magic.count] == version else {
            throw TileError(.unsupportedVersion, "version \(bytes[magic.count]); this program reads \(version)")
        }
        guard bytes.count >= headLength + roomLength + checksumLength else {
            throw TileError(.truncated, "\(bytes.count) bytes are not a tile")
        }
        let length = Int(fourBytes(of: bytes, at: headLength - 4))
        guard bytes.count >= length else { throw TileError(.truncated, "\(bytes.count) of \(length) bytes are there") }
        guard bytes.count == length else {
            throw TileError(.corrupt, "\(bytes.count - length) bytes follow the \(length) of the tile")
        }
        try verifyChecksum(bytes)
        return headLength..<length - checksumLength - roomLength
    }
}
