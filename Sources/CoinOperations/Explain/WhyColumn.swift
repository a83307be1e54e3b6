internal import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinStore
internal import CoinTables

/// How a column of a coin came about, a row for each step: the value, the formula, what enters, the weeks, the sources,
/// and the loads with their files.
func stepTable(of name: String, _ ranking: ExplainedRanking, _ provenance: SeriesProvenance) throws -> Table {
    let coin = provenance.section.coins[provenance.coin]
    guard let explanation = ranking.explanation(of: name, coin.id) else {
        throw unknownColumn(name, among: [])
    }
    var table = Table(title: "Why \(name) of \(coin.title)", columns: stepColumns, rows: [])
    let dictionary = ColumnDictionary.columns(quote: provenance.section.shownQuote)
    let displays = Dictionary(firstOf: dictionary.map { ($0.name, $0.display) })
    func add(_ step: String, _ name: String, _ value: Cell = .text(""), _ unit: String = "", detail: String) {
        table.rows.append([.text(step), .text(name), value, .text(unit), .text(detail)])
        // A count that is not a column of its own is whole.
        let isCount = if case .number(let number) = value { !unit.isEmpty && number == number.rounded() } else { false }
        table.rowDisplays.append(displays[name] ?? (isCount ? .fixed(0) : .plain))
    }
    let column = explanation.column
    add("value", name, explanation.value, column.unit, detail: column.meaning)
    if case .missing(let reason) = explanation.value { add("missing", reason.code, detail: reason.meaning) }
    if let formula = explanation.formula { add("formula", name, detail: formula) }
    if let worked = explanation.worked { add("worked", name, explanation.value, column.unit, detail: worked) }
    for input in explanation.inputs {
        var detail = input.meaning
        if case .missing(let reason) = input.value { detail += " Missing: \(reason.meaning)" }
        add("input", input.name, input.value, input.unit, detail: detail)
    }
    var facts: [SourcedFacts] = []
    for use in explanation.series {
        for weeks in try provenance.weeks(of: use) {
            add("weeks", weeks.name, .integer(weeks.observed), "of \(use.weeks.count) weeks", detail: weeks.detail)
            for new in weeks.facts {
                if let place = facts.firstIndex(where: new.isSameSeries) {
                    facts[place].add(new)
                } else {
                    facts.append(new)
                }
            }
        }
    }
    for source in facts { add("source", source.source, .integer(source.facts.count), "facts", detail: source.detail) }
    for load in try provenance.loads(of: facts) {
        add("load", "load \(load.number)", .integer(load.facts), "facts", detail: load.detail)
    }
    return table
}

private let steps = "value, missing, formula, worked (the formula with its numbers), input, weeks, source or load."

private let stepColumns = [
    Column("step", "Step", .text, meaning: steps),
    Column("name", "Name", .text, meaning: "What the step is about."),
    Column("value", "Value", .number, meaning: "Its value, or how many weeks or facts."),
    Column("unit", "Unit", .text, meaning: "The unit of the value."),
    Column("detail", "Detail", .text, meaning: "What it means, which weeks and values, or which file."),
]

extension Explanation {
    /// The formula with the numbers in place of their names; nil where one of them is missing.
    var worked: String? {
        guard let formula else { return nil }
        if case .missing = value { return nil }
        var values: [String: String] = [:]
        for input in inputs {
            switch input.value {
            case .number(let number): values[input.name] = shortest(number)
            case .integer(let number): values[input.name] = "\(number)"
            case .text, .missing: continue
            }
        }
        var text = ""
        var rest = formula[...]
        while let first = rest.first {
            let word = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." })
            rest = rest.dropFirst(max(1, word.count))
            if let value = values[word] {
                text += value.hasPrefix("-") ? "(\(value))" : value
            } else if inputs.contains(where: { $0.name == word }) {
                return nil
            } else {
                text += word.isEmpty ? String(first) : word
            }
        }
        return text
    }
}
