internal import CoinIdentity
internal import CoinModel
internal import CoinPanel
internal import CoinSources
internal import RawInput
internal import WorkerProtocol

/// Asks for the images of coins where the store's sources say that they are, and archives every answer raw.
///
/// No key goes anywhere, and nothing to a host that is not public: data says where images are. What was answered within the maximal age is not asked again, whatever it was. An answer that is no
/// image for a page is archived with a status that says so: pages show none of it.
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
) throws -> ImageReport {
    let addresses = try request.addresses(location)
    var round = ImageRound(request, try ArchiveDesk(request.archive))
    round.report.wanted = addresses.count
    for (_, asked) in Dictionary(grouping: round.unanswered(addresses), by: origin).sorted(by: { $0.key < $1.key }) {
        try round.ask(asked, progress)
    }
    return round.report
}

/// What a fetch of images would ask first, an address a line.
///
/// - Throws: `OperationError` when a coin is not known or no image is.
public func imagesToFetch(_ request: ImageRequest, from location: StoreLocation) throws -> [String] {
    let addresses = try request.addresses(location)
    guard Archive.exists(in: request.archive) else { return addresses.map(shownAddress) }
    var round = ImageRound(request, try ArchiveDesk(request.archive))
    return round.unanswered(addresses).map(shownAddress)
}

extension ImageRequest {
    /// Where the images are, each once, in order.
    fileprivate func addresses(_ location: StoreLocation) throws -> [String] {
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

/// The part of an address that says which host is asked.
private func origin(_ address: String) -> String {
    address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
}

/// A fetch of images under way: a worker for each host, one after the other.
private struct ImageRound {
    var report = ImageReport()
    private let request: ImageRequest
    private let desk: ArchiveDesk

    init(_ request: ImageRequest, _ desk: ArchiveDesk) { (self.request, self.desk) = (request, desk) }

    /// The addresses that were not answered within the maximal age.
    mutating func unanswered(_ addresses: [String]) -> [String] {
        let oldest = request.oldestHeld
        return addresses.filter { address in
            guard address.hasPrefix("https://") else {
                report.outcome.note(FetchFailure.address.rawValue, shownAddress(address))
                return false
            }
            guard let entry = desk.newest(of: address), entry.time > oldest else { return true }
            report.outcome.held += 1
            if let reason = ImageStatus.reason(of: entry.status) {
                report.outcome.note(reason, shownAddress(address))
            } else {
                report.outcome.answered += 1
            }
            return false
        }
    }

    /// Asks one host for all that it has.
    mutating func ask(_ addresses: [String], _ progress: (Int, Int) -> Void) throws {
        var order = request.order(
            addresses.map { FetchOrder.Target(address: $0, attempts: 3) },
            headers: ["Accept: image/png, image/webp, image/jpeg"],
            after: report.outcome.requests
        )
        order.isPublicOnly = !request.asksPrivateHosts
        report.outcome.requests += try Worker(named: "assay-fetch").fetch(order) { message in
            switch message {
            case .answer(let answer): try take(answer, addresses[answer.number])
            case .failure(let number, let failure):
                report.outcome.note(failure.rawValue, shownAddress(addresses[number]))
            default: break
            }
            progress(report.outcome.answered + report.outcome.faults.count, report.wanted)
            return []
        }
    }

    private mutating func take(_ answer: FetchAnswer, _ address: String) throws {
        let status = ImageStatus.meaning(answer)
        let entry = ArchiveEntry(time: request.now.description, address: address, status: status)
        let host = origin(address).dropFirst("https://".count).filter {
            $0.isLetter || $0.isNumber || ".-".contains($0)
        }
        // No load reads them, so they lie with what bears no figures.
        _ = try desk.keep(
            answer.message(status: answer.status),
            as: entry,
            in: "\(ArchivePart.images)/\(host)",
            label: "",
            isData: false
        )
        if let reason = ImageStatus.reason(of: status) {
            report.outcome.note(reason, shownAddress(address))
        } else {
            report.outcome.answered += 1
        }
    }
}

/// What the index of an archive says of an image's answer: 200 of an image that pages can show, else why there is none.
private enum ImageStatus {
    /// HTTP has words for it: content too large, media type not supported, not acceptable, content not processable.
    private static let refusals: [(refusal: CoinImage.Refusal, status: Int)] = [
        (.tooLarge, 413), (.vector, 415), (.unknown, 406), (.tooWide, 422),
    ]

    static func meaning(_ answer: FetchAnswer) -> Int {
        guard answer.status == 200 else { return answer.status }
        do {
            _ = try CoinImage(answer.body)
            return 200
        } catch {
            return refusals.first { $0.refusal == error }?.status ?? 406
        }
    }

    /// Why there is none; nil for an image.
    static func reason(of status: Int) -> String? {
        switch status {
        case 200: nil
        default:
            refusals.first { $0.status == status }?.refusal.rawValue ?? AnswerVerdict.refusal(status: status)
                ?? "refused"
        }
    }
}
