public import CoinModel

/// The overview on a ranking's page: its moment, figures of all coins with their history, and where it leads.
public struct Overview: Sendable {
    /// The moment up to which facts entered: a date, or an instant.
    public let asOf: AsOf
    /// Figures of all coins together, with what they were.
    public var tiles: [PageTile] = []
    /// What the states of coins mean, the most lively first.
    public var states: [(name: String, meaning: String)] = []
    /// The images of coins by their ids; empty where none are shown.
    public var pictures: [String: CoinPicture] = [:]
    /// Files of the same folder that hold the same ranking.
    public var files: [String] = []

    /// The overview of a ranking as of a moment.
    public init(asOf: AsOf) { self.asOf = asOf }

    /// The least share of draws in which a coin is among the best that makes it probably one of them.
    public static let leastTop = 0.5

    /// How many coins are the best of some ranked ones: a fifth of them, ten from 50 on.
    public static func bestCount(ofRanked count: Int) -> Int { min(10, count / 5) }

    /// A probability in whole percent: never 0 or 100 for what is only near them, and never more than it is.
    public static func chance(_ share: Double) -> String {
        let whole = Int((100 * share).rounded(.down))
        return whole < 1 ? "under 1 %" : whole > 98 && share > 0.99 ? "over 99 %" : "\(whole) %"
    }
}

/// That the rows of a table are facts of a time each, newest first, which a page lists by day and an Atom file by entry.
///
/// The columns `when`, `kind`, `coin_id`, `symbol`, `name` and `what` say what each is.
public struct Timeline: Sendable {
    /// What it is a timeline of, the same at every making, however far it reaches.
    public let title: String
    /// The moment that it reaches up to.
    public let asOf: AsOf

    /// A timeline up to a moment.
    public init(_ title: String, asOf: AsOf) { (self.title, self.asOf) = (title, asOf) }
}

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
