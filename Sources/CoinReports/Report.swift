internal import CoinModel
public import CoinTables

extension Table {
    /// Writes the table in a format, piece by piece, so that large reports need not fit in memory twice.
    ///
    /// The same table gives the same bytes, always. A missing value is empty in `csv` and `tsv`, `null` in `json` and
    /// `ndjson`, `N/A` elsewhere. `csv`, `tsv`, `json` and `ndjson` carry every number in full, the others as
    /// `Column.display` says.
    /// - Parameters:
    ///   - format: the form to write.
    ///   - style: the reader's choices.
    ///   - write: takes each piece.
    /// - Throws: what `write` throws.
    public func render(
        as format: ReportFormat,
        style: ReportStyle = ReportStyle(),
        into write: (String) throws -> Void
    ) throws {
        switch format {
        case .table: try renderTerminalTable(style, into: write)
        case .csv: try renderCSV(style, into: write)
        case .tsv: try renderTSV(style, into: write)
        case .json: try renderJSON(into: write)
        case .ndjson: try renderNDJSON(into: write)
        case .md: try renderMarkdown(into: write)
        case .html: try renderPage(into: write)
        }
    }
}
