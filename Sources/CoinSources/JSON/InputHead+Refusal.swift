internal import CoinModel

/// Inputs that hold nothing to load, whatever reader is asked.
extension InputHead {
    /// Finds out why the input holds nothing to load.
    ///
    /// Nothing or no text in it, an answer that came too early or went wrong, or data of a known kind that is not
    /// loaded. Status and body both count: error bodies come with status 200, and error statuses with any body.
    func findRefusal() -> SourceError? {
        if isEmptyRepository { return nil }
        if let answer, let refusal = refusal(of: answer) { return refusal }
        switch shape {
        case .empty: return SourceError("empty", detail: "is empty; fetch it again")
        case .binary:
            let detail = "is not text; name a CSV or JSON file, plain, gzip or zstd"
            return UnsupportedFormat.match(binary: bytes)?.refusal ?? SourceError("binary", detail: detail)
        case .text(let sketch):
            let detail = "is an HTTP answer whose body is not JSON; keep the body alone"
            return answer == nil
                ? UnsupportedFormat.match(sketch, bytes)?.refusal : SourceError("unsupported", detail: detail)
        case .json(let sketch):
            if sketch.paths.isEmpty { return emptyDocument(sketch) }
            // What errors beside a history leave of it is its reader's to say.
            return sketch.shows([GitHubHistoryAnswer.shows])
                ? nil : errorBody(sketch) ?? UnsupportedFormat.match(sketch)?.refusal
        }
    }

    private func refusal(of answer: HTTPAnswer) -> SourceError? {
        let status = answer.status
        switch status {
        case 200: return nil
        case 202: return InputHead.notReady
        case 204:
            return SourceError("empty", detail: "is an answer without content (HTTP 204): an empty repository")
        case 304:
            let detail = "says that nothing changed (HTTP 304); load the stored answer"
            return SourceError("not-modified", detail: detail)
        case 301, 302, 307, 308:
            return SourceError("moved", detail: "names a new address (HTTP \(status)); fetch that and load its answer")
        case 403 where answer.isThrottled || InputHead.isThrottling(text), 429:
            return InputHead.rateLimited("HTTP \(status)")
        default:
            let step = status >= 500 ? "fetch it again later" : "correct the request and fetch it again"
            return SourceError("source-error", detail: "is a failure (HTTP \(status)\(quotedMessage)); \(step)")
        }
    }

    private func emptyDocument(_ sketch: JSONSketch) -> SourceError? {
        // A cut or malformed document shows nothing either: only a whole one is empty.
        guard document({ _ in true }) ?? false else { return nil }
        let detail = "is an empty list, as behind a last page: there is nothing to load"
        return sketch.isArray ? SourceError("empty", detail: detail) : InputHead.notReady
    }

    /// What a source says went wrong in a body of its own making.
    private func errorBody(_ sketch: JSONSketch) -> SourceError? {
        let names = sketch.names(below: "")
        guard !sketch.isArray, !names.isDisjoint(with: ["status", "error", "errors", "Response", "Err", "message"]),
            let (message, code) = document({ InputHead.error(in: $0, names) }) ?? nil
        else { return nil }
        let said = [message, code].filter { !$0.isEmpty }.map(InputHead.printable).joined(separator: ", code ")
        if InputHead.isThrottling(message) || InputHead.throttlingCodes.contains(code) {
            return InputHead.rateLimited(said)
        }
        switch message {
        case "Moved Permanently":
            return SourceError("moved", detail: "names a new address (\(said)); fetch that and load its answer")
        case "Git Repository is empty.":
            let detail = "is the answer for a repository without commits: there is nothing to load"
            return SourceError("empty", detail: detail)
        default:
            let detail = "is an error of the source (\(said)); correct the request and fetch it again"
            return SourceError("source-error", detail: detail)
        }
    }

    /// The message and code of an error body, in each source's shape; nil when the body is none.
    static func error(in document: borrowing JSONDocument, _ names: Set<Substring>)
        -> (message: String, code: String)?
    {
        for place in ["status", "error/status"] {
            let code = text(document[place + "/error_code"])
            if !["", "0"].contains(code) { return (text(document[place + "/error_message"]), code) }
        }
        if document["Response"] == .text("Error") { return (text(document["Message"]), text(document["Type"])) }
        if let message = document.text("error") { return (message, "") }
        if let message = document.text("error/message") { return (message, text(document["error/type"])) }
        if let message = document.text("error/info") { return (message, text(document["error/code"])) }
        if let message = document.text("errors/0/message") { return (message, text(document["errors/0/type"])) }
        let (message, type) = (document["Err/message"], document["Err/type"])
        if message != .missing || type != .missing { return (text(message), text(type)) }
        let isAlone = names.isSubset(of: ["message", "documentation_url", "url", "status", "errors"])
        return isAlone ? document.text("message").map { ($0, "") } : nil
    }

    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .text(let text): text
        case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
        default: ""
        }
    }

    /// CoinGecko's and CoinMarketCap's codes, and CryptoCompare's type, of a limit that was passed.
    private static let throttlingCodes: Set<String> = ["429", "1008", "1009", "1010", "1011", "99"]

    private static func isThrottling(_ message: String) -> Bool {
        let words = message.lowercased()
        return ["rate limit", "abuse detection", "request limit"].contains { words.contains($0) }
    }

    private static let notReady = SourceError(
        "not-ready",
        detail: "is the answer of a source that is still computing; ask again later, it never means zero"
    )

    private static func rateLimited(_ said: String) -> SourceError {
        SourceError("rate-limited", detail: "is a refusal for too many requests (\(said)); fetch it again later")
    }

    /// Whether it is GitHub's answer that a repository has no commits yet: a statement, not a failure.
    var isEmptyRepository: Bool { answer?.status == 409 && text.contains("Git Repository is empty") }

    private var text: String { String(decoding: bytes.prefix(4096), as: UTF8.self) }

    /// The message of a failure's body, for a sentence.
    private var quotedMessage: String {
        let names = sketch?.names(below: "") ?? []
        let message = (document { InputHead.error(in: $0, names) } ?? nil)?.message ?? ""
        return message.isEmpty ? "" : ", " + InputHead.printable(message)
    }

    /// A short piece of a source's text without control characters.
    static func printable(_ message: String) -> String {
        let shown = message.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f }
        return String(String.UnicodeScalarView(shown.prefix(160)))
    }

    /// What the whole document holds, when the head is all of it and it is one.
    private func document<Value>(_ read: (borrowing JSONDocument) -> Value) -> Value? {
        guard start + bytes.count < InputHead.length else { return nil }
        do {
            return read(try JSONDocument(bytes))
        } catch {
            // Reading the input will name the fault; here it only means that this is not an error body.
            return nil
        }
    }
}
