internal import CoinModel
internal import WorkerProtocol

extension MarketSource {
    /// DefiLlama's API, free without a key: all protocols, chains, fees and revenues in an answer each, several megabytes long.
    ///
    /// No limit is published; answers change by the hour. With a key its address would have the key in its path: not used.
    static let defiLlama = MarketSource(
        id: "defillama",
        plan: { SourcePlan(base: $0.base ?? "https://api.llama.fi", credential: "", requestsAMinute: 60) },
        fundamentals: [SourceInquiry("/protocols", figure: "protocols"), SourceInquiry("/v2/chains", figure: "chains")]
            + ["dailyFees", "dailyRevenue"].map { figure in
                let short = "excludeTotalDataChart=true&excludeTotalDataChartBreakdown=true"
                return SourceInquiry("/overview/fees?\(short)&dataType=\(figure)", figure: figure)
            }
    )
}
