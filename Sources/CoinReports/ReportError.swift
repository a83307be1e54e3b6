public import CoinModel

/// Why a table does not become a report.
public typealias ReportError = Fault<ReportFailure>

/// What is wrong with a report.
public enum ReportFailure: String, FaultReason {
    /// More rows or columns than a sheet has.
    case tooLarge = "too-large"
    /// The temporary files that a workbook is put together from cannot be written.
    case failed = "write-failed"
    /// A page asks for a part that its template lacks.
    case missingPart = "missing-part"
}
