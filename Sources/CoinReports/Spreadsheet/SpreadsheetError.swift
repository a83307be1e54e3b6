/// Why a table is no workbook.
public struct SpreadsheetError: Error, Sendable {
    /// A stable identifier of what is wrong.
    public enum Reason: String, Sendable {
        /// More rows or columns than a sheet holds.
        case tooLarge = "too-large"
        /// The temporary files that it is put together from cannot be written.
        case failed = "write-failed"
    }

    /// The kind of failure.
    public let reason: Reason
    /// What is wrong, and the next step.
    public let detail: String
}
