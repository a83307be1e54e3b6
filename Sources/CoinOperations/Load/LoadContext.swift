internal import CoinModel

/// What an input's meaning depends on beside its bytes, as one text in the ledger:
/// `quote=usd observed-at=2024-03-25 coin=bitcoin repo=a/b tip=…
/// ecosystems=DIGEST@PATH name=folder/stem`, without the parts that were not said.
extension LoadRequest {
    /// The text for an input of this request.
    ///
    /// - Parameter name: folder and stem of the file, where its format reads them.
    /// - Returns: the text.
    func context(name: String?) -> String {
        var parts = ["quote=\(quote)"]
        if let observedAt { parts.append("observed-at=\(observedAt)") }
        if let coin { parts.append("coin=\(coin)") }
        if let repository { parts.append("repo=\(repository.key)") }
        if let tip { parts.append("tip=\(tip)") }
        if let ecosystems { parts.append("ecosystems=\(ecosystems)") }
        if let property { parts.append("property=\(property.rawValue)") }
        if let name { parts.append("name=\(name)") }
        return parts.joined(separator: " ")
    }

    /// The request that loads files again as the ledger tells; nil when the text is none of `context`'s.
    init?(context: String, kind: LoadKind, paths: [String], acceptedAt: Instant) {
        self.init(kind: kind, paths: paths, now: acceptedAt)
        // The name comes last and may hold anything, so it goes first.
        var rest = context[...]
        var name: String?
        if let range = rest.firstRange(of: " name=") {
            name = String(rest[range.upperBound...])
            rest = rest[..<range.lowerBound]
        }
        func take(_ key: String) -> String? {
            guard let range = rest.firstRange(of: " \(key)=") else { return nil }
            defer { rest = rest[..<range.lowerBound] }
            return String(rest[range.upperBound...])
        }
        if let text = take("property") { property = SearchProperty(rawValue: text) }
        if let text = take("ecosystems") { ecosystems = EcosystemsFile(ledger: text[...]) }
        tip = take("tip")
        if let text = take("repo") { repository = RepositoryName(text) }
        coin = take("coin")
        if let text = take("observed-at") { observedAt = AsOf(text) }
        guard rest.hasPrefix("quote=") else { return nil }
        quote = String(rest.dropFirst("quote=".count))
        guard self.context(name: name) == context else { return nil }
    }
}
