internal import CoinFetching
public import CoinModel
internal import CoinSources
internal import WorkerProtocol

/// What a source did not answer.
public struct SourceFailure: Sendable {
    /// The source, such as `coingecko` or `github`.
    public let source: String
    /// How much is lacking and why.
    public let what: String

    /// A source that was not asked at all.
    public init(of source: String, _ error: OperationError) {
        self.init(source: source, what: "\(source) was not asked: \(error.diagnostic.message)")
    }

    init(source: String, what: String) { (self.source, self.what) = (source, what) }
}

/// What a fetch came to.
public struct FetchReport: Sendable {
    let outcomes: [FetchOutcome]
    /// Whether GitHub was asked, which a clone answers for.
    let isOfGitHub: Bool
    /// Why sources were not asked at all, for lack of a key that is one.
    var unasked: [OperationError] = []
    /// The names that repositories have now.
    var renames: [RepositoryRename] = []
    /// The source whose answers nothing loads; nil where there is none.
    var archivedOnly: String?
    /// What was made of the answers in the store; nil where nothing was loaded.
    public internal(set) var load: LoadReport?

    init(_ outcomes: [FetchOutcome], isOfGitHub: Bool = false) {
        self.outcomes = outcomes
        self.isOfGitHub = isOfGitHub
    }

    /// What each source was asked: its name, how many requests it got, and the bytes that came.
    public var costs: [(source: String, requests: Int, bytes: Int)] {
        outcomes.map { ($0.place, $0.cost.requests, $0.cost.bytes) }
    }

    /// What to report: for each source what is lacking, by the reason, and the sums.
    var diagnostics: [Diagnostic] {
        unasked.map(\.diagnostic)
            + outcomes.flatMap { outcome in
                outcome.remarks.map { Diagnostic(.warning, $0.identifier, place: $0.place, $0.message) }
                    + outcome.diagnostics(isOfGitHub: isOfGitHub)
            }
    }

    /// The sources that did not answer all that they were asked, each with the first reason.
    public var failures: [SourceFailure] {
        unasked.map { SourceFailure(of: $0.diagnostic.place, $0) }
            + outcomes.filter { !$0.isWhole || $0.isNothing }.map { outcome in
                let messages = outcome.diagnostics(isOfGitHub: isOfGitHub)
                let reason = messages.first { $0.level != .note }?.message ?? "no answer"
                let isNothing = outcome.isNothing
                return SourceFailure(
                    source: outcome.source,
                    what: "\(outcome.place) \(isNothing ? "gave no answer" : "did not answer all"): \(reason)"
                )
            }
    }

    /// The exit code: failed when nothing came, partial when something did not.
    public var status: ExitStatus {
        if outcomes.allSatisfy(\.isNothing) { return .failed }
        let isWhole = unasked.isEmpty && outcomes.allSatisfy { $0.isWhole && !$0.isNothing }
        return isWhole && (load.map { $0.status == .success } ?? true) ? .success : .partial
    }
}

/// Why a source gave no answer, by the identifier of the reason, with the next step; ` of ` and a source stand behind it where
/// the step is another one for who asked that.
///
/// This is the only place that takes these texts from their file.
let failureTexts: [String: String] = {
    let texts = String(decoding: PackageResources.failures_txt, as: UTF8.self)
        .replacing("{again}", with: "run the command again, which asks only for what is lacking")
        .replacing("{version}", with: GitHubInquiry.version.name)
        .replacing("{until}", with: GitHubInquiry.version.end)
    let pairs = texts.split(separator: "\n").compactMap { line in
        line.firstRange(of: ": ").map { (String(line[..<$0.lowerBound]), String(line[$0.upperBound...])) }
    }
    return Dictionary(firstOf: pairs)
}()

extension FetchOutcome {
    var isWhole: Bool { holes.isEmpty && faults.isEmpty }
    /// The source, with the currency where that is another one than usual.
    var place: String { source + (quote.map { " (\($0))" } ?? "") }
    /// A list without a coin is nothing; where nothing was to be asked, nothing is lacking.
    var isNothing: Bool { answered + partial == 0 && !(isWhole && pagePlace.isEmpty) }

    /// A line for each hole and each reason, then the sums.
    func diagnostics(isOfGitHub: Bool) -> [Diagnostic] {
        func why(_ reason: String) -> String {
            let meaning = failureTexts["\(reason) of \(isOfGitHub ? "github" : source)"] ?? failureTexts[reason]
            return (meaning ?? "ask again later") + (complaints[reason].map { " (it says: \($0))" } ?? "")
        }
        let place = isOfGitHub ? "" : self.place
        let lost = holes.map { hole in
            let page = "\(self.place), page \(hole.page)"
            return Diagnostic(.warning, hole.reason, place: page, "\(hole.rowsOfAll): \(why(hole.reason))")
        }
        let others = faults.sorted { $0.key < $1.key }.map { reason, names in
            let figures = partialReasons.contains(reason) ? "without all weeks" : "without figures"
            let lack = isOfGitHub ? figures : "not answered"
            return Diagnostic(
                .warning,
                reason,
                place: place,
                "\(names.count) \(lack) (\(listed(names))): \(why(reason))"
            )
        }
        let useless = useless.sorted { $0.key < $1.key }.map { reason, names in
            Diagnostic(.note, reason, place: place, "\(names.count) not used (\(listed(names))): \(why(reason))")
        }
        return lost + others + useless + [
            Diagnostic(.note, "fetched", place: place, isOfGitHub ? sumOfGitHub : sum)
        ]
    }

    private var sum: String {
        let coins = coins == 0 ? "" : ", \(counted(coins, "coin"))"
        return "\(answered) answered\(coins), \(lacking) lacking; \(sumOfCost())"
    }

    private var sumOfGitHub: String {
        let some = partial == 0 ? "" : ", \(partial) with some"
        let points = points.map { ", \($0.spent) points spent and \($0.left) left" } ?? ""
        return "\(answered) with figures\(some), \(lacking - partial) without; \(sumOfCost(points))"
    }

    private func sumOfCost(_ points: String = "") -> String {
        "\(counted(cost.requests, "request")) made\(points), \(cached) cached, \(sizeText(cost.bytes)) received"
    }
}
