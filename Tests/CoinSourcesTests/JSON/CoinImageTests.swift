import TestPrograms
import Testing

@testable import CoinSources

/// Heads of images, each made byte by byte after its format, and what is none.
@Suite struct CoinImageTests {
    private static let png: [UInt8] =
        [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 1, 0, 0, 0, 0, 200, 8, 6, 0, 0, 0, 1, 2, 3, 4]
    private static let jpeg: [UInt8] =
        [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc4, 0, 3, 9, 0xff, 0xc2, 0, 17, 8, 0, 40, 1, 44, 3]
    private static func webP(_ chunk: String, _ bytes: [UInt8]) -> [UInt8] {
        let body = Array("WEBP\(chunk)".utf8) + [UInt8(bytes.count), 0, 0, 0] + bytes
        return Array("RIFF".utf8) + [UInt8(body.count), 0, 0, 0] + body
    }
    private static let extended = webP("VP8X", [0, 0, 0, 0, 99, 0, 0, 49, 1, 0])
    private static let lossless = webP("VP8L", [0x2f, 0xff, 0xc0, 0x3f, 0, 0, 0, 0, 0, 0])
    private static let lossy = webP("VP8 ", [1, 2, 3, 0x9d, 1, 0x2a, 0, 0x41, 8, 0x80])

    @Test("Image size and type are read from the header") func imageSizes() throws {
        func size(_ bytes: [UInt8]) throws -> [Int] { [try CoinImage(bytes).width, try CoinImage(bytes).height] }
        #expect(try size(CoinImageTests.png) == [256, 200])
        #expect(try size(CoinImageTests.jpeg) == [300, 40])
        #expect(try size(CoinImageTests.extended) == [100, 306])
        #expect(try size(CoinImageTests.lossless) == [256, 256])
        #expect(try size(CoinImageTests.lossy) == [256, 8])
        #expect(try CoinImage(CoinImageTests.png).mediaType == "image/png")
    }

    @Test("A truncated image is rejected") func truncatedImage() {
        for bytes in [CoinImageTests.png, CoinImageTests.jpeg, CoinImageTests.extended] {
            let short = min(bytes.count, 23)
            for length in 0..<short {
                #expect(throws: CoinImage.Refusal.unknown) { try CoinImage(Array(bytes[..<length])) }
            }
        }
    }

    @Test("Random bytes in an image never crash") func randomImage() {
        var random = SplitMix(seed: 7)
        var (accepted, rejected) = (0, 0)
        for head in [CoinImageTests.png, CoinImageTests.jpeg, CoinImageTests.lossless, CoinImageTests.lossy] {
            for _ in 0..<500 {
                var bytes = head
                for _ in 0..<3 { bytes[Int.random(in: 4..<bytes.count, using: &random)] = .random(in: 0...255) }
                do {
                    let image = try CoinImage(bytes)
                    #expect((1...512).contains(max(image.width, image.height)))
                    accepted += 1
                } catch {
                    rejected += 1
                }
            }
        }
        #expect(accepted > 100 && rejected > 100, "\(accepted) accepted, \(rejected) rejected")
    }

    @Test("Other images are rejected with their reason") func otherImages() {
        func refused(_ bytes: [UInt8], _ why: CoinImage.Refusal) {
            #expect(throws: why) { try CoinImage(bytes) }
        }
        refused(Array("\u{feff}<?xml version='1.0'?>\n<SVG onload='x'>".utf8), .vector)
        refused(Array("GIF89a".utf8), .unknown)
        refused([], .unknown)
        var wide = CoinImageTests.png
        wide[18] = 3
        refused(wide, .tooWide)
        wide[18] = 0
        wide[19] = 0
        refused(wide, .unknown)
        refused(CoinImageTests.png + [UInt8](repeating: 0, count: CoinImage.mostBytes), .tooLarge)
    }
}
