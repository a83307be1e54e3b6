internal import CoinFetching
internal import CoinIdentity
internal import CoinModel
internal import CoinPanel
internal import WorkerProtocol

/// Asks for the images of coins where the store's sources say that they are, and archives every answer raw.
///
/// No key goes anywhere, and nothing to a host that is not public: data says where images are. What was answered within the
/// maximal age is not asked again, whatever it was.
///
/// - Parameters:
///   - request: whose images, and under which bounds.
///   - location: the store, which says where they are; nothing is written to it.
///   - progress: takes the number of images done and of all.
/// - Returns: what came of it.
/// - Throws: `OperationError` when a coin is not known, no image is, or nothing can be archived.
public func fetchImages(
    _ request: ImageRequest,
    from location: StoreLocation,
    progress: @escaping (Int, Int) -> Void = { _, _ in }
) throws -> FetchReport {
    var inquiry = try request.inquiry(location, isDry: false)
    try inquiry.run(progress)
    return FetchReport(outcomes: [inquiry.outcome])
}

/// What a fetch of images would ask first, an address a line.
///
/// - Throws: `OperationError` when a coin is not known or no image is.
public func imagesToFetch(_ request: ImageRequest, from location: StoreLocation) throws -> [String] {
    try request.inquiry(location, isDry: true).first.map(shownAddress)
}

extension ImageRequest {
    fileprivate func inquiry(_ location: StoreLocation, isDry: Bool) throws -> ImageInquiry {
        ImageInquiry(
            try addresses(location),
            part: ArchivePart.images,
            isPublicOnly: !asksPrivateHosts,
            try context(isDry: isDry)
        )
    }

    /// Where the images are, each once, in order.
    private func addresses(_ location: StoreLocation) throws -> [String] {
        try location.panel(for: RankRequest()) { panel in
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
    }
}
