public import CoinModel
internal import WorkerProtocol

extension MarketSource {
    /// The sources that can say how much coins are used, or read about.
    public static func sources(of question: UseQuestion) -> [MarketSource] {
        switch question {
        case .fundamentals: [defiLlama]
        case .onchain: [coinMetrics]
        case .attention: [wikipedia]
        }
    }

    /// DefiLlama's API, free without a key: all protocols, chains, fees and revenues in an answer each, several megabytes long.
    ///
    /// No limit is published; answers change by the hour. With a key its address would have the key in its path: not used.
    private static let defiLlama = MarketSource(
        id: "defillama",
        plan: { SourcePlan(base: $0.base ?? "https://api.llama.fi", credential: "", requestsAMinute: 60) },
        fundamentals: [SourceInquiry("/protocols", figure: "protocols"), SourceInquiry("/v2/chains", figure: "chains")]
            + ["dailyFees", "dailyRevenue"].map { figure in
                let short = "excludeTotalDataChart=true&excludeTotalDataChartBreakdown=true"
                return SourceInquiry("/overview/fees?\(short)&dataType=\(figure)", figure: figure)
            }
    )

    /// Coin Metrics' community API, free without a key, CC BY-NC 4.0: figures of an asset by day, to the day before.
    ///
    /// Which of them are free differs by asset and changes, so what is not offered is left out of the answer instead of failing it.
    /// Ten requests in six seconds are answered.
    private static let coinMetrics = MarketSource(
        id: "coinmetrics",
        plan: {
            let base = $0.base ?? "https://community-api.coinmetrics.io/v4"
            return SourcePlan(base: base, credential: "", requestsAMinute: 90)
        },
        days: (yearOfWeeks, 10_000),
        historyQuestion: { wanted, first, end in
            let last = lastWholeDay(wanted, before: end)
            guard first <= last, isAsset(wanted.coin) else { return nil }
            let metrics = "AdrActCnt,TxCnt,TxTfrValAdjUSD,FeeTotUSD,SplyAct1yr"
            let span = "start_time=\(first)&end_time=\(last)&paging_from=start&page_size=10000"
            let mild = "ignore_forbidden_errors=true&ignore_unsupported_errors=true"
            let path = "assets=\(wanted.address)&metrics=\(metrics)&frequency=1d&\(span)&\(mild)"
            return SourceInquiry("/timeseries/asset-metrics?\(path)", coin: wanted.coin, isSymbol: true)
        },
        rows: "data/*",
        consequence: { ["bad_parameter", "not_found"].contains($0.code) ? (.settled, "unknown-coin") : nil }
    )

    /// Wikimedia's page views, CC0: an article by day, to the day before.
    ///
    /// Who asks has to say how to be reached.
    private static let wikipedia = MarketSource(
        id: "wikipedia",
        wantsContact: true,
        plan: {
            SourcePlan(base: $0.base ?? "https://wikimedia.org/api/rest_v1", credential: "", requestsAMinute: 150)
        },
        days: (yearOfWeeks, 10_000),
        historyQuestion: { wanted, first, end in
            let last = lastWholeDay(wanted, before: end)
            guard first <= last, let article = WikipediaArticle(wanted.coin) else { return nil }
            let project = "\(article.language).wikipedia/all-access/user"
            let span = [first, last].map { $0.description.filter { $0 != "-" } }.joined(separator: "/")
            let path = "\(project)/\(SourceInquiry.encoded(article.title))/daily/\(span)"
            return SourceInquiry("/metrics/pageviews/per-article/\(path)", coin: article.description)
        },
        rows: "items/*",
        noSuchCoin: "bad-article"
    )

    /// Wikipedia's titles: which articles are there and what they are about, for as many titles as a question may have.
    public static let articles = MarketSource(
        id: "wikipedia",
        wantsContact: true,
        plan: {
            SourcePlan(base: $0.base ?? "https://en.wikipedia.org/w", credential: "", requestsAMinute: 150)
        },
        details: { titles in
            let wanted = "redirects=1&prop=pageprops%7cdescription&ppprop=wikibase_item%7cdisambiguation"
            return SourceInquiry(
                "/api.php?action=query&titles=\(SourceInquiry.encoded(titles))&\(wanted)&format=json&formatversion=2"
            )
        },
        rows: "query/pages/*"
    )

    /// The most titles of one question.
    public static let mostTitles = 50

    /// The days of the weeks of a ranking, with those of the week that is not over.
    private static let yearOfWeeks = 7 * (CrossSection.weeks + 1)

    /// Whether a text can be a code of Coin Metrics', such as `btc`, `eos_eth` and `1inch`.
    private static func isAsset(_ text: String) -> Bool {
        let others = Array("0123456789_.-".utf8)
        return (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x61...0x7a).contains($0 | 0x20) || others.contains($0) }
    }

    /// The last day before another one that is over today.
    private static func lastWholeDay(_ wanted: HistoryRequestItem, before end: Day) -> Day {
        min(end, wanted.today).advanced(by: -1)
    }
}
