internal import CYaml
internal import CoinOperations

/// What a file may use of YAML, checked event by event before anything is composed: texts, lists and mappings with texts
/// for keys, one document, a few levels deep.
///
/// Anchors and aliases are refused, for a few lines of them unfold to gigabytes, and tags, for nothing here reads them.
struct YAMLEvents {
    /// The deepest nesting.
    static let depthLimit = 16

    private let source: YAMLSource
    private var documents = 0
    private var open: [Collection] = []

    /// A list or mapping that has begun.
    private struct Collection {
        let isMapping: Bool
        var expectsKey = true
        var keys: Set<String> = []
    }

    /// Checks a whole text of one byte at least.
    ///
    /// - Throws: `OperationError` naming line and column of the first thing that may not stand there.
    static func check(_ bytes: [UInt8], _ source: YAMLSource) throws {
        var events = YAMLEvents(source: source)
        try bytes.withUnsafeBufferPointer { text in
            // The parser keeps a pointer to itself, so it stays in its place.
            let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
            defer { parser.deallocate() }
            guard yaml_parser_initialize(parser) == 1 else { throw source.error("yaml", "there is too little memory") }
            defer { yaml_parser_delete(parser) }
            yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
            yaml_parser_set_input_string(parser, text.baseAddress, text.count)
            while true {
                var event = yaml_event_t()
                guard yaml_parser_parse(parser, &event) == 1 else { throw source.error(parser.pointee, bytes) }
                defer { yaml_event_delete(&event) }
                if event.type == YAML_STREAM_END_EVENT { return }
                try events.take(event)
            }
        }
    }

    private init(source: YAMLSource) {
        self.source = source
    }

    private mutating func take(_ event: yaml_event_t) throws {
        switch event.type {
        case YAML_DOCUMENT_START_EVENT:
            documents += 1
            if documents > 1 { throw source.error("documents", "begins a second document; keep one", event.start_mark) }
        case YAML_ALIAS_EVENT: throw alias(event.data.alias.anchor, "*", event)
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            try checkProperties(scalar.anchor, scalar.tag, event)
            let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            try place(event, text: String(decoding: bytes, as: UTF8.self))
        case YAML_SEQUENCE_START_EVENT:
            try checkProperties(event.data.sequence_start.anchor, event.data.sequence_start.tag, event)
            try begin(Collection(isMapping: false), event)
        case YAML_MAPPING_START_EVENT:
            try checkProperties(event.data.mapping_start.anchor, event.data.mapping_start.tag, event)
            try begin(Collection(isMapping: true), event)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: open.removeLast()
        default: break
        }
    }

    private func checkProperties(
        _ anchor: UnsafeMutablePointer<yaml_char_t>?,
        _ tag: UnsafeMutablePointer<yaml_char_t>?,
        _ event: yaml_event_t
    ) throws {
        if let anchor { throw alias(anchor, "&", event) }
        if let tag {
            let message = "`\(String(cString: tag))` is a tag, and none is read; leave it out, or quote the text"
            throw source.error("tag", message, event.start_mark)
        }
    }

    private func alias(_ name: UnsafeMutablePointer<yaml_char_t>, _ sign: String, _ event: yaml_event_t) -> any Error {
        let kind = sign == "&" ? "an anchor" : "an alias"
        let message = "`\(sign)\(String(cString: name))` is \(kind); write the value out, or quote the text"
        return source.error("alias", message, event.start_mark)
    }

    private mutating func begin(_ collection: Collection, _ event: yaml_event_t) throws {
        try place(event, text: nil)
        guard open.count < YAMLEvents.depthLimit else {
            throw source.error("depth", "is nested deeper than \(YAMLEvents.depthLimit) levels", event.start_mark)
        }
        open.append(collection)
    }

    /// Puts a node into the mapping that it stands in, as a key or a value.
    private mutating func place(_ event: yaml_event_t, text: String?) throws {
        guard let last = open.indices.last, open[last].isMapping else { return }
        defer { open[last].expectsKey.toggle() }
        guard open[last].expectsKey else { return }
        guard let text else { throw source.error("key", "a key has to be a text", event.start_mark) }
        guard open[last].keys.insert(text).inserted else {
            throw source.error("key", "`\(text)` stands twice; leave one", event.start_mark)
        }
    }
}

/// A file that is read as YAML: its path, and what its errors are called by.
struct YAMLSource {
    /// What it holds, as `definition`.
    let kind: String
    /// The file.
    let path: String

    /// An error about the whole of it.
    func error(_ name: String, _ message: String) -> OperationError {
        OperationError(.usage, "\(kind)-\(name)", place: path, message)
    }

    fileprivate func error(_ name: String, _ message: String, _ mark: yaml_mark_t) -> OperationError {
        OperationError(.usage, "\(kind)-\(name)", place: "\(path):\(mark.line + 1):\(mark.column + 1)", message)
    }

    /// What the parser reports of a text that does not read.
    fileprivate func error(_ parser: yaml_parser_t, _ bytes: [UInt8]) -> OperationError {
        let problem = parser.problem.map { String(cString: $0) } ?? "does not read"
        guard parser.error == YAML_READER_ERROR else {
            let context = parser.context.map { " " + String(cString: $0) } ?? ""
            let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let line = Int(parser.problem_mark.line)
            let text = lines.indices.contains(line) ? String(decoding: lines[line], as: UTF8.self) : ""
            let next = text.contains("${") ? "; within [ ] and { } put a parameter in quotes: \"${name}\"" : ""
            return error("yaml", "is not YAML: \(problem)\(context)\(next)", parser.problem_mark)
        }
        // The reader of bytes knows no lines yet.
        let before = bytes.prefix(parser.problem_offset)
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let (line, column) = (before.count { $0 == UInt8(ascii: "\n") } + 1, before.count - start + 1)
        let next = "is not text in UTF-8: \(problem); save the file as UTF-8"
        return OperationError(.usage, "\(kind)-yaml", place: "\(path):\(line):\(column)", next)
    }
}
