internal import CoinModel
internal import CoinSources
internal import CoinTables
internal import Foundation
internal import RawInput

/// The images of coins that an archive holds, as `assay fetch images` put them there.
struct CoinPictures {
    private let folder: String
    /// The newest answer of each coin's address, where it is an image.
    private let entries: [String: ArchiveEntry]

    /// The most bytes of images on a page of many coins: the others are shown on the pages of their own.
    static let mostOnAPage = 1 << 20

    /// Those in an archive, given where sources say that images are, by the coins' ids.
    ///
    /// - Throws: `OperationError` when there is no archive, or its index cannot be read.
    init(in folder: String, of addresses: [String: String]) throws {
        guard Archive.exists(in: folder) else {
            let next = "is not an archive; `assay fetch images` makes one, by default the store's name with .answers"
            throw OperationError(.failed, "no-archive", place: folder, next)
        }
        let wanted = Set(addresses.values)
        var newest: [String: ArchiveEntry] = [:]
        for entry in try Archive.entries(in: folder, where: { wanted.contains($0.address) }) {
            newest[entry.address] = entry
        }
        self.folder = folder
        entries = addresses.compactMapValues { newest[$0] }
            .filter { $0.value.status == 200 && $0.value.meaning.isEmpty }
    }

    /// The image of a coin; nil where there is none, or its file is not there or no image any more.
    func picture(of id: String) -> CoinPicture? {
        guard let entry = entries[id] else { return nil }
        do {
            var file = try InputFile(path: "\(folder)/\(entry.file)", decodedLimit: 2 * CoinImage.mostBytes)
            let bytes = try file.readAll(limit: 2 * CoinImage.mostBytes)
            guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else { return nil }
            let body = Array(bytes[end...])
            // What lies in a folder may have been put there by anybody.
            let image = try CoinImage(body)
            return CoinPicture(
                mediaType: image.mediaType,
                base64: Data(body).base64EncodedString(),
                size: (image.width, image.height)
            )
        } catch {
            return nil
        }
    }

    /// The images of coins in their order until those of a page are as many bytes as it may have.
    func pictures(of ids: [String]) -> [String: CoinPicture] {
        var (found, bytes): ([String: CoinPicture], Int) = ([:], 0)
        for id in ids {
            guard let picture = picture(of: id) else { continue }
            bytes += picture.address.utf8.count
            guard bytes <= CoinPictures.mostOnAPage else { break }
            found[id] = picture
        }
        return found
    }
}
