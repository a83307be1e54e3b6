public import CoinModel

extension Table {
    /// The table with the columns that a person asked for, in the order asked for.
    ///
    /// `all` shows every column, `a,b,c` these, `+a,+b` adds to the default ones, nothing shows these. A column named
    /// twice is shown once, where it was named first.
    ///
    /// - Throws: `RequestError` for a name that is not a column's, and for a list of another form.
    public func choosing(columns choice: String, defaults: [String]) throws(RequestError) -> Table {
        let items = choice.isEmpty ? [] : choice.split(separator: ",", omittingEmptySubsequences: false).map(trimmed)
        let added = items.filter { $0.hasPrefix("+") }
        guard added.isEmpty || added.count == items.count else {
            let fault = "columns: '\(choice.prefix(64))' mixes names with and without +"
            let step = "write +name for each to add to the default columns, or none to replace them"
            throw RequestError(.selection, "\(fault); \(step)")
        }
        let asked = items.flatMap { $0 == "all" ? columns.map(\.name) : [String($0.drop { $0 == "+" })] }
        let names = (items.isEmpty || !added.isEmpty ? defaults : []) + asked
        var chosen: [Int] = []
        for name in names {
            let index = try columns.index(named: name)
            if !chosen.contains(index) { chosen.append(index) }
        }
        if chosen.elementsEqual(columns.indices) { return self }
        var table = self
        table.columns = chosen.map { columns[$0] }
        table.rows = rows.map { row in chosen.map { row[$0] } }
        return table
    }

    /// The table with its first rows only, at most so many; none below 1.
    public func top(_ count: Int) -> Table {
        picking(rows: Array(rows.indices.prefix(max(0, count))))
    }

    /// The table with the rows that a filter selects, in their order.
    public func filtered(by filter: Filter) -> Table {
        picking(rows: rows.indices.filter { filter.selects(rows[$0]) })
    }

    /// The table with the rows that have one of these texts under a column, in their order; all of a table without it.
    public func keeping(_ texts: Set<String>, under column: String) -> Table {
        guard let place = columns.firstIndex(where: { $0.name == column }) else { return self }
        return picking(
            rows: rows.indices.filter { row in
                if case .text(let text) = rows[row][place] { texts.contains(text) } else { false }
            }
        )
    }

    /// The table with these rows in this order, each trace with them.
    func picking(rows chosen: [Int]) -> Table {
        var table = self
        table.rows = chosen.map { rows[$0] }
        table.asides = asides.mapValues { texts in chosen.map { texts[$0] } }
        for (index, trace) in traces.enumerated() {
            table.traces[index].series = chosen.map { $0 < trace.series.count ? trace.series[$0] : [] }
        }
        return table
    }
}

extension [Column] {
    /// The place of the column with this name, or an error that names the nearest ones.
    public func index(named name: String) throws(RequestError) -> Int {
        if let index = firstIndex(where: { $0.name == name }) { return index }
        throw RequestError(.unknownColumn, unknownName(name))
    }

    /// What to say of a name that no column has.
    func unknownName(_ name: String) -> String {
        unknown("column", name, among: map(\.name), else: "the columns are \(someNames)")
    }

    /// Their names, or the first of many.
    private var someNames: String {
        listed(map(\.name), most: 12) + (count <= 12 ? "" : ", as `assay explain` lists them")
    }
}
