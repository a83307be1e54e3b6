internal import CoinSources
internal import RawInput
package import WorkerProtocol

/// What hosts are asked for images of coins: addresses that data name, so no key goes there, and nothing to a host that is
/// not public.
///
/// What was answered not long ago is not asked again, whatever it was. An answer that is not an image for a page is archived
/// with the reason, so that pages show none of it; that there is none is an answer, so nothing is lacking then.
package struct ImageInquiry: Inquiry {
    package var outcome = FetchOutcome("images")
    package let expected: Int
    package private(set) var first: [String] = []

    package let context: FetchContext
    package let isOfOneSource = false
    private let part: String
    private let isPublicOnly: Bool

    /// An inquiry about images at some addresses, each once, answers to which go to a part of the archive.
    package init(_ addresses: [String], part: String, isPublicOnly: Bool, _ context: FetchContext) {
        expected = addresses.count
        self.part = part
        self.isPublicOnly = isPublicOnly
        self.context = context
        first = addresses.filter { isLacking($0) }
    }

    private mutating func isLacking(_ address: String) -> Bool {
        guard address.hasPrefix("https://") else {
            outcome.note(FetchFailure.address.rawValue, shownAddress(address))
            return false
        }
        guard let entry = context.archive?.cached(address) else { return true }
        outcome.cached += 1
        note(entry.refusal ?? (entry.status == 200 ? nil : "refused"), address)
        return false
    }

    /// The part of an address that says which host is asked.
    private static func host(of address: String) -> String {
        address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
    }

    /// Asks for everything, a worker for each host, one after the other.
    package mutating func run(through transport: Transport? = nil, _ progress: (Int, Int) -> Void = { _, _ in }) throws
    {
        let hosts = Dictionary(grouping: first, by: ImageInquiry.host).sorted { $0.key < $1.key }
        for (_, addresses) in hosts { try ask(addresses, through: transport, progress) }
    }

    package var order: FetchOrder {
        let accept = "Accept: image/png, image/webp, image/jpeg"
        var order = context.order(headers: [accept], after: outcome.cost.requests)
        order.isPublicOnly = isPublicOnly
        return order
    }

    package func target(of address: String) -> FetchOrder.Target { FetchOrder.Target(address: address, attempts: 3) }

    package mutating func take(_ answer: FetchAnswer, to address: String) throws -> Step<String> {
        var reason = AnswerVerdict.refusal(status: answer.status) ?? (answer.status == 200 ? nil : "refused")
        if answer.status == 200 {
            do throws(CoinImage.Refusal) {
                _ = try CoinImage(answer.body)
            } catch {
                reason = error.rawValue
            }
        }
        let host = ImageInquiry.host(of: address).dropFirst("https://".count)
        let folder = "\(part)/\(host.filter { $0.isLetter || $0.isNumber || ".-".contains($0) })"
        // No load reads them, so they lie with what has no figures.
        try context.archive?.keep(answer, to: address, at: context.now, in: folder, reason: reason, isData: false)
        note(reason, address)
        return (.settled, [])
    }

    package mutating func fail(_ address: String, because failure: FetchFailure) -> [String] {
        note(failure.rawValue, address)
        return []
    }

    private mutating func note(_ reason: String?, _ address: String) {
        if reason.map({ CoinImage.Refusal(rawValue: $0) == nil }) ?? false {
            outcome.note(reason ?? "", shownAddress(address))
        } else {
            if let reason { outcome.note(useless: reason, shownAddress(address)) }
            outcome.answered += 1
        }
    }
}
