internal import CoinModel
internal import CoinSources

/// Why a message has no result, by the codes of JSON-RPC and of the protocol.
struct ProtocolFault: Error {
    enum Code: Int {
        case notJSON = -32700
        case notRequest = -32600
        case unknownMethod = -32601
        case wrongParameters = -32602
        case failed = -32603
        case tooManyCalls = -32000
        case unknownResource = -32002
        case unknownVersion = -32022
    }

    let code: Code
    let message: String
    /// What the code has in addition, in JSON.
    var data: String?
    /// The id of the request, in JSON; null where it has none that can be read.
    var id = JSONText.null

    /// The line that says so.
    var line: String {
        let members = [("code", "\(code.rawValue)"), ("message", JSONText.text(message)), ("data", data)]
        return JSONText.object([("jsonrpc", JSONText.text("2.0")), ("id", id), ("error", JSONText.object(members))])
    }
}

/// What a client asks for.
struct AssistantCall: Sendable {
    /// A value of the arguments of a tool.
    enum Value: Hashable, Sendable {
        case one(JSONValue)
        case list([JSONValue])
    }

    /// The id that the client gave, in JSON.
    let id: String
    let method: String
    /// The version of the protocol that the request itself names; nil in the older manner, which names it once.
    var version: String?
    /// Whether the request says what the client can do.
    var hasCapabilities = false
    /// The version that `initialize` asks for.
    var askedVersion: String?
    /// The name of the tool or the address of the resource.
    var subject: String?
    /// The arguments of the tool by their names; nil where they are not an object.
    var arguments: [String: Value]? = [:]
}

/// What a line of a client means.
enum AssistantMessage {
    case call(AssistantCall)
    /// The request of this id is not wanted any more.
    case cancellation(of: String)
    /// A notification or an answer, with which there is nothing to do.
    case ignored

    private static let meta = "params/_meta/io.modelcontextprotocol~1"

    /// Reads a line.
    ///
    /// - Throws: `ProtocolFault` where it is not a request.
    init(_ line: [UInt8]) throws(ProtocolFault) {
        let document: MessageDocument
        do {
            document = try MessageDocument(line)
        } catch {
            throw ProtocolFault(code: .notJSON, message: "not a JSON document in UTF-8 of at most 64 levels")
        }
        guard line.first(where: { ![9, 13, 32].contains($0) }) == UInt8(ascii: "{") else {
            let message = "not a request; send one JSON object a line, batches are not taken"
            throw ProtocolFault(code: .notRequest, message: message)
        }
        do {
            self = try AssistantMessage.read(document)
        } catch let fault as ProtocolFault {
            throw fault
        } catch {
            throw ProtocolFault(code: .notRequest, message: "not a request: an object or array has over 256 members")
        }
    }

    private static func read(_ document: borrowing MessageDocument) throws -> AssistantMessage {
        let names = Set(try document.names(""))
        let id = AssistantMessage.id(document.value("id"))
        func fault(_ code: ProtocolFault.Code, _ message: String) -> ProtocolFault {
            ProtocolFault(code: code, message: message, id: id ?? JSONText.null)
        }
        guard document.value("jsonrpc") == .text("2.0") else {
            throw fault(.notRequest, #"not a request: it has no "jsonrpc": "2.0""#)
        }
        guard case .text(let method) = document.value("method") else {
            if !names.isDisjoint(with: ["result", "error"]) { return .ignored }
            throw fault(.notRequest, "not a request: it has no method")
        }
        guard names.contains("id") else {
            let cancelled = AssistantMessage.id(document.value("params/requestId"))
            return method == "notifications/cancelled" ? cancelled.map { .cancellation(of: $0) } ?? .ignored : .ignored
        }
        guard let id else { throw fault(.notRequest, "not a request: its id is neither a text nor a whole number") }
        guard [.missing, .container].contains(document.value("params")) else {
            throw fault(.wrongParameters, "params is not an object")
        }
        var call = AssistantCall(id: id, method: method)
        call.version = document.value(meta + "protocolVersion").text
        call.hasCapabilities = document.value(meta + "clientCapabilities") == .container
        call.askedVersion = document.value("params/protocolVersion").text
        call.subject = document.value(method == "resources/read" ? "params/uri" : "params/name").text
        call.arguments = try arguments(document)
        return .call(call)
    }

    private static func arguments(_ document: borrowing MessageDocument) throws -> [String: AssistantCall.Value]? {
        let place = "params/arguments"
        guard document.value(place) == .container else { return document.value(place) == .missing ? [:] : nil }
        var arguments: [String: AssistantCall.Value] = [:]
        for name in try document.names(place) {
            // How names with these two stand in a path.
            let path = "\(place)/\(name.replacing("~", with: "~0").replacing("/", with: "~1"))"
            let list = try document.values(path)
            arguments[name] = list.isEmpty ? .one(document.value(path)) : .list(list)
        }
        return try arguments.isEmpty && !document.values(place).isEmpty ? nil : arguments
    }

    /// An id in JSON; nil for what is neither a text nor a whole number that a double holds.
    private static func id(_ value: JSONValue) -> String? {
        switch value {
        case .text(let text): JSONText.text(text)
        case .number(let number) where abs(number) <= 0x1p53: Int(exactly: number).map(String.init)
        default: nil
        }
    }
}

extension JSONValue {
    /// The text; nil for any other value.
    fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
}
