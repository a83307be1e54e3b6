internal import CoinModel
internal import Foundation
internal import RawInput

/// The parts of an archive by what is asked of live sources; the other folders in it hold commits.
enum ArchivePart {
    static let (market, coins, global, images) = ("market", "coins", "global", "images")

    /// What of an archive is loaded where one kind of input is asked for.
    ///
    /// A list of coins or details make a universe, so it is loaded only where that is asked for.
    static func isLoaded(_ folder: String, as kind: LoadKind?) -> Bool {
        switch folder {
        case market, global: kind == nil || kind == .market
        case coins: kind == .coins
        default: kind == nil || kind == .commits
        }
    }
}

extension LoadRequest {
    /// The paths with the parts of archives in their places that hold what is asked for.
    var places: [String] {
        paths.flatMap { path in
            guard Archive.exists(in: path) else { return [path] }
            let folder = path.hasSuffix("/") ? path : path + "/"
            let parts = InputList.names(in: path).filter { $0.hasSuffix("/") }.map { String($0.dropLast()) }
            let loaded = parts.filter { ArchivePart.isLoaded($0, as: kind) }
            return loaded.count == parts.count ? [path] : loaded.map { folder + $0 }
        }
    }
}
