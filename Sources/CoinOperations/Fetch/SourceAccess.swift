internal import CoinModel
internal import CoinSources
internal import Foundation
internal import RawInput
internal import WorkerProtocol

/// What live sources know us by, and where they are; no description shows a key.
public struct SourceAccess: Sendable {
    private var keys: [String: Secret] = [:]
    /// Why the key or the plan of a source cannot be used, by the variable of its key: others are asked all the same.
    private var faults: [String: OperationError] = [:]
    private var bases: [String: String] = [:]
    private var isPaid = false
    /// Where the person who asks can be reached; empty where it is not stated.
    private var contact = ""
    /// The address of GitHub's API, and the token for it; empty for none.
    private(set) var api = publicAPI
    private(set) var token = Secret("")

    /// The address of GitHub's public API.
    public static let publicAPI = GitHubInquiry.publicAPI
    /// Whether CoinGecko's key is one of a paid plan: `pro`.
    private static let planName = "COINGECKO_API_PLAN"
    private static let lengths = 8...512
    /// The variable of what is said to sources that want to know that.
    private static let contactName = "ASSAY_CONTACT"
    /// The sources that may lie elsewhere.
    private static let sources = MarketSource.all + UseQuestion.allCases.flatMap(MarketSource.sources)

    /// The public access.
    public init() {}

    /// The keys of a file that only its owner may read, lines `NAME=key`, else those of the environment, and the places
    /// `SOURCE=https://…` that stand for the documented ones.
    ///
    /// What is not a key is kept as the reason for which its source is not asked.
    ///
    /// - Throws: `OperationError` when others may read the file, or something is no place.
    public init(environment: [String: String], file: String?, bases texts: [String]) throws {
        var values = environment
        if let file { values.merge(try SourceAccess.lines(of: file)) { _, new in new } }
        for name in MarketSource.all.map(\.keyName) {
            let key = values[name]?.trimmingCharacters(in: .whitespaces) ?? ""
            guard !key.isEmpty else { continue }
            guard SourceAccess.isPlain(key), SourceAccess.lengths.contains(key.utf8.count) else {
                let form = "is not a key: write 8 to 512 letters, digits and signs, or unset it"
                faults[name] = OperationError(.usage, "bad-key", place: name, form)
                continue
            }
            keys[name] = Secret(key)
        }
        let plan = values[SourceAccess.planName] ?? ""
        if !["", "demo", "pro"].contains(plan) {
            let what = "is neither demo nor pro; correct or unset it"
            faults["COINGECKO_API_KEY"] = OperationError(.usage, "bad-plan", place: SourceAccess.planName, what)
        }
        isPaid = plan == "pro"
        contact = values[SourceAccess.contactName]?.trimmingCharacters(in: .whitespaces) ?? ""
        for text in texts { try takeBase(text) }
    }

    /// Access to GitHub's API by the token of the environment's `GITHUB_TOKEN`, else of a file that only its owner may read,
    /// else none.
    ///
    /// - Throws: `OperationError` when others may read the file, or the token is none.
    public init(gitHub api: String, token variable: String?, file: String?) throws {
        self.api = api
        var text = variable ?? ""
        if let file, text.isEmpty { text = try SecretFile.text(of: file, limit: 2 * SourceAccess.lengths.upperBound) }
        let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard SourceAccess.isPlain(token), token.utf8.count <= SourceAccess.lengths.upperBound else {
            let next = "the file contains no token; create one at https://github.com/settings/tokens"
            throw OperationError(.usage, "bad-token", place: file ?? "GITHUB_TOKEN", next)
        }
        self.token = Secret(token)
    }

    private static func isPlain(_ key: String) -> Bool { key.utf8.allSatisfy { (0x21...0x7e).contains($0) } }

    private mutating func takeBase(_ text: String) throws {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let source = SourceAccess.sources.first(where: { $0.id == parts[0] }) else {
            let known = SourceAccess.sources.map(\.id).joined(separator: ", ")
            throw OperationError(.usage, "bad-base", place: "--base", "takes SOURCE=https://…, of \(known)")
        }
        let address = parts[1]
        guard let url = URLComponents(string: address, encodingInvalidCharacters: false), url.scheme == "https",
            url.host?.isEmpty == false, url.user == nil, url.password == nil, url.query == nil, url.fragment == nil
        else {
            let next = "keys travel encrypted or not at all: write https://HOST/PATH without a name, ? or #"
            throw OperationError(.usage, "bad-base", place: "--base \(source.id)", "is not an https address; \(next)")
        }
        // It answers random numbers as if they were true.
        guard url.host != "sandbox-api.coinmarketcap.com" else {
            let next = "answers with random numbers; use the documented address"
            throw OperationError(.usage, "bad-base", place: "--base \(source.id)", next)
        }
        bases[source.id] = String(address.reversed().drop { $0 == "/" }.reversed())
    }

    private static func lines(of file: String) throws -> [String: String] {
        let text = try SecretFile.text(of: file, limit: 1 << 16)
        var values: [String: String] = [:]
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.isEmpty || line.hasPrefix("#") { continue }
            let parts = line.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2 else {
                throw OperationError(.usage, "bad-key-file", place: "\(file):\(index + 1)", "is not a line NAME=key")
            }
            values[parts[0]] = parts[1]
        }
        return values
    }

    typealias Plan = (plan: SourcePlan, key: Secret)

    /// What a source gives, and the key for it.
    ///
    /// - Throws: `OperationError` when its key is none, or it gives nothing to those without one.
    func plan(of source: MarketSource) throws -> Plan {
        if let fault = faults[source.keyName] { throw fault }
        let key = keys[source.keyName] ?? Secret("")
        let base = bases[source.id]
        guard var plan = source.plan((hasKey: !key.isEmpty, base: base, isPaid: isPaid)) else {
            throw keyNeeded(by: source)
        }
        if source.wantsContact { plan.agent = "assay (\(try contact(for: source)))" }
        return (plan, key)
    }

    /// Where the person who asks can be reached.
    ///
    /// - Throws: `OperationError` where it is not stated, or it is not an address.
    private func contact(for source: MarketSource) throws -> String {
        let name = SourceAccess.contactName
        guard !contact.isEmpty else {
            let next = "wants to know how you can be reached; set \(name) to your mail address or page"
            throw OperationError(.usage, "contact-needed", place: source.id, next)
        }
        guard SourceAccess.isPlain(contact), SourceAccess.lengths.contains(contact.utf8.count),
            contact.contains(where: { "@/".contains($0) })
        else {
            let what = "is neither a mail address nor a page: write 8 to 512 letters, digits and signs"
            throw OperationError(.usage, "bad-contact", place: name, what)
        }
        return contact
    }

    /// Why a source cannot be asked without a key.
    func keyNeeded(by source: MarketSource) -> OperationError {
        let why = source.keyNote.isEmpty ? "" : " (\(source.keyNote))"
        let next = "requires a key\(why); set \(source.keyName), or name a --key-file with it"
        return OperationError(.usage, "key-needed", place: source.id, next)
    }
}
