internal import CoinModel
internal import RawInput

/// Electric Capital's export: a line of JSON for each repository of each ecosystem and of each path to one below it.
///
/// It is read as it streams by. Memory holds a chunk, the names of the ecosystems, and the repositories asked about.
struct EcosystemExport: SourceReader {
    let id = "ecosystem-export"
    let dependsOnName = false
    let dependsOnEcosystems = true
    let kind = LoadKind.coins
    let title = "Electric Capital's export of ecosystems; with --ecosystems (JSON lines)"

    func recognises(_ head: InputHead) -> Bool {
        head.sketch?.shows(["eco_name", "branch", "repo_url"]) ?? false
    }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        let question = try context.askedEcosystems()
        guard let since = context.observedMoment else {
            throw SourceError("no-time", detail: "says no time; say when it was exported with --observed-at")
        }
        var tally = ExportTally(question)
        var lines = ExportLines()
        while let line = try lines.advance(&file) {
            switch line {
            case .blank: continue
            case .repository(let name, let address, let isDirect): tally.take(name, address, isDirect: isDirect)
            case .malformed:
                let detail = "is no object with eco_name, branch and repo_url"
                try emit(.reject(Reject(reason: "bad-json", line: lines.number, detail: detail)))
            }
            guard !tally.isFull else {
                let detail =
                    "names over \(ExportTally.limit) ecosystems, or over \(ExportTally.gatheredLimit) repositories of one"
                throw SourceError("too-large", detail: detail)
            }
        }
        guard tally.ecosystemCount > 0 else { throw SourceError("no-rows", detail: "names no ecosystem") }
        try emit(.note("lines of \(tally.ecosystemCount) ecosystems: \(lines.number)"))
        try tally.answer(since, emit: emit)
    }
}

/// What the lines of an export come to for a question.
private struct ExportTally {
    /// The most ecosystems of an export, bytes of their names, and repositories of one of them.
    static let limit = 1 << 20
    static let nameLimit = 1 << 28
    static let gatheredLimit = 1 << 23

    private let question: EcosystemQuestion
    /// The parts that are asked about, by name.
    private var wanted: [String: [Int]] = [:]
    private var sets: [RepositorySet] = []
    private var counts: [Int] = []
    private var asked: Set<RepositoryName> = []
    private var names: Set<String> = []
    private var numberOfName: [String: Int] = [:]
    /// The ecosystem of the line before, and what is asked of it.
    private var current: (name: String?, sets: [Int]) = (nil, [])

    private var nameBytes = 0
    private var mostGathered = 0

    var ecosystemCount: Int { names.count }

    /// Whether there is more than any taxonomy has, so that memory stays bounded.
    var isFull: Bool {
        names.count > ExportTally.limit || nameBytes > ExportTally.nameLimit || mostGathered > ExportTally.gatheredLimit
    }

    init(_ question: EcosystemQuestion) {
        self.question = question
        switch question {
        case .parts(let parts):
            for (place, part) in parts.enumerated() where part.scope != .none {
                wanted[part.name, default: []].append(place)
            }
            sets = parts.map(RepositorySet.init)
        case .holders(let asked): self.asked = asked
        }
        counts = sets.map { _ in 0 }
    }

    /// Takes a line.
    mutating func take(_ name: String, _ address: String, isDirect: Bool) {
        if current.name != name {
            if names.insert(name).inserted { nameBytes += name.utf8.count }
            current = (name, places(of: name))
        }
        switch question {
        case .parts(let parts):
            for place in current.sets where isDirect || parts[place].scope == .all {
                sets[place].insert(address)
                mostGathered = max(mostGathered, sets[place].count)
            }
        case .holders:
            guard isDirect, let place = current.sets.first else { return }
            counts[place] += 1
            if let name = RepositoryName(address), asked.contains(name) { sets[place].insert(name) }
        }
    }

    private mutating func places(of name: String) -> [Int] {
        guard case .holders = question else { return wanted[name] ?? [] }
        if let known = numberOfName[name] { return [known] }
        numberOfName[name] = sets.count
        sets.append(RepositorySet(EcosystemPart(name: name, scope: .direct)))
        counts.append(0)
        return [sets.count - 1]
    }

    func answer(_ since: Instant, emit: (SourceItem) throws -> Void) throws {
        switch question {
        case .parts(let parts):
            var absence = EcosystemAbsence(parts)
            // An export of one ecosystem is silent about all others.
            for (part, found) in zip(parts, sets) where names.contains(part.name) || names.count > 1 {
                try found.emit(since, emit)
                if names.contains(part.name) { absence.found(part) }
            }
            try absence.tell(among: names, emit)
        case .holders:
            for (_, place) in numberOfName.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
                try sets[place].emit(since, counting: counts[place], emit)
            }
        }
    }
}
