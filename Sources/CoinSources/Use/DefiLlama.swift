internal import CoinModel

/// DefiLlama's answers about protocols and chains as values: where the rows are, and what each says.
///
/// The figures of a fetch stand at the moment of its run, others at that of the snapshot. A figure of null is unknown, for
/// nothing computes it any more; 0 is a value. Which coin a protocol is of says the source's own pointer alone, at reading.
struct DefiLlama: JSONSource {
    let id: String
    let kind = LoadKind.market
    let title: String
    let shows: [[String]]
    /// Where the rows are.
    let rows: String
    /// The columns of a row.
    let columns: [String]
    /// Which figure an answer has, by its request or the name of its file; nil where neither has it.
    let figure: @Sendable (ReadContext) throws(SourceError) -> Fundamental
    /// The protocol of a row and its figure, NaN where that is unknown.
    let entry: @Sendable (JSONRow) throws(RowError) -> (key: ProtocolKey, value: Double)

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: ItemSink) throws {
        let figure = try figure(context)
        let time = try context.snapshotTime()
        var facts = JSONFacts(id, time.resolution, [figure.metric], context)
        let numbering = facts.numbering
        var (rowCount, unknown) = (0, 0)
        try facts.takeAll(rows, columns, of: document, emit) { row in
            rowCount += 1
            let (key, value) = try entry(row)
            guard value.isNaN else {
                return JSONFact(subject: numbering.add(.protocol(key)), time: time, values: [value])
            }
            unknown += 1
            return nil
        }
        guard unknown == 0 || unknown < rowCount else {
            let detail = "none of its rows (\(unknown)) has a figure; ask the source again another day"
            throw SourceError("no-values", detail: detail)
        }
    }
}

extension DefiLlama {
    /// The value locked in each protocol; what lies beside it, such as borrowed or staked coins, is not in it.
    static let protocols = DefiLlama(
        id: "defillama-protocols",
        title: "DefiLlama /protocols: value locked in protocols (JSON)",
        shows: [["*/chainTvls", "*/tvl"]],
        rows: "*",
        columns: ["id", "name", "gecko_id", "parentProtocol", "category", "tvl"],
        figure: { _ in .lockedValue },
        entry: { row throws(RowError) in
            let key = ProtocolKey(
                try row.id(0),
                coin: try row.text(2),
                parent: try row.text(3),
                category: try row.text(4),
                name: try row.text(1)
            )
            return (key, try row.number(5))
        }
    )

    /// The value locked on each chain, without what is counted twice.
    static let chains = DefiLlama(
        id: "defillama-chains",
        title: "DefiLlama /v2/chains: value locked on chains (JSON)",
        shows: [["*/tokenSymbol", "*/tvl", "*/name"]],
        rows: "*",
        columns: ["name", "gecko_id", "tvl"],
        figure: { _ in .chainValue },
        entry: { row throws(RowError) in
            let name = try row.id(0)
            let key = ProtocolKey(ProtocolKey.chain(name), coin: try row.text(1), category: "Chain", name: name)
            return (key, try row.number(2))
        }
    )

    /// What users of each protocol or chain paid, or what it kept: both answers look alike.
    ///
    /// A row that the source says it could not bring up to date is old, so it has no figure.
    static let fees = DefiLlama(
        id: "defillama-fees",
        title: "DefiLlama /overview/fees: fees or revenue of protocols and chains (JSON)",
        shows: [["protocols/*/defillamaId", "protocols/*/total30d"]],
        rows: "protocols/*",
        columns: ["defillamaId", "name", "protocolType", "parentProtocol", "total30d", "latestFetchIsOk"],
        figure: { context throws(SourceError) in
            let names = [context.asked?.figure ?? "", context.stem].map { $0.lowercased() }
            if names.contains(where: { $0.contains("dailyrevenue") }) { return .revenue }
            if names.contains(where: { $0.contains("dailyfees") }) { return .fees }
            let why = "the answer does not say whether it has fees or revenue, and its file is not named by it"
            throw SourceError(
                "no-figure",
                detail: "\(why); call it dailyFees.json or dailyRevenue.json, as it was asked for"
            )
        },
        entry: { row throws(RowError) in
            let name = try row.text(1)
            let isChain = try row.text(2) == "chain"
            let id = isChain ? ProtocolKey.chain(name ?? "") : try row.id(0)
            let value = row[5] == .truth(false) ? .nan : try row.number(4)
            return (ProtocolKey(id, parent: try row.text(3), name: name), value)
        }
    )
}
