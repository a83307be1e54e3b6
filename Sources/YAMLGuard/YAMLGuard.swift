internal import CYaml

/// What a file may use of YAML, checked event by event before anything is composed: texts, lists and mappings with texts
/// for keys, one document, a few levels deep.
///
/// Anchors and aliases are refused, for a few lines of them unfold to gigabytes, and tags, for nothing here reads them.
public struct YAMLGuard {
    /// The deepest nesting.
    public static let depthLimit = 16

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
    /// - Throws: `YAMLFault` naming line and column of the first thing that may not stand there.
    public static func check(_ bytes: [UInt8]) throws {
        var guarded = YAMLGuard()
        try unsafe bytes.withUnsafeBufferPointer { text in
            // The parser keeps a pointer to itself, so it stays in its place.
            let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
            defer { unsafe parser.deallocate() }
            guard unsafe yaml_parser_initialize(parser) == 1 else {
                throw YAMLFault(reason: "yaml", message: "there is too little memory")
            }
            defer { unsafe yaml_parser_delete(parser) }
            unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
            unsafe yaml_parser_set_input_string(parser, text.baseAddress, text.count)
            while true {
                var event = unsafe yaml_event_t()
                guard unsafe yaml_parser_parse(parser, &event) == 1 else {
                    throw unsafe YAMLFault(parser.pointee, bytes)
                }
                defer { unsafe yaml_event_delete(&event) }
                if unsafe event.type == YAML_STREAM_END_EVENT { return }
                try guarded.take(unsafe Event(event))
            }
        }
    }

    private init() {}

    /// What the parser reports, as values of our own.
    private struct Event {
        let type: yaml_event_type_t
        let mark: yaml_mark_t
        var anchor: String?
        var tag: String?
        var text: String?

        init(_ event: yaml_event_t) {
            type = unsafe event.type
            mark = unsafe event.start_mark
            switch type {
            case YAML_ALIAS_EVENT: anchor = unsafe Event.text(event.data.alias.anchor)
            case YAML_SCALAR_EVENT:
                let scalar = unsafe event.data.scalar
                (anchor, tag) = unsafe (Event.text(scalar.anchor), Event.text(scalar.tag))
                let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
                text = unsafe String(decoding: bytes, as: UTF8.self)
            case YAML_SEQUENCE_START_EVENT:
                let start = unsafe event.data.sequence_start
                (anchor, tag) = unsafe (Event.text(start.anchor), Event.text(start.tag))
            case YAML_MAPPING_START_EVENT:
                let start = unsafe event.data.mapping_start
                (anchor, tag) = unsafe (Event.text(start.anchor), Event.text(start.tag))
            default: break
            }
        }

        private static func text(_ bytes: UnsafeMutablePointer<yaml_char_t>?) -> String? {
            unsafe bytes.map { unsafe String(cString: $0) }
        }
    }

    private mutating func take(_ event: Event) throws {
        if event.type == YAML_DOCUMENT_START_EVENT {
            documents += 1
            if documents > 1 { throw YAMLFault("documents", "begins a second document; keep one", event.mark) }
        }
        if let anchor = event.anchor {
            let (sign, kind) = event.type == YAML_ALIAS_EVENT ? ("*", "an alias") : ("&", "an anchor")
            throw YAMLFault(
                "alias",
                "`\(sign)\(anchor)` is \(kind); write the value out, or quote the text",
                event.mark
            )
        }
        if let tag = event.tag {
            throw YAMLFault("tag", "`\(tag)` is a tag, and none is read; leave it out, or quote the text", event.mark)
        }
        switch event.type {
        case YAML_SCALAR_EVENT: try place(event)
        case YAML_SEQUENCE_START_EVENT: try begin(Collection(isMapping: false), event)
        case YAML_MAPPING_START_EVENT: try begin(Collection(isMapping: true), event)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: open.removeLast()
        default: break
        }
    }

    private mutating func begin(_ collection: Collection, _ event: Event) throws {
        try place(event)
        guard open.count < YAMLGuard.depthLimit else {
            throw YAMLFault("depth", "is nested deeper than \(YAMLGuard.depthLimit) levels", event.mark)
        }
        open.append(collection)
    }

    /// Puts a node into the mapping that it stands in, as a key or a value.
    private mutating func place(_ event: Event) throws {
        guard let last = open.indices.last, open[last].isMapping else { return }
        defer { open[last].expectsKey.toggle() }
        guard open[last].expectsKey else { return }
        guard let text = event.text else { throw YAMLFault("key", "a key has to be a text", event.mark) }
        guard open[last].keys.insert(text).inserted else {
            throw YAMLFault("key", "`\(text)` stands twice; leave one", event.mark)
        }
    }
}

/// What may not stand in a YAML text: a short reason, what and why, and where, from 1 on; no place for the text as a whole.
public struct YAMLFault: Error {
    /// Such as `alias`.
    public let reason: String
    /// What is wrong, and the next step.
    public let message: String
    /// Line and column; nil for the text as a whole.
    public let place: (line: Int, column: Int)?

    fileprivate init(reason: String, message: String, place: (line: Int, column: Int)? = nil) {
        self.reason = reason
        self.message = message
        self.place = place
    }

    fileprivate init(_ reason: String, _ message: String, _ mark: yaml_mark_t) {
        self.init(reason: reason, message: message, place: (Int(mark.line) + 1, Int(mark.column) + 1))
    }

    /// What the parser reports of a text that does not read.
    fileprivate init(_ parser: yaml_parser_t, _ bytes: [UInt8]) {
        let problem = unsafe parser.problem.map { unsafe String(cString: $0) } ?? "does not read"
        guard unsafe parser.error == YAML_READER_ERROR else {
            let context = unsafe parser.context.map { unsafe " " + String(cString: $0) } ?? ""
            let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let line = unsafe Int(parser.problem_mark.line)
            let text = lines.indices.contains(line) ? String(decoding: lines[line], as: UTF8.self) : ""
            let next = text.contains("${") ? "; within [ ] and { } put a parameter in quotes: \"${name}\"" : ""
            unsafe self.init("yaml", "is not YAML: \(problem)\(context)\(next)", parser.problem_mark)
            return
        }
        // The reader of bytes knows no lines yet.
        let before = unsafe bytes.prefix(parser.problem_offset)
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let place = (before.count { $0 == UInt8(ascii: "\n") } + 1, before.count - start + 1)
        self.init(reason: "yaml", message: "is not text in UTF-8: \(problem); save the file as UTF-8", place: place)
    }
}
