internal import CoinModel

/// The Model Context Protocol, in both of its manners: one in which each request names its version, and the older one that
/// begins with a handshake.
///
/// This is the only place that knows methods, versions and the form of results.
struct AssistantProtocol: Sendable {
    private typealias Members = [(name: String, value: String?)]

    private let context: AssistantContext
    private let tools: [AssistantTool]

    /// The versions that requests name themselves, and those of the handshake, the newest first.
    private static let versions = ["2026-07-28"]
    private static let handshakes = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

    /// How long a client may keep what does not depend on the store, in milliseconds.
    private static let listLifetime = 3_600_000

    private static let instructions = """
        Read-only figures of crypto coins from one store: rankings by developer activity, market data, evidence. They are not \
        advice. \(AssistantTool.caution) null is missing, never 0. assay://columns explains the columns, assay://tables names \
        the tables for SQL, assay://about says what the store has.
        """

    private static let server = JSONText.object([
        ("name", JSONText.text("assay")), ("version", JSONText.text(AssayVersion.current)),
    ])

    private static let capabilities = JSONText.object([("tools", "{}"), ("resources", "{}")])

    init(_ context: AssistantContext) {
        self.context = context
        tools = AssistantTool.all(context)
    }

    /// Whether a call takes work, and so waits for those before it.
    static func takesWork(_ call: AssistantCall) -> Bool { ["tools/call", "resources/read"].contains(call.method) }

    /// The line that answers a call.
    func line(answering call: AssistantCall, isCancelled: @escaping @Sendable () -> Bool = { false }) -> String {
        do {
            try check(call)
            return AssistantProtocol.line(try result(of: call, isCancelled), of: call)
        } catch var fault as ProtocolFault {
            fault.id = call.id
            return fault.line
        } catch {
            return AssistantProtocol.line(failing: call, OperationError(error))
        }
    }

    /// The line that answers a call whose work failed: of a tool a result that says so, else an error.
    static func line(failing call: AssistantCall, _ error: OperationError) -> String {
        if call.method == "tools/call" { return line(AssistantTool.failure(error), of: call) }
        return ProtocolFault(code: .failed, message: error.diagnostic.quotable(.error).line, id: call.id).line
    }

    private static func line(_ result: Members, of call: AssistantCall) -> String {
        let own: Members = [
            ("resultType", JSONText.text("complete")),
            ("_meta", JSONText.object([("io.modelcontextprotocol/serverInfo", server)])),
        ]
        let whole = JSONText.object(call.version == nil ? result : result + own)
        return JSONText.object([("jsonrpc", JSONText.text("2.0")), ("id", call.id), ("result", whole)])
    }

    private func check(_ call: AssistantCall) throws(ProtocolFault) {
        guard let version = call.version else { return }
        guard AssistantProtocol.versions.contains(version) else {
            let supported = JSONText.texts(AssistantProtocol.versions + AssistantProtocol.handshakes)
            throw ProtocolFault(
                code: .unknownVersion,
                message: "unknown version of the protocol",
                data: JSONText.object([("supported", supported), ("requested", JSONText.text(version))])
            )
        }
        guard call.hasCapabilities else {
            throw ProtocolFault(code: .wrongParameters, message: "_meta has no clientCapabilities")
        }
    }

    private func result(of call: AssistantCall, _ isCancelled: @escaping @Sendable () -> Bool) throws -> Members {
        switch call.method {
        case "server/discover":
            let versions = JSONText.texts(AssistantProtocol.versions + AssistantProtocol.handshakes)
            return cached([("supportedVersions", versions)] + AssistantProtocol.introduction, of: call)
        case "initialize" where call.version == nil:
            let versions = AssistantProtocol.handshakes
            let version = versions.first { $0 == call.askedVersion } ?? versions[0]
            return [("protocolVersion", JSONText.text(version)), ("serverInfo", AssistantProtocol.server)]
                + AssistantProtocol.introduction
        case "ping" where call.version == nil: return []
        case "tools/list": return cached([("tools", JSONText.list(tools.map(\.listing)))], of: call)
        case "tools/call":
            guard let tool = tools.first(where: { $0.name == call.subject }) else {
                throw unknown("tool", call.subject, among: tools.map(\.name))
            }
            return tool.result(of: call, context, isCancelled: isCancelled)
        case "resources/list":
            return cached([("resources", JSONText.list(AssistantResource.all.map(\.listing)))], of: call)
        case "resources/templates/list": return cached([("resourceTemplates", JSONText.list([]))], of: call)
        case "resources/read":
            let all = AssistantResource.all
            guard let resource = all.first(where: { $0.address == call.subject }) else {
                let code = call.version == nil ? ProtocolFault.Code.unknownResource : .wrongParameters
                throw unknown("resource", call.subject, among: all.map(\.address), code)
            }
            return cached(try resource.result(context), lifetime: 0, "private", of: call)
        default: throw ProtocolFault(code: .unknownMethod, message: "unknown method")
        }
    }

    private static let introduction: Members = [
        ("capabilities", capabilities), ("instructions", JSONText.text(instructions)),
    ]

    /// A result with how long it holds, and for whom; the older manner has no place for that.
    private func cached(
        _ result: Members,
        lifetime: Int = AssistantProtocol.listLifetime,
        _ scope: String = "public",
        of call: AssistantCall
    ) -> Members {
        guard call.version != nil else { return result }
        return result + [("ttlMs", "\(lifetime)"), ("cacheScope", JSONText.text(scope))]
    }

    private func unknown(
        _ kind: String,
        _ name: String?,
        among names: [String],
        _ code: ProtocolFault.Code = .wrongParameters
    ) -> ProtocolFault {
        let next = "there are: \(names.joined(separator: ", "))"
        let typed = (name ?? "").visible.shortened(to: 80)
        return ProtocolFault(code: code, message: CoinModel.unknown(kind, typed, among: names, else: next))
    }
}
