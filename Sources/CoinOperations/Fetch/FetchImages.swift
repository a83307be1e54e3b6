internal import CoinFetching
internal import CoinIdentity
internal import CoinModel
internal import CoinPanel

extension FetchRequest {
    /// What hosts are asked for images of coins, where the store's sources say that they are.
    ///
    /// No key goes anywhere, and nothing to a host that is not public: data says where images are.
    ///
    /// - Throws: `OperationError` when a coin is not known or no image is.
    func images(
        of coins: [String],
        _ asksPrivateHosts: Bool,
        _ location: StoreLocation,
        isDry: Bool
    ) throws -> ImageInquiry {
        let addresses = try location.panel(for: RankRequest()) { panel in
            let known = try panel.imageAddresses(upTo: nil)
            let universe = panel.resolution(at: nil).universe
            let ids = try coins.map { universe.coins[try oneCoin($0, universe)].id }
            let wanted = ids.isEmpty ? Array(known.values) : ids.compactMap { known[$0] }
            guard !wanted.isEmpty else {
                let next = "load a market list or the details of coins of a source that names images"
                let place = ids.isEmpty ? location.path : ids.joined(separator: ", ")
                throw OperationError(.nothingSelected, "no-images", place: place, "has no image's address; \(next)")
            }
            return Set(wanted).sorted()
        }
        let context = try context(isDry: isDry)
        return ImageInquiry(addresses, part: ArchivePart.images, isPublicOnly: !asksPrivateHosts, context)
    }
}
