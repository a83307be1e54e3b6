internal import CoinModel

/// A tool that an assistant can call: what it is for, what it takes and how it is run.
struct AssistantTool: Sendable {
    let name: String
    let title: String
    let description: String
    let arguments: [AssistantArgument]
    let isPaged: Bool
    /// What it answers; the last parameter says whether the answer is not wanted any more.
    let answer: @Sendable (AssistantArguments, AssistantContext, @escaping Cancellation) throws -> AssistantAnswer

    typealias Cancellation = @Sendable () -> Bool

    init(
        _ name: String,
        _ title: String,
        _ description: String,
        _ arguments: [AssistantArgument],
        isPaged: Bool = false,
        answer:
            @escaping @Sendable (AssistantArguments, AssistantContext, @escaping Cancellation) throws ->
            AssistantAnswer
    ) {
        (self.name, self.title, self.description) = (name, title, description)
        (self.arguments, self.isPaged, self.answer) = (arguments, isPaged, answer)
    }

    /// Its description for clients.
    var listing: String {
        let needed = arguments.filter(\.isNeeded).map(\.name)
        let input = JSONText.object([
            ("type", JSONText.text("object")),
            ("properties", JSONText.object(arguments.map { ($0.name, $0.schema as String?) })),
            ("required", JSONText.texts(needed)), ("additionalProperties", "false"),
        ])
        let hints = JSONText.object([
            ("readOnlyHint", "true"), ("destructiveHint", "false"), ("idempotentHint", "true"),
            ("openWorldHint", "false"),
        ])
        return JSONText.object([
            ("name", JSONText.text(name)), ("title", JSONText.text(title)),
            ("description", JSONText.text(description)), ("inputSchema", input),
            ("outputSchema", AssistantAnswer.schema(isPaged: isPaged)), ("annotations", hints),
        ])
    }

    /// The result of a call, an error of the operation among them, which the assistant can read and act on.
    func result(of call: AssistantCall, _ context: AssistantContext, isCancelled: @escaping Cancellation)
        -> [(name: String, value: String?)]
    {
        do {
            guard let given = call.arguments else {
                throw OperationError(.usage, "bad-argument", place: "arguments", "takes an object")
            }
            let read = try AssistantArguments(given, of: arguments)
            try context.checkFiles()
            let content = try answer(read, context, isCancelled).content()
            return AssistantTool.result(content, structured: content, isError: false)
        } catch {
            return AssistantTool.failure(OperationError(error))
        }
    }

    /// The result of a call that failed.
    static func failure(_ error: OperationError) -> [(name: String, value: String?)] {
        result(error.diagnostic.quotable(.error).line, structured: nil, isError: true)
    }

    private static func result(_ text: String, structured: String?, isError: Bool) -> [(name: String, value: String?)] {
        let content = JSONText.object([("type", JSONText.text("text")), ("text", JSONText.text(text))])
        return [("content", JSONText.list([content])), ("structuredContent", structured), ("isError", "\(isError)")]
    }
}
