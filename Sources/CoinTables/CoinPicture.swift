/// A coin's image as a page holds it: as data, so that nothing is asked for when the page is opened.
public struct CoinPicture: Sendable {
    /// The address that holds the image: `data:image/png;base64,…`.
    public let address: String
    /// Pixels from left to right, and from top to bottom, as it is; from 1.
    public let size: (width: Int, height: Int)

    /// An image by its media type and its bytes in base64.
    public init(mediaType: String, base64: String, size: (width: Int, height: Int)) {
        address = "data:\(mediaType);base64,\(base64)"
        self.size = size
    }

    /// Its size when it is shown within a square of so many pixels.
    public func size(within side: Int) -> (width: Int, height: Int) {
        let longest = max(size.width, size.height, 1)
        return (max(1, size.width * side / longest), max(1, size.height * side / longest))
    }
}
