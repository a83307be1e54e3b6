import Testing

@testable import RawInput

@Suite struct UTF16Tests {
    private static let text = "\u{feff}a;é;漢;😀;\r\n1;2"

    private func bytes(_ text: String, bigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
            let pair = [UInt8(unit >> 8), UInt8(unit & 0xff)]
            return bigEndian ? pair : pair.reversed()
        }
    }

    @Test("UTF-16 cut at any byte decodes to the same text", arguments: [true, false])
    func cutAnywhere(bigEndian: Bool) throws {
        let bytes = bytes(UTF16Tests.text, bigEndian: bigEndian)
        for cut in 0...bytes.count {
            var decoder = try #require(UTF16Decoder(bytes))
            var output: [UInt8] = []
            for piece in [bytes[..<cut], bytes[cut...]] {
                let decoded = decoder.decode(Array(piece))
                output += try #require(decoded)
            }
            #expect(String(validating: output, as: UTF8.self) == UTF16Tests.text, "cut at \(cut)")
            #expect(decoder.isComplete)
        }
    }

    @Test("Unpaired surrogates are damaged and truncated ones incomplete") func incompleteCharacter() throws {
        let whole = bytes(UTF16Tests.text, bigEndian: false)
        var cut = try #require(UTF16Decoder(whole))
        #expect(cut.decode(Array(whole.dropLast())) != nil)
        #expect(!cut.isComplete)
        for (wrong, isDamaged) in [
            ([0xff, 0xfe, 0x3d, 0xd8, 0x41, 0x00], true), ([0xff, 0xfe, 0x00, 0xde], true),
            ([0xff, 0xfe, 0x3d, 0xd8], false),
        ] as [([UInt8], Bool)] {
            var decoder = try #require(UTF16Decoder(wrong))
            #expect((decoder.decode(wrong) == nil) == isDamaged)
            #expect(isDamaged || !decoder.isComplete)
        }
    }

    @Test("Bytes without a UTF-16 byte order mark are not UTF-16") func noByteOrderMark() {
        for bytes in [[], [0xff], [0xef, 0xbb, 0xbf], Array("a;b".utf8)] as [[UInt8]] {
            #expect(UTF16Decoder(bytes) == nil)
        }
    }
}
