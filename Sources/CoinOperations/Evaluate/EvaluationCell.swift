internal import CoinModel
internal import CoinRanking
internal import CoinTables
internal import Foundation

/// One evaluation as a file, for a grid of them that is worked out on many machines and judged together on one.
///
/// This is the only place that has its form: a header, a line for each signal and horizon with the trial as the log stores it and
/// the figures of its rows, and a trailer with the number of lines and the SHA-256 of all bytes before it. Only the trailer
/// makes a file whole. What depends on other trials, q and the deflated Sharpe ratio, is worked out when cells are put together.
struct EvaluationCell {
    private static let format = "assay-cell"
    private static let version = 1

    /// What comes before the lines.
    struct Header: Codable, Hashable {
        var format = EvaluationCell.format
        var version = EvaluationCell.version
        var assay = AssayVersion.current
        /// The content digest of the store.
        var store: String
        var request: Request
        /// What is to be said of the figures.
        var notes: [String]
    }

    /// What was asked for, beside what trials name.
    struct Request: Codable, Hashable {
        var known: String?
        var costs: [Double]
    }

    /// What was found of one signal over one horizon.
    struct Line: Codable {
        var trial: TrialLog.Trial
        /// By ending.
        var rows: [Row]
    }

    /// One row of the table of evidence.
    struct Row: Codable {
        /// Figures by column; one that is missing says why.
        var figures: [String: Figure]
        /// The net spread of each week.
        var earned: [Double]
    }

    struct Figure: Codable {
        var number: Double?
        var text: String?
        var missing: String?
    }

    private struct Trailer: Codable, Equatable {
        var lines: Int
        var sha256: String

        init(_ lines: Int, of bytes: [UInt8]) {
            self.lines = lines
            sha256 = String(contentDigest(of: bytes).drop { $0 != ":" }.dropFirst())
        }
    }

    let header: Header
    let lines: [Line]

    init(_ weeks: EvaluatedWeeks, _ request: EvaluationRequest, in location: StoreLocation) throws {
        let table = weeks.evaluation.table(adjusted: [], trials: 1, sharpes: [])
        let notes =
            weeks.past.notes(request, nil, coins: weeks.panel.coins) + table.notes
            + (request.isVaried ? [EvaluationRequest.variationNote] : []) + [weeks.past.provenance(request).note]
        let costs = [request.costs.low, request.costs.middle, request.costs.high]
        header = Header(
            store: try location.contentDigest(),
            request: Request(known: request.ranking.known?.description, costs: costs),
            notes: notes
        )
        let rows = zip(weeks.evaluation.evidence, table.rows).map { evidence, row in
            let named = zip(table.columns.map(\.name), row.map(Figure.init))
            return Row(figures: Dictionary(firstOf: named), earned: evidence.earned)
        }
        // Two rows, one an ending, are of one trial.
        lines = weeks.trials(request).enumerated().map { place, trial in
            Line(trial: trial, rows: Array(rows[2 * place..<2 * place + 2]))
        }
    }

    /// Reads a file.
    ///
    /// - Throws: `OperationError` `cut-cell` where it is not a whole cell, `other-version` where another version wrote it,
    ///   `other-store` where it was worked out from another store; `InputError` when it cannot be read.
    init(_ path: String, ofStore store: String) throws {
        let bytes = try contents(ofFile: path)
        func refusal(_ identifier: String, _ detail: String) -> OperationError {
            OperationError(.failed, identifier, place: path, detail)
        }
        func value<Value: Decodable>(_ type: Value.Type, _ line: ArraySlice<UInt8>) throws -> Value {
            do { return try JSONDecoder().decode(type, from: Data(line)) } catch {
                throw refusal("cut-cell", "is not a whole cell; make it again with `assay evaluate --cell`")
            }
        }
        let all = bytes.split(separator: 10)
        let first = try value(Version.self, all.first ?? [])
        guard first.format == EvaluationCell.format, first.version == EvaluationCell.version,
            first.assay == AssayVersion.current
        else {
            throw refusal("other-version", "was not written by assay \(AssayVersion.current); make the cell again")
        }
        header = try value(Header.self, all[0])
        let (last, body) = (all[all.count - 1], bytes.prefix(all.last?.startIndex ?? 0))
        let trailer = try value(Trailer.self, last)
        lines = try all.dropFirst().dropLast().map { try value(Line.self, $0) }
        guard bytes.last == 10, trailer == Trailer(lines.count, of: Array(body)) else {
            throw refusal("cut-cell", "is not a whole cell; make it again with `assay evaluate --cell`")
        }
        guard header.store == store else {
            throw refusal("other-store", "was worked out from a store with other content; name that store with --store")
        }
    }

    /// The file.
    func bytes() throws -> [UInt8] {
        var bytes = try LineLog<Header>.encoded(header) + [10]
        for line in lines { bytes += try LineLog<Line>.encoded(line) + [10] }
        return bytes + (try LineLog<Trailer>.encoded(Trailer(lines.count, of: bytes))) + [10]
    }

    private struct Version: Decodable {
        var format: String
        var version: Int
        var assay: String
    }
}
