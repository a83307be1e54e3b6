import CoinModel
import TestPrograms
import Testing

@testable import CoinSources

/// Random migrations against a reading of the language that is slow and obvious.
@Suite struct RandomMigrationTests {
    @Test("Random migrations lead to the same result as a slow implementation", arguments: 0..<60 as Range<UInt64>)
    func randomMigrations(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let migrations = (0..<Int.random(in: 1...4, using: &random)).map { number in
            let lines = (0..<Int.random(in: 1...120, using: &random)).map { _ in RandomMigrationTests.line(&random) }
            return (name: "2025-01-0\(number + 1)T000000_x", text: lines.joined(separator: "\n"))
        }
        var oracle = SlowTaxonomy()
        for migration in migrations { oracle.apply(migration.text) }
        guard !oracle.ecosystems.isEmpty else { return }
        let replay = try Replay(migrations, asking: oracle.ecosystems.sorted())
        #expect(replay.direct == oracle.repositories(isDeep: false), "seed \(seed)")
        #expect(replay.all == oracle.repositories(isDeep: true), "seed \(seed)")
        #expect(replay.reading.rejects.count == oracle.faults, "seed \(seed)")
        let note = "\(oracle.ecosystems.count), with \(oracle.addresses.count) repositories"
        #expect(replay.reading.notes.first?.contains(": \(note) ") == true, "seed \(seed): \(note)")
    }

    private static func line(_ random: inout SplitMix) -> String {
        func name(_ random: inout SplitMix) -> String {
            ["A", "B", "\"C c\"", "'D \"d\"'", "E\\ e"][Int.random(in: 0..<5, using: &random)]
        }
        func address(_ random: inout SplitMix) -> String {
            "https://github.com/o/\(Int.random(in: 0..<9, using: &random))"
        }
        switch Int.random(in: 0..<30, using: &random) {
        case 0..<4: return "ecoadd \(name(&random))"
        case 4..<6: return "ecocon \(name(&random)) \(name(&random))"
        case 6: return "ecodis \(name(&random)) \(name(&random))"
        case 7: return "ecorem \(name(&random))"
        case 8: return "ecomov \(name(&random)) \(name(&random))"
        case 9..<20: return "repadd \(name(&random)) \(address(&random)) #t"
        case 20..<23: return "reprem \(name(&random)) \(address(&random))"
        case 23..<27: return "repmov \(address(&random)) \(address(&random))"
        case 27: return "-- 'open"
        case 28: return "repadd A"
        default: return "-- a comment"
        }
    }
}

/// The language over sets of texts: an ecosystem is a number, so that a name may come again.
private struct SlowTaxonomy {
    var numberOfName: [String: Int] = [:]
    var contents: [Int: Set<String>] = [:]
    var children: [Int: Set<Int>] = [:]
    var addresses: Set<String> = []
    var faults = 0
    private var count = 0

    var ecosystems: [String] { Array(numberOfName.keys) }

    mutating func apply(_ text: String) {
        for line in text.split(separator: "\n") {
            guard let words = SlowTaxonomy.words(line.dropFirst(6)) else {
                faults += 1
                continue
            }
            if !apply(String(line.prefix(6)), words) { faults += 1 }
        }
    }

    private mutating func apply(_ keyword: String, _ words: [String]) -> Bool {
        let takes = ["ecoadd": 1, "ecorem": 1, "ecomov": 2, "ecocon": 2, "ecodis": 2, "reprem": 2, "repmov": 2]
        if keyword == "repadd", words.count < 2 { return false }
        if let takes = takes[keyword], takes != words.count { return false }
        let numbers = words.map { numberOfName[$0] }
        switch keyword {
        case "ecoadd":
            if numbers[0] == nil {
                count += 1
                numberOfName[words[0]] = count
            }
        case "ecorem":
            guard let number = numbers[0] else { return false }
            numberOfName[words[0]] = nil
            contents[number] = nil
            children[number] = nil
            for parent in children.keys { children[parent]?.remove(number) }
        case "ecomov":
            guard let number = numbers[0], numbers[1] == nil else { return false }
            numberOfName[words[0]] = nil
            numberOfName[words[1]] = number
        case "ecocon":
            guard let parent = numbers[0], let child = numbers[1] else { return false }
            children[parent, default: []].insert(child)
        case "ecodis":
            guard let parent = numbers[0], let child = numbers[1], children[parent] != nil else { return false }
            children[parent]?.remove(child)
        case "repadd":
            guard let number = numbers[0] else { return false }
            contents[number, default: []].insert(words[1])
            addresses.insert(words[1])
        case "reprem":
            guard let number = numbers[0], contents[number] != nil, addresses.contains(words[1]) else { return false }
            contents[number]?.remove(words[1])
        case "repmov":
            guard addresses.contains(words[0]) else { return false }
            addresses.remove(words[0])
            addresses.insert(words[1])
            for number in contents.keys where contents[number]?.remove(words[0]) != nil {
                contents[number]?.insert(words[1])
            }
        default: break
        }
        return true
    }

    func repositories(isDeep: Bool) -> [String: [String]] {
        numberOfName.mapValues { number in
            var seen: Set<Int> = [number]
            while isDeep, case let next = seen.union(seen.flatMap { children[$0] ?? [] }), next != seen { seen = next }
            let found = Set(seen.flatMap { contents[$0] ?? [] })
            return found.map { String($0.dropFirst("https://github.com/".count)) }.sorted()
        }
    }

    /// The words of the few shapes that the test writes; nil for an open quote.
    private static func words(_ text: Substring) -> [String]? {
        var text = text.replacing("\"C c\"", with: "C_c").replacing("'D \"d\"'", with: "D_\"d\"").replacing(
            "E\\ e",
            with: "E_e"
        )
        if text.contains("'") { return nil }
        if text.hasPrefix(" ") { text.removeFirst() }
        return text.split(separator: " ").map { String($0).replacing("_", with: " ") }
    }
}
