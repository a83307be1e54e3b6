internal import CoinModel
internal import RawInput

/// Electric Capital's export: a line of JSON for each repository of each ecosystem and of each path to one below it.
///
/// It is read as it streams by. Memory holds a chunk, the names of the ecosystems, and the repositories asked about.
struct EcosystemExport: SourceReader {
    let id = "ecosystem-export"
    let dependsOnEcosystems = true
    let kind = LoadKind.coins
    let title = "Electric Capital's export of ecosystems; with --ecosystems (JSON lines)"

    private static let lineLimit = 1 << 20

    func dependsOnName(_ head: InputHead) -> Bool { false }

    func recognises(_ head: InputHead) -> Bool {
        head.sketch?.shows([["eco_name", "branch", "repo_url"]]) ?? false
    }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: ItemSink) throws {
        let question = try context.askedEcosystems()
        guard let since = context.hints.observedAt?.last else {
            throw SourceError("no-time", detail: "says no time; say when it was exported with --observed-at")
        }
        var answer = EcosystemAnswer(question)
        var line = 0
        try EcosystemExport.forEachLine(&file) { bytes in
            line += 1
            guard bytes.contains(where: { !" \t\r".utf8.contains($0) }) else { return }
            do throws(SourceError) {
                try EcosystemExport.take(bytes, &answer)
            } catch {
                let detail = "is not an object with eco_name, branch and repo_url"
                try emit(.reject(Reject("bad-json", line: line, detail: detail)))
            }
            try answer.checkSize()
        }
        let count = answer.ecosystemCount
        guard count > 0 else { throw SourceError("no-rows", detail: "names no ecosystem") }
        try emit(.note("lines of \(count) ecosystems: \(line)"))
        // An export of one ecosystem has nothing about the others.
        try answer.emit(since: since, isWhole: count > 1, emit)
    }

    private static func take(_ line: [UInt8], _ answer: inout EcosystemAnswer) throws(SourceError) {
        let document = try JSONDocument(line, from: line.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0)
        guard case .text(let name) = document["eco_name"], case .text(let address) = document["repo_url"],
            case .container = document["branch"]
        else { throw SourceError("bad-json", detail: "") }
        let isDirect = try document.count(of: "branch/*") == 0
        answer.take(address, of: ByteKey(name), isDirect: isDirect)
    }

    private static func forEachLine(_ file: inout InputFile, _ body: ([UInt8]) throws -> Void) throws {
        var rest: [UInt8] = []
        var number = 0
        while let chunk = try file.next() {
            rest += chunk
            var start = 0
            while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
                try body(Array(rest[start..<end]))
                number += 1
                start = end + 1
            }
            rest.removeFirst(start)
            guard rest.count <= lineLimit else {
                throw SourceError("line-too-long", line: number + 1, detail: "has a line of over \(lineLimit) bytes")
            }
        }
        if !rest.isEmpty { try body(rest) }
    }
}
